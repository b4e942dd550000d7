"""The libraries of the extra ``degrade``, imported when a task needs them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from majuscule.errors import UsageError


def library(name: str, what: str) -> Any:
    """Return a module of bm25s or scikit-learn, or say what needs it and which extra brings it."""
    try:
        return import_module(name)
    except ImportError as error:
        package = "scikit-learn" if name.startswith("sklearn") else name.partition(".")[0]
        raise UsageError(f"{what} needs {package}: pip install 'majuscule[degrade]'") from error
