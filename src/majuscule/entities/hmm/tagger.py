"""The HMM of KRDL 1998 for named entities, with two levels of back-off word classes.

Text is read into words and classes (:mod:`majuscule.entities.hmm.classes`); the hypothesis
generator says which tags each word may have; Viterbi finds the most probable admissible tags
(Equation 1) with the probabilities of :mod:`majuscule.entities.hmm.tables`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from majuscule.entities.decoding import spans_of
from majuscule.entities.hmm.classes import CLASSES, WordClasses, read_classes
from majuscule.entities.hmm.tables import Emissions, Level, States, Transitions
from majuscule.entities.knowledge import Knowledge
from majuscule.entities.lists.names import NameLists
from majuscule.entities.mentions import Mention
from majuscule.entities.schemes import Scheme, TokenSpan
from majuscule.entities.spans import to_documents
from majuscule.errors import ModelError
from majuscule.models import ModelFile
from majuscule.tagging.chain import best_tags, posteriors, score_units
from majuscule.tagging.padding import cut_long
from majuscule.tagging.tagger import CLOSED, Chain
from majuscule.text import Passage, read_passage
from majuscule.text.batches import batches
from majuscule.words.table import WordTable

Keys = npt.NDArray[np.uint64]

BATCH = 100_000
"""Characters that are read at once, in whole documents."""

ROOM = 4_000_000
"""Scores of transitions that are held at once."""
LEVELS = ("word_", "class1_", "class2_")


@dataclass(frozen=True)
class Hypotheses:
    """The hypothesis generator: a word seen ``least`` times may have the tags it was seen with;
    any other those that its class of level 1, or else of level 2, was seen with.

    In the paper ``least`` is 1.  With 0 every word may have every tag.
    """

    least: int = 1

    def allowed(self, emissions: Emissions, identities: tuple[Keys, ...]) -> npt.NDArray[np.bool_]:
        """Return the states that each word may have, (n, states)."""
        n, states = len(identities[0]), len(emissions.states)
        found = np.ones((n, states), np.bool_)
        if not self.least:
            return found
        undecided = np.ones(n, np.bool_)
        tags = int(emissions.states.tag.max()) + 1
        for number, own in enumerate(identities):
            counts = emissions.counts(number, own)
            settled = undecided & (counts.sum(axis=1) >= self.least)
            by_tag = np.zeros((n, tags))
            np.add.at(by_tag.T, emissions.states.tag, counts.T)
            found[settled] = (by_tag > 0)[settled][:, emissions.states.tag]
            undecided &= ~settled
        return found


@dataclass(frozen=True)
class HmmTagger:
    """The tagger: see the module."""

    emissions: Emissions
    transitions: Transitions
    scheme: Scheme
    knowledge: Knowledge
    common: Keys
    hypotheses: Hypotheses
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "hmm.v1"

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels that the tagger gives."""
        return self.scheme.labels

    def tag(self, text: str, *, memory: bool = True) -> list[Mention]:
        """Return the mentions of a document; its lines are sequences of their own.

        ``memory`` changes nothing: as in the paper, nothing is kept once a sentence is done.
        """
        return self._tag([text])[0]

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; ``jobs`` changes nothing, one thread works."""
        for batch in batches(texts, BATCH, len):
            yield from self._tag(batch)

    def _tag(self, texts: list[str]) -> list[list[Mention]]:
        passage = read_passage("\n".join(texts))
        return to_documents(self.tag_passage(passage), passage, texts)

    def tag_passage(self, passage: Passage) -> list[tuple[TokenSpan, float]]:
        """Return spans of tokens with their confidences: the least posterior of their tokens."""
        if not len(passage.tokens):
            return []
        emissions = self.scores(read_classes(passage, self.knowledge, self.common))
        found: list[tuple[TokenSpan, float]] = []
        most = max(64, ROOM // len(self.emissions.states) ** 2)
        bounds = cut_long(passage, passage.lines, min(400, most // 4))
        for first, last in _groups(bounds, most):
            part = bounds[first:last] - bounds[first, 0]
            start, stop = int(bounds[first, 0]), int(bounds[last - 1, 1])
            for (a, b, label), sure in self._decode(emissions[start:stop], part):
                found.append(((a + start, b + start, label), sure))
        return found

    def scores(self, classes: WordClasses) -> npt.NDArray[np.int32]:
        """Return log P(word | state) in score units, the best state of each word 0; states that
        are no hypothesis are closed; (n, states)."""
        _, at, place = np.unique(classes.words, return_index=True, return_inverse=True)
        identities = (classes.words[at], classes.level1[at], classes.level2[at])
        found = self.emissions.probabilities(identities)
        found /= found.max(axis=1, keepdims=True)
        with np.errstate(divide="ignore"):
            scores = score_units(np.log(found))
        allowed = self.hypotheses.allowed(self.emissions, identities)
        return np.where(allowed, scores, REFUSED).astype(np.int32)[place.reshape(-1)]

    def _decode(
        self, emissions: npt.NDArray[np.int32], bounds: npt.NDArray[np.int32]
    ) -> list[tuple[TokenSpan, float]]:
        states = self.emissions.states
        n = len(emissions)
        chain = Chain(emissions.copy(), self._transitions(n))
        full = bounds[bounds[:, 1] > bounds[:, 0]]
        chain.emissions[full[:, 0]] += self._first
        tags = states.tag[best_tags(chain, bounds)].astype(np.uint8)
        inside = np.zeros(n, np.bool_)
        for first, last in full.tolist():
            inside[first:last] = tags[first:last].any()
        chosen = full[inside[full[:, 0]]]
        if not len(chosen):
            return []
        sure = np.zeros((n, len(self.scheme.tags)), np.float32)
        np.add.at(sure.T, states.tag, posteriors(chain, chosen).T)
        return spans_of(tags, sure, chosen, self.scheme)

    @cached_property
    def _first(self) -> npt.NDArray[np.int32]:
        """Return what the states of a first word get: those after O only, P(t | O, O)."""
        states = self.emissions.states
        start = int(np.flatnonzero((states.before == 0) & (states.tag == 0))[0])
        with np.errstate(divide="ignore"):
            scores = score_units(np.log(self.transitions.table[start]))
        return np.where(states.before == 0, scores[states.tag], CLOSED).astype(np.int32)

    @cached_property
    def _step(self) -> npt.NDArray[np.int32]:
        """Return log P(t | t', t'') in score units from state to state."""
        states = self.emissions.states
        with np.errstate(divide="ignore"):
            scores = score_units(np.log(self.transitions.table))[:, states.tag]
        return np.where(states.joins, scores, CLOSED).astype(np.int32)

    def _transitions(self, tokens: int) -> npt.NDArray[np.int32]:
        held = self._held
        if tokens > len(held):
            return np.ascontiguousarray(np.broadcast_to(self._step, (tokens, *self._step.shape)))
        return held[:tokens]

    @cached_property
    def _held(self) -> npt.NDArray[np.int32]:
        most = max(64, ROOM // self._step.size)
        return np.ascontiguousarray(np.broadcast_to(self._step, (most, *self._step.shape)))

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        found: dict[str, npt.NDArray[Any]] = {}
        for prefix, level in zip(LEVELS, self.emissions.levels, strict=True):
            found |= level.arrays(prefix)
        return {
            **found,
            "transitions": self.transitions.counts,
            "common": self.common,
            "words": self.knowledge.words.table,
            "name_hashes": self.knowledge.names.hashes,
            "name_flags": self.knowledge.names.flags,
        }

    def options(self) -> Mapping[str, Any]:
        """Return the options."""
        return {**self.trained_with, **asdict(self.hypotheses), "labels": list(self.labels)}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger that a model file holds."""
        file.expect_kind(cls.kind)
        options = dict(file.header.options)
        try:
            scheme = Scheme("bio2", tuple(options.pop("labels")))
            hypotheses = Hypotheses(int(options.pop("least")))
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{file.path}: its options are not those of {cls.kind}") from error
        states = States.of(scheme)
        counts = file.array("transitions", "<u4", dimensions=2)
        if counts.shape != (len(states), len(scheme.tags)):
            raise ModelError(f"{file.path}: its transitions are not those of its labels")
        levels = tuple(Level.from_file(file, prefix) for prefix in LEVELS)
        if any(len(level.seen) and level.seen.following.max() >= len(states) for level in levels):
            raise ModelError(f"{file.path}: its counts are not those of its labels")
        names = NameLists(file.array("name_hashes", "<u4"), file.array("name_flags", "|u1"))
        return cls(
            Emissions(levels, states, 2 * len(CLASSES)),
            Transitions(counts, states),
            scheme,
            Knowledge(WordTable(file.array("words", "<u4")), names),
            file.array("common", "<u8"),
            hypotheses,
            options,
        )


REFUSED = -(1 << 18)
"""The score of a state that is no hypothesis: worse than any that is, better than one that the
scheme forbids, so that a path is found where the hypotheses admit none."""


def _groups(bounds: npt.NDArray[np.int32], most: int) -> Iterator[tuple[int, int]]:
    """Yield runs of sequences of about so many tokens together."""
    first = 0
    while first < len(bounds):
        last = int(np.searchsorted(bounds[:, 1], bounds[first, 0] + most, side="right"))
        last = max(last, first + 1)
        yield first, last
        first = last
