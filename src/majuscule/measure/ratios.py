"""Ratios of counts: precision, recall and F, with "not defined" kept apart from zero.

A ratio with nothing below the line is NaN (printed ``N/A``, JSON ``null``): the precision of a
system that proposed nothing is not zero but unknown, as in Table 2 of Niu et al.  F is computed
from counts, so it is 0 wherever something was to be found and nothing was.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from majuscule.measure.metric import FloatArray


def ratio(part: NDArray[Any], whole: NDArray[Any]) -> FloatArray:
    """Return ``part / whole``, NaN where ``whole`` is zero.

    >>> ratio(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, nan]
    """
    top, bottom = np.broadcast_arrays(
        np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    )
    result = np.full(top.shape, np.nan)
    np.divide(top, bottom, out=result, where=bottom != 0)
    return result


def f_measure(
    correct: NDArray[Any], proposed: NDArray[Any], gold: NDArray[Any], beta: float = 1.0
) -> FloatArray:
    """Return F with weight ``beta`` on recall: (1 + b2) PR / (b2 P + R), written in counts.

    ``beta`` 1, 0.5 and 2 are MUC's P&R, 2P&R and P&2R (van Rijsbergen 1979).

    >>> float(f_measure(np.array(1), np.array(2), np.array(4)).round(4))
    0.3333
    >>> float(f_measure(np.array(1), np.array(2), np.array(4), beta=2).round(4))
    0.2778
    """
    weight = beta * beta
    return ratio((1 + weight) * correct, weight * gold + proposed)


def mean_of_defined(values: FloatArray) -> FloatArray:
    """Return the mean over the last axis of what is defined, NaN where nothing is.

    >>> float(mean_of_defined(np.array([0.5, np.nan, 1.0])))
    0.75
    """
    defined = ~np.isnan(values)
    return ratio(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1))


def prf(
    prefix: str, correct: NDArray[Any], proposed: NDArray[Any], gold: NDArray[Any]
) -> dict[str, FloatArray]:
    """Return ``precision``, ``recall`` and ``f1`` under names that begin with ``prefix``."""
    return {
        f"{prefix}precision": ratio(correct, proposed),
        f"{prefix}recall": ratio(correct, gold),
        f"{prefix}f1": f_measure(correct, proposed, gold),
    }
