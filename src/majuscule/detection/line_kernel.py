# mypy: ignore-errors
"""The features of lines that tell whether they were wrapped.

See :mod:`majuscule.detection.breaks` for the names of columns and marks.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import contains, is_digit
else:
    from majuscule.text.inlined import contains, is_digit

LABEL = cython.declare(cython.int, 30)  # the most characters of a label with its colon
LEADERS = cython.declare(cython.int, 5)  # the fewest dots that lead to a page's number
TAB = cython.declare(cython.int, 8)
# Columns of a line
START = cython.declare(cython.int, 0)
BEGIN = cython.declare(cython.int, 1)
END = cython.declare(cython.int, 2)
FIRST = cython.declare(cython.int, 3)
DEPTH = cython.declare(cython.int, 4)
INDENT = cython.declare(cython.int, 5)
MARKS = cython.declare(cython.int, 6)
TEXT = cython.declare(cython.int, 7)
WIDTH = cython.declare(cython.int, 8)
# Marks of a line
BLANK = cython.declare(cython.int, 1)
FINAL = cython.declare(cython.int, 2)
OPEN = cython.declare(cython.int, 4)
ITEM = cython.declare(cython.int, 8)
APART = cython.declare(cython.int, 16)
HYPHEN = cython.declare(cython.int, 32)
NAMED = cython.declare(cython.int, 64)
COMMA = cython.declare(cython.int, 128)


def is_space(code):
    """Return whether a code point other than a line break is white space."""
    return code == 0x20 or code == 0x09 or code == 0x0D or code == 0xA0


def is_letter(code):
    """Return whether a code point is a letter, approximately: outside ASCII, U+00C0 to U+1FFF and
    from U+2C00 on."""
    if code < 0x80:
        code = code | 0x20
        return 0x61 <= code and code <= 0x7A
    return code >= 0xC0 and (code < 0x2000 or code > 0x2BFF)


def is_mark(code):
    """Return whether a code point is a bullet: - * + • – — ·."""
    return (
        code == 0x2D
        or code == 0x2A
        or code == 0x2B
        or code == 0x2022
        or code == 0x2013
        or code == 0x2014
        or code == 0xB7
    )


def name_end(codes, begin, at, end):
    """Return the bar that closes the name that a bar opens, as in ``see |name|``, or ``at``."""
    i: cython.Py_ssize_t = at + 1
    while i < end and i - at < LABEL and codes[i] != 0x7C and not is_space(codes[i]):
        i += 1
    if i == end or codes[i] != 0x7C or i == at + 1:
        return at
    if (at > begin and is_letter(codes[at - 1])) or (i + 1 < end and is_letter(codes[i + 1])):
        return at
    return i


def label_end(codes, begin, end):
    """Return the end of a label of at most three words and a colon, or ``begin``; the name of a
    field stands between two (``:return: nothing``)."""
    spaces: cython.int = 0
    stop: cython.Py_ssize_t = begin + LABEL if begin + LABEL < end else end
    for j in range(begin + 1, stop):
        if codes[j] == 0x3A:
            if codes[begin] == 0x3A and (j + 1 == end or not is_space(codes[j + 1])):
                return begin
            if not is_letter(codes[begin]) and codes[begin] != 0x3A:
                return begin
            return j + 1 if is_letter(codes[j - 1]) else begin
        spaces += codes[j] == 0x20
        if spaces > 2:
            break
    return begin


def is_justified(codes, at):
    """Return whether the third blank of a gap is the last and fills a line after a sentence."""
    mark: cython.uint = codes[at - 3]
    after: cython.uint = codes[at + 1]
    return after != 0x20 and (mark == 0x2E or mark == 0x3F or mark == 0x21 or mark == 0x3A)


def read_lines(
    codes: cython.const[cython.uint][::1],
    open_words: cython.const[cython.ulonglong][::1],
    lines: cython.int[:, ::1],
) -> None:
    """Write the features of each line to ``lines`` (lines, 9), see
    :mod:`majuscule.detection.breaks`.

    ``open_words``: words that end no sentence, up to eight lower-case ASCII letters packed into a
    number, ascending.
    """
    n: cython.Py_ssize_t = codes.shape[0]
    at: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t
    end: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    j: cython.Py_ssize_t
    digits: cython.Py_ssize_t
    dots: cython.Py_ssize_t
    bars: cython.Py_ssize_t
    text: cython.Py_ssize_t
    named: cython.Py_ssize_t
    column: cython.int
    alone: cython.bint
    marks: cython.int
    depth: cython.int
    letters: cython.bint
    word: cython.ulonglong
    last: cython.uint
    with cython.nogil:
        for line in range(lines.shape[0]):
            stop = at
            while stop < n and codes[stop] != 0x0A:
                stop += 1
            end = stop
            while end > at and is_space(codes[end - 1]):
                end -= 1
            begin = at
            depth = 0
            bars = 0
            for j in range(at, end):
                bars += codes[j] == 0x7C
            while begin < end and (
                is_space(codes[begin])
                or codes[begin] == 0x3E
                # A bar at the start quotes; a table has more of them.
                or (
                    codes[begin] == 0x7C
                    and bars == 1
                    and (begin + 1 == end or codes[begin + 1] == 0x20)
                )
            ):
                if not is_space(codes[begin]):
                    depth += 1
                begin += 1
            marks = 0
            letters = False
            named = begin
            dots = 0
            for j in range(begin, end):
                if codes[j] == 0x2E:
                    dots += 1
                elif codes[j] != 0x20:
                    if dots >= LEADERS and (is_digit(codes[j]) or codes[j] == 0x7C):
                        marks = marks | APART  # a row of a table of contents
                    dots = 0
                if is_letter(codes[j]):
                    letters = True
                elif codes[j] == 0x09:
                    marks = marks | APART  # a table
                elif codes[j] == 0x7C and j >= named:
                    named = name_end(codes, begin, j, end) + 1
                    if named == j + 1:
                        marks = marks | APART
                elif j > begin + 1 and codes[j] == 0x20 and codes[j - 1] == 0x20:
                    if codes[j - 2] == 0x20 and not is_justified(codes, j):
                        marks = marks | APART  # columns
            lines[line, START] = cython.cast(cython.int, at)
            lines[line, BEGIN] = cython.cast(cython.int, begin)
            lines[line, END] = cython.cast(cython.int, end)
            lines[line, DEPTH] = depth
            j = begin
            while j < end and not is_space(codes[j]):
                j += 1
            lines[line, FIRST] = cython.cast(cython.int, j - begin)
            if begin == end:
                for k in range(INDENT, WIDTH + 1):
                    lines[line, k] = 0
                lines[line, MARKS] = BLANK
                at = stop + 1
                continue
            if not letters:
                marks = marks | APART  # a rule, or numbers
            if j < end and j - begin > 1 and codes[j - 1] == 0x3A and is_letter(codes[begin]):
                marks = marks | NAMED  # from: ann
            text = begin
            while text < j and is_mark(codes[text]):
                text += 1
            if text == j:
                marks = marks | ITEM
            elif codes[begin] == 0x23 or codes[begin] == 0x5B or codes[begin] == 0x3C:  # [ < #
                marks = marks | ITEM
            elif codes[begin] == 0x3A and label_end(codes, begin, end) > begin:  # :return:
                marks = marks | ITEM
            elif codes[j - 1] == 0x2E or codes[j - 1] == 0x29:
                text = begin + (codes[begin] == 0x28)
                digits = text
                dots = 0
                while digits < j - 1 and (
                    (0x30 <= codes[digits] and codes[digits] <= 0x39)
                    or (codes[digits] == 0x2E and digits > text)
                ):
                    dots += codes[digits] == 0x2E
                    digits += 1
                if digits == j - 1 and digits > text and j - begin < 5 + 2 * dots:
                    marks = marks | ITEM  # 1. or 1) or (1) or 1.1.
            text = begin
            if not marks & ITEM or codes[begin] == 0x3A:
                text = label_end(codes, begin, end)
            elif j - begin < 5 or codes[j - 1] == (0x3E if codes[begin] == 0x3C else 0x2E):
                text = j  # also after a nick, <ann>
            if text > begin:
                while text < end and is_space(codes[text]):
                    text += 1
                text = text if text < end else begin
            column = 0
            for j in range(at, end):
                if j == begin:
                    lines[line, INDENT] = column
                if j == text:
                    lines[line, TEXT] = column
                column = (column // TAB + 1) * TAB if codes[j] == 0x09 else column + 1
            lines[line, WIDTH] = column
            j = end
            while j > begin and (
                codes[j - 1] == 0x22
                or codes[j - 1] == 0x27
                or codes[j - 1] == 0x29
                or codes[j - 1] == 0x5D
                or codes[j - 1] == 0x2019
                or codes[j - 1] == 0x201D
                or codes[j - 1] == 0xBB
            ):
                j -= 1
            if j > begin:
                last = codes[j - 1]
                if (
                    last == 0x2E
                    or last == 0x21
                    or last == 0x3F
                    or last == 0x3A
                    or last == 0x2026
                    or last == 0x3002
                ):
                    marks = marks | FINAL
                elif last == 0x2C or last == 0x3B:
                    marks = marks | COMMA
                elif last == 0x2D and j > begin + 1 and j == end and is_letter(codes[j - 2]):
                    marks = marks | HYPHEN
                elif is_letter(last) and j == end:
                    word = 0
                    digits = 0
                    while j > begin and digits < 9 and is_letter(codes[j - 1]):
                        j -= 1
                        digits += 1 if codes[j] < 0x80 else 9
                        word = (word << 8) | ((codes[j] | 0x20) & 0xFF)
                    alone = digits < 9 and (j == begin or is_space(codes[j - 1]))
                    if alone and contains(open_words, word):
                        marks = marks | OPEN
            lines[line, MARKS] = marks
            at = stop + 1


if not cython.compiled:
    read_lines = interpreted.views(read_lines)
