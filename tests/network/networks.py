"""Small networks without PyTorch: random weights for given inputs and heads."""

from typing import Any

import numpy as np

from majuscule.network.engine import NetworkEngine
from majuscule.network.export import export
from majuscule.network.inputs import Inputs
from majuscule.network.options import NetworkOptions

WIDTH = 16
LAYERS = "conv:1:3 mlp:24 conv:2:3"
INPUTS = Inputs({"word": 40, "shape": 5})
HEADS = {"mark": 4, "break": 2}


def random_weights(heads=HEADS, inputs=INPUTS, layers=LAYERS, width=WIDTH, seed=1):
    generator = np.random.default_rng(seed)
    vectors = np.random.default_rng(seed).normal(size=(inputs.rows, width))
    weights: dict[str, Any] = {"vectors": vectors.astype(np.float32)}

    def add(name, out, into):
        weights[f"{name}.weight"] = generator.normal(size=(out, into)).astype(np.float32) / 4
        weights[f"{name}.bias"] = generator.normal(size=out).astype(np.float32) / 4

    def norm(name):
        weights[f"{name}.weight"] = generator.normal(size=width).astype(np.float32)
        weights[f"{name}.bias"] = generator.normal(size=width).astype(np.float32)

    for number, layer in enumerate(layers.split()):
        kind, *sizes = layer.split(":")
        norm(f"blocks.{number}.norm")
        if kind == "conv":
            add(f"blocks.{number}.inner", 2 * width, int(sizes[1]) * width)
            add(f"blocks.{number}.outer", width, width)
        else:
            add(f"blocks.{number}.inner", int(sizes[0]), width)
            add(f"blocks.{number}.outer", width, int(sizes[0]))
    norm("norm")
    for number, labels in enumerate(heads.values()):
        add(f"heads.{number}", labels, width)
    return weights


def random_engine(heads=HEADS, inputs=INPUTS, layers=LAYERS, sample=(), coarse="") -> NetworkEngine:
    weights = random_weights(heads, inputs, layers)
    options = NetworkOptions(width=WIDTH, layers=layers, coarse=coarse)
    return export(inputs, heads, weights, options, sample)


def random_columns(n, inputs=INPUTS, seed=2):
    generator = np.random.default_rng(seed)
    columns = [generator.integers(0, size, n) for size in inputs.sizes.values()]
    return np.stack(columns, axis=1).astype(np.int32)
