"""The tables of engines and of tasks; a new kind needs a file or folder, and a line here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from majuscule.degrade.engines.joined import JoinedEngines
from majuscule.degrade.interface import Engine, Task
from majuscule.errors import UsageError
from majuscule.kinds import resolve

ENGINES = {
    "majuscule": "majuscule.degrade.engines.own:OwnTagger",
    "spacy": "majuscule.degrade.engines.spacy_pipeline:SpacyPipeline",
    "command": "majuscule.degrade.engines.command:Command",
}
"""Kind -> the class, which is called with what follows the colon."""

JOINED = "joined"
"""The kind of several engines as one, ``joined:ENGINE+ENGINE``."""

TASKS = {
    "entities": "majuscule.degrade.tasks.entities:Entities",
    "parsing": "majuscule.degrade.tasks.parsing:Parsing",
    "questions": "majuscule.degrade.tasks.questions.task:Questions",
    "relations": "majuscule.degrade.tasks.relations.opening:open_relations",
    "translation": "majuscule.degrade.tasks.translation:Translation",
    "speech": "majuscule.degrade.tasks.speech:Speech",
}
"""Kind -> a function of what follows the colon and the folder of the data."""


def open_engine(name: str) -> Engine:
    """Return the engine of a name such as ``spacy:en_core_web_sm``.

    Raises :class:`~majuscule.errors.UsageError` for an unknown kind, and whatever the engine raises
    if it cannot be opened.
    """
    kind, _, what = name.partition(":")
    if kind == JOINED and what:
        return JoinedEngines(name, [open_engine(part) for part in what.split("+")])
    if kind not in ENGINES or not what:
        known = ", ".join(f"{one}:..." for one in (*ENGINES, JOINED))
        raise UsageError(f"there is no engine {name!r}; engines are {known}")
    engine: Engine = resolve(ENGINES[kind])(what)
    return engine


def open_task(name: str, data: Path, **decoding: Any) -> Task:
    """Return the task of a name such as ``entities:en/dev/meantime.tsv``, read from ``data``;
    ``decoding``: ``encoding`` and ``errors`` of labelled text."""
    kind, _, what = name.partition(":")
    if kind not in TASKS:
        raise UsageError(f"there is no task {name!r}; tasks are {', '.join(TASKS)}")
    task: Task = resolve(TASKS[kind])(what, data, **(decoding if kind == "entities" else {}))
    return task
