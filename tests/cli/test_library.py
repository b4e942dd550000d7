"""Whatever a command can do, one library function does: importable, documented and typed."""

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click
import pytest

from tests.cli.test_program import ALL

LIBRARY = {
    "restore": ("restore.streams:restore_files",),
    "punctuate": ("punctuation.files:punctuate_files", "punctuation.files:punctuate_live"),
    "sentences": ("punctuation.files:punctuate_files",),
    "train": ("restore.training:train", "restore.adapted.making:adapt"),
    "evaluate": ("trials.evaluation:evaluate",),
    "score": ("trials.scoring:score",),
    "detect": ("detection.streams:detect_stream", "detection.streams:pick_documents"),
    "entities tag": ("entities.files:tag_files",),
    "entities adapt": ("entities.adapted.training:adapt_entities",),
    "entities train": ("entities.training:train_entities",),
    "entities score": ("trials.entities:score_files",),
    "entities teach": ("trials.teaching:teach_entities",),
    "model list": ("models:list_models", "models:catalogue"),
    "model make": ("recipes:make_model",),
    "model info": ("models:read_model", "models:model_card"),
    "model edit": ("models.card:edit_card",),
    "lexicon build": ("words.tables.lexicon:build_lexicon",),
    "lexicon show": ("words.tables.lexicon:read_lexicon",),
    "lexicon merge": ("words.tables.lexicon:merge_lexicons",),
    "compare": ("trials.restorers:compare_restorers",),
    "degrade run": ("degrade.plan:read_plan", "degrade.running:run_plan"),
    "degrade try": ("degrade.running:run_plan",),
    "serve": ("server.serving:serve",),
    "corrections list": ("corrections.store:open_store",),
    "corrections export": ("corrections.export:export_lines",),
}
"""The functions behind each command; ``completion`` is of the command line alone."""

COMMANDS = {" ".join(path): one for path, one in ALL if not isinstance(one, click.Group)}
CASES = [(name, target) for name, targets in LIBRARY.items() for target in targets]


def find(target: str) -> Callable[..., Any]:
    module, name = target.split(":")
    found: Callable[..., Any] = getattr(import_module(f"majuscule.{module}"), name)
    return found


def test_each_command_has_its_function():
    assert set(LIBRARY) == set(COMMANDS) - {"completion"}


@pytest.mark.parametrize(("name", "target"), CASES, ids=[f"{a} {b}" for a, b in CASES])
def test_a_command_calls_a_function_that_is_documented_and_typed(name, target):
    function = find(target)
    assert not target.startswith("cli.")
    assert (function.__doc__ or "").strip()
    parameters = inspect.signature(function).parameters.values()
    assert all(one.annotation is not one.empty for one in parameters)
    assert inspect.signature(function).return_annotation is not inspect.Signature.empty
    module = inspect.getmodule(inspect.unwrap(COMMANDS[name].callback))  # type: ignore[arg-type]
    assert target.split(":")[1] in inspect.getsource(module)  # type: ignore[arg-type]
