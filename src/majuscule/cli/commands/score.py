"""``majuscule score``: compare a text with what it should be."""

from __future__ import annotations

from typing import Any

import click

from majuscule.cli.options import (
    ANY_FORMAT,
    COLUMN,
    DELIMITER,
    ERRORS,
    HEADER,
    JSON,
    OUTPUT,
    RESAMPLES,
)


@click.command()
@click.argument("gold")
@click.argument("predicted")
@ANY_FORMAT
@COLUMN
@HEADER
@DELIMITER
@click.option(
    "--document",
    type=click.Choice(["line", "blank"]),
    default="line",
    show_default=True,
    help="What is resampled for the intervals: lines of text, or blocks between blank lines. In "
    "JSON lines and tables: records and rows; in other formats: lines, cues or sentences.",
)
@click.option(
    "--table",
    type=click.Choice(["classes", "niu"]),
    default="classes",
    show_default=True,
    help="Rows by case class, or those of Niu et al. 2004.",
)
@RESAMPLES
@JSON
@OUTPUT
@ERRORS
def score(
    gold: str,
    predicted: str,
    format_: str | None,
    table: str,
    as_json: bool,
    output: str | None,
    **how: Any,
) -> None:
    """Score a text against one that differs from it only in case.

    Prints accuracy and, for words with a capital and for each case class, precision, recall and F1,
    with intervals and the signature. Words are split at spaces. Reads every format that majuscule
    restore reads.

    \b
    Examples:
      majuscule score gold.txt restored.txt
      majuscule restore lower.txt | majuscule score gold.txt -
      majuscule score film.srt restored.srt
      majuscule score --table niu --json gold.txt restored.txt
    """
    from majuscule.cli.output import open_output
    from majuscule.trials import scoring

    report = scoring.score(gold, predicted, format=format_, table=table, **how)
    text = report.as_json() + "\n" if as_json else scoring.score_table(report, table)
    with open_output(output) as write:
        write(text.encode())
