"""A passage: text as code points, its tokens, and its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F32, I32, I64, U8, Bools, filled
from majuscule.text.characters.codepoints import CodePoints, decode, encode
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing.classes import classes_of
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import Tokens, read_tokens
from majuscule.text.tokenizing.views import TextView

NEWLINE = 0x0A
Item = TypeVar("Item", bound=np.generic)
APART = "\n\n"
"""What stands between documents in a passage."""


@dataclass(frozen=True, eq=False)
class Passage:
    """The input of a restorer: one or more lines of text, tokenised.

    ``lines``: int32 (lines, 2), the token span of each line, empty for a line without tokens;
    ``view``: maps ``codes`` back to the text if they leave some of it out.
    """

    codes: CodePoints
    tokens: Tokens
    lines: I32
    view: TextView | None = None

    def lay(self, codes: CodePoints) -> CodePoints:
        """Return the text with the passage's code points replaced by ``codes``."""
        return codes if self.view is None else self.view.lay(codes)

    def spans(self) -> tuple[I32, I32]:
        """Return the spans of the tokens in the text."""
        spans = self.tokens.starts, self.tokens.ends
        return spans if self.view is None else self.view.spans(*spans)

    def written(self) -> U8:
        """Return the case class in which each token is written."""
        return classes_of(self.codes, self.tokens.starts, self.tokens.ends)

    def by_token(self, items: npt.NDArray[Item]) -> npt.NDArray[Item]:
        """Return, for each token, the item of its line."""
        return np.repeat(items, self.lines[:, 1] - self.lines[:, 0])

    def owners(self, documents: I64 | None) -> I64:
        """Return the document number of each token, from 1; ``documents``: their first lines."""
        begins = np.zeros(1, np.int64) if documents is None else documents
        return self.by_token(np.searchsorted(begins, np.arange(len(self.lines)), side="right"))

    def lost_share(self, lost: Bools, kept: Bools) -> F32:
        """Return for each token the share of its capitals, or accents, that its line has lost.

        ``lost``, ``kept`` (n,): tokens that surely lack one, and that have one.  By Laplace's rule
        of succession, a line that kept some has lost (lost + 1) / (lost + kept + 2); one that kept
        none, all.
        """
        line = self.by_token(np.arange(len(self.lines)))
        missing, there = (np.bincount(line, one) for one in (lost, kept))
        share = np.where(there > 0, (missing + 1) / (missing + there + 2), 1)
        return share.astype(np.float32)[line]

    def folded(self, token: int) -> str:
        """Return a token in folded case."""
        tokens = self.tokens
        return decode(tokens.folded[tokens.starts[token] : tokens.ends[token]])

    def pieces(self, tokens: int) -> Iterator[tuple[int, int, Passage]]:
        """Yield the passage in pieces of whole lines, of about ``tokens`` tokens each, with their
        token spans; pieces are views of this passage's arrays."""
        if len(self.tokens) <= tokens:
            yield 0, len(self.tokens), self
            return
        wanted = np.arange(tokens, len(self.tokens) + tokens, tokens)
        cuts = np.unique(np.searchsorted(self.lines[:, 1], wanted) + 1)
        first = 0
        for cut in np.minimum(cuts, len(self.lines)).tolist():
            if cut <= first:
                continue
            start, stop = int(self.lines[first, 0]), int(self.lines[cut - 1, 1])
            part = self.tokens.slice(start, stop)
            yield start, stop, Passage(self.codes, part, self.lines[first:cut] - start)
            first = cut


def read_passage(
    text: str, patterns: Patterns = NO_PATTERNS, documents: Sequence[int] = ()
) -> Passage:
    r"""Return the passage of a string; only ``\n`` ends a line.

    ``patterns``: what the user protects; ``documents``: the offset of each document but the first.

    >>> read_passage("one two\n\nthree").lines.tolist()
    [[0, 2], [2, 2], [2, 3]]
    """
    return passage_of(encode(text), patterns, documents)


def joined_passage(
    texts: Sequence[str], patterns: Patterns = NO_PATTERNS
) -> tuple[Passage, list[int]]:
    """Return a passage of documents, and the offset of each of them in it.

    A line is empty between two documents, and an open code block in one does not go on in the next.
    """
    begins = list(accumulate((len(text) + len(APART) for text in texts[:-1]), initial=0))
    return read_passage(APART.join(texts), patterns, begins[1:]), begins


def passage_of(
    codes: CodePoints,
    patterns: Patterns = NO_PATTERNS,
    documents: Sequence[int] = (),
    view: TextView | None = None,
) -> Passage:
    """Return the passage of an array of code points, those of ``view`` if given; for the rest see
    :func:`read_passage`."""
    return Passage(codes, *read_tokens(codes, patterns, documents), view)


def sequence_starts(passage: Passage, sentences: bool) -> Bools:
    """Return for each token whether a sequence begins there: a line, or also each sentence."""
    if sentences:
        starts = sentence_starts(passage.tokens.positions)
    else:
        starts = np.zeros(len(passage.tokens), np.bool_)
    starts[filled(passage.lines)[:, 0]] = True
    return starts
