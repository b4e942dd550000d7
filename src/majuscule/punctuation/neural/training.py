"""Training of a punctuation model: read, simulate speech, train, quantise, fit thresholds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.errors import UsageError
from majuscule.extras import require
from majuscule.files import Names
from majuscule.kinds import versioned
from majuscule.learn.batches import TrainingText
from majuscule.learn.corpora import CorpusText, SourceFiles, read_source
from majuscule.models import model_output, model_path, read_model
from majuscule.models.card import Card
from majuscule.models.checkpoint import fingerprint_of
from majuscule.models.stored import read_stored
from majuscule.network.export import export
from majuscule.network.inputs import Columns
from majuscule.network.pieces import Pieces
from majuscule.network.start import Start
from majuscule.options import Progress, no_progress, read_options
from majuscule.punctuation.neural.decoding import Thresholds, fit_thresholds
from majuscule.punctuation.neural.inputs import (
    HEADS,
    MARK,
    UNREAD,
    KnownWords,
    Spellings,
    mark_inputs,
)
from majuscule.punctuation.neural.network import MarkNetwork, reach_of
from majuscule.punctuation.neural.options import PunctuationOptions
from majuscule.punctuation.neural.speech import MarkedText, marked_text
from majuscule.words.inputs import load_start
from majuscule.words.tables.lexicon import Lexicon

if TYPE_CHECKING:
    from majuscule.network.teacher import Answers

SAMPLE = 16
"""Held-out documents to measure activation ranges on, for quantisation; a window each."""


def train_network(
    text: TrainingText, options: PunctuationOptions, report: Progress = no_progress
) -> MarkNetwork:
    """Return a network of marks trained on well-written text.

    Raises :class:`~majuscule.errors.UsageError` without PyTorch, onnx or onnxruntime.
    """
    for name in ("torch", "onnx", "onnxruntime"):
        require(name, "training a punctuation model", "train")
    from majuscule.network.device import device_of
    from majuscule.network.language.model import check_language_model
    from majuscule.network.language.teaching import teach
    from majuscule.network.training import train

    # First, to tell what does not fit before long reading.
    known, start, lexicon = _begin(options, options.start)
    options = options.sized(start)
    inputs = mark_inputs(known.frequent)
    options.check_coarse(inputs)
    device_of(options)
    if start.width == options.width:
        start.check_start(inputs, options.layers, options.width)
    elif options.kept:
        raise UsageError(
            f"{start.name} has width {start.width}, so a network of width {options.width} cannot "
            "keep its weights; leave out kept or width"
        )
    teacher: Start | Answers | None = None
    spellings = Spellings() if options.taught_by_language_model else None
    if spellings is not None:
        check_language_model(options.teacher)
    elif options.teacher:
        teacher = _begin(options, options.teacher, known)[1]
        teacher.check_teacher(inputs, HEADS)
    learnt, held = marked_text(text, known, options, report, spellings)
    if spellings is not None:
        teacher = teach(options.teacher, learnt, HEADS, options, report)
    trained_with = {**options.model_options(), "start": start.name}
    if teacher is not None:
        trained_with["teacher"] = teacher.name
    learner = train(
        learnt,
        inputs,
        HEADS,
        options,
        start=start if start.width == options.width else None,
        teacher=teacher,
        fingerprint=fingerprint_of(trained_with, learnt.marks, learnt.breaks),
        report=report,
    )
    engine = export(inputs, HEADS, learner.weights(), options, _sample(held))
    reach = reach_of(options.layers)
    network = MarkNetwork(known, engine, lexicon, Thresholds(), reach, trained_with)
    if not len(held.marks):
        return network
    scores = network.scores(held.columns(np.arange(len(held.marks))), held.bounds)
    return replace(network, thresholds=fit_thresholds(scores[MARK], held.marks))


def _begin(
    options: PunctuationOptions, name: str, known: KnownWords | None = None
) -> tuple[KnownWords, Start, Lexicon]:
    """Return the word tables, weights and lexicon of the model to start from, of marks or of case.

    ``known``: the word tables that it must have, as a teacher."""
    file = read_model(model_path(name))
    if file.header.kind == MarkNetwork.kinds[0]:
        marks = MarkNetwork.from_file(file)
        if known is not None and not np.array_equal(known.rows, marks.known.rows):
            raise UsageError(f"{name} cannot be the teacher: it knows other words than start")
        layers, named = str(marks.trained_with["layers"]), f"{file.path.stem} ({file.digest[:12]})"
        return marks.known, Start.of(marks.engine, layers, named), marks.lexicon
    if known is not None:
        raise UsageError(f"{name} cannot be the teacher: it is no model of punctuation")
    tables, start = load_start(name)
    known = KnownWords.of(tables, options.frequent)
    return known, start.without(*UNREAD), read_stored(Lexicon, file, "lexicon_")


def _sample(held: MarkedText) -> Iterator[tuple[Columns, Pieces]]:
    for first, last in held.bounds[:SAMPLE].tolist():
        at = np.arange(first, min(last, first + 512))
        yield held.columns(at), np.array([[0, len(at)]], np.int64)


def train_punctuator(
    corpora: Names,
    output: str | os.PathLike[str] | None = None,
    *,
    kind: str = "punctuation",
    options: Mapping[str, Any] | None = None,
    card: Card | None = None,
    sources: Sequence[str | SourceFiles] = (),
    format: str | None = None,
    field: str | None = None,
    words: int = 0,
    keep: str = "cased",
    checkpoint: str | os.PathLike[str] | None = None,
    report: Progress = no_progress,
) -> MarkNetwork:
    """Return a punctuation model trained on well-written text; with ``output`` write it there.

    The arguments are those of :func:`majuscule.restore.training.train`.
    """
    versioned(MarkNetwork.kinds[:1], kind, "punctuation model")
    target = model_output(output)
    given = {"checkpoint": str(checkpoint or ""), **(options or {})}
    text = CorpusText(
        corpora,
        format=format,
        field=field,
        titles=False,
        words=words,
        keep=keep,
        declared=[read_source(one) if isinstance(one, str) else one for one in sources],
    )
    network = train_network(text, read_options(PunctuationOptions, given), report)
    if target is None:
        return network
    (card or Card()).write(network, target, text.sources, text.about)
    if given["checkpoint"]:
        Path(given["checkpoint"]).unlink(missing_ok=True)
    return network
