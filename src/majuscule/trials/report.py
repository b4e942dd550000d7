"""The report of a comparison: the tables and figures of both papers, as Markdown, JSON, SVG, PNG.

The papers' own figures stand in a column of their own.  They are of other text: the comparison is
of what the methods do, not of which number is higher.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from majuscule.files import atomic_write_text
from majuscule.measure import (
    NIU_ROWS,
    AgreementMetric,
    CaseMetric,
    Estimate,
    NiuMetric,
    Resampling,
    Signature,
    Table,
    compare,
    draw_bars,
    draw_growth,
    score_statistics,
)
from majuscule.measure import Report as Scores
from majuscule.measure.metric import Metric
from majuscule.measure.tables import Cell
from majuscule.trials.restorers import NOTHING, Comparison, Contender
from majuscule.trials.texts import CONDITIONS, GoldText

NIU_TABLE_2 = {
    "overall": (0.82, 0.82, 0.82),
    "all-lowercase": (0.82, 1.0, 0.90),
    "non-lowercase": (None, 0.0, None),
}

PRF = ("precision", "recall", "f1")


@dataclass(frozen=True)
class ComparisonReport:
    """Tables in order, with a heading each, and what is drawn."""

    comparison: Comparison
    command: str = ""
    resampling: Resampling = Resampling()  # noqa: RUF009 - frozen

    def write(self, base: Path) -> list[Path]:
        """Write ``base.md``, ``base.json`` and the pictures beside them; return the paths."""
        pictures = self._draw(base)
        sections = self._sections()
        text = self._markdown(sections, pictures)
        paths = [base.with_name(base.name + suffix) for suffix in (".md", ".json")]
        with atomic_write_text(paths[0]) as out:
            out.write(text)
        with atomic_write_text(paths[1]) as out:
            out.write(json.dumps(self._data(sections), indent=1, allow_nan=False) + "\n")
        return [*paths, *(one for group in pictures.values() for one in group)]

    def _sections(self) -> list[tuple[str, str, list[Table]]]:
        """Return headings, what a reader should know, and tables."""
        texts = self.comparison.texts
        first = texts[0].name
        found = [
            (
                "Summary",
                "Asked is what the papers print (Niu et al., Table 1; Lita et al., section 3.1), "
                "of other text, and the speed that the project asks of each restorer. F1 and "
                "agreement are in per cent; the input is all lower case.",
                [summary(self.comparison, self.resampling)],
            ),
            (
                f"Restored case on {first}",
                "Niu et al. 2004, Table 1; the input is all lower case. In brackets: 95 % "
                "intervals, documents resampled.",
                [self._niu_table(), self._niu_parts()],
            ),
            (
                "Nothing restored",
                "Niu et al., Table 2: the lower-case text itself.",
                [self._baseline()],
            ),
            (
                AGREEMENT,
                "Lita et al. 2003, Figure 3: the share of words that come back as they were "
                "written, punctuation attached. The paper's trigram model reaches about 98 % on "
                "current news (12,000 tokens of 20 stories), from 500 million words. It counts "
                "tokens; with ours, of which punctuation is some, the last table does too.",
                [
                    *(self._agreement(condition) for condition in CONDITIONS),
                    self._agreement_of_tokens(),
                ],
            ),
            (
                "F1 of words with a capital",
                "A word is proposed if the output has a capital in it, gold if the original has, "
                "correct if both are the same.",
                [self._f1(condition) for condition in CONDITIONS],
            ),
            (
                "Differences",
                "Paired bootstrap over documents; the input is all lower case.",
                [self._differences(text) for text in texts],
            ),
        ]
        if self.comparison.growth:
            found.append(
                (
                    GROWTH,
                    f"Niu et al., Figure 3: F1 of non-lowercase words on {first}, drawn; and the "
                    "agreement. A model that came trained has one point.",
                    [
                        self._growth(NiuMetric(), "non-lowercase f1", "F1, non-lowercase words"),
                        self._growth(CaseMetric(), "accuracy", "Agreement"),
                    ],
                )
            )
        found.append(
            (
                "Cost",
                "Speed: words a second of processor time, whole documents, from text to text, the "
                "best of three rounds. Loading and training are processor time too. Memory: the "
                "most that a process held.",
                [self._cost()],
            )
        )
        return [(heading, note, [one for one in of if one.rows]) for heading, note, of in found]

    def _names(self) -> list[str]:
        return [one.name for one in self.comparison.contenders]

    def _scores(
        self, metric: Metric, name: str, text: GoldText, condition: str, intervals: bool = True
    ) -> Scores:
        return score_statistics(
            metric,
            self.comparison.statistics[name, text.name, condition],
            Signature(
                metric.name,
                condition=condition,
                model=self.comparison.models.get(name, ""),
                data=text.digest,
            ),
            text.documents,
            self.resampling if intervals else None,
        )

    def _niu_table(self) -> Table:
        text = self.comparison.texts[0]
        scores = {name: self._scores(NiuMetric(), name, text, "lower") for name in self._names()}
        rows: list[list[Cell]] = [
            [
                row,
                f"{100 * NIU_TABLE_1[row][2]:.0f}",
                *(one[f"{row} f1"] for one in scores.values()),
            ]
            for row in ("overall", *NIU_ROWS)
        ]
        signatures = [f"{name}: `{one.signature}`" for name, one in scores.items()]
        return Table(["F1", "Niu et al. (theirs)", *scores], rows, "F1", ["  \n".join(signatures)])

    def _niu_parts(self) -> Table:
        text = self.comparison.texts[0]
        scores = {
            name: self._scores(NiuMetric(), name, text, "lower", intervals=False)
            for name in self._names()
        }
        rows: list[list[Cell]] = [
            [
                row,
                " / ".join(f"{100 * value:.0f}" for value in NIU_TABLE_1[row][:2]),
                *(
                    f"{one[f'{row} precision'].text(1)} / {one[f'{row} recall'].text(1)}"
                    for one in scores.values()
                ),
            ]
            for row in ("overall", *NIU_ROWS)
        ]
        return Table(["P / R", "Niu et al. (theirs)", *scores], rows, "Precision / recall")

    def _baseline(self) -> Table:
        text = self.comparison.texts[0]
        scores = self._scores(NiuMetric(), NOTHING, text, "lower", intervals=False)
        rows: list[list[Cell]] = []
        for row, theirs in NIU_TABLE_2.items():
            printed = ["N/A" if value is None else f"{100 * value:.0f}" for value in theirs]
            ours = [scores[f"{row} {measure}"].text(1) for measure in PRF]
            rows.append([row, " / ".join(printed), " / ".join(ours)])
        return Table(["P / R / F", "Niu et al. (theirs)", text.name], rows)

    def _by_text(self, measure: str, condition: str, title: str) -> Table:
        rows: list[list[Cell]] = []
        for text in self.comparison.texts:
            found = [
                self._scores(CaseMetric(), name, text, condition)[measure] for name in self._names()
            ]
            rows.append([text.name, text.words, *found])
        return Table(["text", "words", *self._names()], rows, title)

    def _agreement(self, condition: str) -> Table:
        return self._by_text("accuracy", condition, f"Agreement, {_INPUTS[condition]}")

    def _agreement_of_tokens(self) -> Table:
        rows: list[list[Cell]] = []
        for text in self.comparison.texts:
            counts = [self.comparison.tokens[name, text.name, "lower"] for name in self._names()]
            shares = [
                score_statistics(AgreementMetric(), one, None, text.documents, self.resampling)[
                    "agreement"
                ]
                for one in counts
            ]
            rows.append([text.name, int(counts[0][:, 0].sum()), *shares])
        return Table(
            ["text", "tokens", *self._names()], rows, "Agreement of tokens, lower-case input"
        )

    def _f1(self, condition: str) -> Table:
        return self._by_text("f1", condition, f"F1, {_INPUTS[condition]}")

    def _differences(self, text: GoldText) -> Table:
        rows: list[list[Cell]] = []
        names = self._names()
        for at, first in enumerate(names):
            for second in names[at + 1 :]:
                better, worse = (
                    self.comparison.statistics[name, text.name, "lower"] for name in (second, first)
                )
                found = compare(
                    CaseMetric(),
                    better,
                    worse,
                    documents=text.documents,
                    resampling=self.resampling,
                )
                errors = [
                    1 - score_statistics(CaseMetric(), one, resampling=None)["accuracy"].value
                    for one in (better, worse)
                ]
                removed = (1 - errors[0] / errors[1]) if errors[1] else float("nan")
                rows.append(
                    [
                        f"{second} - {first}",
                        found["accuracy"],
                        Estimate(removed).text(1),
                        found["f1"],
                    ]
                )
        return Table(["difference", "agreement", "errors removed (%)", "F1"], rows, text.name)

    def _growth(self, metric: Metric, measure: str, title: str) -> Table:
        lines = self._growth_lines(metric, measure)
        sizes = sorted({size for points in lines.values() for size, _ in points})
        rows: list[list[Cell]] = [
            [f"{int(size):,}", *(dict(points).get(size) for points in lines.values())]
            for size in sizes
        ]
        return Table(["training words", *lines], rows, title)

    def _growth_lines(
        self, metric: Metric, measure: str
    ) -> dict[str, list[tuple[float, Estimate]]]:
        text = self.comparison.texts[0]
        return {
            name: [
                (
                    float(words),
                    score_statistics(metric, statistics, None, text.documents, self.resampling)[
                        measure
                    ],
                )
                for words, statistics in sorted(points.items())
                if words
            ]
            for name, points in self.comparison.growth.items()
        }

    def _cost(self) -> Table:
        rows: list[list[Cell]] = []
        for name in self._names():
            trained, speed = self.comparison.trained[name], self.comparison.speeds[name]
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
        return Table(
            [
                "restorer",
                "words/s",
                "model (MB)",
                "loading (s)",
                "memory (MB)",
                "training (s)",
                "training memory (MB)",
            ],
            rows,
        )

    def _draw(self, base: Path) -> dict[str, list[Path]]:
        """Draw the figures; return their files by the heading that they stand under."""
        texts = self.comparison.texts
        agreement = {
            name: [self._scores(CaseMetric(), name, text, "lower")["accuracy"] for text in texts]
            for name in self._names()
        }
        growth = self._growth_lines(NiuMetric(), "non-lowercase f1")
        return draw_figures(base, [text.name for text in texts], agreement, growth)

    def _markdown(
        self,
        sections: Sequence[tuple[str, str, list[Table]]],
        pictures: dict[str, list[Path]],
    ) -> str:
        words = f"{self.comparison.words:,}" if self.comparison.words else "all"
        blocks = ["# Restorers compared"]
        blocks.append(
            f"All restorers learnt from the same {words} words as read, well-cased documents "
            "only, and were scored alone: without case detection and document memory."
        )
        blocks += [
            f"{one.name} learnt from {one.words:,} words only."
            for one in self.comparison.contenders
            if one.words and not one.model
        ]
        blocks += [
            f"{one.name} came trained, on {max(self.comparison.growth[one.name]):,} words."
            for one in self.comparison.contenders
            if one.model and self.comparison.growth.get(one.name)
        ]
        if self.command:
            blocks.append(f"Made by:\n\n```text\n{_wrapped(self.command)}\n```")
        for heading, note, tables in sections:
            blocks += [f"## {heading}", note]
            for picture in pictures.get(heading, ())[:1]:
                blocks.append(f"![{heading}]({picture.name})")
            blocks += [table.markdown().strip() for table in tables]
        return "\n\n".join(blocks) + "\n"

    def _data(self, sections: Sequence[tuple[str, str, list[Table]]]) -> dict[str, Any]:
        compared = self.comparison
        return {
            "command": self.command,
            "words": compared.words,
            "texts": [
                {"name": one.name, "words": one.words, "digest": one.digest}
                for one in compared.texts
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
            "sections": [
                {"heading": heading, "note": note, "tables": [one.as_dict() for one in tables]}
                for heading, note, tables in sections
            ],
        }


def _wrapped(command: str) -> str:
    """Return a command with an option a line.

    >>> print(_wrapped("majuscule compare a b --words 5"))
    majuscule compare a b \\
      --words 5
    """
    return command.replace(" --", " \\\n  --")


_INPUTS = {"lower": "lower-case input", "upper": "ALL-CAPS input"}


AGREEMENT = "Agreement with the original"
GROWTH = "Growth with the training text"
"""Headings that the pictures stand under."""


def draw_figures(
    base: Path,
    texts: Sequence[str],
    agreement: Mapping[str, Sequence[Estimate]],
    growth: Mapping[str, Sequence[tuple[float, Estimate]]],
) -> dict[str, list[Path]]:
    """Draw what there is to draw; return the files by the heading that they stand under.

    ``agreement``: for each restorer and text; ``growth``: for each restorer, words and score.
    """
    found = {AGREEMENT: _paths(base, "agreement")}
    draw_bars(
        texts,
        {name: [_complement(one) for one in shares] for name, shares in agreement.items()},
        found[AGREEMENT],
        "Words not as in the original, lower-case input",
        "words (%)",
    )
    lines = {name: points for name, points in growth.items() if points}
    if lines:
        found[GROWTH] = _paths(base, "growth")
        draw_growth(lines, found[GROWTH], f"Non-lowercase words, {texts[0]}")
    return found


def _paths(base: Path, what: str) -> list[Path]:
    return [base.with_name(f"{base.name}-{what}{suffix}") for suffix in (".svg", ".png")]


def _complement(share: Estimate) -> Estimate:
    """Return what is missing to all: small shares of errors can be told apart in a picture."""
    return Estimate(1 - share.value, 1 - share.high, 1 - share.low)


NIU_TABLE_1 = {
    "overall": (0.97, 0.97, 0.97),
    "all-lowercase": (0.98, 0.99, 0.98),
    "non-lowercase": (0.92, 0.88, 0.90),
    "all-uppercase": (0.72, 0.67, 0.70),
    "mixed-case": (0.90, 0.87, 0.88),
    "initial capitalisation": (0.90, 0.87, 0.88),
    "irregular mixed-case": (0.90, 0.59, 0.71),
}
"""Precision, recall and F as the paper prints them: 7.6 M words, a lexicon from 50 M, 1.2 M words
of news to test on."""

NIU_CLAIMS = ("overall", "non-lowercase", "all-uppercase", "irregular mixed-case")

LITA_AGREEMENT = 0.98
"""Of the trigram model on current news, from 500 M words (section 3.1: about 98 %)."""

SPEED = 100_000
"""Words a second on one core that each restorer should reach."""

ALPHA = 0.05


def summary(found: Comparison, resampling: Resampling) -> Table:
    """Return what was to be reached, what was found, and whether it is reached."""
    rows = [*_niu(found), *_lita(found), *_significance(found, resampling), *_speed(found)]
    return Table(["what", "of", "to reach", "found", "reached"], rows)


def _of_kind(found: Comparison, kind: str) -> Iterator[Contender]:
    return (one for one in found.contenders if one.kind.partition(".")[0] == kind)


def _niu(found: Comparison) -> Iterator[list[Cell]]:
    text = found.texts[0].name
    for one in _of_kind(found, "hmm"):
        scores = score_statistics(
            NiuMetric(), found.statistics[one.name, text, "lower"], resampling=None
        )
        for row in NIU_CLAIMS:
            asked, value = NIU_TABLE_1[row][2], scores[f"{row} f1"].value
            yield [f"F1 {row}, {text}", one.name, *_reached(asked, value)]


def _lita(found: Comparison) -> Iterator[list[Cell]]:
    text = found.texts[0].name
    for one in _of_kind(found, "trigram"):
        cell = one.name, text, "lower"
        words = score_statistics(CaseMetric(), found.statistics[cell], resampling=None)
        tokens = score_statistics(AgreementMetric(), found.tokens[cell], resampling=None)
        for unit, value in (("words", words["accuracy"]), ("tokens", tokens["agreement"])):
            yield [f"agreement, {unit}, {text}", one.name, *_reached(LITA_AGREEMENT, value.value)]


def _significance(found: Comparison, resampling: Resampling) -> Iterator[list[Cell]]:
    base = next(_of_kind(found, "unigram"), None)
    if base is None:
        return
    for one in _of_kind(found, "trigram"):
        won = 0
        for text in found.texts:
            first, second = (
                found.statistics[name, text.name, "lower"] for name in (one.name, base.name)
            )
            found_here = compare(
                CaseMetric(), first, second, documents=text.documents, resampling=resampling
            )["accuracy"]
            won += found_here.value > 0 and found_here.p_value < ALPHA
        total = len(found.texts)
        yield [
            f"texts with fewer errors than {base.name}, p < {ALPHA}",
            one.name,
            f"{total} of {total}",
            f"{won} of {total}",
            "yes" if won == total else "no",
        ]


def _speed(found: Comparison) -> Iterator[list[Cell]]:
    for one in found.contenders:
        speed = found.speeds[one.name]["speed"]
        yield [
            "words/s, one core",
            one.name,
            f"{SPEED:,}",
            f"{speed:,.0f}",
            "yes" if speed >= SPEED else "no",
        ]


def _reached(asked: float, value: float) -> list[Cell]:
    # Compared as they are printed: the papers' figures are rounded.
    shown = round(100 * value, 1)
    return [f"{100 * asked:.0f}", f"{shown:.1f}", "yes" if shown >= round(100 * asked) else "no"]
