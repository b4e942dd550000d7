"""The lines of a document that are learnt from: as they stand, shortened, and cut out of others.

Well-edited text has few short lines but titles.  A model that knows no others takes ``see you
tomorrow`` for one, so some lines lose their final mark, and some lend a few words to a line of
their own.  What happens to a line follows from its document and place: it is the same each time.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from majuscule.detection.words import FUNCTION_WORDS
from majuscule.reading import Document
from majuscule.text.sentences import without_final_mark

FRAGMENT = range(2, 9)
"""How many words a fragment may have."""

_BEGINNERS = frozenset(FUNCTION_WORDS)
_EDGES = re.compile(r"[^\w\s'’&/-]+(?:\s+|\Z)|\s+[^\w\s]+")
"""Marks beside a space: no fragment goes across them."""


@dataclass(frozen=True)
class TrainingLines:
    """Which lines of a document are learnt from.

    ``titles``: its title too.  ``unmarked``: the share of the lines that lose the mark they end
    with, of those with at most ``unmarked_words`` words (0: of all).  ``fragments``: the share of
    the lines after which comes a line of two to eight of their words, begun with a capital.
    """

    titles: bool = True
    unmarked: float = 0.0
    unmarked_words: int = 0
    fragments: float = 0.0

    def of(self, document: Document) -> list[str]:
        """Return the lines of a document that are learnt from."""
        lines = document.lines(self.titles)
        if not self.unmarked and not self.fragments:
            return list(lines)
        return list(self._changed(lines, zlib.crc32(document.id.encode())))

    def _changed(self, lines: tuple[str, ...], owner: int) -> Iterator[str]:
        for at, line in enumerate(lines):
            chance = zlib.crc32(b"%d" % at, owner)
            short = not self.unmarked_words or len(line.split()) <= self.unmarked_words
            take = short and chance < self.unmarked * 2**32
            yield without_final_mark(line) if take else line
            chance = zlib.crc32(b"fragment", chance)
            if chance < self.fragments * 2**32 and (found := fragment_of(line, chance)):
                yield found


AS_THEY_ARE = TrainingLines()
"""All lines of a document, as they are written."""


def fragment_of(line: str, chance: int) -> str:
    """Return some words of a line as a line begun with a capital; none where it has too few.

    They lie between two marks; what is longer is cut, best before a word such as *in* or *that*.
    ``chance``: a number that says which.

    >>> fragment_of("If it rains, we will meet in the hall at noon.", 1)
    'We will meet'
    """
    clauses = [part.split() for part in _EDGES.split(line)]
    clauses = [words for words in clauses if len(words) in FRAGMENT or len(words) > FRAGMENT[-1]]
    if not clauses:
        return ""
    words = clauses[chance % len(clauses)]
    edges = [at for at, word in enumerate(words) if at and word in _BEGINNERS]
    starts = [0, *(at for at in edges if at + FRAGMENT[0] <= len(words))]
    start = starts[chance // 7 % len(starts)]
    ends = [at for at in (*edges, len(words)) if at - start in FRAGMENT]
    end = ends[chance // 77 % len(ends)] if ends else start + FRAGMENT[-1]
    first, *others = words[start:end]
    if first.islower():
        first = first[0].upper() + first[1:]
    return " ".join((first, *others))
