"""Scores of named entities: over exact spans, by label, and as in the MUC-7 scorer.

A span is ``(start, end, label)`` in character offsets of its document; it is correct if the gold
contains an equal one.  P&R, 2P&R and P&2R are F with beta 1, 0.5 and 2: :class:`SpanMetric`
computes them over exact spans, :class:`SlotMetric` over two slots a mention, TYPE and TEXT
(Chinchor 1998), and :class:`MentionMetric` both.

The MUC scorer aligns answers (predicted spans) with keys (gold spans) that they overlap, then
judges the two slots of each pair: TYPE is correct if the labels are equal, TEXT if the extents are.
So a right extent with a wrong label earns half, as does the right label on an overlapping extent.
Each key has two possible slots, each answer two actual ones.  The alignment is one to one, in
passes from left to right: same extent and label; same extent; overlap and same label; any overlap.
Not implemented: optional keys and alternative strings, which no open corpus has.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from majuscule.arrays import F64, I64
from majuscule.errors import CorpusError, UsageError
from majuscule.measure.metric import f_measure, mean_of_defined, prf, ratio

Span = tuple[int, int, str]


@dataclass(frozen=True)
class SpanMetric:
    """Precision, recall, F1 over all spans, ``macro`` and by label; MUC's F measures."""

    labels: tuple[str, ...]
    """The labels that are scored, in the order of the report; others are refused."""
    name: str = "spans"

    def __post_init__(self) -> None:
        if not self.labels or len(set(self.labels)) != len(self.labels):
            raise UsageError(f"labels are {self.labels}; give at least one, each once")

    @property
    def columns(self) -> tuple[str, ...]:
        """Correct, proposed and gold spans of each label."""
        kinds = ("correct", "proposed", "gold")
        return tuple(f"{label} {kind}" for label in self.labels for kind in kinds)

    def measures(self, totals: I64) -> dict[str, F64]:
        table = totals.reshape(*totals.shape[:-1], len(self.labels), 3)
        correct, proposed, gold = np.moveaxis(table.sum(axis=-2), -1, 0)
        result = prf("", correct, proposed, gold) | muc_measures(correct, proposed, gold)
        by_label = prf("", *np.moveaxis(table, -1, 0))
        # A label that neither side has is undefined, and left out of the mean.
        result |= {f"macro {name}": mean_of_defined(values) for name, values in by_label.items()}
        for number, label in enumerate(self.labels):
            result |= {f"{label} {name}": values[..., number] for name, values in by_label.items()}
        return result

    def statistics(
        self, gold: Sequence[Iterable[Span]], predicted: Sequence[Iterable[Span]]
    ) -> I64:
        """Return a row of counts for each document.

        >>> metric = SpanMetric(("PER", "LOC"))
        >>> gold = [[(0, 5, "PER"), (9, 12, "LOC")]]
        >>> metric.statistics(gold, [[(0, 5, "PER"), (9, 12, "PER")]]).tolist()
        [[1, 2, 1, 0, 0, 1]]
        """
        numbers = {label: number for number, label in enumerate(self.labels)}
        rows = np.zeros((len(gold), len(self.labels), 3), dtype=np.int64)
        for row, (keys, answers) in zip(rows, _span_sets(gold, predicted, numbers), strict=True):
            for kind, spans in enumerate((keys & answers, answers, keys)):
                for _, _, label in spans:
                    row[numbers[label], kind] += 1
        return rows.reshape(len(gold), -1)


def muc_measures(correct: I64, proposed: I64, gold: I64) -> dict[str, F64]:
    """Return P&R, 2P&R (which favours precision) and P&2R (which favours recall)."""
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


def _span_sets(
    gold: Sequence[Iterable[Span]], predicted: Sequence[Iterable[Span]], labels: Iterable[str]
) -> list[tuple[set[Span], set[Span]]]:
    """Return keys and answers of each document, or raise :class:`CorpusError` for a bad span."""
    if len(gold) != len(predicted):
        raise CorpusError(
            f"there are {len(predicted)} documents, but gold has {len(gold)}; score the same "
            "documents",
            "predicted",
        )
    known = frozenset(labels)
    return [
        (_span_set(keys, known, "gold", number), _span_set(answers, known, "predicted", number))
        for number, (keys, answers) in enumerate(zip(gold, predicted, strict=True), 1)
    ]


def _span_set(document: Iterable[Span], known: frozenset[str], side: str, number: int) -> set[Span]:
    spans: set[Span] = set()
    for start, end, label in document:
        where = f"{side}, document {number}, span {start}-{end}"
        if not 0 <= start < end:
            raise CorpusError("a span must begin at 0 or later and contain a character", where)
        if label not in known:
            listed = ", ".join(sorted(known))
            raise CorpusError(f"unknown label {label!r}; labels are {listed}", where)
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
    """Precision, recall and MUC's F measures over both slots, by slot and by element."""

    labels: tuple[str, ...]
    """The labels that are scored; others are refused."""
    elements: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    """The labels of each element of the markup, such as ENAMEX."""
    name: str = "muc"

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The scored labels of each element, or nothing if at most one element has any.

        Each element is scored separately: a name predicted as a date is a missing name and a
        spurious date.
        """
        groups = {
            element: tuple(label for label in labels if label in self.labels)
            for element, labels in self.elements.items()
        }
        groups = {element: labels for element, labels in groups.items() if labels}
        return groups if len(groups) > 1 else {}

    @property
    def columns(self) -> tuple[str, ...]:
        """Correct slots, proposed and gold spans, of all labels and of each element."""
        kinds = ("TYPE correct", "TEXT correct", "proposed", "gold")
        prefixes = ("", *(f"{element} " for element in self.groups))
        return tuple(prefix + kind for prefix in prefixes for kind in kinds)

    def measures(self, totals: I64) -> dict[str, F64]:
        groups = self.groups
        table = totals.reshape(*totals.shape[:-1], 1 + len(groups), 4)
        types, texts, proposed, gold = np.moveaxis(table, -1, 0)
        by_element = prf("", types + texts, 2 * proposed, 2 * gold)
        result = {name: values[..., 0] for name, values in by_element.items()}
        types, texts, proposed, gold = (one[..., 0] for one in (types, texts, proposed, gold))
        result |= muc_measures(types + texts, 2 * proposed, 2 * gold)
        for slot, right in (("TYPE", types), ("TEXT", texts)):
            result[f"{slot} precision"] = ratio(right, proposed)
            result[f"{slot} recall"] = ratio(right, gold)
        for number, element in enumerate(groups, 1):
            for name, values in by_element.items():
                result[f"{element} {name}"] = values[..., number]
        return result

    def statistics(
        self, gold: Sequence[Iterable[Span]], predicted: Sequence[Iterable[Span]]
    ) -> I64:
        """Return a row of counts for each document.

        >>> metric = SlotMetric(("PER", "LOC"))
        >>> metric.statistics([[(0, 5, "PER")]], [[(0, 9, "PER")]]).tolist()
        [[1, 0, 1, 1]]
        """
        groups = (self.labels, *self.groups.values())
        rows = [
            [
                _count_slots(*({one for one in side if one[2] in labels} for side in both))
                for labels in groups
            ]
            for both in _span_sets(gold, predicted, self.labels)
        ]
        return np.array(rows, dtype=np.int64).reshape(len(rows), 4 * len(groups))


def _count_slots(gold: set[Span], predicted: set[Span]) -> tuple[int, int, int, int]:
    """Return correct TYPE slots, correct TEXT slots, predicted and gold spans."""
    pairs = align_mentions(gold, predicted)
    types = sum(key[2] == answer[2] for key, answer in pairs)
    texts = sum(key[:2] == answer[:2] for key, answer in pairs)
    return types, texts, len(predicted), len(gold)


METRICS = ("spans", "muc")
"""The two ways of scoring mentions; names of measures of the second begin with its name."""


def measure_of(metric: str, measure: str) -> str:
    """Return what :class:`MentionMetric` calls a measure of one of the two metrics.

    >>> measure_of("spans", "f1"), measure_of("muc", "f1")
    ('f1', 'muc f1')
    """
    return measure if metric == METRICS[0] else f"{metric} {measure}"


@dataclass(frozen=True)
class MentionMetric:
    """The measures of :class:`SpanMetric`, and those of :class:`SlotMetric` prefixed with ``muc``.

    Both are computed from one row of counts, so that they are resampled together.
    """

    labels: tuple[str, ...]
    """The labels that are scored; others are refused."""
    elements: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    """The labels of each element of the markup."""
    name: str = "spans+muc"

    @property
    def spans(self) -> SpanMetric:
        return SpanMetric(self.labels)

    @property
    def slots(self) -> SlotMetric:
        return SlotMetric(self.labels, self.elements)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of :class:`SpanMetric`, then those of :class:`SlotMetric`."""
        slots = (measure_of(METRICS[1], name) for name in self.slots.columns)
        return (*self.spans.columns, *slots)

    def measures(self, totals: I64) -> dict[str, F64]:
        cut = len(self.spans.columns)
        slots = self.slots.measures(totals[..., cut:])
        named = {measure_of(METRICS[1], name): values for name, values in slots.items()}
        return self.spans.measures(totals[..., :cut]) | named

    def statistics(
        self, gold: Sequence[Iterable[Span]], predicted: Sequence[Iterable[Span]]
    ) -> I64:
        """Return a row of counts for each document.

        >>> metric = MentionMetric(("PER",))
        >>> metric.statistics([[(0, 5, "PER")]], [[(0, 9, "PER")]]).tolist()
        [[0, 1, 1, 1, 0, 1, 1]]
        """
        both = [[list(one) for one in side] for side in (gold, predicted)]
        counts = [metric.statistics(*both) for metric in (self.spans, self.slots)]
        return np.concatenate(counts, axis=1)


def align_mentions(gold: Iterable[Span], predicted: Iterable[Span]) -> list[tuple[Span, Span]]:
    """Pair gold spans with predicted ones that overlap, each span in at most one pair.

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
    """Return all pairs that share a character, from left to right."""
    starts = [start for start, _, _ in answers]
    longest = max((end - start for start, end, _ in answers), default=0)
    pairs = []
    for key in keys:
        near = answers[bisect_right(starts, key[0] - longest) : bisect_left(starts, key[1])]
        pairs += [(key, answer) for answer in near if answer[1] > key[0]]
    return pairs
