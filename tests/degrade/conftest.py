from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
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


def tagger_of(names: Mapping[str, str]) -> str:
    """Return the code of an engine that needs case: it knows some names, as they are written."""
    return f"""
import json, re, sys
for line in sys.stdin:
    text = json.loads(line)["text"]
    found = [
        {{"start": m.start(), "end": m.end(), "label": label}}
        for name, label in {dict(names)!r}.items()
        for m in re.finditer(rf"\\b{{name}}\\b", text)
    ]
    print(json.dumps({{"entities": found}}))
"""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.tsv"
    path.write_text(GOLD, "utf-8")
    return path


@pytest.fixture
def engine(tmp_path: Path) -> str:
    names = {"Anna Port": "PER", "NATO": "ORG", "Rome": "LOC", "Ulm": "LOC"}
    return program(tmp_path, "tagger.py", tagger_of(names))


def program(folder: Path, name: str, code: str) -> str:
    """Return the engine that runs some code."""
    path = folder / name
    path.write_text(code, "utf-8")
    return f"command:{shlex.join([sys.executable, str(path)])}"
