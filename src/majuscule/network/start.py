"""Where a training starts: at a network that was trained before, taken over from its model.

The vectors of a column go to the column of that name, a layer to the layer that is the same, a head
to the head of the same name and labels.  What is new begins without effect: its vectors are zero,
and what a new block adds is too.  So a network that is taken over answers at first what it answered
before, but for the rounding of its model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from majuscule.arrays import F32, U8, Array
from majuscule.errors import ModelError, UsageError
from majuscule.extras import require
from majuscule.network.engine import NetworkEngine
from majuscule.network.inputs import Heads, Inputs

_Linear = tuple[F32, F32]


@dataclass(frozen=True)
class Start:
    """A network to start from: what it reads and answers, its layers, its weights.

    ``name`` is what people call its model; ``weights`` are named as
    :meth:`majuscule.network.training.Learner.learnt` names them.
    """

    name: str
    inputs: Inputs
    heads: Heads
    layers: str
    weights: Mapping[str, F32]

    @classmethod
    def of(cls, engine: NetworkEngine, layers: str, name: str) -> Start:
        """Return the network of a model, out of eight bits; ``layers`` as it was trained with.

        Raises :class:`ModelError` for a graph that is none of these layers.
        """
        vectors = engine.vectors.table(engine.inputs)
        weights = {"vectors": vectors, **_read_graph(engine.graph, layers, engine.heads, name)}
        return cls(name, engine.inputs, engine.heads, layers, weights)

    def without(self, *columns: str) -> Start:
        """Return the network without some of its columns, which count as nothing from now on."""
        sizes = self.inputs.sizes
        return self.cut({name: size for name, size in sizes.items() if name not in columns})

    def cut(self, sizes: Mapping[str, int]) -> Start:
        """Return the network with some of its columns alone, and of each so many values, the first
        ones."""
        begins = self.inputs.begins
        rows = np.concatenate([np.arange(size) + begins[name] for name, size in sizes.items()])
        weights = {**self.weights, "vectors": self.weights["vectors"][rows]}
        return replace(self, inputs=Inputs(sizes), weights=weights)

    def fit(self, inputs: Inputs, heads: Heads, layers: str, width: int) -> dict[str, F32]:
        """Return the weights that a network begins with; what they do not name begins at random.

        Of a column with fewer values than here the first are kept.

        Raises :class:`UsageError` for a network that cannot begin there: one of another width, or
        that lacks a column, values of one, or a layer.
        """
        old = self.weights["vectors"]
        if old.shape[1] != width:
            raise UsageError(
                f"{self.name} has width {old.shape[1]}; train with the same width, not {width}"
            )
        vectors = np.zeros((inputs.rows, width), np.float32)
        firsts, begins = self.inputs.begins, inputs.begins
        for column, size in self.inputs.sizes.items():
            kept = inputs.sizes.get(column, 0)
            if not 0 < kept <= size:
                raise UsageError(
                    f"{self.name} has {size} values of column {column!r}, but this network has "
                    f"{kept or 'none'}; start from a model that reads the same columns"
                )
            vectors[begins[column] : begins[column] + kept] = old[firsts[column] :][:kept]
        taken = {"vectors": vectors, **self._blocks(layers, width)}
        for number, (head, labels) in enumerate(heads.items()):
            if self.heads.get(head) == labels:
                taken |= self._part(f"heads.{list(self.heads).index(head)}", f"heads.{number}")
        return taken | self._part("norm", "norm")

    def _blocks(self, layers: str, width: int) -> dict[str, F32]:
        """Return the weights of the old blocks where they stand now, and zeros for new ones."""
        old = self.layers.split()
        taken: dict[str, F32] = {}
        done = 0
        for number, layer in enumerate(layers.split()):
            block = f"blocks.{number}"
            if done < len(old) and layer == old[done]:
                taken |= self._part(f"blocks.{done}", block)
                done += 1
            else:
                taken[f"{block}.outer.bias"] = np.zeros(width, np.float32)
                inner = int(layer.split(":")[1]) if layer.startswith("mlp") else width
                taken[f"{block}.outer.weight"] = np.zeros((width, inner), np.float32)
        if done < len(old):
            raise UsageError(
                f"{self.name} has the layers {self.layers!r}, which {layers!r} does not contain "
                "in this order; keep them and add others"
            )
        return taken

    def _part(self, old: str, new: str) -> dict[str, F32]:
        """Return the weights of a part under its new name."""
        return {
            new + name.removeprefix(old): weight
            for name, weight in self.weights.items()
            if name.startswith(f"{old}.")
        }


def _read_graph(graph: U8, layers: str, heads: Heads, name: str) -> dict[str, F32]:
    """Return the weights of the layers and heads in a graph of
    :func:`majuscule.network.export.build_graph`."""
    onnx = require("onnx", "starting from a trained network", "train")
    try:
        read = onnx.load_model_from_string(graph.tobytes()).graph
    except Exception as error:  # the errors of protocol buffers are of no common kind
        raise ModelError(f"{name}: its graph cannot be read: {error}") from error
    constants = {one.name: onnx.numpy_helper.to_array(one) for one in read.initializer}
    norms, linears = list(_norms(read.node, constants)), list(_linears(read.node, constants))
    # The two halves of a gated convolution are products of their own.
    halves = [2 if layer.startswith("conv") else 1 for layer in layers.split()]
    if len(norms) != len(halves) + 1 or len(linears) != sum(halves) + len(halves) + len(heads):
        raise ModelError(f"{name}: its graph does not have the layers {layers!r}")
    parts: dict[str, _Linear] = {}
    for number, count in enumerate(halves):
        parts[f"blocks.{number}.norm"] = norms[number]
        inner, linears = linears[:count], linears[count:]
        weights, biases = zip(*inner, strict=True)
        parts[f"blocks.{number}.inner"] = np.concatenate(weights), np.concatenate(biases)
        parts[f"blocks.{number}.outer"], *linears = linears
    parts["norm"] = norms[-1]
    parts |= {f"heads.{number}": linear for number, linear in enumerate(linears)}
    return {
        f"{part}.{side}": np.array(values, np.float32)
        for part, both in parts.items()
        for side, values in zip(("weight", "bias"), both, strict=True)
    }


def _norms(nodes: Any, constants: Mapping[str, Array]) -> Iterator[_Linear]:
    for node in nodes:
        if node.op_type == "LayerNormalization":
            yield constants[node.input[1]], constants[node.input[2]]


def _linears(nodes: Any, constants: Mapping[str, Array]) -> Iterator[_Linear]:
    """Yield weight (out, in) and bias (out,) of each product in order, out of whole numbers."""
    step, weight = np.float32(1), None
    for node in nodes:
        values = constants.get(node.input[1]) if len(node.input) > 1 else None
        if values is None:
            continue
        if node.op_type == "QuantizeLinear":
            step = np.float32(values)
        elif node.op_type in ("MatMul", "MatMulInteger"):
            weight = values.T.astype(np.float32)
        elif node.op_type == "Mul" and weight is not None:
            weight *= (values / step)[:, None]
        elif node.op_type == "Add" and weight is not None:
            yield weight, values
            weight = None
