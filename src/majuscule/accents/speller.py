"""Words that no table holds: two known ones in a row, or letter by letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.accents.columns import letter_columns, letter_spec
from majuscule.accents.compounds import write_compounds
from majuscule.accents.forms import AccentedForms
from majuscule.arrays import I64, U32
from majuscule.tagging.scoring.chain import best_tags
from majuscule.tagging.scoring.packing import PackedWeights
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.text.characters.codepoints import CodePoints, decode, encode


def joined(words: Sequence[str]) -> tuple[CodePoints, I64, I64]:
    """Return the code points of some words, a line each, and where each begins and ends."""
    sizes = np.array([len(word) for word in words], np.int64)
    ends = np.cumsum(sizes + 1) - 1
    return encode("\n".join(words)), ends - sizes, ends


@dataclass(frozen=True)
class Speller:
    """Spells words with their marks.

    ``variants`` (m, LETTER_TAGS): the letters that bear marks, see
    :class:`~majuscule.accents.restorer.AccentArrays`; ``bias``: what a letter's plain form gets on
    top; ``parts``: the words that two in a row make one of, if any.
    """

    weights: PackedWeights
    variants: U32
    bias: int = 0
    parts: AccentedForms | None = None

    def write(self, codes: CodePoints, starts: I64, ends: I64, out: CodePoints) -> None:
        """Write the words from ``starts`` to ``ends`` into small letters ``out``."""
        if self.parts is not None:
            rest = ~write_compounds(self.parts, codes, starts, ends, out)
            starts, ends = starts[rest], ends[rest]
        if not len(starts):
            return
        columns, places, bounds, found = letter_columns(codes, starts, ends)
        rows, many = self._rows
        row = rows[np.minimum(codes[found], len(rows) - 1)]
        chain = self._tagger.score(columns, places, row > 0)
        chain.emissions[many[row] == codes[found][:, None]] += self.bias
        letters = many[row, best_tags(chain, bounds)]
        out[found] = np.where((row > 0) & (letters > 0), letters, codes[found])

    def spelt(self, words: Sequence[str]) -> list[str]:
        """Return words in small letters with their marks."""
        codes, starts, ends = joined(words)
        out = codes.copy()
        self.write(codes, starts, ends, out)
        return decode(out).split("\n") if words else []

    @cached_property
    def _tagger(self) -> LinearTagger:
        spec = letter_spec(len(self.weights.regions))
        return LinearTagger(spec, self.weights, np.zeros(spec.tags, np.int32))

    @cached_property
    def _rows(self) -> tuple[I64, U32]:
        """Return the row of the variants of each plain letter, 0 for none, and the rows."""
        many = np.pad(self.variants, ((1, 0), (0, 0)))
        rows = np.zeros(int(many[:, 0].max(initial=0)) + 2, np.int64)
        rows[many[1:, 0]] = np.arange(1, len(many))
        return rows, many
