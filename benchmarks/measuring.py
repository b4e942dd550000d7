"""Run systems side by side: start, answers, speed, memory, odd inputs, all in one run.

All children live at once and take turns, so that whatever else the machine does falls on each of
them alike.  A speed is words (split at blanks) over seconds of processor time of the process: on an
idle machine that is wall time on one core, and on a busy one it still is.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.processes import Child
from benchmarks.report import count_words
from benchmarks.rivals import Rival
from benchmarks.scoring import Scored, odd_inputs, score_output
from benchmarks.systems.baselines import lower

AT_LEAST = 0.3
"""Seconds a fast system goes on for in each round: below that the clock's noise shows."""


@dataclass(frozen=True)
class Plan:
    """What to run: the test text, the text for systems not trained on a part of it, how often."""

    test: Sequence[str]
    whole: Sequence[str]
    how: str = "tokens"
    rounds: int = 5
    speed_words: int = 30_000


@dataclass
class Timed:
    """Processor and wall seconds of a pass over so many words, in each round."""

    words: int = 0
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @property
    def speed(self) -> float:
        """Return words over seconds of the processor, the median over the rounds."""
        return self.words / median(self.cpu)


@dataclass
class Measured:
    """What one system did."""

    rival: Rival
    test: Scored
    whole: Scored | None = None
    starts: list[float] = field(default_factory=list)
    timed: Timed = field(default_factory=Timed)
    facts: dict[str, Any] = field(default_factory=dict)
    odd: list[dict[str, str]] = field(default_factory=list)


def time_in_turns(entries: Sequence[tuple[Timed, Child, str, Sequence[str]]], rounds: int) -> None:
    """Have children restore texts in some manner, by turns, and note what it takes."""
    for _ in range(rounds):
        for timed, child, how, texts in entries:
            spent = child.ask(do="time", lines=list(texts), how=how, at_least=AT_LEAST)
            timed.cpu.append(spent["cpu"])
            timed.wall.append(spent["wall"])


def measure(rivals: Sequence[Rival], plan: Plan, log: Path) -> list[Measured]:
    with ExitStack() as stack:
        children = [stack.enter_context(rival.start(log)) for rival in rivals]
        pairs = list(zip(rivals, children, strict=True))
        results = [_answers(rival, child, plan) for rival, child in pairs]
        lines = [lower(line) for line in first_words(plan.test, plan.speed_words)]
        for result in results:
            result.timed = Timed(count_words(lines))
        both = list(zip(results, children, strict=True))
        time_in_turns([(one.timed, child, plan.how, lines) for one, child in both], plan.rounds)
        for result, child in both:
            result.facts = child.ask(do="facts")
    for result in results:
        result.starts = [_start(result.rival, plan.how, log) for _ in range(plan.rounds)]
        result.odd = _odd(result.rival, log)
    return results


def first_words(lines: Sequence[str], words: int) -> list[str]:
    """Return the first lines, as many as reach ``words`` words.

    >>> first_words(["a b", "c", "d"], 3)
    ['a b', 'c']
    """
    taken: list[str] = []
    for line in lines:
        if words <= 0:
            break
        taken.append(line)
        words -= len(line.split())
    return taken


def _answers(rival: Rival, child: Child, plan: Plan) -> Measured:
    child.warm(plan.how)
    test = _score(child, plan.test, plan.how)
    whole = None if rival.trained_on else _score(child, plan.whole, plan.how)
    return Measured(rival, test, whole)


def _score(child: Child, gold: Sequence[str], how: str) -> Scored:
    given = [lower(line) for line in gold]
    return score_output(gold, given, child.restore(given, how))


def _start(rival: Rival, how: str, log: Path) -> float:
    with rival.start(log) as child:
        child.warm(how)
        return child.start_seconds


def _odd(rival: Rival, log: Path) -> list[dict[str, str]]:
    """Return the outputs for the odd inputs, by the raw-text call where there is one."""
    how = rival.hows[-1]
    # Here we run as a caller runs us first: with the case of the input as evidence.
    ours = {"model": rival.options.get("model"), "case": "auto"}
    options = ours if rival.is_ours else rival.options
    with Child(rival.name, rival.environment, rival.kind, options, log) as child:
        return [child.ask(do="try", line=case.input, how=how) for case in odd_inputs()]
