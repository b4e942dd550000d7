"""Relations by a classifier over pairs of mentions, trained once on cased text.

The engine reads the training sentences as they are; on what it finds there and the gold relations a
logistic regression is trained, which then stays as it is under every condition, as the engine does.
``given=False``: the pairs are those of the engine's mentions, and a relation is right if the head
words of both sides and its label are, so that the whole chain is measured.  ``given=True``: the
pairs are those of the gold entities, and the engine only says what label each of them has.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.degrade.interface import ENTITIES, Annotation, EngineInput, Link, Scoring, Span, Task
from majuscule.degrade.tasks.links import LinkMetric
from majuscule.degrade.tasks.relations.corpus import RelationSentence, read_relations
from majuscule.degrade.tasks.relations.pairs import Candidate, candidates_of, pair_features
from majuscule.degrade.tasks.relations.rules import head_word
from majuscule.errors import UsageError
from majuscule.extras import require
from majuscule.measure.metric import IntArray
from majuscule.trials.cells import digest_files

LABELS = ("PER", "ORG", "LOC")
"""The engine's labels whose mentions may take part in a relation."""

NO_RELATION, NO_LABEL = "", "-"
FORWARD, BACKWARD = ">", "<"

STRENGTH, WEIGHT = 1.0, 4.0
"""The inverse of the regularisation (scikit-learn's C), and how often a pair with a relation counts
beside one without.  In five folds of the training sentences F is 42.0 so, 38.3 without the weight,
and moves by half a point for other strengths from 0.3 to 3 (the Markov tagger's mentions)."""


class Classification(Task):
    """``NAME-train.txt`` and ``NAME-dev.txt``; a sentence is a text and a row of the statistics.

    The files do not tell which sentences are of one document.
    """

    needs = frozenset({ENTITIES})
    tokenizer = "head words"
    unit = "segment"

    def __init__(self, name: str, data: Path, given: bool = False) -> None:
        base = data / "relations" / name
        if Path(f"{name}-dev.txt").exists():
            base = Path(name)
        train, dev = (base.with_name(f"{base.name}-{part}.txt") for part in ("train", "dev"))
        self._train, self._sentences = read_relations(train), read_relations(dev)
        self.name = f"relations:{base.name}" + (",given" if given else "")
        self.digest = digest_files([train, dev])
        self._given = given
        every = (*self._train, *self._sentences)
        self.labels = tuple(sorted({link.role for one in every for link in one.relations}))
        self.metric = LinkMetric(self.labels)
        self.texts = [one.text for one in self._sentences]
        self.lessons = [one.text for one in self._train]
        total = sum(len(one.relations) for one in self._sentences)
        pairs = "the gold entities" if given else "the engine's mentions"
        self.note = (
            f"{len(self._sentences)} sentences, {total} relations; a classifier of pairs of "
            f"{pairs}, trained on {len(self._train)} sentences in their own case."
        )

    def learn(self, found: Sequence[Annotation]) -> Scoring:
        features: list[list[str]] = []
        answers: list[str] = []
        for sentence, one in zip(self._train, found, strict=True):
            gold = {frozenset((link.predicate, link.argument)): link for link in sentence.relations}
            candidates = self._candidates(sentence, EngineInput(sentence.text), one)
            for first, second, present in pair_features(sentence.text, candidates, one):
                features.append(present)
                link = gold.get(frozenset((first.head, second.head)))
                answers.append(_answer(link) if link else NO_RELATION)
        if len(set(answers)) < 2:
            raise UsageError(
                f"{self.name}: in the training text, no relation links mentions that the engine "
                "finds, so there is nothing to learn from"
            )
        return partial(self._classified, _fit(features, answers))

    def _candidates(
        self, sentence: RelationSentence, given: EngineInput, found: Annotation
    ) -> list[Candidate]:
        """Return what may take part in a relation of a sentence, in offsets of the input."""
        own = candidates_of(given.text, found, LABELS)
        if not self._given:
            return own
        labels = {one.head: one.label for one in own}
        candidates = []
        for span in sentence.entities:
            start, end = given.place(*span)
            if start < end:
                head = head_word(given.text, start, end)
                candidates.append(Candidate((start, end), head, labels.get(head, NO_LABEL)))
        return candidates

    def _classified(
        self, model: Any, inputs: Sequence[EngineInput], found: Sequence[Annotation]
    ) -> IntArray:
        """Return the counts of the relations that a classifier finds in what the engine found."""
        rows = []
        for sentence, given, one in zip(self._sentences, inputs, found, strict=True):
            pairs = list(pair_features(given.text, self._candidates(sentence, given, one), one))
            answers = model.predict([each for _, _, each in pairs]).tolist() if pairs else []
            guess = [
                given.at_source(_link(first.head, second.head, answer))
                for (first, second, _), answer in zip(pairs, answers, strict=True)
                if answer != NO_RELATION
            ]
            rows.append(self.metric.statistics(sentence.relations, guess))
        return np.array(rows, np.int64)


def _answer(link: Link) -> str:
    """Return what a classifier has to say of a relation: its label and which way it goes."""
    return link.role + (FORWARD if link.predicate < link.argument else BACKWARD)


def _link(first: Span, second: Span, answer: str) -> Link:
    sides = (first, second) if answer.endswith(FORWARD) else (second, first)
    return Link(sides[0], answer[:-1], sides[1])


def _fit(features: list[list[str]], answers: list[str]) -> Any:
    text = require("sklearn.feature_extraction.text", "classifying relations", "degrade")
    linear = require("sklearn.linear_model", "classifying relations", "degrade")
    model = require("sklearn.pipeline", "classifying relations", "degrade").make_pipeline(
        text.CountVectorizer(analyzer=list, binary=True, min_df=2),
        linear.LogisticRegression(C=STRENGTH, max_iter=1000),
    )
    weights = [1.0 if answer == NO_RELATION else WEIGHT for answer in answers]
    return model.fit(features, answers, logisticregression__sample_weight=weights)
