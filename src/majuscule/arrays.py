"""Short names of array types, by item type, and runs and ranges of items."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Wholes = npt.NDArray[np.integer]
Items = npt.NDArray[np.generic]
Bools = npt.NDArray[np.bool_]
U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]
I8 = npt.NDArray[np.int8]
I16 = npt.NDArray[np.int16]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
F16 = npt.NDArray[np.float16]
F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]

_Whole = TypeVar("_Whole", bound=np.integer[Any])


def number_runs(sizes: Wholes) -> tuple[I64, I64]:
    """Return, for each item of adjacent runs of these sizes, its run, and its place in it.

    >>> [one.tolist() for one in number_runs(np.array([2, 0, 3]))]
    [[0, 0, 2, 2, 2], [0, 1, 0, 1, 2]]
    """
    runs = np.repeat(np.arange(len(sizes)), sizes)
    return runs, np.arange(len(runs)) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def join_ranges(begins: Wholes, sizes: Wholes) -> tuple[I64, I64]:
    """Return the integers of ranges, one range after the other, and where each begins among them.

    >>> [one.tolist() for one in join_ranges(np.array([5, 9]), np.array([2, 1]))]
    [[5, 6, 9], [0, 2]]
    """
    firsts = np.cumsum(sizes) - sizes
    shifts = np.repeat(begins - firsts, sizes)
    return np.arange(len(shifts)) + shifts, firsts


def filled(ranges: npt.NDArray[_Whole]) -> npt.NDArray[_Whole]:
    """Return the ranges, (n, 2), that are not empty.

    >>> filled(np.array([[0, 2], [2, 2], [2, 5]])).tolist()
    [[0, 2], [2, 5]]
    """
    return ranges[ranges[:, 1] > ranges[:, 0]]
