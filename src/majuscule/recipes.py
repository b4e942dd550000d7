"""Floor 8: making models from their recipes: train, write, score.

A recipe is the file ``recipe.toml`` of a folder:

    family = "case"              # what is trained: case, accents, entities or punctuation
    kind = "tagger"
    output = "majuscule_de/de.model"   # from the recipe's folder
    data = "../../../shared/data"      # where the files below are, unless --data is given
    corpora = ["truecasing-de/train", "languages/de/train.jsonl.xz"]

    [card]                       # name, language, description, licence, weak_spots
    [text]                       # other arguments of the trainer: titles, unmarked, keep
    [options]                    # options of the kind
    [[sources]]                  # name, licence, origin, files, times
    [[scores]]                   # evaluations for the card: files, and other arguments

File names are relative to the data folder, those in ``elsewhere``, ``names`` and such too.  The
valid keys of a table are the arguments of the function that it is passed to.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from majuscule.accents.training import train_accents
from majuscule.entities.training import train_entities
from majuscule.errors import UsageError
from majuscule.files import read_toml
from majuscule.learn.corpora import SourceFiles, source_of
from majuscule.models import model_card, read_model
from majuscule.models.card import Card, record_scores
from majuscule.models.model_file import ModelFile
from majuscule.models.names import SUFFIX
from majuscule.network.options import LANGUAGE_MODEL
from majuscule.options import Progress, no_progress, of_type, read_options
from majuscule.punctuation.neural.training import train_punctuator
from majuscule.reading import find_files
from majuscule.restore.training import checkpoint_of, train
from majuscule.trials.evaluation import evaluate

FILE = "recipe.toml"
TRAINERS: dict[str, Callable[..., Any]] = {
    "case": train,
    "entities": train_entities,
    "punctuation": train_punctuator,
    "accents": train_accents,
}
"""The trainer of each family of models."""
FILES = (
    "elsewhere",
    "fitted_on",
    "names",
    "titles",
    "raw",
    "silver",
    "profile",
    "profiles",
)
"""Arguments and options that name files, unless they are switches."""
MODELS = ("start", "teacher", "linear", "network", "model")
"""Options that name models, by name or by file."""
_MODEL_FILES = (SUFFIX, LANGUAGE_MODEL)

_TYPES: Mapping[str, type] = {
    **dict.fromkeys(("family", "kind", "output", "data"), str),
    **dict.fromkeys(("card", "text", "options"), dict),
    **dict.fromkeys(("corpora", "sources", "scores"), tuple),
}
_SET_ELSEWHERE = {"corpora", "output", "kind", "options", "card", "sources", "checkpoint"}
_SET_ELSEWHERE |= {"model", "report"}
"""Arguments that do not come from the tables ``text`` and ``scores``."""


@dataclass(frozen=True)
class Recipe:
    """How a model is made.

    ``text``, ``options``: arguments of the training and options of the kind; ``scores``: arguments
    of :func:`majuscule.trials.evaluation.evaluate`, of which ``files`` are the data.
    """

    folder: Path = Path()
    family: str = "case"
    kind: str = ""
    output: str = ""
    data: str = ""
    corpora: tuple[str, ...] = ()
    card: Card = field(default_factory=Card)
    text: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    sources: tuple[SourceFiles, ...] = ()
    scores: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Recipe:
        """Return the recipe in a folder, or in a file.

        Raises :class:`~majuscule.errors.UsageError`, with file and key, for a bad recipe.
        """
        path = Path(folder)
        path = path / FILE if path.is_dir() else path
        given = read_toml(path)
        try:
            _check(given, _TYPES)
            given = {key: of_type(_TYPES[key], key, value) for key, value in given.items()}
            for key in ("sources", "scores"):
                given[key] = tuple(of_type(dict, f"one of {key}", it) for it in given.get(key, ()))
            for key in ("kind", "output", "corpora"):
                if not given.get(key):
                    raise UsageError(f"{key} is missing")
            card = dict(given.get("card", {}))
            name = path.resolve().parent.name + ("" if path.name == FILE else f"/{path.name}")
            card["command"] = f"majuscule model make models/{name}"
            _check_arguments(given.get("text", {}), _trainer(given.get("family", "case")))
            for one in given["scores"]:
                _check_arguments(one, evaluate)
                of_type(tuple, "files", one.get("files"))
            sources = tuple(source_of(one, str(one)) for one in given["sources"])
            given |= {"card": read_options(Card, card), "sources": sources}
            return cls(folder=path.parent, **given)
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from error

    def trained(self, data: Path) -> tuple[Callable[..., Any], dict[str, Any]]:
        """Return the trainer and its arguments, with files in the folder ``data``."""
        arguments = {
            "corpora": [str(data / str(one)) for one in self.corpora],
            "kind": self.kind,
            "options": self._with_paths(self.options, data),
            "card": self.card,
            **self._with_paths(self.text, data),
        }
        if self.sources:
            arguments["sources"] = self.sources
        return _trainer(self.family), arguments

    def _with_paths(self, given: Mapping[str, Any], data: Path) -> dict[str, Any]:
        """Return values with file names as paths: a single one in the folder, lists in data."""
        values = dict(given)
        for key in FILES + MODELS:
            if isinstance(values.get(key), str):
                if key in FILES or values[key].endswith(_MODEL_FILES):
                    values[key] = str(self.folder / values[key])
            elif isinstance(values.get(key), list):
                values[key] = [str(data / str(one)) for one in values[key]]
        return values


def make_model(
    recipe: Recipe | str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    *,
    data: str | os.PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    report: Progress = no_progress,
) -> ModelFile:
    """Return the model that a recipe makes: trained, written, scored.

    ``recipe``: a folder with a file ``recipe.toml``, or that file; ``output`` and ``data``: where
    the model goes and where the files are that the recipe names, if not where it says; ``options``
    of the kind win over the recipe's.  README.md of a package becomes the cards of its models.
    A training that was stopped is resumed.

    Raises :class:`~majuscule.errors.UsageError` for a recipe that cannot be read.

    >>> make_model("models/de").header.name  # doctest: +SKIP
    'de'
    """
    one = recipe if isinstance(recipe, Recipe) else Recipe.read(recipe)
    target = Path(output) if output is not None else one.folder / one.output
    folder = Path(data) if data is not None else one.folder / one.data
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such data folder; name it with --data")
    scored_on = [[str(folder / name) for name in how["files"]] for how in one.scores]
    for files in scored_on:
        find_files(files)  # a missing one would be noticed only after the training
    trainer, arguments = one.trained(folder)
    arguments["options"] |= options or {}
    if one.family == "case":
        arguments["checkpoint"] = checkpoint_of(target, one.kind)
    elif one.family in ("punctuation", "accents"):
        arguments["checkpoint"] = target.with_name(target.name + ".checkpoint")
    target.parent.mkdir(parents=True, exist_ok=True)
    trainer(output=target, report=report, **arguments)
    for how, files in zip(one.scores, scored_on, strict=True):
        scored = evaluate(str(target), report=report, **{**how, "files": files})
        record_scores(target, scored.card_scores())
    model = read_model(target)
    if output is None and (one.folder / "pyproject.toml").is_file():
        (one.folder / "README.md").write_text(cards(target.parent), encoding="utf-8")
    return model


def cards(folder: Path) -> str:
    """Return the concatenated cards of the models in a folder."""
    models = map(read_model, sorted(folder.glob("*" + SUFFIX)))
    return "\n".join(model_card(it.header, digest=it.digest, size=it.size) for it in models)


def _trainer(family: str) -> Callable[..., Any]:
    if family not in TRAINERS:
        raise UsageError(f"family is {family!r}; it may be {' or '.join(TRAINERS)}")
    return TRAINERS[family]


def _check(given: Mapping[str, Any], known: Collection[str]) -> None:
    for key in given:
        if key not in known:
            raise UsageError(f"unknown key {key}; keys are {', '.join(sorted(known))}")


def _check_arguments(given: Mapping[str, Any], function: Callable[..., Any]) -> None:
    known = dict(inspect.signature(function).parameters)
    _check(given, known.keys() - _SET_ELSEWHERE)
    for key, value in given.items():
        if isinstance(default := known[key].default, (bool, int, float, str)):
            of_type(type(default), key, value)
