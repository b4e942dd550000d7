# mypy: ignore-errors
"""Abbreviations of states after the names of their towns, and what follows a town that opens a
report: ``Grand Rapids MI``, ``Columbus, OH``, ``Washington - The``."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import contains, is_digit, is_letter
    from cython.cimports.majuscule.words.rules.opening_kernel import has_final_mark
else:
    from majuscule.text.inlined import contains, is_digit, is_letter
    from majuscule.words.rules.opening_kernel import has_final_mark

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
MC = cython.declare(cython.int, 3)

REPORT = cython.declare(cython.Py_ssize_t, 20)
"""The least tokens of a line that opens a report; shorter ones define (``Zoe - a cat``)."""


def is_dash(code):
    """Return whether a character is a hyphen or a dash."""
    return code == 0x2D or code == 0x2013 or code == 0x2014


def is_closed(text, at):
    """Return whether a mark, a number or the end of the line follows a word that ends at an
    offset."""
    if at == text.shape[0]:
        return True
    code = text[at]
    if code == 0x20 and at + 1 < text.shape[0]:
        code = text[at + 1]
        return is_digit(code) or code == 0x28
    return code == 0x2C or code == 0x2E or code == 0x3B or code == 0x29 or code < 0x20


def is_shortened(text, at):
    """Return whether a full stop at an offset does not end a sentence: ``Atlanta, Ga. -``."""
    if at + 2 >= text.shape[0] or text[at] != 0x2E:
        return False
    code = text[at + 1]
    if code == 0x20:
        code = text[at + 2]
    return code == 0x2C or code == 0x28 or is_dash(code)


def raise_places(text, starts, words, states, doubtful, shares, first, last, classes):
    """Write abbreviations of states in capitals, and begin a sentence after a town that opens a
    report; return how many classes changed.

    The abbreviations must follow a word that has a capital here and mostly elsewhere, or is
    unknown, and perhaps a comma.  The ``doubtful`` ones, which are names or words too, must also
    follow a comma or precede a mark, a number or the end of the line.
    """
    found: cython.Py_ssize_t = 0
    name: cython.Py_ssize_t
    comma: cython.bint
    for i in range(first + 1, last):
        if classes[i] != LC and classes[i] != UC:
            continue
        end = starts[i] + 2
        if end < text.shape[0] and is_letter(text[end]):
            continue
        name = i - 1
        comma = text[starts[name]] == 0x2C and name > first
        if not contains(states, words[i]):
            if not contains(doubtful, words[i]) or not (comma or is_closed(text, end)):
                continue
        name -= comma
        if text[starts[i] - 1] != 0x20 or classes[name] != UC or not is_letter(text[starts[name]]):
            continue
        if shares.shape[0] > 0 and shares[name] < 0.5:
            continue
        classes[i] = cython.cast(cython.uchar, UC if is_shortened(text, end) else CA)
        found += 1
    return found + raise_report(text, starts, shares, first, last, classes)


def raise_report(text, starts, shares, first, last, classes):
    """Capitalise what follows a dash after a town of up to five tokens: ``Austin, Tex. - Oil``.

    Return how many classes changed.  A word of the town nearly always has a capital (``new york``),
    and no other dash follows.
    """
    begins: cython.Py_ssize_t = -1
    if last < first + REPORT or shares.shape[0] == 0:
        return 0
    named: cython.bint = shares[first] >= 0.98
    for i in range(first + 1, last - 1):
        code = text[starts[i]]
        if is_dash(code) and text[starts[i] - 1] == 0x20 and text[starts[i + 1] - 1] == 0x20:
            if begins > 0:
                return 0
            begins = i + 1
        elif begins < 0:
            if i > first + 5 or (code != 0x2C and code != 0x2E and not UC <= classes[i] <= MC):
                return 0
            named = named or shares[i] >= 0.98
    if (
        begins < 0
        or not named
        or classes[begins] != LC
        or not has_final_mark(text, starts, first, last)
    ):
        return 0
    classes[begins] = cython.cast(cython.uchar, UC)
    return 1


if not cython.compiled:
    raise_places = interpreted.views(raise_places)
