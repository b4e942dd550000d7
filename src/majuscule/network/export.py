"""A trained network as a model holds it: vectors in whole numbers, the layers as a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from majuscule.arrays import F32
from majuscule.network.engine import Engine
from majuscule.network.graph import build_graph
from majuscule.network.inputs import Columns, Heads, Inputs
from majuscule.network.options import NetworkOptions
from majuscule.network.pieces import Pieces
from majuscule.network.vectors import Vectors

Sample = Iterable[tuple[Columns, Pieces]]
"""Texts as :meth:`Engine.run` takes them."""


def export(
    inputs: Inputs,
    heads: Heads,
    weights: Mapping[str, F32],
    options: NetworkOptions,
    sample: Sample = (),
) -> Engine:
    """Return the engine that runs a trained network.

    ``weights`` as :meth:`majuscule.network.training.Learner.learnt` gives them.  With
    ``options.bits`` of 8 matrix products are done in whole numbers, whose ranges are measured on a
    ``sample`` of texts that were not learnt from; without a sample, in float32.
    """
    build = partial(build_graph, options.layers, heads, weights)
    vectors = Vectors.of(weights["vectors"], inputs, options.coarse.split())
    engine = Engine(inputs, heads, vectors, build())
    if options.bits == 32:
        return engine
    ranges = measure_ranges(replace(engine, graph=build(probes=True)), sample)
    return replace(engine, graph=build(ranges)) if ranges else engine


def measure_ranges(probed: Engine, sample: Sample) -> list[float]:
    """Return how large the inputs of each matrix product get on a sample of texts.

    One in ten thousand is larger; that rounds finer than the largest of all would.
    """
    found: list[list[float]] = []
    for columns, bounds in sample:
        for _, inside, told in probed.batches(columns, bounds):
            inputs = probed.session.run(None, told)[len(probed.heads) :]
            found.append([float(np.quantile(np.abs(one[inside]), 0.9999)) for one in inputs])
    return [float(value) for value in np.median(np.array(found), axis=0)] if found else []
