"""The lines of a document that are learnt from: as they stand, or without their final mark.

Well-edited text has few short lines but titles.  A model that knows no others takes ``see you
tomorrow`` for one, so some lines lose their final mark.  Which do follows from their document and
place: they are the same each time.

Writers do not keep every rule of spelling.  Turkish names of days and months have a capital only in
a date; most of the sentences that people read aloud for Common Voice say otherwise.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from majuscule.learn.modernizing import Modernizer
from majuscule.reading import Document
from majuscule.reading.documents import owner_of
from majuscule.text.tokenizing.sentences import without_final_mark


@dataclass(frozen=True)
class TrainingLines:
    """Which lines of a document are learnt from.

    ``titles``: its title too.  ``unmarked``: the share of the lines that lose the mark they end
    with.  ``small``: words, with their capital, that are read with a small letter inside a
    sentence, unless a figure is beside them.  ``whole``: a line of well-cased text that begins
    small goes on from what is not there (half the lines of some minutes do), and follows an
    ellipsis, so that beginnings of lines teach how sentences begin.  ``modern``: writes old
    spellings as people do today.
    """

    titles: bool = True
    unmarked: float = 0.0
    small: Collection[str] = ()
    whole: bool = False
    modern: Modernizer | None = None

    def of(self, document: Document) -> list[str]:
        """Return the lines of a document that are learnt from."""
        lines = list(document.lines(self.titles))
        if self.modern is not None:
            lines = self.modern.lines(lines)
        if self.whole:
            lines = [f"… {one}" if _goes_on(one) else one for one in lines]
        if self.small:
            lines = [self._raised.sub(lambda found: found[0].lower(), line) for line in lines]
        if not self.unmarked:
            return lines
        owner, least = owner_of(document.id), self.unmarked * 2**32
        return [
            without_final_mark(line) if zlib.crc32(b"%d" % at, owner) < least else line
            for at, line in enumerate(lines)
        ]

    @cached_property
    def _raised(self) -> re.Pattern[str]:
        words = "|".join(map(re.escape, self.small))
        return re.compile(rf"(?:(?<=[^\W\d_] )|(?<=[^\W\d_], ))(?:{words})\b(?! \d)")


def _goes_on(line: str) -> bool:
    """Tell whether the first word of a line is small, and no letter of a list: ``a)``."""
    first, found, _ = line.partition(" ")
    return bool(found) and first.strip(",").isalpha() and first.islower()


AS_THEY_ARE = TrainingLines()
"""All lines of a document, as they are written."""
