"""``majuscule restore``: text in, the same text with its capitals out."""

from __future__ import annotations

import click

from majuscule.cli.options import (
    ANY_FORMAT,
    COLUMN,
    DELIMITER,
    DOCUMENT,
    ERRORS,
    FILES,
    HEADER,
    JOBS,
    KEEP_BROKEN,
    check_options,
    cores,
    model_option,
)
from majuscule.reading.formats.table import format_of


@click.command()
@FILES
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write to FILE, which appears when it is whole and is compressed if named .gz .bz2 .xz or "
    ".zst; or each file into a folder, FOLDER/. Default: standard output.",
)
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
@ANY_FORMAT
@COLUMN
@HEADER
@DELIMITER
@click.option(
    "--json",
    "analysis",
    is_flag=True,
    help="Print the analysis: a line of JSON for each line of text, field, cell, cue or sentence, "
    "with its tokens.",
)
@ERRORS
@KEEP_BROKEN
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
    header: bool,
    delimiter: str | None,
    analysis: bool,
    errors: str,
    keep_broken: bool,
    jobs: int | None,
) -> None:
    """Restore the case of text: only letters change, and only their case.

    Reads FILES, or standard input, and writes them one after the other. Lines that are well cased
    already stay as they are.

    \b
    The name of a file says what it holds, also under .gz .bz2 .xz .zst; --format says so else:
      text     plain text
      jsonl    JSON lines: a field or several (--field)
      csv tsv  tables: a column or several, by name or number (--column)
      parquet  the same
      srt vtt  subtitles: a sentence may run across cues; times and tags stay
      ctm nlp  transcripts, a word a line with times; pauses tell sentences
      html xml the text between tags, without code, or of some elements (--field)

    A word is decided by its line and by its other mentions in the same document. In text files,
    blank lines part documents; what comes through a pipe or is typed is restored line by line, so
    that each line comes out as soon as it is in. Say --document to have it the same for both.
    Records and rows are documents, and so are whole files of the other formats. No document is much
    longer than 262,144 characters: what is longer is restored in parts. The output does not depend
    on how fast the input comes, nor on --jobs.

    \b
    Examples:
      echo "angela merkel met the un in new york" | majuscule restore
      majuscule restore story.txt -o story-cased.txt
      majuscule restore film.srt -o film.srt
      majuscule restore --column title --column 3 table.csv.gz -o cased.csv.gz
      majuscule restore --field title --field text archive.jsonl.xz > cased.jsonl
      majuscule restore --column text news.parquet -o cased.parquet
      majuscule restore talks/*.ctm -o cased/
      tail -f chat.log | majuscule restore
      majuscule restore --json story.txt | head -1
    """
    names = files or ("-",)
    formats = [format_ or format_of(name) for name in names]
    given = {"how": how != "auto", "fields": fields, "header": not header, "delimiter": delimiter}
    check_options(formats, given)

    from majuscule.cli.output import is_terminal
    from majuscule.cli.progress import Progress, Sizes
    from majuscule.cli.restoring import Source, restore_sources
    from majuscule.reading.formats import Reading
    from majuscule.restore.streams import Options
    from majuscule.restore.truecaser import load

    reading = Reading(
        how=None if how == "auto" else how,  # type: ignore[arg-type]
        fields=fields,
        header=header,
        delimiter=delimiter,
        errors=errors,  # type: ignore[arg-type]
        keep_broken=keep_broken,
    )
    options = Options(case, memory, reading, jobs or cores(), analysis)
    sources = [Source(name, one) for name, one in zip(names, formats, strict=True)]
    truecaser = load(model)
    with Progress(quiet=is_terminal(output)) as progress:
        sizes = Sizes(names, "restoring", progress)
        restore_sources(
            truecaser, sources, output, options, tell=progress.tell, progress=sizes.read
        )
