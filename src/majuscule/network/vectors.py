"""The input vectors of a network, quantised to eight or four bits.

A column with many values, such as the first four letters of a word, takes most of a small model's
bytes, though each vector is only one of a dozen in a sum: four bits halve these bytes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from majuscule.arrays import F16, F32, I8, I32, U8
from majuscule.models.stored import stored
from majuscule.network import vector_kernel
from majuscule.network.inputs import Columns, Inputs

SHARES = np.linspace(0.35, 1, 14, dtype=np.float32)
"""Clipping thresholds to try for four bits, as shares of a vector's largest number."""

_NO_HALVES = np.zeros((0, 0), np.uint8)


@dataclass(frozen=True)
class Vectors:
    """A table of quantised vectors, each with a scale.

    ``fine`` int8 (fine rows, width); ``scales`` float16 (rows,), in older models float32.  Vectors
    of columns with a 1 in ``coarse`` (columns,) are in ``halves`` (coarse rows, width / 2), two
    numbers a byte; models without such columns have neither array.
    """

    fine: I8 = stored("|i1", dimensions=2, name="vectors")
    scales: F16 | F32 = stored("<f2", older="<f4")
    halves: U8 | None = stored("|u1", dimensions=2, optional=True)
    coarse: U8 | None = stored("|u1", optional=True)

    @classmethod
    def of(cls, table: F32, inputs: Inputs, coarse: Collection[str] = ()) -> Self:
        """Return a table (rows, width) quantised: the columns ``coarse`` to four bits."""
        if not coarse:
            fine, scales = quantise_8(table)
            return cls(fine, scales.astype(np.float16))
        flags = np.array([name in coarse for name in inputs.sizes], np.uint8)
        packed = np.repeat(flags, list(inputs.sizes.values())).astype(np.bool_)
        scales = np.empty(len(table), np.float32)
        fine, scales[~packed] = quantise_8(table[~packed])
        numbers, scales[packed] = quantise_4(table[packed])
        low, high = np.split((numbers + 8).astype(np.uint8), 2, axis=1)
        return cls(fine, scales.astype(np.float16), np.asarray(low | high << 4, np.uint8), flags)

    def matches(self, inputs: Inputs) -> bool:
        """Return whether the arrays have the right sizes for the inputs."""
        flags, halves = self._flags(inputs), self.packed
        coarse = sum(size for size, flag in zip(inputs.sizes.values(), flags, strict=False) if flag)
        return (
            len(flags) == len(inputs.sizes)
            and len(self.scales) == inputs.rows
            and len(halves) == coarse
            and len(self.fine) == inputs.rows - coarse
            and (not coarse or halves.shape[1] * 2 == self.width)
        )

    @property
    def width(self) -> int:
        return int(self.fine.shape[1])

    @property
    def packed(self) -> U8:
        """Return ``halves``, empty in most models."""
        return _NO_HALVES if self.halves is None else self.halves

    def _flags(self, inputs: Inputs) -> U8:
        """Return which columns are coarse, as 0 or 1 even if the file is damaged."""
        if self.coarse is None:
            return np.zeros(len(inputs.sizes), np.uint8)
        return np.asarray(self.coarse != 0, np.uint8)

    def sum(self, columns: Columns, inputs: Inputs) -> F32:
        """Return the sum of each token's vectors, (n, width), for columns (n, columns)."""
        flags = self._flags(inputs)
        sums = np.empty((len(columns), self.width), np.float32)
        vector_kernel.sum_rows(
            columns,
            inputs.offsets,
            _starts(inputs, flags),
            flags,
            self.fine,
            self.packed,
            self._scales,
            sums,
        )
        return sums

    def table(self, inputs: Inputs) -> F32:
        """Return the dequantised table, float32 (rows, width)."""
        packed = np.repeat(self._flags(inputs), list(inputs.sizes.values())).astype(np.bool_)
        numbers = np.empty((inputs.rows, self.width), np.int8)
        numbers[~packed] = self.fine
        if packed.any():
            low, high = self.packed & 15, self.packed >> 4
            numbers[packed] = np.concatenate([low, high], axis=1).astype(np.int8) - 8
        return numbers * self._scales[:, None]

    @cached_property
    def _scales(self) -> F32:
        return np.asarray(self.scales, np.float32)


def _starts(inputs: Inputs, flags: U8) -> I32:
    """Return the first row of each column in ``fine`` or ``halves``, whichever holds it."""
    sizes = np.array(list(inputs.sizes.values()))
    of_kind = [np.where(flags == kind, sizes, 0) for kind in (0, 1)]
    begins = [np.cumsum(some) - some for some in of_kind]
    return np.where(flags == 1, begins[1], begins[0]).astype(np.int32)


def quantise_8(table: F32) -> tuple[I8, F32]:
    """Return a table quantised to int8, and the scale of each row."""
    scales = np.maximum(np.abs(table).max(axis=1), 1e-8).astype(np.float32) / np.float32(127)
    return np.rint(table / scales[:, None]).astype(np.int8), scales


def quantise_4(table: F32) -> tuple[I8, F32]:
    """Return a table quantised to -7 to 7, and the scale of each row that minimises the squared
    error."""
    largest = np.maximum(np.abs(table).max(axis=1), 1e-8).astype(np.float32)
    numbers = np.empty(table.shape, np.int8)
    scales, least = largest / np.float32(7), np.full(len(table), np.inf, np.float32)
    for share in SHARES:
        tried = largest * share / np.float32(7)
        rounded = np.clip(np.rint(table / tried[:, None]), -7, 7)
        error = ((rounded * tried[:, None] - table) ** 2).sum(axis=1)
        better = error < least
        numbers[better], scales[better] = rounded[better], tried[better]
        least[better] = error[better]
    return numbers, scales
