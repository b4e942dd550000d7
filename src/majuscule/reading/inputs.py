"""How a source is read: the options of all formats, what a reader needs, and what it may remark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, get_args

from majuscule.errors import CorpusError, UsageError
from majuscule.reading.decoding import Errors
from majuscule.reading.streams import Block, bare_lines, join_lines

How = Literal["line", "blank", "file"]

LONGEST = 1 << 18
"""Characters that a document may have: some 45,000 words, a long report.  Larger costs memory and
gains nothing measured."""


def is_due(size: int, at_sentence: bool) -> bool:
    """Tell whether a document that has so many characters ends here.

    It does where a sentence seems to begin, or when it is twice as long as it should be.
    """
    return size > 2 * LONGEST or (size > LONGEST and at_sentence)


@dataclass(frozen=True)
class Reading:
    """How sources are read."""

    how: How | None = None  # a document of plain text; None: a file, or a line of a live pipe
    fields: tuple[str, ...] = ()  # fields, columns or elements that hold the text; none: by format
    header: bool = True  # whether the first row of a table names its columns
    delimiter: str | None = None  # what parts the cells of a table; None: found in its first row
    errors: Errors = "strict"  # "replace" goes on at bytes that are not of the encoding
    keep_broken: bool = False  # copy what cannot be read as it is, instead of stopping there
    encoding: str = ""  # of text; "": UTF-8, or what a byte-order mark says; "auto": to be found
    parted: bool = True  # speech without marks is parted into lines where sentences seem to begin

    def __post_init__(self) -> None:
        for name, value, known in (
            ("document", self.how, (*get_args(How), None)),
            ("errors", self.errors, get_args(Errors)),
        ):
            if value not in known:
                raise UsageError(f"{name} is {value!r}; it may be {' or '.join(map(str, known))}")


@dataclass
class Notes:
    """What the user should know of a source that was read all the same: kinds, counted."""

    where: str
    _first: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, line: int, what: str) -> None:
        """Remark on a line; of each kind the first place is told, and how many there were."""
        first, count = self._first.get(what, (line, 0))
        self._first[what] = (first, count + 1)

    def sentences(self) -> Iterator[str]:
        for what, (line, count) in self._first.items():
            times = f" (and {count - 1:,} more)" if count > 1 else ""
            yield f"{self.where}:{line}: {what}{times}"


@dataclass(frozen=True)
class Input:
    """What a reader gets: the blocks of the source's text, how messages call it, the options."""

    blocks: Iterable[Block]
    where: str
    reading: Reading
    notes: Notes
    is_file: bool = True

    def error(self, message: str, line: int) -> CorpusError:
        return CorpusError(message, f"{self.where}:{line}")

    def broken(self, error: CorpusError, line: int) -> None:
        """Raise an error of the source, or only count it where the options say so."""
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
    """Return the byte-order mark that a file's first line may begin with, and the rest."""
    rest = line.removeprefix("\ufeff")
    return line[: len(line) - len(rest)], rest
