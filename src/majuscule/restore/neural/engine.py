"""Running the network with onnxruntime: pieces of text in, scores of tags out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.errors import MajusculeError, ModelError
from majuscule.restore.linear.encoding import TAGS
from majuscule.restore.neural import vector_kernel
from majuscule.restore.neural.pieces import Pieces, by_length, lay_out

BATCH = 1024
"""Tokens that are worked on at once: what is between the layers stays in the cache."""

INSTALL = "pip install 'majuscule[accurate]'"


class MissingExtraError(MajusculeError):
    """A model needs a package that is not installed."""


@dataclass(frozen=True)
class Engine:
    """The network of a model.  Immutable; may be used from several threads at once.

    ``table`` int8 (rows, width) and ``scales`` float32 (rows,): the vectors; ``graph`` uint8: the
    ONNX graph of the layers above them.
    """

    table: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]
    graph: npt.NDArray[np.uint8]

    def check(self) -> None:
        """Raise :class:`MissingExtraError` where onnxruntime is not installed; loads nothing."""
        try:
            installed = find_spec("onnxruntime") is not None
        except ValueError:  # a module without a specification
            installed = False
        if not installed:
            raise MissingExtraError(
                f"this model is run by onnxruntime, which is not installed: {INSTALL}"
            )

    @cached_property
    def session(self) -> Any:
        """Return the running graph, made once.

        Raises :class:`MissingExtraError` where onnxruntime is not installed, and
        :class:`ModelError` for a graph that it refuses.
        """
        self.check()
        import onnxruntime

        options = onnxruntime.SessionOptions()
        # One thread: texts are dealt to threads above, and small batches gain nothing from two.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            return onnxruntime.InferenceSession(
                self.graph.tobytes(), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime has its own tree of errors
            raise ModelError(f"onnxruntime cannot run the model's network: {error}") from error

    def score(self, rows: npt.NDArray[np.int32], pieces: Pieces) -> npt.NDArray[np.float32]:
        """Return scores of tags, float32 (n, TAGS), for the tokens of some pieces; 0 elsewhere.

        ``rows`` (n, PARTS): the rows of each token's vectors.
        """
        scores = np.zeros((len(rows), TAGS), np.float32)
        for batch in by_length(pieces, BATCH):
            at, inside = lay_out(pieces[batch])
            (found,) = self.session.run(None, self.read(rows, at, inside))
            scores[at[inside]] = found[inside]
        return scores

    def read(
        self,
        rows: npt.NDArray[np.int32],
        at: npt.NDArray[np.int64],
        inside: npt.NDArray[np.bool_],
    ) -> dict[str, npt.NDArray[np.float32]]:
        """Return the inputs of the graph: the sums of vectors, and where there are tokens.

        ``at`` and ``inside`` (pieces, length) as :func:`lay_out` gives them.
        """
        x = np.empty((at.size, self.table.shape[1]), np.float32)
        vector_kernel.sum_rows(rows[at.reshape(-1)], self.table, self.scales, x)
        mask = inside.astype(np.float32)[..., None]
        x *= mask.reshape(-1, 1)
        return {"x": x.reshape(*at.shape, -1), "mask": mask}


def round_table(
    table: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Return a table of vectors as int8, and the scale of each row."""
    scales = np.maximum(np.abs(table).max(axis=1), 1e-8).astype(np.float32) / np.float32(127)
    return np.rint(table / scales[:, None]).astype(np.int8), scales
