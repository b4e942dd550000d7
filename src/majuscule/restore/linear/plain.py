"""Plain text in one call: restored by the linear tagger with the default policy, or as if it had no
case.

Most calls are of that sort: no markup, one verdict throughout, no soft line break.  What is not
goes the long way, over arrays, as analysis does; both ways call the same kernels and give the same
answers.
"""

from __future__ import annotations

import numpy as np

from majuscule.detection.verdicts import DEFAULT, FILL, LEAVE, RESTORE, UPPER, VERDICTS, action_of
from majuscule.restore.linear import pass_kernel
from majuscule.restore.linear.restorer import TaggerRestorer
from majuscule.restore.memory import DEFAULT as MEMORY
from majuscule.restore.policy import DEFAULTS, Policy
from majuscule.scratch import Scratch
from majuscule.tagging.features.padding import LONGEST
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.classes import caser
from majuscule.text.tokenizing.tokens import new_reader
from majuscule.words.glossaries.glossary import Glossary
from majuscule.words.rules.doubts import Doubts
from majuscule.words.tables.table import SHARES

LARGEST = 1 << 16
"""Code points of a text that is restored in one call; longer ones lose nothing on the long way."""


class PlainRestorer:
    """Restores plain texts in one call each; may be used from several threads at once."""

    def __init__(self, restorer: TaggerRestorer, doubts: Doubts | None, glossary: Glossary) -> None:
        self._restorer, self._doubts, self._glossary = restorer, doubts, glossary
        self._passes = Scratch(self._new_pass)

    def restore(self, codes: CodePoints, policy: Policy) -> CodePoints | None:
        """Return a text without soft line breaks restored, None where it or the policy is not
        plain."""
        if len(codes) > LARGEST or policy not in _PLAIN:
            return None
        out = np.empty(len(codes), np.uint32)
        one, decider = self._passes.take(), self._restorer.deciders.take()
        done = one.restore(decider, codes, out, policy["case"] == "auto")
        self._restorer.deciders.give(decider)
        self._passes.give(one)
        return (codes, out, None)[done]

    def _new_pass(self) -> pass_kernel.Pass:
        doubts = self._doubts
        rules = (doubts.doubter, doubts.opener, doubts.starter) if doubts else (None,) * 3
        forms, *spelt = self._glossary.table[:4] if self._glossary else (None, *_NO_FORMS)
        steps = new_reader(), DEFAULT.new_judge(), MEMORY.new_memory(), rules, forms, caser()
        return pass_kernel.Pass(steps, spelt, _DOES, SHARES, LONGEST)


_PLAIN = DEFAULTS, {**DEFAULTS, "case": "ignore"}
_NO_FORMS = np.empty(0, np.uint8), np.empty(0, np.uint64), np.empty(0, np.uint8)
_LEFT, _WRITTEN, _UNDONE = range(3)
_BY_ACTION = {LEAVE: _LEFT, FILL: _UNDONE, RESTORE: _WRITTEN}
_DOES = np.array([_BY_ACTION[action_of(kind)] for kind in range(len(VERDICTS))], np.uint8)
_DOES[UPPER] = _UNDONE  # addresses are lowered too
