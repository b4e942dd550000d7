"""Question answering on a corpus: five 250-byte strings a question (Niu et al. 2004, 3.4.4).

``questions:corpus`` changes the case of the corpus only (Table 6), ``questions:both`` also that of
the questions (Table 7).  A file of questions may follow: ``questions:both:FILE``.  With
``,entities`` after the mode, only entities are answers, as in information extraction; otherwise a
string may also be cut out around a word of the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from majuscule.arrays import I64
from majuscule.degrade.interface import ENTITIES, Annotation, EngineInput, Task
from majuscule.degrade.tasks.questions.answer_types import TYPES, learn_types
from majuscule.degrade.tasks.questions.collection import Question, holds, read_collection
from majuscule.degrade.tasks.questions.ranking import Cut, ReadText, best_strings, rank, rarities
from majuscule.degrade.tasks.questions.retrieval import TextWords, find_passages, keywords, words_of
from majuscule.degrade.tasks.questions.scores import AnswerMetric
from majuscule.errors import CorpusError, UsageError
from majuscule.measure.metric import sum_by_document
from majuscule.reading.annotations.mentions import MUC
from majuscule.text.characters.codepoints import recase
from majuscule.trials.cells import digest_files

MODES = ("corpus", "both")
QUESTIONS = "xquad-en-dev.json"
CLASSES = "questions/trec-question-classes.txt"
OTHERS = "truecasing/dev/wikipedia.jsonl"
SIZES = {"": 250, "50-byte ": 50}
"""Prefix of the measures -> bytes of an answer string, for TREC-8's two categories."""
FOUND = 10
"""Passages retrieved for a question."""


class Questions(Task):
    """Questions in SQuAD's format, with their passages among other paragraphs of Wikipedia.

    The texts are all questions, then all passages; the engine reads the passages that were
    retrieved.  A string is right if it comes from the passage that the question was asked on and
    contains the words of an answer.
    """

    needs = frozenset({ENTITIES})
    measure = "mrr"
    tokenizer = "words"
    unit = "article"
    shown = (
        "mrr",
        "top 1",
        "found",
        "names mrr",
        "names top 1",
        "50-byte mrr",
        "50-byte names mrr",
        "types",
    )

    def __init__(self, what: str, data: Path) -> None:
        mode, _, file = what.partition(":")
        mode, _, answers = mode.partition(",")
        if mode not in MODES or answers not in ("", ENTITIES):
            raise UsageError(
                f"the task questions:{what} does not say which texts to change; name it "
                "questions:corpus or questions:both, with ,entities if only entities may be "
                "answers"
            )
        path = Path(file or QUESTIONS)
        if not path.exists():
            path = data / "questions" / path
        for needed in (path, data / CLASSES, data / OTHERS):
            if not needed.exists():
                raise CorpusError("no such file, which the questions task needs", str(needed))
        self.name = f"questions:{what.partition(':')[0]}:{path.stem}"
        self._both, self._entities = mode == "both", bool(answers)
        self._types = learn_types(data / CLASSES)
        collection = read_collection(path, data / OTHERS)
        self._questions = collection.questions
        self._passages = collection.passages
        self.digest = digest_files([path, data / CLASSES, data / OTHERS])
        size = len(self._questions)
        self.documents = [*range(size), *(size + number for number in collection.articles)]
        self.texts = [one.text for one in self._questions] + self._passages
        # The gold type of a question is that of its unchanged text, in all conditions.
        likely = self._types.probabilities([one.text for one in self._questions])
        self._kinds = [TYPES[at] for at in likely.argmax(axis=1).tolist()]
        self.labels = tuple(name for name in TYPES if name in self._kinds)
        names = tuple(name for name in self.labels if name in MUC)
        self.metric = AnswerMetric(self.labels, names, tuple(SIZES))
        articles = len({one.article for one in self._questions})
        self.note = (
            f"{size:,} questions on {articles} articles, {len(self._passages):,} passages; a "
            "string is right if it comes from the question's passage and holds the answer's words; "
            "names are the questions that ask for a class of entities; types are questions that "
            "are taken for what they are in their own case."
        )

    def asked(self, inputs: Sequence[EngineInput]) -> list[str]:
        questions, passages = self._split(inputs)
        return [passages[number] for number in _search(questions, passages).numbers]

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> I64:
        questions, passages = self._split(inputs)
        passage_inputs = inputs[len(questions) :]
        search = _search(questions, passages)
        read = {
            number: ReadText(passages[number], search.words[number], one.mentions)
            for number, one in zip(search.numbers, found, strict=True)
        }
        rarity = rarities(search.words)
        types = self._types.probabilities(questions).tolist()
        rows = []
        for question, text, likely, numbers in zip(
            self._questions, questions, types, search.retrieved, strict=True
        ):
            places = rank(words_of(text), likely, numbers, read, rarity, entities=self._entities)
            strings = [best_strings(places, read, size) for size in SIZES.values()]
            rows.append([self._rank(question, passage_inputs, one) for one in strings])
        predicted = [TYPES[row.index(max(row))] for row in types]
        counts = self.metric.statistics(self._kinds, rows, predicted)
        return sum_by_document(counts, [one.article for one in self._questions])

    def _split(self, inputs: Sequence[EngineInput]) -> tuple[list[str], list[str]]:
        size = len(self._questions)
        changed = [one.text for one in inputs]
        questions = changed[:size] if self._both else [one.text for one in self._questions]
        return questions, changed[size:]

    def _rank(
        self, question: Question, inputs: Sequence[EngineInput], strings: Sequence[Cut]
    ) -> int:
        """Return the rank of the first right string, 0 for none."""
        for order, (number, start, end) in enumerate(strings, 1):
            first, last = inputs[number].source(start, end)
            right = number == question.passage
            if right and holds(self._passages[number][first:last], question.answers):
                return order
        return 0


@dataclass(frozen=True)
class _Search:
    """The passages' words and, for each question, the numbers and scores of retrieved passages."""

    words: list[TextWords]
    retrieved: list[list[tuple[int, float]]]

    @property
    def numbers(self) -> list[int]:
        return sorted({number for one in self.retrieved for number, _ in one})


def _search(questions: Sequence[str], passages: Sequence[str]) -> _Search:
    # Retrieval ignores case, so conditions that change only case share a search.
    return _search_folded(
        tuple(recase(text, "lower") for text in questions),
        tuple(recase(text, "lower") for text in passages),
    )


@lru_cache(maxsize=2)
def _search_folded(questions: tuple[str, ...], passages: tuple[str, ...]) -> _Search:
    words = [words_of(text) for text in passages]
    queries = [keywords(words_of(text)) for text in questions]
    return _Search(words, list(find_passages(words, queries, FOUND)))
