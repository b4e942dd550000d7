"""Restore streams of text and of JSON lines, in bounded memory, in order, by several threads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from majuscule.cli.batches import restore_documents
from majuscule.corpus import Errors, Tally, open_bytes, read_blocks, split_lines, split_terminator
from majuscule.corpus.opening import STDIN
from majuscule.formats.flow import Flow, Prompt, is_file
from majuscule.formats.jsonl import Record, read_records
from majuscule.formats.text import How, Piece, cut_documents
from majuscule.restore.truecaser import Truecaser

BATCH = 1 << 16
"""Characters in a batch, at least: large enough that a call's cost is nothing, small enough for
every thread to have one."""


@dataclass(frozen=True)
class Options:
    """How streams are restored."""

    case: str = "auto"  # "ignore" restores also what is well cased
    memory: bool = True  # whether the other mentions of a word in its document count
    how: How | None = None  # what a document is; None: blank in a file, line in a pipe
    fields: tuple[str, ...] = ()  # of JSON lines
    errors: Errors = "strict"  # "replace" goes on at bytes that are not UTF-8
    jobs: int = 1  # threads; they change the speed, not the output
    analysis: bool = False  # JSON lines of tokens instead of text


@dataclass(frozen=True)
class Source:
    """A file to restore, or standard input (``-``), and its format, ``text`` or ``jsonl``."""

    name: str
    format: str

    @property
    def shown(self) -> str:
        """Return how messages call it."""
        return "<stdin>" if self.name == STDIN else self.name


def restore_streams(
    truecaser: Truecaser,
    sources: Iterable[Source],
    write: Callable[[bytes], None],
    options: Options,
    *,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Restore each source in turn and hand the bytes to ``write``.

    ``tell`` gets what the reader should know (replaced bytes); ``progress`` how many more bytes
    were read.
    """
    for source in sources:
        tally = Tally()
        with closing(open_bytes(source.name, progress=progress)) as stream:
            how = options.how or ("blank" if is_file(stream) else "line")
            records = source.format == "jsonl"
            work: Callable[[list[Any]], bytes] = (
                _on_records(truecaser, options) if records else _on_pieces(truecaser, options)
            )
            with Flow(work, write, options.jobs) as flow:
                blocks = read_blocks(
                    Prompt(stream, flow.drain),  # type: ignore[arg-type]
                    source.shown,
                    errors=options.errors,
                    tally=tally,
                )
                parts: Iterator[list[Any]]
                if records:
                    parts = read_records(blocks, options.fields, source.shown)
                else:
                    parts = cut_documents(blocks, how)
                for part in parts:
                    for batch in _gather(part):
                        flow.put(batch)
        if tally.replacements:
            tell(f"{source.shown}: {tally.replacements} invalid parts were replaced by U+FFFD")


def _gather(parts: list[Any]) -> Iterator[list[Any]]:
    """Yield documents in batches of about BATCH characters."""
    batch: list[Any] = []
    length = 0
    for part in parts:
        batch.append(part)
        length += len(part.raw if isinstance(part, Record) else part.text)
        if length >= BATCH:
            yield batch
            batch, length = [], 0
    if batch:
        yield batch


def _on_pieces(truecaser: Truecaser, options: Options) -> Callable[[list[Piece]], bytes]:
    """Return what is done with documents of plain text."""
    if options.analysis:
        return lambda pieces: b"".join(_analyze_piece(truecaser, options, one) for one in pieces)

    def restore(pieces: list[Piece]) -> bytes:
        texts = [piece.text for piece in pieces]
        restored = restore_documents(truecaser, texts, case=options.case, memory=options.memory)
        return "".join(restored).encode()

    return restore


def _on_records(truecaser: Truecaser, options: Options) -> Callable[[list[Record]], bytes]:
    """Return what is done with records of JSON lines."""
    if options.analysis:
        return lambda records: b"".join(_analyze_record(truecaser, options, one) for one in records)

    def restore(records: list[Record]) -> bytes:
        texts = [record.text for record in records]
        restored = restore_documents(truecaser, texts, case=options.case, memory=options.memory)
        pairs = zip(records, restored, strict=True)
        return "".join(record.rewrite(text) for record, text in pairs).encode()

    return restore


def _analyze_piece(truecaser: Truecaser, options: Options, piece: Piece) -> bytes:
    """Return an object a line of the document, offsets counted from the start of the line."""
    found = truecaser.analyze(piece.text, case=options.case, memory=options.memory)
    lines = split_lines(piece.text)
    objects = []
    at = index = 0
    for number, line in enumerate(lines, piece.line):
        content, _ = split_terminator(line)
        tokens = []
        while index < len(found.tokens) and found.tokens[index].start < at + len(line):
            tokens.append(_moved(found.tokens[index].to_json(), -at))
            index += 1
        restored = found.text[at : at + len(content)]
        objects.append({"line": number, "text": restored, "tokens": tokens})
        at += len(line)
    return _dump(objects)


def _analyze_record(truecaser: Truecaser, options: Options, record: Record) -> bytes:
    """Return an object a text of the record, offsets counted from the start of the text."""
    if not record.texts:
        return b""
    found = truecaser.analyze(record.text, case=options.case, memory=options.memory)
    objects = []
    at = index = 0
    for text, restored in zip(record.texts, record.split(found.text), strict=True):
        end = at + len(text.value)
        tokens = []
        while index < len(found.tokens) and found.tokens[index].start < end:
            tokens.append(_moved(found.tokens[index].to_json(), -at))
            index += 1
        place: dict[str, Any] = {"line": record.line}
        if "id" in record.value:
            place["id"] = record.value["id"]
        place["field"] = text.field
        if text.index >= 0:
            place["index"] = text.index
        objects.append({**place, "text": restored, "tokens": tokens})
        at = end + 1
    return _dump(objects)


def _moved(token: dict[str, Any], by: int) -> dict[str, Any]:
    token["start"] += by
    token["end"] += by
    return token


def _dump(objects: Iterable[dict[str, Any]]) -> bytes:
    lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
    # A lone surrogate, which JSON can hold and UTF-8 cannot, is written as its escape.
    return "".join(lines).encode("utf-8", "backslashreplace")
