"""The words that the rules know, from ``english.json``: roles that a person can have, verbs of
working somewhere, what organisations are called by.

Closed lists, written for English news before the texts were looked at; the rules compare roles and
verbs without case, so that what case changes is what the engine makes of a text.
"""

from __future__ import annotations

import json
from pathlib import Path

_LINES = json.loads((Path(__file__).parent / "english.json").read_text("utf-8"))
_WORDS = {name: frozenset(" ".join(lines).split()) for name, lines in _LINES.items()}

ROLES = _WORDS["roles"]
"""Head words of roles: *prime minister* ends in one."""

EMPLOYED = _WORDS["verbs"]
"""Verbs whose subject belongs to what they lead, or to what they are done for."""

BODIES = _WORDS["bodies"]
"""Words that make a run of capitals the name of an organisation; no person's name holds one."""

NO_NAMES = BODIES | _WORDS["other capitals"]
"""Words with a capital that no person's name holds."""
