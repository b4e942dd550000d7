"""Training of the network: batches of equal length, Adam, a rate that falls to zero.

The vectors of words and affixes are one large table of which a batch touches a part, so they get
lazy updates (only touched rows move, Adam's moments too); the rest is a small dense network.  The
rate follows from the tokens seen and the tokens planned, and batches from the seed, so a training
that goes on after a kill ends in the same model.
"""

from __future__ import annotations

import math
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from majuscule.errors import TrainingError
from majuscule.files import atomic_write
from majuscule.restore.neural.inputs import NO_WORD
from majuscule.restore.neural.network import Network
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.pieces import deal, lay_out
from majuscule.restore.neural.prepared import IGNORED, PreparedText

Report = Callable[[str, float], None]


class Adam:
    """Adam (Kingma and Ba 2015) with decoupled decay, on one array or on some of its rows."""

    def __init__(self, values: Tensor) -> None:
        self.values = values
        self.first, self.second = torch.zeros_like(values), torch.zeros_like(values)

    def step(
        self, gradient: Tensor, rate: float, step: int, decay: float, rows: Tensor | None = None
    ) -> None:
        """Move against the gradient; ``rows`` says to which rows it belongs."""
        whole = rows is None
        first = self.first if whole else self.first[rows]
        second = self.second if whole else self.second[rows]
        first.lerp_(gradient, 1 - _FIRST)
        second.mul_(_SECOND).addcmul_(gradient, gradient, value=1 - _SECOND)
        scale = math.sqrt(1 - _SECOND**step) / (1 - _FIRST**step)
        move = first / second.sqrt().add_(1e-8)
        if whole:
            self.values.mul_(1 - rate * decay).add_(move, alpha=-rate * scale)
            return
        self.first[rows], self.second[rows] = first, second
        self.values[rows] -= rate * scale * move


_FIRST, _SECOND = 0.9, 0.99


@dataclass
class Learner:
    """The network in training: table of vectors, network, and Adam's state."""

    network: Network
    table: Adam
    weights: list[Adam]
    device: torch.device
    step: int = 0
    seen: int = 0

    @classmethod
    def begin(cls, frequent: int, options: NeuralOptions) -> Learner:
        """Return a learner with random weights from the seed."""
        torch.manual_seed(options.seed)
        device = _device(options.device)
        network = Network(options.width, options.layers, options.dropout).to(device)
        table = torch.randn(NO_WORD + frequent + 1, options.width, device=device) * 0.1
        weights = [Adam(parameter.data) for parameter in network.parameters()]
        return cls(network, Adam(table), weights, device)

    def learn(
        self,
        rows: npt.NDArray[np.int32],
        tags: npt.NDArray[np.uint8],
        inside: npt.NDArray[np.bool_],
        options: NeuralOptions,
    ) -> float:
        """Take one step on a batch; return its loss.

        ``rows`` (pieces, length, PARTS), ``tags`` and ``inside`` (pieces, length).
        """
        pieces, length, parts = rows.shape
        flags = np.zeros(len(self.table.values), np.bool_)
        flags[rows.reshape(-1)] = True
        touched = np.flatnonzero(flags)
        places = np.empty(len(flags), np.int64)
        places[touched] = np.arange(len(touched))
        touched_rows = torch.from_numpy(touched).to(self.device)
        vectors = self.table.values[touched_rows].requires_grad_()
        bags = torch.from_numpy(places[rows.reshape(-1, parts)]).to(self.device)
        mask = torch.from_numpy(inside.astype(np.float32)[..., None]).to(self.device)
        wanted = np.where(inside & (tags != IGNORED), tags.astype(np.int64), -100)
        target = torch.from_numpy(wanted).to(self.device)
        self.network.train()
        with torch.autocast(self.device.type, torch.bfloat16):
            x = functional.embedding_bag(bags, vectors, mode="sum").view(pieces, length, -1)
            scores = self.network(x * mask, mask)
        loss = functional.cross_entropy(scores.float().flatten(0, 1), target.flatten())
        loss.backward()
        self.step += 1
        self.seen += int(inside.sum())
        factor = _factor(self.seen / options.tokens, options.warm_up)
        with torch.no_grad():
            self._update(factor, touched_rows, vectors, options)
        return float(loss.detach())

    def _update(self, factor: float, rows: Tensor, vectors: Tensor, options: NeuralOptions) -> None:
        parameters = list(self.network.parameters())
        gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in parameters]
        norm = float(torch.sqrt(sum((g.float() ** 2).sum() for g in gradients)))
        clip = min(1.0, 1.0 / max(norm, 1e-9))
        for parameter, weight, gradient in zip(parameters, self.weights, gradients, strict=True):
            decay = options.decay if parameter.ndim > 1 else 0.0
            weight.step(gradient * clip, options.rate * factor, self.step, decay)
            parameter.grad = None
        assert vectors.grad is not None
        self.table.step(vectors.grad, options.rate * factor, self.step, 0.0, rows)


def _device(name: str) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)


def _factor(done: float, warm_up: float) -> float:
    """Return the share of the full rate: it rises, then falls to zero."""
    if done < warm_up:
        return done / warm_up
    return max(0.0, (1 - done) / (1 - warm_up))


def learn(
    text: PreparedText,
    frequent: int,
    options: NeuralOptions,
    *,
    checkpoint: Path | None = None,
    fingerprint: str = "",
    report: Report | None = None,
) -> Learner:
    """Train on the text until the planned tokens are seen, or all of it often enough."""
    pieces = text.pieces(options.longest)
    epoch = int((pieces[:, 1] - pieces[:, 0]).sum())
    options = replace(options, tokens=min(options.tokens, options.epochs * max(1, epoch)))
    learner = Learner.begin(frequent, options)
    if checkpoint is not None and checkpoint.exists():
        load(learner, checkpoint, fingerprint)
    saved = time.monotonic()
    smooth = 0.0
    for number, batch in enumerate(draw_batches(pieces, options)):
        if learner.seen >= options.tokens:
            break
        if number < learner.step:
            continue
        at, inside = lay_out(pieces[batch])
        rows = text.read(at.reshape(-1)).reshape(*at.shape, -1)
        loss = learner.learn(rows, text.tags[at], inside, options)
        smooth += (loss - smooth) * max(0.01, 1 / learner.step)
        if report is not None:
            report(f"learning: loss {smooth:.4f}", learner.seen / options.tokens)
        minutes = (time.monotonic() - saved) / 60
        if checkpoint is not None and minutes >= options.minutes:
            save(learner, checkpoint, fingerprint)
            saved = time.monotonic()
    return learner


def draw_batches(
    pieces: npt.NDArray[np.int64], options: NeuralOptions
) -> Iterator[npt.NDArray[np.int64]]:
    """Yield batches, epoch after epoch without end."""
    if not len(pieces):
        raise TrainingError("the training text has no tokens")
    epoch = 0
    while True:
        generator = np.random.default_rng((options.seed, epoch))
        some = False
        for batch in deal(pieces, options.batch, generator):
            some = True
            yield batch
        if not some:
            raise TrainingError("there is too little text for one batch; lower 'batch'")
        epoch += 1


def save(learner: Learner, path: Path, fingerprint: str) -> None:
    """Write the state whole or not at all."""
    arrays: dict[str, Any] = {
        "place": np.array([learner.step, learner.seen], np.int64),
        "fingerprint": np.frombuffer(fingerprint.encode(), np.uint8),
    }
    for name, adam in _states(learner):
        for part in ("values", "first", "second"):
            arrays[f"{name}.{part}"] = getattr(adam, part).cpu().numpy()
    with atomic_write(path) as out:
        np.savez(out, **arrays)


def load(learner: Learner, path: Path, fingerprint: str) -> None:
    """Read a state back; one of another text or other options is refused."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            if data["fingerprint"].tobytes().decode() != fingerprint:
                raise TrainingError(
                    f"{path} belongs to a training on other text or with other options; "
                    "delete it to begin anew"
                )
            for name, adam in _states(learner):
                for part in ("values", "first", "second"):
                    getattr(adam, part).copy_(torch.from_numpy(data[f"{name}.{part}"]))
            learner.step, learner.seen = data["place"].tolist()
    except (OSError, ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile) as error:
        raise TrainingError(f"{path} is not a whole checkpoint ({error}); delete it") from error


def _states(learner: Learner) -> Iterator[tuple[str, Adam]]:
    yield "table", learner.table
    for number, weight in enumerate(learner.weights):
        yield str(number), weight
