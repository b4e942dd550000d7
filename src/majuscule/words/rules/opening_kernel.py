# mypy: ignore-errors
"""Capitals after a label, a tag, a dateline or a number, of names after *Mr.* and the like, and of
menus."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import (
        contains,
        is_apostrophe,
        is_digit,
        is_letter,
        is_quote,
        is_small,
    )
    from cython.cimports.majuscule.words.rules.label_kernel import (
        find_colon,
        find_dash,
        is_among_sentences,
        is_bullet,
        is_examined,
        is_repeated,
        skip_remark,
    )
    from cython.cimports.majuscule.words.rules.numbering_kernel import (
        clause_of,
        find_bracket,
        find_item,
        has_number,
        is_cited,
        is_clause,
    )
else:
    from majuscule.text.inlined import (
        contains,
        is_apostrophe,
        is_digit,
        is_letter,
        is_quote,
        is_small,
    )
    from majuscule.words.rules.label_kernel import (
        find_colon,
        find_dash,
        is_among_sentences,
        is_bullet,
        is_examined,
        is_repeated,
        skip_remark,
    )
    from majuscule.words.rules.numbering_kernel import (
        clause_of,
        find_bracket,
        find_item,
        has_number,
        is_cited,
        is_clause,
    )

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
MC = cython.declare(cython.int, 3)


def has_final_mark(text, starts, first, last) -> bool:
    """Return whether a line ends like a sentence: with a final mark, or one and a quote."""
    if last > first and is_quote(text[starts[last - 1]]):
        last -= 1
    if last == first:
        return False
    code = text[starts[last - 1]]
    return code == 0x2E or code == 0x21 or code == 0x3F or code == 0x2026


def is_retweet(text, starts, at):
    """Return whether a token in *r* is *rt* before a handle: ``RT @nasa``; it is not the last."""
    i: cython.Py_ssize_t = starts[at]
    if starts[at + 1] != i + 3 or text[i + 2] != 0x20:
        return False
    return text[i + 1] == 0x74 and text[i + 3] == 0x40


def follows_exclamation(text, at):
    """Return whether ?!, !! or the like and a space precede an offset: ``what?! he left``."""
    if at < 4 or text[at - 1] != 0x20 or (text[at - 2] != 0x21 and text[at - 2] != 0x3F):
        return False
    return text[at - 3] == 0x21 or text[at - 3] == 0x3F


def is_arrow(code):
    """Return whether a character separates a menu from its item: > › → ▸."""
    return code == 0x3E or code == 0x203A or code == 0x2192 or code == 0x25B8


def is_comparison(text, starts, at, first, last):
    """Return whether the word before an arrow follows *the*, and no arrow is in the next five
    tokens."""
    i: cython.Py_ssize_t = starts[at - 2] if at > first + 1 else 0
    if at < first + 2 or starts[at - 1] != i + 4:
        return False
    if text[i] != 0x74 or text[i + 1] != 0x68 or text[i + 2] != 0x65:
        return False
    for k in range(at + 1, last if last < at + 6 else at + 6):
        if is_arrow(text[starts[k]]):
            return False
    return True


def is_alone(text, at):
    """Return whether a blank, an apostrophe or the line's end follows the word at an offset; a
    single letter other than *a* is no word."""
    end: cython.Py_ssize_t = at
    while end < text.shape[0] and is_letter(text[end]):
        end += 1
    if end < at + 2 and text[at] != 0x61:
        return False
    return end == text.shape[0] or text[end] <= 0x20 or is_apostrophe(text[end])


def raise_word(text, starts, at, classes):
    """Capitalise a lower-case word; return how many classes changed."""
    if classes[at] != LC or not is_letter(text[starts[at]]):
        return 0
    classes[at] = cython.cast(cython.uchar, UC)
    return 1


class Opener:
    """Capitalises what a line says, names after titles, and menus."""

    def __init__(self, *lists) -> None:
        """Store lists of words as sorted hashes: ``common``, ``joining``, ``openers``, ``verbs``,
        ``menus`` and ``parts``.

        ``common`` words do not occur in short labels; ``joining`` words are no names, and lower
        case in titles; for the others see :class:`majuscule.words.rules.doubts.Doubts`.
        """
        self.common, self.joining, self.openers = map(interpreted.items, lists[:3])
        self.verbs, self.menus, self.parts = map(interpreted.items, lists[3:])

    def open(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        lines: cython.const[cython.int][:, ::1],
        words: cython.const[cython.ulonglong][::1],
        classes: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Change ``classes`` in place; return how many changed.

        Capitals go to the first word after a label, a dateline or the number of an item or a
        clause, to what follows ?! and the like, and to names after *Mr.*, *Mrs.*, *Ms.* or *Mx.*
        ``text``: folded code points, in which the tokens begin at ``starts``.
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.work(text, starts, lines, words, classes)
        return found

    def work(self, text, starts, lines, words, classes):
        """Do the work of :meth:`open`."""
        found: cython.Py_ssize_t = 0
        has_arrow: cython.bint
        for line in range(lines.shape[0]):
            last = lines[line, 1]
            has_arrow = False
            for i in range(lines[line, 0], last):
                code = text[starts[i]]
                if follows_exclamation(text, starts[i]):
                    found += raise_word(text, starts, i, classes)
                if i == last - 1:
                    break
                if code == 0x6D:
                    found += self.raise_titled(text, starts, words, i, last, classes)
                elif code == 0x72 and classes[i] < CA and is_retweet(text, starts, i):
                    classes[i] = cython.cast(cython.uchar, CA)
                    found += 1
                elif is_arrow(code):
                    has_arrow = True
                    found += self.raise_turn(text, starts, words, i, lines[line, 0], last, classes)
                elif UC <= classes[i] <= MC and i > lines[line, 0] and is_cited(text, starts, i):
                    classes[i] = cython.cast(cython.uchar, LC)
                    found += 1
            if has_arrow:
                found += self.raise_menus(text, starts, words, lines[line, 0], last, classes)
            found += self.raise_speech(text, starts, lines, words, line, classes)
        return found

    def raise_titled(self, text, starts, words, at, last, classes):
        """Capitalise *Mr.*, *Mrs.*, *Ms.* or *Mx.* and the name after it; return how many classes
        changed.

        A ``joining`` word is no name (``mr. and mrs. low``), nor is a lower-case word before a
        capitalised one (``mr. st John``).  Without the full stop the title may be something else
        (``5 ms``, ``an MR scan``): there, one of the two must be capitalised already.  Speakers in
        transcripts are often in capitals; those whose case is restored are written like others.
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
        if classes[name] == CA and dotted and name + 1 < last:
            if starts[name + 1] > starts[name] + 3 and is_letter(text[starts[name] + 3]):
                classes[name] = cython.cast(cython.uchar, UC)  # but mr. t, mr. bbc
                found += 1
        if classes[name] == UC and (classes[at] == LC or (dotted and classes[at] != UC)):
            if dotted or at == 0 or not is_digit(text[starts[at - 1]]):
                classes[at] = cython.cast(cython.uchar, UC)
                found += 1
        return found

    def raise_turn(self, text, starts, words, at, first, last, classes):
        """Capitalise what is said after the sign of captions: ``no. >> yes``, ``>> mayor: we are``.

        Return how many classes changed.  At the start of a line the sign may be that of quoted
        mail.
        """
        if text[starts[at] + 1] != 0x3E:
            return 0
        colon: cython.Py_ssize_t = find_colon(text, starts, at + 1, last)
        if colon > 0 and self.is_label(text, starts, words, classes, at + 1, colon):
            return raise_word(text, starts, skip_remark(text, starts, colon + 1, last), classes)
        return raise_word(text, starts, at + 1, classes) if at > first else 0

    def find_tag(self, text, starts, words, classes, first, last):
        """Return the closing bracket of a remark that opens a line, or -1: ``[music] he sings``.

        The number of an item may precede it: ``2. (law) a claim``.  Square brackets that replace a
        word are no remark: those with a ``joining`` word first, unless it is an abbreviation
        (``[MIT]``), and those before one of the ``verbs`` (``[it] is``, ``[smith] was``).
        """
        i: cython.Py_ssize_t = find_item(text, starts, first, last)
        code = text[starts[i]]
        if (code != 0x5B and code != 0x28) or i + 4 >= last:
            return -1
        if code == 0x5B and classes[i + 1] != CA and contains(self.joining, words[i + 1]):
            return -1
        for k in range(i + 2, last - 2):
            if text[starts[k]] == code:
                return -1
            if text[starts[k]] == code + (1 if code == 0x28 else 2):
                begin = starts[k + 1]
                if begin != starts[k] + 2 or text[begin - 1] != 0x20:
                    return -1
                return -1 if contains(self.verbs, words[k + 1]) else k
        return -1

    def skip_part(self, text, starts, words, at, last):
        """Return the token after a part of speech, or ``at`` if it is none: ``n. a tool``.

        A single letter, which may be an initial, must precede a ``joining`` word.
        """
        if at + 2 >= last or not contains(self.parts, words[at]):
            return at
        behind: cython.Py_ssize_t = at + 1 + (text[starts[at + 1]] == 0x2E)
        if text[starts[behind] - 1] != 0x20 or text[starts[behind] - 2] != 0x2E:
            return at
        sure: cython.bint = is_letter(text[starts[at] + 1])
        return behind if sure or contains(self.joining, words[behind]) else at

    def raise_menus(self, text, starts, words, first, last, classes):
        """Capitalise menus and their items: ``settings > privacy``, ``file → save``.

        Return how many classes changed.  An arrow at most five tokens after another continues its
        path.  Comparisons are no menus: before a ``joining`` word (``help > the rest``), or after
        *the* if no other arrow follows (``the file > limit``).
        """
        found: cython.Py_ssize_t = 0
        sign: cython.Py_ssize_t = first - 6
        for i in range(first + 1, last - 1):
            if not is_arrow(text[starts[i]]):
                continue
            if text[starts[i] - 1] != 0x20 or starts[i + 1] != starts[i] + 2:
                continue
            if contains(self.menus, words[i - 1]) and not contains(self.joining, words[i + 1]):
                if i - sign < 6 or not is_comparison(text, starts, i, first, last):
                    found += raise_word(text, starts, i - 1, classes)
                    sign = i
            if i - sign < 6:
                found += raise_word(text, starts, i + 1, classes)
                sign = i
        return found

    def raise_speech(self, text, starts, lines, words, line, classes):
        """Capitalise the sentence of a line after what opens the line; return how many classes
        changed.

        That is a label that nearby lines repeat, a number that adjacent lines continue, or, in
        lines with a final mark, a label, a remark, a part of speech (``1. n. a tool``), a dateline
        or a number.  Questions get a capital too, and so do remarks in round brackets and items
        of a list of sentences.
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
        tag: cython.Py_ssize_t = -1
        if final and (bracket < 0 or text[starts[first]] != 0x28):
            tag = self.find_tag(text, starts, words, classes, first, last)
        item: cython.Py_ssize_t = find_item(text, starts, first, last)
        part: cython.Py_ssize_t = tag + 1 if tag > 0 else item
        behind: cython.Py_ssize_t = part
        if final and part > first:
            behind = self.skip_part(text, starts, words, part, last)
        if behind > part and UC <= classes[part] <= MC:
            classes[part] = cython.cast(cython.uchar, LC)
            found += 1
        if behind > part or tag > 0:
            begins = behind
            if text[starts[item]] == 0x28:
                found += raise_word(text, starts, item + 1, classes)
        elif bracket > 0:
            # Not after (a), which mostly numbers the parts of one long sentence.
            if final and (text[starts[first]] != 0x28 or is_digit(text[starts[bracket - 1]])):
                begins = bracket + 1
            if is_small(text[starts[bracket - 1]]) and UC <= classes[bracket - 1] <= MC:
                classes[bracket - 1] = cython.cast(cython.uchar, LC)
                found += 1
        elif colon > 0:
            if (opens == first and is_repeated(lines, words, line, colon)) or (
                final and self.is_label(text, starts, words, classes, opens, colon)
            ):
                begins = skip_remark(text, starts, colon + 1, last)
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
        if begins < 0 and opens > first and is_alone(text, starts[opens]):
            if is_among_sentences(text, starts, lines, classes, line):
                begins = opens
        if first + 1 < last and is_examined(text, starts, lines, line):
            begins = first + 1
        if begins >= 0 and begins + 1 < last and is_quote(text[starts[begins]]):
            begins += 1
        if begins >= 0:
            found += raise_word(text, starts, begins, classes)
        return found

    def is_label(self, text, starts, words, classes, first, colon):
        """Return whether the words before a colon are a label, not a clause such as ``he paused:``.

        A label has at most two words, none ``common``, or is a title, capitalised but for its
        ``joining`` words: ``Murphy's Law of Research:``.
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
    Opener.open = interpreted.views(Opener.open)
