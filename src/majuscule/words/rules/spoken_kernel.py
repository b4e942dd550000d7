# mypy: ignore-errors
"""Words written as they are spoken: ``wanna``, ``goin'``, ``'cause``, ``nooo``."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import contains, is_apostrophe, is_letter
else:
    from majuscule.text.inlined import contains, is_apostrophe, is_letter

# Classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
MC = cython.declare(cython.int, 3)

NEAR = cython.declare(cython.Py_ssize_t, 500)
"""The most characters before a word that are searched for an opening quote."""


def is_drawn(text, at):
    """Return whether a word at an offset is drawn out, with a letter three times in a row beside
    others (``nooo``, ``verrry``); not if that may be a numeral, *www* or *mmm*."""
    end: cython.Py_ssize_t = at
    while end + 2 < text.shape[0] and is_letter(text[end]):
        code = text[end]
        if code == text[end + 1] and code == text[end + 2]:
            if code != 0x63 and code != 0x69 and code != 0x6D and code != 0x77 and code != 0x78:
                while end < text.shape[0] and text[end] == code:
                    end += 1
                return text[at] != code or (end < text.shape[0] and is_letter(text[end]))
        end += 1
    return False


def is_exclaimed(text, start):
    """Return whether a letter at an offset follows a word, ! or ?, and blanks: ``oh! you are``."""
    i: cython.Py_ssize_t = start - 1
    if not is_letter(text[start]):
        return False
    while i > 1 and text[i] == 0x20:
        i -= 1
    if i < 1 or i == start - 1 or (text[i] != 0x21 and text[i] != 0x3F):
        return False
    return is_letter(text[i - 1])


def answers(text, start):
    """Return whether a word at an offset follows *no* and its full stop: ``no. you are``.

    Figures and single letters may be numbers (``no. 5``, ``no. b``).
    """
    i: cython.Py_ssize_t = start - 1
    if start + 1 >= text.shape[0] or not is_letter(text[start]) or not is_letter(text[start + 1]):
        return False
    while i > 2 and text[i] == 0x20:
        i -= 1
    if i < 2 or i == start - 1 or text[i] != 0x2E:
        return False
    if text[i - 1] != 0x6F or text[i - 2] != 0x6E:
        return False
    return i == 2 or not is_letter(text[i - 3])


def drops_g(text, start):
    """Return whether the word at an offset has an apostrophe for its last *g*: ``lovin' it``.

    Not where the apostrophe may close a quotation (``the 'battleship potemkin'``).
    """
    end: cython.Py_ssize_t = start
    while end < text.shape[0] and is_letter(text[end]):
        end += 1
    if end < start + 4 or end == text.shape[0] or not is_apostrophe(text[end]):
        return False
    if text[end - 2] != 0x69 or text[end - 1] != 0x6E:
        return False
    if end + 1 < text.shape[0] and is_letter(text[end + 1]):
        return False
    for i in range(start - 1, max(-1, start - NEAR), -1):
        if text[i] == 0x2018 or (text[i] == 0x27 and (i == 0 or not is_letter(text[i - 1]))):
            return False
        if text[i] == 0x0A:
            break
    return True


def is_clipped(text, start):
    """Return whether an apostrophe at the start of a word precedes an offset: ``'cause``."""
    if start == 0 or not is_apostrophe(text[start - 1]):
        return False
    return start == 1 or not is_letter(text[start - 2])


def is_spoken(text, starts, words, classes, shares, spoken, joining, at, first, last):
    """Return whether a token is one of ``spoken``, has lost its last *g*, or is a ``joining`` word
    after one of ``spoken``: ``i wanna be there``, ``thanks, buddy``.

    Not before other words in capitals, as in names (``Rockin' Robin``, ``Buddy Holly``), nor after
    a name (``Sandra Oh``).
    """
    if contains(joining, words[at]):
        return at > first and classes[at - 1] == LC and contains(spoken, words[at - 1])
    behind: cython.Py_ssize_t = at + 1
    if spoken.shape[0] > 0 and drops_g(text, starts[at]):
        behind += 1
    elif not contains(spoken, words[at]):
        return False
    if at > first and starts[at] > starts[at - 1] + 2 and classes[at - 1] == UC:
        if shares.shape[0] > 0 and shares[at - 1] >= 0.98:
            return False
    if behind >= last or classes[behind] < UC or classes[behind] > MC:
        return True
    return contains(joining, words[behind])


if not cython.compiled:
    answers = interpreted.views(answers)
    is_clipped = interpreted.views(is_clipped)
    is_drawn = interpreted.views(is_drawn)
    is_exclaimed = interpreted.views(is_exclaimed)
    is_spoken = interpreted.views(is_spoken)
