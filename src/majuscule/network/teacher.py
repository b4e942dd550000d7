"""Learning from a trained network: distillation (Hinton et al. 2015).

A small network that learns the probabilities that a large one gives each label, beside the label
itself, comes out better than one that sees the labels alone: they tell what is doubtful.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor
from torch.nn import functional

from majuscule.network.inputs import Heads, Inputs
from majuscule.network.layers import Network
from majuscule.network.start import Start


@dataclass(frozen=True)
class Teacher:
    """A network that another one learns from: the ``table`` of its vectors, and the layers above.

    ``offsets`` (columns,): the first row of each column in the table; ``share``: that of its
    answers in the loss.
    """

    offsets: Tensor
    table: Tensor
    network: Network
    share: float

    @classmethod
    def of(
        cls, start: Start, share: float, inputs: Inputs, heads: Heads, device: torch.device
    ) -> Self:
        """Return a trained network as a teacher of one with these inputs and heads.

        Raises as :meth:`Start.check_teacher`.
        """
        start.check_teacher(inputs, heads)
        table = torch.from_numpy(start.weights["vectors"]).to(device)
        network = Network(table.shape[1], start.layers, start.heads)
        weights = {name: torch.from_numpy(w) for name, w in start.weights.items()}
        network.load_state_dict({n: w for n, w in weights.items() if n != "vectors"})
        offsets = torch.from_numpy(start.inputs.offsets).to(device)
        return cls(offsets, table, network.to(device).eval(), share)

    def shares(self, at: Tensor, columns: Tensor, mask: Tensor) -> Mapping[str, Tensor]:
        """Return each head's probabilities of labels, (pieces * length, labels), for the tokens
        ``at`` (pieces * length,) with these columns (pieces * length, columns); ``mask`` (pieces,
        length, 1) is 0 beyond the end."""
        with torch.no_grad():
            x = functional.embedding_bag(columns + self.offsets, self.table, mode="sum")
            _, scores = self.network(x.view(*mask.shape[:2], -1) * mask, mask)
        return {n: functional.softmax(one.float().flatten(0, 1), -1) for n, one in scores.items()}


@dataclass(frozen=True)
class Answers:
    """The answers of a teacher for each token of the training text, known beforehand.

    ``name``: the teacher's; ``known``: each head's probabilities of labels, (N, labels);
    ``share``: theirs in the loss.
    """

    name: str
    known: Mapping[str, Tensor]
    share: float

    def shares(self, at: Tensor, columns: Tensor, mask: Tensor) -> Mapping[str, Tensor]:
        """Return each head's probabilities of labels for the tokens ``at``, as :class:`Teacher`."""
        return {head: answers[at].float() for head, answers in self.known.items()}
