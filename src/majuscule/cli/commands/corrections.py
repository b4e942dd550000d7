"""``majuscule corrections``: list and export what people corrected on the page."""

from __future__ import annotations

import click

from majuscule.cli.options import OUTPUT, json_option

DATABASE = click.argument("database", metavar="DATABASE")


@click.group()
def corrections() -> None:
    """List and export the corrections that people made on the page.

    \b
    Examples:
      majuscule corrections list corrections.db
      majuscule corrections export corrections.db -o corrections.jsonl
    """


@corrections.command("list")
@DATABASE
@json_option("Print one line of JSON per document.")
@OUTPUT
def list_(database: str, as_json: bool, output: str | None) -> None:
    """List the documents in a corrections database, newest first.

    Columns: key, date, author, characters, edits, title.

    \b
    Example:
      majuscule corrections list corrections.db
    """
    from majuscule.cli.output import spare, write_rows
    from majuscule.corrections.store import open_store

    spare([database], output)
    with open_store(database) as store:
        found = store.documents()
    columns = ("key", "created", "author", "characters", "edits", "title")
    write_rows(output, found, columns, as_json=as_json)


@corrections.command()
@DATABASE
@OUTPUT
def export(database: str, output: str | None) -> None:
    """Export corrected documents as training text, in JSON lines.

    Each line holds the corrected text, the spans that someone has checked, and every edit with its
    author and date. majuscule train takes the file as a corpus, or with --corrections.

    \b
    Example:
      majuscule corrections export corrections.db -o corrections.jsonl
    """
    from majuscule.cli.output import open_output, spare
    from majuscule.corrections.export import export_lines
    from majuscule.corrections.store import open_store

    spare([database], output)
    with open_store(database) as store, open_output(output) as write:
        for line in export_lines(store):
            write(f"{line}\n".encode())
