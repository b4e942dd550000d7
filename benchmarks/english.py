"""Score the shipped English model on the dev texts and say which of its aims it meets.

``python -m benchmarks.english`` writes ``results/reports/en.md``, ``.json`` and the picture of its
confidences.  See ``benchmarks/README.md``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.environment import ROOT
from majuscule.files import atomic_write_text
from majuscule.measure import Resampling, Table, draw_reliability
from majuscule.measure.tables import Cell
from majuscule.restore.truecaser import load
from majuscule.trials import evaluation
from majuscule.trials.evaluation import ConditionScores, Data, Reliability

DEV = ROOT.parent / "shared" / "data" / "truecasing" / "dev"
REPORT = ROOT / "results" / "reports" / "en"
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


@dataclass(frozen=True)
class Scores:
    """What was measured on one text."""

    text: Text
    evaluations: list[ConditionScores]
    same: int
    paragraphs: int
    reliability: Reliability


@click.command()
@click.option("--model", default="en", help="A name or a path.")
@click.option("--data", type=click.Path(path_type=Path), default=DEV, help="Folder of the texts.")
@click.option("--resamples", type=click.IntRange(1), default=300, help="For the intervals.")
@click.option("--output", type=click.Path(path_type=Path), default=REPORT, help="Without suffix.")
def main(model: str, data: Path, resamples: int, output: Path) -> None:
    """Score MODEL on the dev texts and write OUTPUT.md, .json and .svg."""
    truecaser = load(model)
    resampling = Resampling(resamples)
    found = []
    for text in TEXTS:
        read = evaluation.read_data(str(data / text.file), format=text.format)
        named = Data(text.file, read.documents, read.unit)
        memories = (True, False) if text.format is None else (False,)
        scores = evaluation.score_data(truecaser, named, memories=memories, resampling=resampling)
        same, total = evaluation.count_unchanged(truecaser, named)
        sure = evaluation.reliability(truecaser, named, resampling=resampling)
        found.append(Scores(text, scores, same, total, sure))
        click.echo(evaluation.summary_table(scores).markdown())
    output.parent.mkdir(parents=True, exist_ok=True)
    picture = output.with_name(output.name + "-confidence.svg")
    draw_reliability(
        {one.text.file: one.reliability.bins for one in found},
        [picture, picture.with_suffix(".png")],
        "What confidences mean",
    )
    with atomic_write_text(output.with_suffix(".md")) as out:
        out.write(markdown(model, found, picture.name))
    with atomic_write_text(output.with_suffix(".json")) as out:
        out.write(json.dumps(as_dict(found), ensure_ascii=False, indent=1) + "\n")


def markdown(model: str, found: list[Scores], picture: str) -> str:
    """Return the report."""
    rows: list[list[Cell]] = [
        [
            one.text.file,
            score.condition,
            one.text.asked,
            score.report["f1"].value,
            _verdict(one.text.asked, score.report["f1"].value),
        ]
        for one in found
        for score in one.evaluations
        if one.text.asked is not None
        and score.memory == (one.text.format is None)
        and (score.condition == "lower" or one.text.format is not None)
    ]
    rows += [
        [
            one.text.file,
            "as it is, paragraphs untouched",
            UNTOUCHED,
            one.same / one.paragraphs,
            _verdict(UNTOUCHED, one.same / one.paragraphs),
        ]
        for one in found
        if one.text.asked is not None
    ]
    asked = Table(["text", "input", "asked", "measured", ""], rows, decimals=2)
    parts = [
        f"# The shipped model `{model}` on the dev texts\n",
        "Made by `python -m benchmarks.english`, in a checkout with the corpora beside it.  F1 is "
        "that of words that hold a capital, split at spaces.\n",
        "## What was asked, and what it reaches\n",
        asked.markdown(),
        "Casual web text (EWT) is restored to edited style, which its writers did not use.\n",
        "## Scores\n",
        evaluation.summary_table([each for one in found for each in one.evaluations]).markdown(),
    ]
    parts += [evaluation.detail_table(one.evaluations[0]).markdown() for one in found]
    parts += [
        "## Confidences\n",
        "A confidence of 90 % should be right nine times in ten.  `ece` is the mean gap between "
        "what was said and what was right.\n",
        f"![What confidences mean]({picture})\n",
    ]
    parts += [evaluation.reliability_table(one.reliability).markdown() for one in found]
    return "\n".join(parts)


def as_dict(found: list[Scores]) -> dict[str, object]:
    """Return the same for programs."""
    return {
        one.text.file: {
            "asked": one.text.asked,
            "untouched": one.same / one.paragraphs,
            "paragraphs": one.paragraphs,
            "scores": [
                {"input": each.condition, "memory": each.memory, **each.report.as_dict()}
                for each in one.evaluations
            ],
            "calibration": one.reliability.report.as_dict(),
        }
        for one in found
    }


def _verdict(asked: float | None, measured: float) -> str:
    """Compare at the precision that is shown."""
    if asked is None:
        return ""
    return "met" if round(100 * measured, 2) >= round(100 * asked, 2) else "**missed**"


if __name__ == "__main__":
    main()
