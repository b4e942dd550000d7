"""The cascade: the linear tagger decides, and sentences with an unsure word go to the network.

A word's doubt is one half where the linear tagger's two best classes are equal, and falls with the
log odds between them; a sentence is sent on where the mean doubt of its tokens is above a
threshold, so that most errors are mended for a word of work.  In the sentences that are sent on,
the log odds of both models are mixed: they err in different places.  Share and threshold are learnt
on text that neither model was trained on: the share that gives the best F1, then the largest
threshold at which F1 is within ``loss`` points of that.  The model file holds both and the names of
the two models, which are loaded with it: those that lie beside it, or else that are installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from majuscule.arrays import F32, F64, U8, Array
from majuscule.errors import ModelError, TrainingError
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.models import ModelFile, model_path, read_model
from majuscule.models.names import SUFFIX
from majuscule.network.pieces import Pieces, cut_sentences, tokens_of
from majuscule.options import Progress, read_options, unheard
from majuscule.restore.interface import Below, Decisions, Restorer, likelihoods
from majuscule.restore.linear.restorer import write_forms
from majuscule.restore.neural.restorer import PIECE, NeuralRestorer
from majuscule.text.tokenizing.classes import KEEP, LC
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import WORD
from majuscule.words.tables.tags import INNER

NOTHING, EVERYTHING = 1.0, -1.0
"""Thresholds at which no sentence is sent on, and every one."""

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
"""Shares of the linear tagger that are tried."""

FLOOR = np.float32(-20)
"""Log odds below this count as this: the linear tagger is often surer than it should be."""

_EACH = ("classes", "masks", "margins", "reasons")

THRESHOLDS = np.concatenate([[NOTHING], np.geomspace(0.1, 0.0005, 47), [EVERYTHING]])
"""Mean doubts that are tried."""


@dataclass(frozen=True)
class CascadeOptions:
    """Which models stand in the cascade, and how it is tuned."""

    linear: str = "en"
    network: str = "en-accurate"
    loss: float = 0.25  # points of F1 below the network that are given up for speed


@dataclass(frozen=True, repr=False)
class CascadeRestorer:
    """Two restorers, the second asked only where the first is unsure: see the module.

    ``threshold``: mean doubt; ``share`` of the linear tagger in what is mixed; ``curve`` float32
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
        found = self.linear.decide(passage, posteriors=posteriors)
        if found.scores is None:
            return found
        odds, classes = found.scores.copy(), found.scores.argmax(axis=1).astype(np.uint8)
        sent = np.zeros(len(passage.tokens), np.bool_)
        for start, stop, piece in passage.pieces(PIECE):
            chosen = self.unsure(piece, found.margins[start:stop])
            if len(chosen):
                at = start + tokens_of(chosen)[0]
                odds[at] = mix(odds[at], self.network.log_odds(piece, chosen), self.share)
                sent[at] = True
        if not sent.any():
            return found
        classes[sent] = odds[sent].argmax(axis=1)
        shares = found.posteriors
        if shares is not None:
            shares[sent] = likelihoods(odds[sent])
        asked = write_forms(passage, classes, odds, self.network.lexicon, shares)
        both = ((name, getattr(asked, name), getattr(found, name)) for name in _EACH)
        return replace(asked, **{name: np.where(sent, one, other) for name, one, other in both})

    def unsure(self, passage: Passage, margins: F32) -> Pieces:
        """Return the sentences that the linear tagger is unsure of."""
        sentences = self.sentences(passage)
        return sentences[mean_doubt(passage, margins, sentences) > self.threshold]

    def sentences(self, passage: Passage) -> Pieces:
        lines = passage.lines.astype(np.int64)
        lines = lines[lines[:, 1] > lines[:, 0]]
        return cut_sentences(lines, passage.tokens.positions, self.network.longest)

    def evidence(self, passage: Passage) -> F32 | None:
        """Return how often each token's word is capitalised inside sentences, as the linear tagger
        says."""
        return self.linear.evidence(passage)

    def arrays(self) -> Mapping[str, Array]:
        return {"curve": self.curve}

    def options(self) -> Mapping[str, Any]:
        return {**self.trained_with, "threshold": self.threshold, "share": self.share}

    @classmethod
    def from_file(cls, file: ModelFile, below: Below) -> Self:
        """Return the cascade that a model file describes, and load the models that it names."""
        file.expect_kind(cls.kind)
        options = dict(file.header.options)
        if not {"threshold", "share", "linear", "network"} <= options.keys():
            raise ModelError(f"{file.path}: does not name the models of the cascade")
        threshold, share = float(options.pop("threshold")), float(options.pop("share"))
        names = str(options["linear"]), str(options["network"])
        linear, network, _ = _load(*names, below, file.path.parent)
        curve = file.array("curve", "<f4", dimensions=2)
        return cls(linear, network, threshold, share, curve, options)


def train_cascade(
    text: TrainingText,
    options: Mapping[str, Any] | None = None,
    report: Progress = unheard,
    *,
    below: Below,
) -> CascadeRestorer:
    """Learn the threshold from text that neither model was trained on."""
    chosen = read_options(CascadeOptions, options)
    linear, network, digests = _load(chosen.linear, chosen.network, below)
    trial = CascadeRestorer(linear, network, NOTHING, 0.0, np.zeros((0, 3), np.float32))
    parts, seen = [], 0
    for batch in text.batches():
        parts.append(_compare(trial, batch))
        seen += len(parts[-1][0])
        report(f"comparing: {seen:,} tokens", 0.0)
    if not parts:
        raise TrainingError("the training text is empty")
    doubts, written, first, second = (np.concatenate(one) for one in zip(*parts, strict=True))

    def mixed(share: float) -> npt.NDArray[np.intp]:
        return np.asarray(mix(first, second, share).argmax(axis=1))

    share = max(SHARES, key=lambda one: (_f1(written, mixed(one)), -one))
    alone, asked = first.argmax(axis=1), mixed(share)
    rows = []
    for threshold in THRESHOLDS.tolist():
        sent = doubts > threshold
        rows.append((threshold, sent.mean(), _f1(written, np.where(sent, asked, alone))))
    curve = np.array(rows, np.float32)
    enough = np.flatnonzero(curve[:, 2] >= curve[-1, 2] - chosen.loss)
    threshold = round(float(curve[enough[0], 0]), 6)
    told = {**asdict(chosen), "digests": digests}
    return CascadeRestorer(linear, network, threshold, share, curve, told)


def mean_doubt(passage: Passage, margins: F32, sentences: Pieces) -> F64:
    """Return the mean doubt of the tokens of each sentence; what is no word has none.

    ``margins`` (n,): log odds between the two best classes; a doubt is 1 / (1 + exp(margin)).
    """
    doubt = 1 / (1 + np.exp(np.minimum(margins, 50).astype(np.float64)))
    doubt[passage.tokens.kinds != WORD] = 0
    before = np.concatenate([[0.0], np.cumsum(doubt)])
    sums = before[sentences[:, 1]] - before[sentences[:, 0]]
    return np.asarray(sums / (sentences[:, 1] - sentences[:, 0]))


def mix(first: F32, second: F32, share: float) -> F32:
    """Return log odds of which ``share`` are the first model's and the rest the second's."""
    odds = share * np.maximum(first, FLOOR) + (1 - share) * second
    return np.asarray(odds - odds.max(axis=1, keepdims=True), np.float32)


def _compare(trial: CascadeRestorer, batch: TrainingBatch) -> tuple[Array, ...]:
    """Return for the m tokens that have a case what both models say: the mean doubt of each one's
    sentence, its class as written, log odds (m, 4) by the first model and by the second."""
    passage, classes = batch.passage, batch.classes
    found = trial.linear.decide(passage)
    if found.scores is None:
        raise TrainingError("the first model of a cascade must give scores")
    doubts = np.zeros(len(classes), np.float32)
    second = np.zeros((len(classes), INNER), np.float32)
    for start, stop, piece in passage.pieces(PIECE):
        sentences = trial.sentences(piece)
        if len(sentences):
            at = start + tokens_of(sentences)[0]
            second[at] = trial.network.log_odds(piece, sentences)
            doubt = mean_doubt(piece, found.margins[start:stop], sentences)
            doubts[at] = np.repeat(doubt, sentences[:, 1] - sentences[:, 0])
    cased = classes != KEEP
    return doubts[cased], classes[cased], found.scores[cased], second[cased]


def _f1(written: U8, decided: npt.NDArray[np.intp]) -> float:
    """Return F1 of capitalised tokens, in points."""
    correct = int(((written != LC) & (decided == written)).sum())
    return 200 * correct / max(1, int((written != LC).sum()) + int((decided != LC).sum()))


def _load(
    linear: str, network: str, below: Below, folder: Path | None = None
) -> tuple[Restorer, NeuralRestorer, list[str]]:
    """Return the two models and their digests; a package's own lie in the cascade's ``folder``."""
    beside = [folder / f"{name}{SUFFIX}" if folder else None for name in (linear, network)]
    files = [
        read_model(path if path and path.is_file() else model_path(name))
        for path, name in zip(beside, (linear, network), strict=True)
    ]
    first, second = (below.restorer_of(file) for file in files)
    if not isinstance(second, NeuralRestorer):
        raise ModelError(f"{network}: the second model of a cascade must be of kind neural.v1")
    return first, second, [file.digest for file in files]
