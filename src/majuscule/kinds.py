"""Tables of kinds: the members of each family by name, imported on first use."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple

from majuscule.errors import ModelError

COMMANDS = {
    **dict.fromkeys(("accents", "neural-accents"), "majuscule restore --accents"),
    "punctuation": "majuscule punctuate",
    **dict.fromkeys(("tagger", "neural", "cascade", "context"), "majuscule restore"),
    **dict.fromkeys(("entities", "neural-entities", "chinese"), "majuscule entities tag"),
}
"""The command that uses models of a kind, for kinds with exactly one."""


class Kind(NamedTuple):
    """A kind of model, a line in the table of its family.

    ``model`` and ``trainer``: ``module:name`` of its class, and of the function that trains one.
    """

    model: str
    trainer: str = ""  # empty: not trained from text
    wraps: bool = False  # layered on another model: class and trainer take ``below``
    weighs: bool = False  # can weight sources
    checkpoint: Literal["", "file", "folder"] = ""
    """How an interrupted training resumes: from a state in the file that the option ``checkpoint``
    names, or from finished shards in the folder of the argument ``folder``."""


def resolve(where: str, package: str | None = None) -> Any:
    """Return the object ``module:name``; ``.module:name`` is relative to ``package``.

    >>> resolve("majuscule.errors:ModelError").__name__
    'ModelError'
    """
    module, _, name = where.partition(":")
    return getattr(import_module(module, package), name)


def versioned(table: Iterable[str], kind: str, family: str, where: Path | None = None) -> str:
    """Return the newest version of a kind, given as ``hmm``, or as it is, given as ``hmm.v1``.

    Raises :class:`~majuscule.errors.ModelError`, listing the known kinds, for any other; ``where``:
    the file that has it.

    >>> versioned(["hmm.v1", "hmm.v2"], "hmm", "restorer")
    'hmm.v2'
    """
    versions = [name for name in table if name == kind or name.split(".")[0] == kind]
    if not versions:
        hint = taken_by(kind) or f"; known kinds: {', '.join(table)}"
        place = f"{where}: " if where else ""
        raise ModelError(f"{place}there is no {family} of kind {kind!r}{hint}")
    return versions[-1]


def taken_by(kind: str) -> str:
    """Return the end of an error message: which command uses models of a kind, if known.

    >>> taken_by("punctuation.v1"), taken_by("guess.v1")
    ('; such models are for majuscule punctuate', '')
    """
    command = COMMANDS.get(kind.split(".")[0])
    return f"; such models are for {command}" if command else ""
