"""Small neural taggers without PyTorch: random weights behind real tables."""

import numpy as np

from majuscule.restore.linear.encoding import TAGS
from majuscule.restore.neural.engine import Engine, round_table
from majuscule.restore.neural.graph import build_graph
from majuscule.restore.neural.inputs import NO_WORD
from majuscule.restore.neural.phrases import PhraseOptions, count_phrases
from majuscule.restore.neural.reading import Tables
from majuscule.restore.neural.restorer import NeuralCalibration, NeuralRestorer
from majuscule.words.lexicon import Lexicon
from majuscule.words.table import WordTable
from majuscule.words.vocabulary import encode_text

WIDTH, FREQUENT = 16, 20
LAYERS = "conv:1:3 mlp:24 conv:2:3"


def random_weights(layers=LAYERS, width=WIDTH, seed=1):
    generator = np.random.default_rng(seed)
    weights = {}

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
    add("out", TAGS, width)
    return weights


def random_restorer(text, longest=32, seed=1):
    """Return a restorer that knows the words of a text and has learnt nothing from it."""
    encoded, _ = encode_text(text)
    vocabulary = encoded.vocabulary
    phrases, _ = count_phrases(encoded, PhraseOptions(1, 0.0))
    some = vocabulary.words[:FREQUENT]
    numbers = np.arange(1, len(some) + 1, dtype=np.int32)
    zeros = np.zeros(len(vocabulary.words), np.int32)
    tables = Tables(
        WordTable.build(vocabulary.words, vocabulary.buckets(), zeros),
        WordTable.build(some, numbers >> 10, numbers & 1023),
        phrases,
        len(some),
    )
    generator = np.random.default_rng(seed)
    vectors = generator.normal(size=(NO_WORD + len(some) + 1, WIDTH)).astype(np.float32)
    table, scales = round_table(vectors)
    graph = np.frombuffer(build_graph(LAYERS, random_weights()), np.uint8)
    engine = Engine(table, scales, graph)
    told = {"longest": longest}
    return NeuralRestorer(tables, engine, Lexicon.empty(), NeuralCalibration(), longest, told)
