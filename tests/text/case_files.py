"""Cases of language behaviour, read from ``tests/cases/*.json`` as pytest parameters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "cases"


def cases(name: str, group: str | None = None, *, known_to_fail: bool = True) -> list[Any]:
    """Return one parameter a case; a case that is known to fail must fail, or is left out."""
    groups = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    chosen = groups if group is None else {group: groups[group]}
    return [
        pytest.param(
            case,
            id=f"{title}: {case['label']}",
            marks=pytest.mark.xfail(strict=True, reason=case["comment"]) if "fails" in case else (),
        )
        for title, members in chosen.items()
        for case in members
        if known_to_fail or "fails" not in case
    ]
