"""The report of the peers' benchmark, as Markdown and as JSON."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median
from typing import Any

from benchmarks.measuring import Measured, Plan
from benchmarks.report import count_words, machine_line, say, three_figures
from benchmarks.scoring import Scored, odd_inputs, verdict, wins
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
    """The head of the report: texts, machine and command."""

    test: str
    whole: str
    trained_on: str
    command: str
    machine: Mapping[str, str]
    note: str = ""


class PeersReport:
    """All tables of the report, made from the same measurements."""

    def __init__(self, results: Sequence[Measured], plan: Plan, setting: Setting) -> None:
        self._results = list(results)
        self._plan = plan
        self._setting = setting
        self._test = {r.rival.name: _report(r.test, plan.test) for r in results}
        self._whole = {r.rival.name: _report(r.whole, plan.whole) for r in results if r.whole}

    def parts(self) -> list[str | Table]:
        return [
            self._head(),
            self.main_table(),
            say("peers", "notes"),
            self._setting.note,
            f"## As shipped, on all of {self._setting.whole}",
            self.whole_table(),
            "## By class",
            self.class_table(),
            self._differences(),
            "## Where we lose",
            self._losses(),
            say("peers", "odd"),
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
        return _signed(columns, rows, self._test)

    def whole_table(self) -> Table:
        """Return quality on the whole text, for systems that were not trained on a part of it."""
        columns = ("system", "accuracy", "P", "R", "F1", *_HARM)
        rows = [
            (one.rival.name, *self._quality(self._whole, one), one.whole.altered, one.whole.lost)
            for one in self._results
            if one.whole
        ]
        return _signed(columns, rows, self._whole)

    def class_table(self) -> Table:
        """Return F1 by class, and the number of lines changed in more than case."""
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
        versions = {k: v for one in self._results for k, v in one.facts["versions"].items()}
        return say(
            "peers",
            "about",
            command=setting.command,
            machine=machine_line(setting.machine),
            versions=", ".join(f"{name} {one}" for name, one in versions.items()),
            test=setting.test,
            words=count_words(plan.test),
            how=say("peers", plan.how),
            trained_on=setting.trained_on,
        )

    def _quality(self, reports: Mapping[str, Report], result: Measured) -> list[Cell]:
        report = reports[result.rival.name]
        measures = [report[name].value for name in ("accuracy", "precision", "recall")]
        return [*measures, report["f1"]]

    def _differences(self) -> str:
        lines = [say("peers", "differences"), ""]
        mine = [one for one in self._results if one.rival.is_ours]
        for ours, theirs in product(mine, [one for one in self._results if one not in mine]):
            found = compare(CaseMetric(), ours.test.statistics, theirs.test.statistics)["f1"]
            lines.append(f"- {ours.rival.name} − {theirs.rival.name}: {found}")
        return "\n".join(lines) if mine else say("peers", "absent")

    def _losses(self) -> str:
        # Against baselines, which have no model, a slower speed is no loss worth reporting.
        able = [one for one in self._results if one.facts["model_bytes"]]
        theirs = [one for one in able if not one.rival.is_ours]
        lines = []
        for our in (one for one in self._results if one.rival.is_ours):
            found = [*self._columns_lost(our, theirs), *self._odd_lost(our, theirs)]
            found = found or ["In no column of the tables."]
            found += [self._words_lost(our, their) for their in theirs]
            lines += [f"**{our.rival.name}**", "", *(f"- {one}" for one in found), ""]
        return "\n".join(lines) or say("peers", "absent")

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
        """Return, by column, its value, +1 if more is better (-1 if less), and its format."""

        def measure(name: str) -> Callable[[Measured], float]:
            return lambda result: 100 * self._test[result.rival.name][name].value

        names = ("accuracy", "precision", "recall", "f1", *(f"{one} f1" for one in CLASS_NAMES))
        return {
            **{name: (measure(name), 1, "{:.2f}") for name in names},
            "words/s": (lambda one: one.timed.speed, 1, "{:,.0f}"),
            "start": (lambda one: median(one.starts), -1, "{:.2f} s"),
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
                answer = result.odd[at]
                output = _code(answer["line"]) if "line" in answer else answer["raised"]
                rows.append((result.rival.name, output, verdict(case, answer)))
            table = Table(("system", "output", "verdict"), rows)
            parts.append(f"### {case.label[0].upper()}{case.label[1:]}\n\n{table.markdown()}")
        return parts

    def _odd_systems(self) -> list[Measured]:
        # An odd input is one text: "one call" would repeat the row of single calls.
        return [result for result in self._results if not result.rival.options.get("whole")]

    def _training(self) -> str:
        lines = []
        for name, training in ((one.rival.name, one.rival.training) for one in self._results):
            chosen = training.get("chosen", {})
            if "algorithm" in chosen:
                line = f"- {name}: {training['wall']:.0f} s, {_candidate(chosen)}"
                tried = [f"{_candidate(one)} F1 {100 * one['f1']:.2f}" for one in chosen["tried"]]
                if tried:
                    line += ", chosen on the last tenth of the training text"
                    line += f" ({'; '.join(tried)})"
                lines.append(f"{line}.")
            elif training:
                lines.append(f"- {name}: {training['wall']:.0f} s.")
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
            "words": result.timed.words,
            "cpu_seconds": result.timed.cpu,
            "wall_seconds": result.timed.wall,
            "words_per_second": result.timed.speed,
            "start_seconds": result.starts,
            **result.facts,
            "odd_inputs": [
                {"label": case.label, "input": case.input, **odd, "verdict": verdict(case, odd)}
                for case, odd in zip(odd_inputs(), result.odd, strict=True)
            ],
        }


_HARM = ("lines altered", "lines lost")
_COSTS = ("words/s", "start, s", "memory, MB", "model, MB")


def _report(scored: Scored, gold: Sequence[str]) -> Report:
    signature = Signature(metric="case", condition="lower", data=digest_texts(gold))
    return score_statistics(CaseMetric(), scored.statistics, signature)


def _signed(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]], reports: Mapping[str, Report]
) -> Table:
    signature = next(iter(reports.values())).signature
    return Table(columns, rows, notes=(f"Signature: `{signature}`.",), decimals=2)


def _origin(result: Measured) -> str:
    return result.rival.trained_on or ("its own text" if result.facts["model_bytes"] else "—")


def _memory(result: Measured) -> float:
    return float(result.facts["peak_bytes"]) / 1e6


def _size(result: Measured) -> float:
    return float(result.facts["model_bytes"]) / 1e6


def _cost(result: Measured) -> list[Cell]:
    return [
        three_figures(result.timed.speed),
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
    """Return the algorithm and settings of a candidate."""
    beside = {name: value for name, value in chosen.items() if name not in ("f1", "algorithm")}
    settings = chosen.get("parameters", beside)
    return " ".join([str(chosen["algorithm"]), *(f"{name}={settings[name]}" for name in settings)])
