"""The options of a policy, of restoring case and of adding marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from majuscule.cli.options import MEMORY, Decorator, gathered
from majuscule.punctuation.policy import DEFAULTS as MARK_DEFAULTS
from majuscule.punctuation.policy import MARK_CHOICES, checked_marks
from majuscule.restore.policy import CHOICES, DEFAULTS, checked_policy

LINES = (
    "What a line break means. auto: detect whether a document was wrapped to fill a page; "
    "wrapped: assume that it was; separate: each line stands alone."
)
RESTORING = {
    "case": "auto leaves well-cased lines alone and fills in lines that have lost some capitals; "
    "fill keeps capitals and adds missing ones; ignore restores all text as if it had no case.",
    "lines": LINES,
    "style": "How to write headings (lines of at most 12 words without a final mark). sentence: "
    "like sentences; title: In Title Case; keep: leave those already in title case as they are.",
}
MARKING = {
    "marks": "add keeps existing marks and leaves punctuated text alone; ignore decides all "
    "marks anew.",
    "case": "auto restores the case of text with hardly any capitals, and elsewhere only "
    "capitalises the starts of new sentences; keep changes no letter.",
    "lines": LINES,
}


def _choices(
    helps: Mapping[str, str], choices: Mapping[str, Any], defaults: Mapping[str, Any]
) -> list[Decorator[Any]]:
    """Return an option for each field of a policy that has choices."""
    return [
        click.option(
            f"--{name}",
            type=click.Choice(choices[name]),
            default=defaults[name],
            show_default=True,
            help=text,
        )
        for name, text in helps.items()
    ]


[LINE_BREAKS] = _choices({"lines": LINES}, CHOICES, DEFAULTS)

POLICY = gathered(
    "policy",
    lambda **given: checked_policy(given),
    *_choices(RESTORING, CHOICES, DEFAULTS),
    click.option(
        "--floor",
        type=click.FloatRange(0, 1),
        help="Leave out a capital inside a sentence if the model gives it a lower probability "
        "than this. Default: only short lines of English have floors; 0: no floors.",
    ),
    MEMORY,
    click.option(
        "--accents/--no-accents",
        default=False,
        help="Also restore accents, in words that have none. Default: only case.",
    ),
    click.option(
        "--accents-again",
        is_flag=True,
        help="Restore accents in all words; those that have some are decided anew.",
    ),
    click.option(
        "--respell/--no-respell",
        default=False,
        help="First replace substitute letters: German ae oe ue ss that stand for ä ö ü ß, "
        "Italian perche' and piu' for perché and più, Romanian ş ţ, Turkish ș. Lines may become "
        "shorter. In Romanian, whose case no model restores, nothing else changes.",
    ),
)
"""How text is restored, as one argument ``policy``."""


MARK_POLICY = gathered(
    "policy",
    lambda **given: checked_marks(given),
    *_choices(MARKING, MARK_CHOICES, MARK_DEFAULTS),
    click.option(
        "--figures", is_flag=True, help="Write numbers as figures, and addresses as they are typed."
    ),
)
"""How text is punctuated, as one argument ``policy``."""
