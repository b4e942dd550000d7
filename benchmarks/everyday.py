"""Restore short and odd lines of many kinds, one by one, with the shipped English models.

``python -m benchmarks.everyday`` writes the report ``everyday``.  The lines are in
``everyday.jsonl``; they were written for this test, and no model is trained on them.  Rules were
developed on the errors of part 1; those of part 2 were never looked at, so part 2 estimates the
quality on new lines.  ``benchmarks/README.md`` defines the right form of each kind of line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from benchmarks.report import opening, options, say, write_report
from majuscule.arrays import I64
from majuscule.measure import (
    CaseMetric,
    Estimate,
    LineMetric,
    Metric,
    Resampling,
    Signature,
    Table,
    case_statistics,
    digest_texts,
    line_statistics,
    score_statistics,
)
from majuscule.measure.tables import Cell
from majuscule.reading import read_file_lines, read_objects
from majuscule.restore.truecaser import Truecaser, load
from majuscule.trials.texts import INPUTS

LINES = Path(__file__).with_suffix(".jsonl")
MODELS = ("en", "en-accurate", "en-cascade")
SHOWN = {"lower": "kept", "unmarked": "left out"}
"""Condition of :data:`majuscule.trials.texts.INPUTS` -> what it does to a line's final mark."""
MEASURES = ("right", "capital too many", "F1")


@dataclass(frozen=True)
class Line:
    """A line with its right capitals."""

    kind: str
    text: str
    part: int = 1


@dataclass(frozen=True)
class Restored:
    """Gold lines and their kinds, and the lines as a model restores them."""

    model: Truecaser
    condition: str
    kinds: tuple[str, ...]
    gold: tuple[str, ...]
    restored: tuple[str, ...]

    @cached_property
    def _rows(self) -> tuple[tuple[Metric, I64], ...]:
        return (
            (LineMetric(), line_statistics(self.gold, self.restored)),
            (CaseMetric(), case_statistics(self.gold, self.restored)),
        )

    def scores(self, kind: str | None = None) -> tuple[list[Estimate], str]:
        """Return :data:`MEASURES` of one kind, or of all lines with intervals, and a signature."""
        chosen = np.array([kind in (None, one) for one in self.kinds])
        signature = Signature("", "spaces", self.condition, self.model.digest, self._digest)
        resampling = None if kind else Resampling()
        lines, words = (
            score_statistics(metric, rows[chosen], signature, resampling=resampling)
            for metric, rows in self._rows
        )
        return [lines["right"], lines["capital too many"], words["f1"]], str(words.signature)

    @cached_property
    def _digest(self) -> str:
        return digest_texts(self.gold)


def read_lines() -> tuple[Line, ...]:
    return tuple(Line(**one) for _, one in read_objects(read_file_lines(LINES), LINES.name))


def restore_lines(truecaser: Truecaser, lines: Sequence[Line], condition: str) -> Restored:
    """Restore lines, each as a document of its own."""
    gold, inputs = zip(*(INPUTS[condition](line.text) for line in lines), strict=True)
    restored = tuple(truecaser.restore_many(inputs, case="ignore", jobs=1))
    return Restored(truecaser, condition, tuple(line.kind for line in lines), gold, restored)


def main() -> None:
    args = options("everyday", __doc__).parse_args()
    lines = read_lines()
    found = {
        (name, condition, part): restore_lines(truecaser, chosen, condition)
        for name in MODELS
        for truecaser in [load(name)]
        for part in (None, 1, 2)
        for chosen in [[line for line in lines if part in (None, line.part)]]
        for condition in SHOWN
    }
    write_report(args.output, "everyday", parts(lines, found))


Found = dict[tuple[str, str, int | None], Restored]
"""(model, condition, part of the list or None for all) -> its lines restored."""


def parts(lines: Sequence[Line], found: Found) -> Iterator[str | Table]:
    """Yield the report: a table of all lines, then a table of kinds for each model."""
    kinds = list(dict.fromkeys(line.kind for line in lines))
    yield from opening("everyday", lines=len(lines), kinds=len(kinds))
    rows: list[list[Cell]] = []
    signatures = []
    for (name, condition, part), one in found.items():
        if part is None:
            continue
        scores, signature = one.scores()
        rows.append([name, f"{part}", SHOWN[condition], *scores])
        signatures.append(f"{name}, part {part}, final mark {SHOWN[condition]}: `{signature}`")
    yield Table(("model", "part", "final mark", *MEASURES), rows, "All lines")
    yield "\n".join(f"- {signature}" for signature in signatures)
    yield say("everyday", "kinds")
    heads = ("kind", "lines", *(f"{head}{mark}" for mark in ("", ", no mark") for head in MEASURES))
    for name in dict.fromkeys(name for name, _, _ in found):
        both = [found[name, condition, None] for condition in SHOWN]
        by_kind: list[list[Cell]] = [
            [
                kind,
                sum(line.kind == kind for line in lines),
                *(score for one in both for score in one.scores(kind)[0]),
            ]
            for kind in kinds
        ]
        yield Table(heads, by_kind, name)


if __name__ == "__main__":
    main()
