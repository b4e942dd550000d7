"""Parquet: columns of text are rewritten, row group by row group; everything else is copied.

A column is text, lists of text, or a dictionary of text; empty cells stay empty.  Row groups, the
order of columns, types, the metadata of schema and file, and each column's compression are kept;
pages and statistics are written anew, so the file is equal but not identical.  Needs pyarrow
(``pip install 'majuscule[parquet]'``).

A row is a document, with its cells below each other.  One row group at a time is in memory.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from majuscule.errors import CorpusError, UnclearError
from majuscule.extras import require
from majuscule.reading.compression import COMPRESSIONS, STDIN
from majuscule.reading.documents import Document
from majuscule.reading.extracts import Extract, Unit, as_documents, unit_of
from majuscule.reading.formats.tables.separated import DEFAULT, choose_columns
from majuscule.reading.inputs import Notes, Reading

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

ROWS = 1024
"""Rows that are converted to Python objects at once."""


@dataclass
class _Group:
    """A row group: its table, how many of its rows were rewritten, and their texts by column."""

    table: Any
    done: int = 0
    texts: dict[str, list[str]] = field(default_factory=dict)


class _Sink(io.RawIOBase):
    """A file whose content can be drained as it is written."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._at = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def write(self, data: ReadableBuffer, /) -> int:
        content = bytes(data)
        self._parts.append(content)
        self._at += len(content)
        return len(content)

    def drain(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


class ParquetFile:
    """An open Parquet file; see :class:`majuscule.reading.sources.Opened`."""

    def __init__(
        self,
        name: str,
        reading: Reading,
        notes: Notes,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self.notes = notes
        self._name = name
        self._progress = progress
        what = f"{notes.where}: reading Parquet"
        self._pa, self._pq = (
            require(one, what, "parquet") for one in ("pyarrow", "pyarrow.parquet")
        )
        self._file = self._open()
        self._schema = self._file.schema_arrow
        self._columns = self._wanted(reading.fields)
        self._groups: deque[_Group] = deque()
        self._sink = _Sink()
        self._writer: Any = None

    def close(self) -> None:
        """Close the file that is read."""
        self._file.close()

    def _open(self) -> Any:
        if self._name == STDIN:
            raise CorpusError("Parquet cannot be read from a pipe; name a file", "<stdin>")
        if Path(self._name).suffix.lower() in COMPRESSIONS:
            raise CorpusError("Parquet has its own compression; decompress the file", self._name)
        if not Path(self._name).is_file():
            raise CorpusError("no such file", self._name)
        try:
            return self._pq.ParquetFile(self._name)
        except (self._pa.ArrowException, OSError, UnicodeDecodeError) as error:
            raise self._error(error) from error

    def _error(self, error: Exception) -> CorpusError:
        reason = str(error).split("\n")[0].split(". ")[0].rstrip(".")
        return CorpusError(
            f"not Parquet, damaged or cut off: {reason[:1].lower()}{reason[1:]}", self._name
        )

    def _wanted(self, fields: Sequence[str]) -> list[str]:
        """Return the columns of the text, in the order of the file."""
        names = list(self._schema.names)
        texts = [one for one in names if self._is_text(self._schema.field(one).type)]
        known = f"columns of text: {', '.join(texts) or 'none'}"
        if not fields and DEFAULT not in names:
            raise UnclearError(
                f"name the column that holds the text with --column; {known}", self._name
            )
        found = [
            names[index] for index in choose_columns(names, fields or (DEFAULT,), self._name, known)
        ]
        for one in found:
            if names.count(one) > 1:
                raise CorpusError(
                    f"several columns are called {one!r}; rename all but one", self._name
                )
            if one not in texts:
                kind = self._schema.field(one).type
                raise CorpusError(f"column {one!r} holds {kind}, not text; {known}", self._name)
        return found

    def _is_text(self, kind: Any) -> bool:
        types = self._pa.types
        if types.is_dictionary(kind):
            return self._is_text(kind.value_type)
        if types.is_list(kind) or types.is_large_list(kind):
            return not types.is_nested(kind.value_type) and self._is_text(kind.value_type)
        view = getattr(types, "is_string_view", lambda _kind: False)
        return bool(types.is_string(kind) or types.is_large_string(kind) or view(kind))

    def extracts(self) -> Iterator[Extract]:
        """Yield the rows; ``line`` counts them from 1."""
        line = 1
        for index in range(self._file.num_row_groups):
            try:
                table = self._file.read_row_group(index)
                texts = table.select(self._columns)
                texts.validate(full=True)  # may not be UTF-8
            except (self._pa.ArrowException, OSError) as error:
                raise self._error(error) from error
            self._groups.append(_Group(table))
            for start in range(0, table.num_rows, ROWS):
                for row in texts.slice(start, ROWS).to_pylist():
                    yield _extract(row, line)
                    line += 1
            if self._progress is not None:
                self._progress(self._file.metadata.row_group(index).total_byte_size)

    def documents(self) -> Iterator[Document]:
        """Yield the rows as documents of paragraphs."""
        return as_documents(self.extracts(), self._name)

    def render(
        self, extracts: Sequence[Extract], restored: Sequence[str]
    ) -> list[list[tuple[str, str]]]:
        """Return the texts of each row with their columns."""
        return [
            [(unit.place["column"], unit_of(text, unit)) for unit in one.units or ()]
            for one, text in zip(extracts, restored, strict=True)
        ]

    def write(self, rendered: list[list[tuple[str, str]]]) -> bytes:
        """Add the texts of rows; return the bytes of complete row groups."""
        for row in rendered:
            self._write_complete()
            group = self._groups[0]
            for column, text in row:
                group.texts.setdefault(column, []).append(text)
            group.done += 1
        self._write_complete()
        return self._sink.drain()

    def finish(self) -> bytes:
        """Return the bytes that end the file."""
        self._write_complete()
        self._open_writer().close()
        return self._sink.drain()

    def _write_complete(self) -> None:
        while self._groups and self._groups[0].done == self._groups[0].table.num_rows:
            self._write_group(self._groups.popleft())

    def _write_group(self, group: _Group) -> None:
        table = group.table
        for name, texts in group.texts.items():
            index = table.schema.get_field_index(name)
            cells = _filled(table.column(index).to_pylist(), iter(texts))
            kind = table.schema.field(index).type
            if self._pa.types.is_dictionary(kind):
                array = self._pa.array(cells, kind.value_type).dictionary_encode().cast(kind)
            else:
                array = self._pa.array(cells, kind)
            table = table.set_column(index, table.schema.field(index), array)
        self._open_writer().write_table(table, row_group_size=max(1, table.num_rows))

    def _open_writer(self) -> Any:
        if self._writer is None:
            self._writer = self._pq.ParquetWriter(self._sink, self._schema, **self._properties())
            own = self._file.metadata.metadata or {}
            schema = self._schema.metadata or {}
            more = {
                key: value
                for key, value in own.items()
                if key != b"ARROW:schema" and key not in schema
            }
            if more:
                self._writer.add_key_value_metadata(more)
        return self._writer

    def _properties(self) -> Mapping[str, Any]:
        """Return the compression of columns, the version of the format and so on of the source."""
        metadata = self._file.metadata
        found: dict[str, Any] = {"store_schema": b"ARROW:schema" in (metadata.metadata or {})}
        if metadata.format_version in ("1.0", "2.4", "2.6"):
            found["version"] = metadata.format_version
        if metadata.num_row_groups:
            first = metadata.row_group(0)
            columns = [first.column(index) for index in range(first.num_columns)]
            paths = [one.path_in_schema for one in columns]
            found["use_compliant_nested_type"] = not any(one.endswith(".item") for one in paths)
            found["use_dictionary"] = [
                path
                for path, one in zip(paths, columns, strict=True)
                if any("DICTIONARY" in encoding for encoding in one.encodings)
            ] or False
            found["compression"] = {
                one.path_in_schema: "NONE" if one.compression == "UNCOMPRESSED" else one.compression
                for one in columns
            }
        return found


def _filled(cells: Sequence[Any], texts: Iterator[str]) -> list[Any]:
    """Return cells with their texts replaced by ``texts``."""
    return [
        None if cell is None else _filled(cell, texts) if isinstance(cell, list) else next(texts)
        for cell in cells
    ]


def _extract(row: Mapping[str, Any], line: int) -> Extract:
    """Return a row as a document; ``units`` have the column and, in lists, the index."""
    texts: list[str] = []
    units: list[Unit] = []
    at = 0
    for name, cell in row.items():
        for index, text in enumerate(cell if isinstance(cell, list) else [cell]):
            if text is None:
                continue
            place: dict[str, Any] = {"row": line, "column": name}
            if isinstance(cell, list):
                place["index"] = index
            units.append(Unit(place, at, at + len(text)))
            texts.append(text)
            at += len(text) + 1
    return Extract("", line, "\n".join(texts), (), tuple(units))
