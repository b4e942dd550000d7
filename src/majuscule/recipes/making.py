"""Making a model from its recipe: train, write, score, and write the scores into its card."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from majuscule.errors import UsageError
from majuscule.models import model_card, read_model
from majuscule.models.card import record_scores
from majuscule.models.model_file import ModelFile
from majuscule.models.names import SUFFIX
from majuscule.options import Progress, unheard
from majuscule.recipes.recipe import Recipe
from majuscule.restore.training import checkpoint_of
from majuscule.trials.evaluation import evaluate


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
        raise UsageError(f"{folder}: there is no such folder of data; --data names it")
    train, arguments = one.trained(folder)
    arguments["options"] |= options or {}
    if one.family == "case":
        arguments["checkpoint"] = checkpoint_of(target, one.kind)
    elif one.family == "punctuation":
        arguments["checkpoint"] = target.with_name(target.name + ".checkpoint")
    target.parent.mkdir(parents=True, exist_ok=True)
    train(output=target, report=report, **arguments)
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
