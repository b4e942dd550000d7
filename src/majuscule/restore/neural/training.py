"""Training of the neural tagger from text to restorer: read, train, quantise, calibrate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from majuscule.extras import require
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.models.checkpoint import fingerprint_of
from majuscule.network.export import export
from majuscule.network.inputs import Columns
from majuscule.network.pieces import Pieces, cut_lines, tokens_of
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.neural.calibration import NeuralCalibration, fit_calibration
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.prepared import Preparation, prepare
from majuscule.restore.neural.restorer import NeuralRestorer
from majuscule.text.tokenizing.classes import KEEP
from majuscule.words.inputs import HEADS, Tables

SAMPLE = 4
"""Batches of held-out text to measure activation ranges on, for quantisation."""


def train_neural(
    text: TrainingText, options: Mapping[str, Any] | None = None, report: Progress = no_progress
) -> NeuralRestorer:
    """Return a trained neural tagger.

    Raises :class:`~majuscule.errors.UsageError` without PyTorch, onnx or onnxruntime.
    """
    chosen = read_options(NeuralOptions, options)
    for name in ("torch", "onnx", "onnxruntime"):  # the last two are only needed hours later
        require(name, "training a neural tagger", "train")
    from majuscule.network.device import device_of

    device_of(chosen)  # one that is not there is told before the text is read
    return train_prepared(prepare(text, chosen, report), chosen, report)


def train_prepared(
    prepared: Preparation, options: NeuralOptions, report: Progress = no_progress
) -> NeuralRestorer:
    """Return a neural tagger trained on prepared text."""
    from majuscule.network.training import train

    options = options.sized(prepared.start)
    inputs = prepared.tables.inputs
    text = prepared.text
    trained_with = options.model_options()
    if prepared.start is not None:  # with its digest, as the file may change
        trained_with["start"] = prepared.start.name
    if prepared.teacher is not None:
        trained_with["teacher"] = prepared.teacher.name
    mark = fingerprint_of(trained_with, text.encoded.ids, text.tags, text.encoded.times)
    learner = train(
        text,
        inputs,
        HEADS,
        options,
        start=prepared.start,
        teacher=prepared.teacher,
        fingerprint=mark,
        report=report,
    )
    sample = _sample(prepared.tables, prepared.held_out[:SAMPLE], options.longest)
    engine = export(inputs, HEADS, learner.weights(), options, sample)
    restorer = NeuralRestorer(
        prepared.tables,
        engine,
        prepared.lexicon,
        NeuralCalibration(),
        options.longest,
        trained_with,
    )
    report("fitting constants", 0.0)
    return calibrate(restorer, prepared.held_out, by_sort=bool(options.fitted_on))


def _sample(
    tables: Tables, batches: Sequence[TrainingBatch], longest: int
) -> Iterator[tuple[Columns, Pieces]]:
    for batch in batches:
        at, bounds = tokens_of(cut_lines(batch.passage, longest))
        yield tables.read(batch.passage, at), bounds


def calibrate(
    restorer: NeuralRestorer, held_out: Sequence[TrainingBatch], *, by_sort: bool = False
) -> NeuralRestorer:
    """Return the restorer calibrated on held-out text, unchanged without any.

    ``by_sort``: see :func:`fit_calibration`."""
    if not held_out:
        return restorer
    scores, written, buckets = [], [], []
    for batch in held_out:
        cased = np.flatnonzero(batch.classes != KEEP)
        scores.append(restorer.scores(batch.passage, restorer.cut(batch.passage))[cased])
        written.append(batch.classes[cased])
        buckets.append(restorer.buckets(batch.passage, cased))
    fitted = fit_calibration(
        np.concatenate(scores), np.concatenate(written), np.concatenate(buckets), by_sort=by_sort
    )
    return replace(restorer, calibration=fitted)
