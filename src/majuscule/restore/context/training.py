"""Training of the context classifier (Niu et al. 2004, section 3.3), and of a model with one.

Context words are counted around each occurrence of the ambiguous words away from sentence starts;
then held-out text picks the words for which the classifier beats the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from majuscule.arrays import I64, U32
from majuscule.counts import CountTable, TableBuilder
from majuscule.counts.keys import low
from majuscule.errors import TrainingError, UsageError
from majuscule.learn.batches import TrainingText
from majuscule.learn.text import SomeDocuments, documents_of
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.context.classifier import (
    PREFIX,
    WORD_BITS,
    ContextClassifier,
    contexts_of,
    occurrences_of,
)
from majuscule.restore.context.restorer import ContextRestorer
from majuscule.restore.interface import Below, Restorer
from majuscule.text.keys import Keys
from majuscule.text.tokenizing.classes import CA, LC, UC
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.wordnet import WORDNET, ambiguous_words

CLASSES = (LC, UC, CA)
"""The forms that the classifier distinguishes."""

_CLASS_BITS = 2


@dataclass(frozen=True)
class ContextOptions:
    """How the classifier learns, and which words it decides."""

    window: int = 50  # words to each side
    snippets: int = 4000  # at most this many occurrences of each form are learnt from
    occurrences: int = 20  # words with fewer occurrences of their second form are not learnt
    least: int = 3  # context words seen fewer times around a word are dropped
    smoothing: float = 100.0  # pseudo-count of a context word's frequency near any form
    held_out: int = 20  # least occurrences of a word in held-out text for the classifier to get it
    gain: float = 5.0  # least lead over the model there, in points of F; a lower one lost on dev

    def __post_init__(self) -> None:
        counts = (self.window, self.snippets, self.occurrences, self.least, self.held_out)
        if min(counts) < 1 or self.smoothing <= 0:
            raise UsageError(
                "window, snippets, occurrences, least and held_out must be 1 or more, and "
                "smoothing above 0"
            )


@dataclass(frozen=True)
class WordComparison:
    """How often model and classifier were right about a word in held-out text.

    Every occurrence is decided, so precision, recall and F are equal.
    """

    word: str
    occurrences: int
    model: int
    classifier: int

    @property
    def gain(self) -> float:
        """Return the lead of the classifier over the model, in points of F."""
        return 100 * (self.classifier - self.model) / self.occurrences


def train_context(
    text: TrainingText,
    options: Mapping[str, Any] | None = None,
    report: Progress = no_progress,
    *,
    below: Below,
) -> ContextRestorer:
    """Learn a model and a classifier for case-ambiguous words.

    ``options`` are those of the kind named by ``model`` (default: tagger) and, for the classifier:
    ``wordnet``, the folder of the database that lists the ambiguous words, or ``context_words``, a
    comma-separated list instead; ``one_in``: one document in this many is held out to choose the
    words; and the fields of :class:`ContextOptions`, prefixed with ``context_`` as models have
    options of the same names.
    """
    given = dict(options or {})
    own = {one.removeprefix(PREFIX): given.pop(one) for one in [*given] if one.startswith(PREFIX)}
    kind, listed = str(given.pop("model", "tagger")), str(own.pop("words", ""))
    chosen = read_options(ContextOptions, own)
    wordnet, one_in = given.pop("wordnet", str(WORDNET)), given.pop("one_in", 10)
    if type(one_in) is not int or one_in < 2:
        raise UsageError(f"one_in is {one_in!r}; it must be a whole number from 2")
    words = [word.strip().lower() for word in listed.split(",") if word.strip()]
    words = words or ambiguous_words(str(wordnet))
    learnt, held_out = (SomeDocuments(text, one_in, held) for held in (False, True))
    model = below.trainer(kind)(learnt, given, report)
    return add_context(model, learnt, held_out, words, chosen, report)[0]


def add_context(
    model: Restorer,
    text: TrainingText,
    held_out: TrainingText,
    words: Iterable[str],
    options: ContextOptions | None = None,
    report: Progress = no_progress,
) -> tuple[ContextRestorer, list[WordComparison]]:
    """Return the model with a classifier for the words on which it is better in held-out text.

    ``text`` and ``held_out`` must not overlap, and the model must not be trained on the latter.
    """
    classifier = learn_contexts(text, words, options, report)
    comparisons = compare(classifier, model, held_out)
    chosen = choose_words(comparisons, options)
    report(f"context: deciding for {len(chosen)} of {len(classifier)} words", 1.0)
    return ContextRestorer(model, classifier.restricted_to(chosen)), comparisons


def choose_words(
    comparisons: Sequence[WordComparison], options: ContextOptions | None = None
) -> list[str]:
    """Return the words frequent enough on which the classifier beats the model by enough."""
    chosen = options or ContextOptions()
    return [
        one.word
        for one in comparisons
        if one.occurrences >= chosen.held_out and one.gain >= chosen.gain
    ]


def learn_contexts(
    text: TrainingText,
    words: Iterable[str],
    options: ContextOptions | None = None,
    report: Progress = no_progress,
) -> ContextClassifier:
    """Learn a classifier for all of ``words`` in two passes over the text.

    Words whose second most frequent form is too rare are left out; raises :class:`TrainingError`
    if that leaves none.
    """
    chosen = options or ContextOptions()
    names = sorted(set(words))
    hashes = hash_words(names)
    order = np.argsort(hashes)
    hashes, names = hashes[order], [names[k] for k in order.tolist()]
    occurrences = np.zeros((len(hashes), 3), np.int64)
    for batch in text.batches():
        at, rows = occurrences_of(batch.passage.tokens, hashes)
        written = batch.classes[at] < len(CLASSES)
        np.add.at(occurrences, (rows[written], batch.classes[at][written]), 1)
    kept = np.sort(occurrences, axis=1)[:, -2] >= chosen.occurrences
    if not kept.any():
        raise TrainingError(
            f"no word was seen {chosen.occurrences} times in each of two forms; train on more "
            "text, or lower 'occurrences'"
        )
    hashes, occurrences = hashes[kept], occurrences[kept]
    names = [name for name, keep in zip(names, kept.tolist(), strict=True) if keep]
    table = count_contexts(text, hashes, occurrences, chosen, report)
    keys, counts = by_context(table, chosen.least)
    return ContextClassifier(
        hashes,
        np.frombuffer("\n".join(names).encode("utf-8"), np.uint8),
        occurrences.astype(np.uint32),
        keys,
        counts,
        np.array([chosen.window, chosen.smoothing], np.float64),
    )


def compare(
    classifier: ContextClassifier, model: Restorer, text: TrainingText
) -> list[WordComparison]:
    """Count on held-out text how often model and classifier are right about each word.

    Occurrences written in mixed case count as errors of both.
    """
    scores = np.zeros((len(classifier), 3), np.int64)
    for batch in text.batches():
        for passage, classes in documents_of(batch):
            at, rows, likely = classifier.classify(passage)
            written = classes[at]
            np.add.at(scores[:, 0], rows, 1)
            np.add.at(scores[:, 1], rows, model.decide(passage).classes[at] == written)
            np.add.at(scores[:, 2], rows, likely.argmax(axis=1) == written)
    return [
        WordComparison(name, *row)
        for name, row in zip(classifier.word_names(), scores.tolist(), strict=True)
        if row[0]
    ]


def count_contexts(
    text: TrainingText,
    words: Keys,
    occurrences: I64,
    options: ContextOptions,
    report: Progress,
) -> CountTable:
    """Return counts keyed by row of the word, context word and class."""
    builder = TableBuilder()
    used = np.zeros((len(words), 3), np.int64)
    wanted = int(np.minimum(occurrences, options.snippets).sum())
    for batch in text.batches():
        at, rows = occurrences_of(batch.passage.tokens, words)
        classes = batch.classes[at].astype(np.int64)
        fits = classes < len(CLASSES)
        at, rows, classes = at[fits], rows[fits], classes[fits]
        place = used[rows, classes] + ranks_of(rows * 4 + classes)
        np.add.at(used, (rows, classes), 1)
        room = place < options.snippets
        at, rows, classes = at[room], rows[room], classes[room]
        documents = batch.passage.by_token(batch.documents)
        contexts, inside = contexts_of(batch.passage.tokens, at, documents, options.window)
        high = (rows.astype(np.uint64) << np.uint64(WORD_BITS))[:, None] | contexts
        keys = (high << np.uint64(_CLASS_BITS)) | classes.astype(np.uint64)[:, None]
        builder.add(keys[inside])
        done = int(np.minimum(used, options.snippets).sum())
        report("context: learning snippets", done / max(wanted, 1))
    return builder.table()


def ranks_of(groups: I64) -> I64:
    """Return for each item the number of earlier items of its group.

    >>> ranks_of(np.array([5, 7, 5, 5, 7])).tolist()
    [0, 0, 1, 2, 1]
    """
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    begins = np.append(True, ordered[1:] != ordered[:-1])[: len(groups)]
    places = np.arange(len(groups))
    ranks = np.empty(len(groups), np.int64)
    ranks[order] = places - np.maximum.accumulate(np.where(begins, places, 0))
    return ranks


def by_context(table: CountTable, least: int) -> tuple[Keys, U32]:
    """Return keys without their class and counts (keys, 3), dropping totals below ``least``."""
    keys, owner = np.unique(table.keys >> np.uint64(_CLASS_BITS), return_inverse=True)
    counts = np.zeros((len(keys), 3), np.uint32)
    counts[owner, low(table.keys, _CLASS_BITS)] = table.counts
    kept = counts.sum(axis=1) >= least
    return keys[kept], counts[kept]
