"""Options of rules on top of an entity tagger: the user's own names, and renamed labels."""

from __future__ import annotations

from typing import Any

import click

from majuscule.cli.options import gathered


def _naming(
    gazetteer: tuple[str, ...], gazetteer_encoding: str, mapped: tuple[str, ...]
) -> dict[str, Any]:
    pairs = (one.rpartition("=") if "=" in one else (one, "", "") for one in gazetteer)
    renamed: dict[str, str] = {}
    for one in mapped:
        old, sign, new = one.partition("=")
        if not (old and sign):
            raise click.UsageError(f"--map {one}: give OLD=NEW, or OLD= to leave a label out")
        if renamed.setdefault(old, new) != new:
            both = f"{renamed[old]!r} and to {new!r}"
            raise click.UsageError(f"--map renames {old} to {both}; keep one")
    return {
        "names": [(file, label) for file, _, label in pairs],
        "encoding": gazetteer_encoding,
        "renamed": renamed,
    }


NAMING = gathered(
    "naming",
    _naming,
    click.option(
        "--gazetteer",
        multiple=True,
        metavar="FILE=LABEL",
        help="Names of your own, one per line, which get this label wherever they occur. A line "
        "may give another label after a tab; FILE is enough if all do. May be repeated.",
    ),
    click.option(
        "--gazetteer-encoding",
        default="",
        metavar="NAME",
        help="Encoding of those files, such as latin-1, or auto. Default: UTF-8, or UTF-16 where "
        "a byte-order mark says so.",
    ),
    click.option(
        "--map",
        "mapped",
        multiple=True,
        metavar="OLD=NEW",
        help="Rename a label; OLD= leaves its mentions out. May be repeated.",
    ),
)
