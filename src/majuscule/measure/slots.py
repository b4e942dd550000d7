"""MUC scores of named entities over two slots a mention: TYPE and TEXT (Chinchor 1998).

The MUC scorer first aligns each answer with a key that it overlaps, then judges two slots of the
pair: TYPE is correct if the labels are equal, TEXT if the extents are.  A span of the right extent
with a wrong label earns half, as does the right label on a wrong extent that overlaps.  Possible
slots are two for each gold span, actual slots two for each predicted one.

The alignment is one to one and made in passes, each from left to right: same extent and label;
same extent; overlap and same label; any overlap.  Left out: optional keys and alternative strings,
which none of the open corpora has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from majuscule.measure.metric import FloatArray, IntArray
from majuscule.measure.ratios import ratio
from majuscule.measure.spans import Span, checked_spans, muc_measures

_PASSES: tuple[Callable[[Span, Span], bool], ...] = (
    lambda key, answer: key == answer,
    lambda key, answer: key[:2] == answer[:2],
    lambda key, answer: key[2] == answer[2],
    lambda key, answer: True,
)


@dataclass(frozen=True)
class SlotMetric:
    """Precision, recall and MUC's F measures over slots, and of each slot alone."""

    labels: tuple[str, ...]
    """The labels that are scored; others are refused."""
    name: str = "muc"
    columns: tuple[str, ...] = ("TYPE correct", "TEXT correct", "proposed", "gold")

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return measures of shape ``[...]`` from totals of shape ``[..., 4]``."""
        types, texts, proposed, gold = np.moveaxis(totals, -1, 0)
        correct = types + texts
        result = {
            "precision": ratio(correct, 2 * proposed),
            "recall": ratio(correct, 2 * gold),
            **muc_measures(correct, 2 * proposed, 2 * gold),
        }
        for slot, right in (("TYPE", types), ("TEXT", texts)):
            result[f"{slot} precision"] = ratio(right, proposed)
            result[f"{slot} recall"] = ratio(right, gold)
        return result

    def statistics(
        self, gold: Sequence[Iterable[Span]], predicted: Sequence[Iterable[Span]]
    ) -> IntArray:
        """Return a row of counts for each document.

        >>> metric = SlotMetric(("PER", "LOC"))
        >>> metric.statistics([[(0, 5, "PER")]], [[(0, 9, "PER")]]).tolist()
        [[1, 0, 1, 1]]
        """
        rows = []
        for right, guess in zip(*checked_spans(gold, predicted, self.labels), strict=True):
            pairs = align_mentions(right, guess)
            types = sum(key[2] == answer[2] for key, answer in pairs)
            texts = sum(key[:2] == answer[:2] for key, answer in pairs)
            rows.append((types, texts, len(guess), len(right)))
        return np.array(rows, dtype=np.int64).reshape(len(rows), 4)


def align_mentions(gold: Iterable[Span], predicted: Iterable[Span]) -> list[tuple[Span, Span]]:
    """Return pairs of a gold and a predicted span that overlap, each span in one pair at most.

    >>> align_mentions([(0, 5, "PER"), (6, 9, "LOC")], [(0, 9, "LOC")])
    [((6, 9, 'LOC'), (0, 9, 'LOC'))]
    """
    keys, answers = sorted(gold), sorted(predicted)
    candidates = _overlaps(keys, answers)
    pairs = []
    keys_left, answers_left = set(keys), set(answers)
    for fits in _PASSES:
        for key, answer in candidates:
            if key in keys_left and answer in answers_left and fits(key, answer):
                keys_left.discard(key)
                answers_left.discard(answer)
                pairs.append((key, answer))
    return sorted(pairs)


def _overlaps(keys: list[Span], answers: list[Span]) -> list[tuple[Span, Span]]:
    """Return all pairs that share a character, in order, by a sweep from left to right."""
    found = []
    first = 0
    longest = max((end - start for start, end, _ in answers), default=0)
    for key in keys:
        while first < len(answers) and answers[first][0] + longest <= key[0]:
            first += 1
        for answer in islice(answers, first, None):
            if answer[0] >= key[1]:
                break
            if answer[1] > key[0]:
                found.append((key, answer))
    return found
