"""KRDL 1998 for Chinese: words and entities found in one go, on a lattice over characters.

1. Text becomes atoms (:mod:`majuscule.entities.chinese_text`).
2. The hypothesis generator lays edges over them: common words, new words, entities of each class
   whose borders are likely, and matches of pattern rules, which leave no other choice.
3. The contextual model and the entity models (:mod:`majuscule.entities.chinese_models`) score
   them, and Viterbi finds the best path.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from majuscule.entities.chinese_lattice import Edge, Lattice
from majuscule.entities.chinese_models import (
    END,
    NEW,
    START,
    WORD,
    ContextModel,
    History,
    StringModel,
    Unit,
)
from majuscule.entities.chinese_patterns import LABELS as PATTERN_LABELS
from majuscule.entities.chinese_patterns import find_patterns
from majuscule.entities.chinese_text import BORDER, Line, is_letter, may_be_inside, read_lines
from majuscule.entities.mentions import Mention

SURE = True
Remembered = Mapping[tuple[str, str], float]
DIGIT = -1.5
"""Log probability of an atom in a match of a pattern rule, against entities that hold it."""


@dataclass(frozen=True)
class ChineseConstants:
    """Tuned on the dev part of the corpus (docs/method/krdl.md)."""

    entity: float = 0.0  # log weight of each entity
    spelling: float = 1.0  # exponent of the entity models
    memory: float = 0.1
    longest_name: int = 24  # atoms
    longest_word: int = 4  # atoms of a new word, where a line is not segmented


@dataclass(frozen=True)
class Lexicon:
    """Common words, each with its machine-made class, and characters that begin and end names."""

    groups: Mapping[str, str]
    firsts: Mapping[str, frozenset[str]]
    lasts: Mapping[str, frozenset[str]]

    @cached_property
    def longest(self) -> int:
        """Return the length of the longest word."""
        return max(map(len, self.groups), default=1)

    def unit(self, key: str) -> Unit:
        """Return a common word as the contextual model sees it."""
        group = self.groups.get(key)
        last = key[-1:]
        return Unit(WORD, NEW, last, NEW) if group is None else Unit(WORD, key, last, group)


@dataclass(frozen=True)
class ChineseTagger:
    """The tagger: see the module."""

    context: ContextModel
    strings: StringModel
    lexicon: Lexicon
    labels: tuple[str, ...]
    constants: ChineseConstants
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "chinese.v1"

    def tag(self, text: str, *, memory: bool = True) -> list[Mention]:
        """Return the mentions of a document; ``memory``: names found elsewhere in it count."""
        lines = list(read_lines(text))
        lattices = [self.lattice(text, line) for line in lines]
        paths = [lattice.best() for lattice in lattices]
        if memory:
            remembered = self._remember(lines, paths)
            for at, line in enumerate(lines):
                if self._has_others(line, paths[at], remembered):
                    lattices[at] = self.lattice(text, line, remembered)
                    paths[at] = lattices[at].best()
        found = []
        for line, lattice, path in zip(lines, lattices, paths, strict=True):
            edges = [edge for edge in path if edge.tag in self.labels]
            sure = lattice.posteriors() if edges and SURE else {}
            for edge in edges:
                share = sure.get((edge.start, edge.end, edge.tag), 0.0)
                start, end = line.starts[edge.start], line.ends[edge.end - 1]
                found.append(Mention(start, end, edge.tag, min(1.0, share)))
        return found

    def _remember(self, lines: list[Line], paths: list[list[Edge]]) -> Remembered:
        """Return the share of each name among the names of its class in the document."""
        counts: Counter[tuple[str, str]] = Counter()
        for line, path in zip(lines, paths, strict=True):
            for edge in path:
                if edge.tag in self.lexicon.firsts and edge.end - edge.start > 1:
                    counts[edge.tag, line.key(edge.start, edge.end)] += 1
        totals: Counter[str] = Counter()
        for (tag, _), n in counts.items():
            totals[tag] += n
        return {(tag, name): n / (totals[tag] + 5) for (tag, name), n in counts.items()}

    def _has_others(self, line: Line, path: list[Edge], remembered: Remembered) -> bool:
        """Tell whether a line holds a name of the document that was not found in it."""
        own = {(edge.tag, line.key(edge.start, edge.end)) for edge in path}
        whole = line.key(0, len(line))
        return any(one not in own and one[1] in whole for one in remembered)

    def tag_many(
        self, texts: Iterable[str], *, memory: bool = True, jobs: int | None = None
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; ``jobs`` changes nothing, one thread works."""
        for text in texts:
            yield self.tag(text, memory=memory)

    def segment(self, text: str) -> list[list[tuple[str, str]]]:
        """Return the units of each line with their tags: O for common words."""
        lines = []
        for line in read_lines(text):
            path = self.lattice(text, line).best()
            lines.append(
                [(text[line.starts[e.start] : line.ends[e.end - 1]], e.tag) for e in path]
            )
        return lines

    def lattice(
        self, text: str, line: Line, remembered: Remembered | None = None
    ) -> Lattice[History]:
        """Return the lattice of a line."""
        edges: list[list[Edge]] = [[] for _ in range(len(line))]
        covered = [False] * (len(line) + 1)
        inside = []
        for start, stop, label in find_patterns(text, line):
            tag = label if label in PATTERN_LABELS else WORD
            edges[start].append(Edge(start, stop, tag, tag, DIGIT * (stop - start)))
            covered[start:stop] = [True] * (stop - start)
            inside.append((start,stop))
        for start in range(len(line)):
            if line.borders[start]:
                end = next((b for a,b in inside if a<=start<b), 0)
                edges[start] += (e for e in self._names(line, start, remembered or {}) if e.end>end)
                if not covered[start]:
                    edges[start] += self._words(line, start, covered)
        return Lattice(edges, START, self.step, (END, END))

    def _words(self, line: Line, start: int, covered: list[bool]) -> Iterator[Edge]:
        stop = start
        most = max(self.lexicon.longest, self.constants.longest_word)
        while stop < len(line) and not covered[stop]:
            stop += 1
            if not line.borders[stop]:
                continue
            key = line.key(start, stop)
            known = key in self.lexicon.groups
            if known:
                yield Edge(start, stop, WORD, key, 0.0)
            elif line.segmented or stop - start <= self.constants.longest_word:
                own = self.strings.log(NEW, line.symbols[start:stop])
                yield Edge(start, stop, WORD, key, own)
            if line.segmented or stop - start >= most:
                break

    def _names(self, line: Line, start: int, remembered: Remembered) -> Iterator[Edge]:
        first = line.symbols[start]
        if not is_letter(first):
            return
        spelling = line.spelling(start, min(len(line), start + self.constants.longest_name))
        ends: dict[int, int] = {}  # the end of a candidate by how much of the spelling it takes
        stop, taken = start, 0
        for taken, symbol in enumerate(spelling, 1):
            if symbol == BORDER:
                continue
            if not may_be_inside(symbol):
                break
            stop += 1
            if line.borders[stop] and is_letter(symbol):
                ends[taken] = stop
        for tag, firsts in self.lexicon.firsts.items():
            lasts = self.lexicon.lasts[tag]
            lengths = [n for n in ends if first in firsts or spelling[n - 1] in lasts]
            model = tag + BORDER if line.segmented else tag
            for length, log in self.strings.prefixes(model, spelling, lengths):
                share = remembered.get((tag, line.key(start, ends[length])), 0.0) if remembered else 0.0
                if share:
                    w = self.constants.memory
                    log = math.log((1 - w) * math.exp(log) + w * share)
                own = self.constants.spelling * log + self.constants.entity
                yield Edge(start, ends[length], tag, tag, own)

    def step(self, before: History, tag: str, key: str) -> tuple[History, float]:
        """Return the history after a unit and its log probability."""
        cost = self.context.tag(before, tag)
        if tag == WORD:
            unit = self.lexicon.unit(key)
            cost += self.context.word(before.unit, unit)
        else:
            unit = entity(tag)
        return History(unit, before.unit.tag), cost

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        lexicon = self.lexicon
        texts = ["\t".join(pair) for pair in lexicon.groups.items()]
        for name, table in (("first", lexicon.firsts), ("last", lexicon.lasts)):
            texts += [
                "\t".join((name, tag, "".join(sorted(some)))) for tag, some in table.items()
            ]
        return {
            "lexicon": np.frombuffer("\n".join(texts).encode(), np.uint8),
            **self.context.tags.arrays("tags_"),
            **self.context.words.arrays("words_"),
            **self.context.classes.arrays("classes_"),
            **self.strings.known.arrays("known_"),
            **self.strings.made.arrays("made_"),
        }

    def options(self) -> Mapping[str, Any]:
        """Return options and constants."""
        return {**self.trained_with, "labels": list(self.labels), **asdict(self.constants)}


def entity(tag: str) -> Unit:
    """Return an entity as the contextual model sees it."""
    return Unit(tag, tag, tag, tag)
