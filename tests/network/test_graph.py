"""The graph: the formula by hand, and a result that is the same each time."""

import numpy as np
import onnxruntime
import pytest

from majuscule.network.export import build_graph
from tests.network.networks import (
    HEADS,
    LAYERS,
    WIDTH,
    random_columns,
    random_engine,
    random_weights,
)


def session_of(graph):
    return onnxruntime.InferenceSession(graph.tobytes(), providers=["CPUExecutionProvider"])


def test_the_graph_computes_gated_convolutions():
    """Against the formula, place by place: one block of three taps, two apart."""
    layers = "conv:2:3"
    weights = random_weights({"scores": 5}, layers=layers)
    session = session_of(build_graph(layers, {"scores": 5}, weights))
    x = np.random.default_rng(5).normal(size=(1, 6, WIDTH)).astype(np.float32)
    mask = np.array([1, 1, 1, 1, 1, 0], np.float32)[None, :, None]
    (found,) = session.run(None, {"x": x, "mask": mask})

    def norm(v, name):
        v = (v - v.mean()) / np.sqrt(v.var() + 1e-5)
        return v * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    for t in range(5):
        near = [t - 2, t, t + 2]
        inside = [
            norm(x[0, k], "blocks.0.norm") * (0 <= k < 5) if 0 <= k < 5 else np.zeros(WIDTH)
            for k in near
        ]
        both = weights["blocks.0.inner.weight"] @ np.concatenate(inside)
        both += weights["blocks.0.inner.bias"]
        gated = both[:WIDTH] / (1 + np.exp(-both[WIDTH:]))
        made = x[0, t] + weights["blocks.0.outer.weight"] @ gated + weights["blocks.0.outer.bias"]
        exact = weights["heads.0.weight"] @ norm(made, "norm") + weights["heads.0.bias"]
        np.testing.assert_allclose(found[0, t], exact, atol=1e-3)


def test_the_same_weights_give_the_same_bytes():
    weights = random_weights()
    once, again = (build_graph(LAYERS, HEADS, weights) for _ in range(2))
    assert np.array_equal(once, again)


def test_each_head_is_a_linear_layer_over_the_same_body():
    weights = random_weights()
    both = session_of(build_graph(LAYERS, HEADS, weights))
    x = np.random.default_rng(6).normal(size=(2, 5, WIDTH)).astype(np.float32)
    told = {"x": x, "mask": np.ones((2, 5, 1), np.float32)}
    alone = {name: weights[f"heads.1.{name}"] for name in ("weight", "bias")}
    lone = {**weights, **{f"heads.0.{name}": array for name, array in alone.items()}}
    (found,) = session_of(build_graph(LAYERS, {"break": 2}, lone)).run(None, told)
    np.testing.assert_allclose(both.run(["break"], told)[0], found, atol=1e-5)


@pytest.mark.parametrize("layers", [LAYERS, "conv:3:5 conv:1:1 conv:3:5", ""])
def test_what_is_run_answers_as_the_graph_of_the_model_does(layers):
    """Pieces one behind the other, as against side by side up to the longest."""
    columns, bounds = random_columns(60), np.array([[0, 7], [9, 50], [50, 51], [53, 60]])
    for sample in ((), [(columns, bounds)]):
        engine = random_engine(layers=layers, sample=sample)
        sizes = bounds[:, 1] - bounds[:, 0]
        mask = (np.arange(sizes.max()) < sizes[:, None])[..., None].astype(np.float32)
        x = np.zeros((len(bounds), sizes.max(), WIDTH), np.float32)
        for row, (first, last) in zip(x, bounds, strict=True):
            row[: last - first] = engine.vectors.sum(columns[first:last], engine.inputs)
        plain = session_of(engine.graph).run(list(HEADS), {"x": x, "mask": mask})
        for one, found in zip(plain, engine.run(columns, bounds).values(), strict=True):
            for row, (first, last) in zip(one, bounds, strict=True):
                if sample:
                    assert np.array_equal(row[: last - first], found[first:last])
                np.testing.assert_allclose(row[: last - first], found[first:last], atol=1e-4)
