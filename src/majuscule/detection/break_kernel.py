# mypy: ignore-errors
"""Which line breaks are soft: see :mod:`majuscule.detection.breaks` for the model."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import exp, log
else:
    from math import exp, log

MOST = cython.declare(cython.int, 400)  # the most breaks that the page width is estimated from
NARROW = cython.declare(cython.int, 60)  # below it, narrower pages are ever less probable
NEAR = cython.declare(cython.int, 20)  # columns that a person may leave free in a line
FILLED = cython.declare(cython.int, 40)  # the least columns of a line that hung ones continue
# Columns of a line
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


def may_go_on(lines, i, named, first):
    """Return whether line i + 1 can continue line i.

    ``named``: both are in a block whose first line begins with a name and a colon; ``first``: the
    first line of the document.
    """
    here: cython.int = lines[i, MARKS]
    after: cython.int = lines[i + 1, MARKS]
    if (here | after) & (BLANK | APART) or after & ITEM or (named and after & NAMED):
        return False
    if lines[i, DEPTH] != lines[i + 1, DEPTH]:
        return False
    if lines[i + 1, INDENT] <= lines[i, INDENT] or lines[i + 1, INDENT] <= lines[i, TEXT]:
        return True
    # A deeper indent begins a paragraph, but for one that hangs, as in dictionaries and changelogs.
    if here & FINAL:
        return False
    if i == first or lines[i - 1, MARKS] & BLANK:
        return True
    return lines[i, WIDTH] >= FILLED and (
        lines[i - 1, INDENT] != lines[i, INDENT] or lines[i - 1, MARKS] & (FINAL | APART) != 0
    )


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
    hanging: cython.int
    score: cython.double
    total: cython.double
    best: cython.double
    with cython.nogil:
        for d in range(documents.shape[0] - 1):
            found = 0
            named = False
            hanging = -1
            for i in range(documents[d], documents[d + 1] - 1):
                if not lines[i, MARKS] & NAMED:
                    named = False
                elif i == documents[d] or lines[i - 1, MARKS] & BLANK:
                    named = True
                # Labels below a paragraph belong together, not to it.
                if i + 2 < documents[d + 1] and lines[i + 1, MARKS] & lines[i + 2, MARKS] & NAMED:
                    named = True
                if is_hung(lines, i, soft[i] != 0):
                    soft[i + 1] = 1
                elif lines[i + 1, INDENT] <= hanging:
                    hanging = -1  # another paragraph
                elif may_go_on(lines, i, named, documents[d]):
                    if (
                        lines[i + 1, INDENT] > lines[i, INDENT]
                        and i + 2 < documents[d + 1]
                        and lines[i + 2, INDENT] == lines[i + 1, INDENT]
                    ):
                        hanging = lines[i, INDENT]
                    candidates[found] = cython.cast(cython.int, i)
                    found += 1
                else:
                    hanging = -1
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
    find_breaks = interpreted.views(find_breaks)
