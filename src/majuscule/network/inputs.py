"""Inputs and outputs of a network, as numbers: columns of tokens, labels of heads, candidates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from majuscule.arrays import F32, I32, I64, U8
from majuscule.errors import UsageError
from majuscule.network.pieces import Pieces

Columns = I32
"""Input numbers, shape (tokens, columns)."""

Heads = Mapping[str, int]
"""The heads of a network: name and number of labels of each."""

IGNORED = 255
"""The label of a token that a head does not learn from."""


@dataclass(frozen=True)
class Inputs:
    """The input columns of a token: their names and numbers of values.

    Every value of every column has an embedding vector; the network's input is the sum of a token's
    vectors.  One table holds the vectors, column after column.

    >>> inputs = Inputs({"word": 1000, "suffix": 64})
    >>> inputs.rows, inputs.offsets.tolist()
    (1064, [0, 1000])
    """

    sizes: Mapping[str, int]

    @cached_property
    def offsets(self) -> I32:
        """Return the first row of each column in the table."""
        return np.cumsum([0, *self.sizes.values()])[:-1].astype(np.int32)

    @property
    def begins(self) -> dict[str, int]:
        """Return the first row of each column by name."""
        return dict(zip(self.sizes, self.offsets.tolist(), strict=True))

    @property
    def rows(self) -> int:
        """Return the number of vectors."""
        return sum(self.sizes.values())

    def check(self, columns: Columns) -> None:
        """Raise :class:`UsageError` for columns (..., columns) with numbers that have no vector.

        >>> Inputs({"word": 10}).check(np.array([[3], [10]], np.int32))
        Traceback (most recent call last):
        majuscule.errors.UsageError: column 'word' holds 10; its numbers go from 0 to 9
        """
        if columns.shape[-1] != len(self.sizes):
            raise UsageError(
                f"a token has {columns.shape[-1]} columns, but {len(self.sizes)} are needed: "
                f"{', '.join(self.sizes)}"
            )
        # Seen as unsigned, numbers below 0 are too large.
        flat = columns.reshape(-1, len(self.sizes)).view(np.uint32)
        highest = flat.max(axis=0, initial=0).tolist()
        for (name, size), high in zip(self.sizes.items(), highest, strict=True):
            if high >= size:
                wrong = high if high < 1 << 31 else high - (1 << 32)
                raise UsageError(
                    f"column {name!r} holds {wrong}; its numbers go from 0 to {size - 1}"
                )


class LabelledText(Protocol):
    """Training text; its tokens are addressed by numbers ``at`` that the text itself defines."""

    def pieces(self, longest: int) -> Pieces:
        """Return the sequences of an epoch, of at most ``longest`` tokens, in text order, repeated
        as often as they are to be seen."""
        ...

    def columns(self, at: I64) -> Columns:
        """Return the columns of the tokens ``at``, shape (n, columns)."""
        ...

    def labels(self, at: I64) -> Mapping[str, U8]:
        """Return each head's labels of the tokens ``at``, shape (n,); IGNORED if unlabelled."""
        ...

    def weights(self, at: I64) -> Mapping[str, F32]:
        """Return the loss weights of the tokens ``at``, shape (n,), for heads that have any."""
        ...


@dataclass(frozen=True)
class Choices:
    """Tokens whose label is one of a few candidates, such as the spellings of a word.

    Each candidate has columns, as a token has, whose vectors are summed; its score is the product
    of that sum and the token's state above the layers.  ``places`` (n,): the tokens, by index;
    ``columns`` (n, most, columns); ``counts`` (n,): the number of candidates; ``right`` (n,);
    ``weights`` (n,): of the loss.
    """

    places: I64
    columns: Columns
    counts: I64
    right: I64
    weights: F32


class ChoiceText(LabelledText, Protocol):
    """Training text with choices."""

    def choices(self, at: I64) -> Choices:
        """Return the choices among the tokens ``at``; ``places`` are indices in ``at``."""
        ...
