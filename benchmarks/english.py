"""Score the shipped English model on the dev texts and say which of its aims it meets.

``python -m benchmarks.english`` writes the report ``en`` and the picture of its confidences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.report import CASED, made, options, say, write, write_report
from majuscule.measure import Table, draw_reliability
from majuscule.trials.evaluation import (
    Evaluation,
    detail_table,
    evaluate,
    reliability_table,
    summary_table,
)

UNTOUCHED = 0.999
"""The share of well-cased paragraphs that are to come back as they are."""


@dataclass(frozen=True)
class Text:
    """A dev text: its file, what its documents are, and the F1 that is asked of the model, as a
    share."""

    file: str
    format: str | None = None
    asked: float | None = None


TEXTS = (
    Text("coster-kauchak-dev.txt", "lines", 0.93),
    Text("wikinews.jsonl", asked=0.94),
    Text("wikipedia.jsonl", asked=0.925),
    Text("ewt-dev.txt", "lines"),
)
Found = dict[Text, Evaluation]


def main() -> None:
    parser = options("en", __doc__)
    parser.add_argument("--model", default="en", help="a name or a path")
    parser.add_argument("--resamples", type=int, default=300, help="for the intervals")
    given = parser.parse_args()
    found: Found = {}
    for text in TEXTS:
        found[text] = evaluate(
            given.model,
            [str(CASED / "dev" / text.file)],
            format=text.format,
            memories=(True, False) if text.format is None else (False,),
            resamples=given.resamples,
            calibration=True,
        )
        print(summary_table(found[text].scores).markdown(), flush=True)
    picture = given.output.with_name(given.output.name + "-confidence.svg")
    bins = {text.file: one.calibrations[0].bins for text, one in found.items()}
    shown = parts(found, picture.name)
    write_report(given.output, "en", shown, as_dict(found), model=given.model)
    write(picture, draw_reliability(bins, "What confidences mean"))


def parts(found: Found, picture: str) -> Iterator[str | Table]:
    yield made()
    yield say("en", "about")
    yield Table(["text", "input", "asked", "measured", ""], list(_goals(found)), decimals=2)
    yield say("en", "casual")
    yield summary_table(score for one in found.values() for score in one.scores)
    for one in found.values():
        yield detail_table(one.scores[0])
    yield say("en", "confidences", picture=picture)
    for one in found.values():
        yield reliability_table(one.calibrations[0])


def _goals(found: Found) -> Iterator[tuple[str, str, float, float, str]]:
    aimed = [(text, text.asked, one) for text, one in found.items() if text.asked is not None]
    for text, asked, one in aimed:
        for score in one.scores:
            is_sentences = text.format is not None
            if score.memory != is_sentences and (score.condition == "lower" or is_sentences):
                yield _goal(text, score.condition, asked, score.report["f1"].value)
    for text, _, one in aimed:
        same, total = next(iter(one.unchanged.values()))
        yield _goal(text, "as it is, paragraphs untouched", UNTOUCHED, same / total)


def _goal(text: Text, what: str, asked: float, value: float) -> tuple[str, str, float, float, str]:
    # Compared at the precision that is shown.
    met = round(100 * value, 2) >= round(100 * asked, 2)
    return text.file, what, asked, value, "met" if met else "**missed**"


def as_dict(found: Found) -> dict[str, Any]:
    return {text.file: {"asked": text.asked, **one.as_dict()} for text, one in found.items()}


if __name__ == "__main__":
    main()
