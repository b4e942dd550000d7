"""Training of the linear tagger: averaged structured updates with a margin, in several threads.

Collins 2002's perceptron with a margin: the decoder favours each wrong tag by a constant, so that
narrowly right answers cause updates too.  The steps of a feature shrink with the square root of
their number (AdaGrad, Duchi et al. 2011), so that rare features soon count for what they are worth
while frequent ones settle.  Several threads decode a batch with the current weights, then its
errors are added, those of a feature always by one thread, so that the number of threads does not
change the result.  Averaging follows Daumé 2006 (section 2.1), with one sum per weight, but over
the last epoch only: including the first steps, when everything is wrong, cost half a point of F1.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import F32, I32, I64, U32, Array
from majuscule.errors import TrainingError
from majuscule.models.checkpoint import Checkpoint
from majuscule.options import Progress, no_progress
from majuscule.tagging.features.text import Spec, TaggedText, cut_stretches, read_stretch
from majuscule.tagging.scoring.chain import Chain, best_tags
from majuscule.tagging.scoring.index import FeatureIndex
from majuscule.tagging.training import averaging_kernel

Weights = I32
UNIT = 256
"""Units of weights in the first step of a feature."""
RATES = np.maximum(1, np.rint(UNIT / np.sqrt(np.arange(1, UNIT**2 + 1)))).astype(np.int32)
"""The steps of a feature, if they shrink."""
ALIKE = np.ones(1, np.int32)
"""Its steps, if they do not."""
UNFITTED = 0.004 / UNIT
"""The log odds of a unit of score where no held-out text tells them."""
SETTLED = 64
"""Updates of each feature that count as made where training continues from weights alone."""
ROWS = ("weights", "changes", "sums")
PART = 1 << 20
"""Rows averaged at a time."""
LEAST_STRETCH = 64
"""The fewest tokens of a stretch."""
STRETCHES = 512
"""Stretches that a text has at least, if it is not shorter than these."""


@dataclass(frozen=True)
class TrainingOptions:
    """How to train."""

    epochs: int = 2  # passes over the text
    margin: int = 64  # lead of the gold tags, in first steps, below which weights are updated
    shrinking: bool = True  # whether the steps of a feature shrink
    stretch: int = 2048  # most tokens per stretch, which one thread decodes
    stretches: int = 2  # stretches between two updates
    seed: int = 1  # of the order of the stretches
    threads: int = 2  # changes the speed, not the result
    checkpoint_minutes: float = 5.0  # the most work lost when training is killed


@dataclass
class TrainingState:
    """The state of training: weights, their sums for averaging, and progress."""

    weights: Weights
    changes: U32  # updates of each row
    sums: I64
    step: int = 0  # updates so far, reset before the last epoch, which alone is averaged
    epoch: int = 0
    position: int = 0  # in this epoch's order of stretches

    def arrays(self) -> dict[str, Array]:
        """Return the arrays of a checkpoint."""
        place = np.array([self.step, self.epoch, self.position], np.int64)
        return {**{name: getattr(self, name) for name in ROWS}, "place": place}

    def averaged(self) -> F32:
        """Return the average of the weights over the steps of the last epoch.

        It takes the memory of the weights, and that of the sums is freed: the state is used up.
        """
        weights, sums, out = self.weights, self.sums, self.weights.view(np.float32)
        self.weights, self.sums = weights[:0], sums[:0].copy()
        for at in range(0, len(out), PART):
            part = slice(at, at + PART)
            out[part] = weights[part] - sums[part] / max(1, self.step)
        return out


def train(
    text: TaggedText,
    spec: Spec,
    index: FeatureIndex,
    options: TrainingOptions,
    *,
    start: Weights | None = None,
    checkpoint: Path | None = None,
    fingerprint: str = "",
    report: Progress = no_progress,
) -> TrainingState:
    """Return the state after training.

    ``start``: initial weights (rows, tags).  ``checkpoint``: a file to which the state is written
    every few minutes and on interruption, and from which training resumes; its ``fingerprint`` must
    then be that of the same text and options.
    """
    kept = Checkpoint(checkpoint, fingerprint, options.checkpoint_minutes)
    if (arrays := kept.read()) is not None:
        weights, changes, sums = (arrays[name] for name in ROWS)
        state = TrainingState(weights, changes, sums, *arrays["place"].tolist())
    else:
        weights = np.zeros((index.size, spec.tags), np.int32) if start is None else start.copy()
        changes = np.full(len(weights), SETTLED if weights.any() else 0, np.uint32)
        state = TrainingState(weights, changes, np.zeros(weights.shape, np.int64))
    # Few words must not mean few updates: those of 44,000 words lost 5 to 15 points of F1.
    tokens = min(options.stretch, max(LEAST_STRETCH, len(text.tags) // STRETCHES))
    spans = cut_stretches(text, tokens)
    if not spans:
        raise TrainingError("the training text has no tokens")
    visits = np.arange(len(spans))
    if text.times is not None:  # by its first sequence: stretches hardly ever mix sources
        visits = np.repeat(visits, text.times[[first for first, _ in spans]])
    with ThreadPoolExecutor(options.threads) as pool:
        try:
            while state.epoch < options.epochs:
                order = np.random.default_rng((options.seed, state.epoch)).permutation(visits)
                if state.epoch == options.epochs - 1 and state.position == 0:
                    state.sums[...] = 0
                    state.step = 0
                while state.position < len(order):
                    chosen = order[state.position : state.position + options.stretches]
                    _learn(text, spec, index, options, state, [spans[i] for i in chosen], pool)
                    state.position += len(chosen)
                    done = (state.epoch + state.position / len(order)) / options.epochs
                    report(f"epoch {state.epoch + 1} of {options.epochs}", done)
                    if kept.due():
                        kept.write(state.arrays())
                state.epoch += 1
                state.position = 0
                if state.epoch == options.epochs:
                    kept.write(state.arrays())
        except KeyboardInterrupt:
            kept.write(state.arrays())
            raise
    return state


def _learn(
    text: TaggedText,
    spec: Spec,
    index: FeatureIndex,
    options: TrainingOptions,
    state: TrainingState,
    spans: list[tuple[int, int]],
    pool: ThreadPoolExecutor,
) -> None:
    """Decode some stretches and update the weights by their errors."""

    rates = RATES if options.shrinking else ALIKE

    def decode(span: tuple[int, int]) -> tuple[Any, Any, Any, Any, Any]:
        stretch = read_stretch(text, spec, span, state.epoch)
        n = len(stretch.tags)
        rows = index.find(stretch.templates, spec.template_groups)
        links = index.find(stretch.links, spec.link_groups)
        chain = Chain(
            np.empty((n, spec.tags), np.int32), np.empty((n, spec.tags, spec.tags), np.int32)
        )
        averaging_kernel.score(
            rows,
            links,
            state.weights,
            stretch.tags,
            int(rates[0]) * options.margin,
            chain.emissions,
            chain.transitions,
        )
        best = best_tags(chain, stretch.bounds)
        return rows, links, stretch.bounds, stretch.tags, best

    results = list(pool.map(decode, spans))
    state.step += 1
    # Sums are for the last epoch; adding to them earlier would only wait for their memory.
    step = state.step if state.epoch == options.epochs - 1 else 0

    def learn(part: int) -> None:
        shared = step, part, options.threads, rates, state.weights, state.changes, state.sums
        for result in results:
            averaging_kernel.update(*result, *shared)

    list(pool.map(learn, range(options.threads)))
