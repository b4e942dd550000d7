"""``majuscule detect``: how text is written, and documents picked by it."""

from __future__ import annotations

import click

from majuscule.cli.options import (
    DOCUMENT,
    ERRORS,
    FIELD,
    FILES,
    FORMAT,
    OUTPUT,
    check_options,
    model_option,
    stream_format,
)

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
@DOCUMENT
@FORMAT
@FIELD
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, with the parts of lines.")
@ERRORS
def detect(
    files: tuple[str, ...],
    output: str | None,
    model: str,
    keep: tuple[str, ...],
    how: str,
    format_: str | None,
    fields: tuple[str, ...],
    as_json: bool,
    errors: str,
) -> None:
    """Tell how text is written.

    Prints for each line a verdict, a tab and the line. Verdicts: cased (as people write), lower,
    upper, title (A Headline Like This), starts (capitals at sentence starts only), nothing (no way
    to tell); of documents also mixed.

    With --keep, documents are judged as wholes and those that are written so are copied: in JSON
    lines the records, in text the parts between blank lines. So a mixed pool becomes text to
    train on (majuscule train does that by itself). A sentence on standard error says what was kept.

    \b
    Examples:
      printf 'STOCKS FALL\\nShares in London fell.\\n' | majuscule detect
      majuscule detect --keep cased pool.jsonl > cased.jsonl
      majuscule detect --keep lower --keep upper pool.txt -o to-restore.txt
    """
    names = files or ("-",)
    formats = [format_ or stream_format(name) for name in names]
    check_options(formats, {"how": how != "auto", "fields": fields})
    if keep and as_json:
        raise click.UsageError("--json prints verdicts, and --keep copies documents: choose one")
    if model == "none" and not keep:
        raise click.UsageError("--model none is for --keep: verdicts of lines need a model")

    from majuscule.cli.output import is_terminal, open_output
    from majuscule.cli.progress import Progress, Sizes
    from majuscule.cli.restoring import Source
    from majuscule.cli.verdicts import KEEPS as VERDICTS
    from majuscule.cli.verdicts import Picked, detect_stream, pick_documents
    from majuscule.restore.truecaser import load

    truecaser = None if model == "none" else load(model)
    picked = Picked()
    with (
        Progress(quiet=is_terminal(output)) as progress,
        open_output(output) as write,
    ):
        sizes = Sizes(names, "detecting", progress)
        for name, one in zip(names, formats, strict=True):
            source = Source(name, one)
            common = {
                "how": None if how == "auto" else how,
                "fields": fields,
                "errors": errors,
                "progress": sizes.read,
            }
            if keep:
                wanted = [VERDICTS[one] for one in keep]
                pick_documents(truecaser, source, write, wanted, picked, **common)  # type: ignore[arg-type]
            else:
                assert truecaser is not None
                detect_stream(truecaser, source, write, as_json=as_json, **common)  # type: ignore[arg-type]
    if keep:
        progress.tell(str(picked))
