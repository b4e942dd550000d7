"""Feature selection by frequency.

Counting is exact up to collisions of 32-bit hashes.  Large text is counted into a table with a cell
for every hash (one pass, each thread with its own range of hashes; 2 GB, or 4 GB where features
must occur more than fifteen times); the features of small text are sorted instead.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from majuscule.arrays import I64, U8, U32
from majuscule.tagging.features import feature_kernel
from majuscule.tagging.features.text import Spec, Stretch, TaggedText, cut_stretches, read_stretch
from majuscule.tagging.scoring.index import KeyIndex

SORTED = 1 << 27
"""The most feature occurrences that are counted by sorting."""

STRETCH = 1 << 14


def count_features(
    text: TaggedText, spec: Spec, least: int, *, threads: int = 2, by_sorting: bool | None = None
) -> KeyIndex:
    """Return the features of the gold tags that occur at least ``least`` times (1 to 255)."""
    if by_sorting is None:
        by_sorting = int(np.diff(text.bounds, axis=1).sum()) * spec.groups <= SORTED
    if not by_sorting:
        return KeyIndex.of(_count_in_table(text, spec, least, threads))
    keys, counts = feature_counts(text, spec)
    return KeyIndex.of(keys[counts >= least])


def find_groups(text: TaggedText, spec: Spec, index: KeyIndex, *, threads: int = 2) -> U8:
    """Return the template of each feature in the index, uint8 (features,), by another pass.

    If features of several templates share a hash, the last template wins.
    """
    spans = cut_stretches(text, STRETCH)

    def find(part: int) -> U8:
        groups = np.zeros(index.size, np.uint8)
        for span in spans[part::threads]:
            stretch = read_stretch(text, spec, span, 0)
            for hashes, numbers in (
                (stretch.templates, spec.template_groups),
                (stretch.links, spec.link_groups),
            ):
                feature_kernel.mark_groups(index.find(hashes, numbers), numbers, groups)
        return groups

    with ThreadPoolExecutor(threads) as pool:
        return np.asarray(np.maximum.reduce(list(pool.map(find, range(threads)))))


def _present(stretch: Stretch, tags: int) -> tuple[U32, U8]:
    """Return the hashes of the gold tags' features (templates, n), and which tokens are no
    padding."""
    n = len(stretch.tags)
    valid = np.zeros(n, np.uint8)
    for start, stop in stretch.bounds.tolist():
        valid[start:stop] = 1
    previous = np.concatenate([[0], stretch.tags[:-1]]).astype(np.int64)
    groups = stretch.links.reshape(-1, tags, n)
    links = groups[:, previous, np.arange(n)]
    return np.concatenate([stretch.templates, links]), valid


def feature_counts(text: TaggedText, spec: Spec) -> tuple[U32, I64]:
    """Return the features of the gold tags, ascending, and their counts, by sorting."""
    parts = []
    for span in cut_stretches(text, STRETCH):
        hashes, valid = _present(read_stretch(text, spec, span, 0), spec.tags)
        parts.append(hashes[:, valid == 1].ravel())
    if not parts:
        return np.empty(0, np.uint32), np.empty(0, np.int64)
    keys, counts = np.unique(np.concatenate(parts), return_counts=True)
    return keys, counts


def _count_in_table(text: TaggedText, spec: Spec, least: int, threads: int) -> U32:
    bits = 4 if least < 16 else 8
    cells = 8 // bits  # per byte
    counts = np.zeros((1 << 32) // cells, np.uint8)
    spans = cut_stretches(text, STRETCH)
    limits = [len(counts) * part // threads * cells for part in range(threads + 1)]

    def read(span: tuple[int, int]) -> tuple[U32, U8]:
        return _present(read_stretch(text, spec, span, 0), spec.tags)

    with ThreadPoolExecutor(threads) as pool:
        for at in range(0, len(spans), threads):
            some = list(pool.map(read, spans[at : at + threads]))

            def count(part: int, some: list[tuple[U32, U8]] = some) -> None:
                for hashes, valid in some:
                    own = np.empty(len(valid) + 1, np.uint32)
                    feature_kernel.count_features(
                        hashes, valid, limits[part], limits[part + 1], bits, own, counts
                    )

            list(pool.map(count, range(threads)))
    step, found = 1 << 25, []
    cell = np.empty(step * cells, np.uint32)
    for at in range(0, len(counts), step):
        n = feature_kernel.find_frequent(counts[at : at + step], bits, least, cell)
        found.append(cell[:n] + np.uint32(at * cells))
    return np.concatenate(found)
