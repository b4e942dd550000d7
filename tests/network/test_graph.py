"""The graph: the formula by hand, and a result that is the same each time."""

import numpy as np

from majuscule.network.export import build_graph
from tests.network.networks import HEADS, LAYERS, WIDTH, random_engine, random_weights


def test_the_graph_computes_gated_convolutions():
    """Against the formula, place by place: one block of three taps, two apart."""
    layers = "conv:2:3"
    weights = random_weights({"scores": 5}, layers=layers)
    session = random_engine({"scores": 5}, layers=layers).session
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
    both = random_engine().session
    x = np.random.default_rng(6).normal(size=(2, 5, WIDTH)).astype(np.float32)
    told = {"x": x, "mask": np.ones((2, 5, 1), np.float32)}
    alone = {name: weights[f"heads.1.{name}"] for name in ("weight", "bias")}
    lone = {**weights, **{f"heads.0.{name}": array for name, array in alone.items()}}
    graph = build_graph(LAYERS, {"break": 2}, lone)
    import onnxruntime

    session = onnxruntime.InferenceSession(graph.tobytes(), providers=["CPUExecutionProvider"])
    (found,) = session.run(None, told)
    np.testing.assert_allclose(both.run(["break"], told)[0], found, atol=1e-5)
