"""Options that several commands share, and what their values mean."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from majuscule.errors import UsageError

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

FIELD = click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="NAME",
    help="Field of the text in JSON lines; may be repeated. Default: paragraphs, else text.",
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
    """Return the format that a file's name means to commands that copy text: jsonl or text.

    >>> stream_format("news.jsonl.xz"), stream_format("notes"), stream_format("-")
    ('jsonl', 'text', 'text')
    """
    suffixes = [one.lower() for one in Path(name).suffixes]
    if suffixes and suffixes[-1] in (".gz", ".bz2", ".xz", ".zst"):
        suffixes.pop()
    return "jsonl" if suffixes and suffixes[-1] in (".jsonl", ".ndjson") else "text"


def check_options(formats: list[str], how: str, fields: tuple[str, ...]) -> None:
    """Refuse options that mean nothing for the formats at hand."""
    if fields and "jsonl" not in formats:
        raise UsageError("--field is for JSON lines; say --format jsonl")
    if how != "auto" and "text" not in formats:
        raise UsageError("--document is for text; in JSON lines a record is a document")
