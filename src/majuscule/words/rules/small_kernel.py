# mypy: ignore-errors
"""Words that have no capital because of the sign beside them: halves of compounds, a cut vowel,
*x* between numbers."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import is_digit, is_letter, is_small
else:
    from majuscule.text.inlined import is_digit, is_letter, is_small

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
MC = cython.declare(cython.int, 3)

NEAR = cython.declare(cython.Py_ssize_t, 500)
"""The most tokens that are searched before one."""


def has_accent(text, starts, classes, at, first, last):
    """Return whether an apostrophe replaces the accent of a word's last vowel: ``piu' di ieri``.

    Not where it closes a quote, nor in names, whose next word has a capital (``Ca' Foscari``).
    """
    mark: cython.Py_ssize_t = starts[at]
    while mark < text.shape[0] and is_small(text[mark]):
        mark += 1
    if mark == starts[at] or mark >= text.shape[0]:
        return False
    if text[mark] != 0x27 and text[mark] != 0x2019:
        return False
    if mark + 1 < text.shape[0] and is_letter(text[mark + 1]):
        return False
    code = text[mark - 1]
    if code != 0x61 and code != 0x65 and code != 0x69 and code != 0x6F and code != 0x75:
        return False
    for i in range(max(first, at - NEAR), at + 1):
        code = text[starts[i] - 1] if starts[i] > 0 else 0
        if code == 0x27 or code == 0x2018:
            if starts[i] < 2 or not is_letter(text[starts[i] - 2]):
                return False
    return at + 2 >= last or not (UC <= classes[at + 2] <= MC)


def is_electronic(text, at):
    """Return whether *e-* begins a word at an offset: ``e-mail``."""
    if text[at] != 0x65 or at + 2 >= text.shape[0] or text[at + 1] != 0x2D:
        return False
    if at > 0 and (is_letter(text[at - 1]) or text[at - 1] == 0x2D):
        return False
    return is_letter(text[at + 2])


def is_second_half(text, starts, classes, shares, at, first):
    """Return whether a word that is mostly lower case follows a hyphen and a lower-case word, or
    one that is not mostly capitalised follows *e-*.

    ``norte-coreano``, ``sous-jacent``, ``E-mail``, but not ``ex-Jugoslavia``.
    """
    begin: cython.Py_ssize_t = starts[at]
    if at < first + 2 or text[begin - 1] != 0x2D or not is_letter(text[begin - 2]):
        return False
    if shares.shape[0] == 0:
        return False
    if is_electronic(text, begin - 2):
        return not shares[at] >= 0.85
    return classes[at - 2] == LC and shares[at] < 0.85


def is_times(text, at):
    """Return whether *x* stands between numbers: ``3 x 4``, ``200x100px``.

    The token at an offset is the *x*, or begins with the first number.
    """
    size: cython.Py_ssize_t = text.shape[0]
    end: cython.Py_ssize_t = at
    while end < size and is_digit(text[end]):
        end += 1
    if end + 2 >= size or text[end] != 0x78:
        return False
    if end > at:
        return is_digit(text[end + 1])
    if at < 2 or text[at - 1] != 0x20 or not is_digit(text[at - 2]):
        return False
    return text[at + 1] == 0x20 and is_digit(text[at + 2])
