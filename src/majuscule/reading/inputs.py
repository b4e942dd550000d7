"""Reading a source: the options of all formats, a reader's input, and its notes to the user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, get_args

from majuscule.errors import CorpusError, UsageError
from majuscule.reading.decoding import Errors
from majuscule.reading.streams import Block, bare_lines, join_lines

How = Literal["line", "blank", "file"]

LONGEST = 1 << 18
"""Characters at which documents are split (some 45,000 words, a long report): more costs memory,
without measured gain."""


def is_due(size: int, at_sentence: bool) -> bool:
    """Return whether a document of ``size`` characters ends here.

    It does at a sentence boundary once it is long, and anywhere once it is twice as long.
    """
    return size > 2 * LONGEST or (size > LONGEST and at_sentence)


@dataclass(frozen=True)
class Reading:
    """The options of reading sources."""

    how: How | None = None  # what is a document of plain text; None: a file, or a line of a pipe
    fields: tuple[str, ...] = ()  # fields, columns or elements that have the text; none: by format
    header: bool = True  # whether the first row of a table names its columns
    delimiter: str | None = None  # of the cells of a table; None: detected in its first row
    errors: Errors = "strict"  # "replace" replaces bytes that are invalid in the encoding
    keep_broken: bool = False  # copy what cannot be read unchanged, instead of stopping there
    encoding: str = ""  # of text; "": UTF-8, or that of a byte-order mark; "auto": detected
    split_sentences: bool = True  # split unpunctuated speech into lines where sentences may begin

    def __post_init__(self) -> None:
        for name, value, known in (
            ("document", self.how, (*get_args(How), None)),
            ("errors", self.errors, get_args(Errors)),
            ("header", self.header, (True, False)),
            ("keep_broken", self.keep_broken, (True, False)),
        ):
            if value not in known:
                raise UsageError(f"{name} is {value!r}; it may be {' or '.join(map(str, known))}")
        if not isinstance(self.delimiter, str | None):
            raise TypeError(f"delimiter is {type(self.delimiter).__name__}; it must be str or None")


@dataclass
class Notes:
    """What the user should know about a source that was read nonetheless, counted by kind."""

    where: str
    _first: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, line: int, what: str) -> None:
        """Add a note on a line; of each kind, the first line and the number are reported."""
        first, count = self._first.get(what, (line, 0))
        self._first[what] = (first, count + 1)

    def sentences(self) -> Iterator[str]:
        for what, (line, count) in self._first.items():
            times = f" (and {count - 1:,} more)" if count > 1 else ""
            yield f"{self.where}:{line}: {what}{times}"


@dataclass(frozen=True)
class Input:
    """A reader's input: the blocks of text, the name of the source in messages, the options."""

    blocks: Iterable[Block]
    where: str
    reading: Reading
    notes: Notes
    is_file: bool = True

    def error(self, message: str, line: int) -> CorpusError:
        return CorpusError(message, f"{self.where}:{line}")

    def broken(self, error: CorpusError, line: int) -> None:
        """Raise an error of the source, or only note it if the options say so."""
        if not self.reading.keep_broken:
            raise error
        text = str(error).removeprefix(f"{error.where}: ")
        self.notes.add(line, f"copied unchanged: {text}")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield each line's number, from 1, and its text with its terminator."""
        return join_lines(self.blocks, self.where)

    def bare_lines(self) -> Iterator[tuple[int, str]]:
        """Yield each line's number and its text, without its terminator."""
        return bare_lines(self.blocks, self.where)


def without_mark(line: str) -> tuple[str, str]:
    """Return the byte-order mark that may begin the first line of a file, and the rest."""
    rest = line.removeprefix("\ufeff")
    return line[: len(line) - len(rest)], rest
