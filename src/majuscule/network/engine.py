"""Running a network with onnxruntime: columns of tokens in, scores of labels out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any

import numpy as np

from majuscule.arrays import F32, I64, U8
from majuscule.errors import ModelError
from majuscule.extras import require
from majuscule.models.stored import part, stored
from majuscule.network.flat import Around, flat_graph, name_of, places_around
from majuscule.network.inputs import Columns, Heads, Inputs
from majuscule.network.pieces import Pieces, in_groups, tokens_of
from majuscule.network.vectors import Vectors

BATCH = 1024
"""Tokens per run, few enough for the activations to stay in the cache."""


@dataclass(frozen=True)
class NetworkEngine:
    """The network of a model.  Immutable and thread-safe.

    ``vectors``: input embeddings; ``graph`` uint8: the ONNX graph of the layers above them, with an
    output for each head.
    """

    inputs: Inputs
    heads: Heads
    vectors: Vectors = part(Vectors)
    graph: U8 = stored("|u1")

    def fits(self) -> bool:
        return self.vectors.matches(self.inputs)

    def check(self) -> None:
        """Raise :class:`UsageError` if onnxruntime is not installed; loads nothing."""
        try:
            installed = find_spec("onnxruntime") is not None
        except ValueError:  # a module without a specification
            installed = False
        if not installed:
            require("onnxruntime", "running this model", "accurate")

    @cached_property
    def session(self) -> tuple[Any, Sequence[Around]]:
        """Return the session of the flat graph, and the neighbourhoods that its inputs need.

        Raises :class:`UsageError` if onnxruntime is not installed, and :class:`ModelError` for a
        graph that it rejects or that lacks a head.
        """
        onnxruntime = require("onnxruntime", "running this model", "accurate")
        options = onnxruntime.SessionOptions()
        # One thread: callers run texts in parallel, and small batches gain nothing from two.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            content, arounds = flat_graph(self.graph, self.vectors.width)
            session = onnxruntime.InferenceSession(
                content, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime's errors have no public base class
            raise ModelError(f"onnxruntime cannot run the model's network: {error}") from error
        answers = {one.name: one.shape[-1] for one in session.get_outputs()}
        if not self.heads.items() <= answers.items():
            raise ModelError(f"the model's network answers {answers} instead of {self.heads}")
        return session, arounds

    def run(self, columns: Columns, bounds: Pieces) -> dict[str, F32]:
        """Return each head's scores, float32 (n, labels), for n tokens; 0 outside all bounds.

        ``columns`` (n, columns); ``bounds`` (pieces, 2): the sequences, scored independently.
        Besides the result, memory does not grow with n.
        """
        self.inputs.check(columns)
        scores = {
            name: np.zeros((len(columns), labels), np.float32)
            for name, labels in self.heads.items()
        }
        for at, answers in self.answers(columns, bounds, list(scores)):
            for values, answer in zip(scores.values(), answers, strict=True):
                values[at] = answer
        return scores

    def answers(
        self, columns: Columns, bounds: Pieces, names: Sequence[str] | None = None
    ) -> Iterator[tuple[I64, list[F32]]]:
        """Yield, batch by batch, the indices of tokens and the graph's outputs for them: those with
        ``names``, by default all."""
        session, arounds = self.session
        for group in in_groups(bounds, BATCH):
            at, laid = tokens_of(bounds[group])
            places = {name_of(one): places_around(laid, one) for one in arounds}
            x = self.vectors.sum(columns[at], self.inputs)[None]
            yield at, [one[0] for one in session.run(names, {"x": x, **places})]
