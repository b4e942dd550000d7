"""The table of systems: name to module and class, imported when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks.systems.interface import System

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
