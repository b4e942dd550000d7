"""Adam, the optimiser of networks, with lazy updates of the rows of a large table."""

from __future__ import annotations

import math

import torch
from torch import Tensor

_FIRST, _SECOND = 0.9, 0.99  # Adam's beta1 and beta2


class Adam:
    """Adam (Kingma and Ba 2015) with decoupled decay, on one array or on some of its rows.

    ``average``: the decay per step of a moving average of the values, updated lazily: a row's
    average catches up (:meth:`catch_up`) just before the row moves; ``met``: until which step.
    """

    def __init__(self, values: Tensor, average: float = 0.0) -> None:
        self.values = values
        self.first, self.second = torch.zeros_like(values), torch.zeros_like(values)
        self.average = average
        if average:
            self.mean, self.met = values.clone(), torch.zeros(len(values), device=values.device)

    def step(
        self, gradient: Tensor, rate: float, step: int, decay: float, rows: Tensor | None = None
    ) -> None:
        """Take a step against the gradient of ``rows``, by default of all."""
        if self.average:
            self.catch_up(step - 1, rows)
        dense = rows is None
        first = self.first if dense else self.first[rows]
        second = self.second if dense else self.second[rows]
        first.lerp_(gradient, 1 - _FIRST)
        second.mul_(_SECOND).addcmul_(gradient, gradient, value=1 - _SECOND)
        scale = math.sqrt(1 - _SECOND**step) / (1 - _FIRST**step)
        move = first / second.sqrt().add_(1e-8)
        if dense:
            self.values.mul_(1 - rate * decay).add_(move, alpha=-rate * scale)
            return
        self.first[rows], self.second[rows] = first, second
        self.values[rows] -= rate * scale * move

    def catch_up(self, step: int, rows: Tensor | None = None) -> None:
        """Bring the average of some or all rows up to ``step``; they must not have moved since."""
        chosen = slice(None) if rows is None else rows
        kept = self.average ** (step - self.met[chosen])
        values = self.values[chosen]
        kept = kept.view(-1, *[1] * (values.ndim - 1))
        self.mean[chosen] = torch.lerp(values, self.mean[chosen], kept)
        self.met[chosen] = step

    def state(self) -> dict[str, Tensor]:
        """Return the tensors of a checkpoint."""
        names = ("values", "first", "second", *(("mean", "met") if self.average else ()))
        return {name: getattr(self, name) for name in names}
