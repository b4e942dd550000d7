"""A classifier of questions by the type of answer they expect, trained on questions of TREC.

The training questions were labelled by Li and Roth, a line each: ``NUM:date When was Ozzy Osbourne
born ?``.  The classifier is case-sensitive, like the rest of a system made for cased text, so it
misreads some questions in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from majuscule.arrays import F64
from majuscule.errors import CorpusError
from majuscule.extras import require
from majuscule.reading import read_file_lines
from majuscule.reading.annotations.mentions import MUC

NUMBER, OTHER = "NUMBER", "OTHER"
TYPES = (*(label for label in MUC if label != "TIME"), NUMBER, OTHER)
"""The types of answers: classes of entities, other numbers, and anything else.

TREC has one class for dates and times of day, so times count as dates.
"""

_TYPE_OF = {
    "HUM:ind": "PER",
    "HUM:gr": "ORG",
    "NUM:date": "DATE",
    "NUM:money": "MONEY",
    "NUM:perc": "PERCENT",
}
_TYPE_OF_AREA = {"LOC": "LOC", "NUM": NUMBER, "ABBR": OTHER, "DESC": OTHER, "ENTY": OTHER}

_WORD = re.compile(r"\w+|[^\w\s]")
INVERSE_PENALTY = 10.0
"""C of the logistic regression; 10 is half a point better than 1 in five-fold cross-validation."""
STEPS = 500
"""The most iterations; a fifth of them is enough."""


def answer_type(name: str) -> str:
    """Return the answer type of a class of TREC.

    >>> [answer_type(name) for name in ("HUM:ind", "NUM:dist", "HUM:desc", "LOC:city")]
    ['PER', 'NUMBER', 'OTHER', 'LOC']
    """
    return _TYPE_OF.get(name) or _TYPE_OF_AREA.get(name.partition(":")[0], OTHER)


def read_classes(path: Path) -> tuple[list[str], list[str]]:
    """Return the questions of a file in TREC's format, and their answer types."""
    questions, types = [], []
    # The published file is in Latin-1; few of its letters are not ASCII.
    for number, line in read_file_lines(path, errors="replace"):
        if not line.strip():
            continue
        name, blank, question = line.partition(" ")
        if not blank or ":" not in name or not question.strip():
            raise CorpusError("is not CLASS:KIND followed by a question", f"{path}:{number}")
        questions.append(question)
        types.append(answer_type(name))
    if len(set(types)) < 2:
        raise CorpusError("teaches fewer than two types of answers", str(path))
    return questions, types


class AnswerTypes:
    """Logistic regression on words, bigrams and the first words of questions."""

    def __init__(self, questions: Sequence[str], types: Sequence[str]) -> None:
        text = require("sklearn.feature_extraction.text", "the task questions", "degrade")
        linear = require("sklearn.linear_model", "the task questions", "degrade")
        self._vectors = text.CountVectorizer(analyzer=_features, binary=True, min_df=2)
        rows = self._vectors.fit_transform(questions)
        self._model = linear.LogisticRegression(C=INVERSE_PENALTY, max_iter=STEPS)
        self._model.fit(rows, types)

    def probabilities(self, questions: Sequence[str]) -> F64:
        """Return the probabilities of :data:`TYPES`, (questions, types)."""
        found = self._model.predict_proba(self._vectors.transform(questions))
        answer = np.zeros((len(questions), len(TYPES)))
        answer[:, [TYPES.index(name) for name in self._model.classes_]] = found
        return answer


@lru_cache(maxsize=2)
def learn_types(path: Path) -> AnswerTypes:
    """Return the classifier trained on a file."""
    return AnswerTypes(*read_classes(path))


def _features(question: str) -> list[str]:
    words = _WORD.findall(question)
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    return [*words, *pairs, *(f"^ {' '.join(words[:size])}" for size in (1, 2, 3))]
