"""Training of the trigram model: one pass counts word forms, a second n-grams.

Then the weights of Equation 1 are learnt on held-out documents (deleted interpolation).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import F64, U8, Bools, filled
from majuscule.counts import Frame, Piece, count_shards, digest_of
from majuscule.counts.smoothing import interpolation_weights
from majuscule.learn.batches import TrainingBatch, TrainingText, check_case
from majuscule.learn.text import held_out_lines
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.trigram.restorer import TrigramOptions, TrigramRestorer
from majuscule.restore.trigram.tables import TrigramTables, available_orders
from majuscule.restore.trigram.units import (
    count_batch,
    past_of,
    read_units,
    sentence_index,
    tell_openings,
)
from majuscule.text.tokenizing.classes import LC, UC
from majuscule.text.tokenizing.passages import Passage, sequence_starts
from majuscule.text.tokenizing.sentences import INSIDE
from majuscule.text.tokenizing.tokens import Tokens
from majuscule.words.forms import FormCounts, FormTally


def train_trigram(
    text: TrainingText,
    options: Mapping[str, Any] | None = None,
    report: Progress = no_progress,
    *,
    folder: Path | None = None,
    jobs: int = 2,
) -> TrigramRestorer:
    """Count word forms in one pass over the text and n-grams in a second, then learn the weights.

    With a ``folder``, finished shards are kept there, and an interrupted training resumes.
    """
    chosen = read_options(TrigramOptions, options)
    held_lines = held_out_lines(text, chosen.held_out)
    forms, held, total, inside = _count_forms(text, chosen, held_lines, report)
    known = forms.keep(chosen.rare)
    masked = chosen.starts == "masked"
    lower = _usually_lower(known, inside) if chosen.placed else None

    def pieces() -> Iterator[Piece]:
        for batch in _batches(text, chosen):
            counted = ~batch.passage.by_token(held_lines(batch))
            yield Piece(
                len(batch.classes),
                digest_of(batch.passage.tokens.words, batch.masks, counted),
                partial(count_batch, batch, known, lower, counted, masked, chosen.discard),
            )

    tables = count_shards(
        pieces(),
        Frame(_units(chosen), 3, digest_of(known.words, known.mixed_words, known.mixed_masks)),
        folder,
        jobs=jobs,
        report=lambda done: report("trigram: counting", done / total),
    ).tables
    levels = available_orders(chosen.levels)
    even = levels / levels.sum(axis=1, keepdims=True)
    model = TrigramTables.of(known, tables, chosen.least, even, lower)
    report("trigram: weighing the orders", 1.0)
    weights = _weigh(model, held, chosen)
    # Keep only the forms of words that are not in the model; 1 << 40 keeps none.
    rare = forms.without(known.words) if chosen.rare_forms else forms.keep(1 << 40)
    return TrigramRestorer(replace(model, weights=weights), rare, chosen)


def _batches(text: TrainingText, chosen: TrigramOptions) -> Iterator[TrainingBatch]:
    """Yield the batches reduced to what is counted; with ``placed``, opening quotes are marked."""
    for batch in text.batches():
        passage = tell_openings(batch.passage) if chosen.placed else batch.passage
        yield replace(batch, passage=passage).for_counting(letters=False)


def _units(chosen: TrigramOptions) -> str:
    """Return the description of the counts that shard files carry."""
    masked = chosen.starts == "masked"
    return f"trigram.v1 masked={masked} discard={chosen.discard} placed={chosen.placed}"


def _usually_lower(forms: FormCounts, inside: FormTally) -> U8:
    """Return which words are lower case at least half the time inside sentences, (words + 1,)."""
    counts = inside.table(0)
    rows, known = counts.find(forms.words)
    found = known.copy()
    found[known] = counts.counts[rows[known], LC] >= counts.counts[rows[known], UC]
    return np.append(found, False).astype(np.uint8)


def _count_forms(
    text: TrainingText,
    chosen: TrigramOptions,
    held_lines: Callable[[TrainingBatch], Bools],
    report: Progress,
) -> tuple[FormCounts, list[TrainingBatch], int, FormTally]:
    """Return the forms of words, the held-out lines, the number of tokens, and a tally.

    Each held-out line is a batch without its text; its words are not counted.  The tally is of
    words where no capital is due to the position.
    """
    tally, inside = FormTally(), FormTally()
    held: list[TrainingBatch] = []
    seen = lower = 0
    for batch in _batches(text, chosen):
        lines = held_lines(batch)
        counted = ~batch.passage.by_token(lines)
        tally.add(batch, counted)
        if chosen.placed:
            small = batch.classes <= UC
            inside.add(batch, counted & small & (batch.passage.tokens.positions == INSIDE))
        held += _cut(batch, lines)
        seen += len(batch.classes)
        lower += int((batch.classes == LC).sum())
        report(f"trigram: {seen:,} tokens read for the word forms", 0.0)
    check_case(seen, lower)
    return tally.table(chosen.mixed), held, seen, inside


def _cut(batch: TrainingBatch, lines: Bools) -> list[TrainingBatch]:
    """Return each chosen line of a batch as a batch, without its text.

    Arrays are copied, since views would keep the whole batch in memory.
    """
    batches = []
    for begin, end in filled(batch.passage.lines[lines]).tolist():
        part = slice(begin, end)
        view = batch.passage.tokens.slice(begin, end)
        tokens = Tokens(*(getattr(view, one.name).copy() for one in fields(view)))
        passage = Passage(batch.passage.codes, tokens, np.array([[0, end - begin]], np.int32))
        classes, masks = batch.classes[part].copy(), batch.masks[part].copy()
        batches.append(TrainingBatch(passage, classes, masks, batch.documents[:1].copy()))
    return batches


def _weigh(model: TrigramTables, held: list[TrainingBatch], chosen: TrigramOptions) -> F64:
    """Return the weights of Equation 1, learnt on the held-out lines."""
    words, forms, past, starts = [], [], [], []
    for batch in held:
        own_words, written = read_units(batch, model.forms)
        words.append(own_words)
        forms.append(written)
        past.append(past_of(batch.passage.tokens, written, model.forms, model.lower))
        starts.append(sequence_starts(batch.passage, True))
    if not held:
        none = np.zeros((0, 4))
        return interpolation_weights(none, np.zeros(0, np.int64), available_orders(chosen.levels))
    begins = np.concatenate(starts)
    parts, levels = model.observe(
        np.concatenate(words), np.concatenate(forms), begins, np.concatenate(past)
    )
    if chosen.starts == "masked":
        learnt = sentence_index(begins) >= chosen.discard
        parts, levels = parts[learnt], levels[learnt]
    return interpolation_weights(parts, levels, available_orders(chosen.levels))
