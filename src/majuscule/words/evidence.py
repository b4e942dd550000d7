"""What restorers say besides classes: how often words have capitals, and log odds of the classes.

Case detection reads the first, document memory the second; all kinds give both in the same units.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F32, F64, I64, Bools
from majuscule.text.tokenizing.classes import LC, UC

LEAST = 3
"""Occurrences inside sentences that a word needs: one or two say little of how it is written."""

FLOOR = 1e-20
"""Probability that stands for none, so that log odds stay finite."""


def capital_share(capitals: I64, occurrences: I64) -> F32:
    """Return the share of capitalised occurrences, float32, NaN for words with too few occurrences.

    >>> capital_share(np.array([3, 2]), np.array([4, 2])).tolist()
    [0.75, nan]
    """
    shares = (capitals / np.maximum(occurrences, 1)).astype(np.float32)
    shares[occurrences < LEAST] = np.nan
    return np.asarray(shares)


def shares_at(shares: F32, rows: npt.NDArray[np.integer]) -> F32:
    """Return the share in each row, NaN for words in the row past the last: unknown ones."""
    return np.asarray(np.append(shares, np.float32(np.nan))[rows])


def margins(support: F64, cased: Bools) -> F32:
    """Return how far the best of each row is ahead of the next, in log probability; 0 if caseless.

    ``support``: how probable each choice is over the best one, whose row entry is 1.
    """
    second = np.sort(support, axis=1)[:, -2]
    found = np.maximum(-np.log(np.maximum(second, FLOOR)), 0)
    return np.where(cased, found, 0).astype(np.float32)


def raise_first(shares: npt.NDArray[np.floating], first: Bools) -> None:
    """Make LC of the first tokens of sentences UC, in place: rows of LC, UC, ..."""
    shares[first, UC] += shares[first, LC]
    shares[first, LC] = 0


def log_odds(likelihoods: npt.NDArray[np.floating], cased: Bools) -> F32:
    """Return log odds of LC, UC, CA, MC against the best of each row, which has 0; (n, 4).

    ``cased`` (n,): tokens with letters that can be capitals; the others are LC for certain.

    >>> [f"{x:.2f}" for x in log_odds(np.array([[0.5, 0.25, 0.25, 0]]), np.array([True]))[0]]
    ['0.00', '-0.69', '-0.69', '-45.36']
    """
    logs = np.log(np.maximum(likelihoods, FLOOR))
    logs[~cased] = (0, *[np.log(FLOOR)] * 3)
    return np.asarray(logs - logs.max(axis=1, keepdims=True), np.float32)
