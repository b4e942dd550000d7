"""The kinds of restorers by versioned name, and what trains each; imported when asked for.

A new kind is a folder and a line in each table.  Kinds that stand on other restorers
(:data:`WRAPPERS`) import no other kind: they are handed :class:`~.interface.Below`, which reads and
trains what is below them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from majuscule.errors import ModelError, UsageError
from majuscule.models import ModelFile
from majuscule.restore.interface import Below, Restorer, Trainer

KINDS = {
    "tagger.v1": "majuscule.restore.linear.restorer:TaggerRestorer",
    "unigram.v1": "majuscule.restore.unigram:UnigramRestorer",
    "hmm.v1": "majuscule.restore.hmm.restorer:HmmRestorer",
    "trigram.v1": "majuscule.restore.trigram.restorer:TrigramRestorer",
    "neural.v1": "majuscule.restore.neural.restorer:NeuralRestorer",
    "context.v1": "majuscule.restore.context.restorer:ContextRestorer",
    "cascade.v1": "majuscule.restore.cascade:CascadeRestorer",
    "adapted.v1": "majuscule.restore.adapted.restorer:AdaptedRestorer",
}

TRAINERS = {
    "tagger.v1": "majuscule.restore.linear.training:train_tagger",
    "unigram.v1": "majuscule.restore.unigram:train_unigram",
    "hmm.v1": "majuscule.restore.hmm.training:train_hmm",
    "trigram.v1": "majuscule.restore.trigram.training:train_trigram",
    "neural.v1": "majuscule.restore.neural.training:train_neural",
    "context.v1": "majuscule.restore.context.training:train_context",
    "cascade.v1": "majuscule.restore.cascade:train_cascade",
}
"""What trains each kind from text, called as :class:`~.interface.Trainer` says."""

WRAPPERS = ("context.v1", "cascade.v1", "adapted.v1")
"""Kinds that stand on other restorers: ``from_file`` and trainer take a ``below`` as well."""

CHECKPOINTS = {"tagger.v1": "file", "neural.v1": "file", "hmm.v1": "folder", "trigram.v1": "folder"}
"""Where kinds keep what a stopped training is taken up from: the state in a file, given as the
option ``checkpoint``, or finished shards in a folder, given as the argument ``folder``."""

WEIGHING = ("neural.v1",)
"""Kinds that may learn from some sources more often than from others."""


def versioned(kind: str) -> str:
    """Return the newest version of a kind, given as ``tagger``, or as it is, given as
    ``tagger.v1``.

    Raises :class:`~majuscule.errors.ModelError`, listing the known kinds, for any other.
    """
    versions = [name for name in KINDS if name == kind or name.split(".")[0] == kind]
    if not versions:
        raise ModelError(f"no restorer is of kind {kind!r}; known kinds: {', '.join(KINDS)}")
    return versions[-1]


def restorer_class(kind: str) -> type[Restorer]:
    """Return the class of a kind."""
    found: type[Restorer] = _find(KINDS, versioned(kind))
    return found


def trainer(kind: str) -> Trainer:
    """Return what trains a kind from text; a kind that learns from something else is refused."""
    name = versioned(kind)
    if name not in TRAINERS:
        raise UsageError(
            "an adapted model is made from corrections: majuscule train --corrections FILE"
        )
    found: Callable[..., Restorer] = _find(TRAINERS, name)
    return partial(found, below=_BELOW) if name in WRAPPERS else found


def restorer_of(file: ModelFile) -> Restorer:
    """Return the restorer that a model file holds, and those below it."""
    kind = file.header.kind
    if kind not in WRAPPERS and any(name.startswith("context_") for name in file.arrays):
        kind = "context.v1"  # files from before it had a kind of its own
    found: Any = restorer_class(kind)
    restorer: Restorer = found.from_file(file, *([_BELOW] if kind in WRAPPERS else []))
    return restorer


def _find(table: Mapping[str, str], name: str) -> Any:
    module, attribute = table[name].split(":")
    return getattr(import_module(module), attribute)


_BELOW = Below(restorer_of, trainer)
