"""Mentions of entities, which are labelled spans by character offsets, and sets of labels."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from majuscule.errors import CorpusError, UsageError


@dataclass(frozen=True, order=True, slots=True)
class Mention:
    """A labelled span: ``text[start:end]``; ``confidence`` is 1 if a person set it.

    >>> Mention(0, 6, "PER").of("Angela met Joe")
    'Angela'
    """

    start: int
    end: int
    label: str
    confidence: float = 1.0

    def of(self, text: str) -> str:
        """Return the characters of the span."""
        return text[self.start : self.end]

    @property
    def span(self) -> tuple[int, int, str]:
        """Return start, end and label, which scores compare."""
        return self.start, self.end, self.label


@dataclass(frozen=True)
class LabelSet:
    """The labels that a corpus teaches or a model predicts, in order."""

    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.labels or len(set(self.labels)) != len(self.labels):
            raise UsageError(f"labels are {self.labels}; give at least one, each once")
        for label in self.labels:
            if not label or label == "O" or any(c.isspace() for c in label):
                raise UsageError(
                    f"{label!r} cannot be a label; a label is not empty, not O, and has no space"
                )

    def __contains__(self, label: object) -> bool:
        return label in self.labels

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)


MUC = LabelSet(("PER", "ORG", "LOC", "DATE", "TIME", "MONEY", "PERCENT"))
"""The classes of MUC-6 and MUC-7: ENAMEX (PERSON, ORGANIZATION, LOCATION), TIMEX and NUMEX."""

ELEMENTS = {
    "ENAMEX": ("PER", "ORG", "LOC"),
    "TIMEX": ("DATE", "TIME"),
    "NUMEX": ("MONEY", "PERCENT"),
}
"""The elements of MUC's markup, and the classes of each, distinguished by its type."""

LONG_NAMES = {"PERSON": "PER", "ORGANIZATION": "ORG", "ORGANISATION": "ORG", "LOCATION": "LOC"}
"""Long names of the MUC classes, as in SGML files."""


def check_mentions(mentions: Iterable[Mention], length: int, where: str) -> tuple[Mention, ...]:
    """Return mentions sorted; :class:`CorpusError` for one outside the text or overlapping."""
    ordered = tuple(sorted(mentions))
    end = 0
    for mention in ordered:
        if not 0 <= mention.start < mention.end <= length:
            raise CorpusError(
                f"mention {mention.start}-{mention.end} is outside the text, which has {length} "
                "characters",
                where,
            )
        if mention.start < end:
            raise CorpusError(
                f"mention {mention.start}-{mention.end} overlaps another; mentions must be flat",
                where,
            )
        end = mention.end
    return ordered


def apart(some: Iterable[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Return those of some mentions that overlap none of ``others``, which are sorted and flat.

    >>> held = [Mention(0, 6, "PER")]
    >>> apart([Mention(4, 8, "LOC"), Mention(6, 8, "ORG")], held)
    [Mention(start=6, end=8, label='ORG', confidence=1.0)]
    """
    return [one for one in some if not others[overlapping(others, one.start, one.end)]]


def overlapping(mentions: Sequence[Mention], start: int, end: int) -> slice:
    """Return where the mentions that overlap a span are among some that are sorted and flat.

    >>> overlapping([Mention(0, 6, "PER"), Mention(7, 9, "LOC")], 6, 8)
    slice(1, 2, None)
    """
    first = bisect_right(mentions, start, key=attrgetter("end"))
    return slice(first, bisect_left(mentions, end, first, key=attrgetter("start")))
