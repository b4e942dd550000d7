from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

GOLD = """Anna\tB-PER
Port\tI-PER
met\tO
NATO\tB-ORG
in\tO
Rome\tB-LOC
.\tO

It\tO
rained\tO
in\tO
Ulm\tB-LOC
.\tO

"""

TAGGER = """
import json, re, sys
LABELS = {"Anna Port": "PER", "NATO": "ORG", "Rome": "LOC", "Ulm": "LOC"}
for line in sys.stdin:
    text = json.loads(line)["text"]
    found = [
        {"start": m.start(), "end": m.end(), "label": label}
        for name, label in LABELS.items()
        for m in re.finditer(re.escape(name), text)
    ]
    print(json.dumps({"entities": found}))
"""
"""An engine that needs case: it knows four names, as they are written."""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.tsv"
    path.write_text(GOLD, "utf-8")
    return path


@pytest.fixture
def engine(tmp_path: Path) -> str:
    return program(tmp_path, "tagger.py", TAGGER)


def program(folder: Path, name: str, code: str) -> str:
    """Return the engine that runs some code."""
    path = folder / name
    path.write_text(code, "utf-8")
    return f"command:{shlex.join([sys.executable, str(path)])}"
