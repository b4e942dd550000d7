"""The plan of the house, read from its source: imports run downward only, and in no circle."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import majuscule
from majuscule.reading.table import READERS

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
    "accents": 6,
    "restore": 6,
    "entities": 6,
    "punctuation": 6,
    "trials": 7,
    "degrade": 8,
    "recipes": 8,
    "server": 9,
    "spacy": 9,
    "spark": 9,
    "cli": 10,
}
GROUND = {
    "arrays",
    "errors",
    "extras",
    "files",
    "interpreted",
    "kinds",
    "lazy",
    "markdown",
    "options",
    "scratch",
    "version",
}
HEAVY = {
    "click",
    "concurrent",
    "http",
    "matplotlib",
    "numpy",
    "onnxruntime",
    "pandas",
    "pyspark",
    "scipy",
    "sklearn",
    "spacy",
    "torch",
}
LONGEST = 400
"""Lines of a module."""
LONG = {
    "majuscule.detection.detection_kernel": "the steps of a judge work in the same scratch",
    "majuscule.tagging.scoring.scoring_kernel": "the steps of a scorer work in the same scratch",
}
"""Kernels that are longer, and why."""
FLAT = {
    "accents": 10,
    "restore": 11,
    "entities": 12,
    "punctuation": 12,
    "text": 4,
    "words": 7,
    "tagging": 1,
}
"""Files at the top of a wing, beside its folders."""
ACROSS = {
    ("majuscule.restore.truecaser", "majuscule.accents.restorer"),
    ("majuscule.restore.truecaser", "majuscule.accents.spelling"),
}
"""What one wing asks of another: a name that is looked up when it is needed."""
SHARE = 0.15
"""Of all lines, in one folder."""


@cache
def modules() -> dict[str, Path]:
    """Return the modules of the package by name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("majuscule", *path.relative_to(SOURCE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the modules of the package that a module imports, anywhere in it, with the line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            base = node.module or ""
            names = [
                f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules() else base
                for alias in node.names
            ]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "majuscule":
                yield name, node.lineno


def named(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the modules that a module names in strings, as tables for ``import_module`` do."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.partition(":")[0]
            if re.fullmatch(r"\.[a-z_.]+:[a-z_]+", node.value, re.I):
                name = READERS + name
            if name.startswith("majuscule.") and " " not in name:
                yield name, node.lineno


def floor(name: str) -> int:
    """Return the floor of a module: 0 for the ground, above all for the package's own face."""
    parts = name.split(".")
    if len(parts) == 1 or parts[1] == "__main__":
        return max(FLOORS.values()) + 1
    if parts[1] in GROUND:
        return 0
    assert parts[1] in FLOORS, f"{parts[1]} is no floor: name it here or move it"
    return FLOORS[parts[1]]


@pytest.mark.parametrize("name", modules())
def test_a_module_imports_only_what_lies_below_it(name):
    path = modules()[name]
    for other, line in imported(path):
        same = other.split(".")[:2] == name.split(".")[:2]
        if not same and floor(name) <= max(FLOORS.values()):
            assert floor(other) < floor(name) or floor(other) == floor(name) == 0, (
                f"{path}:{line}: {other} does not lie below {name}"
            )


@pytest.mark.parametrize("name", modules())
def test_what_a_table_names_is_there_and_lies_no_higher(name):
    path = modules()[name]
    for other, line in named(path):
        parts = other.split(".")
        if parts[1] not in FLOORS:  # a logger's name, a key of the browser
            continue
        assert other in modules(), f"{path}:{line}: there is no {other}"
        assert floor(other) <= floor(name), f"{path}:{line}: {other} is above {name}"


def test_every_import_by_name_is_of_a_name_that_tests_can_see():
    """What imports is called with a name from a table, never with one that is put together."""
    for path in modules().values():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if called in ("import_module", "__import__", "resolve", "require"):
                    put_together = [
                        one for one in node.args[:1] if isinstance(one, ast.JoinedStr | ast.BinOp)
                    ]
                    assert not put_together, f"{path}:{node.lineno}: name the module in a table"


def test_imports_go_round_in_no_circle():
    """Not inside a folder either, nor through a function that imports late."""
    graph = {}
    for name, path in modules().items():
        # A lazy face only hands names on, when they are asked for.
        ways = [] if path.name == "__init__.py" else [*imported(path), *named(path)]
        graph[name] = {other for other, _ in ways if other != name and other in modules()}
    done: set[str] = set()

    def follow(name, way):
        assert name not in way, " -> ".join((*way[way.index(name) :], name))
        if name not in done:
            for other in sorted(graph.get(name, ())):
                follow(other, (*way, name))
            done.add(name)

    for name in graph:
        follow(name, ())


def test_wings_that_stand_side_by_side_ask_each_other_no_more_than_is_listed():
    found = {
        (name, other)
        for name, path in modules().items()
        for other, _ in named(path)
        if other in modules() and floor(name) == floor(other) == FLOORS["restore"]
        if name.split(".")[1] != other.split(".")[1]
    }
    assert found == ACROSS


@pytest.mark.parametrize("wing", ["text", "words", "tagging"])
def test_the_rooms_of_a_wing_import_in_one_direction(wing):
    """What stands beside the rooms is a room of its own each."""
    inside = {name: name.split(".")[2] for name in modules() if name.count(".") >= 2}
    graph: dict[str, set[str]] = {}
    for name, room in inside.items():
        if name.split(".")[1] == wing:
            others = {
                inside.get(other, "")
                for other, _ in imported(modules()[name])
                if other.split(".")[1:2] == [wing]
            }
            graph.setdefault(room, set()).update(others - {room, ""})
    TopologicalSorter(graph).prepare()  # raises where they go round


@pytest.mark.parametrize("name", modules())
def test_a_module_is_of_a_size_to_read(name):
    path = modules()[name]
    lines = path.read_text(encoding="utf-8").count("\n")
    assert (lines > LONGEST) == (name in LONG), f"{path}: {lines} lines"
    assert name not in LONG or path.stem.endswith("_kernel")


def test_no_two_classes_have_one_name():
    homes: dict[str, Path] = {}
    for path in modules().values():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                assert node.name not in homes, f"{path}: {homes[node.name]} has a {node.name} too"
                homes[node.name] = path


def test_no_folder_holds_too_much():
    sizes: dict[str, int] = {}
    for name, path in modules().items():
        part = name.split(".")[1] if "." in name else ""
        sizes[part] = sizes.get(part, 0) + path.read_text(encoding="utf-8").count("\n")
    total = sum(sizes.values())
    too_large = {part: size for part, size in sizes.items() if size > SHARE * total}
    assert not too_large, f"over {SHARE:.0%} of {total} lines: {too_large}"


@pytest.mark.parametrize("wing", FLAT)
def test_a_wing_has_a_short_face(wing):
    files = [path.name for path in (SOURCE / wing).glob("*.py")]
    assert len(files) <= FLAT[wing], sorted(files)


def test_the_map_of_reading_names_all_its_modules_once():
    folder = SOURCE / "reading"
    named = re.findall(r"``(\w+)``", ast.get_docstring(tree(folder / "__init__.py")) or "")
    inside = {path.stem for path in folder.iterdir()} - {"__init__", "__pycache__"}
    assert sorted(named) == sorted(inside)


def test_importing_the_package_is_cheap():
    code = f"import sys, majuscule; print(*sorted({HEAVY!r} & set(sys.modules)))"
    path = str(SOURCE.parent)
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == []
