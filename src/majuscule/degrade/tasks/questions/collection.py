"""A collection of questions, the passages that answer them, and other passages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from majuscule.errors import CorpusError, reason_of
from majuscule.reading import read_documents

SHARED = 8
"""Length of an n-gram that two passages share only if one repeats the other."""
SHORTEST = 20
"""The fewest words of a passage that is added."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Question:
    """A question, its answers, and the numbers of its passage and of its article."""

    text: str
    answers: tuple[str, ...]
    passage: int
    article: int


@dataclass(frozen=True)
class Collection:
    """Questions, and passages by article, first those that the questions were asked on."""

    questions: list[Question]
    passages: list[str]
    articles: list[int]
    """The number of each passage's article, in ascending order."""


def read_collection(questions: Path, others: Path) -> Collection:
    """Return the questions of a file in SQuAD's format, with the paragraphs of ``others`` added.

    A paragraph is left out if it shares :data:`SHARED` running words with a passage of the file, or
    has fewer than :data:`SHORTEST` words.
    """
    collection = read_squad(questions)
    known = {ngram for passage in collection.passages for ngram in ngrams(passage)}
    first = collection.articles[-1] + 1
    for number, document in enumerate(read_documents([str(others)]), first):
        for paragraph in document.paragraphs:
            if len(words(paragraph)) >= SHORTEST and known.isdisjoint(ngrams(paragraph)):
                collection.passages.append(paragraph)
                collection.articles.append(number)
    return collection


def read_squad(path: Path) -> Collection:
    """Return the questions and passages of a file of SQuAD 1.1 (Rajpurkar et al. 2016)."""
    try:
        found = json.loads(path.read_text("utf-8"))
        questions: list[Question] = []
        passages: list[str] = []
        articles: list[int] = []
        for number, article in enumerate(found["data"]):
            for paragraph in article["paragraphs"]:
                passages.append(str(paragraph["context"]))
                articles.append(number)
                for one in paragraph["qas"]:
                    said = [answer["text"] for answer in one["answers"]]
                    answers = tuple(dict.fromkeys(each for each in said if words(each)))
                    questions.append(
                        Question(str(one["question"]), answers, len(passages) - 1, number)
                    )
    except OSError as error:
        raise CorpusError(f"cannot be read: {reason_of(error)}", str(path)) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CorpusError(
            f"is not JSON in SQuAD's format: {type(error).__name__} {error}", str(path)
        ) from error
    answered = [one for one in questions if one.answers]
    if not answered:
        raise CorpusError("has no question with an answer, so there is nothing to score", str(path))
    return Collection(answered, passages, articles)


def words(text: str) -> tuple[str, ...]:
    """Return the lower-case words of a text, by which answers are compared."""
    return tuple(one.lower() for one in _WORD.findall(text))


def ngrams(text: str) -> Iterable[tuple[str, ...]]:
    """Yield the n-grams of :data:`SHARED` words of a text."""
    found = words(text)
    return (found[at : at + SHARED] for at in range(len(found) - SHARED + 1))


def holds(text: str, answers: Iterable[str]) -> bool:
    """Return whether a text contains the words of one of the answers, in sequence.

    >>> holds("It was built in 1889.", ["in 1889", "19th century"]), holds("In 18890", ["1889"])
    (True, False)
    """
    padded = f" {' '.join(words(text))} "
    return any(f" {' '.join(words(answer))} " in padded for answer in answers)
