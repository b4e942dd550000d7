"""Models in files, whole or with something wrong, and read back."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import Array
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.models.stored import Storable
from majuscule.restore.interface import Restorer
from majuscule.restore.kinds import restorer_of
from majuscule.text.tokenizing.passages import read_passage


def save(
    target: Path,
    model: Storable,
    *,
    kind: str = "",
    options: Mapping[str, Any] | None = None,
    **arrays: Array,
) -> Path:
    """Write a model to a file, or to ``tiny.model`` in a folder, and return where it is.

    ``kind``, ``options`` and ``arrays`` stand in place of its own.
    """
    path = target / "tiny.model" if target.is_dir() else target
    told = model.options() if options is None else options
    write_model(path, ModelHeader(kind or model.kind, options=told), {**model.arrays(), **arrays})
    return path


def check_read_back(folder: Path, model: Restorer, asked: str) -> None:
    """Check that a restorer answers the same when it is read from a file."""
    again, passage = restorer_of(read_model(save(folder, model))), read_passage(asked)
    first, second = (one.decide(passage, posteriors=True) for one in (model, again))
    np.testing.assert_array_equal(first.posteriors, second.posteriors)
    assert again.options() == model.options()
