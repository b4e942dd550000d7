"""Majuscule gives text its capitals back.

>>> import majuscule
>>> majuscule.load().restore("us rep. james pond met angela merkel in berlin")
'US Rep. James Pond met Angela Merkel in Berlin'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from majuscule.version import __version__

if TYPE_CHECKING:
    from majuscule.entities.loading import load_entities
    from majuscule.errors import MajusculeError
    from majuscule.restore.plan import Plan
    from majuscule.restore.streams import restore_file
    from majuscule.restore.truecaser import Truecaser, load

__all__ = [
    "MajusculeError",
    "Plan",
    "Truecaser",
    "__version__",
    "load",
    "load_entities",
    "restore_file",
]

_HOMES = {
    "MajusculeError": "majuscule.errors",
    "Plan": "majuscule.restore.plan",
    "Truecaser": "majuscule.restore.truecaser",
    "load": "majuscule.restore.truecaser",
    "load_entities": "majuscule.entities.loading",
    "restore_file": "majuscule.restore.streams",
}


def __getattr__(name: str) -> Any:
    """Import public names when they are first used: numpy is not paid for by ``import
    majuscule``."""
    if name not in _HOMES:
        raise AttributeError(f"module 'majuscule' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
