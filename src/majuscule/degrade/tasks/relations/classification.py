"""Relations by a classifier over pairs of mentions, trained once on cased text.

A logistic regression is trained on the gold relations and the engine's annotations of the unchanged
training sentences; like the engine, it is the same in all conditions.  ``given=False``: it
classifies pairs of the engine's mentions, and a relation is right if its label and both head words
are, so that the whole pipeline is measured.  ``given=True``: it classifies pairs of gold entities,
and the engine only gives their labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import I64
from majuscule.degrade.interface import ENTITIES, Annotation, EngineInput, Link, Scoring, Span, Task
from majuscule.degrade.tasks.links import LinkMetric
from majuscule.degrade.tasks.relations.corpus import RelationSentence, read_relations
from majuscule.degrade.tasks.relations.pairs import Candidate, candidates_of, pair_features
from majuscule.degrade.tasks.relations.rules import head_word
from majuscule.errors import UsageError
from majuscule.extras import require
from majuscule.trials.cells import digest_files

LABELS = ("PER", "ORG", "LOC")
"""The engine's labels whose mentions may take part in a relation."""

NO_RELATION, NO_LABEL = "", "-"
FORWARD, BACKWARD = ">", "<"

STRENGTH, WEIGHT = 1.0, 4.0
"""Inverse regularisation strength (scikit-learn's C), and the weight of a pair with a relation.  In
five-fold cross-validation, with the Markov tagger's mentions, F1 is 42.0, without the weight 38.3,
and within half a point for C from 0.3 to 3."""


class Classification(Task):
    """The corpus ``NAME-train.txt`` and ``NAME-dev.txt``, which does not mark documents.

    Each sentence is a text and a row of the statistics.
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
                answers.append(_class_of(link) if link else NO_RELATION)
        if len(set(answers)) < 2:
            raise UsageError(
                f"{self.name}: in the training text, no relation links mentions that the engine "
                "finds, so there is nothing to learn from"
            )
        return partial(self._classified, _fit(features, answers))

    def _candidates(
        self, sentence: RelationSentence, given: EngineInput, found: Annotation
    ) -> list[Candidate]:
        """Return the mentions that a relation of a sentence may link, in offsets of the input."""
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
    ) -> I64:
        """Return the counts of relations that a classifier finds in the engine's annotations."""
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


def _class_of(link: Link) -> str:
    """Return the class of a relation: its label and direction."""
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
