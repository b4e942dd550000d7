"""What restorers return besides classes: capital shares of words, and log odds of the classes.

Case detection uses the shares, document memory the log odds.  Every kind of restorer returns both
in the same units.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F32, F64, I64, Bools, Wholes
from majuscule.text.tokenizing.classes import LC, UC

LEAST = 3
"""Occurrences inside sentences below which a capital share is too unreliable to use."""

FLOOR = 1e-20
"""Replaces a probability of 0, so that log odds stay finite."""


def capital_share(capitals: I64, occurrences: I64) -> F32:
    """Return the share of capitalised occurrences, float32, NaN for words with too few occurrences.

    >>> capital_share(np.array([3, 2]), np.array([4, 2])).tolist()
    [0.75, nan]
    """
    shares = (capitals / np.maximum(occurrences, 1)).astype(np.float32)
    shares[occurrences < LEAST] = np.nan
    return np.asarray(shares)


def shares_at(shares: F32, rows: Wholes) -> F32:
    """Return ``shares[rows]``; the row past the last stands for unknown words and gives NaN."""
    return np.asarray(np.append(shares, np.float32(np.nan))[rows])


def margins(support: F64, cased: Bools) -> F32:
    """Return the log odds of the best choice over the second best, (n,); 0 where not ``cased``.

    ``support`` (n, choices): probabilities divided by that of the best choice.
    """
    second = np.sort(support, axis=1)[:, -2]
    leads = np.maximum(-np.log(np.maximum(second, FLOOR)), 0)
    return np.where(cased, leads, 0).astype(np.float32)


def raise_first(shares: npt.NDArray[np.floating], first: Bools) -> None:
    """Move the share of LC to UC for the first tokens of sentences, in place; ``shares`` (n, k)."""
    shares[first, UC] += shares[first, LC]
    shares[first, LC] = 0


def log_odds(likelihoods: npt.NDArray[np.floating], cased: Bools) -> F32:
    """Return the log odds (n, 4) of LC, UC, CA and MC against the best class, which has 0.

    ``cased`` (n,): tokens with letters that can be capitals; the others are certainly LC.

    >>> [f"{x:.2f}" for x in log_odds(np.array([[0.5, 0.25, 0.25, 0]]), np.array([True]))[0]]
    ['0.00', '-0.69', '-0.69', '-45.36']
    """
    logs = np.log(np.maximum(likelihoods, FLOOR))
    logs[~cased] = (0, *[np.log(FLOOR)] * 3)
    return np.asarray(logs - logs.max(axis=1, keepdims=True), np.float32)
