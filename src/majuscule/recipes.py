"""Floor 8: models made from their recipes, by one command each: trained, written, scored.

A recipe is the file ``recipe.toml`` of a folder:

    family = "case"              # what is trained: case, accents, entities or punctuation
    kind = "tagger"
    output = "majuscule_de/de.model"   # from the recipe's folder
    data = "../../../shared/data"      # where the files below are; --data says otherwise
    corpora = ["truecasing-de/train", "languages/de/train.jsonl.xz"]

    [card]                       # name, language, description, licence, weak_spots
    [text]                       # arguments of the training beside these: titles, unmarked, keep
    [options]                    # options of the kind
    [[sources]]                  # name, licence, origin, files, times
    [[scores]]                   # what is measured for the card: files, and how

Files are named from the data folder; ``elsewhere``, ``names`` and such, which hold files too, as
well.  What a key may be is what the function takes that is called with it.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
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
from majuscule.options import Progress, of_type, read_options, unheard
from majuscule.punctuation.neural.training import train_punctuator
from majuscule.restore.training import checkpoint_of, train
from majuscule.trials.evaluation import evaluate

FILE = "recipe.toml"
TRAINERS: dict[str, Callable[..., Any]] = {
    "case": train,
    "entities": train_entities,
    "punctuation": train_punctuator,
    "accents": train_accents,
}
"""What trains each family of models."""
FILES = ("elsewhere", "fitted_on", "names", "titles", "raw", "silver", "profile", "profiles")
"""Arguments and options that name files, where they are no switches."""

_TYPES: Mapping[str, type] = {
    **dict.fromkeys(("family", "kind", "output", "data"), str),
    **dict.fromkeys(("card", "text", "options"), dict),
    **dict.fromkeys(("corpora", "sources", "scores"), tuple),
}
_GIVEN = {
    "corpora",
    "output",
    "kind",
    "options",
    "card",
    "sources",
    "checkpoint",
    "model",
    "report",
}
"""Arguments that do not come from the tables ``text`` and ``scores``."""


@dataclass(frozen=True)
class Recipe:
    """What a model is made of.

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
        """Return the recipe of a folder, or of a file; what is none is refused in a sentence.

        Raises :class:`~majuscule.errors.UsageError`, naming file and key.
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
        """Return what trains the model and the arguments for it, files found in ``data``."""
        arguments = {
            "corpora": [str(data / str(one)) for one in self.corpora],
            "kind": self.kind,
            "options": self._found(self.options, data),
            "card": self.card,
            **self._found(self.text, data),
        }
        if self.sources:
            arguments["sources"] = self.sources
        return _trainer(self.family), arguments

    def _found(self, given: Mapping[str, Any], data: Path) -> dict[str, Any]:
        """Return values, the names of files among them as they are found."""
        found = dict(given)
        for key in FILES:
            if isinstance(found.get(key), str):
                found[key] = str(self.folder / found[key])
            elif isinstance(found.get(key), list):
                found[key] = [str(data / str(one)) for one in found[key]]
        return found


def make_model(
    recipe: Recipe | str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    *,
    data: str | os.PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    report: Progress = unheard,
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
    trainer, arguments = one.trained(folder)
    arguments["options"] |= options or {}
    if one.family == "case":
        arguments["checkpoint"] = checkpoint_of(target, one.kind)
    elif one.family == "punctuation":
        arguments["checkpoint"] = target.with_name(target.name + ".checkpoint")
    target.parent.mkdir(parents=True, exist_ok=True)
    trainer(output=target, report=report, **arguments)
    for how in one.scores:
        files = [str(folder / name) for name in how["files"]]
        scored = evaluate(str(target), report=report, **{**how, "files": files})
        record_scores(target, scored.card_scores())
    made = read_model(target)
    if output is None and (one.folder / "pyproject.toml").is_file():
        (one.folder / "README.md").write_text(cards(target.parent), encoding="utf-8")
    return made


def cards(folder: Path) -> str:
    """Return the cards of the models in a folder, one below the other."""
    models = map(read_model, sorted(folder.glob("*" + SUFFIX)))
    return "\n".join(model_card(it.header, digest=it.digest, size=it.size) for it in models)


def _trainer(family: str) -> Callable[..., Any]:
    if family not in TRAINERS:
        raise UsageError(f"family is {family!r}; it may be {' or '.join(TRAINERS)}")
    return TRAINERS[family]


def _check(given: Mapping[str, Any], known: Any) -> None:
    for key in given:
        if key not in known:
            raise UsageError(f"unknown key {key}; keys are {', '.join(sorted(known))}")


def _check_arguments(given: Mapping[str, Any], function: Callable[..., Any]) -> None:
    known = dict(inspect.signature(function).parameters)
    _check(given, known.keys() - _GIVEN)
    for key, value in given.items():
        if isinstance(default := known[key].default, (bool, int, float, str)):
            of_type(type(default), key, value)
