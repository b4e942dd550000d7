"""The store of corrections: documents and edits in one SQLite file.

A document is a text before and after restoring.  Edits are only ever added: each sets the form of
one word, whether someone has checked it, who and when; undoing is one more edit.  Inserted marks
are stored apart from the text: offsets are of the text without them, and an edit also sets the mark
after its word.  The client chooses an edit's key, so sending it twice changes nothing.  Every call
is one transaction, written ahead and flushed (WAL, ``synchronous=FULL``): an acknowledged change
survives a killed server.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from majuscule.corrections.migrations import CorrectionsError, migrate
from majuscule.files import output_path, several
from majuscule.text.characters.accents import plain
from majuscule.text.characters.alphabets import LATIN, TURKISH
from majuscule.text.characters.codepoints import encode, fold
from majuscule.text.editing.edits import Edit, EditedText

PATIENCE = 2.0
"""Seconds to wait for another process that writes."""

LONGEST_NAME = 200
"""Most characters of a key, title or person's name."""

PUT_IN = ",.?!:;"
"""Marks that may be inserted after a word."""

_COLUMNS = "key, title, author, created, source, restored, model, marks, language"


class LockedError(CorrectionsError):
    """Another process holds the database; trying again may help."""


class FullError(CorrectionsError):
    """The disk or the database has no room left."""


class UnknownDocumentError(CorrectionsError):
    """There is no document with such a key."""


@dataclass(frozen=True, slots=True)
class WordEdit:
    """The form of one word at ``start`` (in code points), and whether someone checked it.

    ``mark``: the mark after the word, empty for none; None if none can be inserted there.
    """

    key: str
    start: int
    form: str
    checked: bool = True
    author: str = ""
    created: str = ""
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class CorrectedDocument:
    """A document with its edits, in the order in which they were made."""

    key: str
    title: str
    author: str
    created: str
    source: str
    restored: str
    model: str
    marks: tuple[tuple[int, str], ...] | None = None
    """Inserted marks with their offsets; None if the document was not punctuated."""
    language: str = ""
    """The language that it was restored as; empty: that of the server's model."""
    edits: tuple[WordEdit, ...] = field(default=())

    @property
    def text(self) -> EditedText:
        """Return the text with all edits applied, and with its marks."""
        marks = dict(self.marks or ())
        for edit in self.edits:
            place = place_behind(self.restored, edit.start + len(edit.form))
            if edit.mark is not None and place is not None:
                marks[place] = edit.mark
        inserted = (Edit(at, at, sign) for at, sign in sorted(marks.items()) if sign)
        return EditedText.make(apply_edits(self.restored, self.edits), inserted)

    def checked(self, *, marks: bool = False) -> list[tuple[int, int]]:
        """Return the spans of words in :attr:`text` whose last edit is checked, in order; with
        ``marks`` only if the mark after the word, or its absence, was checked."""
        last, text = {edit.start: edit for edit in self.edits}, self.text
        return sorted(
            (text.after(edit.start), text.output(edit.start + len(edit.form)))
            for edit in last.values()
            if edit.checked and (edit.mark is not None or not marks)
        )


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A document as an item of a list."""

    key: str
    title: str
    author: str
    created: str
    characters: int
    edits: int


def apply_edits(text: str, edits: Sequence[WordEdit]) -> str:
    """Return a text with edits applied one after the other.

    >>> apply_edits("angela merkel", [WordEdit("a", 0, "Angela"), WordEdit("b", 7, "Merkel")])
    'Angela Merkel'
    """
    letters = list(text)
    for edit in edits:
        letters[edit.start : edit.start + len(edit.form)] = edit.form
    return "".join(letters)


def place_behind(text: str, end: int) -> int | None:
    """Return the offset for a mark after a word that ends at ``end``: before white space, after
    closing quotes; None if another word follows directly, or if the text is shorter.

    >>> place_behind('he said "go" to x-rays', 11), place_behind("x-rays", 1)
    (12, None)
    """
    while end < len(text) and not text[end].isspace():
        if text[end].isalnum():
            return None
        end += 1
    return end if end <= len(text) else None


class Store:
    """A corrections database; thread-safe."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Remember the path; the file is created on the first write."""
        [self.path] = several([path])
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def check(self) -> None:
        """Open the file if it exists; raise :class:`CorrectionsError` if it cannot be used, and
        :class:`~majuscule.files.OutputError` if its folder is missing."""
        output_path(self.path)
        if not self._is_missing():
            with self._transaction("DEFERRED"):
                pass

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def add_document(self, document: CorrectedDocument) -> bool:
        """Store a document; return whether it is new.  The same key with other text is an error."""
        _check_names(
            document.key, document.title, document.author, document.model, document.language
        )
        if document.key in ("", ".", "..") or "/" in document.key:  # it is part of a path
            raise CorrectionsError("a document needs a key without a slash, other than . and ..")
        _check_same_letters(document.source, document.restored, marks=True)
        for at, sign in document.marks or ():
            if place_behind(document.restored, at) != at or sign not in tuple(PUT_IN):
                raise CorrectionsError(
                    f"{sign[:8]!r} at character {at} is not a punctuation mark after a word; "
                    f"marks are {PUT_IN}"
                )
        marks = None if document.marks is None else json.dumps(document.marks, ensure_ascii=False)
        with self._transaction() as run:
            known = run.execute(
                "SELECT source, restored FROM documents WHERE key = ?", (document.key,)
            ).fetchone()
            if known is not None:
                if known != (document.source, document.restored):
                    raise CorrectionsError(
                        f"the key {document.key!r} already belongs to another text; choose a new "
                        "key"
                    )
                return False
            values = {**asdict(document), "created": document.created or _now(), "marks": marks}
            run.execute(
                f"INSERT INTO documents ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [values[name] for name in _COLUMNS.split(", ")],
            )
            return True

    def add_edits(self, key: str, author: str, edits: Sequence[WordEdit]) -> int:
        """Store edits of a document; return the number of new ones.

        One edit that would change more than case makes the whole call fail.
        """
        _check_names(author, *(edit.key for edit in edits))
        with self._transaction() as run:
            row = run.execute(
                "SELECT number, restored FROM documents WHERE key = ?", (key,)
            ).fetchone()
            if row is None:
                raise _unknown(key)
            number, restored = row
            for edit in edits:
                end = edit.start + len(edit.form)
                if edit.start < 0 or end > len(restored) or not edit.form:
                    raise CorrectionsError(
                        f"edit {edit.key!r} is outside the text ({edit.start} to {end} of "
                        f"{len(restored)} characters)"
                    )
                _check_same_letters(restored[edit.start : end], edit.form)
                if edit.mark is not None and (
                    place_behind(restored, end) is None or edit.mark not in ("", *PUT_IN)
                ):
                    raise CorrectionsError(
                        f"edit {edit.key!r} puts {edit.mark[:8]!r} after its word; the mark must "
                        f"be one of {PUT_IN} or empty, and no other word may follow directly"
                    )
            before = run.total_changes
            run.executemany(
                "INSERT OR IGNORE INTO edits (document, key, start, form, mark, checked, author, "
                "created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (number, one.key, one.start, one.form, one.mark, one.checked, author, _now())
                    for one in edits
                ],
            )
            return run.total_changes - before

    def document(self, key: str) -> CorrectedDocument:
        """Return a document with its edits."""
        if self._is_missing():
            raise _unknown(key)
        with self._transaction("DEFERRED") as run:
            row = run.execute(
                f"SELECT {_COLUMNS}, number FROM documents WHERE key = ?", (key,)
            ).fetchone()
            if row is None:
                raise _unknown(key)
            *columns, marks, language, number = row
            edits = run.execute(
                "SELECT key, start, form, checked, author, created, mark FROM edits "
                "WHERE document = ? ORDER BY number",
                (number,),
            ).fetchall()
        parsed = tuple(WordEdit(k, s, f, bool(c), a, t, m) for k, s, f, c, a, t, m in edits)
        pairs = None if marks is None else tuple((at, sign) for at, sign in json.loads(marks))
        return replace(CorrectedDocument(*columns), marks=pairs, language=language, edits=parsed)

    def documents(self) -> list[DocumentSummary]:
        """Return all documents, the newest first."""
        if self._is_missing():
            return []
        with self._transaction("DEFERRED") as run:
            rows = run.execute(
                "SELECT key, title, author, created, length(restored), "
                "(SELECT count(*) FROM edits WHERE document = documents.number) "
                "FROM documents ORDER BY number DESC"
            ).fetchall()
        return [DocumentSummary(*row) for row in rows]

    def corrected(self) -> Iterator[CorrectedDocument]:
        """Yield all documents that have edits, the oldest first."""
        for one in reversed(self.documents()):
            if one.edits:
                yield self.document(one.key)

    def delete(self, key: str) -> None:
        if self._is_missing():
            raise _unknown(key)
        with self._transaction() as run:
            if not run.execute("DELETE FROM documents WHERE key = ?", (key,)).rowcount:
                raise _unknown(key)

    def _is_missing(self) -> bool:
        """Return whether there is no database yet: no file, or an empty one."""
        path = Path(self.path)
        return self._connection is None and not (path.exists() and path.stat().st_size)

    @contextmanager
    def _transaction(self, how: str = "IMMEDIATE") -> Iterator[sqlite3.Connection]:
        """Yield the connection in a transaction, rolled back on errors; ``DEFERRED``: to read."""
        with self._lock, _as_corrections_error(self.path):
            if self._connection is None:
                self._connection = _open(self.path)
            run = self._connection
            run.execute(f"BEGIN {how}")
            try:
                yield run
                run.execute("COMMIT")
            except BaseException:
                if run.in_transaction:
                    run.execute("ROLLBACK")
                raise


@contextmanager
def open_store(path: str | Path) -> Iterator[Store]:
    """Yield the database in an existing file; it is closed when the block ends."""
    with closing(Store(path)) as store:
        if not Path(path).exists():
            raise CorrectionsError(f"{path}: no such file; majuscule serve creates it")
        yield store


def _open(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _as_corrections_error(path: str) -> Iterator[None]:
    """Turn SQLite errors into a :class:`CorrectionsError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise LockedError(
                f"{path} is locked by another program; nothing is lost, try again in a moment"
            ) from error
        if code == sqlite3.SQLITE_FULL:
            raise FullError(
                f"{path}: the disk or the database is full; this change was not saved, free some "
                "space and try again"
            ) from error
        if code == sqlite3.SQLITE_NOTADB:
            raise CorrectionsError(f"{path} is not a corrections database") from error
        if code == sqlite3.SQLITE_CORRUPT:
            raise CorrectionsError(
                f"{path} is damaged; use a copy, or what sqlite3's .recover finds in it"
            ) from error
        if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise CorrectionsError(
                f"{path} cannot be opened; it must be a file in a folder that you may write to, "
                "since SQLite writes beside it even to read"
            ) from error
        raise CorrectionsError(f"{path}: {error}") from error


def _unknown(key: str) -> UnknownDocumentError:
    return UnknownDocumentError(f"there is no document with the key {key[:80]!r}")


def _check_same_letters(before: str, after: str, *, marks: bool = False) -> None:
    """Raise on a change of more than case, or with ``marks`` of more than case and accents; i may
    become both I and, as in Turkish, İ."""
    if before == after:
        return
    alike = plain if marks else fold
    if len(before) == len(after):
        latin, turkish = (
            alike(encode(letters.into(before))) == alike(encode(letters.into(after)))
            for letters in (LATIN, TURKISH)
        )
        if (latin | turkish).all():
            return
    raise CorrectionsError("an edit may change the case of letters and nothing else")


def _check_names(*names: str) -> None:
    for name in names:
        if len(name) > LONGEST_NAME:
            raise CorrectionsError(
                f"{name[:20]!r}... has more than {LONGEST_NAME} characters; shorten it"
            )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
