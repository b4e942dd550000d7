"""Feature templates as strings: the columns and offsets that make a feature.

``"w-1 w"`` is the previous word and the word; ``"b-1 b b+1"`` three buckets.  Templates are
compiled to a small matrix that the kernels interpret, so a new feature is one more string.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from majuscule.arrays import I32
from majuscule.errors import UsageError

PARTS = 7
"""The most parts of a template."""

REACH = 3
"""The longest offset, and so the padding between sequences."""

_PART = re.compile(r"([a-z][a-z0-9_]*?)([+-]\d+)?")


def compile_templates(templates: Sequence[str], columns: Sequence[str], *, seed: int = 0) -> I32:
    """Return templates as rows (seed, parts, column, offset, column, offset, ...).

    Different ``seed`` values keep the hashes of two lists of templates apart.

    >>> compile_templates(["w", "w-1 s3"], ["w", "s3"])[:, :6].tolist()
    [[1, 1, 0, 0, 0, 0], [2, 2, 0, -1, 1, 0]]
    """
    rows = np.zeros((len(templates), 2 + 2 * PARTS), np.int32)
    for number, template in enumerate(templates):
        parts = template.split()
        if not 1 <= len(parts) <= PARTS:
            raise UsageError(f"template {template!r} has {len(parts)} parts; use 1 to {PARTS}")
        rows[number, :2] = seed + number + 1, len(parts)
        for index, part in enumerate(parts):
            match = _PART.fullmatch(part)
            name, offset = (match[1], int(match[2] or 0)) if match else (part, 0)
            if name not in columns or abs(offset) > REACH:
                raise UsageError(
                    f"template {template!r} names {part!r}; columns are {', '.join(columns)}, "
                    f"with offsets -{REACH} to +{REACH}"
                )
            rows[number, 2 + 2 * index : 4 + 2 * index] = columns.index(name), offset
    return rows
