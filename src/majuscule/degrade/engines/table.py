"""The table of engines; a new kind is a module and a line here."""

from __future__ import annotations

from majuscule.degrade.interface import Engine
from majuscule.errors import UsageError
from majuscule.kinds import resolve

ENGINES = {
    "majuscule": "majuscule.degrade.engines.own:OwnTagger",
    "spacy": "majuscule.degrade.engines.spacy_pipeline:SpacyPipeline",
    "command": "majuscule.degrade.engines.command:Command",
    "joined": "majuscule.degrade.engines.joined:Joined",
}
"""Kind -> the class, which is opened with what follows the colon."""


def open_engine(name: str) -> Engine:
    """Return the engine of a name such as ``spacy:en_core_web_sm``.

    Raises :class:`~majuscule.errors.UsageError` for a kind that there is none of, and what the
    engine raises when it cannot be opened.
    """
    kind, colon, what = name.partition(":")
    if kind not in ENGINES or not colon or not what:
        known = ", ".join(f"{one}:..." for one in ENGINES)
        raise UsageError(f"{name!r} is no engine; engines are {known}")
    engine: Engine = resolve(ENGINES[kind])(what)
    return engine
