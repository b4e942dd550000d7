"""What restorers say besides classes: how often words have capitals, and log odds of the classes.

Case detection reads the first, document memory the second; all kinds give both in the same units.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

LEAST = 3
"""Mentions inside sentences that a word needs: one or two say little of how it is written."""

FLOOR = 1e-20
"""Probability that stands for none, so that log odds stay finite."""


def capital_share(
    capitals: npt.NDArray[np.int64], mentions: npt.NDArray[np.int64]
) -> npt.NDArray[np.float32]:
    """Return the share of capitalised mentions, float32, NaN for words with too few mentions.

    >>> capital_share(np.array([3, 2]), np.array([4, 2])).tolist()
    [0.75, nan]
    """
    shares = (capitals / np.maximum(mentions, 1)).astype(np.float32)
    shares[mentions < LEAST] = np.nan
    return np.asarray(shares)


def log_odds(
    likelihoods: npt.NDArray[np.floating], cased: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float32]:
    """Return log odds of LC, UC, CA, MC against the best of each row, which has 0; (n, 4).

    ``cased`` (n,): tokens with letters that can be capitals; the others are LC for certain.

    >>> [f"{x:.2f}" for x in log_odds(np.array([[0.5, 0.25, 0.25, 0]]), np.array([True]))[0]]
    ['0.00', '-0.69', '-0.69', '-45.36']
    """
    logs = np.log(np.maximum(likelihoods, FLOOR))
    logs[~cased] = (0, *[np.log(FLOOR)] * 3)
    return np.asarray(logs - logs.max(axis=1, keepdims=True), np.float32)
