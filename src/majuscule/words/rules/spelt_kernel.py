# mypy: ignore-errors
"""Words written letter by letter: ``N A S A``, ``A G E N D A``; words masked by asterisks."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import is_letter
else:
    from majuscule.text.inlined import is_letter

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)


def is_alone(text, starts, at):
    """Return whether a token is a letter before a blank, a full stop, a comma or the end."""
    i: cython.Py_ssize_t = starts[at]
    if not is_letter(text[i]):
        return False
    if i + 1 == text.shape[0]:
        return True
    code = text[i + 1]
    return code == 0x20 or code == 0x0A or code == 0x0D or code == 0x2E or code == 0x2C


def is_masked(text, classes, start, at, first):
    """Return whether a token is part of a word masked by asterisks: ``a f*ck``, ``the f***``.

    A single letter before three asterisks must follow a lower-case word (not ``Count D***``).
    ``M*A*S*H``, ``a*b``, emphasis (``**a**``) and footnotes (``nato**``) do not count.
    """
    end: cython.Py_ssize_t = start + 1
    stars: cython.Py_ssize_t = start
    while end < text.shape[0] and is_letter(text[end]):
        end += 1
    while stars > 0 and text[stars - 1] == 0x2A:
        stars -= 1
    if stars < start:
        return is_letter(text[stars - 1]) and end - stars > 2 if stars > 0 else False
    stars = end
    while stars + 1 < text.shape[0] and text[stars] == 0x2A:
        stars += 1
    if stars > end and is_letter(text[stars]):
        return stars > end + 1 or (stars + 1 < text.shape[0] and is_letter(text[stars + 1]))
    return stars > end + 2 and end == start + 1 and at > first and classes[at - 1] == LC


def raise_spelt(text, starts, first, last, classes):
    """Capitalise all of three or more letters in a row if half of them are capitals; return how
    many classes changed.

    *a* and *i* are often words: they have no vote, and an *a* at either end stays as it is.
    """
    found: cython.Py_ssize_t = 0
    upper: cython.Py_ssize_t
    votes: cython.Py_ssize_t
    end: cython.Py_ssize_t
    i: cython.Py_ssize_t = first
    while i + 2 < last:
        upper = votes = 0
        end = i
        while end < last and is_alone(text, starts, end):
            code = text[starts[end]]
            if code != 0x61 and code != 0x69:
                votes += 1
                upper += classes[end] != LC
            end += 1
            if starts[end - 1] + 1 == text.shape[0] or text[starts[end - 1] + 1] != 0x20:
                break
        if end > i + 2 and votes > 1 and 2 * upper >= votes:
            for k in range(i, end):
                if classes[k] == LC and (text[starts[k]] != 0x61 or i < k < end - 1):
                    classes[k] = cython.cast(cython.uchar, UC)
                    found += 1
        i = end if end > i else i + 1
    return found


if not cython.compiled:
    is_masked = interpreted.views(is_masked)
    raise_spelt = interpreted.views(raise_spelt)
