"""Small models of marks without PyTorch: random weights behind real tables."""

from dataclasses import replace

from majuscule.corrections.store import CorrectedDocument, Store, WordEdit
from majuscule.network.export import export
from majuscule.network.options import NetworkOptions
from majuscule.punctuation.neural.decoding import Thresholds
from majuscule.punctuation.neural.inputs import HEADS, KnownWords, mark_inputs
from majuscule.punctuation.neural.network import MarkNetwork, reach_of
from majuscule.words.tables.lexicon import Lexicon
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


NAMES = ["anna", "angela merkel", "the man", "a doctor", "everyone", "nobody", "she", "he"]


def corrected(path, looked=True):
    """Write texts in which a comma stands behind *left* and a full stop at the end alone."""
    store = Store(path)
    for number, name in enumerate(NAMES):
        text = f"{name} left and we met them"
        key, at = str(number), text.index("left")
        store.add_document(CorrectedDocument(key, "", "", "", text, text, "", ((at + 4, "?"),)))
        edits = [WordEdit("a", at, "left", mark=",")]
        for begin, word in (
            (0, text.split()[0]),
            (at + 5, "and"),
            (at + 9, "we"),
            (at + 12, "met"),
        ):
            edits.append(WordEdit(word + str(begin), begin, word, mark=""))
        edits.append(WordEdit("z", len(text) - 4, "them", mark="."))
        store.add_edits(key, "Eva", [replace(one, checked=looked) for one in edits])
    store.close()
    return path
