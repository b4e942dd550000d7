"""Keys of n-grams: 64 bits, the history in the high bits and its successor in the low ones.

So in a sorted table the successors of a history are one run: the history's count and its number of
distinct successors (the N and T of Witten and Bell) are read off the run, and all forms of a
successor are found by one search.

Keys are made of truncated hashes, so two n-grams may collide.  With 36 bits for the history, ten
million histories collide in 0.015 % of cases; with 28 bits for the successor, an unseen word is
mistaken for a seen one after a history with 20,000 distinct successors in 0.01 % of cases.  Words
are given as 63-bit hashes.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from majuscule.arrays import U32, Array
from majuscule.text.keys import Keys

Number = TypeVar("Number", bound=np.integer[Any])

MULTIPLIER = 0x2D358DCCAA6C78A5
MASK63 = 0x7FFFFFFFFFFFFFFF
SHIFT = 31
BITS = 63


def mix_bits(values: Keys) -> Keys:
    """Return mixed 63-bit numbers, one to one; their high bits depend on all bits of a value.

    Kernels compute the same.

    >>> mix_bits(np.array([1, 2], np.uint64)).tolist()
    [3257665815644502181, 6515331631289004362]
    """
    mixed = values ^ (values >> np.uint64(SHIFT))
    return (mixed * np.uint64(MULTIPLIER)) & np.uint64(MASK63)


def top(values: Keys, bits: int) -> Keys:
    """Return the highest ``bits`` of each mixed 63-bit value."""
    return mix_bits(values) >> np.uint64(BITS - bits)


def chain(first: Keys, second: Keys) -> Keys:
    """Return the hash of an ordered pair of hashes."""
    return mix_bits(mix_bits(first) ^ second)


def pack(history: Keys, following: npt.NDArray[np.unsignedinteger], bits: int) -> Keys:
    """Return the keys of histories and their successors of ``bits`` bits.

    >>> int(pack(np.array([3], np.uint64), np.array([5], np.uint64), 8)[0])
    773
    """
    return (history << np.uint64(bits)) | following


def low(keys: Keys, bits: int) -> U32:
    """Return the lowest ``bits`` (at most 32) of each key."""
    return (keys & np.uint64((1 << bits) - 1)).astype(np.uint32)


def shifted(
    values: npt.NDArray[Number], starts: Array, first: int | np.uint64
) -> npt.NDArray[Number]:
    """Return the value before each, or ``first`` where a sequence starts.

    >>> shifted(np.array([3, 4, 5]), np.array([True, False, False]), 9).tolist()
    [9, 3, 4]
    """
    before = np.empty_like(values)
    before[1:] = values[:-1]
    before[starts] = first
    return before
