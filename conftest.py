"""For all tests and doc tests: what needs the shipped model is skipped where it is not there."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

MODEL = Path(__file__).parent / "src" / "majuscule" / "models" / "data" / "en.model"
NETWORK = Path(__file__).parent / "src" / "majuscule" / "restore" / "neural"
# Doc tests import the modules: these two need PyTorch, which is in an extra.
collect_ignore = [] if find_spec("torch") else [NETWORK / "network.py", NETWORK / "training.py"]
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
