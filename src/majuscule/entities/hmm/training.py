"""Training of the HMM: counting states, words and their classes (KRDL 1998, Figure 1).

Each line is counted twice, as written and without case, in the same tables: words and classes of
lines without case are distinct.  So one model serves text of any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from majuscule.arrays import I64, filled
from majuscule.counts.keys import shifted
from majuscule.entities.corpora import labelled_passages
from majuscule.entities.hmm.classes import CLASSES, ClassKnowledge, read_classes
from majuscule.entities.hmm.tables import Emissions, Level, States, Transitions
from majuscule.entities.hmm.tagger import HmmTagger
from majuscule.entities.interface import Corpus, Training, trainer
from majuscule.entities.linear.training import complete_corpora
from majuscule.errors import TrainingError
from majuscule.reading.annotations.schemes import Scheme
from majuscule.text import LC
from majuscule.text.keys import Keys

BATCH = 2_000_000
"""Characters that are read at once."""


@dataclass(frozen=True)
class EntityHmmOptions:
    """How the HMM is trained."""

    least: int = 1  # how often a word must be seen for its own tags to be its only hypotheses
    caseless: bool = True  # count every text without case too
    classes_first: bool = False  # back off to classes after both tags before classes after one
    joined: bool = False  # read ad-hoc, 20 % and $5 as one word for its class


@trainer(EntityHmmOptions)
def train_hmm(given: Training[EntityHmmOptions]) -> HmmTagger:
    """Return an HMM; the prior knowledge that it uses is induced word classes and name lists.

    Corpora that do not teach every label are completed by the linear tagger first.
    """
    scheme = Scheme("bio2", given.labels)
    full = complete_corpora(given)
    given.report("counting", 0.0)
    known = ClassKnowledge(common_words(full, scheme), given.knowledge.words, given.knowledge.names)
    states, joined = States.of(scheme), given.options.joined
    parts: list[tuple[Keys, Keys, Keys, I64]] = []
    tags_after = np.zeros((len(states), len(scheme.tags)), np.int64)
    read = labelled_passages(
        full, scheme, BATCH, caseless=given.options.caseless, repairs=given.repairs
    )
    for passage, tags, times in read:
        firsts = filled(passage.lines)[:, 0]
        found = states.number(tags, firsts)
        parts += [(*read_classes(passage, known, joined), found)] * times
        np.add.at(tags_after, (shifted(found, firsts, states.start), tags), times)
    if not parts or not sum(len(part[3]) for part in parts):
        raise TrainingError("the training text is empty")
    words, level1, level2, at = (np.concatenate(column) for column in zip(*parts, strict=True))
    emissions = Emissions(
        states,
        2 * len(CLASSES),
        Level.of(words, level1, at),
        Level.of(level1, level2, at),
        Level.of(level2, np.zeros_like(level2), at),
        given.options.classes_first,
    )
    return HmmTagger(
        scheme,
        given.options.least,
        {name: value for name, value in asdict(given.options).items() if name != "least"},
        emissions,
        Transitions(states, tags_after.astype(np.uint32)),
        known,
    )


def common_words(corpora: Sequence[Corpus], scheme: Scheme) -> Keys:
    """Return the words that are in lower case in at least half of their occurrences, sorted."""
    words, lower = [], []
    for passage, _, _ in labelled_passages(corpora, scheme, BATCH):
        words.append(passage.tokens.words)
        lower.append(passage.written() == LC)
    if not words:
        return np.empty(0, np.uint64)
    distinct, place = np.unique(np.concatenate(words), return_inverse=True)
    return distinct[2 * np.bincount(place, np.concatenate(lower)) >= np.bincount(place)]
