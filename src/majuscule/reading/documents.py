"""What a corpus is made of: documents of paragraphs, and sentences whose words carry tags."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """A text whose parts belong together: an article, a speech, a mail.

    Paragraphs hold no line end and at least one character that is not white space.
    """

    id: str
    paragraphs: tuple[str, ...]
    title: str = ""
    where: str = ""  # ``path:line`` of its first line, for messages

    @property
    def text(self) -> str:
        """Return the paragraphs, one a line, without the title."""
        return "\n".join(self.paragraphs)

    def lines(self, titles: bool = True) -> tuple[str, ...]:
        """Return the paragraphs, with ``titles`` after the title where there is one."""
        return (self.title, *self.paragraphs) if titles and self.title else self.paragraphs


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence of a two-column file: as many tags as tokens.

    The token at index ``i`` stands on line ``line + i``.  ``document`` is empty where the file
    names none.
    """

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    document: str = ""
    path: str = ""
    line: int = 0

    def where(self, index: int = 0) -> str:
        """Return the place of a token as ``path:line``.

        >>> TaggedSentence(("a", "b"), ("O", "O"), path="x.tsv", line=7).where(1)
        'x.tsv:8'
        """
        return f"{self.path}:{self.line + index}"
