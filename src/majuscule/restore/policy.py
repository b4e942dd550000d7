"""The options of restoring, the same in every interface."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any, Literal, TypedDict, get_args

from majuscule.errors import UsageError
from majuscule.options import Lines, check_policy

Case = Literal["auto", "fill", "ignore"]
Style = Literal["sentence", "title", "keep"]


class Policy(TypedDict, total=False):
    """How a text is restored; what is left out has its default.

    ``case``: what the case of the input means.  ``auto``, the default: it is looked at line by
    line; well-cased lines stay exactly as they are, those without capitals (or with nothing else)
    are restored, and lines that have lost some or nearly all of their capitals are filled: a
    capital among small letters (``getName``, ``None``) stays.  ``fill``: capitals
    stay, and those that are missing are added.  ``ignore``: everything is restored as if the input
    had no case.

    ``lines``: what a line break means.  ``auto``, the default, finds out whether the text was
    wrapped to fill a page; ``wrapped``: it was, and only blank lines, lists and the like break it;
    ``separate``: each line stands for itself.

    ``style``: how headings, lines of a few words without a final mark, are written.  ``sentence``,
    the default: like sentences; ``title``: in title case; ``keep``: like sentences, but those that
    come in title case stay as they are.

    ``memory``: whether the other occurrences of a word in the same document count; true by default.

    ``accents``: whether the marks of letters are restored too, in words that have none; false by
    default.  The model's language must have a model of accents.  ``accents_again``: so are those in
    words that have some, which are decided anew.

    ``respell``: whether letters that are typed for others are respelt first: German *ae oe ue ss*
    where they mean *ä ö ü ß*, Italian *perche'*, Romanian *ş ţ*, Turkish *ș* and *i̇*; false by
    default.  German and Italian need their model of accents.  The text may become shorter.

    ``floor``: capitals inside a sentence that the model finds less probable than this are left out,
    from 0 to 1.  None, the default: short lines have the floors of their language
    (:mod:`majuscule.words.rules.doubts`), the others none.
    """

    case: Case
    lines: Lines
    memory: bool
    style: Style
    accents: bool
    accents_again: bool
    respell: bool
    floor: float | None


CHOICES = {"case": get_args(Case), "lines": get_args(Lines), "style": get_args(Style)}
DEFAULTS = Policy(
    case="auto",
    lines="auto",
    style="sentence",
    memory=True,
    accents=False,
    accents_again=False,
    respell=False,
    floor=None,
)


def checked_policy(given: Mapping[str, Any]) -> Policy:
    """Return a policy completed by the defaults; raise on unknown options and bad values."""
    check_policy(given, DEFAULTS, CHOICES, "restoring")
    checked_share("floor", given.get("floor"))
    chosen: Policy = {**DEFAULTS, **given}  # type: ignore[typeddict-item]
    return {**chosen, "accents": chosen["accents"] or chosen["accents_again"]}


def checked_share(name: str, value: float | None) -> float | None:
    """Return an option that is None or from 0 to 1; raise on anything else."""
    number = float(value) if isinstance(value, Real) else -1
    if value is not None and not 0 <= number <= 1:
        raise UsageError(f"{name} is {value!r}; it must be from 0 to 1")
    return value
