"""The fast path: plain text restored in one kernel call, by the linear tagger with the default
policy or with ``case="ignore"``.

Most texts are plain: no markup, one verdict throughout, no soft line break.  All others take the
slow path over arrays, as analysis does; both call the same kernels and give the same results.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from majuscule.detection.verdicts import DEFAULT, FILL, LEAVE, RESTORE, VERDICTS, action_of
from majuscule.restore.linear import pass_kernel
from majuscule.restore.linear.restorer import TaggerRestorer
from majuscule.restore.policy import DEFAULTS, Policy
from majuscule.restore.rules.memory import DEFAULT as MEMORY
from majuscule.scratch import Scratch
from majuscule.tagging.features.padding import LONGEST
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.classes import caser
from majuscule.text.tokenizing.tokens import new_reader
from majuscule.words.glossaries.glossary import Glossary
from majuscule.words.rules.doubts import Doubts
from majuscule.words.tables.table import SHARES

LARGEST = 1 << 16
"""Largest text, in code points, for the fast path; longer ones gain nothing from it."""


class PlainRestorer:
    """Restores plain texts in one kernel call each; thread-safe."""

    def __init__(self, restorer: TaggerRestorer, doubts: Doubts | None, glossary: Glossary) -> None:
        self._restorer = restorer
        # Without self: in a cycle, the tables of a glossary would stay until a full collection.
        self._passes = Scratch(partial(_new_pass, doubts, glossary))

    def restore(self, codes: CodePoints, policy: Policy) -> CodePoints | None:
        """Return the restored text, or None if it or the policy is not plain.

        ``codes`` must have no soft line breaks."""
        if len(codes) > LARGEST or policy not in _PLAIN:
            return None
        out = np.empty(len(codes), np.uint32)
        kernel, decider = self._passes.take(), self._restorer.deciders.take()
        outcome = kernel.restore(decider, codes, out, policy["case"] == "auto")
        self._restorer.deciders.give(decider)
        self._passes.give(kernel)
        return (codes, out, None)[outcome]


def _new_pass(doubts: Doubts | None, glossary: Glossary) -> pass_kernel.Pass:
    rules = (doubts.doubter, doubts.opener, doubts.starter) if doubts else (None,) * 3
    forms, *spelt = glossary.table[:4] if glossary else (None, *_NO_FORMS)
    steps = new_reader(), DEFAULT.new_judge(), MEMORY.new_memory(), rules, forms, caser()
    return pass_kernel.Pass(steps, spelt, _DOES, SHARES, LONGEST)


_PLAIN = DEFAULTS, {**DEFAULTS, "case": "ignore"}
_NO_FORMS = np.empty(0, np.uint8), np.empty(0, np.uint64), np.empty(0, np.uint8)
_LEFT, _WRITTEN, _UNDONE = range(3)
_BY_ACTION = {LEAVE: _LEFT, FILL: _UNDONE, RESTORE: _WRITTEN}
_DOES = np.array([_BY_ACTION[action_of(kind)] for kind in range(len(VERDICTS))], np.uint8)
