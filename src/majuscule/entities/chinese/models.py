"""The two models of KRDL 1998 for Chinese: of context, and of the characters of each entity.

Contextual model (their Equations 1 to 3, with words for parts of speech): a unit is a common word
or a whole entity.  Its tag depends on the unit before it and on the tag before that one, and
backs off from the unit to its last character, to its induced class and to its tag.  A common word
depends on the unit before it in the same way.

Entity models: a name is either known, from training text or a list, or spelt character by
character, each of which depends on the two before it within names of that class.  Common words that
training saw only once are one word, ``<new>``, spelt in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple, Self

from majuscule.counts.backoff import Backoff, history
from majuscule.entities.chinese.atoms import BORDER
from majuscule.entities.chinese.patterns import LABELS as PATTERN_LABELS
from majuscule.models.stored import part

WORD = "O"
NEW = "<new>"
BEGIN, END = "<s>", "</s>"
ALPHABET = 1 / 8000
"""The probability of a character in the absence of any counts."""

PERSON = "PER"
_PERSONS = (PERSON, PERSON + BORDER)
"""Tags of names that are not spelt with common words."""

_kept = lru_cache(1 << 17)
"""Keeps results, those of some ten thousand characters of text: each cache has at most 30 MB."""

LISTED = "list "
"""The prefix of the classes of names from lists that have labels."""


class ContextUnit(NamedTuple):
    """A common word or an entity, as the contextual model sees it."""

    tag: str
    key: str  # the word, NEW, or the tag of an entity
    last: str  # the last character of a word
    group: str  # the induced class of a word, or the tag


class History(NamedTuple):
    """The state of the contextual model: the unit before, and the tag before that."""

    unit: ContextUnit
    earlier: str


@cache
def entity(tag: str) -> ContextUnit:
    """Return an entity as the contextual model sees it."""
    return ContextUnit(tag, tag, tag, tag)


@dataclass(frozen=True)
class ChineseLexicon:
    """Common words with their induced classes, and first and last characters of names by tag."""

    groups: Mapping[str, str]
    firsts: Mapping[str, frozenset[str]]
    lasts: Mapping[str, frozenset[str]]

    @cached_property
    def longest(self) -> int:
        return max(map(len, self.groups), default=1)

    def unit(self, key: str) -> ContextUnit:
        """Return a common word as the contextual model sees it."""
        return self._units.get(key) or ContextUnit(WORD, NEW, key[-1:], NEW)

    @cached_property
    def _units(self) -> dict[str, ContextUnit]:
        groups = self.groups.items()
        return {key: ContextUnit(WORD, key, key[-1:], group) for key, group in groups}

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """Return the number of common words, and that of their classes, without new words."""
        return len(self.groups), len(set(self.groups.values()))


ALONE = history("0")
START = History(ContextUnit(BEGIN, BEGIN, BEGIN, BEGIN), BEGIN)


@dataclass(frozen=True)
class ContextModel:
    """P(tag | history) and P(word | common word, history)."""

    lexicon: ChineseLexicon
    tags: Backoff = part(Backoff, "tags_")
    words: Backoff = part(Backoff, "words_")
    classes: Backoff = part(Backoff, "classes_")

    @classmethod
    def of(
        cls,
        lexicon: ChineseLexicon,
        lines: Iterable[Sequence[ContextUnit]],
        tag_trust: float,
        word_trust: float,
    ) -> Self:
        """Return the model of the units of lines."""
        tags: list[tuple[str, str]] = []
        words: list[tuple[str, str]] = []
        classes: list[tuple[str, str]] = []
        for units in lines:
            before = START
            for unit in (*units, ContextUnit(END, END, END, END)):
                tags += [(one, unit.tag) for one in tag_histories(before)]
                if unit.tag == WORD:
                    words += [(one, unit.key) for one in (*word_histories(before.unit), ALONE)]
                    classes += [(one, unit.group) for one in class_histories(before.unit)]
                    classes.append((history("in", unit.group), unit.key))
                before = History(unit, before.unit.tag)
        counted = Backoff.of(words, word_trust), Backoff.of(classes, word_trust)
        return cls(lexicon, Backoff.of(tags, tag_trust), *counted)

    @cached_property
    def tag(self) -> Callable[[History, str], float]:
        """Return log P(tag | history), for a word, a name, a pattern's match, or the end."""
        last = 1 / (len(self.lexicon.firsts) + len(PATTERN_LABELS) + 2)
        return _kept(
            lambda before, tag: math.log(self.tags.probability(tag_histories(before), tag, last))
        )

    @cached_property
    def word(self) -> Callable[[ContextUnit, str, str], float]:
        """Return log P(word and its class | common word, the unit before)."""
        return _kept(self._word)

    def _word(self, before: ContextUnit, key: str, group: str) -> float:
        words, groups = self.lexicon.sizes
        class_share = self.classes.probability(class_histories(before), group, 1 / (groups + 1))
        in_class = 1.0 if key == NEW else self.classes.share(history("in", group), key)
        alone = self.words.probability((ALONE,), key, 1 / (words + 1))
        last = 0.5 * class_share * in_class + 0.5 * alone
        return math.log(self.words.probability(word_histories(before), key, last))


def tag_histories(before: History) -> tuple[str, ...]:
    """Return the histories of the next tag, from the most to the least specific."""
    unit = before.unit
    return (
        history("w2", before.earlier, unit.tag, unit.key),
        history("w", unit.tag, unit.key),
        history("l", unit.tag, unit.last),
        history("g", unit.tag, unit.group),
        history("t", unit.tag),
        history(""),
    )


def word_histories(before: ContextUnit) -> tuple[str, ...]:
    """Return the histories of a word."""
    return history("w", before.tag, before.key), history("l", before.tag, before.last)


def class_histories(before: ContextUnit) -> tuple[str, ...]:
    """Return the histories of the class of a word."""
    return history("g", before.group), history("")


@dataclass(frozen=True)
class StringModel:
    """P(characters | class), for each class of entities and for new words.

    ``known`` counts whole names, ``made`` characters.  Names from lists have classes of their own
    (prefix :data:`LISTED`), whose share in the probability of a name of the classes ``listed`` is
    ``list_share``.
    """

    known: Backoff = part(Backoff, "known_")
    made: Backoff = part(Backoff, "made_")
    list_share: float = 0.0
    listed: tuple[str, ...] = ()

    def log(self, tag: str, symbols: Sequence[str]) -> float:
        """Return log P(characters | class)."""
        (_, log), *_ = self.prefixes(tag, symbols, (len(symbols),))
        return log

    def prefixes(
        self, tag: str, symbols: Sequence[str], lengths: Sequence[int]
    ) -> Iterator[tuple[int, float]]:
        """Yield log P(characters | class) of the prefixes of these lengths, in order."""
        own = self._likely(tag, symbols, lengths)
        label = tag.removesuffix(BORDER)
        if not self.list_share or label not in self.listed:
            yield from ((length, math.log(found)) for length, found in own)
            return
        # Names in lists are not segmented into words.
        bare = [symbol for symbol in symbols if symbol != BORDER]
        shorter = [length - list(symbols[:length]).count(BORDER) for length in lengths]
        from_lists = self._likely(LISTED + label, bare, shorter)
        for (length, found), (_, other) in zip(own, from_lists, strict=True):
            yield length, math.log((1 - self.list_share) * found + self.list_share * other)

    def _likely(
        self, tag: str, symbols: Sequence[str], lengths: Sequence[int]
    ) -> Iterator[tuple[int, float]]:
        """Yield P(characters | class) of the prefixes of these lengths, without lists."""
        name_of = history("name", tag.removesuffix(BORDER))
        one, two, place, spelt, name = "", BEGIN, 0, 0.0, ""
        for length in lengths:
            while place < length:
                symbol = symbols[place]
                spelt += self._symbol(tag, one, two, min(place, 3), symbol)
                if symbol != BORDER:
                    name += symbol
                one, two, place = two, symbol, place + 1
            made = spelt + self._symbol(tag, one, two, min(place, 3), END)
            made = math.exp(max(-600.0, made))
            yield length, self.known.probability((name_of,), name, made)

    @cached_property
    def _symbol(self) -> Callable[[str, str, str, int, str], float]:
        def log(tag: str, one: str, two: str, place: int, symbol: str) -> float:
            histories = spelling_histories(tag, one, two, place)
            return math.log(self.made.probability(histories, symbol, ALPHABET))

        return _kept(log)


def spelling_histories(tag: str, one: str, two: str, place: int) -> tuple[str, ...]:
    """Return the histories of the character at ``place`` in a name, after ``one`` and ``two``."""
    alone = tag in _PERSONS or tag.startswith(LISTED)
    common = () if alone else (history("2", BEGIN if two == BORDER else two),)
    return (
        history("3", tag, one, two),
        history("2", tag, two),
        *common,
        history("1", tag, str(min(place, 3))),
        history("0", tag),
        *(() if tag.startswith(LISTED) else (history("0"),)),
    )


def spell(tag: str, symbols: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the histories of each character, and of the end, with the character."""
    one, two = "", BEGIN
    for place, symbol in enumerate((*symbols, END)):
        yield spelling_histories(tag, one, two, place), symbol
        one, two = two, symbol


def string_pairs(
    names: Mapping[str, Iterable[tuple[str, ...]]], words: Iterable[str]
) -> list[tuple[str, str]]:
    """Return (history, event) pairs of the characters of names by class, and of words."""
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
