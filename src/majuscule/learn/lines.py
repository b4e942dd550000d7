"""The lines of a document that models learn from, with some changes.

Well-edited text has few short lines except titles, so that a model trained on it takes ``see you
tomorrow`` for a title.  Therefore some lines lose their final mark; which ones depends on their
document and index only.

Writers break rules of spelling.  Turkish names of days and months have a capital only in a date,
but most of the sentences of Common Voice disagree.

A line may be a whole article.  Taggers learn line by line, so few long lines teach little: they are
cut after sentences.

Manuals and web pages repeat their menus and notes, and translations of them are not finished.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import compress
from operator import and_

from majuscule.detection.languages import UNKNOWN, languages_of
from majuscule.learn.modernizing import Modernizer
from majuscule.reading import Document
from majuscule.reading.documents import owner_of
from majuscule.text.characters.codepoints import encode
from majuscule.text.tokenizing.passages import passage_of
from majuscule.text.tokenizing.sentences import without_final_mark

LONG = 2000
"""Characters from which a line is cut."""
PART = 300
"""The fewest characters of a part."""
_SENTENCE_END = re.compile(r"""[.!?…]["'’”»)\]]*\s+(?=\S)""")


@dataclass(frozen=True)
class TrainingLines:
    """How the lines of a document become training text.

    ``titles``: whether its title is a line; ``unmarked``: the share of lines that lose their final
    mark; ``small``: capitalised words that are lower-cased inside a sentence, unless next to a
    number; ``whole``: whether lines that begin in lower case, as continuations in some minutes do,
    get an ellipsis, so that starts of lines teach how sentences begin; ``modern``: modernises
    spelling.
    """

    titles: bool = True
    unmarked: float = 0.0
    small: Collection[str] = ()
    whole: bool = False
    modern: Modernizer | None = None

    def of(self, document: Document) -> list[str]:
        """Return the lines of a document to learn from."""
        lines = [part for line in document.lines(self.titles) for part in _cut(line)]
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


@dataclass
class DistinctLines:
    """Leaves out lines that an earlier document has, and lines in another language.

    They are found in the first pass; later passes, over the same documents, reuse the result.
    """

    language: str
    _seen: set[bytes] = field(default_factory=set)
    _kept: list[bytes] = field(default_factory=list)

    def of(self, number: int, document: Document) -> Document:
        """Return the document with index ``number`` without these lines."""
        lines = document.paragraphs
        if number == len(self._kept):
            self._kept.append(self._judge(lines))
        return document._replace(paragraphs=tuple(compress(lines, self._kept[number])))

    def _judge(self, lines: tuple[str, ...]) -> bytes:
        """Return for each line 1 if it is kept, and 0 if not."""
        found = languages_of(passage_of(encode("\n".join(lines)))) if lines else []
        own = [one in (UNKNOWN, self.language) for one in found]
        digests = [_digest(line) for line in lines]
        new = [one not in self._seen for one in digests]
        self._seen.update(digests)
        return bytes(map(and_, own, new))


def _digest(line: str) -> bytes:
    """Return eight bytes that tell a line from others."""
    return blake2b(line.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _cut(line: str) -> Iterator[str]:
    """Yield a line, or the parts of a long one."""
    start = 0
    for end in _SENTENCE_END.finditer(line) if len(line) > LONG else ():
        if end.end() - start >= PART:
            yield line[start : end.end()].rstrip()
            start = end.end()
    yield line[start:]


def _goes_on(line: str) -> bool:
    """Return whether a line begins with a lower-case word, and not with a list letter: ``a)``."""
    first, found, _ = line.partition(" ")
    return bool(found) and first.strip(",").isalpha() and first.islower()


UNCHANGED = TrainingLines()
"""All lines of a document, unchanged."""
