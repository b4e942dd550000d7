"""Small models of marks without PyTorch: random weights behind real tables."""

from majuscule.network.export import export
from majuscule.network.options import NetworkOptions
from majuscule.punctuation.decoding import Thresholds
from majuscule.punctuation.inputs import HEADS, KnownWords, mark_inputs
from majuscule.punctuation.network import MarkNetwork, reach_of
from majuscule.words.lexicon import Lexicon
from tests.network.networks import LAYERS, WIDTH, random_weights
from tests.restore.neural_models import random_restorer


def random_marks(text, seed=1):
    """Return a model that knows the words of a text and puts marks anywhere."""
    known = KnownWords.of(random_restorer(text).tables, 10)
    inputs = mark_inputs(known.frequent)
    weights = random_weights(HEADS, inputs, seed=seed)
    engine = export(inputs, HEADS, weights, NetworkOptions(width=WIDTH, layers=LAYERS))
    told = {"layers": LAYERS}
    return MarkNetwork(known, engine, Lexicon.empty(), Thresholds(), reach_of(LAYERS), told)
