"""Score the output of a system, even where it changed more than case.

A peer may lose blanks or letters.  White space is forgiven: the case of the output is transferred
to the input, letter by letter.  A line that differs otherwise is scored as its lower-case input,
as if the caller discarded such an answer.  Both kinds of lines are counted.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.systems.baselines import lower
from majuscule.arrays import I64
from majuscule.measure import case_statistics


@dataclass(frozen=True)
class Scored:
    """Lines as scored, and how many were ``altered`` in more than case or ``lost`` to their input.

    ``statistics``: a row per line, for :class:`majuscule.measure.CaseMetric`.
    """

    lines: list[str]
    altered: int
    lost: int
    statistics: I64


def score_output(gold: Sequence[str], inputs: Sequence[str], output: Sequence[str]) -> Scored:
    lines, altered, lost = [], 0, 0
    for source, result in zip(inputs, output, strict=True):
        carried = carry_case(source, result)
        altered += carried != result
        lost += carried is None
        lines.append(source if carried is None else carried)
    return Scored(lines, altered, lost, case_statistics(gold, lines))


def carry_case(source: str, output: str) -> str | None:
    """Return ``source`` in the case of ``output``, or None if more than blanks and case differ.

    >>> carry_case("at  york ( uk ) .", "At York (UK).")
    'At  York ( UK ) .'
    >>> carry_case("it's", "It is") is None
    True
    """
    letters = [one for one in output if not one.isspace()]
    places = [at for at, one in enumerate(source) if not one.isspace()]
    if len(letters) != len(places):
        return None
    result = list(source)
    for at, letter in zip(places, letters, strict=True):
        if letter not in (source[at], source[at].upper(), source[at].lower()):
            return None
        result[at] = letter
    return "".join(result)


def wins(
    gold: Sequence[str], ours: Sequence[str], theirs: Sequence[str]
) -> tuple[Counter[str], Counter[str]]:
    """Return the gold words that only we have right, and those that only they have right.

    >>> wins(["Ann met IBM"], ["Ann Met ibm"], ["ann met ibm"])
    (Counter({'Ann': 1}), Counter({'met': 1}))
    """
    only_ours: Counter[str] = Counter()
    only_theirs: Counter[str] = Counter()
    for lines in zip(gold, ours, theirs, strict=True):
        for right, our, their in zip(*map(str.split, lines), strict=True):
            if our != their:
                only_ours[right] += our == right
                only_theirs[right] += their == right
    return +only_ours, +only_theirs


@dataclass(frozen=True)
class OddInput:
    """An input that truecasers get wrong, and its right output."""

    label: str
    input: str
    wanted: str


def odd_inputs() -> list[OddInput]:
    path = Path(__file__).with_name("odd_inputs.json")
    return [OddInput(**case) for case in json.loads(path.read_text("utf-8"))]


def verdict(case: OddInput, answer: dict[str, str]) -> str:
    """Return ``right``, ``case``, ``text`` (more than case was changed) or ``error``.

    >>> verdict(OddInput("", "in  rome", "In  Rome"), {"line": "In Rome"})
    'text'
    """
    if "raised" in answer:
        return "error"
    if answer["line"] == case.wanted:
        return "right"
    return "case" if lower(answer["line"]) == lower(case.input) else "text"
