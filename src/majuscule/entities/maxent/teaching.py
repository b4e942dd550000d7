"""Teaching: a mixed-case tagger helps to train an upper-case one (Chieu & Ng 2002, section 4).

1. Both taggers are trained on the same labelled text.
2. Both tag unlabelled text: the mixed-case tagger as it is, the upper-case tagger without case.
3. The tokens on which they differ are selected, with the mixed-case tagger's class.
4. The upper-case tagger is trained again on the labelled text, whose tokens count twice, and on the
   selected tokens, which count once.

In the fourth step the weights here are 1 and 1/2, not 2 and 1: without a prior that is equivalent,
and with one it keeps the strength of the prior as in the first step.  For the same reason a feature
of the labelled text is counted once for the frequency cutoff.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from majuscule.arrays import I64, U8
from majuscule.entities.maxent.loglinear import HashedRows, LogLinear, stack
from majuscule.entities.maxent.readings import read_texts
from majuscule.entities.maxent.tagger import BATCH, FeatureSettings, MaxEntTagger
from majuscule.entities.maxent.training import (
    LabelledReadings,
    MaxEntOptions,
    features_in,
    fit_maxent,
    fit_tagger,
)
from majuscule.errors import TrainingError, UsageError
from majuscule.options import Progress, no_progress
from majuscule.text.batches import batches

LABELLED, SELECTED = 1.0, 0.5
"""The weight of a token of each kind."""


@dataclass(frozen=True)
class Selection:
    """Tokens on which two taggers differ: their caseless features, and the teacher's tags.

    ``read`` (tokens,): how many tokens of the text were read to find each.
    """

    features: HashedRows
    tags: U8
    read: I64

    def __len__(self) -> int:
        return len(self.tags)

    def first(self, tokens: int) -> Selection:
        kept = np.arange(min(tokens, len(self)))
        return Selection(self.features.chosen(kept), self.tags[kept], self.read[kept])


@dataclass(frozen=True)
class Pair:
    """A teacher (mixed case) and its pupil (upper case), and their labelled training text."""

    mixed: MaxEntTagger
    upper: MaxEntTagger
    features: HashedRows  # of the labelled text, without case
    tags: U8
    options: MaxEntOptions


def train_both(
    text: LabelledReadings, view: FeatureSettings, options: MaxEntOptions, tell: Progress
) -> Pair:
    """Return a mixed-case and an upper-case tagger trained on the same text and lists."""
    tell("training the mixed-case tagger", 0.0)
    mixed = fit_maxent(text, replace(view, case=True), replace(options, case=True), tell)
    tell("training the upper-case tagger", 0.0)
    blind, own = replace(view, case=False), replace(options, case=False)
    features = features_in(text, blind)
    upper = fit_tagger(MaxEntTagger, text.scheme, blind, features, text.all_tags, own, tell)
    return Pair(mixed, upper, features, text.all_tags, own)


def select(
    mixed: MaxEntTagger, upper: MaxEntTagger, texts: Iterable[str], tokens: int | None = None
) -> Selection:
    """Return the tokens of unlabelled documents on which the taggers differ.

    Reading stops once ``tokens`` are found.  Raises :class:`~majuscule.errors.UsageError` for
    taggers with different labels or of the wrong case.
    """
    if mixed.scheme != upper.scheme:
        raise UsageError("the two taggers have different labels; train them on the same text")
    if not mixed.view.case or upper.view.case:
        raise UsageError("the first tagger must see case and the second must not")
    parts: list[Selection] = []
    seen = 0
    for batch in batches(texts, BATCH, len):
        reading = read_texts(batch)
        teacher_tags = mixed.tags(reading)
        places = np.flatnonzero(teacher_tags != upper.tags(reading))
        if len(places):
            # Caseless features are the same for any case, so the text need not be upper-cased.
            features = upper.view.features(reading).chosen(places)
            parts.append(Selection(features, teacher_tags[places], seen + places + 1))
        seen += len(reading)
        if tokens is not None and sum(map(len, parts)) >= tokens:
            break
    if not parts:
        raise TrainingError("the unlabelled text has no token on which the taggers differ")
    selection = Selection(
        stack(part.features for part in parts),
        np.concatenate([part.tags for part in parts]),
        np.concatenate([part.read for part in parts]),
    )
    return selection if tokens is None else selection.first(tokens)


def teach(
    pair: Pair,
    selection: Selection,
    *,
    start: LogLinear | None = None,
    tell: Progress = no_progress,
) -> MaxEntTagger:
    """Return the upper-case tagger retrained with the selected tokens.

    ``start``: initial weights, by default those of the pupil; they affect the time, not the result.
    """
    labelled, selected = len(pair.tags), len(selection)
    pupil = fit_tagger(
        MaxEntTagger,
        pair.upper.scheme,
        pair.upper.view,
        stack([pair.features, selection.features]),
        np.concatenate([pair.tags, selection.tags]),
        pair.options,
        tell,
        token_weights=np.repeat([LABELLED, SELECTED], [labelled, selected]),
        start=start or pair.upper.model,
    )
    return replace(pupil, trained_with={**pupil.trained_with, "selected": selected})
