"""The forms of the task by name."""

from __future__ import annotations

from pathlib import Path

from majuscule.degrade.interface import Learner
from majuscule.degrade.tasks.relations.agreement import Agreement
from majuscule.degrade.tasks.relations.classification import Classification

RULES, GIVEN = "rules", "given"


def open_relations(what: str, data: Path) -> Learner:
    """Return ``rules`` or ``rules,FILE`` of news, or a corpus of relations, as in ``conll04`` and
    ``conll04,given``.

    Raises :class:`~majuscule.errors.CorpusError` for files that are missing, broken, or have
    nothing to score.
    """
    name, _, option = what.partition(",")
    if name == RULES:
        return Agreement(option, data)
    return Classification(name, data, given=option == GIVEN)
