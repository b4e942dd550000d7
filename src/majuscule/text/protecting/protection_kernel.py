# mypy: ignore-errors
"""Finding candidates for protected text in one pass; plain prose has none.

Most code points cost one table look-up.  Candidates are only offsets that
:mod:`majuscule.text.protecting.candidates` examines.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import is_digit, is_small
else:
    from majuscule.text.inlined import is_digit, is_small

# What a code point may begin: the values of the table of triggers.
PLAIN = cython.declare(cython.int, 0)
BREAK = cython.declare(cython.int, 1)
DIGIT = cython.declare(cython.int, 2)
SIGN = cython.declare(cython.int, 3)
# Kinds of code points (majuscule.text.characters.codepoints)
SPACE = cython.declare(cython.int, 1)

SHORTEST = cython.declare(cython.int, 7)
"""The fewest characters of a hash: version control abbreviates to seven."""


def is_coded(code):
    """Return whether a code point may be part of a hash, of base64 or of a UUID."""
    return (
        is_small(code)
        or is_digit(code)
        or code == 0x2B
        or code == 0x2D
        or code == 0x2F
        or code == 0x3D
        or code == 0x5F
    )


def is_wordy(kinds, code):
    """Return whether a code point is a letter, digit or mark of any script, or an underscore."""
    return code == 0x5F or (code < 0x110000 and kinds[code] >= 2)


def is_blank_before(text, start):
    """Return whether the line at ``start`` is the first of the text or follows an empty line."""
    if start < 2:
        return start == 0
    return text[start - 2] == 0x0A or (
        start > 2 and text[start - 2] == 0x0D and text[start - 3] == 0x0A
    )


def line_may_begin(text, start):
    """Return whether the line at ``start`` may begin with a fence, a directive, a header, a time, a
    log level, a commit, a release or Python's prompt, or be part of an indented listing."""
    size: cython.Py_ssize_t = text.shape[0]
    i: cython.Py_ssize_t = start
    code: cython.uint
    if is_blank_before(text, start):
        while i < size and i - start < 4 and text[i] == 0x20:
            i += 1
        if i < size and (text[i] == 0x09 or (i - start == 4 and text[i] != 0x0A)):
            return True
        i = start
    while i < size and (text[i] == 0x20 or text[i] == 0x09):
        i += 1
    if i + 3 < size and text[i] == 0x3E and text[i + 1] == 0x3E and text[i + 2] == 0x3E:
        if text[i + 3] == 0x20:
            return True
    # Indentation, the marks of a quoted reply, and the left-to-right mark of chat exports.
    while i < size and (text[i] == 0x20 or text[i] == 0x09 or text[i] == 0x3E or text[i] == 0x200E):
        i += 1
    if i + 2 >= size:
        return False
    # From here on, the result does not depend on whether another text follows.
    code = text[i]
    if code == 0x60 or code == 0x7E or code == 0x2D:  # ``` ~~~ -----begin
        return text[i + 1] == code and text[i + 2] == code
    if code == 0x2E:  # .. note::
        return text[i + 1] == 0x2E and text[i + 2] == 0x20
    if code == 0x23:  # #!/bin/sh #+begin_src
        return (text[i + 1] == 0x21 and text[i + 2] == 0x2F) or (
            text[i + 1] == 0x2B and text[i + 2] == 0x62
        )
    if code == 0x24:  # $ make
        return text[i + 1] == 0x20 and is_small(text[i + 2])
    if code == 0x3A:  # :properties: :param name:
        return is_small(text[i + 1]) and is_small(text[i + 2])
    if code == 0x5B:  # [info] [10:33:07 am] [[anchor]] [#anchor] [.role] [%header]
        code = text[i + 1]
        if code == 0x5B or code == 0x23 or code == 0x2E or code == 0x25:
            return is_small(text[i + 2])
        return is_small(code) or is_digit(code)
    begin = i
    if is_digit(code):  # 2024-01-05 10:33:07 127.0.0.1
        while i < size and i - begin < 4 and is_digit(text[i]):
            i += 1
        return (
            i + 1 < size
            and (text[i] == 0x2D or text[i] == 0x2E or text[i] == 0x2F or text[i] == 0x3A)
            and is_digit(text[i + 1])
        )
    if not is_small(code):
        return False
    while i < size and i - begin < 40 and (is_small(text[i]) or text[i] == 0x2D):
        i += 1
    if i < size and text[i] == 0x3A:  # subject: error:root:
        return True
    if i == begin + 6 and i + 1 < size and text[begin] == 0x63 and text[i] == 0x20:  # commit 1a2b3c
        return text[i - 1] == 0x74 and is_coded(text[i + 1])
    end: cython.Py_ssize_t = i
    while end < size and end - begin < 60 and (is_coded(text[end]) or text[end] == 0x2E):
        end += 1
    if end + 2 < size and text[end] == 0x20 and text[end + 1] == 0x28:  # foo2 (1.2-3) unstable;
        return is_digit(text[end + 2])
    # jan 12 10:33:07
    return i - begin == 3 and i + 6 < size and text[i] == 0x20 and text[i + 6] == 0x3A


def is_mixed(text, start, end):
    """Return whether letters and digits alternate at least twice without a sign between."""
    turns: cython.int = 0
    before: cython.int = 0
    now: cython.int = 0
    for i in range(start, end):
        now = 1 if is_digit(text[i]) else 2 if is_small(text[i]) else 0
        if now != 0:
            if before != 0 and now != before:
                turns += 1
        before = now
    return turns > 1


def is_hexadecimal(code):
    """Return whether a code point is a hexadecimal digit."""
    return is_digit(code) or (0x61 <= code and code <= 0x66)


def is_colour(text, start, end):
    """Return whether a span is six or eight hexadecimal digits."""
    for i in range(start, end):
        if not is_hexadecimal(text[i]):
            return False
    return end - start == 6 or end - start == 8


def run_end(text, kinds, start, hyphens):
    """Return the end of a run of up to 80 word characters, and of hyphens if ``hyphens``."""
    i: cython.Py_ssize_t = start
    while (
        i < text.shape[0]
        and i - start < 80
        and (is_wordy(kinds, text[i]) or (hyphens and text[i] == 0x2D))
    ):
        i += 1
    return i


def find_candidates(text, kinds, triggers, found) -> int:
    """Write the offsets where protected text may begin in folded text, ascending; return their
    number.

    ``triggers`` (128,): what each ASCII character may begin; ``found`` needs room for one offset
    per code point and one more.
    """
    size: cython.Py_ssize_t = text.shape[0]
    n: cython.Py_ssize_t = 0
    examined: cython.Py_ssize_t = 0
    kind: cython.int
    code: cython.uint
    after: cython.uint
    starts: cython.bint
    inside: cython.bint
    if size > 0 and line_may_begin(text, 0):
        found[n] = 0
        n += 1
    for i in range(size):
        code = text[i]
        if code >= 128:
            continue
        kind = triggers[code]
        if kind == PLAIN:
            continue
        if kind == BREAK:
            if line_may_begin(text, i + 1):
                found[n] = cython.cast(cython.int, i + 1)
                n += 1
            continue
        if kind == DIGIT:
            if i < examined:
                continue
            begin = i
            while begin > examined and is_coded(text[begin - 1]):
                begin -= 1
            end = i
            while end < size and is_coded(text[end]):
                end += 1
            examined = end
            if end - begin >= SHORTEST and is_mixed(text, begin, end):
                found[n] = cython.cast(cython.int, begin)
                n += 1
            continue
        if i + 1 >= size:
            continue
        after = text[i + 1]
        starts = is_small(after)
        if code == 0x3C:  # <b> </b> <!-- <?xml <id@host>
            starts = starts or is_digit(after) or after == 0x2F or after == 0x21 or after == 0x3F
        elif code == 0x26:  # &nbsp; &#160;
            if starts or after == 0x23:
                end = run_end(text, kinds, i + 2, False)
                starts = end < size and text[end] == 0x3B
        elif code == 0x7B:  # {name} {0} {} {{name}} {$name}
            starts = (
                starts
                or is_digit(after)
                or after == 0x7B
                or after == 0x7D
                or after == 0x5F
                or after == 0x3A
                or after == 0x24
            )
        elif code == 0x3A:  # :tada:, std::vector, 00:1a:2b:3c:4d:5e, or two at the end of a line
            inside = i > 0 and is_wordy(kinds, text[i - 1])
            starts = starts and not inside
            if after == 0x3A and i + 2 < size:
                starts = text[i + 2] == 0x0A or text[i + 2] == 0x0D
                starts = starts or (inside and is_wordy(kinds, text[i + 2]))
            elif inside:
                end = i + 1
                while end < size and end - i < 5 and is_hexadecimal(text[end]):
                    end += 1
                starts = end < size and end > i + 1 and text[end] == 0x3A
        elif code == 0x5C:  # \textbf \( \[
            starts = starts or after == 0x28 or after == 0x5B
            starts = starts and (i == 0 or not is_wordy(kinds, text[i - 1]))
        else:  # $var ${var} %s %(name)s #word# `code`
            starts = i == 0 or not is_wordy(kinds, text[i - 1])
            if code == 0x25 and not starts:  # born%(place)s%(note)s, but not 100%ig
                starts = not is_digit(text[i - 1])
            starts = starts and after < 0x110000 and kinds[after] != SPACE
            if code == 0x24:
                starts = starts and not is_digit(after)
            elif code == 0x23 and starts and after != 0x23 and after != 0x7B:
                # a placeholder or a colour, not a hashtag
                end = run_end(text, kinds, i + 1, True)
                starts = (end < size and text[end] == 0x23) or is_colour(text, i + 1, end)
        if starts:
            found[n] = cython.cast(cython.int, i)
            n += 1
    return n


if not cython.compiled:
    find_candidates = interpreted.views(find_candidates)
