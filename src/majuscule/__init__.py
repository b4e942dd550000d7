"""Majuscule gives text its capitals back.

>>> import majuscule
>>> majuscule.load().restore("us rep. james pond met angela merkel in berlin")
'US Rep. James Pond met Angela Merkel in Berlin'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from majuscule.lazy import lazy
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

# Numpy is not paid for by ``import majuscule``.
__getattr__, __dir__ = lazy(__name__, _HOMES)
