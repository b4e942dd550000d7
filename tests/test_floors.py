"""Imports run downward only: the floors of the package, read from its source."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import majuscule

SOURCE = Path(majuscule.__file__).parent
FLOORS = {
    "text": 1,
    "reading": 2,
    "models": 2,
    "measure": 2,
    "tagging": 3,
    "network": 3,
    "counts": 3,
    "detection": 3,
    "corrections": 3,
    "learn": 4,
    "words": 5,
    "restore": 6,
    "entities": 6,
    "trials": 7,
    "degrade": 8,
    "server": 9,
    "spacy": 9,
    "spark": 9,
    "cli": 10,
}
SIDE: set[str] = set()
GROUND = {"errors", "extras", "files", "interpreted", "kinds", "lazy", "options", "version"}
HEAVY = {"scipy", "sklearn", "spacy", "pandas", "click", "http", "concurrent"} | {"pyspark"}


def imports_of(path: Path) -> set[str]:
    """Return the parts of the package that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            if node.module == "majuscule":
                names = [f"majuscule.{alias.name}" for alias in node.names]
            else:
                names = [node.module or ""]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("majuscule.")}
    return found - {"__version__"}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_what_lies_below_it(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    imported = imports_of(path)
    if len(parts) == 1:
        if parts[0] in GROUND:
            assert imported <= GROUND
        return
    folder = parts[0]
    assert folder in FLOORS or folder in SIDE, f"{folder} is no floor: name it here or move it"
    for name in imported - GROUND - SIDE - {folder}:
        if folder in SIDE:
            pytest.fail(f"{folder} knows no other floor, but imports {name}")
        if name in FLOORS:
            assert FLOORS[name] < FLOORS[folder], f"{folder} imports {name}, which is not below it"
        else:
            assert FLOORS[folder] == max(FLOORS.values()), f"only leaves import majuscule.{name}"


def test_importing_the_package_is_cheap() -> None:
    code = f"import sys, majuscule; print(*sorted({HEAVY!r} & set(sys.modules)))"
    path = str(SOURCE.parent)
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == []
