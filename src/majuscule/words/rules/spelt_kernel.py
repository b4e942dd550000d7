# mypy: ignore-errors
"""Words written letter by letter: ``N A S A``, ``A G E N D A``."""

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
    raise_spelt = interpreted.views(raise_spelt)
