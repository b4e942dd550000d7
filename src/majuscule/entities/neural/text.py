"""Annotated text as the network of entities learns from it.

Every text is learnt in two conditions, as it is written and in lower case, which to the network is
the same as capitals.  What the linear tagger thinks of a token comes from one that has not learnt
from its document (cross-fitting): otherwise the network would learn to believe it blindly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, I64, U8
from majuscule.entities.corpora import labelled_passages
from majuscule.entities.interface import Corpus
from majuscule.entities.linear.passages import PassageTagger, ScoredPassage
from majuscule.entities.neural.inputs import HEAD, Reader
from majuscule.errors import TrainingError
from majuscule.network.inputs import IGNORED, Columns
from majuscule.network.pieces import Pieces, cut_pieces
from majuscule.reading.annotations.schemes import Scheme

BATCH = 200_000
"""Characters that are read at once."""

DOUBT = 0.1
"""Probability of labels that a corpus does not teach from which on a token is not asked about."""


@dataclass(frozen=True)
class Read:
    """A piece of annotated text that a linear tagger scored: its columns and its tags, IGNORED
    where the corpus does not tell."""

    piece: ScoredPassage
    columns: Columns
    tags: U8


def read_texts(
    corpus: Corpus,
    scheme: Scheme,
    linear: PassageTagger,
    reader: Reader,
    *,
    caseless: bool = True,
) -> Iterator[Read]:
    """Yield a corpus read as it is written, and with ``caseless`` in lower case too.

    Where nothing is marked, a token is not asked about if the corpus does not tell: if patterns in
    place of people marked its expressions and this is one that they left out, or if the linear
    tagger thinks that it has a label that the corpus does not teach.
    """
    untaught = np.array([tag != "O" and tag[2:] not in corpus.taught for tag in scheme.tags])
    for passage, tags, _ in labelled_passages([corpus], scheme, BATCH, caseless=caseless):
        for piece in linear.score(passage):
            own = tags[piece.tokens].copy()
            open_ = np.zeros(len(own), np.bool_)
            if corpus.guessed:
                open_ |= piece.padded.column("q") > 0
            if untaught.any():
                sure = piece.posteriors(linear.constants.scale)
                open_ |= sure[:, untaught].sum(axis=1) > DOUBT
            own[open_ & (own == 0)] = IGNORED
            yield Read(piece, reader.read(piece, linear), own)


@dataclass(frozen=True)
class NetworkText:
    """Training text, N tokens: ``all_columns`` (N, columns), ``tags`` and ``positions`` (N,),
    ``lines`` (lines, 2)."""

    all_columns: Columns
    tags: U8
    lines: I64
    positions: U8

    @classmethod
    def of(cls, parts: Iterable[tuple[Read, int]]) -> NetworkText:
        """Return text that was read, each part as often as it is to be learnt."""
        columns, tags, lines, positions = [], [], [], []
        at = 0
        for read, times in parts:
            own = read.piece.passage.lines.astype(np.int64) + at
            lines.append(np.repeat(own[own[:, 1] > own[:, 0]], times, axis=0))
            columns.append(read.columns)
            tags.append(read.tags)
            positions.append(read.piece.passage.tokens.positions)
            at += len(read.tags)
        if not columns:
            raise TrainingError("the training text is empty")
        return cls(
            np.concatenate(columns),
            np.concatenate(tags),
            np.concatenate(lines),
            np.concatenate(positions),
        )

    def pieces(self, longest: int) -> Pieces:
        """Return the sequences of an epoch."""
        return cut_pieces(self.lines, self.positions, longest)

    def columns(self, at: I64) -> Columns:
        """Return the columns of some tokens."""
        return self.all_columns[at]

    def labels(self, at: I64) -> dict[str, U8]:
        """Return the tags of some tokens."""
        return {HEAD: self.tags[at]}

    def weights(self, at: I64) -> dict[str, F32]:
        """Return nothing: all tokens count alike."""
        return {}
