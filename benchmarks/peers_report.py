"""The report of the peers' benchmark: what was measured, as tables, as Markdown and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median
from typing import Any

from benchmarks.measuring import Measured, Plan
from benchmarks.odd_inputs import odd_inputs, verdict
from benchmarks.report import count_words, three_figures
from benchmarks.scoring import Scored, wins
from majuscule.measure import (
    CLASS_NAMES,
    CaseMetric,
    Report,
    Signature,
    Table,
    compare,
    digest_texts,
    score_statistics,
)
from majuscule.measure.tables import Cell

WORDS_SHOWN = 12


@dataclass(frozen=True)
class Setting:
    """Where the texts come from, on what, and by which command, for the head of the report."""

    test: str
    whole: str
    trained_on: str
    command: str
    machine: Mapping[str, str]
    note: str = ""


class PeersReport:
    """All tables over the same measurements."""

    def __init__(self, results: Sequence[Measured], plan: Plan, setting: Setting) -> None:
        self._results = list(results)
        self._plan = plan
        self._setting = setting
        self._test = {r.rival.name: _report(r.test, plan.test) for r in results}
        self._whole = {r.rival.name: _report(r.whole, plan.whole) for r in results if r.whole}

    def parts(self) -> list[str | Table]:
        return [
            self._head(),
            "## Side by side",
            self.main_table(),
            _NOTES,
            self._setting.note,
            f"## As shipped, on all of {self._setting.whole}",
            self.whole_table(),
            "## By class",
            self.class_table(),
            "## Differences",
            self._differences(),
            "## Where we lose",
            self._losses(),
            "## Odd inputs",
            _ODD_NOTE,
            self.odd_table(),
            *self._odd_outputs(),
            "## How the peers were trained",
            self._training(),
        ]

    def as_dict(self) -> dict[str, Any]:
        return {
            "setting": {**vars(self._setting), "machine": dict(self._setting.machine)},
            "tables": [part.as_dict() for part in self.parts() if isinstance(part, Table)],
            "systems": {result.rival.name: self._system(result) for result in self._results},
        }

    def main_table(self) -> Table:
        """Return the table of the README: quality on the test text, speed, start, memory, size."""
        columns = ("system", "trained on", "accuracy", "P", "R", "F1", *_COSTS)
        rows = [
            (result.rival.name, _origin(result), *self._quality(self._test, result), *_cost(result))
            for result in self._results
        ]
        signature = next(iter(self._test.values())).signature
        return Table(columns, rows, notes=(f"Signature: `{signature}`.",), decimals=2)

    def whole_table(self) -> Table:
        """Return quality on the whole text, for what was not trained on a part of it."""
        columns = ("system", "accuracy", "P", "R", "F1", *_HARM)
        rows: list[Sequence[Cell]] = [
            (one.rival.name, *self._quality(self._whole, one), one.whole.altered, one.whole.lost)
            for one in self._results
            if one.whole
        ]
        signature = next(iter(self._whole.values())).signature
        return Table(columns, rows, notes=(f"Signature: `{signature}`.",), decimals=2)

    def class_table(self) -> Table:
        """Return F1 by class, and how many lines came back changed in more than case."""
        columns = ("system", *(f"{name} F1" for name in CLASS_NAMES), *_HARM)
        rows: list[Sequence[Cell]] = []
        for result in self._results:
            report = self._test[result.rival.name]
            by_class = [report[f"{name} f1"].value for name in CLASS_NAMES]
            rows.append((result.rival.name, *by_class, result.test.altered, result.test.lost))
        return Table(columns, rows, decimals=2)

    def odd_table(self) -> Table:
        """Return the verdict on each odd input, a column for each system."""
        shown = self._odd_systems()
        columns = ("input", *(result.rival.name for result in shown))
        rows: list[Sequence[Cell]] = [
            (case.label, *(verdict(case, result.odd[at]) for result in shown))
            for at, case in enumerate(odd_inputs())
        ]
        right = [sum(row[at] == "right" for row in rows) for at in range(1, len(columns))]
        rows.append((f"**right of {len(rows)}**", *(f"**{count}**" for count in right)))
        return Table(columns, rows)

    def _head(self) -> str:
        setting, plan = self._setting, self._plan
        machine = ", ".join(f"{name} {value}" for name, value in setting.machine.items())
        versions: dict[str, str] = {}
        for result in self._results:
            versions |= result.facts["versions"]
        return (
            "Every number below comes from one run.\n\n"
            f"- Command: `{setting.command}`\n"
            f"- Machine: {machine}\n"
            f"- Versions: {', '.join(f'{name} {one}' for name, one in versions.items())}\n"
            f"- Test text: {setting.test}, {count_words(plan.test):,} words, in lower case, "
            f"{_HOW[plan.how]}\n"
            f"- Training text, for all that are trained here: {setting.trained_on}"
        )

    def _quality(self, reports: Mapping[str, Report], result: Measured) -> list[Cell]:
        report = reports[result.rival.name]
        measures = [report[name].value for name in ("accuracy", "precision", "recall")]
        return [*measures, report["f1"]]

    def _differences(self) -> str:
        lines = ["F1 of the first minus F1 of the second, paired bootstrap over lines.", ""]
        mine = [one for one in self._results if one.rival.is_ours]
        for ours, theirs in product(mine, [one for one in self._results if one not in mine]):
            found = compare(CaseMetric(), ours.test.statistics, theirs.test.statistics)["f1"]
            lines.append(f"- {ours.rival.name} − {theirs.rival.name}: {found}")
        return "\n".join(lines) if mine else "Majuscule took no part in this run."

    def _losses(self) -> str:
        ours = [result for result in self._results if result.rival.is_ours]
        # Baselines do nothing, and that fast: no loss is told against them.
        theirs = [
            result
            for result in self._results
            if result.facts["model_bytes"] and not result.rival.is_ours
        ]
        lines = []
        for our in ours:
            lines += [f"**{our.rival.name}**", ""]
            found = [*self._columns_lost(our, theirs), *self._odd_lost(our, theirs)]
            lines += [f"- {one}" for one in found or ["In no column of the tables."]]
            lines += [f"- {self._words_lost(our, their)}" for their in theirs]
            lines.append("")
        return "\n".join(lines) or "Majuscule took no part in this run."

    def _columns_lost(self, our: Measured, theirs: Sequence[Measured]) -> list[str]:
        lines = []
        for column, (value, sign, shown) in self._comparable().items():
            mine = value(our)
            better = [one for one in theirs if sign * value(one) > sign * mine]
            if better:
                named = ", ".join(f"{one.rival.name} {shown.format(value(one))}" for one in better)
                lines.append(f"{column}: {shown.format(mine)}, against {named}.")
        return lines

    def _comparable(self) -> dict[str, tuple[Callable[[Measured], float], int, str]]:
        """Return what can be lost: a value, +1 where more is better, and how it is shown."""

        def measure(name: str) -> Callable[[Measured], float]:
            return lambda result: 100 * self._test[result.rival.name][name].value

        names = ("accuracy", "precision", "recall", "f1", *(f"{one} f1" for one in CLASS_NAMES))
        return {
            **{name: (measure(name), 1, "{:.2f}") for name in names},
            "words/s": (lambda one: one.words_per_second, 1, "{:,.0f}"),
            "start": (lambda one: one.start_seconds, -1, "{:.2f} s"),
            "memory": (_memory, -1, "{:.0f} MB"),
            "model": (_size, -1, "{:.1f} MB"),
        }

    def _odd_lost(self, our: Measured, theirs: Sequence[Measured]) -> list[str]:
        lines = []
        for at, case in enumerate(odd_inputs()):
            if verdict(case, our.odd[at]) != "right":
                better = [one for one in theirs if verdict(case, one.odd[at]) == "right"]
                named = ", ".join(one.rival.name for one in better) or "nobody"
                lines.append(f"Odd input “{case.label}”: wrong here, right in {named}.")
        return lines

    def _words_lost(self, our: Measured, their: Measured) -> str:
        mine, other = wins(self._plan.test, our.test.lines, their.test.lines)
        return (
            f"Words only {their.rival.name} has right: {other.total():,} "
            f"(only we: {mine.total():,}). Most often {_commonest(other)}."
        )

    def _odd_outputs(self) -> list[str]:
        parts = []
        for at, case in enumerate(odd_inputs()):
            rows = [("input", _code(case.input), ""), ("wanted", _code(case.wanted), "")]
            for result in self._odd_systems():
                given = result.odd[at]
                output = _code(given["line"]) if "line" in given else given["raised"]
                rows.append((result.rival.name, output, verdict(case, given)))
            table = Table(("system", "output", "verdict"), rows)
            parts.append(f"### {case.label[0].upper()}{case.label[1:]}\n\n{table.markdown()}")
        return parts

    def _odd_systems(self) -> list[Measured]:
        # One text is one call already: the row would repeat the one before it.
        return [result for result in self._results if not result.rival.options.get("whole")]

    def _training(self) -> str:
        lines = []
        for name, made in ((one.rival.name, one.rival.training) for one in self._results):
            chosen = made.get("chosen", {})
            if "algorithm" in chosen:
                line = f"- {name}: {made['wall']:.0f} s, {_candidate(chosen)}"
                tried = [f"{_candidate(one)} F1 {100 * one['f1']:.2f}" for one in chosen["tried"]]
                if tried:
                    line += ", chosen on the last tenth of the training text"
                    line += f" ({'; '.join(tried)})"
                lines.append(f"{line}.")
            elif made:
                lines.append(f"- {name}: {made['wall']:.0f} s.")
        return "\n".join(lines) or "Nothing was trained in this run."

    def _system(self, result: Measured) -> dict[str, Any]:
        name = result.rival.name
        return {
            "trained_on": _origin(result),
            "training": result.rival.training,
            "test": {
                **self._test[name].as_dict(),
                "lines_altered": result.test.altered,
                "lines_lost": result.test.lost,
            },
            "whole": self._whole[name].as_dict() if name in self._whole else None,
            "words": result.words,
            "cpu_seconds": result.cpu,
            "wall_seconds": result.wall,
            "words_per_second": result.words_per_second,
            "start_seconds": result.starts,
            **result.facts,
            "odd_inputs": [
                {"label": case.label, "input": case.input, **given, "verdict": verdict(case, given)}
                for case, given in zip(odd_inputs(), result.odd, strict=True)
            ],
        }


_HARM = ("lines altered", "lines lost")
_COSTS = ("words/s", "start, s", "memory, MB", "model, MB")

_HOW = {
    "tokens": "words between single spaces as the file has them",
    "text": "raw text as the file has it",
}

_NOTES = """\
A word is *proposed* if it holds a capital, *gold* if the reference does, *correct* if both and the
strings are equal; F1 with its 95 % bootstrap interval over lines. words/s: words over seconds of
processor time of one process, median of the rounds, all systems taking turns. Start: from the start
of the process to its first answer, median. Memory: the most the process held; the first row is
what Python and the harness take. Every system gets one line at a time, but for the row
“one call”, which gets all lines as one text. A line that comes back
altered in more than case is forgiven blanks, and counts as left in lower case where letters differ
(“lost”)."""

_ODD_NOTE = """\
Each system through its raw-text call (truecase's string interface, sacremoses between its own
tokenizer and detokenizer; CRFsuite on words between spaces), majuscule with its defaults
(`case="auto"`). *case*: only case is wrong; *text*: more than case was changed; *error*: it
raised."""


def _report(scored: Scored, gold: Sequence[str]) -> Report:
    signature = Signature(metric="case", condition="lower", data=digest_texts(gold))
    return score_statistics(CaseMetric(), scored.statistics, signature)


def _origin(result: Measured) -> str:
    return result.rival.trained_on or ("its own text" if result.facts["model_bytes"] else "—")


def _memory(result: Measured) -> float:
    return float(result.facts["peak_bytes"]) / 1e6


def _size(result: Measured) -> float:
    return float(result.facts["model_bytes"]) / 1e6


def _cost(result: Measured) -> list[Cell]:
    return [
        three_figures(result.words_per_second),
        f"{median(result.starts):.2f}",
        round(_memory(result)),
        f"{_size(result):.1f}" if result.facts["model_bytes"] else "—",
    ]


def _commonest(words: Counter[str]) -> str:
    return ", ".join(f"`{word}` {count}" for word, count in words.most_common(WORDS_SHOWN)) or "—"


def _code(text: str) -> str:
    escaped = text.replace("\n", "\\n").replace("\t", "\\t")
    return f"`{escaped}`"


def _candidate(chosen: Mapping[str, Any]) -> str:
    """Return algorithm and settings, of what was chosen or of one that was tried."""
    beside = {name: value for name, value in chosen.items() if name not in ("f1", "algorithm")}
    settings = chosen.get("parameters", beside)
    return " ".join([str(chosen["algorithm"]), *(f"{name}={settings[name]}" for name in settings)])
