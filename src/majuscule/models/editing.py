"""Change what a model's card says; its arrays, and so its answers and its digest, stay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from majuscule.models import ModelFile, ModelHeader, Score, read_model, write_model


def record_scores(path: Path, scores: Iterable[Score]) -> ModelFile:
    """Write scores into a model's card in place of those of the same data, condition, measure.

    Data are called by the name of their file, so that no folder of a machine gets into the card.
    """
    file = read_model(path)
    known = {(one.data, one.condition, one.measure): one for one in file.header.scores}
    for score in scores:
        named = replace(score, data=Path(score.data).name)
        known[named.data, named.condition, named.measure] = named
    return _rewrite(file, replace(file.header, scores=tuple(known.values())))


def edit_card(path: Path, **changes: Any) -> ModelFile:
    """Write a model's card anew with other values of the header's fields."""
    file = read_model(path)
    return _rewrite(file, replace(file.header, **changes))


def _rewrite(file: ModelFile, header: ModelHeader) -> ModelFile:
    write_model(file.path, header, file.arrays)
    return read_model(file.path)
