"""The kinds of restorers, by versioned name; imported when one is asked for."""

from __future__ import annotations

from importlib import import_module

from majuscule.errors import ModelError
from majuscule.restore.interface import Restorer

KINDS = {
    "tagger.v1": "majuscule.restore.linear.restorer:TaggerRestorer",
    "unigram.v1": "majuscule.restore.unigram:UnigramRestorer",
    "hmm.v1": "majuscule.restore.hmm.restorer:HmmRestorer",
    "trigram.v1": "majuscule.restore.trigram.restorer:TrigramRestorer",
    "neural.v1": "majuscule.restore.neural.restorer:NeuralRestorer",
    "cascade.v1": "majuscule.restore.cascade:CascadeRestorer",
    "adapted.v1": "majuscule.restore.adapted.restorer:AdaptedRestorer",
}


def restorer_class(kind: str) -> type[Restorer]:
    """Return the class of a kind, given as ``tagger.v1`` or, for the newest version, ``tagger``.

    Raises :class:`~majuscule.errors.ModelError`, listing the known kinds, for any other.
    """
    versions = [name for name in KINDS if name == kind or name.split(".")[0] == kind]
    if not versions:
        raise ModelError(f"no restorer is of kind {kind!r}; known kinds: {', '.join(KINDS)}")
    module, name = KINDS[versions[-1]].split(":")
    found: type[Restorer] = getattr(import_module(module), name)
    return found
