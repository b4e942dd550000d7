"""The cascade: the linear tagger decides, and sentences it is unsure of go to the network too.

A word's doubt is 1/2 if the linear tagger's two best classes tie, and falls with the log odds
between them; a sentence goes to the network if the mean doubt of its tokens exceeds a threshold,
which mends most errors for little work.  There, the log odds of both models are averaged, as they
make different errors.  The weight and the threshold are tuned on text that neither model was
trained on: the weight with the best F1, then the largest threshold whose F1 is within ``loss``
points of that.  The model file holds both and the names of the two models, which are loaded from
its own folder or else from the installed ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F32, F64, U8, Array, filled
from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.models import ModelFile, model_path, read_model
from majuscule.models.names import SUFFIX
from majuscule.network.pieces import Pieces, cut_sentences, tokens_of
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.interface import Below, Decisions, Restorer, likelihoods
from majuscule.restore.linear.fitting import f1_of_capitals
from majuscule.restore.linear.restorer import write_forms
from majuscule.restore.neural.restorer import PIECE, NeuralRestorer
from majuscule.text.tokenizing.classes import KEEP
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import WORD
from majuscule.words.tables.tags import INNER

NOTHING, EVERYTHING = 1.0, -1.0
"""Thresholds at which no sentence, and every sentence, goes to the network."""

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
"""Weights of the linear tagger to try."""

FLOOR = np.float32(-20)
"""Lower bound of the linear tagger's log odds, since it is often overconfident."""

_FIELDS = ("classes", "masks", "margins", "reasons")

THRESHOLDS = np.concatenate([[NOTHING], np.geomspace(0.1, 0.0005, 47), [EVERYTHING]])
"""Thresholds to try."""


@dataclass(frozen=True)
class CascadeOptions:
    """The models of the cascade, and how it is tuned."""

    linear: str = ""
    network: str = ""
    loss: float = 0.25  # points of F1 traded for speed


@dataclass(frozen=True, repr=False)
class CascadeRestorer:
    """Two restorers, the second run only where the first is unsure: see the module.

    ``threshold``: mean doubt; ``share``: weight of the linear tagger in averages; ``curve`` float32
    (thresholds, 3): threshold, share of tokens that go to the network, F1.
    """

    linear: Restorer
    network: NeuralRestorer
    threshold: float
    share: float
    curve: F32
    trained_with: Mapping[str, Any] = field(default_factory=dict)

    kind: ClassVar[str] = "cascade.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        fast = self.linear.decide(passage, posteriors=posteriors)
        if fast.scores is None:
            return fast
        odds, classes = fast.scores.copy(), fast.scores.argmax(axis=1).astype(np.uint8)
        sent = np.zeros(len(passage.tokens), np.bool_)
        for start, stop, piece in passage.pieces(PIECE):
            chosen = self.unsure(piece, fast.margins[start:stop])
            if len(chosen):
                at = start + tokens_of(chosen)[0]
                odds[at] = mix(odds[at], self.network.log_odds(piece, chosen), self.share)
                sent[at] = True
        if not sent.any():
            return fast
        classes[sent] = odds[sent].argmax(axis=1)
        probabilities = fast.posteriors
        if probabilities is not None:
            probabilities[sent] = likelihoods(odds[sent])
        slow = write_forms(passage, classes, odds, self.network.lexicon, probabilities)
        both = ((name, getattr(slow, name), getattr(fast, name)) for name in _FIELDS)
        return replace(slow, **{name: np.where(sent, one, other) for name, one, other in both})

    def unsure(self, passage: Passage, margins: F32) -> Pieces:
        """Return the sentences that the linear tagger is unsure of."""
        sentences = self.sentences(passage)
        return sentences[mean_doubt(passage, margins, sentences) > self.threshold]

    def sentences(self, passage: Passage) -> Pieces:
        lines = filled(passage.lines).astype(np.int64)
        return cut_sentences(lines, passage.tokens.positions, self.network.longest)

    def evidence(self, passage: Passage) -> F32 | None:
        """Return the linear tagger's evidence."""
        return self.linear.evidence(passage)

    def arrays(self) -> Mapping[str, Array]:
        return {"curve": self.curve}

    def options(self) -> Mapping[str, Any]:
        return {**self.trained_with, "threshold": self.threshold, "share": self.share}

    @classmethod
    def from_file(cls, file: ModelFile, below: Below) -> Self:
        """Return the cascade that a model file describes; its two models are loaded by name."""
        file.expect_kind(cls.kind)
        options = dict(file.header.options)
        if not {"threshold", "share", "linear", "network"} <= options.keys():
            raise file.faulty("does not name the models of the cascade")
        threshold, share = float(options.pop("threshold")), float(options.pop("share"))
        names = str(options["linear"]), str(options["network"])
        linear, network, _ = _load(*names, below, file.path.parent)
        curve = file.array("curve", "<f4", dimensions=2)
        return cls(linear, network, threshold, share, curve, options)


def train_cascade(
    text: TrainingText,
    options: Mapping[str, Any] | None = None,
    report: Progress = no_progress,
    *,
    below: Below,
) -> CascadeRestorer:
    """Tune weight and threshold on text that neither model was trained on."""
    chosen = read_options(CascadeOptions, options)
    if not (chosen.linear and chosen.network):
        raise UsageError(
            "a cascade joins two models; name both, as in --option linear=en "
            "--option network=en-accurate"
        )
    linear, network, digests = _load(chosen.linear, chosen.network, below)
    untuned = CascadeRestorer(linear, network, NOTHING, 0.0, np.zeros((0, 3), np.float32))
    parts, seen = [], 0
    for batch in text.batches():
        parts.append(_score_both(untuned, batch))
        seen += len(parts[-1][0])
        report(f"comparing: {seen:,} tokens", 0.0)
    if not parts:
        raise TrainingError("the training text is empty")
    doubts, written, first, second = (np.concatenate(one) for one in zip(*parts, strict=True))

    def mixed(share: float) -> U8:
        return np.asarray(mix(first, second, share).argmax(axis=1), np.uint8)

    share = max(SHARES, key=lambda one: (f1_of_capitals(mixed(one), written), -one))
    fast, slow = first.argmax(axis=1).astype(np.uint8), mixed(share)
    rows = []
    for threshold in THRESHOLDS.tolist():
        sent = doubts > threshold
        f1 = f1_of_capitals(np.where(sent, slow, fast), written)
        rows.append((threshold, sent.mean(), 100 * f1))
    curve = np.array(rows, np.float32)
    enough = np.flatnonzero(curve[:, 2] >= curve[-1, 2] - chosen.loss)
    threshold = round(float(curve[enough[0], 0]), 6)
    trained_with = {**asdict(chosen), "digests": digests}
    return CascadeRestorer(linear, network, threshold, share, curve, trained_with)


def mean_doubt(passage: Passage, margins: F32, sentences: Pieces) -> F64:
    """Return the mean doubt of the tokens of each sentence; tokens that are not words have none.

    ``margins`` (n,): log odds between the two best classes; doubt is 1 / (1 + exp(margin)).
    """
    doubt = 1 / (1 + np.exp(np.minimum(margins, 50).astype(np.float64)))
    doubt[passage.tokens.kinds != WORD] = 0
    before = np.concatenate([[0.0], np.cumsum(doubt)])
    sums = before[sentences[:, 1]] - before[sentences[:, 0]]
    return np.asarray(sums / (sentences[:, 1] - sentences[:, 0]))


def mix(first: F32, second: F32, share: float) -> F32:
    """Return the mean of two models' log odds, the first weighted by ``share``; the best has 0."""
    odds = share * np.maximum(first, FLOOR) + (1 - share) * second
    return np.asarray(odds - odds.max(axis=1, keepdims=True), np.float32)


def _score_both(cascade: CascadeRestorer, batch: TrainingBatch) -> tuple[Array, ...]:
    """Return for each of m cased tokens the mean doubt of its sentence, its class as written, and
    its log odds (m, 4) by the first model and by the second."""
    passage, classes = batch.passage, batch.classes
    fast = cascade.linear.decide(passage)
    if fast.scores is None:
        raise TrainingError("the first model of a cascade must give scores")
    doubts = np.zeros(len(classes), np.float32)
    second = np.zeros((len(classes), INNER), np.float32)
    for start, stop, piece in passage.pieces(PIECE):
        sentences = cascade.sentences(piece)
        if len(sentences):
            at = start + tokens_of(sentences)[0]
            second[at] = cascade.network.log_odds(piece, sentences)
            doubt = mean_doubt(piece, fast.margins[start:stop], sentences)
            doubts[at] = np.repeat(doubt, sentences[:, 1] - sentences[:, 0])
    cased = classes != KEEP
    return doubts[cased], classes[cased], fast.scores[cased], second[cased]


def _load(
    linear: str, network: str, below: Below, folder: Path | None = None
) -> tuple[Restorer, NeuralRestorer, list[str]]:
    """Return the two models and their digests, from ``folder`` if they are there."""
    files = []
    for name in (linear, network):
        beside = folder / f"{name}{SUFFIX}" if folder else None
        files.append(read_model(beside if beside and beside.is_file() else model_path(name)))
    first, second = (below.restorer_of(file) for file in files)
    if not isinstance(second, NeuralRestorer):
        raise ModelError(f"{network}: the second model of a cascade must be of kind neural.v1")
    return first, second, [file.digest for file in files]
