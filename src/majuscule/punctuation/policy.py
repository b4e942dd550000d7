"""The options of punctuating, the same in every interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict, get_args

from majuscule.errors import UsageError
from majuscule.options import Lines, check_policy

Marks = Literal["add", "ignore"]
MarkCase = Literal["auto", "keep"]


class MarkPolicy(TypedDict, total=False):
    """How a text is punctuated; what is left out has its default.

    ``marks``: what the marks of the input mean.  ``add``, the default: they stay, and text that has
    its marks is left alone; ``ignore``: all are judged anew.

    ``case``: ``auto``, the default: text with hardly any capitals (other than acronyms and single
    letters, such as I), or with nothing else, gets its case, and other text only a capital where a
    new sentence begins; ``keep``: no letter changes.

    ``lines``: what a line break means, as in restoring.

    ``figures``: whether numbers in words become figures; false by default.
    """

    marks: Marks
    case: MarkCase
    lines: Lines
    figures: bool


MARK_CHOICES = {"marks": get_args(Marks), "case": get_args(MarkCase), "lines": get_args(Lines)}
DEFAULTS = MarkPolicy(marks="add", case="auto", lines="auto", figures=False)


def checked_marks(given: Mapping[str, Any]) -> MarkPolicy:
    """Return a policy completed by the defaults; raise on unknown options and bad values."""
    check_policy(given, DEFAULTS, MARK_CHOICES, "punctuating")
    return {**DEFAULTS, **given}  # type: ignore[typeddict-item]


def checked_pauses(given: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return pauses as a list; raise on anything but pairs of an offset and seconds."""
    try:
        return [(int(offset), float(seconds)) for offset, seconds in given]
    except (TypeError, ValueError) as error:
        raise UsageError(
            "pauses must be pairs: the offset of the word after a pause, and its seconds"
        ) from error
