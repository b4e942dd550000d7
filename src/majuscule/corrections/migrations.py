"""The tables of a corrections database, version by version.

``PRAGMA user_version`` counts the steps applied to a database; opening it applies the others, each
in a transaction of its own.  Released steps never change.
"""

from __future__ import annotations

import sqlite3

from majuscule.errors import MajusculeError

APPLICATION = 0x4D616A75
"""SQLite application ID ("Maju"), which other programs' databases lack."""

STEPS = (
    """
    CREATE TABLE documents (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        author TEXT NOT NULL,
        created TEXT NOT NULL,
        source TEXT NOT NULL,
        restored TEXT NOT NULL,
        model TEXT NOT NULL
    ) STRICT;
    CREATE TABLE edits (
        number INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        key TEXT NOT NULL,
        start INTEGER NOT NULL,
        form TEXT NOT NULL,
        author TEXT NOT NULL,
        created TEXT NOT NULL,
        UNIQUE (document, key)
    ) STRICT;
    """,
    # Version 2: an edit may also mark a word as checked, or undo that.
    """
    ALTER TABLE edits ADD COLUMN checked INTEGER NOT NULL DEFAULT 1;
    """,
    # Version 3: a document may have inserted marks, and an edit the mark after its word.
    """
    ALTER TABLE documents ADD COLUMN marks TEXT;
    ALTER TABLE edits ADD COLUMN mark TEXT;
    """,
    # Version 4: a document may be in another language than the server's model.
    """
    ALTER TABLE documents ADD COLUMN language TEXT NOT NULL DEFAULT '';
    """,
)


class CorrectionsError(MajusculeError):
    """A corrections database that cannot be read or written: foreign, newer, locked, full."""


def migrate(connection: sqlite3.Connection, path: str) -> None:
    """Bring the tables of a database up to date.

    Raises :class:`CorrectionsError` for a database of another program or of a newer majuscule.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION:
        raise CorrectionsError(f"{path} is another program's database; name another file")
    if version > len(STEPS):
        raise CorrectionsError(
            f"{path} was written by a newer majuscule (schema version {version}; this one knows "
            f"{len(STEPS)}); update majuscule"
        )
    if version == len(STEPS):
        return
    for number, step in enumerate(STEPS[version:], version + 1):
        # Another process may have applied the step while this one waited for the lock.
        connection.execute("BEGIN IMMEDIATE")
        try:
            (now,) = connection.execute("PRAGMA user_version").fetchone()
            if now < number:
                for statement in step.split(";"):
                    if statement.strip():
                        connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
