"""Optional libraries: imported where used, with an error that names the missing package."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from majuscule.errors import UsageError

PACKAGES = {"sklearn": "scikit-learn", "scipy": "scikit-learn", "hunspell": "chunspell"}
"""The package of a module, if it has another name."""


def require(name: str, what: str, extra: str) -> Any:
    """Return the module ``name``; raise an error that says what needs it and which extra has it.

    >>> require("no_such_library.index", "searching", "degrade")
    Traceback (most recent call last):
    majuscule.errors.UsageError: searching needs no_such_library: pip install 'majuscule[degrade]'
    """
    try:
        return import_module(name)
    except ImportError as error:
        top = name.partition(".")[0]
        package = PACKAGES.get(top, top)
        raise UsageError(f"{what} needs {package}: pip install 'majuscule[{extra}]'") from error
