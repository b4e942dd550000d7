"""Training of the neural tagger from text to restorer: read, learn, round, fit constants."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from majuscule.restore.encoding import INNER, TAGS
from majuscule.restore.interface import KEEP, LC, Report, TrainingBatch, TrainingText
from majuscule.restore.neural.engine import Engine, MissingExtraError, round_table
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.prepared import Preparation, PreparedText, prepare
from majuscule.restore.neural.restorer import NeuralCalibration, NeuralRestorer, calibrated
from majuscule.restore.unigram_options import read_options

Kind = TypeVar("Kind", bound=NeuralRestorer)

BIASES = np.linspace(-1.5, 1.5, 31)
"""Log odds on top of capitals that are tried."""

SCALES = np.geomspace(0.4, 2.5, 25)
"""Inverse temperatures that are tried."""


def train_neural(
    kind: type[Kind],
    text: TrainingText,
    options: Mapping[str, Any],
    report: Report | None = None,
) -> Kind:
    """Return a trained neural tagger.  Raises MissingExtraError without PyTorch and onnx."""
    chosen = read_options(NeuralOptions, options)
    _require()
    prepared = prepare(text, chosen, report)
    return train_prepared(kind, prepared, chosen, report)


def train_prepared(
    kind: type[Kind], prepared: Preparation, options: NeuralOptions, report: Report | None = None
) -> Kind:
    """Return a neural tagger trained on text that is read already."""
    import torch

    from majuscule.restore.neural.graph import build_graph
    from majuscule.restore.neural.training import learn

    torch.set_num_threads(options.threads)
    learner = learn(
        prepared.text,
        prepared.tables.frequent,
        options,
        checkpoint=Path(options.checkpoint) if options.checkpoint else None,
        fingerprint=_mark(prepared.text, options),
        report=report,
    )
    table, scales = round_table(learner.table.values.cpu().numpy())
    weights = {name: value.cpu().numpy() for name, value in learner.network.state_dict().items()}
    graph = np.frombuffer(build_graph(options.layers, weights), np.uint8)
    restorer = kind(
        prepared.tables,
        Engine(table, scales, graph),
        prepared.lexicon,
        NeuralCalibration(),
        options.longest,
        options.of_the_model(),
    )
    if report is not None:
        report("fitting constants", 0.0)
    return replace(restorer, calibration=fit_calibration(restorer, prepared.held_out))


def _require() -> None:
    """Refuse to begin where a package is missing that would only be needed hours later."""
    try:
        import onnx  # noqa: F401
        import onnxruntime  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise MissingExtraError(
            "training the neural tagger needs PyTorch, onnx and onnxruntime: "
            "pip install 'majuscule[train]'"
        ) from error


def _mark(text: PreparedText, options: NeuralOptions) -> str:
    """Return what tells this text with these options from others, for checkpoints."""
    digest = hashlib.sha256(text.ids.tobytes())
    digest.update(text.tags.tobytes())
    digest.update(json.dumps(options.of_the_model(), sort_keys=True).encode())
    return digest.hexdigest()


def fit_calibration(
    restorer: NeuralRestorer, held_out: Sequence[TrainingBatch]
) -> NeuralCalibration:
    """Return the bias of capitals that gives the best F1, and the temperature that then makes
    posteriors mean what they say; the defaults where nothing is held out."""
    if not held_out:
        return restorer.calibration
    found, written = [], []
    for batch in held_out:
        passage = batch.passage
        scores = restorer.scores(passage, restorer.cut(passage))
        cased = batch.classes != KEEP
        found.append(scores[cased])
        written.append(batch.classes[cased])
    scores, classes = np.concatenate(found), np.concatenate(written)
    best = max(
        (_bias(float(bias)) for bias in BIASES),
        key=lambda bias: (_f1(calibrated(scores, _scaled(1.0, bias)), classes), -abs(bias[1])),
    )
    # Dividing all by one temperature changes no decision, so the bias is scaled with it.
    losses = []
    for scale in SCALES.tolist():
        odds = calibrated(scores, _scaled(scale, best))
        chances = odds - np.log(np.exp(odds).sum(axis=1, keepdims=True))
        losses.append(-float(chances[np.arange(len(classes)), classes].mean()))
    return _scaled(float(SCALES[int(np.argmin(losses))]), best)


def _bias(of_capitals: float) -> tuple[float, ...]:
    return tuple(0.0 if tag in (LC, INNER) else round(of_capitals, 6) for tag in range(TAGS))


def _scaled(scale: float, bias: tuple[float, ...]) -> NeuralCalibration:
    return NeuralCalibration(
        round(scale, 6), tuple(round(scale * value, 6) for value in bias)
    )


def _f1(odds: np.ndarray, classes: np.ndarray) -> float:
    """Return F1 of capitalised tokens."""
    decided = odds.argmax(axis=1)
    correct = int(((classes != LC) & (decided == classes)).sum())
    return 2 * correct / max(1, int((classes != LC).sum()) + int((decided != LC).sum()))
