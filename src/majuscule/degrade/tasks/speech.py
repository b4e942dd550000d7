"""Mentions in recogniser output, through a word alignment (Lita et al. 2003, 3.4, Table 3).

The texts are a recogniser's output; the gold mentions are those of the reference transcripts.  The
words of the two, normalised as for NIST's scoring (:mod:`majuscule.degrade.spoken`), are aligned by
minimum edit distance.  A mention is right if it has the label of a gold mention and covers exactly
the words that are aligned with it; for the MUC score, touching one of them is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from majuscule.arrays import I64
from majuscule.degrade.interface import Annotation, EngineInput
from majuscule.degrade.spoken import SpokenWord, spoken_words
from majuscule.degrade.tasks.entities import Mentions, kept
from majuscule.errors import CorpusError
from majuscule.measure import WordErrorMetric, align
from majuscule.reading import open_source
from majuscule.reading.annotations import read_annotated
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import MUC
from majuscule.trials.cells import digest_files

SUFFIXES = (".ctm", ".nlp")

# Cached because the tasks of all recognisers share the transcripts.
_spoken_words = lru_cache(maxsize=16)(spoken_words)


class Speech(Mentions):
    """A recogniser's transcripts in ``speech/NAME``, and the references in ``speech/reference``.

    ``speech:reference`` plays a recogniser without errors.
    """

    tokenizer = "nist"
    unit = "document"

    def __init__(self, recogniser: str, data: Path) -> None:
        folder = data / "speech" / recogniser
        files = sorted(one for one in folder.glob("*") if one.suffix in SUFFIXES)
        if not files:
            raise CorpusError("holds no transcripts (.ctm, .nlp)", str(folder))
        self.name = f"speech:{recogniser}"
        self.score_labels(MUC.labels)
        references = [folder.parent / "reference" / f"{path.stem}.nlp" for path in files]
        self.digest = digest_files([*files, *references])
        self.texts = []
        self._gold: list[AnnotatedText] = []
        for path, reference in zip(files, references, strict=True):
            (gold,) = read_annotated([str(reference)])
            self._gold.append(gold)
            with open_source(path) as opened:
                self.texts.append("\n".join(one.text for one in opened.extracts()))
        self._gold_words = [_spoken_words(one.text) for one in self._gold]
        self._heard_words = [spoken_words(text) for text in self.texts]
        self._alignments = [
            align([one.word for one in spoken], [one.word for one in heard])
            for spoken, heard in zip(self._gold_words, self._heard_words, strict=True)
        ]
        counts = np.array([one.counts for one in self._alignments])
        errors = WordErrorMetric().measures(counts.sum(axis=0))
        self.grade = "word error rate", float(errors["wer"])
        rate, *parts = (f"{100 * share:.1f}" for share in errors.values())
        self.note = (
            f"Word error rate of the recogniser: {rate} % (substituted {parts[0]}, inserted "
            f"{parts[1]}, deleted {parts[2]}), {len(self.texts)} calls, "
            f"{sum(map(len, self._gold_words)):,} words."
        )

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> I64:
        right, guess = [], []
        for number, (given, one) in enumerate(zip(inputs, found, strict=True)):
            reference = _WordSpans(self._gold_words[number])
            # Mentions of the same label within one word, as in "Q3-Q4", become one.
            gold = kept(self._gold[number], self.labels)
            right.append({(*reference.covered(m.start, m.end), m.label) for m in gold})
            pairs = self._alignments[number].pairs
            matched = {int(b): int(a) for a, b in pairs if a >= 0 and b >= 0}
            heard = _WordSpans(self._heard_words[number])
            guessed = set()
            for m in kept(one, self.labels):
                first, last = heard.covered(*given.source(m.start, m.end))
                words = [matched[at] for at in range(first, last) if at in matched]
                # Inserted words get a span after the last word, which is always wrong.
                beyond = len(self._gold_words[number]) + first
                span = (min(words), max(words) + 1) if words else (beyond, beyond + 1)
                guessed.add((*span, m.label))
            guess.append(guessed)
        return self.metric.statistics(right, guess)


class _WordSpans:
    def __init__(self, words: Sequence[SpokenWord]) -> None:
        self._starts = np.array([one.start for one in words])
        self._ends = np.array([one.end for one in words])

    def covered(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of words that a span overlaps, at least one."""
        first = int(np.searchsorted(self._ends, start, side="right"))
        last = int(np.searchsorted(self._starts, end, side="left"))
        return first, max(last, first + 1)
