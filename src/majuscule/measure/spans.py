"""Exact-span scores of named entities: by label, micro and macro, and MUC's three F measures.

A span is ``(start, end, label)`` in character offsets of its document; it is correct if the gold
has the same three.  P&R, 2P&R and P&2R are F with beta 1, 0.5 and 2 (MUC-7 scorer), here over
exact spans; :class:`SlotMetric` has them over two slots a mention, TYPE and TEXT (Chinchor 1998).

The MUC scorer first aligns each answer with a key that it overlaps, then judges the two slots of
the pair: TYPE is correct if the labels are equal, TEXT if the extents are.  A span of the right
extent with a wrong label earns half, as does the right label on a wrong extent that overlaps.
Possible slots are two for each gold span, actual slots two for each predicted one.  The alignment
is one to one and made in passes, each from left to right: same extent and label; same extent;
overlap and same label; any overlap.  Left out: optional keys and alternative strings, which none of
the open corpora has.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.errors import CorpusError, UsageError
from majuscule.measure.metric import FloatArray, IntArray, f_measure, mean_of_defined, prf, ratio

Span = tuple[int, int, str]


@dataclass(frozen=True)
class SpanMetric:
    """Precision, recall, F1 over all spans, ``macro`` and by label; MUC's F measures."""

    labels: tuple[str, ...]
    """The labels that are scored, in the order of the report; others are refused."""
    name: str = "spans"

    def __post_init__(self) -> None:
        if not self.labels or len(set(self.labels)) != len(self.labels):
            raise UsageError(f"labels are {self.labels}: give at least one, each once")

    @property
    def columns(self) -> tuple[str, ...]:
        """Correct, proposed and gold spans of each label."""
        kinds = ("correct", "proposed", "gold")
        return tuple(f"{label} {kind}" for label in self.labels for kind in kinds)

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        table = totals.reshape(*totals.shape[:-1], len(self.labels), 3)
        correct, proposed, gold = np.moveaxis(table.sum(axis=-2), -1, 0)
        result = prf("", correct, proposed, gold) | muc_measures(correct, proposed, gold)
        by_label = prf("", *np.moveaxis(table, -1, 0))
        # Labels that neither side has are no evidence: the mean is over the others.
        result |= {f"macro {name}": mean_of_defined(values) for name, values in by_label.items()}
        for number, label in enumerate(self.labels):
            result |= {f"{label} {name}": values[..., number] for name, values in by_label.items()}
        return result

    def statistics(
        self, gold: Sequence[Iterable[Span]], predicted: Sequence[Iterable[Span]]
    ) -> IntArray:
        """Return a row of counts for each document.

        >>> metric = SpanMetric(("PER", "LOC"))
        >>> gold = [[(0, 5, "PER"), (9, 12, "LOC")]]
        >>> metric.statistics(gold, [[(0, 5, "PER"), (9, 12, "PER")]]).tolist()
        [[1, 2, 1, 0, 0, 1]]
        """
        numbers = {label: number for number, label in enumerate(self.labels)}
        rows = np.zeros((len(gold), len(self.labels), 3), dtype=np.int64)
        for row, (right, guess) in zip(rows, _checked(gold, predicted, numbers), strict=True):
            for kind, spans in enumerate((right & guess, guess, right)):
                for _, _, label in spans:
                    row[numbers[label], kind] += 1
        return rows.reshape(len(gold), -1)


def muc_measures(correct: IntArray, proposed: IntArray, gold: IntArray) -> dict[str, FloatArray]:
    """Return P&R, 2P&R (precision counts more) and P&2R (recall counts more)."""
    return {
        name: f_measure(correct, proposed, gold, beta)
        for name, beta in (("P&R", 1.0), ("2P&R", 0.5), ("P&2R", 2.0))
    }


def labels_of(*annotations: Sequence[Iterable[Span]]) -> tuple[str, ...]:
    """Return all labels that occur, sorted.

    >>> labels_of([[(0, 5, "PER")], []], [[(0, 5, "LOC")], []])
    ('LOC', 'PER')
    """
    documents = (document for annotation in annotations for document in annotation)
    return tuple(sorted({label for document in documents for _, _, label in document}))


def _checked(
    gold: Sequence[Iterable[Span]], predicted: Sequence[Iterable[Span]], labels: Iterable[str]
) -> list[tuple[set[Span], set[Span]]]:
    """Return the spans of each document as sets, or say which span cannot be scored."""
    if len(gold) != len(predicted):
        raise CorpusError(
            f"there are {len(predicted)} documents where gold has {len(gold)}: "
            "score the same documents",
            "predicted",
        )
    known = frozenset(labels)
    return [
        (_as_set(right, known, "gold", number), _as_set(guess, known, "predicted", number))
        for number, (right, guess) in enumerate(zip(gold, predicted, strict=True), 1)
    ]


def _as_set(document: Iterable[Span], known: frozenset[str], side: str, number: int) -> set[Span]:
    spans: set[Span] = set()
    for start, end, label in document:
        where = f"{side}, document {number}, span {start}-{end}"
        if not 0 <= start < end:
            raise CorpusError("a span must begin at 0 or later and hold a character", where)
        if label not in known:
            listed = ", ".join(sorted(known))
            raise CorpusError(f"label {label!r} is not scored: known are {listed}", where)
        if (start, end, label) in spans:
            raise CorpusError(f"label {label!r} is given twice", where)
        spans.add((start, end, label))
    return spans


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
        for right, guess in _checked(gold, predicted, self.labels):
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
    """Return all pairs that share a character, in order."""
    starts = [start for start, _, _ in answers]
    longest = max((end - start for start, end, _ in answers), default=0)
    found = []
    for key in keys:
        near = answers[bisect_right(starts, key[0] - longest) : bisect_left(starts, key[1])]
        found += [(key, answer) for answer in near if answer[1] > key[0]]
    return found
