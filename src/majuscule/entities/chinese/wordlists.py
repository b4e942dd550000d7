"""Small closed lists for Chinese: surnames, countries and other places, name suffixes.

KRDL 1998 had a lexicon of 89,777 words and three lists of 6,000 to 67,000 names.  These here are
what an atlas and a table of surnames give; more can be had from ``--names``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path


@cache
def _lists() -> dict[str, list[str]]:
    text = (Path(__file__).parent / "names.json").read_text("utf-8")
    return {name: " ".join(lines).split() for name, lines in json.loads(text).items()}


def surnames() -> list[str]:
    """Return the surnames, of one character or two."""
    return _lists()["surnames"]


def name_lists() -> dict[str, tuple[str, ...]]:
    """Return the names of the lists by class.

    >>> "南京" in name_lists()["LOC"]
    True
    """
    lists = _lists()
    return {
        "LOC": tuple(dict.fromkeys(lists["countries"] + lists["places"])),
        "ORG": tuple(dict.fromkeys(lists["organisations"])),
    }
