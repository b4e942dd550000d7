"""Training of the neural tagger from text to restorer: read, learn, round, fit constants."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.learn.batches import Progress, TrainingBatch, TrainingText
from majuscule.options import read_options
from majuscule.restore.linear.encoding import TAGS
from majuscule.restore.neural.engine import BATCH, Engine, MissingExtraError, round_table
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.pieces import by_length, cut_lines, lay_out, tokens_of
from majuscule.restore.neural.prepared import Preparation, PreparedText, prepare
from majuscule.restore.neural.restorer import NeuralCalibration, NeuralRestorer, calibrated
from majuscule.text.classes import KEEP, LC, UC
from majuscule.words.vocabulary import INNER

BIASES = np.linspace(-1.5, 1.5, 31)
"""Log odds on top of capitals that are tried."""

RANGE_BATCHES = 4
"""Batches of held-out text on which ranges are measured."""

TOLERANCE = 0.0005
"""F1 that is given up for a smaller bias: the optimum is flat, and other texts have another one."""

SCALES = np.geomspace(0.4, 2.5, 25)
"""Inverse temperatures that are tried."""


def train_neural(
    text: TrainingText,
    options: Mapping[str, Any] | None = None,
    report: Progress | None = None,
) -> NeuralRestorer:
    """Return a trained neural tagger.  Raises MissingExtraError without PyTorch and onnx."""
    chosen = read_options(NeuralOptions, options)
    _require()
    prepared = prepare(text, chosen, report)
    return train_prepared(prepared, chosen, report)


def train_prepared(
    prepared: Preparation, options: NeuralOptions, report: Progress | None = None
) -> NeuralRestorer:
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
    graph = build_graph(options.layers, weights)
    if options.bits == 8 and prepared.held_out:
        probed = Engine(table, scales, as_array(build_graph(options.layers, weights, probes=True)))
        ranges = measure_ranges(probed, prepared, options.longest)
        graph = build_graph(options.layers, weights, ranges)
    restorer = NeuralRestorer(
        prepared.tables,
        Engine(table, scales, as_array(graph)),
        prepared.lexicon,
        NeuralCalibration(),
        options.longest,
        options.of_the_model(),
    )
    if report is not None:
        report("fitting constants", 0.0)
    return replace(restorer, calibration=fit_calibration(restorer, prepared.held_out))


def as_array(graph: bytes) -> npt.NDArray[np.uint8]:
    """Return a graph as an array of bytes, as a model file holds it."""
    return np.frombuffer(graph, np.uint8)


def measure_ranges(engine: Engine, prepared: Preparation, longest: int) -> list[float]:
    """Return how large the inputs of each matrix product get on held-out text.

    One in ten thousand is larger; that rounds finer than the largest of all would.
    """
    found: list[list[float]] = []
    for batch in prepared.held_out[:RANGE_BATCHES]:
        passage = batch.passage
        pieces = cut_lines(passage, longest)
        at, bounds = tokens_of(pieces)
        rows = prepared.tables.read(passage, at)
        for chosen in by_length(bounds, BATCH):
            places, inside = lay_out(bounds[chosen])
            inputs = engine.session.run(None, engine.read(rows, places, inside))[1:]
            found.append([float(np.quantile(np.abs(one[inside]), 0.9999)) for one in inputs])
    return [float(value) for value in np.median(np.array(found), axis=0)]


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
    digest.update(text.times.tobytes())
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
    biases = [_bias(float(bias)) for bias in BIASES]
    reached = [_f1(calibrated(scores, _scaled(1.0, bias)), classes) for bias in biases]
    good = [
        bias for bias, f1 in zip(biases, reached, strict=True) if f1 >= max(reached) - TOLERANCE
    ]
    best = min(good, key=lambda bias: abs(bias[UC]))
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
    return NeuralCalibration(round(scale, 6), tuple(round(scale * value, 6) for value in bias))


def _f1(odds: np.ndarray, classes: np.ndarray) -> float:
    """Return F1 of capitalised tokens."""
    decided = odds.argmax(axis=1)
    correct = int(((classes != LC) & (decided == classes)).sum())
    return 2 * correct / max(1, int((classes != LC).sum()) + int((decided != LC).sum()))
