"""Small neural taggers without PyTorch: random weights behind real tables."""

import numpy as np

from majuscule.network.export import export
from majuscule.restore.neural.calibration import NeuralCalibration
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.restorer import NeuralRestorer
from majuscule.words.inputs import HEADS, Tables
from majuscule.words.neighbours.phrases import PhraseOptions, count_phrases
from majuscule.words.neighbours.triples import TripleOptions, count_triples
from majuscule.words.tables.lexicon import Lexicon
from majuscule.words.tables.table import WordTable, number_table
from majuscule.words.tables.vocabulary import encode_text
from tests.network.networks import LAYERS, random_weights

FREQUENT = 20


def random_restorer(text, longest=32, seed=1):
    """Return a restorer that knows the words of a text and has learnt nothing from it."""
    encoded, _ = encode_text(text)
    vocabulary = encoded.vocabulary
    phrases, _ = count_phrases(encoded, PhraseOptions(1, 0.0))
    triples, _ = count_triples(encoded, phrases, TripleOptions(1, 0.0))
    some = vocabulary.words[:FREQUENT]
    numbers = np.arange(1, len(some) + 1, dtype=np.int32)
    zeros = np.zeros(len(vocabulary.words), np.int32)
    tables = Tables(
        WordTable.build(vocabulary.words, vocabulary.buckets(), zeros),
        number_table(some, numbers),
        phrases,
        len(some),
        triples,
    )
    inputs = tables.inputs
    weights = random_weights(HEADS, inputs, seed=seed)
    engine = export(inputs, HEADS, weights, NeuralOptions(layers=LAYERS))
    told = {"longest": longest}
    return NeuralRestorer(tables, engine, Lexicon.empty(), NeuralCalibration(), longest, told)
