# mypy: ignore-errors
"""Technical names that are not protected text: packages, libraries, manual pages, options, files
and settings."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import (
        contains,
        is_digit,
        is_letter,
        is_quote,
        is_small,
    )
else:
    from majuscule.text.inlined import contains, is_digit, is_letter, is_quote, is_small

LONGEST = cython.declare(cython.Py_ssize_t, 100)
"""The most characters of a name; longer runs would be scanned again for each of their words."""


def is_name_character(code):
    """Return whether names of packages and programs contain a character: ``libstdc++6-4.3-dev``."""
    return is_small(code) or is_digit(code) or code == 0x2B or code == 0x2D or code == 0x2E


def is_typed_name(text, start, end, at):
    """Return whether a word at an offset in a run of name characters is part of an option, a path
    or a dotted name.

    An option is one letter behind a hyphen (``-x``), or follows two, but no full stop or quote,
    where these may introduce an author (``--Goethe``); ``/etc``; a file extension, up to a hyphen
    (``.mp3-Datei``); a name of three parts or more, the last of which may be one letter:
    ``org.gnome.login-screen``, ``comp.lang.c++``; in quotes as in GNU manuals, a name with a hyphen
    (```find-file'``), and in other quotes one with two.
    """
    dots: cython.Py_ssize_t = 0
    before: cython.uint = text[start - 1] if start > 0 else 0x20
    blank: cython.bint = not is_letter(before) and before != 0x5F
    if text[start] == 0x2D and end == start + 2:
        return before == 0x20 and is_small(text[at])
    if end < start + 3:
        return False
    if text[start] == 0x2D and text[start + 1] == 0x2D and is_small(text[start + 2]):
        if start < 2 or before != 0x20:
            return blank
        code = text[start - 2]
        return not (is_quote(code) or code == 0x2E or code == 0x21 or code == 0x3F)
    if start > 1 and before == 0x2F and is_small(text[start]):
        code = text[start - 2]
        return code == 0x20 or code == 0x28 or is_quote(code)
    if text[start] == 0x2E and at == start + 1 and is_small(text[at]):
        if before == 0x29 or before == 0x5D or before == 0x2F or before == 0x0A:
            return False
        return blank and start > 0
    quoted: cython.bint = before == 0x60 or before == 0x27 or before == 0x2018
    if quoted and end < text.shape[0] and (text[end] == 0x27 or text[end] == 0x2019):
        hyphens: cython.Py_ssize_t = before == 0x60
        for i in range(start + 1, end - 1):
            hyphens += text[i] == 0x2D
        if hyphens > 1 and text[start + 1] != 0x2D:  # C-x is a key
            return True
    while text[end - 1] == 0x2E and end > start + 3:  # the full stop of its sentence
        end -= 1
    for i in range(start + 2, end - 1):
        if text[i] == 0x2E and is_small(text[i - 2]) and text[i - 1] > 0x2E:
            if is_small(text[i + 1]) and (i + 2 == end or text[i + 2] != 0x2E):
                dots += 1
    return dots > 1


def is_setting(text, at):
    """Return whether a word of two letters or more is the name or the value of a setting:
    ``priority=high``."""
    end: cython.Py_ssize_t = at
    while end < text.shape[0] and is_letter(text[end]):
        end += 1
    if end < at + 2:
        return False
    if at > 1 and text[at - 1] == 0x3D and (is_letter(text[at - 2]) or is_digit(text[at - 2])):
        return True
    if end + 1 >= text.shape[0] or text[end] != 0x3D:
        return False
    code = text[end + 1]
    return is_letter(code) or is_digit(code) or is_quote(code) or code == 0x2F


def is_machine_name(text, starts, words, shares, packaged, first, at, begins) -> bool:
    """Return whether a token is part of the name of a package, a library or a manual page, or of
    what :func:`is_typed_name` and :func:`is_setting` find.

    ``libfoo``, inside a sentence; ``libfoo-perl``, ``python3-foo``, ``foo-dev``, ``foo(1)``,
    anywhere; but not words that are mostly capitalised (``Libby``, ``Einstein(1)``).
    """
    size: cython.Py_ssize_t = text.shape[0]
    start: cython.Py_ssize_t = starts[at]
    end: cython.Py_ssize_t = starts[at]
    hyphen: cython.Py_ssize_t = -1
    while start > starts[first] and is_name_character(text[start - 1]):
        start -= 1
        if starts[at] - start > LONGEST:
            return False
    for i in range(start, starts[at]):
        if text[i] == 0x2D:
            hyphen = i
    while end < size and is_name_character(text[end]):
        if text[end] == 0x2D:
            hyphen = end
        end += 1
        if end - start > LONGEST:
            return False
    if is_typed_name(text, start, end, starts[at]):
        return True
    if is_setting(text, starts[at]) and not (shares.shape[0] > 0 and shares[at] >= 0.85):
        return True
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
    if end < start + 5 or text[start] != 0x6C:  # lib
        return False
    if text[start + 1] != 0x69 or text[start + 2] != 0x62:
        return False
    if shares.shape[0] > 0 and shares[at] >= 0.5:
        return False
    if hyphen > start:
        return True
    code = text[start + 3]  # not libero, library
    if code == 0x61 or code == 0x65 or code == 0x69 or code == 0x6F or code == 0x75:
        return False
    return not begins and code != 0x72 and code != 0x79


if not cython.compiled:
    is_machine_name = interpreted.views(is_machine_name)
