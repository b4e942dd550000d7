"""Running a network with onnxruntime: columns of tokens in, scores of labels out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any

import numpy as np

from majuscule.arrays import F32, I64, U8, Bools
from majuscule.errors import ModelError
from majuscule.extras import require
from majuscule.models.stored import part, stored
from majuscule.network.inputs import Columns, Heads, Inputs
from majuscule.network.pieces import Pieces, by_length, lay_out
from majuscule.network.vectors import Vectors

BATCH = 1024
"""Tokens that are worked on at once: what is between the layers stays in the cache."""


@dataclass(frozen=True)
class NetworkEngine:
    """The network of a model.  Immutable; may be used from several threads at once.

    ``vectors``: those of the inputs; ``graph`` uint8: the ONNX graph of the layers above them, with
    an output for each head.
    """

    inputs: Inputs
    heads: Heads
    vectors: Vectors = part(Vectors)
    graph: U8 = stored("|u1")

    def fits(self) -> bool:
        return self.vectors.suit(self.inputs)

    def check(self) -> None:
        """Raise :class:`UsageError` where onnxruntime is not installed; loads nothing."""
        try:
            installed = find_spec("onnxruntime") is not None
        except ValueError:  # a module without a specification
            installed = False
        if not installed:
            require("onnxruntime", "running this model", "accurate")

    @cached_property
    def session(self) -> Any:
        """Return the running graph, made once.

        Raises :class:`UsageError` where onnxruntime is not installed, and :class:`ModelError` for a
        graph that it refuses or that answers something else.
        """
        onnxruntime = require("onnxruntime", "running this model", "accurate")
        options = onnxruntime.SessionOptions()
        # One thread: texts are dealt to threads above, and small batches gain nothing from two.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            session = onnxruntime.InferenceSession(
                self.graph.tobytes(), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime has its own tree of errors
            raise ModelError(f"onnxruntime cannot run the model's network: {error}") from error
        answers = {one.name: one.shape[-1] for one in session.get_outputs()}
        if not self.heads.items() <= answers.items():
            raise ModelError(f"the model's network answers {answers} in place of {self.heads}")
        return session

    def run(self, columns: Columns, bounds: Pieces) -> dict[str, F32]:
        """Return each head's scores, float32 (n, labels), for n tokens; 0 outside all bounds.

        ``columns`` (n, columns); ``bounds`` (pieces, 2): the sequences that are looked at one by
        one.  Memory beside the answer does not grow with n.
        """
        self.inputs.check(columns)
        scores = {
            name: np.zeros((len(columns), labels), np.float32)
            for name, labels in self.heads.items()
        }
        for at, inside, told in self.batches(columns, bounds):
            answers = self.session.run(list(scores), told)
            for found, answer in zip(scores.values(), answers, strict=True):
                found[at[inside]] = answer[inside]
        return scores

    def batches(
        self, columns: Columns, bounds: Pieces
    ) -> Iterator[tuple[I64, Bools, dict[str, Any]]]:
        """Yield where tokens stand, as :func:`lay_out` says, and what the graph is told of them:
        the sums of their vectors, and which places hold one."""
        for batch in by_length(bounds, BATCH):
            at, inside = lay_out(bounds[batch])
            x = self.vectors.sum(columns[at.reshape(-1)], self.inputs)
            mask = inside.astype(np.float32)[..., None]
            x *= mask.reshape(-1, 1)
            yield at, inside, {"x": x.reshape(*at.shape, -1), "mask": mask}
