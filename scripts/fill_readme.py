"""Write the table of docs/results/peers.json into README.md, between its markers.

python scripts/fill_readme.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
RESULTS = ROOT / "docs" / "results" / "peers.json"
BEGIN, END = "<!-- peers: begin -->\n", "<!-- peers: end -->\n"
SHOWN = ("system", "trained on", "accuracy", "F1", "words/s", "start, s", "memory, MB", "model, MB")


def table(results: dict[str, Any]) -> str:
    """Return the table and where it comes from."""
    from majuscule.measure import Estimate, Table

    main = results["tables"][0]
    kept = [main["columns"].index(name) for name in SHOWN]
    rows = [
        [
            Estimate(**{k: v for k, v in cell.items() if v is not None})
            if isinstance(cell, dict)
            else cell
            for cell in (row[at] for at in kept)
        ]
        for row in main["rows"]
    ]
    setting = results["setting"]
    machine = ", ".join(f"{name} {value}" for name, value in setting["machine"].items())
    note = (
        f"Words of {setting['test']} in lower case, split at spaces; F1 of words that hold a "
        "capital, with its 95 % interval; systems that need training learnt from "
        f"{setting['trained_on']}. All in one run of `{setting['command']}` ({machine}); "
        "[the whole report](docs/results/peers.md) says where we lose."
    )
    return Table(SHOWN, rows, notes=(note,), decimals=2).markdown()


def filled(text: str, content: str) -> str:
    """Return the README's text with other content between the markers."""
    head, rest = text.split(BEGIN)
    return head + BEGIN + content + END + rest.split(END)[1]


def main() -> None:
    """Fill it in."""
    sys.path.insert(0, str(ROOT / "src"))
    if not RESULTS.exists():
        sys.exit(f"{RESULTS} is not there: run python -m benchmarks.peers first")
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    README.write_text(filled(README.read_text(encoding="utf-8"), table(results)), encoding="utf-8")


if __name__ == "__main__":
    main()
