"""The HMM of KRDL 1998 for named entities, with two levels of back-off word classes.

Text is read as words and classes (:mod:`majuscule.entities.hmm.classes`); the hypothesis generator
restricts the tags of each word; Viterbi search finds the most probable admissible tags (Equation 1)
with the probabilities of :mod:`majuscule.entities.hmm.tables`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F64, I32, Bools, filled
from majuscule.entities.decoding import ScoredPiece, decode_spans, repeat_table, take_tables
from majuscule.entities.hmm.classes import CLASSES, ClassKnowledge, WordClasses, read_classes
from majuscule.entities.hmm.tables import Emissions, States, Transitions
from majuscule.entities.interface import TaggerBase
from majuscule.models import ModelFile
from majuscule.models.stored import options_of, part, read_stored
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.schemes import Scheme
from majuscule.reading.annotations.spans import to_documents
from majuscule.tagging.features.padding import cut_long
from majuscule.tagging.scoring.chain import CLOSED, Chain, pieces_of, score_units
from majuscule.text import Passage, joined_passage
from majuscule.text.keys import Keys

MOST_SCORES = 4_000_000
"""The most transition scores in memory."""


def hypotheses(emissions: Emissions, identities: tuple[Keys, ...], least: int) -> Bools:
    """Return the states that each word may have, (n, states).

    A word seen ``least`` times may have the tags it was seen with, any other the tags that its
    class of level 1, or else of level 2, was seen with.  In the paper ``least`` is 1; with 0 every
    word may have every tag.
    """
    states = emissions.states
    found = np.ones((len(identities[0]), len(states)), np.bool_)
    undecided = np.full(len(found), least > 0)
    for level, own in zip(emissions.levels, identities, strict=True):
        counts = level.counts(own, len(states))
        settled = undecided & (counts.sum(axis=1) >= least)
        by_tag = np.zeros((len(found), int(states.tag.max()) + 1))
        np.add.at(by_tag.T, states.tag, counts.T)
        found[settled] = (by_tag > 0)[settled][:, states.tag]
        undecided &= ~settled
    return found


@dataclass(frozen=True, repr=False, eq=False)
class HmmTagger(TaggerBase):
    """The probabilities of the HMM, and what they depend on."""

    scheme: Scheme
    least: int
    trained_with: Mapping[str, Any]
    emissions: Emissions = part(Emissions)
    transitions: Transitions = part(Transitions)
    known: ClassKnowledge = part(ClassKnowledge)

    kind: ClassVar[str] = "hmm.v1"
    batch: ClassVar[int] = 100_000

    @property
    def labels(self) -> tuple[str, ...]:
        return self.scheme.labels

    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text.

        ``memory`` has no effect: as in the paper, sentences are independent.
        """
        passage, begins = joined_passage(texts)
        if not len(passage.tokens):
            return [[] for _ in texts]
        spans = decode_spans(self._pieces(passage), self.scheme, self.emissions.states.tag)
        return to_documents(spans, passage, begins)

    def _pieces(self, passage: Passage) -> Iterator[ScoredPiece]:
        joined = bool(self.trained_with.get("joined", False))
        emissions = self.scores(read_classes(passage, self.known, joined))
        most = len(self._repeated)
        longest = min(400, most // 4)
        for start, stop, bounds in pieces_of(cut_long(passage, passage.lines, longest), most):
            part = emissions[start:stop].copy()
            part[filled(bounds)[:, 0]] += self._first
            yield ScoredPiece(start, bounds, Chain(part, take_tables(self._repeated, len(part))))

    def scores(self, classes: WordClasses) -> I32:
        """Return log P(word | state) in score units, relative to the best state of each word,
        :data:`REFUSED` for states that are no hypotheses, (n, states)."""
        _, at, place = np.unique(classes.words, return_index=True, return_inverse=True)
        identities = tuple(own[at] for own in classes)
        probabilities = self.emissions.probabilities(identities)
        probabilities /= probabilities.max(axis=1, keepdims=True)
        scores = _log_units(probabilities)
        allowed = hypotheses(self.emissions, identities, self.least)
        return np.where(allowed, scores, REFUSED).astype(np.int32)[place]

    @cached_property
    def _first(self) -> I32:
        """Return log P(t | O, O) of the first word's states, in score units; (states,)."""
        states = self.emissions.states
        scores = _log_units(self.transitions.table[states.start])
        return np.where(states.before == 0, scores[states.tag], CLOSED).astype(np.int32)

    @cached_property
    def _repeated(self) -> I32:
        """Return log P(t | t', t'') in score units, (tokens, states, states), for many tokens."""
        states = self.emissions.states
        scores = _log_units(self.transitions.table)[:, states.tag]
        step = np.where(states.joins, scores, CLOSED).astype(np.int32)
        return repeat_table(step, max(64, MOST_SCORES // step.size))

    def options(self) -> Mapping[str, Any]:
        return {**self.trained_with, "least": self.least, "labels": list(self.labels)}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        with options_of(file, cls.kind) as options:
            scheme = Scheme("bio2", tuple(options.pop("labels")))
            least = int(options.pop("least"))
        states = States.of(scheme)
        return cls(
            scheme,
            least,
            options,
            read_stored(
                Emissions,
                file,
                states=states,
                classes=2 * len(CLASSES),
                classes_first=bool(options.get("classes_first", False)),
            ),
            read_stored(Transitions, file, states=states),
            read_stored(ClassKnowledge, file),
        )


def _log_units(probabilities: F64) -> I32:
    with np.errstate(divide="ignore"):
        return score_units(np.log(probabilities))


REFUSED = -(1 << 18)
"""The score of a state that is no hypothesis: worse than any that is, but better than forbidden
ones, so that there is always an admissible path."""
