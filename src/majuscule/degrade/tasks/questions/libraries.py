"""The libraries that the task needs, imported when they are."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from majuscule.errors import UsageError


def library(name: str) -> Any:
    """Return a module of bm25s or scikit-learn, or say which extra brings it."""
    try:
        return import_module(name)
    except ImportError as error:
        package = "scikit-learn" if name.startswith("sklearn") else name.partition(".")[0]
        raise UsageError(
            f"the task questions needs {package}: pip install 'majuscule[degrade]'"
        ) from error
