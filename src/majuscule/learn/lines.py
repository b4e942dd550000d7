"""The lines of a document that are learnt from: as they stand, or without their final mark.

Well-edited text has few short lines but titles.  A model that knows no others takes ``see you
tomorrow`` for one, so some lines lose their final mark.  Which do follows from their document and
place: they are the same each time.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from majuscule.reading import Document
from majuscule.text.sentences import without_final_mark


@dataclass(frozen=True)
class TrainingLines:
    """Which lines of a document are learnt from.

    ``titles``: its title too.  ``unmarked``: the share of the lines that lose the mark they end
    with.
    """

    titles: bool = True
    unmarked: float = 0.0

    def of(self, document: Document) -> list[str]:
        """Return the lines of a document that are learnt from."""
        lines = list(document.lines(self.titles))
        if not self.unmarked:
            return lines
        owner, least = zlib.crc32(document.id.encode()), self.unmarked * 2**32
        return [
            without_final_mark(line) if zlib.crc32(b"%d" % at, owner) < least else line
            for at, line in enumerate(lines)
        ]


AS_THEY_ARE = TrainingLines()
"""All lines of a document, as they are written."""
