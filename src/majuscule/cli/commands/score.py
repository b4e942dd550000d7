"""``majuscule score``: compare a text with what it should be."""

from __future__ import annotations

import click

from majuscule.cli.options import ERRORS, FIELD, FORMAT, OUTPUT, stream_format


@click.command()
@click.argument("gold")
@click.argument("predicted")
@FORMAT
@FIELD
@click.option(
    "--document",
    "how",
    type=click.Choice(["line", "blank"]),
    default="line",
    show_default=True,
    help="What is resampled for the intervals: lines, or what stands between blank lines. "
    "In JSON lines: records.",
)
@click.option(
    "--table",
    type=click.Choice(["classes", "niu"]),
    default="classes",
    show_default=True,
    help="Rows by case class, or those of Niu et al. 2004.",
)
@click.option(
    "--resamples",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Bootstrap resamples for the intervals; 0 leaves them out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@OUTPUT
@ERRORS
def score(
    gold: str,
    predicted: str,
    format_: str | None,
    fields: tuple[str, ...],
    how: str,
    table: str,
    resamples: int,
    as_json: bool,
    output: str | None,
    errors: str,
) -> None:
    """Score PREDICTED against GOLD; the two may differ in case only.

    Prints accuracy and, for words that hold a capital and for each case class, precision, recall
    and F1 with intervals and the signature. Words are split at spaces.

    \b
    Examples:
      majuscule score gold.txt restored.txt
      majuscule restore lower.txt | majuscule score gold.txt -
      majuscule score --table niu --json gold.txt restored.txt
    """
    from majuscule.cli.output import open_output
    from majuscule.cli.restoring import Source
    from majuscule.cli.scoring import read_segments, score_files, score_table
    from majuscule.measure import Resampling

    if gold == predicted == "-":
        raise click.UsageError("only one of the two can be standard input")
    right, guess = (
        read_segments(
            Source(name, format_ or stream_format(name)),
            fields=fields,
            how=how,
            errors=errors,  # type: ignore[arg-type]
        )
        for name in (gold, predicted)
    )
    report = score_files(right, guess, table, Resampling(resamples) if resamples else None)
    with open_output(output) as write:
        if as_json:
            write((report.as_json() + "\n").encode())
            return
        text = score_table(report, table).markdown()
        if table == "classes":
            text = f"accuracy {report['accuracy']}\n\n{text}"
        write(text.encode())
