"""Log-linear weights of hashed binary features, and fitting them by maximum entropy.

P(tag | features) is proportional to the exponential of the sum of the features' weights (Chieu & Ng
2002, section 3.1).  The maximum-entropy weights are those of maximum likelihood; the paper fits
them by generalised iterative scaling (Darroch & Ratcliff 1972), an option here, and stops early.
By default scikit-learn (extra ``maxent``) fits them by L-BFGS to convergence, with a Gaussian prior
instead of early stopping (Chen & Rosenfeld 1999).  Using a model needs numpy only.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F32, F64, I32, I64, U8, Wholes
from majuscule.counts.successors import gather_runs
from majuscule.errors import TrainingError
from majuscule.extras import require
from majuscule.models.stored import stored
from majuscule.tagging.scoring.chain import log_normalised
from majuscule.text.keys import Keys, ascending, find_keys

Group = tuple[npt.NDArray[np.intp], Keys]
"""Tokens, in order, and the feature of each."""

TOKENS_AT_ONCE = 4096
"""Tokens whose weights are summed at once."""

IMPOSSIBLE = -30.0
"""The weight of every feature for tags unseen in training."""


@dataclass(frozen=True)
class HashedRows:
    """Features of tokens: those of token i are ``hashes[bounds[i]:bounds[i + 1]]``."""

    bounds: I64
    hashes: Keys

    def __len__(self) -> int:
        return len(self.bounds) - 1

    @classmethod
    def of(cls, groups: Iterable[Group], tokens: int) -> HashedRows:
        """Return the features that groups yield for n ``tokens``."""
        every = list(groups)
        place = np.concatenate([at for at, _ in every]) if every else np.zeros(0, np.intp)
        hashes = np.concatenate([found for _, found in every]) if every else np.zeros(0, np.uint64)
        order = np.argsort(place, kind="stable")
        return cls(_bounds(np.bincount(place, minlength=tokens)), hashes[order])

    def chosen(self, tokens: npt.NDArray[np.intp]) -> HashedRows:
        """Return the rows of some tokens."""
        bounds, at = gather_runs(self.bounds, tokens)
        return HashedRows(bounds, self.hashes[at])

    def frequent(self, cutoff: int) -> Keys:
        """Return the features that occur at least ``cutoff`` times, sorted."""
        found, counts = np.unique(self.hashes, return_counts=True)
        return found[counts >= cutoff]

    def among(self, keys: Keys) -> tuple[I64, I32]:
        """Return the features in ``keys`` as compressed rows: bounds, and indices of ``keys``."""
        at, known = find_keys(keys, self.hashes)
        before = np.append(0, np.cumsum(known))
        return before[self.bounds], at[known].astype(np.int32)


def stack(parts: Iterable[HashedRows]) -> HashedRows:
    """Return rows one after another."""
    every = list(parts)
    bounds = _bounds(np.concatenate([np.diff(part.bounds) for part in every]))
    return HashedRows(bounds, np.concatenate([part.hashes for part in every]))


def _bounds(sizes: Wholes) -> I64:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


@dataclass(frozen=True)
class LogLinear:
    """``keys`` (features,): sorted hashes; ``weights`` float32 (features, tags)."""

    keys: Keys = stored("<u8")
    weights: F32 = stored("<f4", dimensions=2)

    def fits(self) -> bool:
        known = ascending(self.keys) and bool(np.isfinite(self.weights).all())
        return known and len(self.weights) == len(self.keys)

    def scores(self, hashed: HashedRows) -> F32:
        """Return the sums of the features' weights, (tokens, tags)."""
        rows, columns = hashed.among(self.keys)
        out = np.zeros((len(hashed), self.weights.shape[1]), np.float32)
        for start in range(0, len(hashed), TOKENS_AT_ONCE):
            bounds = rows[start : start + TOKENS_AT_ONCE + 1]
            filled = np.flatnonzero(bounds[1:] > bounds[:-1])
            if len(filled):
                gathered = self.weights[columns[bounds[0] : bounds[-1]]]
                at = (bounds[:-1] - bounds[0])[filled]
                out[start + filled] = np.add.reduceat(gathered, at, axis=0)
        return out

    def log_probabilities(self, hashed: HashedRows) -> F32:
        """Return log P(tag | features) of each token, (tokens, tags)."""
        return log_normalised(self.scores(hashed))


def fit(
    hashed: HashedRows,
    tags: U8,
    keys: Keys,
    number_of_tags: int,
    *,
    prior: float,
    iterations: int,
    tolerance: float,
    token_weights: F64 | None = None,
    start: LogLinear | None = None,
    optimiser: str = "lbfgs",
) -> tuple[LogLinear, int]:
    """Return the weights of greatest likelihood under a Gaussian prior, and the iterations made.

    ``prior``: variance of the prior; ``token_weights`` (tokens,): how often each token counts;
    ``start``: initial weights, with their keys.  Training stops after ``iterations`` or when no
    component of the gradient of the mean log loss exceeds ``tolerance``.  The optimiser ``gis`` has
    neither prior nor tolerance: it makes all iterations.

    Raises :class:`~majuscule.errors.TrainingError` for text with a single tag.
    """
    classes = np.unique(tags)
    if len(classes) < 2:
        raise TrainingError("the training text has only one tag, so there is nothing to learn")
    what = "training by maximum entropy"
    linear = require("sklearn.linear_model", what, "maxent")
    sparse = require("scipy.sparse", what, "maxent")
    bounds, columns = hashed.among(keys)
    data = np.ones(len(columns))
    matrix = sparse.csr_array((data, columns, bounds), shape=(len(hashed), len(keys)))
    if optimiser == "gis":
        counts = np.ones(len(tags)) if token_weights is None else token_weights
        first = None if start is None else _aligned(start, keys)
        found = _scaled(matrix, tags, counts, number_of_tags, iterations, first)
        found[:, np.setdiff1d(np.arange(number_of_tags), classes)] = IMPOSSIBLE
        return LogLinear(keys, found), iterations
    model = linear.LogisticRegression(
        C=prior, fit_intercept=False, max_iter=iterations, tol=tolerance, warm_start=True
    )
    if start is not None:
        model.classes_ = classes
        model.coef_ = _aligned(start, keys)[:, classes].T.astype(np.float64)
        model.intercept_ = np.zeros(len(classes))
        if len(classes) == 2:
            model.coef_ = model.coef_[1:] - model.coef_[:1]
    with warnings.catch_warnings():
        # Stopping after few iterations is no fault; their number is returned.
        warnings.simplefilter("ignore")
        model.fit(matrix, tags, sample_weight=token_weights)
    found = np.asarray(model.coef_, np.float32)
    if len(classes) == 2:  # one row for two classes
        found = np.concatenate([-found / 2, found / 2])
    weights = np.full((len(keys), number_of_tags), IMPOSSIBLE, np.float32)
    weights[:, classes] = found.T
    return LogLinear(keys, weights), int(np.max(model.n_iter_))


def _scaled(
    matrix: Any, tags: U8, counts: F64, number_of_tags: int, iterations: int, start: F32 | None
) -> F32:
    """Return the weights after some iterations of generalised iterative scaling.

    The weights of features with tags that they were never seen with are unchanged.  There is no
    correction feature to make the sums of all tokens equal: none is needed (Curran & Clark 2003).
    """
    gold = np.zeros((len(tags), number_of_tags))
    gold[np.arange(len(tags)), tags] = counts
    observed = matrix.T @ gold
    seen, most = observed > 0, float(np.diff(matrix.indptr).max())
    weights = np.zeros(observed.shape) if start is None else start.astype(np.float64)
    for _ in range(iterations):
        predicted = np.exp(log_normalised(matrix @ weights)) * counts[:, None]
        expected = matrix.T @ predicted
        weights[seen] += np.log(observed[seen] / np.maximum(expected[seen], 1e-12)) / most
    return weights.astype(np.float32)


def _aligned(start: LogLinear, keys: Keys) -> F32:
    """Return the weights of the features ``keys``, 0 for new ones."""
    weights = np.zeros((len(keys), start.weights.shape[1]), np.float32)
    at, known = find_keys(start.keys, keys)
    weights[known] = start.weights[at[known]]
    weights[weights == IMPOSSIBLE] = 0
    return weights
