# mypy: ignore-errors
"""Numbers and letters of list items, verses and clauses at the start of lines; page numbers;
measures."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import contains, is_digit, is_letter, is_small
else:
    from majuscule.text.inlined import contains, is_digit, is_letter, is_small

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
MC = cython.declare(cython.int, 3)

NEAR = cython.declare(cython.Py_ssize_t, 500)
"""The most tokens that are searched around one."""


def is_item(text, starts, at) -> bool:
    """Return whether a token is a letter or a small Roman numeral before a closing bracket."""
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


def find_item(text, starts, first, last):
    """Return the token after the item number that begins a line, or the line's first token."""
    if is_digit(text[starts[first]]) and first + 2 < last:
        code = text[starts[first + 1]]
        if code == 0x2E or code == 0x29:
            return first + 2
    return first


def find_bracket(text, starts, first, last):
    """Return the bracket after the number or letter of an item, or -1: ``(a) one``, ``3) two``."""
    i: cython.Py_ssize_t = first + 1 if text[starts[first]] == 0x28 else first
    if i + 2 >= last or text[starts[i + 1]] != 0x29 or starts[i + 2] < starts[i + 1] + 2:
        return -1
    if is_item(text, starts, i):
        return i + 1
    return i + 1 if starts[i + 1] - starts[i] < 3 and is_digit(text[starts[i]]) else -1


def has_number(text, starts, lines, line):
    """Return whether text follows a time or the number of a verse that begins a line: ``1:12 one``.

    *am* or *pm* must not follow.
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
    """Return the last part of the dotted number before a line's words, or -1: 2 for ``4.2``."""
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
    """Return whether two lines begin with consecutive clause numbers: ``4.1 ...``, ``4.2 ...``.

    Measures in adjacent lines hardly ever do (``1.5 million``, ``2.5 million``).
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


def is_cited(text, starts, at):
    """Return whether a token is *p.* or *pp.*, or the Roman numeral of a chapter, before a number:
    ``p. 12``, ``gen. xxxii. 24``.

    The numeral must follow a full stop; others belong to kings and wars.
    """
    begin: cython.Py_ssize_t = starts[at]
    end: cython.Py_ssize_t = begin
    roman: cython.bint = begin > 2 and text[begin - 1] == 0x20 and text[begin - 2] == 0x2E
    while end + 3 < text.shape[0] and is_letter(text[end]):
        code = text[end]
        roman = roman and (code == 0x69 or code == 0x76 or code == 0x78 or code == 0x6C)  # i v x l
        end += 1
    if end + 2 >= text.shape[0] or text[end] != 0x2E or text[end + 1] != 0x20:
        return False
    if not is_digit(text[end + 2]):
        return False
    return roman or (end < begin + 3 and text[begin] == 0x70 and text[end - 1] == 0x70)


def is_figure(code):
    """Return whether a character is a digit or a fraction: ½, ⅓."""
    return is_digit(code) or 0xBC <= code <= 0xBE or 0x2150 <= code <= 0x215E


def is_listed(text, starts, at, first, last):
    """Return whether a token in brackets is a number: ``section 4(b)``, ``(i) time, (ii) money``.

    It must follow a digit or a bracket, or its line must have both ``(i)`` and ``(ii)``, or ``(a)``
    and ``(b)``; so grades (``english (b)``) and charges (``iron(ii)``) do not count.  The token is
    not the first of its line.
    """
    begin: cython.Py_ssize_t = starts[at] - 1
    has_first: cython.bint = False
    has_second: cython.bint = False
    if text[begin] != 0x28 or not is_item(text, starts, at):
        return False
    if at - 1 > first and starts[at - 1] == begin:
        if is_digit(text[begin - 1]) or text[begin - 1] == 0x29:
            return True
        if text[begin - 1] != 0x20:
            return False
    for i in range(max(first + 1, at - NEAR), min(last, at + NEAR)):
        if text[starts[i] - 1] != 0x28 or not is_item(text, starts, i):
            continue
        size = starts[i + 1] - starts[i]
        code = text[starts[i]]
        if size == 1 and (code == 0x61 or code == 0x69):
            has_first = True
        elif has_first and (
            (size == 1 and code == 0x62) or (size == 2 and text[starts[i] + 1] == code)
        ):
            has_second = True
    return has_second


def lower_measured(text, starts, words, measures, joining, shares, first, last, classes):
    """Lower-case ``measures`` with a full stop behind a number, and what is measured, unless it is
    mostly capitalised or a ``joining`` word: ``1 pkg. cream cheese``, ``1/2 c. milk``.

    Return how many classes changed.  A letter stands for degrees behind two figures (``20 C.``).
    """
    found: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for i in range(first + 1, last - 1):
        at = starts[i]
        if text[at - 1] != 0x20 or not is_figure(text[at - 2]) or not contains(measures, words[i]):
            continue
        if text[at + 1] == 0x2E:
            if at > 2 and is_digit(text[at - 3]):
                continue
            at = i + 1
        else:
            at = i + 2
            if at == last or text[starts[i + 1]] != 0x2E or text[starts[i + 1] - 1] == 0x20:
                continue
        if UC <= classes[i] <= MC:
            classes[i] = cython.cast(cython.uchar, LC)
            found += 1
        if UC <= classes[at] <= MC and shares[at] < 0.85 and not contains(joining, words[at]):
            classes[at] = cython.cast(cython.uchar, LC)
            found += 1
    return found


if not cython.compiled:
    is_item = interpreted.views(is_item)
    find_item = interpreted.views(find_item)
    find_bracket = interpreted.views(find_bracket)
    has_number = interpreted.views(has_number)
    clause_of = interpreted.views(clause_of)
    is_clause = interpreted.views(is_clause)
    is_cited = interpreted.views(is_cited)
    is_listed = interpreted.views(is_listed)
    lower_measured = interpreted.views(lower_measured)
