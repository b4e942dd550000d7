"""``majuscule detect``: how text is cased, and selecting documents by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.given import check_reading
from majuscule.cli.options import (
    ANY_FORMAT,
    DOCUMENT,
    ERRORS,
    FILES,
    OUTPUT,
    json_option,
    model_option,
    reading_options,
)
from majuscule.reading.table import format_of

if TYPE_CHECKING:
    from majuscule.reading import Reading

KEEPS = ("cased", "lower", "upper", "title", "starts", "mixed", "nothing")


@click.command()
@FILES
@OUTPUT
@model_option("Model that knows how words are usually written, or none")
@click.option(
    "--keep",
    multiple=True,
    type=click.Choice(KEEPS),
    help="Copy the documents with this verdict, byte for byte; may be repeated.",
)
@ANY_FORMAT
@reading_options(DOCUMENT, ERRORS)
@json_option("Print JSON lines; mixed lines also list their parts.")
def detect(
    files: tuple[str, ...],
    output: str | None,
    model: str,
    keep: tuple[str, ...],
    format_: str | None,
    reading: Reading,
    as_json: bool,
) -> None:
    """Detect how text is cased.

    Reads every format that majuscule restore reads. For each line of text it prints a verdict, a
    tab and the line. The verdicts are cased (ordinary writing), lower, upper, title (A Headline
    Like This), starts (capitals at sentence starts only) and nothing (no way to tell). Whole
    documents can also be mixed.

    With --keep, judges whole documents (records of JSON lines, rows of tables, and in plain text
    the blocks between blank lines) and copies those with the given verdicts. This turns a mixed
    pool into training text, although majuscule train also filters by itself. A summary of what was
    kept goes to standard error.

    \b
    Examples:
      printf 'STOCKS FALL AFTER VOTE\\nShares in London fell.\\n' | majuscule detect
      majuscule detect --keep cased pool.jsonl > cased.jsonl
      majuscule detect --keep lower --keep upper pool.txt -o to-restore.txt
    """
    check_reading([format_ or format_of(name) for name in files], reading)
    if keep and as_json:
        raise click.UsageError("--json prints verdicts and --keep copies documents; choose one")
    if model == "none" and not keep:
        raise click.UsageError(
            "--model none works only with --keep; verdicts for lines need a model"
        )

    from majuscule.cli.output import is_terminal, open_output, spare
    from majuscule.cli.progress import ProgressBar, Sizes
    from majuscule.detection.streams import Picked, detect_stream, pick_documents
    from majuscule.restore.languages.loading import load_any

    spare(files, output)
    evidence = None if model == "none" else load_any(model).restorer.evidence
    picked = Picked()
    with ProgressBar(quiet=is_terminal(output)) as progress, open_output(output) as write:
        sizes = Sizes(files, "detecting", progress)
        how: Any = {"format": format_, "reading": reading, "tell": progress.tell}
        how["progress"] = sizes.read
        for name in files:
            if keep:
                pick_documents(evidence, name, write, keep, picked, **how)
            elif evidence is not None:
                detect_stream(evidence, name, write, as_json=as_json, **how)
    if keep:
        progress.tell(str(picked))
