"""``majuscule restore``: text in, the same text with its capitals out."""

from __future__ import annotations

import click

from majuscule.cli.options import (
    DOCUMENT,
    ERRORS,
    FIELD,
    FILES,
    FORMAT,
    JOBS,
    OUTPUT,
    check_options,
    cores,
    model_option,
    stream_format,
)


@click.command()
@FILES
@OUTPUT
@model_option("What restores")
@click.option(
    "--case",
    type=click.Choice(["auto", "ignore"]),
    default="auto",
    show_default=True,
    help="auto leaves well-cased text as it is; ignore restores everything as if it had no case.",
)
@click.option(
    "--memory/--no-memory",
    default=True,
    help="Whether the other mentions of a word in its document count. Default: they do.",
)
@DOCUMENT
@FORMAT
@FIELD
@click.option(
    "--json",
    "analysis",
    is_flag=True,
    help="Print the analysis: a line of JSON for each line of text, with its tokens.",
)
@ERRORS
@JOBS
def restore(
    files: tuple[str, ...],
    output: str | None,
    model: str,
    case: str,
    memory: bool,
    how: str,
    format_: str | None,
    fields: tuple[str, ...],
    analysis: bool,
    errors: str,
    jobs: int | None,
) -> None:
    """Restore the case of text: only letters change, and only their case.

    Reads FILES, or standard input, and writes them one after the other. Lines that are well cased
    already stay as they are. Compressed files (.gz .bz2 .xz .zst) are read as what they hold.

    A word is decided by its line and by its other mentions in the same document. In files, blank
    lines part documents; what comes through a pipe or is typed is restored line by line, so that
    each line comes out as soon as it is in. Say --document to have it the same for both. No
    document is longer than 262,144 characters: what is longer is restored in parts. The output does
    not depend on how fast the input comes, nor on --jobs.

    \b
    Examples:
      echo "angela merkel met the un in new york" | majuscule restore
      majuscule restore story.txt -o story-cased.txt
      majuscule restore --field title --field text archive.jsonl.xz > cased.jsonl
      tail -f chat.log | majuscule restore
      majuscule restore --json story.txt | head -1
    """
    names = files or ("-",)
    formats = [format_ or stream_format(name) for name in names]
    check_options(formats, how, fields)

    from majuscule.cli.output import is_terminal, open_output
    from majuscule.cli.progress import Progress
    from majuscule.cli.restoring import Options, Source, restore_streams
    from majuscule.cli.sizes import Sizes
    from majuscule.restore.truecaser import load

    options = Options(
        case=case,
        memory=memory,
        how=None if how == "auto" else how,  # type: ignore[arg-type]
        fields=fields,
        errors=errors,  # type: ignore[arg-type]
        jobs=jobs or cores(),
        analysis=analysis,
    )
    sources = [Source(name, one) for name, one in zip(names, formats, strict=True)]
    truecaser = load(model)
    with Progress(quiet=is_terminal(output)) as progress:
        sizes = Sizes(names, "restoring", progress)
        with open_output(output) as write:
            restore_streams(
                truecaser, sources, write, options, tell=progress.tell, progress=sizes.read
            )
