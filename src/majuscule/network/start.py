"""Starting a training from a trained network (transfer learning).

The vectors of a column go to the column of that name, layers to the same layers in order, a head to
the head of the same name and number of labels.  New columns and blocks start at zero, without
effect, so at first the network gives the old scores, apart from quantisation.
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
    """A network to start from: inputs, heads, layers and weights.

    ``name``, ``language``: its model's, for messages; ``weights``: named as in
    :meth:`majuscule.network.training.Learner.weights`.
    """

    name: str
    inputs: Inputs
    heads: Heads
    layers: str
    weights: Mapping[str, F32]
    language: str = ""

    @classmethod
    def of(cls, engine: NetworkEngine, layers: str, name: str, language: str = "") -> Start:
        """Return the network of a model, dequantised; ``layers``: those it was trained with.

        Raises :class:`ModelError` for a graph that does not have these layers.
        """
        vectors = engine.vectors.table(engine.inputs)
        weights = {"vectors": vectors, **_read_graph(engine.graph, layers, engine.heads, name)}
        return cls(name, engine.inputs, engine.heads, layers, weights, language)

    @property
    def width(self) -> int:
        return int(self.weights["vectors"].shape[1])

    def without(self, *columns: str) -> Start:
        """Return the network without some of its columns."""
        sizes = self.inputs.sizes
        return self.cut({name: size for name, size in sizes.items() if name not in columns})

    def cut(self, sizes: Mapping[str, int]) -> Start:
        """Return the network with only the first values of columns that ``sizes`` gives."""
        begins = self.inputs.begins
        rows = np.concatenate([np.arange(size) + begins[name] for name, size in sizes.items()])
        weights = {**self.weights, "vectors": self.weights["vectors"][rows]}
        return replace(self, inputs=Inputs(sizes), weights=weights)

    def check_start(self, inputs: Inputs, layers: str, width: int) -> None:
        """Raise :class:`UsageError` for a network of another width, or without one of the columns
        or layers here, or with more values in a column."""
        if self.width != width:
            raise UsageError(
                f"{self.name} has width {self.width}; train with the same width, not {width}"
            )
        for column, size in self.inputs.sizes.items():
            kept = inputs.sizes.get(column, 0)
            if not 0 < kept <= size:
                raise UsageError(
                    f"{self.name} has {size} values of column {column!r}, but this network has "
                    f"{kept or 'none'}; start from a model that reads the same columns"
                )
        rest = iter(layers.split())
        if not all(layer in rest for layer in self.layers.split()):
            raise UsageError(
                f"{self.name} has the layers {self.layers!r}, which {layers!r} does not contain "
                "in this order; keep them and add others"
            )

    def check_teacher(self, inputs: Inputs, heads: Heads) -> None:
        """Raise :class:`UsageError` for a network with other columns, more values of one, or other
        heads."""
        own = self.inputs.sizes
        if list(own) != list(inputs.sizes) or any(
            own[name] < n for name, n in inputs.sizes.items()
        ):
            raise UsageError(f"{self.name} cannot teach this network: its input columns differ")
        if dict(self.heads) != dict(heads):
            raise UsageError(f"{self.name} cannot teach this network: its labels differ")

    def fit(self, inputs: Inputs, heads: Heads, layers: str, width: int) -> dict[str, F32]:
        """Return the initial weights of a network; weights not named here start at random.

        A column with fewer values than here gets the first ones.  Raises as :meth:`check_start`.
        """
        self.check_start(inputs, layers, width)
        old = self.weights["vectors"]
        vectors = np.zeros((inputs.rows, width), np.float32)
        firsts, begins = self.inputs.begins, inputs.begins
        for column in self.inputs.sizes:
            kept = inputs.sizes[column]
            vectors[begins[column] : begins[column] + kept] = old[firsts[column] :][:kept]
        initial = {"vectors": vectors, **self._blocks(layers, width)}
        for number, (head, labels) in enumerate(heads.items()):
            if self.heads.get(head) == labels:
                initial |= self._part(f"heads.{list(self.heads).index(head)}", f"heads.{number}")
        return initial | self._part("norm", "norm")

    def _blocks(self, layers: str, width: int) -> dict[str, F32]:
        """Return the weights of old blocks under their new numbers, and zeros for new blocks."""
        old = self.layers.split()
        initial: dict[str, F32] = {}
        done = 0
        for number, layer in enumerate(layers.split()):
            block = f"blocks.{number}"
            if done < len(old) and layer == old[done]:
                initial |= self._part(f"blocks.{done}", block)
                done += 1
            else:
                initial[f"{block}.outer.bias"] = np.zeros(width, np.float32)
                inner = int(layer.split(":")[1]) if layer.startswith("mlp") else width
                initial[f"{block}.outer.weight"] = np.zeros((width, inner), np.float32)
        return initial

    def _part(self, old: str, new: str) -> dict[str, F32]:
        """Return the weights of a module under its new name."""
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
    except Exception as error:  # protobuf errors have no common base class
        raise ModelError(f"{name}: its graph cannot be read: {error}") from error
    constants = {one.name: onnx.numpy_helper.to_array(one) for one in read.initializer}
    norms, linears = list(_norms(read.node, constants)), list(_linears(read.node, constants))
    # Value and gate of a gated convolution are separate products.
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
    """Yield weight (out, in) and bias (out,) of each product in order, dequantised."""
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
