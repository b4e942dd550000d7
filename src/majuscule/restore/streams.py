"""Restore files and streams of any format, in order, in bounded memory, by several threads.

The formats (:mod:`majuscule.reading.formats`) say where text stands; here it is restored and
handed back to them.  The output does not depend on the threads, nor on how fast the input comes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from majuscule.files import atomic_write
from majuscule.reading import Errors
from majuscule.reading.compression import compressing
from majuscule.reading.flow import Flow, Gather
from majuscule.reading.formats.documents import Document, units_of
from majuscule.reading.formats.opening import Opened, open_source
from majuscule.reading.formats.source import How, Reading
from majuscule.restore.truecaser import Truecaser, load


@dataclass(frozen=True)
class Options:
    """How streams are restored."""

    case: str = "auto"  # "ignore" restores also what is well cased
    memory: bool = True  # whether the other mentions of a word in its document count
    reading: Reading = field(default_factory=Reading)
    jobs: int = 1  # threads; they change the speed, not the output
    analysis: bool = False  # JSON lines of tokens instead of the file


def restore_file(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    model: str | os.PathLike[str] | Truecaser = "en",
    *,
    format: str | None = None,
    fields: Sequence[str] = (),
    document: How | None = None,
    case: str = "auto",
    memory: bool = True,
    header: bool = True,
    delimiter: str | None = None,
    errors: Errors = "strict",
    keep_broken: bool = False,
    jobs: int | None = None,
    tell: Callable[[str], None] = lambda _message: None,
) -> None:
    """Restore a file of any format; of the new file nothing differs but the case of letters.

    ``format`` is one of :data:`majuscule.reading.formats.FORMATS`; without it the source's name
    says it.  ``fields`` are fields of JSON lines, columns by name or number, elements of HTML or
    XML.  A target named ``.gz``, ``.bz2``, ``.xz`` or ``.zst`` is compressed.  It appears when it
    is whole, and may be the source itself.  ``tell`` gets a sentence for each thing that was odd.

    Raises :class:`~majuscule.errors.CorpusError`, with file and line, for what cannot be read;
    ``keep_broken`` copies broken lines, rows and cues as they are instead.

    >>> import majuscule
    >>> majuscule.restore_file("film.srt", "cased.srt")  # doctest: +SKIP
    """
    reading = Reading(document, tuple(fields), header, delimiter, errors, keep_broken)
    options = Options(case, memory, reading, jobs or os.cpu_count() or 1)
    truecaser = model if isinstance(model, Truecaser) else load(model)
    with atomic_write(target) as out, compressing(target, out.write) as write:
        restore_stream(truecaser, source, write, options, format=format, tell=tell)


def restore_stream(
    truecaser: Truecaser,
    source: str | os.PathLike[str],
    write: Callable[[bytes], Any],
    options: Options,
    *,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Restore a file, or standard input for ``-``, and hand the bytes to ``write``.

    ``tell`` gets what the reader should know (replaced bytes, odd numbers of cues); ``progress``
    how many more bytes were read.
    """
    gather: Gather[Document]

    def before_waiting() -> None:
        gather.flush()

    with open_source(
        source,
        format,
        options.reading,
        before_waiting=before_waiting,
        tell=tell,
        progress=progress,
    ) as opened:
        make = _analyzer if options.analysis else _worker
        work = make(truecaser, options, opened)

        def put(rendered: Any) -> None:
            _write(rendered if options.analysis else opened.write(rendered), write)

        with Flow(work, put, options.jobs) as flow:
            gather = Gather(flow)
            with gather:
                for document in opened.documents():
                    gather.add(document, 1 + max(len(document.raw), len(document.text)))
        if not options.analysis:
            _write(opened.finish(), write)


def _write(content: bytes, write: Callable[[bytes], Any]) -> None:
    if content:
        write(content)


def _worker(
    truecaser: Truecaser, options: Options, opened: Opened
) -> Callable[[list[Document]], Any]:
    """Return what is done with a batch of documents."""

    def restore(documents: list[Document]) -> Any:
        texts = [document.text for document in documents]
        restored = truecaser.restore_many(texts, case=options.case, memory=options.memory, jobs=1)
        return opened.render(documents, list(restored))

    return restore


def _analyzer(
    truecaser: Truecaser, options: Options, _opened: Opened
) -> Callable[[list[Document]], bytes]:
    """Return what makes an object a unit of each document: its place, its text, its tokens.

    Offsets count from the start of the unit.
    """

    def analyze(documents: list[Document]) -> bytes:
        objects: list[dict[str, Any]] = []
        for document in documents:
            objects += _analyze(truecaser, options, document)
        lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
        # A lone surrogate, which JSON can hold and UTF-8 cannot, is written as its escape.
        return "".join(lines).encode("utf-8", "backslashreplace")

    return analyze


def _analyze(
    truecaser: Truecaser, options: Options, document: Document
) -> Iterator[dict[str, Any]]:
    if document.units == ():
        return
    found = truecaser.analyze(document.text, case=options.case, memory=options.memory)
    index = 0
    for unit in units_of(document):
        tokens = []
        while index < len(found.tokens) and found.tokens[index].start < unit.end:
            token = found.tokens[index].to_json()
            token["start"] -= unit.start
            token["end"] -= unit.start
            if token["start"] >= 0:
                tokens.append(token)
            index += 1
        yield {**unit.place, "text": found.text[unit.start : unit.end], "tokens": tokens}
