"""Adapting a tagger to corrected sentences, and writing the adapted model.

The base tagger scores the sentences, as written and in lower case; the layer is fitted to the
corrected tags (:mod:`majuscule.tagging.training.layer`), those of each token beside the corrected
tags of its neighbours (pseudo-likelihood, Besag 1975).  Tokens outside mentions that the base
tagger gives a label which the corpus does not teach are skipped.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from majuscule.arrays import F64, I64, U64
from majuscule.entities.adapted.tagger import AdaptedEntityTagger, features
from majuscule.entities.corpora import Profile, labelled_passages, open_profile, read_corpora
from majuscule.entities.interface import Corpus, check_corpora
from majuscule.entities.kinds import tagger_of
from majuscule.entities.linear.passages import PassageTagger
from majuscule.entities.training import corpus_sources
from majuscule.errors import TrainingError, UsageError
from majuscule.models import model_output, model_path, read_model
from majuscule.models.card import Card
from majuscule.options import Progress, no_progress, read_options
from majuscule.reading import Errors
from majuscule.reading.annotations.annotated import Repairs
from majuscule.tagging.training.layer import LayerOptions, learn_layer

BATCH = 200_000
"""Characters that are scored at once."""


@dataclass(frozen=True)
class AdaptOptions(LayerOptions):
    """How a layer learns from corrected sentences."""

    penalty: float = 1.0  # of squared weights; more changes less
    steps: int = 100  # of gradient descent


def adapt_entities(
    corpora: Sequence[str | os.PathLike[str] | Corpus],
    output: str | os.PathLike[str] | None = None,
    *,
    base: str | os.PathLike[str] = "entities-en",
    options: Mapping[str, Any] | None = None,
    profile: Profile | str | os.PathLike[str] | None = None,
    format: str | None = None,
    encoding: str = "",
    errors: Errors = "strict",
    card: Card | None = None,
    report: Progress = no_progress,
    repairs: Repairs | None = None,
) -> AdaptedEntityTagger:
    """Return the tagger ``base`` adapted to corrected sentences; with ``output`` write its model.

    ``corpora``: annotated files with labels of ``base``, or corpora; ``profile``: what they teach.
    If ``base`` is itself adapted, a new layer replaces its layer.

    Raises :class:`~majuscule.errors.TrainingError` for labels that ``base`` does not have, and for
    text without a mention, :class:`~majuscule.errors.UsageError` for a base that has no chain.
    """
    target, chosen = model_output(output), read_options(AdaptOptions, options)
    file = read_model(model_path(base))
    tagger = tagger_of(file)
    if isinstance(tagger, AdaptedEntityTagger):
        tagger = tagger.base
    if not isinstance(tagger, PassageTagger):
        raise UsageError(f"a tagger of kind {tagger.kind} cannot be adapted; train a new one")
    known = open_profile(profile)
    how: Any = {"format": format, "encoding": encoding, "errors": errors, "repairs": repairs}
    found = read_corpora(corpora, tagger.labels, profile=known, **how)
    taught = {label for corpus in found for label in corpus.taught}
    learnt = tuple(label for label in tagger.labels if label in taught)
    check_corpora(found, learnt or tagger.labels)
    report("adapting", 0.0)
    adapted = adapt(tagger, found, chosen)
    if target is not None:
        card = (card or Card()).adapted(file, "corrected sentences")
        sources = (*file.header.corpora, *corpus_sources(found, known))
        card.write(adapted, target, sources)
    return adapted


def adapt(
    base: PassageTagger, corpora: Sequence[Corpus], options: AdaptOptions
) -> AdaptedEntityTagger:
    """Return ``base`` with a layer trained on corpora with its labels."""
    parts = [part for corpus in corpora for part in _examples(base, corpus)]
    if not parts:
        raise TrainingError("there is no corrected sentence to learn from")
    hashes, log_odds, gold = (np.concatenate(some) for some in zip(*parts, strict=True))
    return AdaptedEntityTagger(base, learn_layer(hashes, log_odds, gold, options), asdict(options))


def _examples(base: PassageTagger, corpus: Corpus) -> list[tuple[U64, F64, I64]]:
    """Return features (n, 4), log odds (n, tags) and gold tags (n,) of the tokens of a corpus."""
    scheme, examples = base.scheme, []
    taught = np.array([tag == "O" or tag[2:] in corpus.taught for tag in scheme.tags])
    for passage, tags, times in labelled_passages([corpus], scheme, BATCH, caseless=True):
        for piece in base.score(passage):
            predicted, gold = piece.best(), tags[piece.tokens].astype(np.int64)
            used = taught[predicted] | (gold > 0)
            losses = piece.losses_beside(np.where(used, gold, predicted))[used]
            log_odds = np.asarray(losses * base.constants.scale, np.float64)
            examples += [(features(piece.passage)[used], log_odds, gold[used])] * times
    return examples
