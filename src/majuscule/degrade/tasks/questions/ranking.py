"""Answer strings of 250 bytes, ranked: entities of the expected type near the question's words.

Each place of a passage where an answer may stand is the middle of a string: mentions of entities,
numbers, and, for what is neither, the question's own words.  A string scores by how well its
passage was found, by the weight of the question's words in it, and by how likely the question asks
for the type of its middle.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from majuscule.degrade.tasks.questions.answer_types import NUMBER, OTHER, TYPES
from majuscule.degrade.tasks.questions.retrieval import Words, keywords
from majuscule.entities.mentions import Mention
from majuscule.measure.answers import RANKS

BYTES = 250
"""Of an answer string, as in TREC-8's longer category."""
_NUMBER = re.compile(
    r"\d[\d,.]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty"
    r"|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Weights:
    """What the parts of a string's score count."""

    passage: float = 1.0
    """The passage's score in retrieval, as a share of the best passage's."""
    words: float = 1.0
    """The question's words in the string, as a share of all of them, rare ones weighing more."""
    type: float = 1.0
    """The probability of the type of what stands in the middle."""
    name: float = 2.0
    """How much more a word weighs that stands in a mention of the question."""


@dataclass(frozen=True)
class Read:
    """A text as it was found and read: its words, and what the engine says of it."""

    text: str
    words: Words
    mentions: Sequence[Mention]


@dataclass(frozen=True)
class Answer:
    """A string of a passage: characters ``start`` to ``end`` of the text of that number."""

    passage: int
    start: int
    end: int


def rank(
    question: Read,
    types: Sequence[float],
    found: Sequence[tuple[int, float]],
    passages: Mapping[int, Read],
    rarity: Mapping[str, float],
    weights: Weights,
) -> list[Answer]:
    """Return the best strings, at most five, best first.

    ``types`` are the probabilities of :data:`TYPES`, ``found`` the numbers of passages with their
    scores, best first, ``rarity`` what a word weighs.
    """
    wanted = _weighted(question, rarity, weights.name)
    total = sum(wanted.values()) or 1.0
    asked = set(question.words.names)
    likely = dict(zip(TYPES, types, strict=True))
    scored: list[tuple[float, int, int, int, Answer]] = []
    for order, (number, score) in enumerate(found):
        passage = passages[number]
        cutter = Cutter(passage)
        hits = sorted((at, name) for name in wanted for at in passage.words.places.get(name, ()))
        base = weights.passage * score / found[0][1]
        for start, end, kind in _places(passage, asked, [at for at, _ in hits]):
            first, last = cutter.around(start, end)
            inside = {
                name
                for at, name in hits
                if first <= passage.words.starts[at] and passage.words.ends[at] <= last
            }
            near = weights.words * sum(wanted[name] for name in inside) / total
            value = base + near + weights.type * likely[kind]
            scored.append((-value, order, start, end, Answer(number, first, last)))
    scored.sort(key=lambda one: one[:4])
    return _best(scored)


def _best(scored: Sequence[tuple[float, int, int, int, Answer]]) -> list[Answer]:
    """Return the first strings whose middle stands in none before."""
    chosen: list[Answer] = []
    for _, _, start, end, answer in scored:
        held = any(
            one.passage == answer.passage and one.start <= start and end <= one.end
            for one in chosen
        )
        if not held:
            chosen.append(answer)
            if len(chosen) == RANKS:
                break
    return chosen


def _weighted(question: Read, rarity: Mapping[str, float], more: float) -> dict[str, float]:
    """Return the question's words with their weights; those in mentions weigh more."""
    named = {
        name
        for mention in question.mentions
        for name in _within(question.words, mention.start, mention.end)
    }
    return {
        name: rarity.get(name, 0.0) * (more if name in named else 1.0)
        for name in keywords(question.words)
    }


def _within(words: Words, start: int, end: int) -> list[str]:
    return words.names[bisect_left(words.starts, start) : bisect_right(words.ends, end)]


def _places(passage: Read, asked: set[str], hits: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Yield where answers may stand, with their types."""
    taken: list[tuple[int, int]] = []
    for mention in passage.mentions:
        kind = "DATE" if mention.label == "TIME" else mention.label
        if kind in TYPES:
            taken.append((mention.start, mention.end))
            # What the question names is not what it asks for.
            if not asked.issuperset(_within(passage.words, mention.start, mention.end)):
                yield mention.start, mention.end, kind
    for match in _NUMBER.finditer(passage.text):
        start, end = match.span()
        if not any(first < end and start < last for first, last in taken):
            yield start, end, NUMBER
    for at in hits:
        yield passage.words.starts[at], passage.words.ends[at], OTHER


class Cutter:
    """Cuts strings of at most :data:`BYTES` bytes out of a passage, at the borders of words."""

    def __init__(self, passage: Read) -> None:
        self._words = passage.words
        self._bytes = [0, *accumulate(len(one.encode()) for one in passage.text)]

    def around(self, start: int, end: int) -> tuple[int, int]:
        """Return the string with a span in its middle, or nearer an end of the passage."""
        held, whole = self._bytes[end] - self._bytes[start], self._bytes[-1]
        room = max(0, BYTES - held)
        first = max(0, min(self._bytes[start] - room // 2, whole - BYTES))
        left = min(start, bisect_left(self._bytes, first))
        at = bisect_left(self._words.starts, left)
        if at < len(self._words.starts):
            left = min(start, self._words.starts[at])
        right = bisect_right(self._bytes, self._bytes[left] + BYTES) - 1
        at = bisect_right(self._words.ends, right) - 1
        if at >= 0 and self._words.ends[at] >= end:
            right = self._words.ends[at]
        return left, right


def rarities(passages: Sequence[Words]) -> dict[str, float]:
    """Return the inverse document frequency of each word.

    >>> from majuscule.degrade.tasks.questions.retrieval import words_of
    >>> {k: round(v, 2) for k, v in rarities([words_of("a b"), words_of("a")]).items()}
    {'a': 0.18, 'b': 0.69}
    """
    counts: dict[str, int] = {}
    for words in passages:
        for name in words.places:
            counts[name] = counts.get(name, 0) + 1
    size = len(passages)
    return {name: math.log(1 + (size - n + 0.5) / (n + 0.5)) for name, n in counts.items()}
