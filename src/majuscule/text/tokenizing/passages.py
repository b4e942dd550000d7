"""A passage: text as code points, its tokens, and its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I32, I64, Bools
from majuscule.text.characters.codepoints import CodePoints, decode, encode
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import Tokens, read_tokens
from majuscule.text.tokenizing.views import TextView

NEWLINE = 0x0A


@dataclass(frozen=True)
class Passage:
    """What a restorer decides on: one or more lines of text, read once.

    ``lines``: int32, shape (lines, 2), the tokens of each line; a line without tokens has an empty
    span.  ``view``: the way back to the text, where ``codes`` leave some of it out.
    """

    codes: CodePoints
    tokens: Tokens
    lines: I32
    view: TextView | None = None

    def lay(self, codes: CodePoints) -> CodePoints:
        """Return the text with the passage's code points as they have become."""
        return codes if self.view is None else self.view.lay(codes)

    def spans(self) -> tuple[I32, I32]:
        """Return where the tokens stand in the text."""
        spans = self.tokens.starts, self.tokens.ends
        return spans if self.view is None else self.view.spans(*spans)

    def owners(self, documents: I64 | None) -> I64:
        """Return the number of each token's document, of those that begin in some lines."""
        sizes = self.lines[:, 1] - self.lines[:, 0]
        begins = np.zeros(1, np.int64) if documents is None else documents
        return np.repeat(np.searchsorted(begins, np.arange(len(sizes)), side="right"), sizes)

    def folded(self, token: int) -> str:
        """Return a token in folded case."""
        tokens = self.tokens
        return decode(tokens.folded[tokens.starts[token] : tokens.ends[token]])

    def pieces(self, tokens: int) -> Iterator[tuple[int, int, Passage]]:
        """Yield the passage cut between lines into pieces of about so many tokens, at least a line
        each.

        Each comes with the span of its tokens here.  Pieces share the arrays of the whole.
        """
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

    ``patterns``: what the user protects; ``documents``: where each document after the first begins.

    >>> read_passage("one two\n\nthree").lines.tolist()
    [[0, 2], [2, 2], [2, 3]]
    """
    return passage_of(encode(text), patterns, documents)


def passage_of(
    codes: CodePoints,
    patterns: Patterns = NO_PATTERNS,
    documents: Sequence[int] = (),
    view: TextView | None = None,
) -> Passage:
    """Return the passage of an array of code points, those of a ``view`` where there is one.

    The rest is as in :func:`read_passage`.
    """
    return Passage(codes, *read_tokens(codes, patterns, documents), view)


def sequence_starts(passage: Passage, sentences: bool) -> Bools:
    """Tell for each token whether a sequence begins there: a line, or also each sentence."""
    if sentences:
        starts = sentence_starts(passage.tokens.positions)
    else:
        starts = np.zeros(len(passage.tokens), np.bool_)
    lines = passage.lines
    starts[lines[lines[:, 0] < lines[:, 1], 0]] = True
    return starts
