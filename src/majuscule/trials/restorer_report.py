"""The report of a comparison of restorers, with the tables and figures of Niu et al. 2004 and Lita
et al. 2003."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from majuscule.arrays import I64
from majuscule.measure import (
    NIU_NAMES,
    AgreementMetric,
    CaseMetric,
    Estimate,
    NiuMetric,
    Resampling,
    Signature,
    Table,
    compare,
    draw_bars,
    draw_lines,
    score_statistics,
)
from majuscule.measure import Report as Scores
from majuscule.measure.metric import PRF, Metric, ratio
from majuscule.measure.tables import Cell
from majuscule.trials.report import Chart, References, ReportPart, Section, WrittenReport
from majuscule.trials.restorers import NOTHING, Comparison
from majuscule.trials.texts import CONDITIONS, GoldText

_INPUTS = {"lower": "lower-case input", "upper": "ALL-CAPS input"}


def report_of(
    comparison: Comparison,
    command: str = "",
    resampling: Resampling = Resampling(),  # noqa: B008 - frozen
    references: References | None = None,
) -> WrittenReport:
    """Return the report of a comparison; ``references``: published tables, by section (restored,
    nothing, agreement, f1, differences, growth or cost)."""
    made = _Tables(comparison, resampling)
    first = comparison.texts[0].name
    growth = made.growth(NiuMetric(), "non-lowercase f1", "F1, non-lowercase words")
    contents: dict[str, tuple[str, str, Sequence[ReportPart]]] = {
        "restored": (
            f"Restored case on {first}",
            "Niu et al. 2004, Table 1; the input is all lower case. In brackets: 95 % "
            "intervals, documents resampled.",
            made.niu(),
        ),
        "nothing": (
            "Nothing restored",
            "Niu et al., Table 2: the lower-case text itself.",
            [made.baseline()],
        ),
        "agreement": (
            "Agreement with the original",
            "Lita et al. 2003, Figure 3: the share of words that come back as they were written, "
            "punctuation attached. The paper counts tokens; with ours, of which punctuation is "
            "some, the last table does too.",
            made.agreement(),
        ),
        "f1": (
            "F1 of words with a capital",
            "A word is proposed if the output has a capital in it, gold if the original has, "
            "correct if both are the same.",
            [made.by_text("f1", condition, "F1") for condition in CONDITIONS],
        ),
        "differences": (
            "Differences",
            "Paired bootstrap over documents; the input is all lower case.",
            [made.differences(text) for text in comparison.texts],
        ),
        "growth": (
            "Growth with the training text",
            f"Niu et al., Figure 3: F1 of non-lowercase words on {first}, drawn; and the "
            "agreement. A model that came trained has one point.",
            [*growth, *made.growth(CaseMetric(), "accuracy", "Agreement")[:1]],
        ),
        "cost": (
            "Cost",
            "Speed: words a second of processor time, whole documents, from text to text, the "
            "best of three rounds. Loading and training are processor time too. Memory: the "
            "most that a process held.",
            [made.cost()],
        ),
    }
    sections, data = [], []
    for key, (heading, note, blocks) in contents.items():
        if key == "growth" and not comparison.growth:
            continue
        kept = [one for one in blocks if not isinstance(one, Table) or one.rows]
        kept += (references or {}).get(key, ())
        charts = [one for one in kept if isinstance(one, Chart)]
        tables = [one for one in kept if isinstance(one, Table)]
        sections.append(Section(heading, [note, *charts, *tables]))
        as_dicts = [one.as_dict() for one in tables]
        data.append({"heading": heading, "note": note, "tables": as_dicts})
    lead = _lead(comparison, command)
    numbers = {"command": command, **_data(comparison), "sections": data}
    return WrittenReport("Restorers compared", lead, sections, numbers)


def _lead(compared: Comparison, command: str) -> list[str]:
    words = f"{compared.words:,} words as read" if compared.words else "text"
    blocks = [
        f"All restorers learnt from the same {words}, well-cased documents only, and were scored "
        "alone: without case detection and document memory."
    ]
    blocks += [
        f"{one.name} learnt from {one.words:,} words only."
        for one in compared.contenders
        if one.words and not one.model
    ]
    blocks += [
        f"{one.name} came trained, on {max(compared.growth[one.name]):,} words."
        for one in compared.contenders
        if one.model and compared.growth.get(one.name)
    ]
    if command:
        wrapped = command.replace(" --", " \\\n  --")
        blocks.append(f"Made by:\n\n```text\n{wrapped}\n```")
    return blocks


def _data(compared: Comparison) -> dict[str, Any]:
    return {
        "words": compared.words,
        "texts": [
            {"name": one.name, "words": one.words, "digest": one.digest} for one in compared.texts
        ],
        "restorers": [
            {
                "name": one.name,
                "kind": one.kind,
                "options": dict(one.options),
                "words": one.within(compared.words),
                "digest": compared.models[one.name],
                "trained": dict(compared.trained[one.name]),
                "speed": dict(compared.speeds[one.name]),
            }
            for one in compared.contenders
        ],
    }


class _Tables:
    def __init__(self, comparison: Comparison, resampling: Resampling) -> None:
        self._compared, self._resampling = comparison, resampling
        self._names = [one.name for one in comparison.contenders]

    def _scores(self, metric: Metric, name: str, text: GoldText, condition: str) -> Scores:
        model = self._compared.models.get(name, "")
        signature = Signature(metric.name, condition=condition, model=model, data=text.digest)
        counts = self._compared.statistics[name, text.name, condition]
        return self._scored(metric, counts, text, signature)

    def _scored(
        self, metric: Metric, counts: I64, text: GoldText, signature: Signature | None = None
    ) -> Scores:
        return score_statistics(metric, counts, signature, text.documents, self._resampling)

    def niu(self) -> list[Table]:
        text = self._compared.texts[0]
        scores = {name: self._scores(NiuMetric(), name, text, "lower") for name in self._names}
        every = scores.values()
        rows: list[list[Cell]] = [[row, *(one[f"{row} f1"] for one in every)] for row in NIU_NAMES]
        parts = [[row, *(_slashed(one, row, PRF[:2]) for one in every)] for row in NIU_NAMES]
        signatures = "  \n".join(f"{name}: `{one.signature}`" for name, one in scores.items())
        return [
            Table(["F1", *scores], rows, "F1", [signatures]),
            Table(["P / R", *scores], parts, "Precision / recall"),
        ]

    def baseline(self) -> Table:
        text = self._compared.texts[0]
        scores = self._scores(NiuMetric(), NOTHING, text, "lower")
        shown = ("overall", "all-lowercase", "non-lowercase")
        return Table(["P / R / F", text.name], [[row, _slashed(scores, row, PRF)] for row in shown])

    def by_text(self, measure: str, condition: str, title: str) -> Table:
        """Return a measure over words, a row for each text."""
        rows: list[list[Cell]] = []
        for text in self._compared.texts:
            found = [self._scores(CaseMetric(), name, text, condition) for name in self._names]
            rows.append([text.name, text.words, *(one[measure] for one in found)])
        return Table(["text", "words", *self._names], rows, f"{title}, {_INPUTS[condition]}")

    def agreement(self) -> list[ReportPart]:
        tables = [self.by_text("accuracy", condition, "Agreement") for condition in CONDITIONS]
        rows: list[list[Cell]] = []
        for text in self._compared.texts:
            counts = [self._compared.tokens[name, text.name, "lower"] for name in self._names]
            shares = [self._scored(AgreementMetric(), one, text)["agreement"] for one in counts]
            rows.append([text.name, int(counts[0][:, 0].sum()), *shares])
        of_tokens = "Agreement of tokens, lower-case input"
        # The chart shows errors, because shares near 100 % look alike.
        errors = {
            name: [
                Estimate(1 - row[at].value, 1 - row[at].high, 1 - row[at].low)  # type: ignore[union-attr]
                for row in tables[0].rows
            ]
            for at, name in enumerate(self._names, 2)
        }
        drawn = draw_bars(
            [text.name for text in self._compared.texts],
            errors,
            "Words not as in the original, lower-case input",
            "words (%)",
        )
        return [
            Chart(drawn, "agreement", "Agreement with the original"),
            *tables,
            Table(["text", "tokens", *self._names], rows, of_tokens),
        ]

    def differences(self, text: GoldText) -> Table:
        metric = CaseMetric()
        rows: list[list[Cell]] = []
        for first, second in combinations(self._names, 2):
            better, worse = (
                self._compared.statistics[name, text.name, "lower"] for name in (second, first)
            )
            found = compare(
                metric, better, worse, documents=text.documents, resampling=self._resampling
            )
            errors_left, errors_before = (
                1 - metric.measures(one.sum(axis=0))["accuracy"] for one in (better, worse)
            )
            removed = Estimate(1 - float(ratio(errors_left, errors_before))).text(1)
            rows.append([f"{second} - {first}", found["accuracy"], removed, found["f1"]])
        return Table(["difference", "agreement", "errors removed (%)", "F1"], rows, text.name)

    def growth(self, metric: Metric, measure: str, title: str) -> list[ReportPart]:
        """Return a measure on the first text by the number of training words: table and chart."""
        text = self._compared.texts[0]
        lines: dict[str, list[tuple[float, Estimate]]] = {}
        for name, points in self._compared.growth.items():
            for words, statistics in sorted(points.items()):
                found = self._scored(metric, statistics, text)[measure]
                lines.setdefault(name, []).append((words, found))
        sizes = sorted({size for points in lines.values() for size, _ in points})
        rows: list[list[Cell]] = [
            [f"{int(size):,}", *(dict(points).get(size) for points in lines.values())]
            for size in sizes
        ]
        if not lines:
            return []
        drawn = draw_lines(lines, f"{title}, {text.name}")
        return [
            Table(["training words", *lines], rows, title),
            Chart(drawn, "growth", "Growth with the training text"),
        ]

    def cost(self) -> Table:
        rows: list[list[Cell]] = []
        for name in self._names:
            trained, speed = self._compared.trained[name], self._compared.speeds[name]
            rows.append(
                [
                    name,
                    round(speed["speed"]),
                    f"{trained['size'] / 1e6:.1f}",
                    f"{speed['loading']:.2f}",
                    f"{speed['memory'] / 1e6:.0f}",
                    f"{trained['seconds']:.0f}" if "seconds" in trained else None,
                    f"{trained['memory'] / 1e6:.0f}" if "memory" in trained else None,
                ]
            )
        heads = ["restorer", "words/s", "model (MB)", "loading (s)", "memory (MB)"]
        return Table([*heads, "training (s)", "training memory (MB)"], rows)


def _slashed(scores: Scores, row: str, measures: Sequence[str]) -> str:
    """Return values in per cent, such as ``97.1 / 96.2``."""
    values = (Estimate(scores[f"{row} {measure}"].value) for measure in measures)
    return " / ".join(one.text(1) for one in values)
