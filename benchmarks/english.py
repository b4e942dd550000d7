"""Score the shipped English model on the dev texts against its F1 targets.

``python -m benchmarks.english`` writes the report ``en`` and the picture of its confidences.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.report import CASED, opening, options, say, write, write_report
from majuscule.measure import Table, draw_reliability
from majuscule.measure.tables import Cell
from majuscule.restore.truecaser import load
from majuscule.trials.evaluation import (
    CAPITALS,
    Evaluation,
    detail_table,
    evaluate,
    read_data,
    reliability_table,
    score_data,
    summary_table,
)

UNTOUCHED = 0.999
"""Target: the share of well-cased paragraphs that come back unchanged."""
FILLED = {"en": 0.965, "en-accurate": 0.97}
"""Targets: the share of words right, by model, where half of the capitals were lost."""
LOST = ("half", "tenth")
"""The shares of capitals lost, as inputs of ``evaluate``."""


@dataclass(frozen=True)
class Text:
    """A dev text.  ``targets``: (condition, F1 as a share); ``apart``: paragraphs are turns, which
    are restored one by one; ``small``: keep paragraphs whose writer left capitals out."""

    file: str
    format: str | None = None
    targets: tuple[tuple[str, float], ...] = ()
    apart: bool = False
    small: bool = True

    @property
    def name(self) -> str:
        return self.file + ("" if self.small else CAPITALS)

    @property
    def path(self) -> str:
        return os.path.relpath(CASED / "dev" / self.file)

    @property
    def memories(self) -> tuple[bool, ...]:
        """Return whether to restore with document memory: never where each line is a document."""
        return (False,) if self.format or self.apart else (True, False)

    @property
    def conditions(self) -> tuple[str, ...]:
        """Return the conditions in which the text is restored."""
        return ("lower", "unmarked") if self.apart else ("lower", "upper")


TEXTS = (
    Text("coster-kauchak-dev.txt", "lines", (("lower", 0.936), ("upper", 0.936))),
    Text("wikinews.jsonl", targets=(("lower", 0.94),)),
    Text("wikipedia.jsonl", targets=(("lower", 0.933),)),
    Text("novels.jsonl", targets=(("lower", 0.945),)),
    Text("talk.jsonl", targets=(("lower", 0.945), ("unmarked", 0.94)), apart=True),
    Text("talk.jsonl", apart=True, small=False),
    Text("ewt-dev.txt", "lines", (("lower", 0.815),)),
)
Found = dict[Text, Evaluation]


def main() -> None:
    args = options("en", __doc__, model="en", resamples=300).parse_args()
    found: Found = {}
    filled: dict[str, list[Cell]] = {
        "asked": [cell for one in FILLED.values() for cell in (one, "")]
    }
    for text in TEXTS:
        found[text] = evaluate(
            args.model,
            [text.path],
            format=text.format,
            conditions=text.conditions,
            memories=text.memories,
            apart=text.apart,
            small=text.small,
            resamples=args.resamples,
            calibration=True,
        )
        filled[text.name] = [share for model in FILLED for share in _filled(model, text)]
        print(summary_table(found[text].scores).markdown(), flush=True)
    picture = args.output.with_name(args.output.name + "-confidence.svg")
    bins = {text.name: one.calibrations[0].bins for text, one in found.items()}
    shown = parts(found, filled, picture.name)
    data = {**as_dict(found), "capitals lost": filled}
    write_report(args.output, "en", shown, data, model=args.model)
    write(picture, draw_reliability(bins, "What confidences mean"))


def _filled(model: str, text: Text) -> list[float]:
    """Return the share of words right after filling, for each share of capitals lost."""
    data = read_data(text.path, format=text.format, apart=text.apart, small=text.small)
    how: dict[str, Any] = {"memories": text.memories[:1], "case": "fill", "resampling": None}
    return [s.report["accuracy"].value for s in score_data(load(model), data, LOST, **how)]


def parts(found: Found, filled: dict[str, list[Cell]], picture: str) -> Iterator[str | Table]:
    yield from opening("en")
    yield Table(["text", "input", "asked", "measured", ""], list(_goals(found)), decimals=2)
    yield say("en", "filled")
    heads = ("text", *(f"{model}, a {lost} lost" for model in FILLED for lost in LOST))
    yield Table(heads, [[name, *row] for name, row in filled.items()], decimals=2)
    yield say("en", "casual")
    yield summary_table(score for one in found.values() for score in one.scores)
    for one in found.values():
        yield detail_table(one.scores[0])
    yield say("en", "confidences", picture=picture)
    for one in found.values():
        yield reliability_table(one.calibrations[0])


def _goals(found: Found) -> Iterator[tuple[str, str, float, float, str]]:
    for text, one in found.items():
        for condition, target in text.targets:
            score = next(
                s for s in one.scores if s.condition == condition and s.memory == text.memories[0]
            )
            yield _goal(text, condition, target, score.report["f1"].value)
    for text, one in found.items():
        if text.file.startswith(("coster", "wiki")):
            same, total = next(iter(one.unchanged.values()))
            yield _goal(text, "as it is, paragraphs untouched", UNTOUCHED, same / total)


def _goal(text: Text, what: str, target: float, value: float) -> tuple[str, str, float, float, str]:
    # Compared at the precision that is shown.
    met = round(100 * value, 2) >= round(100 * target, 2)
    return text.file, what, target, value, "met" if met else "**missed**"


def as_dict(found: Found) -> dict[str, Any]:
    return {t.name: {"asked": dict(t.targets), **one.as_dict()} for t, one in found.items()}


if __name__ == "__main__":
    main()
