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
NEAR = cython.declare(cython.int, 20)  # columns that a person may leave free in a line
FILLED = cython.declare(cython.int, 40)  # the least columns of a line of an item that goes on
LABEL = cython.declare(cython.int, 30)  # the most characters of a label with its colon
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


def label_end(codes, begin, end):
    """Return the end of a label of at most three words and a colon, or ``begin``."""
    spaces: cython.int = 0
    stop: cython.Py_ssize_t = begin + LABEL if begin + LABEL < end else end
    for j in range(begin + 1, stop):
        if codes[j] == 0x3A:
            return j + 1 if is_letter(codes[begin]) and is_letter(codes[j - 1]) else begin
        spaces += codes[j] == 0x20
        if spaces > 2:
            break
    return begin


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
    bars: cython.Py_ssize_t
    text: cython.Py_ssize_t
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
            elif j - begin < 5 and (codes[j - 1] == 0x2E or codes[j - 1] == 0x29):
                text = begin + (codes[begin] == 0x28)
                digits = text
                while digits < j and 0x30 <= codes[digits] and codes[digits] <= 0x39:
                    digits += 1
                if digits == j - 1 and digits > text:
                    marks = marks | ITEM  # 1. or 1) or (1)
            text = begin
            if not marks & ITEM:
                text = label_end(codes, begin, end)
            elif j - begin < 5 or (codes[begin] == 0x3C and codes[j - 1] == 0x3E):
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


def is_hung(lines, i, hung):
    """Return whether line i + 1 continues line i by its indent: deeper than a bullet, a number, a
    dash or a nick, below the text after a label, or, if line i is itself ``hung``, below that."""
    here: cython.int = lines[i, MARKS]
    after: cython.int = lines[i + 1, MARKS]
    off: cython.int = lines[i + 1, INDENT] - lines[i, TEXT]
    if (here | after) & BLANK or after & (ITEM | APART) or lines[i, DEPTH] != lines[i + 1, DEPTH]:
        return False
    if lines[i, WIDTH] < FILLED and not here & (OPEN | HYPHEN):
        return False
    if here & ITEM:
        return lines[i, TEXT] > lines[i, INDENT] and lines[i + 1, INDENT] > lines[i, INDENT]
    if lines[i, TEXT] > lines[i, INDENT]:
        return -1 <= off and off <= 1
    return hung and off == 0


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
    if lines[i + 1, INDENT] <= lines[i, INDENT] or lines[i + 1, INDENT] <= lines[i, TEXT]:
        return True
    # A deeper indent begins a paragraph, but for one that hangs, as in dictionaries.
    return not here & FINAL and (i == 0 or lines[i - 1, MARKS] & BLANK != 0)


def log_mean(a, b, share):
    """Return the logarithm of the mean of two likelihoods, given their logarithms; the second has
    this share."""
    high: cython.double = a if a > b else b
    return high + log((1.0 - share) * exp(a - high) + share * exp(b - high))


def width_score(lines, slacks, unfit, width, i):
    """Return the log odds of the break after line i under a page width over unwrapped text."""
    slack: cython.int = width - lines[i, WIDTH]
    most: cython.int = cython.cast(cython.int, slacks.shape[0]) - 1
    if slack < 0 or slack >= NEAR or lines[i + 1, WIDTH] > width:
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
    verse: cython.double,
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
    5) of a final mark before a break, of a comma, of none, and of a final mark at a paragraph's end
    and none.  ``opens``:
    log odds of a word that ends no sentence before a break, and of any other word.  ``others``: the
    probability that a paragraph in wrapped text is not wrapped.  ``widths``: the least and largest
    page width, and the least where several lines end in hyphens; ``least``: the log odds from which
    text counts as wrapped; ``always``: it is known to be wrapped.  Scratch: ``candidates`` and
    ``scores`` (lines,), ``counts`` (6,) and ``likely`` (hypotheses,).
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
                if is_hung(lines, i, soft[i] != 0):
                    soft[i + 1] = 1
                elif may_go_on(lines, i, named):
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
                    for m in range(6):
                        counts[m] = 0.0
                m = lines[i, MARKS]
                counts[0 if m & FINAL else 1 if m & COMMA else 2] += 1
                if m & OPEN:
                    counts[5] += 1
                if k + 1 < found and candidates[k + 1] == i + 1:
                    continue
                counts[3 if lines[i + 1, MARKS] & FINAL else 4] += 1
                for h in range(marks.shape[0]):
                    likely[h] = 0.0
                    for m in range(5):
                        likely[h] += marks[h, m] * counts[m]
                score = log_mean(likely[2], likely[3], 0.5)
                scores[first] = log_mean(likely[0], likely[1], 0.5)
                scores[first] -= log_mean(score, likely[4], verse)
                scores[first] += opens[0] * counts[5]
                scores[first] += opens[1] * (counts[0] + counts[1] + counts[2] - counts[5])
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
                    slack = width - lines[i, WIDTH]
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
