"""What is known of words before any label: how often raw text has them, how it writes them, their
class.

The same word table as the truecaser's (:mod:`majuscule.words.table`), learnt from cased raw text.
It is what tells a name from a common word when the text at hand has no case.
"""

from __future__ import annotations

import numpy as np

from majuscule.learn.batches import TrainingText
from majuscule.models import model_path, read_model
from majuscule.models.stored import read_stored
from majuscule.options import Progress
from majuscule.words.classes import ClassOptions, find_classes
from majuscule.words.table import WordTable
from majuscule.words.vocabulary import encode_text


def learn_words(
    text: TrainingText, *, least: int = 3, classes: int = 500, report: Progress | None = None
) -> WordTable:
    """Return the table of the words that cased text has at least ``least`` times.

    ``classes``: word classes from neighbours; too little text gives none.
    """
    encoded, _ = encode_text(text, report=report)
    vocabulary = encoded.vocabulary
    found = find_classes(
        encoded.ids - 1, len(vocabulary.words), ClassOptions(words=40_000, classes=classes)
    )
    return vocabulary.table(found, least)


def words_of_model(name_or_path: str) -> WordTable:
    """Return the word table of a truecaser that was trained before: the same kind of table."""
    found = read_stored(WordTable, read_model(model_path(name_or_path)))
    return WordTable(np.array(found.table))
