"""A context classifier for case-ambiguous words (Niu et al. 2004, section 3.3).

Naive Bayes over the 50 words to each side, learnt from up to 4,000 snippets of each form, sentence
starts left out.  It speaks only for words where held-out text shows that it beats the model it
stands beside, and can be put around any restorer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from majuscule.counts import CountTable, TableBuilder
from majuscule.counts.keys import low, top
from majuscule.counts.tables import Keys
from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.models import ModelFile
from majuscule.restore.context_words import WORDNET, ambiguous_words
from majuscule.restore.evidence import log_odds
from majuscule.restore.interface import (
    CA,
    CONTEXT,
    LC,
    MODEL,
    UC,
    Decisions,
    Report,
    Restorer,
    TrainingBatch,
    TrainingText,
)
from majuscule.restore.kinds import restorer_class
from majuscule.restore.training_text import describe_batch
from majuscule.text.codepoints import decode
from majuscule.text.passages import Passage
from majuscule.text.sentences import sentence_starts
from majuscule.text.tokens import WORD, Tokens, hash_words

CLASSES = (LC, UC, CA)
_CLASS_BITS, _WORD_BITS = 2, 32


@dataclass(frozen=True)
class ContextOptions:
    """How the classifier learns, and when it speaks."""

    window: int = 50
    """Words to each side."""
    snippets: int = 4000
    """Most mentions of each form to learn from."""
    mentions: int = 20
    """Words with fewer mentions of their second form are not learnt."""
    least: int = 3
    """Context words seen fewer times around a word are dropped."""
    smoothing: float = 100.0
    """Words' worth of trust in how often a context word stands near any form of a word."""
    held_out: int = 20
    """Mentions in held-out text that a word needs before the classifier may speak for it."""
    gain: float = 5.0
    """Points of F that it must beat the model by there; on dev, less only lost."""

    def __post_init__(self) -> None:
        counts = (self.window, self.snippets, self.mentions, self.least, self.held_out)
        if min(counts) < 1 or self.smoothing <= 0:
            raise UsageError(
                "window, snippets, mentions, least and held_out must be 1 or more, and smoothing "
                "above 0"
            )


@dataclass(frozen=True)
class WordComparison:
    """How often model and classifier were right about a word in held-out text.

    Each mention gets one answer, so precision, recall and F are the same number.
    """

    word: str
    mentions: int
    model: int
    classifier: int

    @property
    def gain(self) -> float:
        """Return the points of F by which the classifier is better."""
        return 100 * (self.classifier - self.model) / self.mentions


@dataclass(frozen=True)
class ContextClassifier:
    """w case-ambiguous words and what stands around each of their forms.

    ``words``: uint64 (w,), ascending word hashes; ``names``: uint8, the folded words in UTF-8, a
    line each, in the same order; ``mentions``: uint32 (w, 3), how often each was seen as LC, UC,
    CA; ``keys``: uint64, ascending, the row of a word and 32 bits of a context word; ``counts``:
    uint32 (keys, 3), how often it stood near each form; ``settings``: float64, window and
    smoothing.
    """

    words: Keys
    names: npt.NDArray[np.uint8]
    mentions: npt.NDArray[np.uint32]
    keys: Keys
    counts: npt.NDArray[np.uint32]
    settings: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def learn(
        cls,
        text: TrainingText,
        words: Iterable[str],
        options: ContextOptions | None = None,
        report: Report | None = None,
    ) -> ContextClassifier:
        """Learn the contexts of words in two passes; it speaks for all of them.

        Words whose second form is too rare in the text are left out; raises
        :class:`TrainingError` where that leaves none.
        """
        chosen = options or ContextOptions()
        names = sorted(set(words))
        hashes = hash_words(names)
        order = np.argsort(hashes)
        hashes, names = hashes[order], [names[k] for k in order.tolist()]
        mentions = np.zeros((len(hashes), 3), np.int64)
        for batch in text.batches():
            at, rows = _mentions(batch.passage.tokens, hashes)
            written = batch.classes[at] < len(CLASSES)
            np.add.at(mentions, (rows[written], batch.classes[at][written]), 1)
        kept = np.sort(mentions, axis=1)[:, -2] >= chosen.mentions
        if not kept.any():
            raise TrainingError(
                f"no word was seen {chosen.mentions} times in each of two forms: train on more "
                "text, or ask for fewer mentions"
            )
        hashes, mentions = hashes[kept], mentions[kept]
        names = [name for name, keep in zip(names, kept.tolist(), strict=True) if keep]
        table = _count_contexts(text, hashes, mentions, chosen, report)
        keys, counts = _by_context(table, chosen.least)
        return cls(
            hashes,
            np.frombuffer("\n".join(names).encode("utf-8"), np.uint8),
            mentions.astype(np.uint32),
            keys,
            counts,
            np.array([chosen.window, chosen.smoothing], np.float64),
        )

    def word_names(self) -> list[str]:
        """Return the folded words, in the order of the rows."""
        return self.names.tobytes().decode("utf-8").split("\n") if len(self) else []

    def classify(
        self, passage: Passage
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Return the mentions of known words: token indices, rows of words, log probabilities.

        The latter have shape (m, 3), for LC, UC, CA, and are not normalised; mentions at sentence
        starts are left out.
        """
        tokens = passage.tokens
        at, rows = _mentions(tokens, self.words)
        documents = np.zeros(len(tokens), np.int64)
        contexts, inside = _contexts(tokens, at, documents, int(self.settings[0]))
        keys = (rows.astype(np.uint64) << np.uint64(_WORD_BITS))[:, None] | contexts
        if len(self.keys):
            found = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
            hit = (self.keys[found] == keys) & inside
            gains = np.where(hit[:, :, None], self._gains[found], 0).sum(axis=1)
        else:
            gains = np.zeros((len(at), 3))
        return at, rows, self._prior[rows] + gains

    def compare(self, model: Restorer, text: TrainingText) -> list[WordComparison]:
        """Count on held-out text how often model and classifier are right about each word.

        Mentions that are written in mixed case are wrong for both.
        """
        scores = np.zeros((len(self), 3), np.int64)
        for batch in text.batches():
            for passage, classes in _documents(batch):
                at, rows, likely = self.classify(passage)
                written = classes[at]
                np.add.at(scores[:, 0], rows, 1)
                np.add.at(scores[:, 1], rows, model.decide(passage).classes[at] == written)
                np.add.at(scores[:, 2], rows, likely.argmax(axis=1) == written)
        return [
            WordComparison(name, *row)
            for name, row in zip(self.word_names(), scores.tolist(), strict=True)
            if row[0]
        ]

    def speak_for(self, words: Iterable[str]) -> ContextClassifier:
        """Return the classifier that speaks for these words only, its other words left out."""
        asked = set(words)
        names = self.word_names()
        rows = np.flatnonzero([name in asked for name in names])
        new_row = np.full(len(self), -1, np.int64)
        new_row[rows] = np.arange(len(rows))
        owner = new_row[(self.keys >> np.uint64(_WORD_BITS)).astype(np.int64)]
        kept = owner >= 0
        keys = owner[kept].astype(np.uint64) << np.uint64(_WORD_BITS)
        text = "\n".join(names[row] for row in rows.tolist())
        return replace(
            self,
            words=self.words[rows],
            names=np.frombuffer(text.encode("utf-8"), np.uint8),
            mentions=self.mentions[rows],
            keys=keys | low(self.keys[kept], _WORD_BITS),
            counts=self.counts[kept],
        )

    def arrays(self, prefix: str = "context_") -> dict[str, npt.NDArray[Any]]:
        """Return the arrays to store in a model file, beside those of a restorer."""
        return {prefix + name: getattr(self, name) for name in _DTYPES}

    @classmethod
    def from_file(cls, file: ModelFile, prefix: str = "context_") -> ContextClassifier:
        """Return the classifier in a model file; raise :class:`ModelError` if there is none."""
        found = cls(**{name: file.array(prefix + name, *of) for name, of in _DTYPES.items()})
        n = len(found)
        if (
            found.mentions.shape != (n, 3)
            or found.counts.shape != (len(found.keys), 3)
            or len(found.word_names()) != n
            or len(found.settings) != 2
            or np.any(found.words[1:] <= found.words[:-1])
            or np.any(found.keys[1:] <= found.keys[:-1])
        ):
            raise ModelError(f"{file.path}: its context classifier does not fit together")
        return found

    @cached_property
    def _prior(self) -> npt.NDArray[np.float64]:
        """Return the log of each form's share of a word's mentions."""
        share = self.mentions / np.maximum(self.mentions.sum(axis=1, keepdims=True), 1)
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(share))

    @cached_property
    def _gains(self) -> npt.NDArray[np.float64]:
        """Return the log probability of each context word near each form of its word, (keys, 3).

        Smoothed with its probability near any form: what was not seen near a rare form says little
        about it.
        """
        owner = (self.keys >> np.uint64(_WORD_BITS)).astype(np.int64)
        totals = np.stack(
            [np.bincount(owner, self.counts[:, k], minlength=len(self)) for k in range(3)], axis=1
        )
        shared = self.counts.sum(axis=1) / np.maximum(totals.sum(axis=1), 1)[owner]
        smoothing = float(self.settings[1])
        expected = self.counts + smoothing * shared[:, None]
        return np.asarray(np.log(expected / (totals[owner] + smoothing)))


_DTYPES: Mapping[str, tuple[str, int]] = {
    "words": ("<u8", 1),
    "names": ("|u1", 1),
    "mentions": ("<u4", 2),
    "keys": ("<u8", 1),
    "counts": ("<u4", 2),
    "settings": ("<f8", 1),
}


class ContextRestorer:
    """Any restorer with a context classifier that overrules it where it speaks.

    From outside it is the restorer inside: its kind and options are those of the model, and a model
    file is one with a classifier if it holds the arrays ``context_*``.
    """

    kind: ClassVar[str] = "context"

    def __init__(self, model: Restorer, classifier: ContextClassifier) -> None:
        self._model = model
        self._classifier = classifier
        # The protocol knows kinds of classes only; here it is that of the model at hand.
        vars(self)["kind"] = model.kind

    def decide(self, passage: Passage) -> Decisions:
        """Return the model's decisions, those of the classifier where it speaks."""
        found = self._model.decide(passage)
        at, _, likely = self._classifier.classify(passage)
        ours = found.reasons[at] == MODEL
        at, likely = at[ours], likely[ours]
        classes, margins = found.classes.copy(), found.margins.copy()
        reasons, masks = found.reasons.copy(), found.masks.copy()
        ordered = np.sort(likely, axis=1)
        classes[at] = likely.argmax(axis=1)
        margins[at] = np.minimum(ordered[:, -1] - ordered[:, -2], 1e6)
        masks[at] = 0
        reasons[at] = CONTEXT
        scores = None
        if found.scores is not None:
            scores = found.scores.copy()
            likelihoods = np.zeros((len(at), 4))
            if len(at):
                likelihoods[:, :3] = np.exp(likely - ordered[:, -1:])
            scores[at] = log_odds(likelihoods, np.ones(len(at), np.bool_))
        return Decisions(classes, masks, margins, reasons, scores)

    def evidence(self, passage: Passage) -> npt.NDArray[np.float32] | None:
        """Return what the model knows of how often words are capitalised."""
        return self._model.evidence(passage)

    def posteriors(self, passage: Passage) -> npt.NDArray[np.float32]:
        """Return the model's probabilities, those of the classifier where it speaks."""
        found = self._model.posteriors(passage).copy()
        at, _, likely = self._classifier.classify(passage)
        ours = self._model.decide(passage).reasons[at] == MODEL
        at, likely = at[ours], likely[ours]
        shares = np.exp(likely - likely.max(axis=1, keepdims=True)) if len(at) else likely
        found[at, :3] = shares / shares.sum(axis=1, keepdims=True)
        found[at, 3] = 0
        return found

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file: the model's and the classifier's."""
        return {**self._model.arrays(), **self._classifier.arrays()}

    def options(self) -> Mapping[str, Any]:
        """Return the options of the restorer inside."""
        return self._model.options()

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer and the classifier that a model file holds."""
        model = restorer_class(file.header.kind).from_file(file)
        return cls(model, ContextClassifier.from_file(file))

    @classmethod
    def train(
        cls,
        text: TrainingText,
        options: Mapping[str, Any] | None = None,
        report: Report | None = None,
    ) -> Self:
        """Learn a model and a classifier for the case-ambiguous words of WordNet.

        ``options`` are those of the kind named by ``model`` (default: tagger), and for the
        classifier ``wordnet``, the folder of the database, and ``one_in``: one document in so many
        is kept to find the words where the classifier is better.
        """
        given = dict(options or {})
        kind = str(given.pop("model", "tagger"))
        wordnet, one_in = given.pop("wordnet", str(WORDNET)), given.pop("one_in", 10)
        if type(one_in) is not int or one_in < 2:
            raise UsageError(f"one_in is {one_in!r}; it must be a whole number from 2 on")
        words = ambiguous_words(str(wordnet))
        learnt, held_out = (SomeDocuments(text, one_in, held) for held in (False, True))
        model = restorer_class(kind).train(learnt, given, report)
        classifier = ContextClassifier.learn(learnt, words, None, report)
        chosen = choose_words(classifier.compare(model, held_out))
        return cls(model, classifier.speak_for(chosen))


@dataclass(frozen=True)
class SomeDocuments:
    """One document in ``one_in`` of a text, by the hash of its name, or all the others."""

    text: TrainingText
    one_in: int
    held_out: bool

    def batches(self) -> Iterator[TrainingBatch]:
        """Yield the batches."""
        for batch in self.text.batches():
            chosen = (batch.documents % np.uint32(self.one_in) == 0) == self.held_out
            if chosen.all():
                yield batch
            elif chosen.any():
                lines = decode(batch.passage.codes).split("\n")
                kept = np.flatnonzero(chosen).tolist()
                yield describe_batch(
                    "\n".join(lines[at] for at in kept), batch.documents[chosen].tolist()
                )


def choose_words(
    comparisons: Sequence[WordComparison], options: ContextOptions | None = None
) -> list[str]:
    """Return the words for which the classifier beats the model by enough, on enough mentions."""
    chosen = options or ContextOptions()
    return [
        one.word
        for one in comparisons
        if one.mentions >= chosen.held_out and one.gain >= chosen.gain
    ]


def add_context(
    model: Restorer,
    text: TrainingText,
    held_out: TrainingText,
    words: Iterable[str],
    options: ContextOptions | None = None,
    report: Report | None = None,
) -> tuple[ContextRestorer, list[WordComparison]]:
    """Return a restorer with a classifier for those words where held-out text says it is better.

    ``text`` and ``held_out`` must not overlap, nor may the model have seen the latter.
    """
    classifier = ContextClassifier.learn(text, words, options, report)
    comparisons = classifier.compare(model, held_out)
    chosen = choose_words(comparisons, options)
    return ContextRestorer(model, classifier.speak_for(chosen)), comparisons


def _mentions(tokens: Tokens, words: Keys) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the tokens that are one of some words away from sentence starts, and which one."""
    if not len(words) or not len(tokens):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    rows = np.minimum(np.searchsorted(words, tokens.words), len(words) - 1)
    here = (words[rows] == tokens.words) & (tokens.kinds == WORD)
    here &= ~sentence_starts(tokens.positions)
    at = np.flatnonzero(here)
    return at, rows[at].astype(np.int64)


def _contexts(
    tokens: Tokens,
    at: npt.NDArray[np.int64],
    documents: npt.NDArray[np.integer[Any]],
    window: int,
) -> tuple[Keys, npt.NDArray[np.bool_]]:
    """Return 32 bits of each word around some tokens, and whether it is there at all.

    Both have shape (m, 2 * window); words of another document are not there.
    """
    plain = np.flatnonzero(tokens.kinds == WORD)
    if not len(plain):
        return np.zeros((len(at), 0), np.uint64), np.zeros((len(at), 0), np.bool_)
    steps = np.concatenate([np.arange(-window, 0), np.arange(1, window + 1)])
    ranks = np.searchsorted(plain, at)[:, None] + steps
    around = plain[np.clip(ranks, 0, len(plain) - 1)]
    inside = (ranks >= 0) & (ranks < len(plain))
    inside &= documents[around] == documents[at][:, None]
    return top(tokens.words, _WORD_BITS)[around], inside


def _count_contexts(
    text: TrainingText,
    words: Keys,
    mentions: npt.NDArray[np.int64],
    options: ContextOptions,
    report: Report | None,
) -> CountTable:
    """Return context words by row, word and class."""
    builder = TableBuilder()
    used = np.zeros((len(words), 3), np.int64)
    wanted = int(np.minimum(mentions, options.snippets).sum())
    for batch in text.batches():
        at, rows = _mentions(batch.passage.tokens, words)
        classes = batch.classes[at].astype(np.int64)
        fits = classes < len(CLASSES)
        at, rows, classes = at[fits], rows[fits], classes[fits]
        place = used[rows, classes] + _ranks(rows * 4 + classes)
        np.add.at(used, (rows, classes), 1)
        room = place < options.snippets
        at, rows, classes = at[room], rows[room], classes[room]
        lines = batch.passage.lines
        documents = np.repeat(batch.documents, lines[:, 1] - lines[:, 0])
        contexts, inside = _contexts(batch.passage.tokens, at, documents, options.window)
        high = (rows.astype(np.uint64) << np.uint64(_WORD_BITS))[:, None] | contexts
        keys = (high << np.uint64(_CLASS_BITS)) | classes.astype(np.uint64)[:, None]
        builder.add(keys[inside])
        if report:
            done = int(np.minimum(used, options.snippets).sum())
            report("context: learning snippets", done / max(wanted, 1))
    return builder.table()


def _ranks(groups: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return for each item how many of its group come before it.

    >>> _ranks(np.array([5, 7, 5, 5, 7])).tolist()
    [0, 0, 1, 2, 1]
    """
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    begins = np.append(True, ordered[1:] != ordered[:-1])[: len(groups)]
    places = np.arange(len(groups))
    ranks = np.empty(len(groups), np.int64)
    ranks[order] = places - np.maximum.accumulate(np.where(begins, places, 0))
    return ranks


def _by_context(table: CountTable, least: int) -> tuple[Keys, npt.NDArray[np.uint32]]:
    """Return counts by class, (keys, 3), of context words seen often enough."""
    keys, owner = np.unique(table.keys >> np.uint64(_CLASS_BITS), return_inverse=True)
    counts = np.zeros((len(keys), 3), np.uint32)
    counts[owner, low(table.keys, _CLASS_BITS)] = table.counts
    kept = counts.sum(axis=1) >= least
    return keys[kept], counts[kept]


def _documents(batch: TrainingBatch) -> Iterable[tuple[Passage, npt.NDArray[np.uint8]]]:
    """Yield each document of a batch as a passage, with the classes of its tokens."""
    lines, tokens, codes = batch.passage.lines, batch.passage.tokens, batch.passage.codes
    changes = np.flatnonzero(batch.documents[1:] != batch.documents[:-1]) + 1
    for first, last in pairwise([0, *changes.tolist(), len(lines)]):
        begin, end = int(lines[first, 0]), int(lines[last - 1, 1])
        if begin == end:
            continue
        part = slice(begin, end)
        left, right = int(tokens.starts[begin]), int(tokens.ends[end - 1])
        inside = Tokens(
            starts=tokens.starts[part] - np.int32(left),
            ends=tokens.ends[part] - np.int32(left),
            kinds=tokens.kinds[part],
            words=tokens.words[part],
            affixes=np.ascontiguousarray(tokens.affixes[:, part]),
            positions=tokens.positions[part],
            folded=tokens.folded[left:right],
        )
        span = lines[first:last] - np.int32(begin)
        yield Passage(codes[left:right], inside, span), batch.classes[part]
