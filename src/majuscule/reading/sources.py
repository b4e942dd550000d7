"""Opening a file of any format: its text in order, and writing it back."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Protocol

from majuscule.errors import CorpusError
from majuscule.reading.compression import shown_name
from majuscule.reading.decoding import Codec
from majuscule.reading.documents import Document
from majuscule.reading.extracts import Extract, as_documents
from majuscule.reading.flow import Flow, Prompt, is_file
from majuscule.reading.inputs import Input, Notes, Reading
from majuscule.reading.opening import open_bytes
from majuscule.reading.prose import check_prose
from majuscule.reading.streams import read_blocks
from majuscule.reading.table import Format, corpus_format_of, format_called, format_of
from majuscule.reading.tally import Tally

BATCH = 1 << 19
"""The least characters of a batch: scoring many tokens at a time is 1.5 times as fast as few, since
each part of the model is read into the cache once for all of them."""


class Opened(Protocol):
    """An open file.

    ``render`` may be called by several threads at once; ``write`` is called with its results, in
    the order of the extracts, and ``finish`` ends the file.
    """

    notes: Notes

    def extracts(self) -> Iterator[Extract]:
        """Yield the text with its places."""
        ...

    def documents(self) -> Iterator[Document]:
        """Yield the text as documents of paragraphs, for reading only."""
        ...

    def render(self, extracts: Sequence[Extract], restored: Sequence[str]) -> Any:
        """Return extracts with their new texts, ready to be written."""
        ...

    def write(self, rendered: Any) -> bytes:
        """Return the next bytes of the new file."""
        ...

    def finish(self) -> bytes:
        """Return its last bytes."""
        ...


class TextFile:
    """An open file of a textual format."""

    def __init__(self, format: Format, source: Input, codec: Codec | None = None) -> None:
        self.notes = source.notes
        self._format = format
        self._source = source
        self._codec = codec or Codec()

    def extracts(self) -> Iterator[Extract]:
        found: Iterator[Extract] = self._format.load()(self._source)
        return found

    def documents(self) -> Iterator[Document]:
        read = self._format.load_documents()
        found: Iterator[Document] = (
            read(self._source) if read else as_documents(self.extracts(), self._source.where)
        )
        return found

    def render(self, extracts: Sequence[Extract], restored: Sequence[str]) -> bytes:
        pairs = list(zip(extracts, restored, strict=True))
        try:
            return self._codec.encode("".join([one.rewrite(text) for one, text in pairs]))
        except UnicodeEncodeError:
            # Latin-1 has ÿ but not Ÿ: such letters stay unchanged.
            held = [one.rewrite(self._codec.held(one.text, text)) for one, text in pairs]
            return self._codec.encode("".join(held), self._codec.errors)

    def write(self, rendered: bytes) -> bytes:
        return rendered

    def finish(self) -> bytes:
        """Return nothing: textual formats need no end."""
        return b""


@contextmanager
def open_source(
    name: str | os.PathLike[str],
    format: str | None = None,
    reading: Reading | None = None,
    *,
    rewritten: bool = True,
    tally: Tally | None = None,
    before_waiting: Callable[[], None] = lambda: None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Opened]:
    """Open a file, or standard input for ``-``; without ``format`` its name determines the format.

    ``rewritten``: allow only formats whose text can be changed.  ``tally`` counts what is read.
    ``before_waiting`` is called when there is nothing to read at the moment, ``progress`` with the
    number of bytes read, ``tell`` at the end with each message for the user.
    """
    name = os.fspath(name)
    reading = reading or Reading()
    named = format or (format_of(name) if rewritten else corpus_format_of(name))
    kind = format_called(named, rewritten=rewritten)
    shown = shown_name(name)
    notes = Notes(shown)
    if kind.binary:
        with closing(kind.load()(name, reading, notes, progress)) as file:
            if tally is not None:
                tally.add_file(name)
            yield file
    else:
        replaced = tally or Tally()
        with open_bytes(name, tally=tally, progress=progress) as stream:
            prompt = Prompt(stream, before_waiting)
            whole = prompt.has_ended() if named == "text" else is_file(stream)
            codec = Codec(reading.encoding, reading.errors, replaced)
            blocks = read_blocks(prompt, shown, codec=codec)  # type: ignore[arg-type]
            if named == "text" and not format:
                blocks = check_prose(blocks, shown, is_file=is_file(stream))
            yield TextFile(kind, Input(blocks, shown, reading, notes, whole), codec)
        if codec.found:
            tell(f"{shown}: read and written as {codec.name}")
        if replaced.replacements:
            many = "part was" if replaced.replacements == 1 else "parts were"
            tell(f"{shown}: {replaced.replacements:,} invalid {many} replaced by U+FFFD")
    for sentence in notes.sentences():
        tell(sentence)


def read_content(content: str, format: str, reading: Reading | None = None) -> Iterator[Extract]:
    """Yield the text, with its places, of the content of a file in a textual format.

    >>> [one.text for one in read_content("<p>in <b>rome</b></p>", "html")]
    ['in rome']
    """
    blocks = read_blocks(io.BytesIO(content.encode()), format)
    notes = Notes(format)
    source = Input(blocks, format, reading or Reading(), notes)
    return TextFile(format_called(format), source).extracts()


def work_through(
    name: str | os.PathLike[str],
    work: Callable[[Opened, list[Extract]], Any],
    write: Callable[[bytes], Any],
    *,
    rewriting: bool = False,
    format: str | None = None,
    reading: Reading | None = None,
    jobs: int = 1,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Process a file in batches of extracts, in ``jobs`` threads, and write the results in order.

    ``work`` returns bytes or, if ``rewriting``, the result of :meth:`Opened.render`.  Output is not
    delayed while the input waits.
    """
    flow: Flow[list[Extract], Any]
    batch: list[Extract] = []
    length = 0

    def put(done: Any) -> None:
        content = opened.write(done) if rewriting else done
        if content:
            write(content)

    def flush() -> None:
        nonlocal batch, length
        if batch:
            flow.put(batch)
            batch, length = [], 0

    def before_waiting() -> None:
        flush()
        flow.drain()

    with open_source(
        name, format, reading, before_waiting=before_waiting, tell=tell, progress=progress
    ) as opened:
        with Flow(lambda extracts: work(opened, extracts), put, jobs) as flow:
            try:
                for extract in opened.extracts():
                    batch.append(extract)
                    length += 1 + max(len(extract.raw), len(extract.text))
                    if length >= BATCH:
                        flush()
            except CorpusError:
                flush()  # what precedes an error in the input is written too
                raise
            flush()
        if rewriting and (last := opened.finish()):
            write(last)
