"""``majuscule corrections``: what people corrected on the page, listed and exported."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import click

from majuscule.cli.options import OUTPUT

if TYPE_CHECKING:
    from majuscule.corrections.store import Store

DATABASE = click.argument("database", metavar="DATABASE")


@click.group()
def corrections() -> None:
    """List and export what people corrected on the page.

    \b
    Examples:
      majuscule corrections list corrections.db
      majuscule corrections export corrections.db -o corrections.jsonl
    """


@corrections.command("list")
@DATABASE
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each document.")
@OUTPUT
def list_(database: str, as_json: bool, output: str | None) -> None:
    """Print the documents of a corrections database, the newest first.

    Columns: key, when, who, characters, edits, title.

    \b
    Example:
      majuscule corrections list corrections.db
    """
    import json
    from dataclasses import asdict

    from majuscule.cli.output import open_output

    with _store(database) as store:
        found = store.documents()
    lines = (
        json.dumps(asdict(one), ensure_ascii=False)
        if as_json
        else "\t".join(
            (one.key, one.created, one.author, str(one.characters), str(one.edits), one.title)
        )
        for one in found
    )
    with open_output(output) as write:
        write("".join(f"{line}\n" for line in lines).encode("utf-8"))


@corrections.command()
@DATABASE
@OUTPUT
def export(database: str, output: str | None) -> None:
    """Export corrected documents as text to train on: JSON lines, a document each.

    Each holds the corrected text, the spans that someone looked at, and all edits with who and
    when. majuscule train takes the file as it is, or with --corrections.

    \b
    Example:
      majuscule corrections export corrections.db -o corrections.jsonl
    """
    from majuscule.cli.output import open_output
    from majuscule.corrections.export import export_lines

    with _store(database) as store, open_output(output) as write:
        for line in export_lines(store):
            write(f"{line}\n".encode())


def _store(database: str) -> AbstractContextManager[Store]:
    """Return the database, to be closed at the end of the block."""
    from contextlib import closing
    from pathlib import Path

    from majuscule.corrections.migrations import CorrectionsError
    from majuscule.corrections.store import Store

    if not Path(database).is_file():
        raise CorrectionsError(f"{database}: there is no such file; majuscule serve makes it")
    store = Store(database)
    store.check()
    return closing(store)
