"""Mentions in recogniser output, through a word alignment (Lita et al. 2003, 3.4, Table 3).

The texts are what a recogniser wrote; the gold mentions are those of the reference transcripts.
Words of the two are aligned with the fewest edits, and a mention is right if it covers the words
that are aligned with a gold mention's, and only those, and has its label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from majuscule.degrade.interface import ENTITIES, Annotation, Input, digest_files
from majuscule.degrade.tasks.entities import kept
from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.formats import read_annotated
from majuscule.entities.mentions import MUC
from majuscule.errors import CorpusError
from majuscule.formats import open_source
from majuscule.measure import SpanMetric, WordErrorMetric, align
from majuscule.measure.metric import IntArray
from majuscule.text.passages import read_passage
from majuscule.text.tokens import PUNCTUATION

Span = tuple[int, int]
SUFFIXES = (".ctm", ".nlp")


class Speech:
    """A recogniser's transcripts in ``speech/NAME``, and the references in ``speech/reference``."""

    needs = frozenset({ENTITIES})
    measure = "f1"
    tokenizer = "snor"
    unit = "document"
    documents: Sequence[int] = ()
    shown = ("precision", "recall", "f1")
    parts: Mapping[str, tuple[int, int]] = {}

    def __init__(self, recogniser: str, data: Path) -> None:
        folder = data / "speech" / recogniser
        files = sorted(one for one in folder.glob("*") if one.suffix in SUFFIXES)
        if not files:
            raise CorpusError("holds no transcripts (.ctm, .nlp)", str(folder))
        self.name = f"speech:{recogniser}"
        self.labels = MUC.labels
        self.metric = SpanMetric(self.labels)
        told = [folder.parent / "reference" / f"{path.stem}.nlp" for path in files]
        self.digest = digest_files([*files, *told])
        self.texts = []
        self._gold: list[AnnotatedText] = []
        for path, right in zip(files, told, strict=True):
            (gold,) = read_annotated([str(right)])
            self._gold.append(gold)
            with open_source(path) as opened:
                self.texts.append("\n".join(one.text for one in opened.documents()))
        self._reference = [_words(one.text) for one in self._gold]

    @property
    def note(self) -> str:
        """Return the word error rate of the recogniser, case and punctuation aside."""
        heard = [[word for word, _ in _words(text)] for text in self.texts]
        told = [[word for word, _ in words] for words in self._reference]
        metric = WordErrorMetric()
        totals = metric.statistics(told, heard).sum(axis=0)
        rate = float(metric.measures(totals)["wer"])
        return f"Word error rate of the recogniser: {100 * rate:.1f} %."

    def score(self, inputs: Sequence[Input], found: Sequence[Annotation]) -> IntArray:
        """Return a row for each transcript."""
        right, guess = [], []
        for number, (given, one) in enumerate(zip(inputs, found, strict=True)):
            reference = self._reference[number]
            heard = _words(self.texts[number])
            pairs = align([word for word, _ in reference], [word for word, _ in heard]).pairs
            matched = {int(b): int(a) for a, b in pairs if a >= 0 and b >= 0}
            spans = _Places(reference)
            # Mentions in parts of one word, as in "Q3-Q4", are one here.
            told = {
                (*spans.covered(m.start, m.end), m.label)
                for m in self._gold[number].mentions
                if m.label in self.labels
            }
            right.append(sorted(told))
            places = _Places(heard)
            guessed = set()
            for m in kept(one, self.labels):
                first, last = places.covered(*given.source(m.start, m.end))
                words = [matched[at] for at in range(first, last) if at in matched]
                # Words that were never said are beyond the last word: right they cannot be.
                beyond = len(reference) + first
                span = (min(words), max(words) + 1) if words else (beyond, beyond + 1)
                guessed.add((*span, m.label))
            guess.append(sorted(guessed))
        return self.metric.statistics(right, guess)


def _words(text: str) -> list[tuple[str, Span]]:
    """Return the words of a text, folded, with their spans."""
    tokens = read_passage(text).tokens
    kept = np.flatnonzero(tokens.kinds != PUNCTUATION)
    spans = zip(tokens.starts[kept].tolist(), tokens.ends[kept].tolist(), strict=True)
    return [(text[start:end].lower(), (start, end)) for start, end in spans]


class _Places:
    """Where the words of a text stand."""

    def __init__(self, words: Sequence[tuple[str, Span]]) -> None:
        self._starts = np.array([start for _, (start, _) in words])
        self._ends = np.array([end for _, (_, end) in words])

    def covered(self, start: int, end: int) -> Span:
        """Return the range of the words that a span touches."""
        first = int(np.searchsorted(self._ends, start, side="right"))
        last = int(np.searchsorted(self._starts, end, side="left"))
        return first, max(last, first + 1)
