"""Names in Chinese text by a linear chain over characters, on top of the lattice of KRDL 1998.

The lattice is a generative model of words and names, without features of their combinations.  Its
best path is input to the chain, beside the characters (:mod:`majuscule.entities.chinese.columns`).
Dates, times, amounts and percentages are found by the pattern rules of the lattice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import Array
from majuscule.entities.chinese.columns import COLUMNS, LINKS, TEMPLATES, AtomColumns, read_columns
from majuscule.entities.chinese.dictionary import Dictionary
from majuscule.entities.chinese.patterns import LABELS as PATTERN_LABELS
from majuscule.entities.chinese.tagger import ChineseTagger
from majuscule.entities.decoding import ScoredPiece, close_inadmissible, decode_spans
from majuscule.entities.interface import TaggerBase
from majuscule.entities.linear.passages import Constants
from majuscule.entities.linear.tagger import bias_of
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, options_of, part, read_stored
from majuscule.reading.annotations.mentions import Mention, apart
from majuscule.reading.annotations.schemes import Scheme
from majuscule.tagging.features.templates import REACH
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.chain import CLOSED, Chain
from majuscule.tagging.scoring.packing import PackedWeights
from majuscule.tagging.scoring.tagger import LinearTagger

PREFIX = "chain_"
REMEMBERED = ("PER", "LOC")
SURE = 0.8
"""Least confidence of a name that is found wherever else its document has it."""


def character_spec(scheme: Scheme) -> Spec:
    return Spec.of(len(scheme.tags), TEMPLATES, LINKS, COLUMNS)


@dataclass(frozen=True, repr=False, eq=False)
class CharacterTagger(TaggerBase):
    """The lattice, and the chain over its columns."""

    lattice: ChineseTagger
    dictionary: Dictionary
    tagger: LinearTagger
    scheme: Scheme
    constants: Constants
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "chinese-characters.v1"
    batch: ClassVar[int] = 1
    spaced: ClassVar[bool] = False

    @property
    def labels(self) -> tuple[str, ...]:
        return self.lattice.labels

    def tag_together(self, texts: Sequence[str], memory: bool) -> list[list[Mention]]:
        """Return the mentions of each text; with ``memory``, sure names are found everywhere."""
        return [self._tag(text, memory) for text in texts]

    def segment(self, text: str) -> list[list[tuple[str, str]]]:
        """Return the words and names of each line as the lattice finds them."""
        return self.lattice.segment(text)

    def _tag(self, text: str, memory: bool) -> list[Mention]:
        read = read_columns(text, self.lattice, self.dictionary)
        found = self.names(read)
        for line, path in zip(read.lines, read.paths, strict=True):
            for edge in path:
                if edge.tag in PATTERN_LABELS and edge.tag in self.labels:
                    start, end = line.starts[edge.start], line.ends[edge.end - 1]
                    found.append(Mention(start, end, edge.tag))
        found.sort()
        return sorted([*found, *apart(_again(text, found, read), found)]) if memory else found

    def names(self, read: AtomColumns) -> list[Mention]:
        """Return the names in a text that was read, without the mentions that rules find."""
        if not read.lines:
            return []
        piece = ScoredPiece(0, read.bounds - np.int32(REACH), self.score(read))
        atoms = (pair for line in read.lines for pair in zip(line.starts, line.ends, strict=True))
        places = dict(zip((read.at - REACH).tolist(), atoms, strict=True))
        found = decode_spans([piece], self.scheme, scale=self.constants.scale)
        return [Mention(places[a][0], places[b - 1][1], label, how) for (a, b, label), how in found]

    def score(self, read: AtomColumns) -> Chain:
        """Return the scores of the atoms, without the outer padding.

        Atoms that pattern rules matched can only be O.
        """
        chain = self.tagger.score(read.columns)
        for path, (begin, _) in zip(read.paths, read.bounds.tolist(), strict=True):
            for edge in path:
                if edge.tag in PATTERN_LABELS:
                    first = begin - REACH
                    chain.emissions[first + edge.start : first + edge.end, 1:] = CLOSED
        return close_inadmissible(chain, read.bounds - np.int32(REACH), self.scheme)

    def arrays(self) -> Mapping[str, Array]:
        own = _ChainArrays(self.tagger.packed, self.dictionary)
        return {**self.lattice.arrays(), **arrays_of(own, PREFIX)}

    def options(self) -> Mapping[str, Any]:
        return {
            **self.trained_with,
            "scale": self.tagger.packed.scale,
            "names": list(self.scheme.labels),
            "constants": asdict(self.constants),
            "lattice": dict(self.lattice.options()),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        with options_of(file, cls.kind) as options:
            scheme = Scheme("bio2", tuple(options.pop("names")))
            constants = Constants(**options.pop("constants"))
            scale, below = float(options.pop("scale")), options.pop("lattice")
        header = replace(file.header, kind=ChineseTagger.kind, options=below)
        lattice = ChineseTagger.from_file(replace(file, header=header))
        spec, held = character_spec(scheme), read_stored(_ChainArrays, file, PREFIX)
        packed = replace(held.weights, scale=scale)
        if not packed.fits_spec(spec):
            raise file.faulty("its weights are not those of a character tagger")
        tagger = LinearTagger(spec, packed, bias_of(scheme, constants))
        return cls(lattice, held.dictionary, tagger, scheme, constants, options)


@dataclass(frozen=True)
class _ChainArrays:
    """The arrays of the chain in the model file."""

    weights: PackedWeights = part(PackedWeights)
    dictionary: Dictionary = part(Dictionary, "dictionary_")


def _again(text: str, found: Sequence[Mention], read: AtomColumns) -> Iterator[Mention]:
    """Yield the other places of sure names of people and places, where words begin and end."""
    known = {
        one.of(text): one
        for one in found
        if one.label in REMEMBERED and one.confidence >= SURE and one.end - one.start > 1
    }
    lengths = sorted({len(name) for name in known}, reverse=True)
    for line, path in zip(read.lines, read.paths, strict=True):
        ends = {line.ends[edge.end - 1] for edge in path}
        end = 0
        for start in (line.starts[edge.start] for edge in path) if known else ():
            for stop in (start + length for length in lengths):
                if start >= end and stop in ends and (one := known.get(text[start:stop])):
                    end = stop
                    yield replace(one, start=start, end=stop)
