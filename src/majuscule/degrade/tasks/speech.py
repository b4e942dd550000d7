"""Mentions in recogniser output, through a word alignment (Lita et al. 2003, 3.4, Table 3).

The texts are what a recogniser wrote; the gold mentions are those of the reference transcripts.
Words of the two are aligned with the fewest edits, in the form in which NIST's scoring compares
them (:mod:`majuscule.degrade.spoken`), and a mention is right if it covers the words
that are aligned with a gold mention's, and only those, and has its label; for the MUC score it is
enough to touch one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from majuscule.degrade.interface import Annotation, EngineInput
from majuscule.degrade.spoken import SpokenWord, spoken_words
from majuscule.degrade.tasks.entities import Mentions, kept
from majuscule.errors import CorpusError
from majuscule.measure import WordErrorMetric, align
from majuscule.measure.metric import IntArray
from majuscule.reading import open_source
from majuscule.reading.annotations import read_annotated
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import MUC
from majuscule.trials.cells import digest_files

SUFFIXES = (".ctm", ".nlp")

# The tasks of all recognisers share the words of the transcripts.
_spoken_words = lru_cache(maxsize=16)(spoken_words)


class Speech(Mentions):
    """A recogniser's transcripts in ``speech/NAME``, and the references in ``speech/reference``.

    ``speech:reference`` is what a recogniser without errors would give.
    """

    tokenizer = "nist"
    unit = "document"

    def __init__(self, recogniser: str, data: Path) -> None:
        folder = data / "speech" / recogniser
        files = sorted(one for one in folder.glob("*") if one.suffix in SUFFIXES)
        if not files:
            raise CorpusError("holds no transcripts (.ctm, .nlp)", str(folder))
        self.name = f"speech:{recogniser}"
        self.tell_apart(MUC.labels)
        told = [folder.parent / "reference" / f"{path.stem}.nlp" for path in files]
        self.digest = digest_files([*files, *told])
        self.texts = []
        self._gold: list[AnnotatedText] = []
        for path, right in zip(files, told, strict=True):
            (gold,) = read_annotated([str(right)])
            self._gold.append(gold)
            with open_source(path) as opened:
                self.texts.append("\n".join(one.text for one in opened.extracts()))
        self._told = [_spoken_words(one.text) for one in self._gold]
        self._heard = [spoken_words(text) for text in self.texts]
        self._alignments = [
            align([one.word for one in told], [one.word for one in heard])
            for told, heard in zip(self._told, self._heard, strict=True)
        ]
        counts = np.array([one.counts for one in self._alignments])
        errors = WordErrorMetric().measures(counts.sum(axis=0))
        self.grade = "word error rate", float(errors["wer"])
        rate, *parts = (f"{100 * share:.1f}" for share in errors.values())
        self.note = (
            f"Word error rate of the recogniser: {rate} % (substituted {parts[0]}, inserted "
            f"{parts[1]}, deleted {parts[2]}), {len(self.texts)} calls, "
            f"{sum(map(len, self._told)):,} words."
        )

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> IntArray:
        right, guess = [], []
        for number, (given, one) in enumerate(zip(inputs, found, strict=True)):
            told = _Places(self._told[number])
            # Mentions in parts of one word, as in "Q3-Q4", are one here.
            gold = kept(self._gold[number], self.labels)
            right.append({(*told.covered(m.start, m.end), m.label) for m in gold})
            pairs = self._alignments[number].pairs
            matched = {int(b): int(a) for a, b in pairs if a >= 0 and b >= 0}
            heard = _Places(self._heard[number])
            guessed = set()
            for m in kept(one, self.labels):
                first, last = heard.covered(*given.source(m.start, m.end))
                words = [matched[at] for at in range(first, last) if at in matched]
                # Words that were never said are beyond the last word: right they cannot be.
                beyond = len(self._told[number]) + first
                span = (min(words), max(words) + 1) if words else (beyond, beyond + 1)
                guessed.add((*span, m.label))
            guess.append(guessed)
        return self.metric.statistics(right, guess)


class _Places:
    def __init__(self, words: Sequence[SpokenWord]) -> None:
        self._starts = np.array([one.start for one in words])
        self._ends = np.array([one.end for one in words])

    def covered(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the words that a span touches."""
        first = int(np.searchsorted(self._ends, start, side="right"))
        last = int(np.searchsorted(self._starts, end, side="left"))
        return first, max(last, first + 1)
