"""Lexicons in files of their own: model files of kind ``lexicon.v1`` with the arrays of a lexicon.

A lexicon is read from any model file that holds one, so that of a tagger can be looked at, and
merged with others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from majuscule.models import ModelHeader, model_path, read_model, write_model
from majuscule.restore.lexicon import Lexicon

KIND = "lexicon.v1"


def write_lexicon(
    path: str | os.PathLike[str], lexicon: Lexicon, options: Mapping[str, Any] | None = None
) -> None:
    """Write a lexicon to a file; ``options`` say what it was built with."""
    header = ModelHeader(KIND, Path(path).stem, options=dict(options or {}))
    write_model(path, header, lexicon.arrays())


def read_lexicon(name: str | os.PathLike[str]) -> Lexicon:
    """Return the lexicon of a file, or of a model that has one, by path or by shipped name.

    Raises :class:`~majuscule.errors.ModelError` for a file without a lexicon.
    """
    return Lexicon.from_file(read_model(model_path(name)))
