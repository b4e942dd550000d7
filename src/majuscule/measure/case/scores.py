"""Case scores: cased words right, by class, and the layout of Niu et al.'s Table 1.

The measure by which truecasers are compared: a word is *proposed* if it holds an upper-case
letter, *gold* if the reference does, *correct* if both and the strings are equal.  Accuracy (what
Lita et al. call agreement with the original) is the share of all words that are equal.

Both metrics read the same statistics: 16 counts of words by gold and predicted class, 4 of those on
the diagonal whose strings are equal, and 3 of single words in mixed case.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from majuscule.measure.case.words import CA, CLASS_NAMES, LC, MC, UC, case_words
from majuscule.measure.metric import PRF, FloatArray, IntArray, prf, ratio
from majuscule.measure.report import Report, score_statistics
from majuscule.measure.resampling import Resampling
from majuscule.measure.signature import Signature, digest_texts
from majuscule.measure.tables import Cell, Table

_COLUMNS = (
    *(f"{gold}>{predicted}" for gold in CLASS_NAMES for predicted in CLASS_NAMES),
    *(f"{name}=" for name in CLASS_NAMES),
    *(f"single MC {kind}" for kind in ("correct", "proposed", "gold")),
)

NIU_ROWS: dict[str, tuple[int, ...]] = {
    "all-lowercase": (LC,),
    "non-lowercase": (UC, CA, MC),
    "all-uppercase": (CA,),
    "mixed-case": (UC, MC),
    "initial capitalisation": (UC,),
    "irregular mixed-case": (MC,),
}
"""Rows of Niu et al.'s Table 1 below the first, and the classes that each does not distinguish."""

SINGLE = "irregular mixed-case, single words"
"""A row of ours: most words of that class are compounds (*Contreras-Sweet*), which no list has."""
NIU_NAMES = ("overall", *NIU_ROWS, SINGLE)


@dataclass(frozen=True)
class CaseMetric:
    """Accuracy; precision, recall and F1 of cased words; the three for each class (``UC f1``)."""

    name: str = "case"
    columns: tuple[str, ...] = _COLUMNS

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        table, equal = _split(totals)
        cased = slice(UC, None)
        result = {"accuracy": ratio(equal.sum(axis=-1), table.sum(axis=(-2, -1)))}
        result |= prf(
            "",
            equal[..., cased].sum(axis=-1),
            table[..., cased].sum(axis=(-2, -1)),
            table[..., cased, :].sum(axis=(-2, -1)),
        )
        for number, name in enumerate(CLASS_NAMES):
            result |= prf(
                f"{name} ",
                equal[..., number],
                table[..., number].sum(axis=-1),
                table[..., number, :].sum(axis=-1),
            )
        return result


@dataclass(frozen=True)
class NiuMetric:
    """Precision, recall and F1 for each row of Niu et al.'s Table 1 (``overall f1``).

    A row of one class counts equal strings.  A row that does "not distinguish" classes counts
    words whose gold and predicted classes are both among them, whatever the strings.
    """

    name: str = "niu"
    columns: tuple[str, ...] = _COLUMNS

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        table, equal = _split(totals)
        words = table.sum(axis=(-2, -1))
        result = prf("overall ", equal.sum(axis=-1), words, words)
        result |= prf(f"{SINGLE} ", *np.moveaxis(totals[..., 20:], -1, 0))
        for row, classes in NIU_ROWS.items():
            inside = list(classes)
            correct = (
                equal[..., inside[0]]
                if len(inside) == 1
                else table[..., inside, :][..., inside].sum(axis=(-2, -1))
            )
            result |= prf(
                f"{row} ",
                correct,
                table[..., inside].sum(axis=(-2, -1)),
                table[..., inside, :].sum(axis=(-2, -1)),
            )
        return result


@dataclass(frozen=True)
class AgreementMetric:
    """The share of tokens that are as in the original; punctuation counts as tokens of its own.

    Lita et al. 2003 give the sizes of their test sets in tokens, so their agreement is of tokens;
    that of words (:class:`CaseMetric`) leaves punctuation with the words.
    """

    name: str = "agreement"
    columns: tuple[str, ...] = ("tokens", "equal")

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        return {"agreement": ratio(totals[..., 1], totals[..., 0])}


@dataclass(frozen=True)
class LineMetric:
    """The share of lines that are wholly right, and of those with a capital too many."""

    name: str = "lines"
    columns: tuple[str, ...] = ("lines", "right", "capital too many")

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        return {
            name: ratio(totals[..., at], totals[..., 0])
            for at, name in enumerate(self.columns[1:], start=1)
        }


def line_statistics(gold: Sequence[str], predicted: Sequence[str]) -> IntArray:
    """Return the rows of :class:`LineMetric`, one a line.

    >>> line_statistics(["Add to cart", "Yes."], ["Add to CART", "yes."]).tolist()
    [[1, 0, 1], [1, 0, 0]]
    """
    pairs = zip(gold, predicted, strict=True)
    rows = [[1, right == given, _has_capital_too_many(right, given)] for right, given in pairs]
    return np.array(rows, np.int64).reshape(-1, 3)


def _has_capital_too_many(gold: str, predicted: str) -> bool:
    pairs = zip(gold, predicted, strict=True)
    return any(given != right and given.isupper() for right, given in pairs)


def case_statistics(
    gold: Sequence[str],
    predicted: Sequence[str],
    name: str = "predicted",
) -> IntArray:
    """Return the statistics of :class:`CaseMetric` and :class:`NiuMetric`, a row for each segment.

    ``name`` is how errors call the predicted text.  Texts that differ in more than case are a
    :class:`CorpusError`.

    >>> totals = case_statistics(["Ann met IBM"], ["Ann Met ibm"]).sum(axis=0)
    >>> {name: int(count) for name, count in zip(_COLUMNS, totals) if count}
    {'LC>UC': 1, 'UC>UC': 1, 'CA>LC': 1, 'UC=': 1}
    """
    words = case_words(gold, predicted, name)
    width = len(_COLUMNS)
    begin = words.segments * width
    proposed, inside = (words.single & (one == MC) for one in (words.predicted, words.gold))
    counted = [
        begin + words.gold * 4 + words.predicted,
        (begin + 16 + words.gold)[words.equal],
        (begin + 20)[inside & words.equal],
        (begin + 21)[proposed],
        (begin + 22)[inside],
    ]
    counts = np.bincount(np.concatenate(counted), minlength=len(gold) * width)
    return np.asarray(counts.reshape(len(gold), width), dtype=np.int64)


def score_case(
    gold: Sequence[str],
    predicted: Sequence[str],
    documents: Sequence[Hashable] | None = None,
    signature: Signature | None = None,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen
    name: str = "predicted",
) -> Report:
    """Score predicted case against gold, with intervals and signature.

    >>> score = score_case(["Ann met IBM ."], ["Ann Met ibm ."], resampling=None)
    >>> print(score["precision"], score["recall"], score["f1"], score["accuracy"])
    50.00 50.00 50.00 50.00
    """
    signed = signature or Signature(metric="case")
    if not signed.data:
        signed = replace(signed, data=digest_texts(gold))
    statistics = case_statistics(gold, predicted, name=name)
    return score_statistics(CaseMetric(), statistics, signed, documents, resampling)


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
        for row in NIU_NAMES
    ]
    return Table(columns, rows, title, [f"`{score.signature}`" for score in scores.values()])


def _split(totals: IntArray) -> tuple[IntArray, IntArray]:
    return totals[..., :16].reshape(*totals.shape[:-1], 4, 4), totals[..., 16:20]
