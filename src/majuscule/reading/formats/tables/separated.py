r"""CSV and TSV: cells of some columns are rewritten in place; quotes and line ends stay.

A cell may be quoted, with ``""`` for a quote inside (RFC 4180).  In CSV a quoted cell may contain
line ends; in TSV a cell ends with its line, and quotes are special only if closed before a tab or a
line end, as spreadsheets write them.  Rows end with ``\n``, ``\r\n`` or ``\r``.

A row is a document, with its cells below each other.  All rows must have as many cells as the
first: otherwise a cell may contain an unquoted delimiter, and the columns cannot be trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from majuscule.errors import CorpusError, UnclearError, UsageError
from majuscule.reading.extracts import Builder, Extract, keep_raw, untouched
from majuscule.reading.inputs import Input, without_mark
from majuscule.reading.streams import until_final

LONGEST = 1 << 24
"""The most characters of a row: more are due to an unclosed quote."""

DELIMITERS = ",;\t|"
DEFAULT = "text"

_QUOTED = re.compile(r'"[^"]*(?:"|\Z)')
_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class TableRow:
    """A row: its text including the terminator, its first line, and the spans of its cells."""

    raw: str
    line: int
    cells: tuple[tuple[int, int], ...]

    @property
    def is_blank(self) -> bool:
        """Return whether it has a single, blank cell."""
        return len(self.cells) == 1 and not self.raw[slice(*self.cells[0])].strip()


def read_csv(source: Input) -> Iterator[Extract]:
    """Yield the rows of a CSV table as documents."""
    return _read(source, None, multiline=True)


def read_tsv(source: Input) -> Iterator[Extract]:
    """Yield the rows of a TSV table as documents."""
    return _read(source, "\t", multiline=False)


def _read(source: Input, delimiter: str | None, *, multiline: bool) -> Iterator[Extract]:
    reading = source.reading
    delimiter = delimiter if reading.delimiter is None else reading.delimiter
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise UsageError(f"--delimiter {delimiter!r}: must be one character, and not a quote")
    columns: list[tuple[int, str]] | None = None
    width = 0
    for row in _rows(source, delimiter, multiline):
        is_text = not row.is_blank
        if is_text and columns is None:
            width = len(row.cells)
            columns = _columns(row, source)
            is_text = not reading.header
        elif is_text and len(row.cells) != width:
            source.broken(_ragged(row, width, source, multiline), row.line)
            is_text = False
        yield _extract(row, columns) if is_text and columns else untouched(row.raw, row.line)


def _ragged(row: TableRow, width: int, source: Input, multiline: bool) -> CorpusError:
    count = len(row.cells)
    advice = "a cell that holds the delimiter must be quoted"
    if not multiline:
        advice = "a cell cannot hold a tab or a line end; if quoted cells do, use --format csv"
    cells = "1 cell" if count == 1 else f"{count} cells"
    return source.error(f"has {cells}, but the first row has {width}; {advice}", row.line)


def _rows(source: Input, delimiter: str | None, multiline: bool) -> Iterator[TableRow]:
    """Yield the rows, each once its end, or the end of the file, was seen."""
    rest, line = "", 1
    for text, final in until_final(source.blocks):
        rest += text
        if delimiter is None:
            delimiter = sniff(rest, final or len(rest) > LONGEST)
            if delimiter is None:
                continue
        at = 0
        cell = _pattern(delimiter, multiline)
        while at < len(rest):
            row = _row(rest, at, line, cell, final)
            if row is None:
                break
            yield row
            at += len(row.raw)
            line += len(_LINE_END.findall(row.raw))
        rest = rest[at:]
        if rest and final:
            raise source.error("a quoted cell of this row is never closed", line)
        if len(rest) > LONGEST:
            raise source.error(
                f"a row of more than {LONGEST >> 20} million characters; is a quote not closed?",
                line,
            )


def _pattern(delimiter: str, multiline: bool) -> re.Pattern[str]:
    """Return a pattern of a cell and its end: a delimiter, a line end, or the end of the text."""
    one = re.escape(delimiter)
    plain = rf"[^{one}\r\n]*"
    if multiline:
        quoted = rf'"[^"]*(?:""[^"]*)*"(?!"){plain}|(?!"){plain}'
    else:
        quoted = rf'"[^"\r\n]*(?:""[^"\r\n]*)*"(?=[{one}\r\n]|\Z)|{plain}'
    return re.compile(rf"(\ufeff?(?:{quoted}))({one}|\r\n|\n|\r|\Z)")


def _row(text: str, start: int, line: int, cell: re.Pattern[str], final: bool) -> TableRow | None:
    """Return the row that begins at ``start``, or None if its end is still to come."""
    cells = []
    at = start
    while True:
        found = cell.match(text, at)
        if found is None or (not final and found.end() == len(text) and found[2] in ("", "\r")):
            return None
        cells.append((found.start(1) - start, found.end(1) - start))
        at = found.end()
        if found[2] in ("\n", "\r\n", "\r", ""):
            return TableRow(text[start:at], line, tuple(cells))


def sniff(text: str, final: bool = True) -> str | None:
    """Return the delimiter of a CSV table: the most frequent in its first line, outside quotes.

    Unless ``final``, None if the first line has not ended yet.

    >>> sniff('id;"a,b,c";text')
    ';'
    """
    first, *others = _LINE_END.split(_QUOTED.sub("", text[:LONGEST]), maxsplit=1)
    if not others and not final:
        return None
    return max(DELIMITERS, key=first.count)


def _columns(row: TableRow, source: Input) -> list[tuple[int, str]]:
    """Return the index, from 0, and the name of each selected column; ``row`` is the first."""
    names = [""] * len(row.cells)
    if source.reading.header:
        names = [value(row.raw[start:end]) for start, end in row.cells]
    wanted: Sequence[str] = source.reading.fields
    place = f"{source.where}:{row.line}"
    if not wanted:
        if DEFAULT in names:
            wanted = [DEFAULT]
        elif len(names) == 1:
            wanted = ["1"]
        else:
            raise UnclearError(
                f"name the column that holds the text with --column; {_known(names)}", place
            )
    found = choose_columns(names, wanted, place, _known(names))
    return [(index, names[index] or str(index + 1)) for index in found]


def choose_columns(
    names: Sequence[str], wanted: Sequence[str], place: str, known: str
) -> list[int]:
    """Return the indices, from 0 and in order, of columns selected by name or number from 1.

    ``known``: the existing columns, for messages.
    """
    found = set()
    for one in wanted:
        if one in names and one:
            if names.count(one) > 1:
                raise CorpusError(f"several columns are called {one!r}; give a number", place)
            found.add(names.index(one))
        elif one.isdecimal() and 1 <= int(one) <= len(names):
            found.add(int(one) - 1)
        else:
            raise CorpusError(f"there is no column {one!r}; {known}", place)
    return sorted(found)


def _known(names: list[str]) -> str:
    if not any(names):
        return f"there are columns 1 to {len(names)}"
    return f"there are: {', '.join(names)}"


def value(cell: str) -> str:
    """Return the value of a cell, without byte-order mark and quotes.

    >>> value('"a ""b"" c"')
    'a "b" c'
    """
    _, text = without_mark(cell)
    return text[1:-1].replace('""', '"') if _is_quoted(text) else text


def _is_quoted(cell: str) -> bool:
    return len(cell) > 1 and cell.startswith('"') and cell.endswith('"')


def _extract(row: TableRow, columns: list[tuple[int, str]]) -> Extract:
    """Return a row as a document, its cells as units."""
    builder = Builder(row.line)
    written = 0
    for number, (index, name) in enumerate(columns):
        start, end = row.cells[index]
        mark, cell = without_mark(row.raw[start:end])
        builder.end()
        if number:
            builder.say("\n")
        builder.keep(row.raw[written:start]).keep(mark)
        builder.begin({"line": row.line, "column": name})
        if _is_quoted(cell):
            builder.keep('"')
            for part in re.split('("")', cell[1:-1]):
                if part == '""':
                    builder.code(part, '"', keep_raw)
                else:
                    builder.take(part)
            builder.keep('"')
        else:
            builder.take(cell)
        written = end
    return builder.end().keep(row.raw[written:]).build()
