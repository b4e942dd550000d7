"""The interface of a system under test, and the table of systems."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

HOWS = ("tokens", "text")
"""``tokens``: lines are words with single spaces between; ``text``: lines are raw text."""


class System(Protocol):
    """A loaded system.  ``model_bytes`` is the size of its model files, 0 where it has none."""

    model_bytes: int
    versions: dict[str, str]

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        """Return each line with its case restored, as the system gives it."""
        ...


KINDS = {
    "lower": "baselines:Lower",
    "first-letter": "baselines:FirstLetter",
    "truecase": "truecase:Truecase",
    "sacremoses": "sacremoses:Sacremoses",
    "crfsuite": "crfsuite:Crfsuite",
    "crfsuite-defaults": "crfsuite:CrfsuiteDefaults",
    "majuscule": "majuscule:Majuscule",
}


def load_system(kind: str, options: dict[str, Any]) -> System:
    system: System = _kind(kind)(**options)
    return system


def train_system(kind: str, lines: str, model: str, options: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = _kind(kind).train(lines, model, **options)
    return result


def _kind(name: str) -> Any:
    if name not in KINDS:
        raise ValueError(f"no system is called {name!r}: known are {', '.join(KINDS)}")
    module, _, attribute = KINDS[name].partition(":")
    return getattr(import_module(f"benchmarks.systems.{module}"), attribute)
