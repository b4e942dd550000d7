"""Training the network that chooses among the forms of words.

It learns from words with several forms.  These are few, so it also learns the language by hiding
words: a hidden word has no columns, and is told from words drawn from the text by its context (as
in BERT, Devlin et al. 2019, with noise as in Mikolov et al. 2013).  So the vectors of all endings
learn where they occur.  Each copy of the text hides other words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from majuscule.accents.forms import FIRST, MOST, AccentedForms
from majuscule.accents.learning.examples import ambiguous, stripped
from majuscule.accents.learning.options import NeuralAccentOptions
from majuscule.accents.network import (
    CANDIDATES,
    STATE,
    NetworkContext,
    candidate_columns,
    form_columns,
    token_columns,
    word_inputs,
)
from majuscule.arrays import F32, I64, U8, U32, U64
from majuscule.extras import require
from majuscule.learn.batches import TrainingText
from majuscule.models.checkpoint import fingerprint_of
from majuscule.network.export import export
from majuscule.network.inputs import Choices, Columns
from majuscule.network.pieces import Pieces, cut_lines
from majuscule.network.vectors import Vectors
from majuscule.options import Progress
from majuscule.text.keys import GOLDEN, spread
from majuscule.words.tables.table import look_up_numbers, number_table

COPIES = 4
"""Copies of the text, each with other words hidden."""
HIDDEN = 0.15
"""Share of hidden words."""
NOISE = 7
"""Words that a hidden word is told from."""
WEIGHT = 0.5
"""Weight of a hidden word; that of a word with several forms is 1."""
SAMPLE = 64
"""Pieces of text to measure activation ranges on, for quantisation."""


@dataclass(frozen=True)
class FormText:
    """N tokens of text, repeated COPIES times.

    ``tokens`` (N, columns); ``lines``: their pieces; ``hidden``: number of a hidden word;
    ``endings`` (N, columns): of their forms, as endings; ``places`` (n,): tokens with several
    forms, in order; ``right`` (n,): their ranks; ``rows`` (n,): their words, by index in ``counts``
    (words,) and ``forms`` (words, MOST, columns).
    """

    tokens: Columns
    lines: Pieces
    hidden: int
    endings: Columns
    places: I64
    right: I64
    rows: I64
    counts: I64
    forms: Columns

    def pieces(self, longest: int) -> Pieces:
        """Return the pieces of all copies."""
        return np.concatenate([self.lines + copy * len(self.tokens) for copy in range(COPIES)])

    def columns(self, at: I64) -> Columns:
        """Return the columns of the tokens ``at``."""
        columns = self.tokens[at % len(self.tokens)]
        hidden = _drawn(at) < np.uint64(HIDDEN * 2**63)
        columns[hidden] = (self.hidden, *(0,) * (columns.shape[1] - 1))
        return columns

    def labels(self, at: I64) -> dict[str, U8]:
        """Return no labels."""
        return {}

    def weights(self, at: I64) -> dict[str, F32]:
        """Return no weights."""
        return {}

    def choices(self, at: I64) -> Choices:
        """Return the words with several forms among the tokens ``at``, and the hidden words."""
        size = len(self.tokens)
        nth = np.searchsorted(self.places, at % size)
        several = np.flatnonzero(np.append(self.places, -1)[nth] == at % size)
        nth = nth[several]
        hidden = np.flatnonzero(_drawn(at) < np.uint64(HIDDEN * 2**63))
        own = at[hidden]
        noise = [_drawn(own + k * COPIES * size) % np.uint64(size) for k in range(1, NOISE + 1)]
        columns = np.zeros((len(several) + len(hidden), NOISE + 1, len(CANDIDATES.sizes)), np.int32)
        columns[: len(several), :MOST] = self.forms[self.rows[nth]]
        for k, drawn in enumerate((own % size, *noise)):
            columns[len(several) :, k] = self.endings[drawn]
        return Choices(
            np.append(several, hidden),
            columns,
            np.append(self.counts[self.rows[nth]], np.full(len(hidden), NOISE + 1)),
            np.append(self.right[nth], np.zeros(len(hidden), np.int64)),
            np.append(np.ones(len(several)), np.full(len(hidden), WEIGHT)).astype(np.float32),
        )


def _drawn(at: I64) -> U64:
    """Return a random number for each number, below 2 ** 63."""
    return np.asarray(spread(at.astype(np.uint64) * np.uint64(GOLDEN)) >> np.uint64(1))


def learn_context(
    text: TrainingText,
    forms: AccentedForms,
    ranks: Mapping[str, int],
    options: NeuralAccentOptions,
    report: Progress,
) -> NetworkContext:
    """Return a network that chooses among ``forms``, trained on a text.

    ``ranks``: of each form among those of its word.
    """
    for name in ("torch", "onnx", "onnxruntime"):
        require(name, "training a network of accents", "train")
    from majuscule.network.training import train

    learnt, rows = _read(text, forms, ranks, options)
    inputs = word_inputs(options.frequent)
    learner = train(
        learnt,
        inputs,
        {},
        options,
        candidates=CANDIDATES,
        fingerprint=fingerprint_of(options.model_options(), learnt.tokens, learnt.right),
        report=report,
    )
    weights = learner.weights()
    state = {
        "heads.0.weight": np.eye(options.width, dtype=np.float32),
        "heads.0.bias": np.zeros(options.width, np.float32),
    }
    step = max(1, len(learnt.lines) // SAMPLE)
    sample = ((learnt.tokens[a:b], np.array([[0, b - a]])) for a, b in learnt.lines[::step])
    engine = export(inputs, {STATE: options.width}, {**weights, **state}, options, sample)
    candidates = Vectors.of(weights["candidates"], CANDIDATES, tuple(CANDIDATES.sizes))
    return NetworkContext(engine, rows, candidates, options.longest)


def _read(
    text: TrainingText, forms: AccentedForms, ranks: Mapping[str, int], options: NeuralAccentOptions
) -> tuple[FormText, U32]:
    """Return a text for training, and the numbers of its most frequent words."""
    words: list[U64] = []
    columns: list[Columns] = []
    lines: list[Pieces] = []
    endings: list[Columns] = []
    places: list[I64] = []
    right: list[I64] = []
    rows: list[I64] = []
    candidates = np.zeros((len(forms.counts), MOST, len(CANDIDATES.sizes)), np.int32)
    size = 0
    for passage, written in stripped(text):
        tokens = passage.tokens
        words.append(tokens.words)
        columns.append(token_columns(np.zeros(len(tokens), np.uint32), tokens.affixes))
        lines.append(cut_lines(passage, options.longest) + size)
        own_columns = form_columns(written, tokens.starts, tokens.ends)
        own_columns[:, 0] = 0  # hidden words are too many to be told by more than their endings
        endings.append(own_columns)
        for _, numbers, at, own in ambiguous([(passage, written)], forms, ranks):
            found = numbers[at].astype(np.int64) - FIRST
            new, firsts = np.unique(found, return_index=True)
            starts, ends = tokens.starts[at[firsts]], tokens.ends[at[firsts]]
            candidates[new] = candidate_columns(forms, passage.codes, new, starts, ends - starts)
            places.append(at + size)
            right.append(own)
            rows.append(found)
        size += len(tokens)
    every, tokens_of_all = np.concatenate(words), np.concatenate(columns)
    known, counts = np.unique(every, return_counts=True)
    common = known[np.argsort(-counts, kind="stable")[: options.frequent]]
    table = number_table(common, np.arange(1, len(common) + 1, dtype=np.uint32))
    tokens_of_all[:, 0] = look_up_numbers(every, table)
    learnt = FormText(
        tokens_of_all,
        np.concatenate(lines),
        options.frequent + 1,
        np.concatenate(endings),
        np.concatenate(places),
        np.concatenate(right),
        np.concatenate(rows),
        forms.counts.astype(np.int64),
        candidates,
    )
    return learnt, table
