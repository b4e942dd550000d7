"""The kinds of entity taggers, by versioned name; imported when one is asked for."""

from __future__ import annotations

from importlib import import_module

from majuscule.entities.interface import EntityTagger
from majuscule.errors import ModelError

KINDS = {
    "entities.v1": "majuscule.entities.tagger:LinearEntityTagger",
}


def tagger_class(kind: str) -> type[EntityTagger]:
    """Return the class of a kind, given as ``entities.v1`` or, for the newest version,
    ``entities``.

    Raises :class:`~majuscule.errors.ModelError`, listing the known kinds, for any other.
    """
    versions = [name for name in KINDS if name == kind or name.split(".")[0] == kind]
    if not versions:
        raise ModelError(f"no entity tagger is of kind {kind!r}; known kinds: {', '.join(KINDS)}")
    module, name = KINDS[versions[-1]].split(":")
    found: type[EntityTagger] = getattr(import_module(module), name)
    return found
