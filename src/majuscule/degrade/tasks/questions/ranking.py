"""Ranked answer strings: entities of the expected type near the question's words.

Candidate places of an answer are an engine's mentions, numbers and, for answers that are neither,
the question's own words; if only entities may be answers, the mentions and numbers of the type that
the question asks for.  A place is scored by the rank score of its passage, by its distance from the
question's words, and by the probability of its type.  The answer string is cut out of the passage
around the place.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from majuscule.arrays import F64
from majuscule.degrade.tasks.questions.answer_types import NUMBER, OTHER, TYPES
from majuscule.degrade.tasks.questions.retrieval import TextWords, keywords
from majuscule.degrade.tasks.questions.scores import RANKS
from majuscule.reading.annotations.mentions import Mention

Cut = tuple[int, int, int]
"""An answer string: the number of a passage, and a span of its text."""

_NUMBER = re.compile(
    r"\d[\d,.]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty"
    r"|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion)\b",
    re.IGNORECASE,
)


REACH = 400.0
"""Distance in characters at which a word of the question stops counting; its weight falls linearly.
With 100 the mean reciprocal rank is a point lower, with 250 about equal."""
TYPE = 0.2
"""Weight of the type's probability; the passage and the question's words weigh 1 at most.  0.1 is
half a point better for long strings, and two worse for names in short ones."""


@dataclass(frozen=True)
class Place:
    """A candidate answer: a span of a passage's text, and its type."""

    passage: int
    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class ReadText:
    """A text, its words, and the engine's mentions."""

    text: str
    words: TextWords
    mentions: Sequence[Mention]

    def within(self, start: int, end: int) -> list[str]:
        """Return the words within a span."""
        words = self.words
        return words.names[bisect_left(words.starts, start) : bisect_right(words.ends, end)]

    @cached_property
    def answers(self) -> list[tuple[int, int, str, frozenset[str]]]:
        """Return its mentions and numbers, as start, end, type and words."""
        found = []
        for mention in self.mentions:
            kind = "DATE" if mention.label == "TIME" else mention.label
            if kind in TYPES:
                names = frozenset(self.within(mention.start, mention.end))
                found.append((mention.start, mention.end, kind, names))
        taken = [(start, end) for start, end, _, _ in found]
        for match in _NUMBER.finditer(self.text):
            start, end = match.span()
            if not any(first < end and start < last for first, last in taken):
                found.append((start, end, NUMBER, frozenset(self.within(start, end))))
        return found

    @cached_property
    def bytes(self) -> list[int]:
        """Return the offset in UTF-8 of each character, and of the end."""
        return [0, *accumulate(len(one.encode("utf-8", "surrogatepass")) for one in self.text)]

    def cut(self, start: int, end: int, size: int) -> tuple[int, int]:
        """Return the span of a string of at most ``size`` bytes around a span of the text.

        It begins and ends with whole words, and is off centre only near an end of the text.  A span
        that is longer is cut at its end.
        """
        at, words = self.bytes, self.words
        room = max(0, size - (at[end] - at[start]))
        first = max(0, min(at[start] - room // 2, at[-1] - size))
        left = bisect_left(at, first)
        word = bisect_left(words.starts, left)
        if word < len(words.starts):
            left = min(start, words.starts[word])
        right = bisect_right(at, at[left] + size) - 1
        word = bisect_right(words.ends, right) - 1
        if word >= 0 and words.ends[word] >= min(end, right):
            right = words.ends[word]
        return left, right


def rank(
    question: TextWords,
    types: Sequence[float],
    found: Sequence[tuple[int, float]],
    passages: Mapping[int, ReadText],
    rarity: Mapping[str, float],
    *,
    entities: bool = False,
) -> list[Place]:
    """Return all places of the passages, the best first.

    ``types``: the probabilities of :data:`TYPES`; ``found``: the numbers of passages and their
    scores, best first; ``rarity``: weights of words; ``entities``: only mentions and numbers are
    answers, and only those of the likeliest type unless that is OTHER.
    """
    wanted = _weighted(question, rarity)
    named = set(question.names)
    probabilities = dict(zip(TYPES, types, strict=True))
    type_ = max(TYPES, key=probabilities.__getitem__)
    scored: list[tuple[float, Place]] = []
    for number, score in found:
        passage = passages[number]
        places = [
            Place(number, *one)
            for one in _places(passage, named, {} if entities else wanted)
            if not entities or type_ in (OTHER, one[2])
        ]
        if not places:
            continue
        near = _nearness(places, passage.words, wanted)
        for place, value in zip(places, near.tolist(), strict=True):
            scored.append((score / found[0][1] + value + TYPE * probabilities[place.kind], place))
    return [place for _, place in sorted(scored, key=lambda one: -one[0])]


def best_strings(places: Sequence[Place], passages: Mapping[int, ReadText], size: int) -> list[Cut]:
    """Return at most five strings, of the best places that no earlier string contains."""
    chosen: list[Cut] = []
    for place in places:
        if not any(
            number == place.passage and start <= place.start and place.end <= end
            for number, start, end in chosen
        ):
            cut = passages[place.passage].cut(place.start, place.end, size)
            chosen.append((place.passage, *cut))
            if len(chosen) == RANKS:
                break
    return chosen


def _weighted(question: TextWords, rarity: Mapping[str, float]) -> dict[str, float]:
    """Return the weights of the question's keywords, normalised to a sum of 1."""
    found = {name: rarity.get(name, 0.0) for name in keywords(question)}
    total = sum(found.values()) or 1.0
    return {name: weight / total for name, weight in found.items()}


def _places(
    passage: ReadText, named: set[str], wanted: Mapping[str, float]
) -> Iterator[tuple[int, int, str]]:
    for start, end, kind, names in passage.answers:
        if not names <= named:  # a question does not ask for what it names
            yield start, end, kind
    words = passage.words
    for name in wanted:
        for at in words.places.get(name, ()):
            yield words.starts[at], words.ends[at], OTHER


def _nearness(places: Sequence[Place], words: TextWords, wanted: Mapping[str, float]) -> F64:
    """Return, for each place, the sum of word weights, each reduced by the nearest distance."""
    middles = np.array([(one.start + one.end) / 2 for one in places])
    total = np.zeros(len(places))
    for name, weight in wanted.items():
        if name in words.places:
            at = np.array([words.starts[number] for number in words.places[name]])
            far = np.abs(middles[:, None] - at).min(axis=1)
            total += weight * np.maximum(0.0, 1 - far / REACH)
    return total


def rarities(passages: Sequence[TextWords]) -> dict[str, float]:
    """Return the inverse document frequency of each word.

    >>> from majuscule.degrade.tasks.questions.retrieval import words_of
    >>> {k: round(v, 2) for k, v in rarities([words_of("a b"), words_of("a")]).items()}
    {'a': 0.18, 'b': 0.69}
    """
    counts = Counter(name for words in passages for name in words.places)
    size = len(passages)
    return {name: math.log(1 + (size - n + 0.5) / (n + 0.5)) for name, n in counts.items()}
