"""Options of the commands that put marks into text, as one argument ``policy``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from majuscule.cli.options import gathered
from majuscule.punctuation.policy import MARK_CHOICES

if TYPE_CHECKING:
    from majuscule.punctuation.policy import MarkCase, MarkLines, MarkPolicy, Marks


def _policy(marks: Marks, case: MarkCase, lines: MarkLines, figures: bool) -> MarkPolicy:
    from majuscule.punctuation.policy import checked_marks

    return checked_marks({"marks": marks, "case": case, "lines": lines, "figures": figures})


MARK_POLICY = gathered(
    "policy",
    _policy,
    click.option(
        "--marks",
        type=click.Choice(MARK_CHOICES["marks"]),
        default="add",
        show_default=True,
        help="add keeps the marks that are there, and leaves text that has its marks alone; ignore "
        "judges all of them anew.",
    ),
    click.option(
        "--case",
        type=click.Choice(MARK_CHOICES["case"]),
        default="auto",
        show_default=True,
        help="auto restores the case of text without capitals, and elsewhere only begins the new "
        "sentences with one; keep changes no letter.",
    ),
    click.option(
        "--lines",
        type=click.Choice(MARK_CHOICES["lines"]),
        default="auto",
        show_default=True,
        help="What a line break means. auto finds out whether a document was wrapped to fill a "
        "page; wrapped: it was; separate: each line stands for itself.",
    ),
    click.option(
        "--figures", is_flag=True, help="Write numbers that are said in words in figures."
    ),
)
