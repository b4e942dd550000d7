"""Measure systems side by side in one run: start, output, speed, memory, odd inputs.

All child processes live at once and take turns, so that other load on the machine affects all
alike.  Speed is words (split at blanks) per second of the child's processor time: what wall time on
one core would be if the machine were idle.
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
"""Seconds for which a fast system repeats its text in a round, so that timer noise averages out."""


@dataclass(frozen=True)
class Plan:
    """The test text, the whole text (for systems not trained on a part of it), and the timing."""

    test: Sequence[str]
    whole: Sequence[str]
    how: str = "tokens"
    rounds: int = 5
    speed_words: int = 30_000


@dataclass
class Timed:
    """Processor and wall seconds of a pass over ``words`` words, in each round."""

    words: int = 0
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @property
    def speed(self) -> float:
        """Return words per second of processor time, the median of the rounds."""
        return self.words / median(self.cpu)


@dataclass
class Measured:
    """The results of one system."""

    rival: Rival
    test: Scored
    whole: Scored | None = None
    starts: list[float] = field(default_factory=list)
    timed: Timed = field(default_factory=Timed)
    facts: dict[str, Any] = field(default_factory=dict)
    odd: list[dict[str, str]] = field(default_factory=list)


def time_in_turns(entries: Sequence[tuple[Timed, Child, str, Sequence[str]]], rounds: int) -> None:
    """Let children restore their texts in turns, and record the seconds."""
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
    """Return the first lines that together have at least ``words`` words.

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
    inputs = [lower(line) for line in gold]
    return score_output(gold, inputs, child.restore(inputs, how))


def _start(rival: Rival, how: str, log: Path) -> float:
    with rival.start(log) as child:
        child.warm(how)
        return child.start_seconds


def _odd(rival: Rival, log: Path) -> list[dict[str, str]]:
    """Return the outputs for the odd inputs, as raw text where the system takes it."""
    how = rival.hows[-1]
    # Our defaults, unlike in the other tests: the case of the input is evidence.
    ours = {"model": rival.options.get("model"), "case": "auto"}
    options = ours if rival.is_ours else rival.options
    with Child(rival.name, rival.environment, rival.kind, options, log) as child:
        return [child.ask(do="try", line=case.input, how=how) for case in odd_inputs()]
