"""``majuscule detect``: how text is written, and documents picked by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from majuscule.cli.options import (
    ANY_FORMAT,
    DOCUMENT,
    ERRORS,
    FILES,
    OUTPUT,
    check_reading,
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
@model_option("What knows how words are usually written, or none")
@click.option(
    "--keep",
    multiple=True,
    type=click.Choice(KEEPS),
    help="Copy the documents that are written so, byte for byte; may be repeated.",
)
@ANY_FORMAT
@reading_options(DOCUMENT, ERRORS)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, with the parts of lines.")
def detect(
    files: tuple[str, ...],
    output: str | None,
    model: str,
    keep: tuple[str, ...],
    format_: str | None,
    reading: Reading,
    as_json: bool,
) -> None:
    """Tell how text is written.

    Reads every format that majuscule restore reads, and prints for each line of the text a verdict,
    a tab and the line. Verdicts: cased (as people write), lower, upper, title (A Headline Like
    This), starts (capitals at sentence starts only), nothing (no way to tell); of documents also
    mixed.

    With --keep, documents are judged as wholes and those that are written so are copied: in JSON
    lines the records, in tables the rows, in text the parts between blank lines. So a mixed pool
    becomes text to train on (majuscule train does that by itself). A sentence on standard error
    says what was kept.

    \b
    Examples:
      printf 'STOCKS FALL\\nShares in London fell.\\n' | majuscule detect
      majuscule detect --keep cased pool.jsonl > cased.jsonl
      majuscule detect --keep lower --keep upper pool.txt -o to-restore.txt
    """
    names = files or ("-",)
    formats = [format_ or format_of(name) for name in names]
    check_reading(formats, reading)
    if keep and as_json:
        raise click.UsageError("--json prints verdicts, and --keep copies documents: choose one")
    if model == "none" and not keep:
        raise click.UsageError("--model none is for --keep: verdicts of lines need a model")

    from majuscule.cli.output import is_terminal, open_output
    from majuscule.cli.progress import Progress, Sizes
    from majuscule.detection.streams import Picked, detect_stream, pick_documents
    from majuscule.restore.truecaser import load

    evidence = None if model == "none" else load(model).restorer.evidence
    picked = Picked()
    with Progress(quiet=is_terminal(output)) as progress, open_output(output) as write:
        sizes = Sizes(names, "detecting", progress)
        common = {"reading": reading, "tell": progress.tell, "progress": sizes.read}
        for name, one in zip(names, formats, strict=True):
            if keep:
                pick_documents(evidence, name, write, keep, picked, format=one, **common)  # type: ignore[arg-type]
            elif evidence is not None:
                detect_stream(evidence, name, write, format=one, as_json=as_json, **common)  # type: ignore[arg-type]
    if keep:
        progress.tell(str(picked))
