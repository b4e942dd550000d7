"""Reading the reports under ``results/`` and their tables."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from majuscule.measure import Table

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "results" / "reports"


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((REPORTS / f"{name}.json").read_text("utf-8"))
    return found


def table(stored: Mapping[str, Any], columns: Sequence[str] = (), *, decimals: int = 1) -> Table:
    whole = Table.from_dict(stored)
    kept = [whole.columns.index(name) for name in columns or whole.columns]
    rows = [[row[at] for at in kept] for row in whole.rows]
    return Table([whole.columns[at] for at in kept], rows, decimals=decimals)
