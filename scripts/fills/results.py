"""The files under ``results/``, and their tables as tables again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from majuscule.measure import Difference, Estimate, Table
from majuscule.measure.tables import Cell

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "results" / "reports"


def read(name: str) -> dict[str, Any]:
    """Return the numbers of a report."""
    found: dict[str, Any] = json.loads((REPORTS / f"{name}.json").read_text("utf-8"))
    return found


def table(
    stored: Mapping[str, Any], columns: Sequence[str] = (), *, title: str = "", decimals: int = 1
) -> Table:
    heads = list(stored["columns"])
    kept = [heads.index(name) for name in columns or heads]
    rows = [[_cell(row[at]) for at in kept] for row in stored["rows"]]
    return Table([heads[at] for at in kept], rows, title, decimals=decimals)


def _cell(value: Any) -> Cell:
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    known = {name: one for name, one in value.items() if one is not None}
    return Difference(**known) if "p_value" in known else Estimate(**known)


def machine(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in found.items())
