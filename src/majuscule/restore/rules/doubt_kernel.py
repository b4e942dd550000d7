# mypy: ignore-errors
"""Where speech begins in a line, names behind titles, names of packages and manual pages, and
capitals that are too doubtful."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.majuscule.text.inlined import contains, is_digit, is_small
else:
    from math import exp

    from majuscule.text.inlined import contains, is_digit, is_small

# Classes and positions (majuscule.text.tokenizing.classes, majuscule.text.tokenizing.sentences)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
MC = cython.declare(cython.int, 3)
INSIDE = cython.declare(cython.int, 0)
LINE = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)
ABBREVIATED = cython.declare(cython.int, 3)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def stands_for_word(
    words: cython.const[cython.ulonglong][::1],
    greetings: cython.const[cython.ulonglong][::1],
    letters: cython.const[cython.ulonglong][::1],
    beside: cython.const[cython.ulonglong][::1],
    at: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a token of a line is a greeting, or a letter with a common word beside it."""
    if not contains(letters, words[at]):
        return contains(greetings, words[at])
    if at > first and contains(beside, words[at - 1]):
        return True
    return at + 1 < last and contains(beside, words[at + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_letters(text: cython.const[cython.uint][::1], at: cython.Py_ssize_t) -> cython.bint:
    """Tell whether two letters of ASCII or more are behind the figures at a place."""
    while at < text.shape[0] and is_digit(text[at]):
        at += 1
    return at + 1 < text.shape[0] and is_small(text[at]) and is_small(text[at + 1])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_letter(code: cython.uint) -> cython.bint:
    """Tell letters from figures, marks and protected text."""
    return is_small(code) or (0xC0 <= code and code < 0x2000)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_quote(code: cython.uint) -> cython.bint:
    """Tell quotes."""
    return code == 0x22 or code == 0x27 or (0x2018 <= code and code <= 0x201E)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def names_machine(code: cython.uint) -> cython.bint:
    """Tell what names of packages and programs are written with: ``libstdc++6-4.3-dev``."""
    return is_small(code) or is_digit(code) or code == 0x2B or code == 0x2D or code == 0x2E


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_machine_name(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    words: cython.const[cython.ulonglong][::1],
    shares: cython.const[cython.float][::1],
    packaged: cython.const[cython.ulonglong][::1],
    first: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    begins: cython.bint,
) -> cython.bint:
    """Tell whether a token is part of the name of a package, a library or a manual page.

    ``libfoo``, inside a sentence; ``libfoo-perl``, ``python3-foo``, ``foo-dev``, ``foo(1)``, also
    where one begins.  A known word such as ``Libby`` is no library, and ``Einstein(1)`` no page.
    """
    size: cython.Py_ssize_t = text.shape[0]
    start: cython.Py_ssize_t = starts[at]
    end: cython.Py_ssize_t = starts[at]
    hyphen: cython.Py_ssize_t = -1
    while start > starts[first] and names_machine(text[start - 1]):
        start -= 1
    for i in range(start, starts[at]):
        if text[i] == 0x2D:
            hyphen = i
    while end < size and names_machine(text[end]):
        if text[end] == 0x2D:
            hyphen = end
        end += 1
    if end + 2 < size and end > start + 2 and text[end] == 0x28 and is_digit(text[end + 1]):
        i = end + 2
        while i + 1 < size and i < end + 4 and is_small(text[i]):
            i += 1
        if text[i] == 0x29 and not (shares.shape[0] > 0 and shares[at] >= 0.9):
            return True
    while at > first and starts[at] > start:
        at -= 1
    if hyphen > start:
        last = at
        while last + 1 < starts.shape[0] and starts[last] <= hyphen:
            last += 1
        if contains(packaged, words[at]) or contains(packaged, words[last]):
            return True
    if end < start + 5 or text[start] != 0x6C or text[start + 1] != 0x69 or text[start + 2] != 0x62:
        return False
    if shares.shape[0] > 0 and shares[at] >= 0.5:
        return False
    if hyphen > start:
        return True
    code = text[start + 3]  # not libero, library
    if code == 0x61 or code == 0x65 or code == 0x69 or code == 0x6F or code == 0x75:
        return False
    return not begins and code != 0x72 and code != 0x79


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_final_mark(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a line ends like a sentence: with a mark that nothing but a quote follows."""
    if last > first and is_quote(text[starts[last - 1]]):
        last -= 1
    if last == first:
        return False
    code = text[starts[last - 1]]
    return code == 0x2E or code == 0x21 or code == 0x3F or code == 0x2026


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_bullet(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a line begins with a bullet: - * + • and a space."""
    code = text[starts[first]]
    if code != 0x2D and code != 0x2A and code != 0x2B and code != 0x2022:
        return False
    return first + 1 < last and text[starts[first] + 1] == 0x20


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_colon(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_repeated(
    lines: cython.const[cython.int][:, ::1],
    words: cython.const[cython.ulonglong][::1],
    line: cython.Py_ssize_t,
    colon: cython.Py_ssize_t,
) -> cython.bint:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_label(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    words: cython.const[cython.ulonglong][::1],
    common: cython.const[cython.ulonglong][::1],
    joining: cython.const[cython.ulonglong][::1],
    classes: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    colon: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a label is no clause, such as ``he paused:``.

    Two words at most, none common, or a title, all of whose words but the ``joining`` have a
    capital: ``Murphy's Law of Research:``.
    """
    apart: cython.int = 0
    plain: cython.bint = True
    titled: cython.bint = True
    for i in range(first, colon):
        plain = plain and not contains(common, words[i])
        if is_small(text[starts[i]]) and not contains(joining, words[i]):
            titled = titled and classes[i] >= UC and classes[i] <= MC
        if i > first and text[starts[i] - 1] == 0x20:
            apart += 1
    return (plain and apart < 2) or (titled and apart > 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_dash(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    classes: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_item(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    at: cython.Py_ssize_t,
) -> cython.bint:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_bracket(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the bracket behind the number or letter of an item, or -1: ``(a) one``, ``3) two``."""
    i: cython.Py_ssize_t = first + 1 if text[starts[first]] == 0x28 else first
    if i + 2 >= last or text[starts[i + 1]] != 0x29 or starts[i + 2] < starts[i + 1] + 2:
        return -1
    if is_item(text, starts, i):
        return i + 1
    return i + 1 if starts[i + 1] - starts[i] < 3 and is_digit(text[starts[i]]) else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_listed(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    at: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a token in brackets numbers a part: ``section 4(b)``, ``(i) time, (ii) money``.

    Behind a figure or a bracket, or in a line that has ``(i)`` and ``(ii)``, or ``(a)`` and
    ``(b)``.  A grade is none (``english (b)``), nor is a charge (``iron(ii)``).  The token is not
    the first of its line.
    """
    begin: cython.Py_ssize_t = starts[at] - 1
    ones: cython.bint = False
    twos: cython.bint = False
    if text[begin] != 0x28 or not is_item(text, starts, at):
        return False
    if at - 1 > first and starts[at - 1] == begin:
        if is_digit(text[begin - 1]) or text[begin - 1] == 0x29:
            return True
        if text[begin - 1] != 0x20:
            return False
    for i in range(first + 1, last):
        if text[starts[i] - 1] != 0x28 or not is_item(text, starts, i):
            continue
        size = starts[i + 1] - starts[i]
        code = text[starts[i]]
        if size == 1 and (code == 0x61 or code == 0x69):
            ones = True
        elif ones and ((size == 1 and code == 0x62) or (size == 2 and text[starts[i] + 1] == code)):
            twos = True
    return ones and twos


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_number(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    lines: cython.const[cython.int][:, ::1],
    line: cython.Py_ssize_t,
) -> cython.bint:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clause_of(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    lines: cython.const[cython.int][:, ::1],
    line: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_clause(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    lines: cython.const[cython.int][:, ::1],
    line: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
) -> cython.bint:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin_speech(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    lines: cython.const[cython.int][:, ::1],
    words: cython.const[cython.ulonglong][::1],
    common: cython.const[cython.ulonglong][::1],
    joining: cython.const[cython.ulonglong][::1],
    openers: cython.const[cython.ulonglong][::1],
    line: cython.Py_ssize_t,
    classes: cython.uchar[::1],
) -> cython.Py_ssize_t:
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
            final and is_label(text, starts, words, common, joining, classes, opens, colon)
        ):
            begins = colon + 1
    elif clause_of(text, starts, lines, line) >= 0:
        if (
            (final and contains(openers, words[first + 1]))
            or is_clause(text, starts, lines, line, line - 1)
            or is_clause(text, starts, lines, line, line + 1)
        ):
            begins = first + 1
    elif has_number(text, starts, lines, line):
        if has_number(text, starts, lines, line - 1) or has_number(text, starts, lines, line + 1):
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def name_titled(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    words: cython.const[cython.ulonglong][::1],
    joining: cython.const[cython.ulonglong][::1],
    at: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    classes: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Give *Mr.*, *Mrs.*, *Ms.* or *Mx.* and the name behind it a capital; return what has changed.

    A ``joining`` word is no name (``mr. and mrs. low``), nor is what a name goes on from (``mr. st
    john``).  Without the full stop they may stand for something else (``5 ms``, ``an MR scan``):
    there, one of the two must be capitalised already.
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
    if not is_letter(text[starts[name]]) or contains(joining, words[name]):
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    lines: cython.const[cython.int][:, ::1],
    positions: cython.const[cython.uchar][::1],
    words: cython.const[cython.ulonglong][::1],
    scores: cython.const[cython.float][:, ::1],
    shares: cython.const[cython.float][::1],
    limits: cython.const[cython.float][::1],
    floors: cython.const[cython.float][:, ::1],
    longest: cython.Py_ssize_t,
    typed: cython.const[cython.ulonglong][::1],
    greetings: cython.const[cython.ulonglong][::1],
    letters: cython.const[cython.ulonglong][::1],
    beside: cython.const[cython.ulonglong][::1],
    titles: cython.const[cython.ulonglong][::1],
    joining: cython.const[cython.ulonglong][::1],
    openers: cython.const[cython.ulonglong][::1],
    packaged: cython.const[cython.ulonglong][::1],
    classes: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Settle what a model left open: :meth:`Doubter.settle` with what it knows."""
    found: cython.Py_ssize_t = 0
    level: cython.Py_ssize_t
    row: cython.Py_ssize_t
    sum_: cython.double
    short: cython.bint
    begins: cython.bint
    named: cython.bint
    for line in range(lines.shape[0]):
        first = lines[line, 0]
        last = lines[line, 1]
        short = last - first <= longest
        for i in range(first, last):
            if classes[i] < UC or classes[i] > MC:
                continue
            begins = positions[i] == LINE or positions[i] == SENTENCE
            if is_digit(text[starts[i]]) and (begins or classes[i] == UC):
                # Never 10Mg or 7Ish.  The figure has begun the sentence: 200g, but 3D and 4WD.
                if (classes[i] == UC and has_letters(text, starts[i])) or (
                    begins and shares.shape[0] > 0 and not shares[i] >= 0.5
                ):
                    classes[i] = cython.cast(cython.uchar, LC)
                    found += 1
                continue
            if is_machine_name(text, starts, words, shares, packaged, first, i, begins):
                classes[i] = cython.cast(cython.uchar, LC)
                found += 1
                continue
            # A word that begins a sentence keeps one capital: Dip, not DIP, and Pls msg me.
            if begins and classes[i] != CA:
                continue
            if (begins or positions[i] == INSIDE) and contains(typed, words[i]):
                classes[i] = cython.cast(cython.uchar, UC if begins else LC)
                found += 1
                continue
            if i > first and is_listed(text, starts, i, first, last):
                classes[i] = cython.cast(cython.uchar, LC)
                found += 1
                continue
            row = 2 if positions[i] == ABBREVIATED else 0 if classes[i] == UC else 1
            if row == 2:
                named = i > first + 1 and contains(titles, words[i - 2])
                if named and not contains(joining, words[i]):
                    continue
            elif not short:
                continue
            level = 0
            if shares.shape[0] > 0 and shares[i] == shares[i]:
                level = 1
                while level <= limits.shape[0] and shares[i] >= limits[level - 1]:
                    level += 1
            sum_ = 0.0
            for k in range(4):
                sum_ += exp(scores[i, k])
            if (sum_ * floors[row, level] > 1.0 and (level > 0 or not begins)) or (
                short
                and (begins or positions[i] == INSIDE)
                and stands_for_word(words, greetings, letters, beside, i, first, last)
            ):
                classes[i] = cython.cast(cython.uchar, UC if begins else LC)
                found += 1
        for i in range(first, last - 1):
            if text[starts[i]] == 0x6D:
                found += name_titled(text, starts, words, joining, i, last, classes)
        found += begin_speech(text, starts, lines, words, beside, joining, openers, line, classes)
    return found


class Doubter:
    """Finds where speech begins, and the capitals inside sentences that are too doubtful."""

    def __init__(self, limits, floors, longest, *lists) -> None:
        """Take how probable a capital must be.

        ``limits`` (k,): where the levels of the shares begin; ``floors`` (3, k + 2): how probable a
        capital must be by level, of which the first is for unknown words: an initial one, another,
        and, in lines of any length, one after an abbreviation.  The first two are for lines of
        ``longest`` tokens at most.  The ``lists`` are sorted hashes: words that stay small as they
        are ``typed``; in short lines ``greetings`` too, and one of the ``letters`` next to a word
        of ``beside``.  What begins a sentence keeps one capital, and is looked at if it is in
        capitals: one of these, or in short lines a known word.  Behind one of the ``titles`` and
        its full stop no capital is too doubtful but those of ``joining`` words.  With ``openers``
        begins what a clause says.  One of the ``packaged`` words begins or ends the name of a
        package.
        """
        self.typed, self.greetings, self.letters, self.beside = map(interpreted.items, lists[:4])
        self.titles, self.joining, self.openers, self.packaged = map(interpreted.items, lists[4:])
        self.limits, self.floors = interpreted.items(limits), interpreted.items(floors)
        self.longest = longest

    def settle(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        lines: cython.const[cython.int][:, ::1],
        positions: cython.const[cython.uchar][::1],
        words: cython.const[cython.ulonglong][::1],
        scores: cython.const[cython.float][:, ::1],
        shares: cython.const[cython.float][::1],
        classes: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Make the capitals small that are too doubtful; return how many classes have changed.

        What a line says gets its capital behind a label, a dateline or the number of an item or a
        clause, and so does a name behind *Mr.*, *Mrs.*, *Ms.* or *Mx.*  What numbers a part, in
        brackets, is small.

        ``text``: folded, and where the tokens start in it; ``scores`` (n, 4): log odds of the
        classes; ``shares`` (n,): how often each word is capitalised, NaN where unknown, may be
        empty.  A word with a figure before it has no initial capital (``7ish``) and begins no
        sentence by one (``5km run``), unless it mostly has one and one letter (``3D``).
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.work(text, starts, lines, positions, words, scores, shares, classes)
        return found

    def work(self, text, starts, lines, positions, words, scores, shares, classes):
        """Do the work of :meth:`settle`."""
        return settle(
            text,
            starts,
            lines,
            positions,
            words,
            scores,
            shares,
            self.limits,
            self.floors,
            self.longest,
            self.typed,
            self.greetings,
            self.letters,
            self.beside,
            self.titles,
            self.joining,
            self.openers,
            self.packaged,
            classes,
        )


if not cython.compiled:
    Doubter.settle = interpreted.views(Doubter.settle)
