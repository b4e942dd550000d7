"""Training of the Chinese tagger: counts of units in context, and of the characters of names."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from majuscule.counts.backoff import Backoff, history
from majuscule.entities.chinese.atoms import BORDER, Line, read_lines
from majuscule.entities.chinese.models import (
    LISTED,
    NEW,
    PERSON,
    WORD,
    ChineseLexicon,
    ContextModel,
    StringModel,
    entity,
    spell,
    string_pairs,
)
from majuscule.entities.chinese.patterns import LABELS as PATTERN_LABELS
from majuscule.entities.chinese.patterns import find_patterns
from majuscule.entities.chinese.tagger import ChineseConstants, ChineseTagger
from majuscule.entities.interface import LISTED as LABELLED
from majuscule.entities.interface import Training, trainer
from majuscule.errors import UsageError
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.spans import LOST, WIDENED
from majuscule.words.neighbours.classes import ClassOptions, find_classes


@dataclass(frozen=True)
class ChineseOptions:
    """How the tagger is trained; the first four are set on the dev part of its corpus."""

    classes: int = 60  # machine-made classes of common words
    tag_trust: float = 0.5  # how far histories are trusted in P(tag | history); 1 is Witten-Bell
    word_trust: float = 0.25  # the same in P(word | history)
    name_trust: float = 0.7  # the same in names
    least: int = 2  # words seen fewer times count as new words
    class_least: int = 5  # words seen fewer times have no class
    lists: bool = True  # use the shipped lists of surnames, places and organisations
    list_share: float = 0.2  # of labelled names in P(name); 0: count them as if seen in text

    def __post_init__(self) -> None:
        if not 0 <= self.list_share <= 1:
            raise UsageError(f"list_share is {self.list_share!r}; it must be from 0 to 1")


class Segment(NamedTuple):
    """A unit of a line of training text."""

    tag: str
    symbols: tuple[str, ...]
    spelling: tuple[str, ...]

    @property
    def key(self) -> str:
        """Return the key of the unit in the models."""
        return "".join(self.symbols)


@trainer(ChineseOptions, by_rule=PATTERN_LABELS, knows=(LABELLED,))
def train_chinese(given: Training[ChineseOptions]) -> ChineseTagger:
    """Return a tagger of names; dates, times, amounts and percentages are found by rules.

    Names given with their labels have a model of their own beside that of the names of the text and
    of ``names.json``.  Other lists are of words between spaces, and are refused.
    """
    chosen = given.options
    classes = tuple(label for label in given.labels if label not in PATTERN_LABELS)
    given.report("reading", 0.0)
    lines = [
        pieces
        for corpus in given.corpora
        for document in corpus.documents
        for pieces in read_pieces(document, given.repairs)
        for _ in range(corpus.repeat)
    ]
    given.report("grouping words", 0.0)
    groups = group_words(lines, chosen)
    given.report("counting", 0.0)
    surnames, names = closed_lists() if chosen.lists else ((), {})
    lists = {tag: names.get(tag, ()) for tag in classes}
    surnames = surnames if PERSON in classes else ()
    listed = {tag: given.knowledge.listed.get(tag, ()) for tag in classes}
    every = {tag: tuple(dict.fromkeys((*lists[tag], *listed[tag]))) for tag in classes}
    if not chosen.list_share:
        lists, listed = every, {}
    lexicon = _lexicon(lines, groups, every, surnames)
    units = (
        [lexicon.unit(one.key) if one.tag == WORD else entity(one.tag) for one in pieces]
        for pieces in lines
    )
    return ChineseTagger(
        given.labels,
        ChineseConstants(),
        asdict(chosen),
        ContextModel.of(lexicon, units, chosen.tag_trust, chosen.word_trust),
        _string_model(lines, lexicon, lists, listed, surnames, chosen),
    )


@cache
def closed_lists() -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """Return surnames, of one or two characters, and names by label.

    KRDL 1998 had a lexicon of 89,777 words and three lists of 6,000 to 67,000 names; these come
    from an atlas and a table of surnames.

    >>> surnames, names = closed_lists()
    >>> "王" in surnames, "南京" in names["LOC"]
    (True, True)
    """
    text = (Path(__file__).parent / "names.json").read_text("utf-8")
    lists = {name: " ".join(lines).split() for name, lines in json.loads(text).items()}
    return tuple(lists["surnames"]), {
        "LOC": tuple(dict.fromkeys(lists["countries"] + lists["places"])),
        "ORG": tuple(dict.fromkeys(lists["organisations"])),
    }


def read_pieces(document: AnnotatedText, repairs: Repairs | None = None) -> Iterator[list[Segment]]:
    """Yield the units of each line: its mentions, matches of pattern rules, and words.

    The words of a line that is not segmented are its characters.
    """
    repairs = repairs if repairs is not None else Repairs()
    mentions = sorted(document.mentions)
    starts, ends = [one.start for one in mentions], [one.end for one in mentions]
    for line in read_lines(document.text):
        spans: dict[int, tuple[int, str]] = {}
        taken = [False] * len(line)
        here = slice(bisect_right(ends, line.starts[0]), bisect_left(starts, line.ends[-1]))
        for mention in mentions[here]:
            first, stop = line.atoms(mention.start, mention.end)
            if first >= stop or any(taken[first:stop]):
                repairs.add(LOST)
                continue
            if line.starts[first] < mention.start or line.ends[stop - 1] > mention.end:
                repairs.add(WIDENED)
            spans[first] = (stop, mention.label)
            taken[first:stop] = [True] * (stop - first)
        for first, stop, label in find_patterns(document.text, line):
            if not any(taken[first:stop]):
                spans[first] = (stop, label)
                taken[first:stop] = [True] * (stop - first)
        yield _pieces(line, spans)


def _pieces(line: Line, spans: Mapping[int, tuple[int, str]]) -> list[Segment]:
    pieces = []
    at = 0
    while at < len(line):
        stop, tag = spans.get(at, (at + 1, WORD))
        while tag == WORD and stop < len(line) and not line.borders[stop] and stop not in spans:
            stop += 1
        pieces.append(Segment(tag, line.symbols[at:stop], line.spelling(at, stop)))
        at = stop
    return pieces


def group_words(lines: Sequence[Sequence[Segment]], chosen: ChineseOptions) -> dict[str, str]:
    """Return the common words, other than new ones, with the names of their classes."""
    counts = Counter(piece.key for pieces in lines for piece in pieces if piece.tag == WORD)
    kept = sorted(word for word, n in counts.items() if n >= chosen.least)
    numbers = {word: number for number, word in enumerate(kept)}
    stream = []
    for pieces in lines:
        for piece in pieces:
            if piece.tag == WORD:
                stream.append(numbers.get(piece.key, -1))
            else:
                stream.append(numbers.setdefault(BORDER + piece.tag, len(numbers)))
        stream.append(-1)
    options = ClassOptions(least=chosen.class_least, classes=chosen.classes, directions=50)
    found = find_classes(np.array(stream, np.int32), len(numbers), options).tolist()
    return {
        word: f"class {found[numbers[word]]}"
        if found[numbers[word]]
        else f"rare {min(3, len(word))}"
        for word in kept
    }


def _lexicon(
    lines: Sequence[Sequence[Segment]],
    groups: Mapping[str, str],
    lists: Mapping[str, Sequence[str]],
    surnames: Sequence[str],
) -> ChineseLexicon:
    """Return the lexicon of common words, and of the first and last characters of names."""
    firsts = {tag: {name[0] for name in names} for tag, names in lists.items()}
    lasts = {tag: {name[-1] for name in names} for tag, names in lists.items()}
    for pieces in lines:
        for piece in pieces:
            if piece.tag in firsts:
                firsts[piece.tag].add(piece.symbols[0])
                lasts[piece.tag].add(piece.symbols[-1])
    if surnames:
        firsts[PERSON] |= {name[0] for name in surnames}
    return ChineseLexicon(
        groups,
        {tag: frozenset(some) for tag, some in firsts.items()},
        {tag: frozenset(some) for tag, some in lasts.items()},
    )


def _string_model(
    lines: Sequence[Sequence[Segment]],
    lexicon: ChineseLexicon,
    lists: Mapping[str, Sequence[str]],
    listed: Mapping[str, Sequence[str]],
    surnames: Sequence[str],
    chosen: ChineseOptions,
) -> StringModel:
    """Count whole names each time, and their characters once per name, as new names are spelt."""
    every = {**lists, **{LISTED + tag: names for tag, names in listed.items() if names}}
    known = [(history("name", tag), name) for tag, names in every.items() for name in names]
    made = {tag: set(map(tuple, names)) for tag, names in every.items()}
    made |= {tag + BORDER: set() for tag in lists}
    new: list[tuple[str, ...]] = []
    for pieces in lines:
        for piece in pieces:
            if piece.tag in lists:
                known.append((history("name", piece.tag), piece.key))
                made[piece.tag].add(piece.symbols)
                made[piece.tag + BORDER].add(piece.spelling)
            elif piece.tag == WORD and piece.key not in lexicon.groups:
                new.append(piece.symbols)
    words = [word for word in lexicon.groups if word[0].isalpha()]
    pairs = string_pairs({**made, NEW: new}, words)
    for surname in surnames:  # each begins one more name
        for tag, symbols in ((PERSON, [*surname]), (PERSON + BORDER, [*surname, BORDER])):
            prefix = list(spell(tag, symbols))[:-1]
            pairs += [(one, symbol) for histories, symbol in prefix for one in histories]
    counted = Backoff.of(known, chosen.name_trust), Backoff.of(pairs, chosen.name_trust)
    return StringModel(*counted, chosen.list_share, tuple(tag for tag in listed if listed[tag]))
