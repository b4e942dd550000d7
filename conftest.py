"""For all tests and doc tests: what needs the shipped model is skipped where it is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

MODEL = Path(__file__).parent / "src" / "majuscule" / "models" / "data" / "en.model"
LOADS = ("majuscule.load()", 'majuscule.load("en")')


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the doc tests that load the shipped model in a checkout without it."""
    if MODEL.exists():
        return
    skip = pytest.mark.skip(reason="the model en is not in this checkout")
    for item in items:
        if isinstance(item, pytest.DoctestItem):
            sources = [example.source for example in item.dtest.examples]
            if any(load in source for load in LOADS for source in sources):
                item.add_marker(skip)
