# mypy: ignore-errors
"""Line breaks: the features of lines, and which breaks are soft.

See :mod:`majuscule.detection.breaks` for the model and for the names of columns and marks.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import exp, log
    from cython.cimports.majuscule.text.inlined import contains
else:
    from math import exp, log

    from majuscule.text.inlined import contains

MOST = cython.declare(cython.int, 400)  # the most breaks that the page width is estimated from
NARROW = cython.declare(cython.int, 60)  # below it, narrower pages are ever less probable
NEAR = cython.declare(cython.int, 20)  # characters that a person may leave free in a line
# Columns of a line
START = cython.declare(cython.int, 0)
BEGIN = cython.declare(cython.int, 1)
END = cython.declare(cython.int, 2)
FIRST = cython.declare(cython.int, 3)
DEPTH = cython.declare(cython.int, 4)
INDENT = cython.declare(cython.int, 5)
MARKS = cython.declare(cython.int, 6)
# Marks of a line
BLANK = cython.declare(cython.int, 1)
FINAL = cython.declare(cython.int, 2)
OPEN = cython.declare(cython.int, 4)
ITEM = cython.declare(cython.int, 8)
APART = cython.declare(cython.int, 16)
HYPHEN = cython.declare(cython.int, 32)
NAMED = cython.declare(cython.int, 64)


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


def read_lines(
    codes: cython.const[cython.uint][::1],
    open_words: cython.const[cython.ulonglong][::1],
    lines: cython.int[:, ::1],
) -> None:
    """Write the features of each line to ``lines`` (lines, 7), see
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
    bars: cython.Py_ssize_t
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
            for j in range(begin, end):
                if is_letter(codes[j]):
                    letters = True
                elif codes[j] == 0x09 or codes[j] == 0x7C:  # a tab or a bar: a table
                    marks = marks | APART
                elif j > begin + 1 and codes[j] == 0x20 and codes[j - 1] == 0x20:
                    if codes[j - 2] == 0x20:
                        marks = marks | APART  # columns
            lines[line, START] = cython.cast(cython.int, at)
            lines[line, BEGIN] = cython.cast(cython.int, begin)
            lines[line, END] = cython.cast(cython.int, end)
            lines[line, DEPTH] = depth
            lines[line, INDENT] = cython.cast(cython.int, begin - at)
            j = begin
            while j < end and not is_space(codes[j]):
                j += 1
            lines[line, FIRST] = cython.cast(cython.int, j - begin)
            if begin == end:
                lines[line, MARKS] = BLANK
                at = stop + 1
                continue
            if not letters:
                marks = marks | APART  # a rule, or numbers
            if j < end and j - begin > 1 and codes[j - 1] == 0x3A and is_letter(codes[begin]):
                marks = marks | NAMED  # from: ann
            if is_mark(codes[begin]) and j == begin + 1:
                marks = marks | ITEM
            elif codes[begin] == 0x23 or codes[begin] == 0x5B or codes[begin] == 0x3C:  # [ < #
                marks = marks | ITEM
            elif j - begin < 5 and (codes[j - 1] == 0x2E or codes[j - 1] == 0x29):
                digits = begin
                while digits < j and 0x30 <= codes[digits] and codes[digits] <= 0x39:
                    digits += 1
                if digits == j - 1 and digits > begin:
                    marks = marks | ITEM  # 1. or 1)
            if marks & ITEM and j < end and j - begin < 5:
                # continuation lines are indented to the text of the item
                while j < end and is_space(codes[j]):
                    j += 1
                lines[line, INDENT] = cython.cast(cython.int, j - at)
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


def may_go_on(lines, i, named):
    """Return whether line i + 1 can continue line i.

    ``named``: both are in a block whose first line begins with a name and a colon.
    """
    here: cython.int = lines[i, MARKS]
    after: cython.int = lines[i + 1, MARKS]
    if (here | after) & (BLANK | APART) or after & ITEM or (named and after & NAMED):
        return False
    if lines[i, DEPTH] != lines[i + 1, DEPTH]:
        return False
    # a deeper indent begins a paragraph
    return lines[i + 1, INDENT] <= lines[i, INDENT]


def log_mean(a, b):
    """Return the logarithm of the mean of two likelihoods, given their logarithms."""
    high: cython.double = a if a > b else b
    low: cython.double = b if a > b else a
    return high + log(0.5 + 0.5 * exp(low - high))


def width_score(lines, slacks, unfit, width, i):
    """Return the log odds of the break after line i under a page width over unwrapped text."""
    slack: cython.int = width - (lines[i, END] - lines[i, START])
    most: cython.int = cython.cast(cython.int, slacks.shape[0]) - 1
    if slack < 0 or slack >= NEAR or lines[i + 1, END] - lines[i + 1, START] > width:
        return unfit[1]
    if slack > lines[i + 1, FIRST]:
        return unfit[0] + log(0.7 * width)
    return slacks[slack if slack < most else most] + log(0.7 * width)


def block_score(lines, candidates, scores, slacks, unfit, width, first, found):
    """Return the log odds that the paragraph beginning with candidate ``first`` is wrapped at a
    page width; at most 300, so that they can be exponentiated."""
    k: cython.Py_ssize_t = first
    score: cython.double = scores[first]
    while True:
        score += width_score(lines, slacks, unfit, width, candidates[k])
        k += 1
        if k == found or candidates[k] != candidates[k - 1] + 1:
            break
    return score if score < 300.0 else 300.0


def find_breaks(
    lines: cython.const[cython.int][:, ::1],
    documents: cython.const[cython.longlong][::1],
    slacks: cython.const[cython.double][::1],
    unfit: cython.const[cython.double][::1],
    marks: cython.const[cython.double][:, ::1],
    opens: cython.const[cython.double][::1],
    widths: cython.const[cython.int][::1],
    others: cython.double,
    least: cython.double,
    always: cython.bint,
    candidates: cython.int[::1],
    scores: cython.double[::1],
    counts: cython.double[::1],
    likely: cython.double[::1],
    soft: cython.uchar[::1],
) -> None:
    """Set ``soft`` (lines,), given as zeros, to 1 for lines that continue the one before.

    ``documents``: the first line of each, and the number of lines.  Log probabilities of
    :class:`~majuscule.detection.breaks.BreakOptions`: ``slacks`` of the free space in wrapped
    lines; ``unfit`` of breaks where the next word had room, and much room; ``marks`` (hypotheses,
    4) of a final mark before a break, of none, and of the same at a paragraph's end.  ``opens``:
    log odds of a word that ends no sentence before a break, and of any other word.  ``others``: the
    probability that a paragraph in wrapped text is not wrapped.  ``widths``: the least and largest
    page width, and the least where several lines end in hyphens; ``least``: the log odds from which
    text counts as wrapped; ``always``: it is known to be wrapped.  Scratch: ``candidates`` and
    ``scores`` (lines,), ``counts`` (5,) and ``likely`` (4,).
    """
    found: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    first: cython.Py_ssize_t
    width: cython.int
    page: cython.int
    narrow: cython.int
    slack: cython.int
    named: cython.bint
    score: cython.double
    total: cython.double
    best: cython.double
    with cython.nogil:
        for d in range(documents.shape[0] - 1):
            found = 0
            named = False
            for i in range(documents[d], documents[d + 1] - 1):
                if not lines[i, MARKS] & NAMED:
                    named = False
                elif i == documents[d] or lines[i - 1, MARKS] & BLANK:
                    named = True
                if may_go_on(lines, i, named):
                    candidates[found] = cython.cast(cython.int, i)
                    found += 1
            if found == 0:
                continue
            if always:
                for k in range(found):
                    soft[candidates[k] + 1] = 1
                continue
            narrow = 0
            for k in range(found):
                narrow += (lines[candidates[k], MARKS] & HYPHEN) != 0
            narrow = widths[2] if narrow > 1 else widths[0]
            # The log odds of each paragraph by words and marks, which do not depend on the width.
            first = 0
            for k in range(found):
                i = candidates[k]
                if k == 0 or i != candidates[k - 1] + 1:
                    first = k
                    scores[first] = 0.0
                    for m in range(5):
                        counts[m] = 0.0
                counts[0 if lines[i, MARKS] & FINAL else 1] += 1
                if lines[i, MARKS] & OPEN:
                    counts[4] += 1
                if k + 1 < found and candidates[k + 1] == i + 1:
                    continue
                counts[2 if lines[i + 1, MARKS] & FINAL else 3] += 1
                for h in range(4):
                    likely[h] = 0.0
                    for m in range(4):
                        likely[h] += marks[h, m] * counts[m]
                scores[first] = log_mean(likely[0], likely[1]) - log_mean(likely[2], likely[3])
                scores[first] += opens[0] * counts[4]
                scores[first] += opens[1] * (counts[0] + counts[1] - counts[4])
            # The page width is the most probable one.
            page = 0
            best = 0.0
            for width in range(narrow, widths[1] + 1):
                total = 0.0
                for k in range(found if found < MOST else MOST):
                    if k == 0 or candidates[k] != candidates[k - 1] + 1:
                        score = block_score(
                            lines, candidates, scores, slacks, unfit, width, k, found
                        )
                        total += log(others + (1.0 - others) * exp(score))
                total -= (NARROW - width) / 15.0 if width < NARROW else 0.0
                if page == 0 or total > best:
                    best = total
                    page = width
            if best < least:
                continue
            for k in range(found):
                if k > 0 and candidates[k] == candidates[k - 1] + 1:
                    continue
                first = k
                score = block_score(lines, candidates, scores, slacks, unfit, page, first, found)
                width = page
                if (1.0 - others) * exp(score) < others:
                    # A quotation may have another page width.
                    best = 0.0
                    for other in range(narrow, widths[1] + 1):
                        score = block_score(
                            lines, candidates, scores, slacks, unfit, other, first, found
                        )
                        if score > best:
                            best = score
                            width = other
                    if best < least:
                        continue
                while True:
                    i = candidates[k]
                    slack = width - (lines[i, END] - lines[i, START])
                    # A paragraph ends where the next word had room, unless a person broke the line.
                    if slack <= lines[i + 1, FIRST] or (
                        not lines[i, MARKS] & FINAL and slack < NEAR
                    ):
                        soft[i + 1] = 1
                    k += 1
                    if k == found or candidates[k] != i + 1:
                        break


if not cython.compiled:
    read_lines = interpreted.views(read_lines)
    find_breaks = interpreted.views(find_breaks)
