# mypy: ignore-errors
"""Where sentences begin behind a label, a dateline or a number, and names behind *Mr.* and the
like."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import (
        contains,
        is_digit,
        is_letter,
        is_quote,
        is_small,
    )
else:
    from majuscule.text.inlined import contains, is_digit, is_letter, is_quote, is_small

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
MC = cython.declare(cython.int, 3)


def has_final_mark(text, starts, first, last) -> bool:
    """Tell whether a line ends like a sentence: with a mark that nothing but a quote follows."""
    if last > first and is_quote(text[starts[last - 1]]):
        last -= 1
    if last == first:
        return False
    code = text[starts[last - 1]]
    return code == 0x2E or code == 0x21 or code == 0x3F or code == 0x2026


def is_bullet(text, starts, first, last):
    """Tell whether a line begins with a bullet: - * + • and a space."""
    code = text[starts[first]]
    if code != 0x2D and code != 0x2A and code != 0x2B and code != 0x2022:
        return False
    return first + 1 < last and text[starts[first] + 1] == 0x20


def find_colon(text, starts, first, last):
    """Return the colon behind a label of one to six words that begins a line, or -1.

    ``emma: hello``, ``mr. van dyke: hello``, ``emma [angrily]: go``, ``step 4: stir``.
    """
    apart: cython.int = 0
    i: cython.Py_ssize_t = first
    while i + 1 < last:
        code = text[starts[i]]
        if code == 0x3A:
            return i if i > first and starts[i + 1] > starts[i] + 1 else -1
        if i > first and (code == 0x28 or code == 0x5B):
            while i + 1 < last and text[starts[i]] != code + (1 if code == 0x28 else 2):
                i += 1
        elif not is_letter(code) and not is_digit(code) and code != 0x2E and code != 0x2D:
            return -1
        elif code == 0x2D and text[starts[i] + 1] == code:
            return -1
        elif i > first and text[starts[i] - 1] == 0x20:
            apart += 1
            if apart > 5:
                return -1
        i += 1
    return -1


def is_repeated(lines, words, line, colon):
    """Tell whether a line's label begins another one near it, with no blank line between.

    No look goes beyond a blank line, for another document may begin there.
    """
    size: cython.Py_ssize_t = colon + 1 - lines[line, 0]
    same: cython.bint
    for way in range(-1, 2, 2):
        for far in range(1, 9):
            at = line + way * far
            if at < 0 or at >= lines.shape[0] or lines[at, 0] == lines[at, 1]:
                break
            same = lines[at, 1] - lines[at, 0] > size
            if same:
                for k in range(size):
                    same = same and words[lines[at, 0] + k] == words[lines[line, 0] + k]
            if same:
                return True
    return False


def find_dash(text, starts, classes, first, last):
    """Return the dash behind a dateline: capitalised words and figures, with a bracket or a date.

    ``london, march 3 (reuters) - shares fell.``, ``paris, june 12 -- the euro rose.``
    """
    comma: cython.bint = False
    for i in range(first, last - 1 if last - first < 14 else first + 14):
        code = text[starts[i]]
        if is_letter(code) and classes[i] == LC:
            return -1
        comma = comma or code == 0x2C
        if i < first + 3 or (code != 0x2D and code != 0x2013 and code != 0x2014):
            continue
        if text[starts[i] - 1] != 0x20 or text[starts[i + 1] - 1] != 0x20:
            continue
        if text[starts[i] - 2] == 0x29:
            return i
        dated = comma and is_digit(text[starts[i - 1]]) and is_letter(text[starts[i - 2]])
        return i if dated else -1
    return -1


def is_item(text, starts, at) -> bool:
    """Tell whether a token is a letter or a small Roman number with a bracket close behind it."""
    begin: cython.Py_ssize_t = starts[at]
    size: cython.Py_ssize_t = 0
    if at + 1 >= starts.shape[0] or text[starts[at + 1]] != 0x29:
        return False
    size = starts[at + 1] - begin
    if size == 1:
        return is_small(text[begin])
    for i in range(begin, begin + size):
        if text[i] != 0x69 and text[i] != 0x76 and text[i] != 0x78:  # i v x
            return False
    return size < 6


def find_bracket(text, starts, first, last):
    """Return the bracket behind the number or letter of an item, or -1: ``(a) one``, ``3) two``."""
    i: cython.Py_ssize_t = first + 1 if text[starts[first]] == 0x28 else first
    if i + 2 >= last or text[starts[i + 1]] != 0x29 or starts[i + 2] < starts[i + 1] + 2:
        return -1
    if is_item(text, starts, i):
        return i + 1
    return i + 1 if starts[i + 1] - starts[i] < 3 and is_digit(text[starts[i]]) else -1


def has_number(text, starts, lines, line):
    """Tell whether a line begins with a time or the number of a verse, and goes on: ``1:12 one``.

    What follows is no half of a day.
    """
    if line < 0 or line >= lines.shape[0] or lines[line, 1] < lines[line, 0] + 2:
        return False
    i: cython.Py_ssize_t = starts[lines[line, 0]]
    after: cython.Py_ssize_t = starts[lines[line, 0] + 1]
    if after + 2 < text.shape[0] and text[after + 1] == 0x6D and not is_letter(text[after + 2]):
        return False
    while i < after - 2 and is_digit(text[i]):
        i += 1
    return i > starts[lines[line, 0]] and text[i] == 0x3A and is_digit(text[i + 1])


def clause_of(text, starts, lines, line):
    """Return the last part of the number that a line of words begins with, or -1: 2 of ``4.2``."""
    found: cython.Py_ssize_t = 0
    if line < 0 or line >= lines.shape[0] or lines[line, 1] < lines[line, 0] + 2:
        return -1
    i: cython.Py_ssize_t = starts[lines[line, 0]]
    dot: cython.Py_ssize_t = -1
    while i + 1 < text.shape[0] and (is_digit(text[i]) or text[i] == 0x2E):
        dot = i if text[i] == 0x2E else dot
        i += 1
    if dot < 0 or i - dot < 2 or i - dot > 4 or text[i] != 0x20:
        return -1
    for k in range(dot + 1, i):
        found = 10 * found + text[k] - 0x30
    return found if is_letter(text[starts[lines[line, 0] + 1]]) else -1


def is_clause(text, starts, lines, line, other):
    """Tell whether two lines begin with numbers of clauses, one after the other: ``4.1 ..., 4.2``.

    Measures side by side are hardly ever so (``1.5 million``, ``2.5 million``).
    """
    own: cython.Py_ssize_t = clause_of(text, starts, lines, line)
    its: cython.Py_ssize_t = clause_of(text, starts, lines, other)
    if own < 0 or its < 0 or own - its != line - other:
        return False
    i: cython.Py_ssize_t = starts[lines[line, 0]]
    j: cython.Py_ssize_t = starts[lines[other, 0]]
    end: cython.Py_ssize_t = i
    dot: cython.Py_ssize_t = i
    while is_digit(text[end]) or text[end] == 0x2E:
        dot = end if text[end] == 0x2E else dot
        end += 1
    for k in range(dot + 1 - i):
        if text[i + k] != text[j + k]:
            return False
    return True


class Opener:
    """Gives capitals to what a line says, and to names behind titles."""

    def __init__(self, *lists) -> None:
        """Take words as sorted hashes.

        A label of two words, none ``common``, is no clause.  The ``joining`` ones are no names, and
        small in titles.  With ``openers`` begins what a clause says behind its number.
        """
        self.common, self.joining, self.openers = map(interpreted.items, lists)

    def open(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        lines: cython.const[cython.int][:, ::1],
        words: cython.const[cython.ulonglong][::1],
        classes: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Give the capitals; return how many classes have changed.

        What a line says gets its own behind a label, a dateline or the number of an item or a
        clause, and so does a name behind *Mr.*, *Mrs.*, *Ms.* or *Mx.*  ``text``: folded, and where
        the tokens start in it.
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.work(text, starts, lines, words, classes)
        return found

    def work(self, text, starts, lines, words, classes):
        """Do the work of :meth:`open`."""
        found: cython.Py_ssize_t = 0
        for line in range(lines.shape[0]):
            last = lines[line, 1]
            for i in range(lines[line, 0], last - 1):
                if text[starts[i]] == 0x6D:
                    found += self.name_titled(text, starts, words, i, last, classes)
            found += self.begin_speech(text, starts, lines, words, line, classes)
        return found

    def name_titled(self, text, starts, words, at, last, classes):
        """Give *Mr.*, *Mrs.*, *Ms.* or *Mx.* and the name behind it a capital; return what has
        changed.

        A ``joining`` word is no name (``mr. and mrs. low``), nor is what a name goes on from
        (``mr. st john``).  Without the full stop they may stand for something else (``5 ms``, ``an
        MR scan``): there, one of the two must be capitalised already.
        """
        found: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t = starts[at] + 1
        if text[end] != 0x72 and text[end] != 0x73 and text[end] != 0x78:
            return 0
        end += 2 if text[end] == 0x72 and text[end + 1] == 0x73 else 1  # mrs; mr, ms, mx
        dotted: cython.bint = text[end] == 0x2E
        end += dotted
        name: cython.Py_ssize_t = at + 1 + dotted
        if name >= last or text[end] != 0x20 or starts[name] != end + 1 or classes[at] > MC:
            return 0
        if not is_letter(text[starts[name]]) or contains(self.joining, words[name]):
            return 0
        if classes[name] == LC and (dotted or classes[at] == UC):
            if name + 1 < last and classes[name + 1] == UC and text[starts[name + 1] - 1] == 0x20:
                return 0
            classes[name] = cython.cast(cython.uchar, UC)
            found += 1
        if classes[name] == UC and (classes[at] == LC or (dotted and classes[at] != UC)):
            if dotted or at == 0 or not is_digit(text[starts[at - 1]]):
                classes[at] = cython.cast(cython.uchar, UC)
                found += 1
        return found

    def begin_speech(self, text, starts, lines, words, line, classes):
        """Give a line's sentence its capital behind what opens the line; return what has changed.

        Behind a speaker's name or another label, a dateline, the number of an item, of a verse or a
        clause beside another, of a clause before a word that opens one (``4.2 the``); also a
        question's.
        A label must be repeated near, or the line be a sentence by its final mark: so four in five
        begin with a capital in the text for training, behind repeated ones nearly all.
        """
        found: cython.Py_ssize_t = 0
        begins: cython.Py_ssize_t = -1
        first: cython.Py_ssize_t = lines[line, 0]
        last: cython.Py_ssize_t = lines[line, 1]
        if last == first:
            return 0
        final: cython.bint = has_final_mark(text, starts, first, last)
        bracket: cython.Py_ssize_t = find_bracket(text, starts, first, last)
        opens: cython.Py_ssize_t = first + is_bullet(text, starts, first, last)
        colon: cython.Py_ssize_t = find_colon(text, starts, opens, last)
        if bracket > 0:
            # Not (a), which mostly numbers the parts of one long sentence.
            begins = bracket + 1 if final and text[starts[first]] != 0x28 else -1
            if is_small(text[starts[bracket - 1]]) and UC <= classes[bracket - 1] <= MC:
                classes[bracket - 1] = cython.cast(cython.uchar, LC)
                found += 1
        elif colon > 0:
            if (opens == first and is_repeated(lines, words, line, colon)) or (
                final and self.is_label(text, starts, words, classes, opens, colon)
            ):
                begins = colon + 1
        elif clause_of(text, starts, lines, line) >= 0:
            if (
                (final and contains(self.openers, words[first + 1]))
                or is_clause(text, starts, lines, line, line - 1)
                or is_clause(text, starts, lines, line, line + 1)
            ):
                begins = first + 1
        elif has_number(text, starts, lines, line):
            for beside in range(line - 1, line + 2, 2):
                if has_number(text, starts, lines, beside):
                    begins = first + 1
        elif final:
            begins = find_dash(text, starts, classes, first, last) + 1
            if begins == 0:
                begins = first if text[starts[last - 1]] == 0x3F else -1
        if begins >= 0 and begins + 1 < last and is_quote(text[starts[begins]]):
            begins += 1
        if begins >= 0 and is_letter(text[starts[begins]]) and classes[begins] == LC:
            classes[begins] = cython.cast(cython.uchar, UC)
            found += 1
        return found

    def is_label(self, text, starts, words, classes, first, colon):
        """Tell whether a label is no clause, such as ``he paused:``.

        Two words at most, none common, or a title, all of whose words but the ``joining`` have a
        capital: ``Murphy's Law of Research:``.
        """
        apart: cython.int = 0
        plain: cython.bint = True
        titled: cython.bint = True
        for i in range(first, colon):
            plain = plain and not contains(self.common, words[i])
            if is_small(text[starts[i]]) and not contains(self.joining, words[i]):
                titled = titled and classes[i] >= UC and classes[i] <= MC
            if i > first and text[starts[i] - 1] == 0x20:
                apart += 1
        return (plain and apart < 2) or (titled and apart > 1)


if not cython.compiled:
    has_final_mark = interpreted.views(has_final_mark)
    is_item = interpreted.views(is_item)
    Opener.open = interpreted.views(Opener.open)
