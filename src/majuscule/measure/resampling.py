"""The bootstrap of segments, vectorised (Efron 1979).

A resample is a multiset of segments; its totals are their multiplicities times the statistics, so
thousands of resamples are a few matrix products.  Products are in float64, exact for totals below
2^53, and numbers are drawn in the order of a plain loop over resamples: the result depends on the
generator only, not on the chunk size or the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F64, I64, Array
from majuscule.errors import UsageError

DRAWS_AT_ONCE = 1 << 22  # 32 MB of float64: more is no faster, less costs more calls


@dataclass(frozen=True)
class Resampling:
    """Number of resamples, seed and level of intervals; all reports use the defaults."""

    resamples: int = 1000
    """Number of resamples: more make the interval's ends less noisy, at linear cost."""
    seed: int = 1
    """Seed of the generator: another seed moves interval ends by their sampling error."""
    level: float = 0.95
    """Share of resamples that an interval covers."""

    def __post_init__(self) -> None:
        if self.resamples < 1:
            raise UsageError(f"resamples is {self.resamples}; give a number such as 1000")
        if not 0 < self.level < 1:
            raise UsageError(f"level is {self.level}; give a share between 0 and 1, such as 0.95")

    def generator(self) -> np.random.Generator:
        """Return a new generator with the seed."""
        return np.random.default_rng(self.seed)


def bootstrap_totals(
    systems: list[Array],
    resamples: int,
    generator: np.random.Generator,
    draws_at_once: int = DRAWS_AT_ONCE,
) -> list[I64]:
    """Return, for each system, the totals of every resample: shape ``(resamples, columns)``.

    ``systems`` holds statistics of the same segments, all resampled by the same draws, so that
    differences between systems (or any function of several) can be computed row by row.

    >>> statistics = np.array([[1, 0], [0, 1]])
    >>> totals, = bootstrap_totals([statistics], 5, np.random.default_rng(1))
    >>> totals.sum(axis=1).tolist()
    [2, 2, 2, 2, 2]
    """
    segments = _shared_length(systems)
    most = max(1, draws_at_once // segments)
    parts = []
    for begin in range(0, resamples, most):
        rows = min(most, resamples - begin)
        drawn = generator.integers(0, segments, size=(rows, segments))
        drawn += (np.arange(rows) * segments)[:, None]  # each resample counts in its own bins
        counts = np.bincount(drawn.ravel(), minlength=rows * segments).reshape(rows, segments)
        parts.append([_product(counts, statistics) for statistics in systems])
    return [np.concatenate(part) for part in zip(*parts, strict=True)]


def percentile_interval(values: F64, level: float = 0.95) -> tuple[float, float]:
    """Return the central interval of ``level`` of the values that are not NaN, or NaN twice.

    >>> percentile_interval(np.arange(101.0), 0.9)
    (5.0, 95.0)
    """
    defined = values[~np.isnan(values)]
    if not len(defined):
        return float("nan"), float("nan")
    # (1 - 0.9) / 2 is not quite 0.05, and would interpolate beside an order statistic.
    tail = round((1 - level) / 2, 12)
    low, high = np.quantile(defined, [tail, 1 - tail])
    return float(low), float(high)


def _shared_length(systems: list[Array]) -> int:
    lengths = {len(statistics) for statistics in systems}
    if len(lengths) != 1:
        raise UsageError(
            f"systems were scored on different numbers of segments {sorted(lengths)}; score all "
            "of them on the same text"
        )
    if lengths == {0}:
        raise UsageError("there are no segments to resample; give at least one")
    return lengths.pop()


def _product(counts: Array, statistics: Array) -> I64:
    return np.rint(counts.astype(np.float64) @ statistics.astype(np.float64)).astype(np.int64)
