# mypy: ignore-errors
"""Recognising machine text: chunks that are one token and never change.

URLs, e-mail addresses, handles, hashtags, file names, paths, identifiers, calls and DOIs.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import (
        contains,
        hash_span,
        is_digit,
        is_wordy,
        kind_of,
    )
else:
    from majuscule.text.inlined import contains, hash_span, is_digit, is_wordy, kind_of

LETTER = cython.declare(cython.int, 2)  # a kind of code points (...text.characters.codepoints)
# Replaces protected text (majuscule.text.protecting.protection).
COVERED = cython.declare(cython.uint, 0xFDD0)


def is_doi(text, start, end):
    """Return whether a chunk begins with a DOI: ``doi:10.1016/j.cell.2020.01.001``."""
    i: cython.Py_ssize_t = start
    if end - i > 4 and text[i] == 0x64 and text[i + 1] == 0x6F and text[i + 2] == 0x69:
        if text[i + 3] == 0x3A:
            i += 4
    if end - i < 9 or text[i] != 0x31 or text[i + 1] != 0x30 or text[i + 2] != 0x2E:
        return False
    i += 3
    begin = i
    while i < end and i - begin < 10 and is_digit(text[i]):
        i += 1
    return i - begin > 3 and i + 1 < end and text[i] == 0x2F


def is_forum(text, kinds, start, end):
    """Return whether a chunk is a forum or user of Reddit: ``r/askreddit``, ``u/spez``; not
    ``r/w``."""
    if end - start < 5 or text[start + 1] != 0x2F or (text[start] != 0x72 and text[start] != 0x75):
        return False
    for i in range(start + 2, end):
        if not is_wordy(kind_of(kinds, text[i])) and text[i] != 0x5F:
            return False
    return True


def is_version(text, kinds, start, end):
    """Return whether a chunk is the number of a version, with letters: ``v3.2``, ``2.9.0dev.1``."""
    named: cython.bint = text[start] == 0x76
    parts: cython.int = 0
    letters: cython.bint = False
    if not is_digit(text[start + named]) or not is_digit(text[end - 1]):
        return False
    for i in range(start, end):
        code = text[i]
        if code == 0x2E:
            parts += is_digit(text[i + 1])
        elif kind_of(kinds, code) == LETTER:
            letters = True
        elif not is_digit(code) and code != 0x2D and code != 0x2B:
            return False
    return letters and parts > 1 - named


def is_fixed(text, kinds, endings, domains, start, end) -> bool:
    """Return whether a chunk without its quotes and brackets is machine text.

    ``endings`` and ``domains``: sorted hashes of file extensions and of top-level domains.
    """
    first: cython.uint = text[start]
    dot: cython.Py_ssize_t = -1
    host_end: cython.Py_ssize_t = end
    slashes: cython.int = 0
    plain: cython.bint = True
    worded: cython.bint = False
    at: cython.Py_ssize_t = -1
    if end - start < 2:
        return False
    if first == 0x40 or first == 0x23:
        # @handle #hashtag: a letter follows, and only word characters
        if kind_of(kinds, text[start + 1]) != LETTER and text[start + 1] != 0x5F:
            return False
        for i in range(start + 1, end):
            code = text[i]
            if (
                not is_wordy(kind_of(kinds, code))
                and code != 0x5F
                and code != 0x2D
                and code != 0x2E
                and code != first
            ):
                return False
        return True
    if is_doi(text, start, end) or is_forum(text, kinds, start, end):
        return True
    if is_version(text, kinds, start, end):
        return True
    for i in range(start, end):
        code = text[i]
        if code == 0x28 and worded and i + 1 < end and text[i + 1] == 0x29:
            return True  # main()
        if code == 0x3A and start < i and i + 2 < end:
            if text[i + 1] == 0x2F and text[i + 2] == 0x2F:
                return True  # scheme://
        if code == 0x5C and i + 1 < end and is_wordy(kind_of(kinds, text[i + 1])):
            return True  # C:\folder, \\host, \alpha
        if code == 0x5F and i + 1 < end and is_wordy(kind_of(kinds, text[i + 1])):
            if worded or (i == start + 1 and first == 0x5F):
                return True  # snake_case, __name__, but not _emphasis_
        if is_wordy(kind_of(kinds, code)):
            worded = True
        if code == 0x40 and at < 0:
            at = i
        if code == 0x2F:
            slashes = slashes + 1
            if host_end == end:
                host_end = i
        elif (code == 0x3F or code == 0x3A) and host_end == end:
            host_end = i
        if code == 0x2E and i + 1 < end:
            if host_end == end or i > host_end:
                dot = i
        if not is_wordy(kind_of(kinds, code)) and code != 0x2E and code != 0x2D and i < host_end:
            plain = plain and code == COVERED
    if at > start and at + 1 < end and dot > at and is_wordy(kind_of(kinds, text[at + 1])):
        return True  # name@host.tld
    if (first == 0x2F or first == 0x7E) and is_wordy(kind_of(kinds, text[end - 1])):
        # /usr/bin, ~/notes: an absolute path has a second slash or an ending
        if slashes > 1 or (first == 0x7E and text[start + 1] == 0x2F) or dot > start:
            return True
    if (first == 0x2F and slashes > 2) or (first == 0x7E and slashes > 1):
        if text[end - 1] == 0x2F:
            return True  # /usr/share/, ~/notes/, but not /emphasis/
    if first == 0x2E and text[start + 1] == 0x2F:
        return True  # ./file
    if first == 0x2E and end - start > 3 and text[start + 1] == 0x2E and text[start + 2] == 0x2F:
        return True  # ../file
    if dot > start:
        if host_end < end and dot > host_end:
            # a slash or query before the last dot: a path whose end is a known file ending, or a
            # short one behind a second slash ...
            if contains(endings, hash_span(text, dot + 1, end)) or (slashes > 1 and end < dot + 6):
                return True
            # ... or a host before the slash
            dot = -1
            for i in range(start, host_end):
                if text[i] == 0x2E and i + 1 < host_end:
                    dot = i
            if dot <= start:
                return False
        if not plain:
            return False
        # www.host, host.tld, host.tld/path, file.ending
        if (
            dot - start > 3
            and text[start] == 0x77
            and text[start + 1] == 0x77
            and text[start + 2] == 0x77
            and text[start + 3] == 0x2E
        ):
            return True
        if contains(domains, hash_span(text, dot + 1, host_end)):
            return True
        if host_end == end and contains(endings, hash_span(text, dot + 1, end)):
            # an ending of one letter needs a name of two: main.c, but not d.c
            return end - dot > 2 or (dot - start > 1 and is_wordy(kind_of(kinds, text[dot - 2])))
    return False


if not cython.compiled:
    is_fixed = interpreted.views(is_fixed)
