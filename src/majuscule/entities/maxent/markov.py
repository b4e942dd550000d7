"""The maximum-entropy Markov model of Niu et al. 2004 (section 3.4.2), with and without case.

P(tag | previous tag, features) is log-linear, and the probability of a sequence is the product over
its tokens (McCallum et al. 2000).  The paper names the model but not its features: here they are
the local groups of Chieu & Ng, and the previous tag alone, with the word, and with its case.
Without case it is the paper's baseline, feature exclusion: the same model trained on the same text
without the case features (:mod:`majuscule.entities.maxent.features`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from majuscule.arrays import F32, U8, Wholes, filled
from majuscule.counts.keys import shifted
from majuscule.entities.decoding import ScoredPiece
from majuscule.entities.interface import Training, trainer
from majuscule.entities.maxent.features import FeatureInput, feature, local_features
from majuscule.entities.maxent.loglinear import HashedRows, stack
from majuscule.entities.maxent.readings import Hashes, ReadTexts, mix, numbers
from majuscule.entities.maxent.tagger import LogLinearTagger
from majuscule.entities.maxent.training import MaxEntOptions, fit_tagger, prepare
from majuscule.tagging.scoring.chain import CLOSED, Chain, log_normalised, pieces_of, score_units
from majuscule.text.keys import find_keys

PIECE = 1024
"""Tokens that are scored at once: each has a score for every pair of tags."""


def histories(source: FeatureInput) -> list[Hashes]:
    """Return the values that are joined with the previous tag, an array over tokens for each."""
    values = [numbers(np.zeros(len(source.reading))), source.word]
    if source.case:
        letters = source.reading.letters
        form = letters.initial + 2 * letters.all_capitals.astype(int) + 4 * letters.mixed
        values.append(numbers(form))
    return values


def with_previous(values: Sequence[Hashes], previous: Wholes) -> Iterator[Hashes]:
    """Yield the features of the previous tag; the start of a sequence is a tag of its own."""
    for number, own in enumerate(values):
        yield feature(f"previous tag {number}", mix(own, numbers(previous)))


@dataclass(frozen=True, repr=False, eq=False)
class MarkovTagger(LogLinearTagger):
    """The Markov model, with BIO2 tags; all features are local, so memory has no effect."""

    kind: ClassVar[str] = "memm.v1"
    scheme_name: ClassVar[str] = "bio2"

    def pieces(self, reading: ReadTexts) -> Iterator[ScoredPiece]:
        source = self.view.source(reading)
        hashed = HashedRows.of(local_features(source), len(reading))
        alone = self.model.scores(hashed)
        values = histories(source)
        tags = len(self.scheme.tags)
        closed = ~self.scheme.follows
        for start, stop, bounds in pieces_of(reading.sequences, PIECE):
            after = np.empty((stop - start, tags + 1, tags), np.float32)
            for tag in range(tags + 1):
                history = self._scores([value[start:stop] for value in values], tag)
                after[:, tag] = log_normalised(alone[start:stop] + history)
            transitions = score_units(after[:, :tags])
            transitions[:, closed] = CLOSED
            emissions = np.zeros((stop - start, tags), np.int32)
            firsts = filled(bounds)[:, 0]
            opening = score_units(after[firsts, tags])
            emissions[firsts] = np.where(self.scheme.begins, opening, CLOSED)
            yield ScoredPiece(start, bounds, Chain(emissions, np.ascontiguousarray(transitions)))

    def _scores(self, values: Sequence[Hashes], tag: int) -> F32:
        """Return the sum of weights of the features of one previous tag, (n, tags)."""
        weights = self.model.weights
        out = np.zeros((len(values[0]), weights.shape[1]), np.float32)
        for hashes in with_previous(values, np.full(len(values[0]), tag)):
            at, known = find_keys(self.model.keys, hashes)
            out[known] += weights[at[known]]
        return out


@trainer(MaxEntOptions)
def train_memm(given: Training[MaxEntOptions]) -> MarkovTagger:
    """Return a Markov model; options are those of the maximum-entropy tagger."""
    text, view = prepare(given, "bio2", 1)
    given.report("counting features", 0.0)

    def features(reading: ReadTexts, tags: U8) -> HashedRows:
        """Return the features of a reading, those of the previous gold tag included."""
        source = view.source(reading)
        bounds = reading.sequences
        firsts = filled(bounds)[:, 0]
        before = shifted(tags, firsts, len(text.scheme.tags))
        chain = with_previous(histories(source), before)
        every = [*local_features(source), *((source.everyone, hashes) for hashes in chain)]
        return HashedRows.of(every, len(reading))

    pairs = zip(text.readings, text.tags, strict=True)
    hashed = stack(features(reading, tags) for reading, tags in pairs)
    return fit_tagger(
        MarkovTagger, text.scheme, view, hashed, text.all_tags, given.options, given.report
    )
