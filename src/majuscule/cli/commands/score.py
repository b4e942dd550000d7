"""``majuscule score``: score a text against gold."""

from __future__ import annotations

from typing import Any

import click

from majuscule.cli.given import refuse
from majuscule.cli.options import (
    ANY_FORMAT,
    COLUMN,
    DELIMITER,
    ENCODING,
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
    help="What to resample for the intervals: lines of text, or blocks between blank lines. In "
    "JSON lines and tables: records and rows; in other formats: lines, cues or sentences.",
)
@click.option(
    "--table",
    type=click.Choice(["classes", "niu"]),
    default="classes",
    show_default=True,
    help="Rows by case class, or as in Niu et al. 2004.",
)
@click.option(
    "--marks",
    is_flag=True,
    help="Score commas, full stops and question marks; the words may differ.",
)
@RESAMPLES
@JSON
@OUTPUT
@ENCODING
@ERRORS
def score(
    gold: str,
    predicted: str,
    format_: str | None,
    table: str,
    marks: bool,
    as_json: bool,
    output: str | None,
    **how: Any,
) -> None:
    """Score a text against the original.

    The two may differ only in case; with --marks, also in punctuation and in words.

    Prints accuracy and, for words with a capital and for each case class, precision, recall and F1,
    with intervals and the signature. Words are split at spaces. Reads every format that majuscule
    restore reads.

    With --marks, aligns the words, compares those that agree, and prints F1 over commas, full stops
    and question marks; F1 of sentence ends and of case; word error rates with and without marks and
    case; and precision and recall of each mark, exclamation marks and colons too. Documents are
    resampled; both texts must have the same number.

    \b
    Examples:
      majuscule score gold.txt restored.txt
      majuscule restore lower.txt | majuscule score gold.txt -
      majuscule score film.srt restored.srt
      majuscule score --table niu --json gold.txt restored.txt
      majuscule score --marks transcript.txt recognised.txt
    """
    from majuscule.cli.output import open_output, spare
    from majuscule.trials import marks as trials_of_marks
    from majuscule.trials import scoring

    spare((gold, predicted), output)
    if marks:
        refuse("for scores without --marks", "fields", "header", "delimiter", "document", "table")
        how = {name: how[name] for name in ("encoding", "errors", "resamples")}
        report = trials_of_marks.score_marked(gold, predicted, format=format_, **how)
        shown = trials_of_marks.marked_table(report)
    else:
        report = scoring.score(gold, predicted, format=format_, table=table, **how)
        shown = scoring.score_table(report, table)
    text = report.as_json() + "\n" if as_json else shown
    with open_output(output) as write:
        write(text.encode())
