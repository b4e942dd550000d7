"""The report of ``benchmarks/detection.py`` as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from majuscule.measure import Table
from majuscule.measure.tables import Cell

POOL = ("as it is", "lower", "upper", "title", "headline", "half and half")
COPIES = ("as it is", "lower", "upper", "title", "headline", "starts only")


def markdown(report: Mapping[str, Mapping[str, Any]], command: str) -> str:
    """Return the tables of a report, whose keys are (text, knowledge) joined by a comma."""
    blocks = [
        "# Case detection",
        f"Made by:\n\n```text\n{command}\n```",
        "How words are written elsewhere is known to a restorer (with the model `en`); the corpus "
        "filter has closed-class and frequent words only (without evidence).",
        "## A pool of documents",
        "Every document as it is, in four kinds of copies, and half as it is and half in one of "
        "them: how many get the right verdict. Title: a capital on every word. Headline: on all "
        "but closed-class words. All but headlines: what Niu et al.'s filter has to tell. Kept: "
        "how many are rightly kept for training, or rightly left out.",
        _pool(report).markdown().strip(),
        "## Paragraphs that are well cased",
        "How many come back untouched from `--case auto`, that is, are not taken for anything "
        "else; alone and with the rest of their document.",
        _untouched(report).markdown().strip(),
        "## Paragraphs in copies",
        "How many are told for what they are, with the rest of their document in the same copy. "
        "Capitals at sentence starts only can be told where names are known, and where there are "
        "some.",
        _copies(report).markdown().strip(),
    ]
    return "\n\n".join(blocks) + "\n"


def _pool(report: Mapping[str, Mapping[str, Any]]) -> Table:
    rows: list[list[Cell]] = []
    for key, found in report.items():
        pool = found.get("pool")
        if pool:
            shares = [pool.get(name) for name in POOL]
            plain, kept = (
                pool["right, without headline style"],
                pool["kept or dropped rightly"],
            )
            rows.append([key, pool["documents"], *_percent([*shares, plain, pool["right"], kept])])
    names = ["text", "documents", *POOL, "all but headlines", "all", "kept"]
    return Table(names, rows)


def _untouched(report: Mapping[str, Mapping[str, Any]]) -> Table:
    rows: list[list[Cell]] = []
    for key, found in report.items():
        places = [found[f"as it is, {place}"]["right"] for place in ("alone", "in document")]
        rows.append([key, found["lines"], *_percent(places)])
    return Table(["text", "paragraphs", "alone (%)", "in document (%)"], rows)


def _copies(report: Mapping[str, Mapping[str, Any]]) -> Table:
    rows: list[list[Cell]] = []
    for key, found in report.items():
        rows.append([key, *_percent(found[f"{name}, in document"]["right"] for name in COPIES[1:])])
    return Table(["text", *COPIES[1:]], rows)


def _percent(values: Iterable[float | None]) -> list[Cell]:
    return [None if value is None else f"{value:.2f}" for value in values]
