"""Export of a trained network: vectors quantised to integers, the layers as an ONNX graph.

The graph is built from the network's arrays, without tracing: its bytes are reproducible.  Inputs:
``x`` float32 (pieces, length, width), ``mask`` (pieces, length, 1), 0 beyond the end.  Outputs:
scores (pieces, length, labels) under the name of each head.  Building needs the package onnx,
running only onnxruntime.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from majuscule.arrays import F32, U8, Array
from majuscule.extras import require
from majuscule.network.engine import NetworkEngine
from majuscule.network.inputs import Columns, Heads, Inputs
from majuscule.network.options import NetworkOptions
from majuscule.network.pieces import Pieces
from majuscule.network.vectors import Vectors

Sample = Iterable[tuple[Columns, Pieces]]
"""Texts, as arguments of :meth:`NetworkEngine.run`."""


OPSET = 17
PADDING = np.float32(0)
ZERO = np.uint8(128)
"""Zero point of the quantised inputs of matrix products."""

LEVELS = 63
"""Largest quantised weight: sums of two products then fit into 16 bits, which processors without
VNNI need to give the same sums as others."""

Weights = Mapping[str, F32]
Ranges = Sequence[float]
"""For each matrix product in order, the largest input that is not clipped."""


class _Builder:
    """Collects nodes and constants under generated names, and the inputs of matrix products.

    ``steps``: the quantisation step of each quantised input.
    """

    def __init__(self, ranges: Ranges | None) -> None:
        self.nodes: list[Any] = []
        self.constants: dict[str, Array] = {}
        self.ranges = ranges
        self.inputs: list[str] = []
        self.steps: dict[str, np.float32] = {}

    def constant(self, values: Array) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = np.ascontiguousarray(values)
        return name

    def add(self, kind: str, inputs: Sequence[str], **attributes: Any) -> str:
        from onnx import helper

        name = f"t{len(self.nodes)}_0"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def product_input(self, x: str, reach: int = 1, taps: int = 1) -> str:
        """Return the input of a matrix product: each token with its neighbours, quantised if ranges
        are given."""
        if self.ranges is None:
            inputs = self.around(x, reach, taps)
            self.inputs.append(inputs)
            return inputs
        # Constant scales: a token's scores must not depend on the rest of its batch.
        step = np.float32(self.ranges[len(self.inputs)] / 127)
        quantised = self.add(
            "QuantizeLinear", [x, self.constant(np.array(step)), self.constant(np.array(ZERO))]
        )
        # Quantised before it is copied beside its neighbours: once, and a quarter of the bytes.
        inputs = self.around(quantised, reach, taps, ZERO)
        self.inputs.append(inputs)
        self.steps[inputs] = step
        return inputs

    def linear(self, inputs: str, weight: Array, bias: Array) -> str:
        """Return ``inputs``, from :meth:`product_input`, times the weights, plus the bias."""
        if inputs not in self.steps:
            product = self.add("MatMul", [inputs, self.constant(weight.T)])
            return self.add("Add", [product, self.constant(bias)])
        steps = np.maximum(np.abs(weight).max(axis=1), 1e-8).astype(np.float32) / LEVELS
        rounded = np.rint(weight / steps[:, None]).astype(np.int8)
        scales = (steps * self.steps[inputs]).astype(np.float32)
        zero = self.constant(np.array(ZERO))
        product = self.add("MatMulInteger", [inputs, self.constant(rounded.T), zero])
        product = self.add("Cast", [product], to=1)
        product = self.add("Mul", [product, self.constant(scales)])
        return self.add("Add", [product, self.constant(bias)])

    def norm(self, x: str, weights: Weights, name: str) -> str:
        scale = self.constant(weights[f"{name}.weight"])
        shift = self.constant(weights[f"{name}.bias"])
        return self.add("LayerNormalization", [x, scale, shift], axis=-1, epsilon=1e-5)

    def around(self, x: str, reach: int, taps: int, beyond: np.float32 | np.uint8 = PADDING) -> str:
        """Return each token concatenated with those ``reach`` apart; ``beyond``: past the ends."""
        if taps == 1:
            return x
        half = taps // 2 * reach
        sides = self.constant(np.array([0, half, 0, 0, half, 0], np.int64))
        padded = self.add("Pad", [x, sides, self.constant(np.array(beyond))])
        axis = self.constant(np.array([1], np.int64))
        parts = []
        for k in range(taps):
            end = k * reach - 2 * half
            start = self.constant(np.array([k * reach], np.int64))
            stop = self.constant(np.array([end if end else np.iinfo(np.int64).max], np.int64))
            parts.append(self.add("Slice", [padded, start, stop, axis]))
        return self.add("Concat", parts, axis=-1)


def build_graph(
    layers: str,
    heads: Heads,
    weights: Weights,
    ranges: Ranges | None = None,
    *,
    probes: bool = False,
) -> U8:
    """Return the ONNX graph of a trained network as bytes.

    ``layers`` and ``heads`` as in :class:`majuscule.network.layers.Network`; ``weights``: its
    state.  ``ranges``: do matrix products in 8-bit integers.  ``probes``: output the inputs of all
    matrix products too, to measure ranges.
    """
    require("onnx", "training a neural tagger", "train")
    from onnx import TensorProto, helper, numpy_helper

    builder = _Builder(ranges)
    x = "x"
    for number, layer in enumerate(layers.split()):
        x = _block(builder, x, layer, f"blocks.{number}", weights)
    inputs = builder.product_input(builder.norm(x, weights, "norm"))
    for number, head in enumerate(heads):
        name = f"heads.{number}"
        scores = builder.linear(inputs, weights[f"{name}.weight"], weights[f"{name}.bias"])
        builder.nodes.append(helper.make_node("Identity", [scores], [head]))

    def value(name: str, last: int | None) -> Any:
        shape = None if last is None else ["pieces", "length", last]
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    graph = helper.make_graph(
        builder.nodes,
        "majuscule",
        [value("x", len(weights["norm.weight"])), value("mask", 1)],
        [
            *(value(head, labels) for head, labels in heads.items()),
            *(value(name, None) for name in (builder.inputs if probes else ())),
        ],
        [numpy_helper.from_array(array, name) for name, array in builder.constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    return np.frombuffer(model.SerializeToString(), np.uint8)


def _block(builder: _Builder, x: str, layer: str, name: str, weights: Weights) -> str:
    kind, *sizes = layer.split(":")
    normed = builder.norm(x, weights, f"{name}.norm")
    inner = (weights[f"{name}.inner.weight"], weights[f"{name}.inner.bias"])
    if kind == "conv":
        masked = builder.add("Mul", [normed, "mask"])
        inputs = builder.product_input(masked, int(sizes[0]), int(sizes[1]))
        width = len(weights[f"{name}.norm.weight"])
        value = builder.linear(inputs, inner[0][:width], inner[1][:width])
        gate = builder.linear(inputs, inner[0][width:], inner[1][width:])
        hidden = builder.add("Mul", [value, builder.add("Sigmoid", [gate])])
    else:
        hidden = builder.add("Relu", [builder.linear(builder.product_input(normed), *inner)])
    outer = (weights[f"{name}.outer.weight"], weights[f"{name}.outer.bias"])
    return builder.add("Add", [x, builder.linear(builder.product_input(hidden), *outer)])


def export(
    inputs: Inputs,
    heads: Heads,
    weights: Mapping[str, F32],
    options: NetworkOptions,
    sample: Sample = (),
) -> NetworkEngine:
    """Return the engine that runs a trained network.

    ``weights`` are from :meth:`majuscule.network.training.Learner.weights`.  With ``options.bits``
    of 8, matrix products are in integers, whose ranges are measured on a ``sample`` of held-out
    texts; without a sample, in float32.
    """
    build = partial(build_graph, options.layers, heads, weights)
    vectors = Vectors.of(weights["vectors"], inputs, options.coarse.split())
    engine = NetworkEngine(inputs, heads, vectors, build())
    if options.bits == 32:
        return engine
    ranges = measure_ranges(replace(engine, graph=build(probes=True)), sample)
    return replace(engine, graph=build(ranges)) if ranges else engine


def measure_ranges(probed: NetworkEngine, sample: Sample) -> list[float]:
    """Return the range of the inputs of each matrix product on a sample of texts.

    One value in ten thousand is clipped, which makes the steps finer.
    """
    quantiles: list[list[float]] = []
    for columns, bounds in sample:
        for _, answers in probed.answers(columns, bounds):
            inputs = answers[len(probed.heads) :]
            quantiles.append([float(np.quantile(np.abs(one), 0.9999)) for one in inputs])
    medians = np.median(np.array(quantiles), axis=0) if quantiles else []
    return [float(value) for value in medians]
