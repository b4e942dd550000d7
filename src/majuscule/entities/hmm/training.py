"""Training of the HMM: counting states, words and their classes (KRDL 1998, Figure 1).

Each line is counted twice, as it is written and without case, into one set of tables: words and
classes of lines without case are others.  So one model serves text of any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.entities.annotated import AnnotatedText, Repairs, join
from majuscule.entities.hmm.classes import CLASSES, read_classes
from majuscule.entities.hmm.tables import Emissions, Level, States, Transitions
from majuscule.entities.hmm.tagger import HmmTagger, Hypotheses
from majuscule.entities.interface import Corpus, Report, read_order
from majuscule.entities.knowledge import Knowledge
from majuscule.entities.linear.training import complete_corpora
from majuscule.entities.schemes import Scheme
from majuscule.entities.spans import to_tokens
from majuscule.errors import TrainingError
from majuscule.text import LC, classes_of, read_passage
from majuscule.text.batches import batches

BATCH = 2_000_000
"""Characters that are read at once."""

Keys = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class HmmOptions:
    """How the HMM is trained."""

    least: int = 1  # how often a word must be seen for its own tags to be its only hypotheses
    caseless: bool = True  # count every text without case too


def train_hmm(
    corpora: Sequence[Corpus],
    labels: Sequence[str],
    knowledge: Knowledge,
    options: Mapping[str, Any] | None = None,
    *,
    report: Report | None = None,
    repairs: Repairs | None = None,
) -> HmmTagger:
    """Return an HMM of ``labels``; ``knowledge`` gives machine-made word classes and name lists.

    Corpora that do not teach every label are completed by the linear tagger first.
    """
    order = read_order(HmmOptions, options, corpora, labels, report)
    chosen, scheme = order.options, Scheme("bio2", order.labels)
    full = complete_corpora(order, knowledge)
    order.tell("counting", 0.0)
    common = common_words(full)
    states = States.of(scheme)
    parts: list[tuple[Keys, Keys, Keys, npt.NDArray[np.int64]]] = []
    after = np.zeros((len(states), len(scheme.tags)), np.int64)
    for text, times in _batches(full):
        for condition in ("original", "lower") if chosen.caseless else ("original",):
            passage = read_passage(text.cased(condition).text)
            spans = to_tokens(text.mentions, passage, repairs if condition == "original" else None)
            tags = scheme.encode(spans, len(passage.tokens))
            first = np.zeros(len(tags), np.bool_)
            begins = passage.lines[passage.lines[:, 1] > passage.lines[:, 0], 0]
            first[begins] = True
            found = states.number(tags, first)
            classes = read_classes(passage, knowledge, common)
            parts += [(classes.words, classes.level1, classes.level2, found)] * times
            before = np.concatenate([[0], found[:-1]])
            before[first] = states.number(np.zeros(1, np.uint8), np.ones(1, np.bool_))[0]
            np.add.at(after, (before, tags), times)
    if not parts or not sum(len(part[3]) for part in parts):
        raise TrainingError("the training text is empty")
    words, level1, level2, at = (np.concatenate(column) for column in zip(*parts, strict=True))
    levels = (
        Level.of(words, level1, at),
        Level.of(level1, level2, at),
        Level.of(level2, np.zeros_like(level2), at),
    )
    return HmmTagger(
        Emissions(levels, states, 2 * len(CLASSES)),
        Transitions(after.astype(np.uint32), states),
        scheme,
        knowledge,
        common,
        Hypotheses(chosen.least),
        {"caseless": asdict(chosen)["caseless"]},
    )


def common_words(corpora: Sequence[Corpus]) -> Keys:
    """Return the words that are in lower case in at least half of their occurrences, sorted."""
    words, small = [], []
    for text, _ in _batches(corpora):
        passage = read_passage(text.text)
        tokens = passage.tokens
        words.append(tokens.words)
        small.append(classes_of(passage.codes, tokens.starts, tokens.ends) == LC)
    if not words:
        return np.empty(0, np.uint64)
    every, place = np.unique(np.concatenate(words), return_inverse=True)
    lower = np.bincount(place.reshape(-1), np.concatenate(small), minlength=len(every))
    return every[2 * lower >= np.bincount(place.reshape(-1), minlength=len(every))]


def _batches(corpora: Sequence[Corpus]) -> Iterator[tuple[AnnotatedText, int]]:
    for corpus in corpora:
        for batch in batches(corpus.documents, BATCH, AnnotatedText.size):
            yield join(batch), corpus.repeat
