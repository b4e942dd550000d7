"""The two models of KRDL 1998 for Chinese: of contexts, and of the characters of each entity.

Contextual model (their Equations 1 to 3, with words where the paper had parts of speech): a unit is
a common word or a whole entity.  Its tag depends on the unit before it and on the tag before that
one, and backs off from the unit to its last character, to its machine-made class and to its tag.  A
common word depends on the same.

Entity models: a name is known from training or a list, or else made of characters, each of which
depends on the two before it within names of that class.  Common words that training saw but once
are one word, ``<new>``, made of characters in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from majuscule.counts.backoff import Backoff, history
from majuscule.entities.chinese.atoms import BORDER
from majuscule.entities.chinese.patterns import LABELS as PATTERN_LABELS
from majuscule.models.stored import part

WORD = "O"
NEW = "<new>"
BEGIN, END = "<s>", "</s>"
ALPHABET = 1 / 8000
"""The probability of a character that nothing is known of."""

PERSON = "PER"
_PERSONS = (PERSON, PERSON + BORDER)
"""Names that are not made of common words."""


class Unit(NamedTuple):
    """A common word or an entity, as the contextual model sees it."""

    tag: str
    key: str  # the word, NEW, or the tag of an entity
    last: str  # the last character of a word
    group: str  # the machine-made class of a word, or the tag


class History(NamedTuple):
    """What the contextual model remembers: the unit before and the tag before that."""

    unit: Unit
    earlier: str


ALONE = history("0")
START = History(Unit(BEGIN, BEGIN, BEGIN, BEGIN), BEGIN)


@dataclass(frozen=True)
class ContextModel:
    """P(tag | history) and P(word | it is a common word, history).

    ``labels``: the classes of names; ``vocabulary`` and ``groups``: how many common words there
    are, and how many classes of them, new words aside.
    """

    labels: tuple[str, ...]
    vocabulary: int
    groups: int
    tags: Backoff = part(Backoff, "tags_")
    words: Backoff = part(Backoff, "words_")
    classes: Backoff = part(Backoff, "classes_")
    _tag_cache: dict[tuple[History, str], float] = field(default_factory=dict)
    _word_cache: dict[tuple[Unit, str], float] = field(default_factory=dict)

    def tag(self, before: History, tag: str) -> float:
        """Return log P(tag | history): of a word, a name, a pattern's match, or the end."""
        found = self._tag_cache.get((before, tag))
        if found is None:
            last = 1 / (len(self.labels) + len(PATTERN_LABELS) + 2)
            found = math.log(self.tags.probability(tag_histories(before), tag, last))
            self._tag_cache[before, tag] = found
        return found

    def word(self, before: Unit, unit: Unit) -> float:
        """Return log P(word | common word, the unit before)."""
        found = self._word_cache.get((before, unit.key))
        if found is None:
            group = self.classes.probability(
                class_histories(before), unit.group, 1 / (self.groups + 1)
            )
            in_group = (
                1.0 if unit.key == NEW else self.classes.share(history("in", unit.group), unit.key)
            )
            alone = self.words.probability((ALONE,), unit.key, 1 / (self.vocabulary + 1))
            last = 0.5 * group * in_group + 0.5 * alone
            found = math.log(self.words.probability(word_histories(before), unit.key, last))
            self._word_cache[before, unit.key] = found
        return found


def tag_histories(before: History) -> tuple[str, ...]:
    """Return what the next tag depends on, from the longest to the shortest."""
    unit = before.unit
    return (
        history("w2", before.earlier, unit.tag, unit.key),
        history("w", unit.tag, unit.key),
        history("l", unit.tag, unit.last),
        history("g", unit.tag, unit.group),
        history("t", unit.tag),
        history(""),
    )


def word_histories(before: Unit) -> tuple[str, ...]:
    """Return what a word depends on."""
    return history("w", before.tag, before.key), history("l", before.tag, before.last)


def class_histories(before: Unit) -> tuple[str, ...]:
    """Return what the class of a word depends on."""
    return history("g", before.group), history("")


def context_pairs(
    lines: Iterable[Sequence[Unit]],
) -> tuple[list[tuple[str, str]], list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the (history, event) pairs of tags, of words and of classes."""
    tags: list[tuple[str, str]] = []
    words: list[tuple[str, str]] = []
    classes: list[tuple[str, str]] = []
    for units in lines:
        before = START
        for unit in (*units, Unit(END, END, END, END)):
            tags += [(one, unit.tag) for one in tag_histories(before)]
            if unit.tag == WORD:
                words += [(one, unit.key) for one in word_histories(before.unit)]
                words.append((ALONE, unit.key))
                classes += [(one, unit.group) for one in class_histories(before.unit)]
                classes.append((history("in", unit.group), unit.key))
            before = History(unit, before.unit.tag)
    return tags, words, classes


@dataclass(frozen=True)
class StringModel:
    """P(characters | class), for each class of entities and for new words.

    ``known`` counts whole names, ``made`` characters.
    """

    known: Backoff = part(Backoff, "known_")
    made: Backoff = part(Backoff, "made_")
    _cache: dict[tuple[str, str, str, int, str], float] = field(default_factory=dict)

    def log(self, tag: str, symbols: Sequence[str]) -> float:
        """Return log P(characters | class)."""
        (_, found), *_ = self.prefixes(tag, symbols, (len(symbols),))
        return found

    def prefixes(
        self, tag: str, symbols: Sequence[str], lengths: Sequence[int]
    ) -> Iterator[tuple[int, float]]:
        """Yield log P(characters | class) of the beginnings of these lengths, in order."""
        name_of = history("name", tag.removesuffix(BORDER))
        one, two, place, spelt, name = "", BEGIN, 0, 0.0, ""
        for length in lengths:
            while place < length:
                symbol = symbols[place]
                spelt += self._symbol(tag, one, two, place, symbol)
                if symbol != BORDER:
                    name += symbol
                one, two, place = two, symbol, place + 1
            made = spelt + self._symbol(tag, one, two, place, END)
            made = math.exp(max(-600.0, made))
            yield length, math.log(self.known.probability((name_of,), name, made))

    def _symbol(self, tag: str, one: str, two: str, place: int, symbol: str) -> float:
        asked = (tag, one, two, min(place, 3), symbol)
        found = self._cache.get(asked)
        if found is None:
            histories = spelling_histories(tag, one, two, place)
            found = math.log(self.made.probability(histories, symbol, ALPHABET))
            self._cache[asked] = found
        return found

    def is_known(self, tag: str, name: str) -> bool:
        """Tell whether training or a list has the name."""
        return self.known.probability((history("name", tag),), name, 0.0) > 0


def spelling_histories(tag: str, one: str, two: str, place: int) -> tuple[str, ...]:
    """Return what a character at some place of a name depends on, after two others."""
    common = () if tag in _PERSONS else (history("2", BEGIN if two == BORDER else two),)
    return (
        history("3", tag, one, two),
        history("2", tag, two),
        *common,
        history("1", tag, str(min(place, 3))),
        history("0", tag),
        history("0"),
    )


def spell(tag: str, symbols: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each character, and the end, with what it depends on."""
    one, two = "", BEGIN
    for place, symbol in enumerate((*symbols, END)):
        yield spelling_histories(tag, one, two, place), symbol
        one, two = two, symbol


def string_pairs(
    names: Mapping[str, Iterable[tuple[str, ...]]], words: Iterable[str] = ()
) -> list[tuple[str, str]]:
    """Return the (history, event) pairs of the characters of some names by class."""
    found = [
        (one, symbol)
        for tag, some in names.items()
        for symbols in some
        for histories, symbol in spell(tag, symbols)
        for one in histories
    ]
    for word in words:
        before = BEGIN
        for symbol in word:
            found.append((history("2", before), symbol))
            before = symbol
        found += [(history("2", before), END), (history("2", before), BORDER)]
    return found
