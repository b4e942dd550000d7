"""The face of the package: what ``import majuscule`` offers, lazily and typed."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import majuscule
from majuscule.errors import MajusculeError


@pytest.mark.parametrize("name", majuscule.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    found = getattr(majuscule, name)
    if name == "__version__":
        return
    assert (found.__doc__ or "").strip()
    assert found.__module__.startswith("majuscule.")
    assert not inspect.ismodule(found), f"a folder is called {name} too, and hides the function"
    if name.endswith("Error"):
        assert issubclass(found, MajusculeError)


def test_type_checkers_see_every_public_name() -> None:
    tree = ast.parse(Path(majuscule.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("majuscule")
        for alias in node.names
    }
    assert set(majuscule.__all__) <= imported
    assert set(dir(majuscule)) >= set(majuscule.__all__) - {"__version__"}


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="'restored'"):
        majuscule.restored  # noqa: B018
