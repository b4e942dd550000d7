"""The face of the package: what ``import majuscule`` offers, lazily and typed."""

import ast
import inspect
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from types import FunctionType

import pytest

import majuscule
from majuscule.errors import MajusculeError, UsageError
from scripts.fills.python import PARTS


def _documented() -> list[type | FunctionType]:
    return [
        getattr(import_module(module), name) for module, names in PARTS.values() for name in names
    ]


@pytest.mark.parametrize("name", majuscule.__all__)
def test_every_public_name_is_there_and_documented(name):
    found = getattr(majuscule, name)
    if name == "__version__":
        return
    assert (found.__doc__ or "").strip()
    assert found.__module__.startswith("majuscule.")
    assert not inspect.ismodule(found), f"a folder is called {name} too, and hides the function"
    if name.endswith("Error"):
        assert issubclass(found, MajusculeError)


def test_type_checkers_see_every_public_name():
    tree = ast.parse(Path(majuscule.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("majuscule")
        for alias in node.names
    }
    assert set(majuscule.__all__) <= imported
    assert set(dir(majuscule)) >= set(majuscule.__all__) - {"__version__"}


def test_other_names_are_refused():
    with pytest.raises(AttributeError, match="'restored'"):
        majuscule.restored  # noqa: B018


@pytest.mark.parametrize(
    "function",
    ["train", "train_accents", "train_entities", "train_punctuator", "adapt", "adapt_marks"],
)
@pytest.mark.parametrize("given", [7, b"text.txt", ["a.txt", 7], None])
def test_what_names_no_file_is_refused_in_words(function, given):
    with pytest.raises(TypeError, match=r"^name is \w+; it must be str or a path$"):
        getattr(majuscule, function)(given)


@pytest.mark.parametrize("given", [7, ["a.txt"], [], None])
def test_what_names_no_model_or_file_to_restore_is_refused_in_words(given, tmp_path):
    with pytest.raises(TypeError, match=r"^the model is \w+; it must be a name or a path$"):
        majuscule.load(given)
    with pytest.raises(TypeError, match=r"^name is \w+; it must be str or a path$"):
        majuscule.read_model(given)
    (file := tmp_path / "a.txt").write_text("a\n")
    for source, target in ((given, tmp_path / "b.txt"), (file, given)):
        with pytest.raises(TypeError, match=r"^name is \w+; it must be str or a path$"):
            majuscule.restore_file(source, target)
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("option", "given", "message"),
    [
        ("fields", None, "fields is NoneType; it must be a name or number, or a list of those"),
        ("fields", b"text", "fields is bytes; it must be a name or number"),
        ("header", "no", "header is 'no'; it may be True or False"),
        ("keep_broken", None, "keep_broken is None; it may be True or False"),
        ("delimiter", 5, "delimiter is int; it must be str or None"),
    ],
)
def test_options_of_another_type_are_refused_in_words(option, given, message, tmp_path):
    (file := tmp_path / "a.csv").write_text("text\na\n")
    with pytest.raises((TypeError, UsageError), match=message):
        majuscule.restore_file(file, file, **{option: given})


@pytest.mark.parametrize("thing", _documented(), ids=lambda thing: thing.__qualname__)
def test_what_the_reference_shows_says_what_it_is_for(thing):
    methods = vars(thing).items() if inspect.isclass(thing) else ()
    shown = [one for name, one in methods if isfunction(one) and not name.startswith("_")]
    assert all((inspect.getdoc(one) or "").strip() for one in (thing, *shown))
