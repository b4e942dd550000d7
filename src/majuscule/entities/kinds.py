"""The kinds of entity taggers, by versioned name; imported when one is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from majuscule.entities.interface import EntityTagger, Trainer
from majuscule.errors import ModelError

KINDS = {
    "entities.v1": "majuscule.entities.linear.tagger:LinearEntityTagger",
    "maxent.v1": "majuscule.entities.maxent.tagger:MaxEntTagger",
    "memm.v1": "majuscule.entities.maxent.markov:MarkovTagger",
    "hmm.v1": "majuscule.entities.hmm.tagger:HmmTagger",
    "chinese.v1": "majuscule.entities.chinese.tagger:ChineseTagger",
}

TRAINERS = {
    "entities.v1": "majuscule.entities.linear.training:train_tagger",
    "maxent.v1": "majuscule.entities.maxent.training:train_maxent",
    "memm.v1": "majuscule.entities.maxent.markov:train_memm",
    "hmm.v1": "majuscule.entities.hmm.training:train_hmm",
    "chinese.v1": "majuscule.entities.chinese.training:train_chinese",
}
"""What trains each kind, called as :class:`~majuscule.entities.interface.Trainer` says."""


def tagger_class(kind: str) -> type[EntityTagger]:
    """Return the class of a kind, given as ``entities.v1`` or, for the newest version,
    ``entities``.

    Raises :class:`~majuscule.errors.ModelError`, listing the known kinds, for any other.
    """
    found: type[EntityTagger] = _find(kind, KINDS)
    return found


def trainer(kind: str) -> Trainer[EntityTagger]:
    """Return what trains a kind, given as for :func:`tagger_class`."""
    return cast(Trainer[EntityTagger], _find(kind, TRAINERS))


def _find(kind: str, table: Mapping[str, str]) -> Any:
    versions = [name for name in table if name == kind or name.split(".")[0] == kind]
    if not versions:
        raise ModelError(f"no entity tagger is of kind {kind!r}; known kinds: {', '.join(table)}")
    module, name = table[versions[-1]].split(":")
    return getattr(import_module(module), name)
