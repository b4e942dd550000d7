# mypy: ignore-errors
"""Bullets, labels and datelines that open lines."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import is_digit, is_letter
else:
    from majuscule.text.inlined import is_digit, is_letter

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)


def is_bullet(text, starts, first, last):
    """Return whether a line begins with a bullet: - * + • and a space."""
    code = text[starts[first]]
    if code != 0x2D and code != 0x2A and code != 0x2B and code != 0x2022:
        return False
    return first + 1 < last and text[starts[first] + 1] == 0x20


def find_colon(text, starts, first, last):
    """Return the colon after a label of one to six words that begins a line, or -1.

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


def skip_remark(text, starts, at, last):
    """Return the token after a remark in brackets, or ``at``: ``emma: [sighs] no``."""
    code = text[starts[at]]
    if (code != 0x5B and code != 0x28) or starts[at + 2 if at + 2 < last else at] < starts[at] + 3:
        return at
    for i in range(at + 2, last - 1):
        if text[starts[i]] == code + (1 if code == 0x28 else 2):
            return i + 1 if starts[i + 1] > starts[i] + 1 else at
    return at


def is_repeated(lines, words, line, colon):
    """Return whether a line's label begins another line, at most eight lines away.

    Blank lines end the search, for another document may begin there.
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


def is_among_sentences(text, starts, lines, classes, line):
    """Return whether an item with the same bullet, at most eight lines away, begins with a capital
    and is a sentence: it has a full stop or more than eight tokens."""
    code = text[starts[lines[line, 0]]]
    for way in range(-1, 2, 2):
        for far in range(1, 9):
            at = line + way * far
            if at < 0 or at >= lines.shape[0]:
                break
            first = lines[at, 0]
            last = lines[at, 1]
            if last < first + 2 or text[starts[first]] != code or classes[first + 1] != UC:
                continue
            if last > first + 9 or text[starts[last - 1]] == 0x2E:
                if is_bullet(text, starts, first, last):
                    return True
    return False


def is_examined(text, starts, lines, line):
    """Return whether a line begins with *q.* or *a.* and a nearby line with the other."""
    first: cython.Py_ssize_t = starts[lines[line, 0]]
    other = 0x71 if text[first] == 0x61 else 0x61
    if text[first] != 0x71 and text[first] != 0x61:
        return False
    if first + 2 >= text.shape[0] or text[first + 1] != 0x2E or text[first + 2] != 0x20:
        return False
    for at in range(line - 8 if line > 8 else 0, min(line + 9, lines.shape[0])):
        if lines[at, 0] < lines[at, 1]:
            first = starts[lines[at, 0]]
            if text[first] == other and first + 1 < text.shape[0] and text[first + 1] == 0x2E:
                return True
    return False


def find_dash(text, starts, classes, first, last):
    """Return the dash after a dateline, or -1: capitalised words and numbers, with a bracket or a
    date.

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


if not cython.compiled:
    is_bullet = interpreted.views(is_bullet)
    find_colon = interpreted.views(find_colon)
    skip_remark = interpreted.views(skip_remark)
    is_repeated = interpreted.views(is_repeated)
    is_among_sentences = interpreted.views(is_among_sentences)
    is_examined = interpreted.views(is_examined)
    find_dash = interpreted.views(find_dash)
