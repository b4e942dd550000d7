"""Open a file of any format: its documents in order, and the way to write them back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from majuscule.reading import Tally, open_bytes, read_blocks
from majuscule.reading.flow import Prompt, is_file
from majuscule.reading.formats.documents import Document
from majuscule.reading.formats.source import Notes, Reading, Source
from majuscule.reading.formats.table import Format, format_called, format_of
from majuscule.reading.opening import STDIN


class Opened(Protocol):
    """An open file.

    ``render`` may be called by several threads at once; ``write`` gets what it returned, in the
    order of the documents, and ``finish`` ends the file.
    """

    notes: Notes

    def documents(self) -> Iterator[Document]:
        """Yield the documents."""
        ...

    def render(self, documents: Sequence[Document], restored: Sequence[str]) -> Any:
        """Return documents with the texts that they became, ready to be written."""
        ...

    def write(self, rendered: Any) -> bytes:
        """Return the next bytes of the file that is written."""
        ...

    def finish(self) -> bytes:
        """Return its last bytes."""
        ...


class TextFile:
    """An open file of a format that is text."""

    def __init__(self, format: Format, source: Source) -> None:
        self.notes = source.notes
        self._read = format.load()
        self._source = source

    def documents(self) -> Iterator[Document]:
        """Yield the documents."""
        found: Iterator[Document] = self._read(self._source)
        return found

    def render(self, documents: Sequence[Document], restored: Sequence[str]) -> bytes:
        """Return the documents' bytes."""
        pairs = zip(documents, restored, strict=True)
        return "".join([one.rewrite(text) for one, text in pairs]).encode()

    def write(self, rendered: bytes) -> bytes:
        """Return the bytes as they are."""
        return rendered

    def finish(self) -> bytes:
        """Return nothing: text has no end of its own."""
        return b""


@contextmanager
def open_source(
    name: str | os.PathLike[str],
    format: str | None = None,
    reading: Reading | None = None,
    *,
    before_waiting: Callable[[], None] = lambda: None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Opened]:
    """Open a file, or standard input for ``-``; without ``format`` its name says what it holds.

    ``before_waiting`` is called when there is nothing to read just now, ``progress`` with how many
    more bytes were read, ``tell`` at the end with each thing that the user should know.
    """
    name = os.fspath(name)
    reading = reading or Reading()
    kind = format_called(format or format_of(name))
    shown = "<stdin>" if name == STDIN else name
    notes = Notes(shown)
    if kind.binary:
        with kind.load()(name, reading, notes, progress) as file:
            yield file
    else:
        tally = Tally()
        with open_bytes(name, progress=progress) as stream:
            prompt = Prompt(stream, before_waiting)
            blocks = read_blocks(prompt, shown, errors=reading.errors, tally=tally)  # type: ignore[arg-type]
            yield TextFile(kind, Source(blocks, shown, reading, notes, is_file(stream)))
        if tally.replacements:
            tell(f"{shown}: {tally.replacements} invalid parts were replaced by U+FFFD")
    for sentence in notes.sentences():
        tell(sentence)
