"""Training of the entity tagger.

1. Corpora that do not teach all labels are completed
   (:mod:`majuscule.entities.linear.completion`).
2. Every text is learnt twice, as written and without case; rare words are hidden at random, which
   teaches unknown words.
3. Frequent features get weights by averaged structured updates
   (:mod:`majuscule.tagging.training.averaging`), a few sentences at a time; the largest weights are
   packed.
4. The scale and the weight of O are fitted on held-out documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from majuscule.arrays import F32, I64, U8, U32, U64
from majuscule.entities.corpora import labelled_passages
from majuscule.entities.interface import Corpus, Knowledge, Training, trainer
from majuscule.entities.linear.calibration import fit_constants
from majuscule.entities.linear.columns import UNKNOWN_WORD, WORD, Columns, read_columns
from majuscule.entities.linear.completion import complete
from majuscule.entities.linear.passages import Constants
from majuscule.entities.linear.tagger import LinearEntityTagger, bias_of, entity_spec
from majuscule.errors import TrainingError
from majuscule.options import Progress
from majuscule.reading.annotations.annotated import Repairs
from majuscule.reading.annotations.schemes import Scheme
from majuscule.tagging.features.templates import REACH
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.packing import FILL, pack
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.tagging.training.averaging import UNFITTED, TrainingOptions, train
from majuscule.tagging.training.counting import count_features, find_groups

BATCH = 200_000
"""Characters that are read at once."""
SEEN = 1_500_000
"""The fewest tokens to learn from, over all passes: few passes over few sentences teach little of
text without case."""
FEWEST, MOST = 3, 16
"""Passes over a large and over a small text."""


@dataclass(frozen=True)
class EntityOptions:
    """How the entity tagger is trained."""

    epochs: int = 0  # passes over the text, the last one averaged; 0: 3, up to 16 if it is small
    margin: int = 64  # how far the right tag must be ahead, in first steps of a weight
    stretch: int = 64  # tokens between two updates: 2,048 cost ten points on little text
    least: int = 4  # features seen fewer times get no weight; each text counts twice
    slots: int = 2_200_000  # most features that are kept; three bytes each
    sample: int = 12_000  # features of a template that its codebook is made from
    hide: float = 1.0  # a word seen n times is hidden with probability hide / (hide + n)
    held_out: int = 40  # one document in this many is kept for fitting the constants; 0 for none
    caseless: bool = True  # learn every text without case too
    seed: int = 1
    runs: int = 1  # trainings whose weights are averaged, each in another order of the text
    threads: int = 2  # changes the speed, not the model


QUIETLY = EntityOptions(threads=1)
"""Options for the tagger that completes the corpora of other kinds."""


@trainer(EntityOptions)
def train_tagger(given: Training[EntityOptions]) -> LinearEntityTagger:
    """Return a tagger trained on some corpora, which are completed with missing labels."""
    training, held_out = _hold_out(given.corpora, given.options.held_out)
    full = complete_corpora(replace(given, corpora=training), given.options)
    tagger = _train(full, given, given.options)
    given.report("fitting constants", 0.0)
    constants = fit_constants(tagger, held_out)
    linear = replace(tagger.tagger, bias=bias_of(tagger.scheme, constants))
    return replace(tagger, tagger=linear, constants=constants)


def complete_corpora(given: Training[Any], options: EntityOptions = QUIETLY) -> list[Corpus]:
    """Return the corpora, each completed with all labels, for trainers that require them.

    See :mod:`majuscule.entities.linear.completion`.
    """
    # The completing tagger is trained only on text as written, which is all that it will tag.
    quick = replace(options, caseless=False, epochs=2, least=2)
    unseen = replace(given, repairs=None)
    return complete(
        given.corpora, given.labels, lambda some: _train(some, unseen, quick), given.report
    )


def _hold_out(corpora: Sequence[Corpus], one_in: int) -> tuple[list[Corpus], list[Corpus]]:
    """Return the corpora without every ``one_in``-th document, and those documents."""
    if not one_in:
        return list(corpora), []
    rest, kept = [], []
    for corpus in corpora:
        if set(corpus.taught) <= set(corpus.guessed):  # nobody has checked its labels
            rest.append(corpus)
            continue
        own, others = corpus.split_documents(one_in - 1, one_in)
        rest.append(own)
        kept.append(others)
    return rest, kept


def _train(
    corpora: Sequence[Corpus], given: Training[Any], chosen: EntityOptions
) -> LinearEntityTagger:
    report, scheme = given.report, Scheme("bio2", given.labels)
    report("reading", 0.0)
    text = encode_texts(corpora, scheme, given.knowledge, chosen, given.repairs)
    epochs = chosen.epochs or max(FEWEST, min(MOST, SEEN // len(text.tags)))
    chosen = replace(chosen, epochs=epochs)
    linear = fit_weights(text, entity_spec(scheme), chosen, report)
    trained_with = {name: value for name, value in asdict(chosen).items() if name != "threads"}
    return LinearEntityTagger(linear, scheme, given.knowledge, Constants(UNFITTED), trained_with)


def fit_weights(
    text: EntityText, spec: Spec, chosen: EntityOptions, report: Progress
) -> LinearTagger:
    """Return a linear tagger trained on tagged text, with packed weights."""
    report("counting features", 0.0)
    index = count_features(text, spec, chosen.least, threads=chosen.threads)
    if not index.size:
        raise TrainingError(
            f"no feature occurs {chosen.least} times, for lack of text; lower 'least' or add text"
        )
    weights: F32 = np.zeros((index.size, spec.tags), np.float32)
    changes: U32 = np.zeros(index.size, np.uint32)
    for seed in range(chosen.seed, chosen.seed + chosen.runs):
        run = TrainingOptions(
            epochs=chosen.epochs,
            margin=chosen.margin,
            stretch=chosen.stretch,
            stretches=1,
            seed=seed,
            threads=1,  # one stretch at a time: nothing to share
        )
        state = train(replace(text, seed=seed), spec, index, run, report=report)
        changes, weights = changes + state.changes, weights + state.averaged()
    weights /= chosen.runs
    report("packing", 0.0)
    groups = find_groups(text, spec, index, threads=chosen.threads)
    needed = int(np.count_nonzero(np.abs(weights).max(axis=1)) / FILL)
    slots = min(chosen.slots, needed) + 8 * spec.groups
    packed = pack(index.keys, groups, weights, spec, slots, changes=changes, sample=chosen.sample)
    return LinearTagger(spec, packed, np.zeros(spec.tags, np.int32))


@dataclass(frozen=True)
class EntityText:
    """Training text in padded coordinates.

    ``hidden`` float32 (n,): the probability that each word is hidden in an epoch; ``times``
    (lines,): how often each line is learnt in an epoch, None for once.
    """

    all_columns: Columns
    tags: U8
    bounds: I64
    hidden: F32
    seed: int
    times: U8 | None = None

    def columns(self, start: int, stop: int, epoch: int) -> Columns:
        """Return the columns of some padded tokens, with words hidden at random."""
        columns = self.all_columns[:, start:stop].copy()
        drawn = np.random.default_rng((self.seed, epoch, start)).random(stop - start, np.float32)
        columns[WORD, drawn < self.hidden[start:stop]] = UNKNOWN_WORD
        return columns


def encode_texts(
    corpora: Sequence[Corpus],
    scheme: Scheme,
    knowledge: Knowledge,
    chosen: EntityOptions,
    repairs: Repairs | None = None,
) -> EntityText:
    """Return the corpora as training text."""
    parts: list[Columns] = []
    tags: list[U8] = []
    bounds: list[I64] = []
    visits: list[U8] = []
    at = 0
    caseless = chosen.caseless
    for passage, own, times in labelled_passages(
        corpora, scheme, BATCH, caseless=caseless, repairs=repairs
    ):
        padded = read_columns(passage, knowledge)
        found = np.zeros(padded.columns.shape[1], np.uint8)
        found[padded.at + REACH] = own
        lines = padded.bounds[padded.bounds[:, 1] > padded.bounds[:, 0]]
        parts.append(padded.columns)
        tags.append(found)
        bounds.append(lines.astype(np.int64) + REACH + at)
        visits.append(np.full(len(lines), times, np.uint8))
        at += padded.columns.shape[1]
    if not parts:
        raise TrainingError("the training text is empty")
    columns = np.concatenate(parts, axis=1)
    parts.clear()
    hidden = _hidden(columns[WORD], chosen.hide, 2 if caseless else 1)
    often = np.concatenate(visits)
    return EntityText(
        columns,
        np.concatenate(tags),
        np.concatenate(bounds),
        hidden,
        chosen.seed,
        often if often.max(initial=1) > 1 else None,
    )


def _hidden(words: U64, hide: float, copies: int) -> F32:
    """Return the probability of each token that its word is hidden."""
    _, place, counts = np.unique(words, return_inverse=True, return_counts=True)
    times = np.maximum(1.0, counts / copies)
    return (hide / (hide + times)).astype(np.float32)[place]
