"""Spelling unknown words: as compounds of two known words, or letter by letter."""

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
    """Return the code points of words, one a line, and the start and end of each."""
    sizes = np.array([len(word) for word in words], np.int64)
    ends = np.cumsum(sizes + 1) - 1
    return encode("\n".join(words)), ends - sizes, ends


@dataclass(frozen=True)
class Speller:
    """Restores the accents of unknown words.

    ``variants`` (m, LETTER_TAGS): see :class:`~majuscule.accents.restorer.AccentArrays`; ``bias``:
    of plain letters, in score units; ``parts``: words that may be halves of compounds, if any.
    """

    weights: PackedWeights
    variants: U32
    bias: int = 0
    parts: AccentedForms | None = None

    def write(self, codes: CodePoints, starts: I64, ends: I64, out: CodePoints) -> None:
        """Write the words from ``starts`` to ``ends`` into ``out`` (lower case)."""
        if self.parts is not None:
            rest = ~write_compounds(self.parts, codes, starts, ends, out)
            starts, ends = starts[rest], ends[rest]
        if not len(starts):
            return
        columns, places, bounds, offsets = letter_columns(codes, starts, ends)
        rows, variants = self._rows
        row = rows[np.minimum(codes[offsets], len(rows) - 1)]
        chain = self._tagger.score(columns, places, row > 0)
        chain.emissions[variants[row] == codes[offsets][:, None]] += self.bias
        letters = variants[row, best_tags(chain, bounds)]
        out[offsets] = np.where((row > 0) & (letters > 0), letters, codes[offsets])

    def spelt(self, words: Sequence[str]) -> list[str]:
        """Return lower-case words with their accents."""
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
        """Return the row of each code point, 0 if it has no variants, and the variants by row."""
        variants = np.pad(self.variants, ((1, 0), (0, 0)))
        rows = np.zeros(int(variants[:, 0].max(initial=0)) + 2, np.int64)
        rows[variants[1:, 0]] = np.arange(1, len(variants))
        return rows, variants
