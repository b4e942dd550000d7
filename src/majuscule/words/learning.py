"""Word tables from cased raw text, without labels: how often each word occurs, its capitals, class.

They are those of the truecaser (:mod:`majuscule.words.tables.table`), and help to distinguish names
from common words in text without case.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.learn.corpora import CorpusText
from majuscule.learn.text import held_out_lines
from majuscule.models import model_path, read_model
from majuscule.models.stored import read_stored
from majuscule.options import Progress, no_progress
from majuscule.words.neighbours.classes import ClassOptions, find_classes
from majuscule.words.tables.dictionary import dictionary_words
from majuscule.words.tables.elsewhere import Elsewhere
from majuscule.words.tables.lexicon import LexiconTally
from majuscule.words.tables.table import WordTable
from majuscule.words.tables.vocabulary import EncodedText, encode_text


@dataclass(frozen=True)
class TextOptions:
    """How a case tagger reads its text: held-out documents, and knowledge from other text."""

    held_out: int = 64  # one document in this many is kept for fitting the constants
    together: int = 1  # successive documents that share a fold: many if genres are contiguous
    fitted_on: tuple[str, ...] = ()  # files for fitting the constants instead, with more names
    elsewhere: tuple[str, ...] = ()  # files in other languages, for their names; a word is looked
    # up in the first that has it (each may be a pattern for several)
    elsewhere_words: int = 150_000  # the most frequent of each; six bytes per word
    endings: tuple[str, ...] = ()  # how the language declines these names: >a (Trumpa), a>y
    dictionary: str = ""  # of Hunspell, without .dic: the case of words that the text lacks
    dictionary_words: int = 100_000  # the most frequent words, which are looked up in it


LEAST_FORMS = 10
"""Occurrences in text of other languages that a mixed form needs to enter the lexicon."""
FILES_OF_TEXT = ("elsewhere", "fitted_on", "dictionary")
"""Options that name files; they are not stored in the model."""


def read_text(
    text: TrainingText, chosen: TextOptions, lexicon: LexiconTally, report: Progress = no_progress
) -> tuple[EncodedText, list[TrainingBatch]]:
    """Return encoded training text, with names from other languages, and the batches for fitting
    the constants.  ``lexicon`` counts mixed forms."""
    fits = chosen.held_out and not chosen.fitted_on
    held_out = held_out_lines(text, chosen.held_out) if fits else None
    encoded, batches = encode_text(
        text, lexicon, held_out=held_out, together=chosen.together, spread=True, report=report
    )
    language = text.language if isinstance(text, CorpusText) else ""
    names, forms = Elsewhere.none(), LexiconTally()
    if chosen.elsewhere:
        for files in chosen.elsewhere:
            other = CorpusText([files], keep="all")
            most, endings = chosen.elsewhere_words, chosen.endings
            names = names.or_else(Elsewhere.read(other, most, forms, report, endings=endings))
        lexicon.take(forms, LEAST_FORMS)
    if chosen.dictionary:
        first, others = dictionary_words(chosen.dictionary, language, chosen.dictionary_words)
        names = first.or_else(names).or_else(others)
    encoded = replace(encoded, vocabulary=replace(encoded.vocabulary, elsewhere=names))
    if chosen.fitted_on:
        batches = [*CorpusText(chosen.fitted_on, keep="all", language=language).batches()]
    return encoded, batches


def learn_words(text: TrainingText, *, least: int = 3, report: Progress = no_progress) -> WordTable:
    """Return the table of the words that occur at least ``least`` times in cased text, with 500
    classes by neighbours, or without classes if the text is too short for them."""
    encoded, _ = encode_text(text, report=report)
    vocabulary = encoded.vocabulary
    options = ClassOptions(words=40_000, classes=500)
    classes = find_classes(encoded.ids - 1, len(vocabulary.words), options)
    return vocabulary.table(classes, least)


def words_of_model(name_or_path: str) -> WordTable:
    """Return the word table of a trained truecaser, copied out of its memory-mapped file."""
    stored = read_stored(WordTable, read_model(model_path(name_or_path)))
    return WordTable(np.array(stored.table))
