"""The table of tasks; a new kind is a module and a line here."""

from __future__ import annotations

from pathlib import Path

from majuscule.degrade.interface import Task
from majuscule.errors import UsageError
from majuscule.kinds import resolve

TASKS = {
    "entities": "majuscule.degrade.tasks.entities:Entities",
    "parsing": "majuscule.degrade.tasks.parsing:Parsing",
    "questions": "majuscule.degrade.tasks.questions:Questions",
    "relations": "majuscule.degrade.tasks.relations:open_relations",
    "translation": "majuscule.degrade.tasks.translation:Translation",
    "speech": "majuscule.degrade.tasks.speech:Speech",
}
"""Kind -> what makes it: called with what follows the colon and the folder of the data."""


def open_task(name: str, data: Path) -> Task:
    """Return the task of a name such as ``entities:en/dev/meantime.tsv``, read from ``data``."""
    kind, _, what = name.partition(":")
    if kind not in TASKS:
        raise UsageError(f"{name!r} is no task; tasks are {', '.join(TASKS)}")
    task: Task = resolve(TASKS[kind])(what, data)
    return task
