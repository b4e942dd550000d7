"""The options of punctuating, the same in every interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict, get_args

from majuscule.errors import UsageError
from majuscule.options import Lines

Marks = Literal["add", "ignore"]
MarkCase = Literal["auto", "keep"]


class MarkPolicy(TypedDict, total=False):
    """How a text is punctuated; what is left out has its default.

    ``marks``: what the marks of the input mean.  ``add``, the default: they stay, and text that has
    its marks is left alone; ``ignore``: all are judged anew.

    ``case``: ``auto``, the default: text without capitals, or with nothing else, gets its case, and
    other text only a capital where a new sentence begins; ``keep``: no letter changes.

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
    for name, value in given.items():
        if name not in DEFAULTS:
            known = ", ".join(DEFAULTS)
            raise TypeError(f"unknown option {name!r} of punctuating; options are {known}")
        if name in MARK_CHOICES and value not in MARK_CHOICES[name]:
            raise UsageError(f"{name} is {value!r}; it may be {', '.join(MARK_CHOICES[name])}")
        if name == "figures" and not isinstance(value, bool):
            raise UsageError(f"figures is {value!r}; it may be True or False")
    return {**DEFAULTS, **given}  # type: ignore[typeddict-item]
