"""The report of the speed benchmark, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.processes import ColdStart
from majuscule.measure import Table
from majuscule.measure.tables import Cell


@dataclass(frozen=True)
class Contest:
    """One system in one manner: processor and wall seconds of a pass over ``words``."""

    name: str
    kind: str
    how: str
    words: int
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @property
    def speed(self) -> float:
        """Return words over processor seconds, median of the rounds."""
        return self.words / median(self.cpu)


@dataclass(frozen=True)
class Threads:
    """Wall seconds of a pass of ``restore_many`` over ``words``, with one thread and with two."""

    words: int
    one: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)

    @property
    def gain(self) -> float:
        """Return how many times as fast two threads are: median of the ratios of the rounds."""
        return median(one / two for one, two in zip(self.one, self.two, strict=True))


@dataclass(frozen=True)
class SpeedReport:
    """All that was measured."""

    contests: Sequence[Contest]
    threads: Threads | None
    cold: ColdStart | None
    imports: Sequence[float]
    command: str
    machine: Mapping[str, str]
    text: str

    def ratios(self) -> dict[str, dict[str, float]]:
        """Return, by the peer's row, our speed over the peer's for each of our rows."""
        return {
            peer.name: {ours.name: ours.speed / peer.speed for ours in self._ours()}
            for peer in self.contests
            if peer.kind != "majuscule"
        }

    def table(self) -> Table:
        """Return speeds, and how many times as fast each of our rows is as the row."""
        ratios = self.ratios()
        rows: list[Sequence[Cell]] = [
            (
                contest.name,
                three_figures(contest.speed),
                *(
                    f"{ratios[contest.name][ours.name]:.1f}" if contest.name in ratios else "—"
                    for ours in self._ours()
                ),
            )
            for contest in self.contests
        ]
        heads = (f"× {ours.name}" for ours in self._ours())
        return Table(("system", "words/s", *heads), rows)

    def _ours(self) -> list[Contest]:
        return [contest for contest in self.contests if contest.kind == "majuscule"]

    def markdown(self) -> str:
        """Return the whole report."""
        machine = ", ".join(f"{name} {value}" for name, value in self.machine.items())
        parts = [
            "# Speed",
            "Written by `benchmarks/speed.py`; every number below comes from one run of it.",
            f"- Command: `{self.command}`\n- Machine: {machine}\n- Text: {self.text}",
            "## Raw text to raw text, one core",
            self.table().markdown(),
            _NOTE,
        ]
        if self.threads:
            one, two = (
                self.threads.words / median(x) for x in (self.threads.one, self.threads.two)
            )
            parts += [
                "## Threads",
                f"`restore_many` over all documents, wall time: one thread {three_figures(one):,} "
                f"words/s, two threads {three_figures(two):,} words/s, "
                f"**{self.threads.gain:.2f} times** (median of the rounds' ratios).",
            ]
        parts.append("## Start")
        if self.cold:
            runs = len(self.cold.wall)
            parts.append(
                f"`{self.cold.command}`: **{self.cold.seconds:.2f} s** from start to end (median "
                f"of {runs} fresh processes, {median(self.cold.cpu):.2f} s of processor time), at "
                f"most **{self.cold.peak_bytes / 1e6:.0f} MB** of memory."
            )
        parts.append(
            f"`import majuscule`: **{median(self.imports):.3f} s** (median of {len(self.imports)} "
            "fresh processes)."
        )
        return "\n\n".join(part.strip("\n") for part in parts) + "\n"

    def as_dict(self) -> dict[str, Any]:
        """Return every number, ready for JSON."""
        return {
            "command": self.command,
            "machine": dict(self.machine),
            "text": self.text,
            "contests": [{**vars(one), "words_per_second": one.speed} for one in self.contests],
            "ratios": self.ratios(),
            "threads": {**vars(self.threads), "gain": self.threads.gain} if self.threads else None,
            "cold_start": vars(self.cold) if self.cold else None,
            "import_seconds": list(self.imports),
        }


_NOTE = """\
Words (split at blanks) over seconds of processor time of the process, median of the rounds, all
systems taking turns: on an idle machine wall time on one core. The peers get a paragraph a call;
on words split at blanks they do without a tokenizer, which is faster and worse, and punctuation
stays on the words. A column headed × says how many times as fast that row of ours is. Ours
differ in what one call gets: each call costs something whatever its length."""


def three_figures(value: float) -> int:
    """Round to three figures: the rest is noise.

    >>> three_figures(123456.7)
    123000
    """
    return int(float(f"{value:.3g}"))
