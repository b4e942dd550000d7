"""Training of the network: batches of similar length, Adam, a learning rate that falls to zero.

The input vectors are one large table of which a batch touches few rows, so updates are lazy (only
touched rows and their moments change); the rest is a small dense network.  The rate depends on the
tokens seen and planned, batches and dropout on the seed and step, so a training that is killed and
resumed gives the same model.  What Ctrl-C or SIGTERM ends resumes from its last step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import cast

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from majuscule.arrays import F32, I64, Array, Bools
from majuscule.errors import TrainingError, UsageError
from majuscule.models.checkpoint import Checkpoint
from majuscule.network.adam import Adam
from majuscule.network.device import DeviceText, device_of, in_bfloat16
from majuscule.network.inputs import IGNORED, Choices, ChoiceText, Heads, Inputs, LabelledText
from majuscule.network.layers import Network
from majuscule.network.options import NetworkOptions, TaughtOptions
from majuscule.network.pieces import Pieces, batch_by_length, pad_pieces
from majuscule.network.start import Start
from majuscule.network.teacher import Answers, Teacher
from majuscule.options import Progress, no_progress

_NO_TARGET = -100
"""The target that PyTorch's loss ignores."""


@dataclass(frozen=True)
class _Touched:
    """The rows of a table that a batch uses, as a leaf of its gradient."""

    table: Adam
    rows: Tensor
    vectors: Tensor


@dataclass
class Learner:
    """The network in training: tables of vectors, network, optimisers.  ``low``: use bfloat16.

    ``tables``: the columns of each table and its optimiser, by name: ``vectors``, and
    ``candidates`` if the text has choices.  ``teacher``: a network whose answers it learns too;
    ``kept``: the weights that the trained ones are averaged with.
    """

    tables: dict[str, tuple[Inputs, Adam]]
    options: NetworkOptions
    network: Network
    adams: list[Adam]
    device: torch.device
    low: bool
    teacher: Teacher | Answers | None = None
    kept: Mapping[str, F32] = field(default_factory=dict)
    step: int = 0
    seen: int = 0

    @classmethod
    def begin(
        cls,
        inputs: Inputs,
        heads: Heads,
        options: NetworkOptions,
        start: Start | None = None,
        candidates: Inputs | None = None,
        teacher: Start | Answers | None = None,
    ) -> Learner:
        """Return a learner with random weights from the seed, and those of ``start`` if given."""
        torch.manual_seed(options.seed)
        device = device_of(options)
        network = Network(options.width, options.layers, heads, options.dropout).to(device)
        table = torch.randn(inputs.rows, options.width, device=device) * 0.1
        initial: dict[str, F32] = {}
        if start is not None:
            initial = start.fit(inputs, heads, options.layers, options.width)
            named = {"vectors": table, **{n: p.data for n, p in network.named_parameters()}}
            for name, weight in initial.items():
                named[name].copy_(torch.from_numpy(weight))
        adams = [Adam(parameter.data, options.average) for parameter in network.parameters()]
        tables = {"vectors": (inputs, Adam(table, options.average))}
        if candidates is not None:
            table = torch.randn(candidates.rows, options.width, device=device) * 0.05
            tables["candidates"] = candidates, Adam(table, options.average)
        own: Teacher | Answers | None = None
        if isinstance(teacher, Start) and isinstance(options, TaughtOptions):
            own = Teacher.of(teacher, options.taught, inputs, heads, device)
        elif isinstance(teacher, Answers):
            own = teacher
        kept = initial if options.kept else {}
        low = in_bfloat16(options, device)
        return cls(tables, options, network, adams, device, low, own, kept)

    def learn(self, text: DeviceText, batch: Pieces) -> float:
        """Take one step on a batch of pieces; return its loss, summed over the heads."""
        at, inside = pad_pieces(batch)
        places = at.reshape(-1)
        columns = text.columns(places)
        x, vectors = self._sums("vectors", columns)
        mask = self._tensor(inside.astype(np.float32)[..., None])
        self.step += 1
        self.seen += int(inside.sum())
        if self.options.dropout:  # seeded by step, for resumed trainings
            torch.manual_seed((self.options.seed << 32) + self.step)
        self.network.train()
        shares: Mapping[str, Tensor] = {}
        with torch.autocast(self.device.type, torch.bfloat16) if self.low else nullcontext():
            if self.teacher is not None:
                shares = self.teacher.shares(self._tensor(places), columns, mask)
            states, scores = self.network(x.view(*at.shape, -1) * mask, mask)
        labels, weights = text.labels(places), text.weights(places)
        real = mask.flatten() > 0
        losses = [
            self._loss(name, own, labels[name], weights.get(name), real, shares.get(name))
            for name, own in scores.items()
        ]
        touched = [vectors]
        if "candidates" in self.tables:
            choices = cast(ChoiceText, text.text).choices(places)
            loss, candidates = self._choice_loss(choices, states.float().flatten(0, 1), inside)
            losses.append(loss)
            touched += candidates
        labelled = [loss for loss in losses if loss is not None]
        if not labelled:
            return 0.0
        total = sum(labelled[1:], labelled[0])
        total.backward()
        with torch.no_grad():
            self._update(touched)
        return float(total.detach())

    def _sums(self, table: str, columns: Tensor) -> tuple[Tensor, _Touched]:
        """Return the sums of the vectors of columns (n, columns), and the rows summed."""
        inputs, adam = self.tables[table]
        rows = columns + self._tensor(inputs.offsets)
        flags = torch.zeros(inputs.rows, dtype=torch.bool, device=self.device)
        flags[rows.flatten()] = True
        chosen = flags.nonzero().flatten()
        numbers = torch.empty(inputs.rows, dtype=torch.int64, device=self.device)
        numbers[chosen] = torch.arange(len(chosen), device=self.device)
        vectors = adam.values[chosen].requires_grad_()
        sums = functional.embedding_bag(numbers[rows], vectors, mode="sum")
        return sums, _Touched(adam, chosen, vectors)

    def _choice_loss(
        self, choices: Choices, states: Tensor, inside: Bools
    ) -> tuple[Tensor | None, list[_Touched]]:
        """Return the weighted mean loss of the choices, None without any, and the rows used."""
        kept = np.flatnonzero(inside.reshape(-1)[choices.places])
        if not len(kept):
            return None, []
        columns = choices.columns[kept]
        self.tables["candidates"][0].check(columns)
        flat = self._tensor(columns.reshape(-1, columns.shape[-1])).long()
        sums, touched = self._sums("candidates", flat)
        own = states[self._tensor(choices.places[kept])]
        scores = torch.einsum("nd,nmd->nm", own, sums.view(*columns.shape[:2], -1))
        beyond = np.arange(columns.shape[1]) >= choices.counts[kept, None]
        scores = scores.masked_fill(self._tensor(beyond), -math.inf)
        right, weights = self._tensor(choices.right[kept]), self._tensor(choices.weights[kept])
        losses = functional.cross_entropy(scores, right, reduction="none")
        return (losses * weights).sum() / weights.sum(), [touched]

    def _tensor(self, array: Array) -> Tensor:
        return torch.from_numpy(array).to(self.device)

    def _loss(
        self,
        head: str,
        scores: Tensor,
        labels: Tensor,
        weights: Tensor | None,
        real: Tensor,
        shares: Tensor | None,
    ) -> Tensor | None:
        """Return the mean loss of a head over its labelled tokens, None if there are none.

        ``real``: bool, the tokens that are no padding; ``shares``: the teacher's probabilities."""
        labelled = real & (labels != IGNORED)
        if not labelled.any():
            return None
        if (highest := int(labels[labelled].max())) >= scores.shape[-1]:
            raise UsageError(
                f"the text has label {highest} of {head!r}; its labels go from 0 to "
                f"{scores.shape[-1] - 1}"
            )
        target = torch.where(labelled, labels.long(), _NO_TARGET)
        flat = scores.float().flatten(0, 1)
        if weights is None and shares is None:
            return functional.cross_entropy(flat, target, ignore_index=_NO_TARGET)
        each = functional.cross_entropy(flat, target, ignore_index=_NO_TARGET, reduction="none")
        if shares is not None and self.teacher is not None:
            taught = functional.cross_entropy(flat, shares, reduction="none") * labelled
            each = torch.lerp(each, taught, self.teacher.share)
        if weights is not None:
            each = each * weights
        return torch.as_tensor(each.sum() / int(labelled.sum()))

    def _update(self, touched: Sequence[_Touched]) -> None:
        options = self.options
        rate = options.rate * rate_factor(self.seen / options.tokens, options.warm_up)
        parameters = list(self.network.parameters())
        gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in parameters]
        norm = float(torch.sqrt(sum((g.float() ** 2).sum() for g in gradients)))
        clip = min(1.0, 1.0 / max(norm, 1e-9))
        for parameter, adam, gradient in zip(parameters, self.adams, gradients, strict=True):
            decay = options.decay if parameter.ndim > 1 else 0.0
            adam.step(gradient * clip, rate, self.step, decay)
            parameter.grad = None
        for one in touched:
            if one.vectors.grad is not None:
                one.table.step(one.vectors.grad, rate, self.step, 0.0, one.rows)

    def weights(self) -> dict[str, F32]:
        """Return the weights, or their moving averages: the tables and the network's state.

        With ``kept``, means of these and the start model's: text that the training text is unlike
        loses less (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models")."""
        tables = {name: adam for name, (_, adam) in self.tables.items()}
        names = (name for name, _ in self.network.named_parameters())
        weights = {}
        for name, adam in {**tables, **dict(zip(names, self.adams, strict=True))}.items():
            if adam.average:
                adam.catch_up(self.step)
            weights[name] = (adam.mean if adam.average else adam.values).cpu().numpy()
        share = np.float32(self.options.kept)
        for name, before in self.kept.items():
            weights[name] = weights[name] + share * (before - weights[name])
        return weights

    def arrays(self) -> dict[str, Array]:
        """Return the arrays of a checkpoint."""
        arrays = {name: values.cpu().numpy() for name, values in self._state().items()}
        return {"place": np.array([self.step, self.seen], np.int64), **arrays}

    def resume(self, arrays: Mapping[str, Array]) -> None:
        """Restore the state from the arrays of a checkpoint."""
        for name, values in self._state().items():
            values.copy_(torch.from_numpy(arrays[name]))
        self.step, self.seen = arrays["place"].tolist()

    def _state(self) -> dict[str, Tensor]:
        adams = {name: adam for name, (_, adam) in self.tables.items()}
        adams |= {str(k): adam for k, adam in enumerate(self.adams)}
        return {
            f"{name}.{part}": values
            for name, adam in adams.items()
            for part, values in adam.state().items()
        }


def rate_factor(done: float, warm_up: float) -> float:
    """Return the factor of the peak rate: linear warm-up, then linear decay to zero."""
    if done < warm_up:
        return done / warm_up
    return max(0.0, (1 - done) / (1 - warm_up))


def train(
    text: LabelledText,
    inputs: Inputs,
    heads: Heads,
    options: NetworkOptions,
    *,
    start: Start | None = None,
    teacher: Start | Answers | None = None,
    candidates: Inputs | None = None,
    fingerprint: str = "",
    report: Progress = no_progress,
) -> Learner:
    """Train on the text for ``options.tokens`` tokens or ``options.epochs`` epochs.

    ``start``, ``teacher``: the networks to start and to learn from, read for the options of these
    names, or the teacher's answers.  ``candidates``: the columns of candidates, for a
    :class:`~majuscule.network.inputs.ChoiceText`.  ``fingerprint``: identifies text and options; if
    ``options.checkpoint`` names a checkpoint with the same fingerprint, training resumes from it.
    """
    torch.set_num_threads(options.threads)
    pieces = text.pieces(options.longest)
    epoch = int((pieces[:, 1] - pieces[:, 0]).sum())
    tokens = min(options.tokens, options.epochs * max(1, epoch))
    options = replace(options.sized(start), tokens=tokens)
    learner = Learner.begin(inputs, heads, options, start, candidates, teacher)
    there = DeviceText(text, inputs, learner.device)
    path = Path(options.checkpoint) if options.checkpoint else None
    checkpoint = Checkpoint(path, fingerprint, options.minutes)
    if (kept := checkpoint.read()) is not None:
        learner.resume(kept)
    smooth = 0.0
    # Signals interrupt only this thread; a step in another one is finished first.
    with ThreadPoolExecutor(1) as pool:
        try:
            for number, batch in enumerate(draw_batches(pieces, options)):
                if learner.seen >= options.tokens:
                    break
                if number < learner.step:
                    continue
                loss = pool.submit(learner.learn, there, pieces[batch]).result()
                smooth += (loss - smooth) * max(0.01, 1 / learner.step)
                report(f"learning: loss {smooth:.4f}", learner.seen / options.tokens)
                if checkpoint.due():
                    checkpoint.write(learner.arrays())
        except (KeyboardInterrupt, SystemExit):
            pool.shutdown()
            checkpoint.write(learner.arrays())
            raise
    return learner


def draw_batches(pieces: Pieces, options: NetworkOptions) -> Iterator[I64]:
    """Yield batches of indices of pieces, epoch after epoch without end."""
    if not len(pieces):
        raise TrainingError("the training text has no tokens")
    for epoch in count():
        generator = np.random.default_rng((options.seed, epoch))
        batches = batch_by_length(pieces, options.batch, generator)
        if (first := next(batches, None)) is None:
            raise TrainingError("there is too little text for one batch; lower 'batch'")
        yield first
        yield from batches
