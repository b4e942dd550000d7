"""spaCy's entity recogniser, trained on the same text as the other taggers.

The default transition-based parser over a convolutional encoder, with the sizes of spaCy's small
English models.  Like ours, it is trained on each text as written and in lower case, until held-out
F1 stops rising; its input is the tokens of our tokenizer.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.entity_rivals import RivalTagger, lines_of
from majuscule.entities.interface import Corpus
from majuscule.reading.annotations.schemes import Scheme, TokenSpan
from majuscule.text.batches import batches

PARAMETERS: dict[str, Any] = {
    "held out": 20,  # one document in 20
    "words": 1000,  # in a batch
    "dropout": 0.1,
    "patience": 3,  # rounds without a better F1 after which training ends
    "rounds": 40,  # at most
    "seed": 1,
}


class Spacy(RivalTagger):
    """A trained spaCy pipeline."""

    def __init__(self, path: Path) -> None:
        self._nlp = _pipeline().from_bytes(path.read_bytes())

    def find(self, lines: Iterable[list[str]]) -> Iterator[Iterable[TokenSpan]]:
        for doc in self._nlp.pipe(_doc(self._nlp, words) for words in lines):
            yield [(one.start, one.end, one.label_) for one in doc.ents]


def train(corpora: Sequence[Corpus], labels: tuple[str, ...], path: Path) -> str:
    """Write the model, and return how long it was trained: about five minutes a round of the whole
    text."""
    import spacy

    spacy.util.fix_random_seed(PARAMETERS["seed"])
    nlp, scheme, one_in = _pipeline(), Scheme("bio2", labels), PARAMETERS["held out"]
    held_out: list[Any] = []
    examples: list[Any] = []
    for corpus in corpora:
        for number, document in enumerate(corpus.documents):
            for condition in ("original", "lower"):
                found = [
                    _example(nlp, words, tags)
                    for words, tags in lines_of(document.cased(condition), scheme)
                ]
                (examples if number % one_in else held_out).extend(found)
    optimizer = nlp.initialize(lambda: examples)
    generator = random.Random(PARAMETERS["seed"])
    best, stale, number = -1.0, 0, 0
    while stale < PARAMETERS["patience"] and number < PARAMETERS["rounds"]:
        number += 1
        generator.shuffle(examples)
        for batch in batches(examples, PARAMETERS["words"], lambda one: len(one.reference)):
            nlp.update(batch, sgd=optimizer, drop=PARAMETERS["dropout"])
        with nlp.use_params(optimizer.averages):
            f1, weights = nlp.evaluate(held_out)["ents_f"], nlp.to_bytes()
        print(f"round {number}: F1 {100 * f1:.2f} held out", file=sys.stderr, flush=True)
        stale = 0 if f1 > best else stale + 1
        if f1 > best:
            best = f1
            path.write_bytes(weights)
    return f", best in round {number - stale} of {number}"


def _pipeline() -> Any:
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("ner")
    return nlp


def _doc(nlp: Any, words: list[str], tags: list[str] | None = None) -> Any:
    from spacy.tokens import Doc

    return Doc(nlp.vocab, words=words, ents=tags)


def _example(nlp: Any, words: list[str], tags: list[str]) -> Any:
    from spacy.training import Example

    return Example(_doc(nlp, words), _doc(nlp, words, tags))
