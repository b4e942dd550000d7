"""Soft line breaks: does a line continue the one before, or is it separate?

Mail, wire copy, man pages and old books wrap lines at a page width; chat, lists, verse and corpora
of sentences break lines where something ends.  A document is judged as a whole.  If it was wrapped,
there is a page width at which each line holds as many words as fit: the first word of the next line
would not have had room.  Its lines are no more likely to end in a full stop than other words, and
some end in a word that ends no sentence (``the``).  In separate lines all of this is chance.  The
sum of the log odds decides; case does not matter.

A break can only be soft if both lines have words and the same quote depth (``> `` or ``| ``), and
the second line is no list item, no row of a table, and not indented further than the first, unless
it hangs below the beginning of a paragraph.

Numbers of lines in the margin of a page, as of a court's transcript, are read as blanks.

In a transcript copied from a video's page every other line is the time of the next (``0:05``).
These lines are left out, and the lines around each are one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from majuscule.arrays import F64, I32, I64, U64
from majuscule.detection import break_kernel, line_kernel
from majuscule.detection.words import OPEN_WORDS
from majuscule.text.characters.codepoints import CodePoints, decode
from majuscule.text.tokenizing.views import TextView

START, BEGIN, END, FIRST, DEPTH, INDENT, MARKS, TEXT, WIDTH = range(9)
"""Columns of a line: the offset of its start, of the beginning and end of its text, the length of
its first word, its quote depth, its indent, its marks, where the text after a bullet or a label
begins, and its width; indent, text and width in columns of a page, with tabs."""

BLANK, FINAL, OPEN, ITEM, APART, HYPHEN, NAMED, COMMA = (1 << bit for bit in range(8))
"""Marks of a line: it is blank, ends in a final mark, ends in a word that ends no sentence, begins
an item, is a rule or a row of a table, ends in a hyphen, begins with a name and a colon, ends in a
comma or semicolon."""

MARGIN = 8
"""The fewest numbered lines of a page, in a row."""
_NUMBER = re.compile(r"(\d{1,3})(?:[ \t]{2,}|\t|$)")
STAMPS = 3
"""The fewest lines of times in a transcript of a video."""
_STAMP = re.compile(r"\d+(?::\d\d){1,2}")


@dataclass(frozen=True, eq=False)  # hashed by identity, which is fast
class BreakOptions:
    """Probabilities in wrapped text and in separate lines."""

    slack: tuple[float, ...] = (
        *(0.156, 0.156, 0.15, 0.125, 0.097, 0.073, 0.055, 0.04),
        *(0.028, 0.019, 0.012, 0.008, 0.005, 0.003, 0.002, 0.001),
    )
    """Probability of 0, 1, 2, ... free characters in a wrapped line: of a word at least that
    long."""
    unfit: tuple[float, float] = (0.06, 0.03)
    """Probability that the next word had room before a break of wrapped text, and much room."""
    ends: tuple[tuple[float, float, float], ...] = (
        (0.12, 0.1, 0.85),
        (0.02, 0.02, 0.02),
        (0.85, 0.03, 0.85),
        (0.03, 0.03, 0.03),
        (0.2, 0.45, 0.7),
    )
    """Probability of a final mark and of a comma before a break, and of a final mark at the end of
    a paragraph: in wrapped text with punctuation and without, in separate lines with punctuation
    and without, and in verse."""
    open: tuple[float, float] = (0.22, 0.008)
    """Probability that a line ends in a word that ends no sentence: wrapped, and separate."""
    widths: tuple[int, int, int] = (30, 132, 18)
    """The least and the largest page width, and the least where several lines end in hyphens."""
    verse: float = 0.05
    """Probability that separate lines are verse."""
    others: float = 0.4
    """Probability that a paragraph of several lines in wrapped text is a list, verse or similar."""
    least: float = 2.0
    """Log odds that wrapped text must have; above 0 since the page width is fitted to it."""


DEFAULT = BreakOptions()


@cache
def _constants(options: BreakOptions) -> tuple[F64, F64, F64, F64, I32]:
    marks = [
        np.log([final, comma, 1 - final - comma, last, 1 - last])
        for final, comma, last in options.ends
    ]
    wrapped, lines = options.open
    opens = np.log([wrapped / lines, (1 - wrapped) / (1 - lines)])
    near, far = options.unfit
    slacks = np.log(np.array(options.slack) * (1 - near - far))
    unfit = np.log([near / 20, far])
    return slacks, unfit, np.array(marks), opens, np.array(options.widths, np.int32)


@cache
def _open_words() -> U64:
    """Return the words packed as in the kernel, ascending."""
    packed = {int.from_bytes(word.encode()[::-1], "big") for word in OPEN_WORDS if len(word) < 9}
    return np.array(sorted(packed), np.uint64)


def read_lines(codes: CodePoints) -> I32:
    """Return the features of each line of a text, int32 (lines, 9)."""
    lines = np.empty((np.count_nonzero(codes == 0x0A) + 1, WIDTH + 1), np.int32)
    line_kernel.read_lines(codes, _open_words(), lines)
    return lines


def view_lines(
    codes: CodePoints,
    *,
    wrapped: bool = False,
    documents: I64 | None = None,
) -> TextView | None:
    r"""Return the view of a text without soft line breaks, or None if it has none.

    ``wrapped``: every break that can be soft is; ``documents``: the first line of each document;
    None: the text is one.  Quote marks and indents after a soft break are left out too, and the
    hyphen before a break inside a word.

    >>> from majuscule.text import decode, encode
    >>> decode(view_lines(encode("> the exam-\n> ple is\n> old"), wrapped=True).codes)
    '> the example is old'
    >>> decode(view_lines(encode("0:00\nwe saw new\n0:02\nyork and\n0:04\nleft")).codes)
    '0:00\nwe saw new york and left'
    """
    options, lines = DEFAULT, read_lines(codes)
    bounds = np.array([*([0] if documents is None else documents), len(lines)], np.int64)
    shown = codes
    if len(numbers := _margin(codes, lines, bounds)):
        shown = codes.copy()
        shown[numbers] = 0x20
        lines = read_lines(shown)
    soft = np.zeros(len(lines), np.uint8)
    break_kernel.find_breaks(
        lines,
        bounds,
        *_constants(options),
        options.verse,
        options.others,
        options.least,
        wrapped,
        np.empty(len(lines), np.int32),
        np.empty(len(lines)),
        np.empty(6),
        np.empty(len(options.ends)),
        soft,
    )
    stamps = _stamps(codes, lines, bounds)
    soft[stamps] = soft[stamps + 1] = 1
    stamped = np.zeros(len(lines), np.int64)
    stamped[stamps] = 1
    continued = np.flatnonzero(soft > stamped)
    if not len(continued) and shown is codes:
        return None
    before = lines[continued - 1 - stamped[continued - 1]]
    starts, ends = before[:, END], lines[continued, BEGIN]
    hyphenated = (before[:, MARKS] & HYPHEN) != 0
    # A break between words becomes a space; one inside a word is dropped with its hyphen.
    first = np.where(hyphenated, starts - 1, starts + 1)
    view = TextView.joined(shown, soft != 0, first, ends, starts[~hyphenated])
    return view if shown is codes else replace(view, text=codes)


def _margin(codes: CodePoints, lines: I32, bounds: I64) -> I64:
    """Return the offsets of the digits that number lines in the margin of a page."""
    filled = np.flatnonzero(lines[:, FIRST])
    begins, numbered = lines[filled, BEGIN], lines[filled, FIRST] < 4
    numbered &= codes[begins] - np.uint32(0x30) < 10
    if np.count_nonzero(numbered) < MARGIN:
        return np.zeros(0, np.int64)
    found: list[int] = []
    run: list[int] = []  # the offsets of the digits of lines in a row
    rows, last, firsts = 0, 0, {*bounds.tolist()}
    for line, begin, is_digit in np.stack([filled, begins, numbered], 1).tolist():
        end = min(int(lines[line, END]), begin + 9)
        number = _NUMBER.match(decode(codes[begin:end])) if is_digit else None
        if number is None or int(number[1]) != last + 1 or line in firsts:
            found += run if rows >= MARGIN else []
            run, rows = [], 0
        if number:
            last, rows = int(number[1]), rows + 1
            run += range(begin, begin + len(number[1]))
    return np.array(found + (run if rows >= MARGIN else []), np.int64)


def _stamps(codes: CodePoints, lines: I32, bounds: I64) -> I64:
    """Return the lines between others that hold nothing but a time, where times begin at zero."""
    lengths = lines[:, END] - lines[:, BEGIN]
    texts = {
        at: decode(codes[lines[at, BEGIN] : lines[at, END]])
        for at in np.flatnonzero((lengths >= 4) & (lengths <= 8)).tolist()
    }
    found = np.array([at for at, text in texts.items() if _STAMP.fullmatch(text)], np.int64)
    if len(found) < STAMPS:
        return found[:0]
    owners = np.searchsorted(bounds, found, side="right") - 1
    prose = (lengths > 0) & (lines[:, MARKS] & ITEM == 0)  # not a sound, [Music]
    kept = []
    for owner in np.flatnonzero(np.bincount(owners, minlength=1) >= STAMPS):
        own = found[owners == owner]
        if int(texts[own[0]].replace(":", "")) < 100:
            own = own[(own > bounds[owner]) & (own + 1 < bounds[owner + 1])]
            kept.append(own[prose[own - 1] & prose[own + 1]])
    return np.concatenate([np.zeros(0, np.int64), *kept])
