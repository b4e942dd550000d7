"""The kinds of restorers by versioned name, with their trainers; imported on first use.

A new kind is a folder and a line in the table.  Kinds layered on other restorers import no other
kind: they receive a :class:`~.interface.Below`, which reads and trains their base.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from majuscule import kinds
from majuscule.errors import UsageError
from majuscule.kinds import Kind, resolve
from majuscule.models import ModelFile
from majuscule.restore.interface import Below, Restorer, Trainer

KINDS = {
    "tagger.v1": Kind(
        "majuscule.restore.linear.restorer:TaggerRestorer",
        "majuscule.restore.linear.training:train_tagger",
        weighs=True,
        checkpoint="file",
    ),
    "unigram.v1": Kind(
        "majuscule.restore.unigram:UnigramRestorer", "majuscule.restore.unigram:train_unigram"
    ),
    "hmm.v1": Kind(
        "majuscule.restore.hmm.restorer:HmmRestorer",
        "majuscule.restore.hmm.training:train_hmm",
        checkpoint="folder",
    ),
    "trigram.v1": Kind(
        "majuscule.restore.trigram.restorer:TrigramRestorer",
        "majuscule.restore.trigram.training:train_trigram",
        checkpoint="folder",
    ),
    "neural.v1": Kind(
        "majuscule.restore.neural.restorer:NeuralRestorer",
        "majuscule.restore.neural.training:train_neural",
        weighs=True,
        checkpoint="file",
    ),
    "context.v1": Kind(
        "majuscule.restore.context.restorer:ContextRestorer",
        "majuscule.restore.context.training:train_context",
        wraps=True,
    ),
    "cascade.v1": Kind(
        "majuscule.restore.neural.cascade:CascadeRestorer",
        "majuscule.restore.neural.cascade:train_cascade",
        wraps=True,
    ),
    "adapted.v1": Kind("majuscule.restore.adapted.restorer:AdaptedRestorer", wraps=True),
}


def versioned(kind: str) -> str:
    """Return the full name of a kind, given as ``tagger`` or ``tagger.v1``."""
    return kinds.versioned(KINDS, kind, "restorer")


def trainer(kind: str) -> Trainer:
    """Return the trainer of a kind; a kind that does not learn from text is an error."""
    one = KINDS[versioned(kind)]
    if not one.trainer:
        raise UsageError(
            "an adapted model is made from corrections, with majuscule train --corrections FILE"
        )
    found: Callable[..., Restorer] = resolve(one.trainer)
    return partial(found, below=_BELOW) if one.wraps else found


def restorer_of(file: ModelFile) -> Restorer:
    """Return the restorer that a model file holds, with its base if it is layered."""
    kind = kinds.versioned(KINDS, file.header.kind, "restorer", file.path)
    if not KINDS[kind].wraps and any(name.startswith("context_") for name in file.arrays):
        kind = "context.v1"  # files older than this kind
    found: Any = resolve(KINDS[kind].model)
    restorer: Restorer = found.from_file(file, *([_BELOW] if KINDS[kind].wraps else []))
    return restorer


_BELOW = Below(restorer_of, trainer)
