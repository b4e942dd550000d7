"""For all tests and doc tests: what cannot be tested on this machine is left out, and said."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from tests.needs import missing

# Timings decide no test.
settings.register_profile("untimed", settings.default, deadline=None)
settings.load_profile("untimed")

SOURCE = Path(__file__).parent / "src" / "majuscule"
MODEL = SOURCE / "models" / "data" / "en.model"
# Doc tests import the modules: these need PyTorch, which only `make test-all` installs.
WITH_TORCH = [
    path for path in SOURCE.rglob("*.py") if "\nimport torch\n" in path.read_text("utf-8")
]
collect_ignore = [] if find_spec("torch") else WITH_TORCH
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was not tested at all."""
    for what, advice in missing().items():
        terminalreporter.write_line(f"NOT TESTED: {what}: {advice}", red=True, bold=True)
