"""What a network reads and answers, by number: columns of a token, labels of each head."""

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
"""A row a token, a column an input."""

Heads = Mapping[str, int]
"""The sets of labels that a network tells apart: name and number of labels of each."""

IGNORED = 255
"""The label of a token that a head is not asked about."""


@dataclass(frozen=True)
class Inputs:
    """The columns of numbers that a token is read as: their names, and how many values each has.

    Every value of every column has a vector of its own; the network's input is their sum.  The
    vectors stand in one table, column after column.

    >>> inputs = Inputs({"word": 1000, "suffix": 64})
    >>> inputs.rows, inputs.offsets.tolist()
    (1064, [0, 1000])
    """

    sizes: Mapping[str, int]

    @cached_property
    def offsets(self) -> I32:
        """Return the row of the table at which the vectors of each column begin."""
        return np.cumsum([0, *self.sizes.values()])[:-1].astype(np.int32)

    @property
    def begins(self) -> dict[str, int]:
        """Return the same row by the name of the column."""
        return dict(zip(self.sizes, self.offsets.tolist(), strict=True))

    @property
    def rows(self) -> int:
        """Return how many vectors there are."""
        return sum(self.sizes.values())

    def check(self, columns: Columns) -> None:
        """Raise :class:`UsageError` for columns (..., columns) that the table has no vectors for.

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
    """Text to learn from, tokens by number.  Where a token stands is the text's own affair."""

    def pieces(self, longest: int) -> Pieces:
        """Return the sequences of an epoch, each as often as it is to be shown, in the order of the
        text and of at most ``longest`` tokens."""
        ...

    def columns(self, at: I64) -> Columns:
        """Return the columns of some tokens, shape (n, columns)."""
        ...

    def labels(self, at: I64) -> Mapping[str, U8]:
        """Return each head's labels of some tokens, shape (n,); IGNORED where it is not asked."""
        ...

    def weights(self, at: I64) -> Mapping[str, F32]:
        """Return how much some tokens count, shape (n,), for heads whose tokens do not all count
        as 1."""
        ...
