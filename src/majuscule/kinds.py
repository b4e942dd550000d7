"""Tables of kinds: what there is of each family by name, imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from majuscule.errors import ModelError

COMMANDS = {
    "accents": "majuscule restore --accents",
    "punctuation": "majuscule punctuate",
    **dict.fromkeys(("tagger", "neural", "cascade", "context"), "majuscule restore"),
    **dict.fromkeys(("entities", "neural-entities", "chinese"), "majuscule entities tag"),
}
"""Which command takes models of a kind, but for kinds of which several do."""


@dataclass(frozen=True)
class Kind:
    """A kind of model, a line in the table of its family.

    ``model`` and ``trainer``: ``module:name`` of its class, and of the function that trains one.
    """

    model: str
    trainer: str = ""  # none: it is not trained from text
    wraps: bool = False  # stands on other models: class and trainer are handed what is below
    weighs: bool = False  # may learn from some sources more often than from others
    checkpoint: Literal["", "file", "folder"] = ""
    """Where a stopped training is taken up from: the state in a file, given as the option
    ``checkpoint``, or finished shards in a folder, given as the argument ``folder``."""


def resolve(where: str, package: str | None = None) -> Any:
    """Return what ``module:name`` stands for; ``.module:name`` is inside ``package``.

    >>> resolve("majuscule.errors:ModelError").__name__
    'ModelError'
    """
    module, _, name = where.partition(":")
    return getattr(import_module(module, package), name)


def versioned(table: Iterable[str], kind: str, family: str) -> str:
    """Return the newest version of a kind, given as ``hmm``, or as it is, given as ``hmm.v1``.

    Raises :class:`~majuscule.errors.ModelError`, listing the known kinds, for any other.

    >>> versioned(["hmm.v1", "hmm.v2"], "hmm", "restorer")
    'hmm.v2'
    """
    versions = [name for name in table if name == kind or name.split(".")[0] == kind]
    if not versions:
        told = taken_by(kind) or f"; known kinds: {', '.join(table)}"
        raise ModelError(f"there is no {family} of kind {kind!r}{told}")
    return versions[-1]


def taken_by(kind: str) -> str:
    """Return, for an error, which command takes models of a kind; nothing for an unknown one.

    >>> taken_by("punctuation.v1"), taken_by("guess.v1")
    ('; such models are for majuscule punctuate', '')
    """
    command = COMMANDS.get(kind.split(".")[0])
    return f"; such models are for {command}" if command else ""
