"""Which numbers of a text may become figures: none in protected text, or in a glossary's form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from majuscule.arrays import I64, Bools
from majuscule.text.editing.edits import Edit
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import FIXED
from majuscule.words.glossaries.glossary import Glossary


class Kept(NamedTuple):
    """Spans of a text in which words stay: ``starts`` and ``ends``, int64 (n,), and whether each is
    ``fixed``, protected, bool (n,), or a form."""

    starts: I64
    ends: I64
    fixed: Bools

    @classmethod
    def of(cls, passage: Passage, glossary: Glossary) -> Kept:
        """Return the protected spans and the forms of a passage."""
        tokens = passage.tokens
        on, held = glossary.goes_on(tokens), tokens.kinds == FIXED
        within = np.append(False, on)[:-1]
        held[glossary.find(tokens, np.zeros_like(held))[0]] = True
        held |= on | within
        starts, ends = passage.spans()
        firsts, lasts = held & ~within, held & ~on
        fixed = tokens.kinds[firsts] == FIXED
        return cls(starts[firsts].astype(np.int64), ends[lasts].astype(np.int64), fixed)

    def leaving(self, edits: Iterable[Edit], begin: int) -> Iterator[Edit]:
        """Yield the edits, of a text at offset ``begin``, that leave these spans whole.

        An edit may take in a form with other words, such as *gmail* in a spoken address."""
        for one in edits:
            start, end = one.start + begin, one.end + begin
            first, last = np.searchsorted(self.ends, start, "right"), self.starts.searchsorted(end)
            starts, ends, fixed = (column[first:last] for column in self)
            whole = (starts >= start) & (ends <= end) & (ends - starts < end - start)
            if (whole & ~fixed).all():
                yield one
