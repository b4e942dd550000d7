# mypy: ignore-errors
"""Abbreviations of states after the names of their towns: ``Grand Rapids MI``, ``Columbus, OH``."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import contains, is_digit, is_letter
else:
    from majuscule.text.inlined import contains, is_digit, is_letter

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)


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


def raise_states(text, starts, words, states, doubtful, shares, first, last, classes):
    """Write abbreviations of states in capitals; return how many classes changed.

    They must follow a word that has a capital here and mostly elsewhere, or is unknown, and perhaps
    a comma.  The ``doubtful`` ones, which are names or words too, must also follow a comma or
    precede a mark, a number or the end of the line.
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
        classes[i] = cython.cast(cython.uchar, CA)
        found += 1
    return found


if not cython.compiled:
    raise_states = interpreted.views(raise_states)
