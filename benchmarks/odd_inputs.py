"""Inputs that go wrong in truecasers, what is wanted, and a verdict on what was given.

The inputs are data: ``odd_inputs.json``, label, input and the wanted output.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from benchmarks.systems.baselines import lower


@dataclass(frozen=True)
class OddInput:
    """An input and what should come out."""

    label: str
    input: str
    wanted: str


def odd_inputs() -> list[OddInput]:
    path = Path(__file__).with_suffix(".json")
    return [OddInput(**case) for case in json.loads(path.read_text("utf-8"))]


def verdict(case: OddInput, given: dict[str, str]) -> str:
    """Return ``right``, ``case``, ``text`` (more than case was changed) or ``error``.

    >>> verdict(OddInput("", "in  rome", "In  Rome"), {"line": "In Rome"})
    'text'
    """
    if "raised" in given:
        return "error"
    if given["line"] == case.wanted:
        return "right"
    return "case" if lower(given["line"]) == lower(case.input) else "text"
