"""KRDL 1998 for Chinese: words and entities found in one go, on a lattice over characters.

1. Text becomes atoms (:mod:`majuscule.entities.chinese_text`).
2. The hypothesis generator lays edges over them: common words, new words, entities of each class
   whose borders are likely, and matches of pattern rules, which leave no other choice.
3. The contextual model and the entity models (:mod:`majuscule.entities.chinese_models`) score
   them, and Viterbi finds the best path.
"""

from __future__ import annotations

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
from majuscule.entities.chinese_text import Line, is_letter, may_be_inside, read_lines
from majuscule.entities.mentions import Mention

DIGIT = -2.5
"""Log probability of an atom in a match of a pattern rule, against entities that hold it."""


@dataclass(frozen=True)
class ChineseConstants:
    """Tuned on the dev part of the corpus (docs/method/krdl.md)."""

    entity: float = 0.0  # log weight of each entity
    spelling: float = 1.0  # exponent of the entity models
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
        """Return the mentions of a document; ``memory`` changes nothing."""
        found = []
        for line in read_lines(text):
            lattice = self.lattice(text, line)
            path = [edge for edge in lattice.best() if edge.tag in self.labels]
            if not path:
                continue
            sure = lattice.posteriors()
            for edge in path:
                share = sure.get((edge.start, edge.end, edge.tag), 0.0)
                start, end = line.starts[edge.start], line.ends[edge.end - 1]
                found.append(Mention(start, end, edge.tag, min(1.0, share)))
        return found

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

    def lattice(self, text: str, line: Line) -> Lattice[History]:
        """Return the lattice of a line."""
        edges: list[list[Edge]] = [[] for _ in range(len(line))]
        covered = [False] * (len(line) + 1)
        for start, stop, label in find_patterns(text, line):
            tag = label if label in PATTERN_LABELS else WORD
            edges[start].append(Edge(start, stop, tag, tag, DIGIT * (stop - start)))
            covered[start:stop] = [True] * (stop - start)
        for start in range(len(line)):
            if line.borders[start]:
                edges[start] += self._names(line, start)
                if not covered[start]:
                    edges[start] += self._words(line, start, covered)
        return Lattice(edges, START, self.step, Edge(len(line), len(line), END, END, 0.0))

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

    def _names(self, line: Line, start: int) -> Iterator[Edge]:
        first = line.symbols[start]
        if not is_letter(first):
            return
        begun = [tag for tag in self.lexicon.firsts if first in self.lexicon.firsts[tag]]
        stop = start
        for stop in range(start + 1, min(len(line), start + self.constants.longest_name) + 1):
            last = line.symbols[stop - 1]
            if not may_be_inside(last):
                return
            if not line.borders[stop] or not is_letter(last):
                continue
            for tag in begun:
                if last in self.lexicon.lasts[tag]:
                    own = self.strings.log(tag, line.symbols[start:stop])
                    own = self.constants.spelling * own + self.constants.entity
                    yield Edge(start, stop, tag, tag, own)

    def step(self, before: History, edge: Edge) -> tuple[History, float]:
        """Return the state after an edge and its log probability."""
        cost = self.context.tag(before, edge.tag) + edge.own
        if edge.tag == WORD:
            unit = self.lexicon.unit(edge.key)
            cost += self.context.word(before.unit, unit)
        else:
            unit = entity(edge.tag)
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
