"""Line breaks: does a line go on from the one before, or is it a line of its own?

Mail, wire copy, man pages and old books break lines to fill a page; chat, lists, verse and corpora
of sentences break them where something ends.  A document is judged as a whole.  If it was wrapped,
there is a width of the page at which each line holds as many words as fit: the first word of the
next one would not have had room.  Lines then end in a full stop no oftener than elsewhere, and some
end in a word that ends no sentence (``the``).  Where lines stand for themselves, all of that is
chance.  The sum of the log odds decides; case plays no part in it.

Which breaks could be soft at all is plain to see: both lines hold words, are quoted alike (``> ``),
and the second is no item of a list, no row of a table, and not set in further than the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from majuscule.arrays import F64, I32, I64, U64
from majuscule.detection import break_kernel
from majuscule.detection.words import OPEN_WORDS
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.views import TextView

START, BEGIN, END, FIRST, DEPTH, INDENT, MARKS = range(7)
"""Columns of a line: where it starts, where its text begins and ends, how long its first word is,
how often it is quoted, how far it is set in, and what else is to be seen of it."""

BLANK, FINAL, OPEN, ITEM, APART, HYPHEN, NAMED = (1 << bit for bit in range(7))
"""What is seen of a line: it is blank, ends in a final mark, in a word that ends no sentence,
begins an item, is a rule or a row of a table, ends in a hyphen, begins with a name and a colon."""


@dataclass(frozen=True)
class BreakOptions:
    """What is believed of wrapped text and of lines that stand for themselves."""

    slack: tuple[float, ...] = (
        *(0.156, 0.156, 0.15, 0.125, 0.097, 0.073, 0.055, 0.04),
        *(0.028, 0.019, 0.012, 0.008, 0.005, 0.003, 0.002, 0.001),
    )
    """How often a wrapped line leaves so much room: as often as a word is at least that long."""
    unfit: tuple[float, float] = (0.06, 0.03)
    """How often a break of wrapped text stands where the next word had room, and much room."""
    final: tuple[tuple[float, float], ...] = (
        (0.12, 0.85),
        (0.02, 0.02),
        (0.85, 0.85),
        (0.03, 0.03),
    )
    """How often a line before a break, and a paragraph's last one, ends in a final mark: in text
    that is wrapped, with punctuation and without it, and in lines, with punctuation and without."""
    open: tuple[float, float] = (0.22, 0.008)
    """How often a line ends in a word that ends no sentence: wrapped, and not."""
    widths: tuple[int, int] = (30, 132)
    others: float = 0.4
    """How often a paragraph of several lines in wrapped text is a list, verse or the like."""
    least: float = 2.0
    """Log odds that text must have, since the width of the page was chosen to suit it."""


@cache
def _constants(options: BreakOptions) -> tuple[F64, F64, F64, F64, I32]:
    marks = [
        [np.log(before), np.log(1 - before), np.log(last), np.log(1 - last)]
        for before, last in options.final
    ]
    wrapped, lines = options.open
    opens = np.log([wrapped / lines, (1 - wrapped) / (1 - lines)])
    near, far = options.unfit
    slacks = np.log(np.array(options.slack) * (1 - near - far))
    unfit = np.log([near / 20, far])
    return slacks, unfit, np.array(marks), opens, np.array(options.widths, np.int32)


@cache
def _open_words() -> U64:
    """Return the words as the kernel packs them."""
    packed = {int.from_bytes(word.encode()[::-1], "big") for word in OPEN_WORDS if len(word) < 9}
    return np.array(sorted(packed), np.uint64)


def read_lines(codes: CodePoints) -> I32:
    """Return what each line of a text looks like, (lines, 7)."""
    lines = np.empty((int((codes == 0x0A).sum()) + 1, MARKS + 1), np.int32)
    break_kernel.read_lines(codes, _open_words(), lines)
    return lines


def view_lines(
    codes: CodePoints,
    *,
    wrapped: bool = False,
    documents: I64 | None = None,
) -> TextView | None:
    r"""Return a text as it reads without soft line breaks, None where it has none.

    ``wrapped``: every break is soft that could be one; ``documents``: the lines that begin a
    document, none: the text is one.  What is left out: quote marks and indents behind a soft break,
    and the hyphen and break inside a word.

    >>> from majuscule.text import decode, encode
    >>> decode(view_lines(encode("> the exam-\n> ple is\n> old"), wrapped=True).codes)
    '> the example is old'
    """
    options = BreakOptions()
    lines = read_lines(codes)
    bounds = np.append(np.zeros(1, np.int64) if documents is None else documents, len(lines))
    soft = np.zeros(len(lines), np.uint8)
    break_kernel.find_breaks(
        lines,
        bounds.astype(np.int64),
        *_constants(options),
        options.others,
        options.least,
        wrapped,
        np.empty(len(lines), np.int32),
        np.empty(len(lines)),
        np.empty(5),
        np.empty(4),
        soft,
    )
    going_on = np.flatnonzero(soft)
    if not len(going_on):
        return None
    before = lines[going_on - 1]
    starts, ends = lines[going_on, START] - 1, lines[going_on, BEGIN]
    hyphenated = (before[:, MARKS] & HYPHEN) != 0
    # A break that parts words becomes a space; one inside a word goes, with its hyphen.
    first = np.where(hyphenated, before[:, END] - 1, starts + 1)
    return TextView.joined(codes, soft != 0, first, ends, starts[~hyphenated])
