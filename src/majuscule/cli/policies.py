"""Options that say what is done with a text: one table for restoring and one for marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from majuscule.cli.options import MEMORY, Decorator, gathered
from majuscule.punctuation.policy import DEFAULTS as MARK_DEFAULTS
from majuscule.punctuation.policy import MARK_CHOICES, checked_marks
from majuscule.restore.policy import CHOICES, DEFAULTS, checked_policy

LINES = (
    "What a line break means. auto finds out whether a document was wrapped to fill a page; "
    "wrapped: it was; separate: each line stands for itself."
)
RESTORING = {
    "case": "auto leaves well-cased lines alone and fills in those that have lost some capitals; "
    "fill keeps capitals and adds missing ones; ignore restores everything as if it had no case.",
    "lines": LINES,
    "style": "How headings are written, lines of at most 12 words without a final mark. sentence: "
    "like sentences; title: In Title Case; keep: those that come in title case stay as they are.",
}
MARKING = {
    "marks": "add keeps the marks that are there, and leaves text that has its marks alone; ignore "
    "judges all of them anew.",
    "case": "auto restores the case of text without capitals, and elsewhere only begins the new "
    "sentences with one; keep changes no letter.",
    "lines": LINES,
}


def _choices(
    helps: Mapping[str, str], choices: Mapping[str, Any], defaults: Mapping[str, Any]
) -> list[Decorator[Any]]:
    """Return an option for each choice of a policy."""
    return [
        click.option(
            f"--{name}",
            type=click.Choice(choices[name]),
            default=defaults[name],
            show_default=True,
            help=said,
        )
        for name, said in helps.items()
    ]


POLICY = gathered(
    "policy",
    lambda **given: checked_policy(given),
    *_choices(RESTORING, CHOICES, DEFAULTS),
    click.option(
        "--floor",
        type=click.FloatRange(0, 1),
        help="Leave out capitals inside a sentence that the model finds less probable than this. "
        "Left out, only short lines of English have floors; 0: none have.",
    ),
    MEMORY,
    click.option(
        "--accents/--no-accents",
        default=False,
        help="Also restore the marks of letters, in words that have none. Default: only case.",
    ),
    click.option(
        "--respell/--no-respell",
        default=False,
        help="First write letters that are typed for others as the language does: German ae oe ue "
        "ss where they mean ä ö ü ß, Romanian ş ţ, Turkish ș. Lines may become shorter.",
    ),
)
"""How text is restored, as one argument ``policy``."""


MARK_POLICY = gathered(
    "policy",
    lambda **given: checked_marks(given),
    *_choices(MARKING, MARK_CHOICES, MARK_DEFAULTS),
    click.option(
        "--figures", is_flag=True, help="Write numbers in figures, and addresses as they are typed."
    ),
)
"""How text is punctuated, as one argument ``policy``."""
