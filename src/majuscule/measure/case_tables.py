"""Tables of case scores: by class, and Niu et al.'s Table 1."""

from __future__ import annotations

from collections.abc import Mapping

from majuscule.measure.case_class import CLASS_NAMES
from majuscule.measure.case_scores import NIU_ROWS
from majuscule.measure.report import Report
from majuscule.measure.tables import Cell, Table

PRF = ("precision", "recall", "f1")


def class_table(score: Report, title: str = "") -> Table:
    """Return rows for cased words and for each class, columns P, R, F1, from a ``case`` report."""
    rows: list[list[Cell]] = [["cased words", *(score[measure] for measure in PRF)]]
    rows += [[name, *(score[f"{name} {measure}"] for measure in PRF)] for name in CLASS_NAMES]
    return Table(["class", "P", "R", "F1"], rows, title, [f"`{score.signature}`"])


def niu_table(scores: Mapping[str, Report], title: str = "") -> Table:
    """Return Niu et al.'s Table 1 with three columns for each named ``niu`` report.

    A class that was never proposed has no precision but an F of 0, where the paper's Table 2 (all
    output in lower case) prints N/A for both.
    """
    columns = ["case restored"]
    for name in scores:
        lead = f"{name} " if name else ""
        columns += [f"{lead}P", f"{lead}R", f"{lead}F"]
    rows: list[list[Cell]] = [
        [row, *(score[f"{row} {measure}"] for score in scores.values() for measure in PRF)]
        for row in ("overall", *NIU_ROWS)
    ]
    return Table(columns, rows, title, [f"`{score.signature}`" for score in scores.values()])
