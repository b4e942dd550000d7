"""Checks of combinations of options, and parsing of ``name=value`` settings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.options import FROM_COMMAND_LINE
from majuscule.errors import UsageError
from majuscule.reading.table import FORMATS, format_of

if TYPE_CHECKING:
    from majuscule.reading import Reading

OPTION_NAMES = {
    "how": "--document",
    "fields": "--field",
    "header": "--no-header",
    "delimiter": "--delimiter",
}
"""Field of :class:`~majuscule.reading.Reading` -> its option."""


def check_reading(formats: Iterable[str], reading: Reading) -> None:
    """Raise :class:`UsageError` for options that apply to none of the formats."""
    wanted = {name: getattr(reading, name) for name in OPTION_NAMES}
    wanted["header"] = not reading.header
    for name in [name for name, value in wanted.items() if value]:
        if not any(one in FORMATS and name in FORMATS[one].takes for one in formats):
            known = [one for one, format in FORMATS.items() if name in format.takes]
            raise UsageError(
                f"{OPTION_NAMES[name]} works with {_either(known)}, not with "
                f"{_either(set(formats))}"
            )


def whole_if_wrapped(reading: Reading, lines: str) -> Reading:
    """Return how to read: wrapped lines as one text, piped ones too, as none is complete alone."""
    if lines == "wrapped" and reading.how is None:
        return replace(reading, how="file")
    return reading


def _either(names: Iterable[str]) -> str:
    *others, last = sorted(names)
    return f"{', '.join(others)} and {last}" if others else last


def check_named(output: str | None, formats: Collection[str]) -> None:
    """Raise :class:`UsageError` if an output's name says another format than it would hold."""
    named = "text"
    if output is not None:
        with suppress(UsageError):  # a name that is no format of text
            named = format_of(output)
    if named != "text" and named not in formats:
        raise UsageError(
            f"{output}: would hold {FORMATS[min(formats)].what}, but its name says "
            f"{FORMATS[named].what}; name it otherwise or, if that is what is read, add --format "
            f"{named}"
        )


def refuse(why: str, *names: str) -> None:
    """Raise :class:`click.UsageError` for options on the command line that do not apply here."""
    context = click.get_current_context()
    flags = {one.name: one.opts[0] for one in context.command.params}
    for name in names:
        if context.get_parameter_source(name) is FROM_COMMAND_LINE:
            raise click.UsageError(f"{flags[name]} is only {why}; leave it out")


def read_settings(settings: Iterable[str]) -> dict[str, Any]:
    """Return options from ``name=value``; values are JSON, or else text.

    >>> read_settings(("epochs=2", "starts=learnt", "lexicon=false"))
    {'epochs': 2, 'starts': 'learnt', 'lexicon': False}
    """
    import json

    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise UsageError(f"option {setting!r} is not of the form name=value")
        if name in options:
            raise UsageError(f"option {name!r} is given twice; keep one")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options
