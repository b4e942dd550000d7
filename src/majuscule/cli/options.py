"""Options that several commands share, and what their values mean."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click

from majuscule.errors import UsageError
from majuscule.reading.formats.table import FORMATS, format_of

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]

HOWS = ("auto", "line", "blank", "file")

FILES = click.argument("files", nargs=-1, type=click.Path(path_type=str), metavar="[FILES]...")

OUTPUT = click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write to FILE, which appears when it is whole. Default: standard output.",
)

ERRORS = click.option(
    "--errors",
    type=click.Choice(["strict", "replace"]),
    default="strict",
    show_default=True,
    help="Bytes that are not UTF-8: stop there, or replace them by U+FFFD.",
)

JOBS = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Threads. They change the speed, not the output. Default: one a core.",
)

FORMAT = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "jsonl"]),
    help="Default: jsonl for files named so (.jsonl, .ndjson, also compressed), else text.",
)

ANY_FORMAT = click.option(
    "--format",
    "format_",
    type=click.Choice(list(FORMATS)),
    help="Default: what the file's name says, also under .gz .bz2 .xz .zst; else text.",
)

FIELD = click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="NAME",
    help="Field of the text in JSON lines; may be repeated. Default: paragraphs, else text.",
)

COLUMN = click.option(
    "--field",
    "--column",
    "fields",
    multiple=True,
    metavar="NAME",
    help="Where the text is; may be repeated. A field of JSON lines (default: paragraphs, else "
    "text), a column of a table by name or number (default: text), an element of HTML or XML "
    "(default: all but code).",
)

HEADER = click.option(
    "--header/--no-header",
    default=True,
    help="Whether the first row of a CSV or TSV table names its columns. Default: it does.",
)

DELIMITER = click.option(
    "--delimiter",
    metavar="CHAR",
    help="What parts the cells of a table. Default: comma, semicolon, tab or bar in CSV, whichever "
    "its first row has most of; tab in TSV.",
)

KEEP_BROKEN = click.option(
    "--keep-broken",
    is_flag=True,
    help="Copy lines, rows and cues that cannot be read as they are and go on, telling how many, "
    "instead of stopping at the first.",
)

DOCUMENT = click.option(
    "--document",
    "how",
    type=click.Choice(HOWS),
    default="auto",
    show_default=True,
    help="What belongs together in text: each line, what stands between blank lines, or a file. "
    "auto: blank in files, line in pipes and terminals. In JSON lines a record is a document.",
)


def model_option(what: str) -> Decorator[Any]:
    """Return the option ``--model``."""
    return click.option(
        "-m",
        "--model",
        default="en",
        show_default=True,
        metavar="MODEL",
        help=f"{what}: the name of a shipped model, or the path of a model file.",
    )


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def stream_format(name: str) -> str:
    """Return the format that a file's name means to commands that read lines: jsonl or text.

    >>> stream_format("news.jsonl.xz"), stream_format("notes"), stream_format("-")
    ('jsonl', 'text', 'text')
    """
    return "jsonl" if format_of(name) == "jsonl" else "text"


OPTION_NAMES = {
    "how": "--document",
    "fields": "--field",
    "header": "--no-header",
    "delimiter": "--delimiter",
}
"""How the options of a reading are called."""


def check_options(formats: Iterable[str], given: Mapping[str, object]) -> None:
    """Refuse options (those with a value that is true) that mean nothing for all formats at hand.

    Raises :class:`UsageError`.
    """
    for name, value in given.items():
        if value and not any(one in FORMATS and name in FORMATS[one].takes for one in formats):
            known = [one for one, format in FORMATS.items() if name in format.takes]
            raise UsageError(
                f"{OPTION_NAMES[name]} is for {_either(known)}, not for {_either(set(formats))}"
            )


def _either(names: Iterable[str]) -> str:
    *others, last = sorted(names)
    return f"{', '.join(others)} and {last}" if others else last


def read_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """Return options from ``name=value``; numbers, true and false are read as such.

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
            raise UsageError(f"option {name!r} is given twice")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options
