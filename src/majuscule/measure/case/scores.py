"""Case scores: precision and recall of cased words, by class, and as in Niu et al.'s Table 1.

Truecasers are compared on cased words: a word is *proposed* if the prediction contains an
upper-case letter, *gold* if the reference does, *correct* if both and the strings are equal.
Accuracy (agreement with the original in Lita et al.) is the share of all words that are equal.

:class:`CaseMetric` and :class:`NiuMetric` read the same statistics: 16 counts of words by gold and
predicted class, 4 of equal words by class, and 3 of single words in mixed case.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from majuscule.arrays import F64, I64
from majuscule.measure.case.words import CA, CLASS_NAMES, LC, MC, UC, case_words
from majuscule.measure.metric import PRF, prf, ratio
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
"""Rows of Niu et al.'s Table 1 below the first, and the classes that each merges."""

SINGLE = "irregular mixed-case, single words"
"""A row not in the paper: most mixed-case words are compounds (*Contreras-Sweet*), in no list."""
NIU_NAMES = ("overall", *NIU_ROWS, SINGLE)


@dataclass(frozen=True)
class CaseMetric:
    """Accuracy; precision, recall and F1 of cased words and of each class (``UC f1``)."""

    name: str = "case"
    columns: tuple[str, ...] = _COLUMNS

    def measures(self, totals: I64) -> dict[str, F64]:
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

    In a row of one class, equal strings are correct.  In a row of several classes (the paper "does
    not distinguish" them), words whose gold and predicted classes are both among them are.
    """

    name: str = "niu"
    columns: tuple[str, ...] = _COLUMNS

    def measures(self, totals: I64) -> dict[str, F64]:
        table, equal = _split(totals)
        words = table.sum(axis=(-2, -1))
        result = prf("overall ", equal.sum(axis=-1), words, words)
        result |= prf(f"{SINGLE} ", *np.moveaxis(totals[..., 20:], -1, 0))
        for row, classes in NIU_ROWS.items():
            merged = list(classes)
            correct = (
                equal[..., merged[0]]
                if len(merged) == 1
                else table[..., merged, :][..., merged].sum(axis=(-2, -1))
            )
            result |= prf(
                f"{row} ",
                correct,
                table[..., merged].sum(axis=(-2, -1)),
                table[..., merged, :].sum(axis=(-2, -1)),
            )
        return result


@dataclass(frozen=True)
class AgreementMetric:
    """The share of tokens that equal the original, where punctuation marks are tokens.

    Lita et al. 2003 give the sizes of their test sets in tokens, so their agreement is over tokens;
    the accuracy of :class:`CaseMetric` is over words with the punctuation attached to them.
    """

    name: str = "agreement"
    columns: tuple[str, ...] = ("tokens", "equal")

    def measures(self, totals: I64) -> dict[str, F64]:
        return {"agreement": ratio(totals[..., 1], totals[..., 0])}


@dataclass(frozen=True)
class LineMetric:
    """The shares of lines without any error, and of lines with a capital too many."""

    name: str = "lines"
    columns: tuple[str, ...] = ("lines", "right", "capital too many")

    def measures(self, totals: I64) -> dict[str, F64]:
        return {
            name: ratio(totals[..., at], totals[..., 0])
            for at, name in enumerate(self.columns[1:], start=1)
        }


def line_statistics(gold: Sequence[str], predicted: Sequence[str]) -> I64:
    """Return the statistics of :class:`LineMetric`, a row for each line.

    >>> line_statistics(["Add to cart", "Yes."], ["Add to CART", "yes."]).tolist()
    [[1, 0, 1], [1, 0, 0]]
    """
    pairs = zip(gold, predicted, strict=True)
    rows = [[1, right == guess, _has_capital_too_many(right, guess)] for right, guess in pairs]
    return np.array(rows, np.int64).reshape(-1, 3)


def _has_capital_too_many(gold: str, predicted: str) -> bool:
    pairs = zip(gold, predicted, strict=True)
    return any(guess != right and guess.isupper() for right, guess in pairs)


def case_statistics(
    gold: Sequence[str],
    predicted: Sequence[str],
    name: str = "predicted",
) -> I64:
    """Return the statistics of :class:`CaseMetric` and :class:`NiuMetric`, a row for each segment.

    ``name`` stands for the predicted text in errors.  Texts that differ in more than case raise
    :class:`CorpusError`.

    >>> totals = case_statistics(["Ann met IBM"], ["Ann Met ibm"]).sum(axis=0)
    >>> {name: int(count) for name, count in zip(_COLUMNS, totals) if count}
    {'LC>UC': 1, 'UC>UC': 1, 'CA>LC': 1, 'UC=': 1}
    """
    words = case_words(gold, predicted, name)
    width = len(_COLUMNS)
    offset = words.segments * width
    proposed, mixed = (words.single & (one == MC) for one in (words.predicted, words.gold))
    counted = [
        offset + words.gold * 4 + words.predicted,
        (offset + 16 + words.gold)[words.equal],
        (offset + 20)[mixed & words.equal],
        (offset + 21)[proposed],
        (offset + 22)[mixed],
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
    """Score the case of predicted lines against gold, with intervals and signature.

    >>> score = score_case(["Ann met IBM ."], ["Ann Met ibm ."], resampling=None)
    >>> print(score["precision"], score["recall"], score["f1"], score["accuracy"])
    50.00 50.00 50.00 50.00
    """
    signature = signature or Signature(metric="case")
    if not signature.data:
        signature = replace(signature, data=digest_texts(gold))
    statistics = case_statistics(gold, predicted, name=name)
    return score_statistics(CaseMetric(), statistics, signature, documents, resampling)


def class_table(score: Report, title: str = "") -> Table:
    """Return P, R and F1 of cased words and of each class, from a ``case`` report."""
    rows: list[list[Cell]] = [["cased words", *(score[measure] for measure in PRF)]]
    rows += [[name, *(score[f"{name} {measure}"] for measure in PRF)] for name in CLASS_NAMES]
    return Table(["class", "P", "R", "F1"], rows, title, [f"`{score.signature}`"])


def niu_table(scores: Mapping[str, Report]) -> Table:
    """Return Niu et al.'s Table 1, with columns P, R and F for each named ``niu`` report.

    A class that was never proposed has no precision but an F of 0, where the paper's Table 2 (all
    output in lower case) prints N/A for both.
    """
    columns = ["case restored"]
    for name in scores:
        columns += [f"{name} {measure}".lstrip() for measure in "PRF"]
    rows: list[list[Cell]] = [
        [row, *(score[f"{row} {measure}"] for score in scores.values() for measure in PRF)]
        for row in NIU_NAMES
    ]
    return Table(columns, rows, notes=[f"`{score.signature}`" for score in scores.values()])


def _split(totals: I64) -> tuple[I64, I64]:
    """Return words by gold and predicted class, (..., 4, 4), and equal ones by class, (..., 4)."""
    return totals[..., :16].reshape(*totals.shape[:-1], 4, 4), totals[..., 16:20]
