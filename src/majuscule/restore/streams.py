"""Restore files and streams of any format, in order, in bounded memory, by several threads.

The formats (:mod:`majuscule.reading.table`) say where text stands; here it is restored and
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
from majuscule.reading.extracts import Extract, units_of
from majuscule.reading.inputs import How, Reading
from majuscule.reading.sources import Opened, work_through
from majuscule.restore.truecaser import Case, Truecaser, load


@dataclass(frozen=True)
class Options:
    """How streams are restored."""

    case: Case = "auto"  # "ignore" restores also what is well cased
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
    case: Case = "auto",
    memory: bool = True,
    header: bool = True,
    delimiter: str | None = None,
    errors: Errors = "strict",
    keep_broken: bool = False,
    jobs: int | None = None,
    tell: Callable[[str], None] = lambda _message: None,
) -> None:
    """Restore a file of any format; of the new file nothing differs but the case of letters.

    ``format`` is one of :data:`majuscule.reading.REWRITTEN`; without it the source's name
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

    def restore(opened: Opened, extracts: list[Extract]) -> Any:
        texts = [one.text for one in extracts]
        found = truecaser.restore_many(texts, case=options.case, memory=options.memory, jobs=1)
        return opened.render(extracts, list(found))

    def analyze(_opened: Opened, extracts: list[Extract]) -> bytes:
        found = (one for each in extracts for one in _analyze(truecaser, options, each))
        lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in found)
        # A lone surrogate, which JSON can hold and UTF-8 cannot, is written as its escape.
        return "".join(lines).encode("utf-8", "backslashreplace")

    work_through(
        source,
        analyze if options.analysis else restore,
        write,
        rewriting=not options.analysis,
        format=format,
        reading=options.reading,
        jobs=options.jobs,
        tell=tell,
        progress=progress,
    )


def _analyze(truecaser: Truecaser, options: Options, extract: Extract) -> Iterator[dict[str, Any]]:
    """Yield an object a unit: its place, its text, its tokens with offsets from its start."""
    if extract.units == ():
        return
    found = truecaser.analyze(extract.text, case=options.case, memory=options.memory)
    index = 0
    for unit in units_of(extract):
        tokens = []
        while index < len(found.tokens) and found.tokens[index].start < unit.end:
            token = found.tokens[index].to_json()
            token["start"] -= unit.start
            token["end"] -= unit.start
            if token["start"] >= 0:
                tokens.append(token)
            index += 1
        yield {**unit.place, "text": found.text[unit.start : unit.end], "tokens": tokens}
