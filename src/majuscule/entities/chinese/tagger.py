"""KRDL 1998 for Chinese: words and entities in one pass, on a lattice over characters.

1. Text is split into atoms (:mod:`majuscule.entities.chinese.atoms`).
2. The hypothesis generator adds edges over them: common words, new words, entities whose first or
   last character their class has, and matches of pattern rules, which exclude all other words.
3. The contextual model and the entity models (:mod:`majuscule.entities.chinese.models`) score
   the edges, and Viterbi search finds the best path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import Array
from majuscule.counts.backoff import Backoff
from majuscule.entities.chinese.atoms import BORDER, Line, is_letter, line_parts, may_be_inside
from majuscule.entities.chinese.lattice import Edge, Lattice
from majuscule.entities.chinese.models import (
    END,
    NEW,
    START,
    WORD,
    ChineseLexicon,
    ContextModel,
    History,
    StringModel,
    entity,
)
from majuscule.entities.chinese.patterns import find_patterns
from majuscule.entities.interface import TaggerBase
from majuscule.models import ModelFile
from majuscule.models.stored import options_of, part, read_stored
from majuscule.reading.annotations.mentions import Mention

MATCHED = -1.5
"""Log probability of an atom in a match of a pattern rule, to compete with longer entities."""


@dataclass(frozen=True)
class ChineseConstants:
    """Tuned on the dev part of the corpus (docs/method/krdl.md)."""

    entity: float = 0.0  # log weight of each entity
    spelling: float = 1.0  # exponent of the entity models
    longest_name: int = 24  # atoms
    longest_word: int = 4  # atoms of a new word, where a line is not segmented


@dataclass(frozen=True, repr=False, eq=False)
class ChineseTagger(TaggerBase):
    """The two models of KRDL 1998 and their constants."""

    labels: tuple[str, ...]
    constants: ChineseConstants
    trained_with: Mapping[str, Any]
    context: ContextModel = part(ContextModel)
    strings: StringModel = part(StringModel)

    kind: ClassVar[str] = "chinese.v1"
    batch: ClassVar[int] = 1
    spaced: ClassVar[bool] = False

    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text.

        ``memory`` has no effect: as in the paper, lines are independent.
        """
        return [self._tag(text) for text in texts]

    def _tag(self, text: str) -> list[Mention]:
        found = []
        for line in line_parts(text):
            lattice = self.lattice(text, line)
            edges = [edge for edge in lattice.best() if edge.tag in self.labels]
            posteriors = lattice.posteriors() if edges else {}
            for edge in edges:
                share = posteriors.get((edge.start, edge.end, edge.tag), 0.0)
                start, end = line.starts[edge.start], line.ends[edge.end - 1]
                found.append(Mention(start, end, edge.tag, min(1.0, share)))
        return found

    def segment(self, text: str) -> list[list[tuple[str, str]]]:
        """Return the units of each line with their tags; that of common words is O."""
        lines = []
        for line in line_parts(text):
            path = self.lattice(text, line).best()
            lines.append([(text[line.starts[e.start] : line.ends[e.end - 1]], e.tag) for e in path])
        return lines

    def lattice(self, text: str, line: Line) -> Lattice[History]:
        """Return the lattice of the hypotheses for a line of ``text``."""
        edges: list[list[Edge]] = [[] for _ in range(len(line))]
        matched = [0] * (len(line) + 1)  # the end of the match that an atom is in
        for start, stop, label in find_patterns(text, line):
            edges[start].append(Edge(start, stop, label, label, MATCHED * (stop - start)))
            matched[start:stop] = [stop] * (stop - start)
        for start in range(len(line)):
            if line.borders[start]:
                names = self._names(line, start)
                edges[start] += (edge for edge in names if edge.end > matched[start])
                if not matched[start]:
                    edges[start] += self._words(line, start, matched)
        return Lattice(edges, START, self.step, (END, END))

    def _words(self, line: Line, start: int, matched: list[int]) -> Iterator[Edge]:
        stop = start
        most = max(self.context.lexicon.longest, self.constants.longest_word)
        while stop < len(line) and not matched[stop]:
            stop += 1
            if not line.borders[stop]:
                continue
            key = "".join(line.symbols[start:stop])
            if key in self.context.lexicon.groups:
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
        spelling = line.spelling(start, min(len(line), start + self.constants.longest_name))
        ends: dict[int, int] = {}  # the ends of candidates by the length of their spelling
        stop = start
        for length, symbol in enumerate(spelling, 1):
            if symbol == BORDER:
                continue
            if not may_be_inside(symbol):
                break
            stop += 1
            if line.borders[stop] and is_letter(symbol):
                ends[length] = stop
        for tag, firsts in self.context.lexicon.firsts.items():
            lasts = self.context.lexicon.lasts[tag]
            lengths = [n for n in ends if first in firsts or spelling[n - 1] in lasts]
            model = tag + BORDER if line.segmented else tag
            for length, log in self.strings.prefixes(model, spelling, lengths):
                own = self.constants.spelling * log + self.constants.entity
                yield Edge(start, ends[length], tag, tag, own)

    def step(self, before: History, tag: str, key: str) -> tuple[History, float]:
        """Return the history after a unit and its log probability."""
        cost = self.context.tag(before, tag)
        if tag == WORD:
            unit = self.context.lexicon.unit(key)
            cost += self.context.word(before.unit, unit.key, unit.group)
        else:
            unit = entity(tag)
        return History(unit, before.unit.tag), cost

    def arrays(self) -> Mapping[str, Array]:
        lexicon = self.context.lexicon
        rows = [("word", *pair) for pair in lexicon.groups.items()]
        for name, table in (("first", lexicon.firsts), ("last", lexicon.lasts)):
            rows += [(name, tag, one) for tag, some in table.items() for one in sorted(some)]
        text = "\n".join("\t".join(row) for row in rows)
        return {"lexicon": np.frombuffer(text.encode(), np.uint8), **super().arrays()}

    def options(self) -> Mapping[str, Any]:
        return {
            **self.trained_with,
            "labels": list(self.labels),
            "listed": list(self.strings.listed),
            "constants": asdict(self.constants),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        with options_of(file, cls.kind) as options:
            labels = tuple(options.pop("labels"))
            constants = ChineseConstants(**options.pop("constants"))
            trust = {name: float(options[f"{name}_trust"]) for name in ("tag", "word", "name")}
            lists = float(options.get("list_share", 0)), tuple(options.pop("listed", ()))

        def table(name: str, by: str) -> Backoff:
            return read_stored(Backoff, file, f"{name}_", trust=trust[by])

        context = ContextModel(
            _read_lexicon(file),
            table("tags", "tag"),
            table("words", "word"),
            table("classes", "word"),
        )
        strings = StringModel(table("known", "name"), table("made", "name"), *lists)
        return cls(labels, constants, options, context, strings)


def _read_lexicon(file: ModelFile) -> ChineseLexicon:
    groups: dict[str, str] = {}
    edges: dict[str, dict[str, set[str]]] = {"first": {}, "last": {}}
    try:
        for row in file.array("lexicon", "|u1").tobytes().decode().split("\n"):
            kind, one, two = row.split("\t")
            if kind == "word":
                groups[one] = two
            else:
                edges[kind].setdefault(one, set()).add(two)
    except (ValueError, KeyError) as error:
        raise file.faulty("its lexicon cannot be read") from error
    firsts, lasts = (
        {tag: frozenset(some) for tag, some in edges[name].items()} for name in ("first", "last")
    )
    if not firsts or firsts.keys() != lasts.keys():
        raise file.faulty("its lexicon does not fit together")
    return ChineseLexicon(groups, firsts, lasts)
