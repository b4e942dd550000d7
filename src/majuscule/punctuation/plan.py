"""A plan of marks: what is put behind the words of a text, kept apart from the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from majuscule.text.editing.edits import Edit, EditedText


@dataclass(frozen=True, slots=True)
class MarkEdit:
    """A mark that is put in: ``at`` an offset of the text, in place of what ends at ``end``."""

    at: int
    end: int
    mark: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text: a span, from its first character to behind its last mark."""

    start: int
    end: int


def widened(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Sentence]:
    """Yield sentences, from the spans of their words, so that only blanks are left out.

    What stands behind a sentence belongs to it, but for what touches the next one, as an opening
    bracket does, or stands in its line.

    >>> text = '- [yes ?] "no" :)'
    >>> [text[one.start : one.end] for one in widened(text, [(3, 6), (11, 13)])]
    ['- [yes ?]', '"no" :)']
    """
    begin = len(text) - len(text.lstrip())
    if not spans and begin < len(text):
        yield Sentence(begin, len(text.rstrip()))
    for (_, end), (start, _) in pairwise(spans):
        gap = text[end:start]
        cut = gap.find("\n")
        if cut < 0:
            cut = len(gap)
            while cut and not gap[cut - 1].isspace():
                cut -= 1
            cut = cut or len(gap)
        yield Sentence(begin, end + len(gap[:cut].rstrip()))
        begin = end + cut + len(gap[cut:]) - len(gap[cut:].lstrip())
    for _, end in spans[-1:]:
        yield Sentence(begin, end + len(text[end:].rstrip()))


@dataclass(frozen=True)
class MarkPlan:
    """What becomes of a text: marks that are put in, its sentences, and its case.

    ``cased``: the text with its capitals, as long as it was; ``marks`` in order; ``sentences`` with
    offsets of the text as it was given; ``figures``: spans that become figures; ``language``: that
    of the text where it is not the model's, in which case nothing changes.
    """

    text: str
    cased: str
    marks: tuple[MarkEdit, ...]
    sentences: tuple[Sentence, ...]
    figures: tuple[Edit, ...] = ()
    language: str = ""

    @property
    def changes(self) -> bool:
        """Tell whether anything changes."""
        return bool(self.marks or self.figures) or self.cased != self.text

    def then(self, other: MarkPlan, edited: EditedText) -> MarkPlan:
        """Return this plan and then one that was made for its result, ``edited``, as one plan."""
        if not other.changes:
            same = replace(self, sentences=_moved(other.sentences, edited))
            vars(same)["_edited"] = edited  # which is not made once more
            return same
        marks = [
            replace(one, at=edited.source(one.at), end=edited.source(one.end))
            for one in other.marks
        ]
        cased = edited.recased(other.cased).before
        merged = tuple(sorted((*self.marks, *marks), key=lambda one: one.at))
        return replace(self, cased=cased, marks=merged, sentences=_moved(other.sentences, edited))

    def apply(self) -> EditedText:
        """Return the text as planned, which knows the way back to the offsets before."""
        return self._edited

    @cached_property
    def _edited(self) -> EditedText:
        return EditedText.make(self.cased, self.edits())

    def edits(self) -> Iterator[Edit]:
        """Yield all that changes the length of the text, in order."""
        marks = [Edit(one.at, one.end, one.mark) for one in self.marks]
        if self.figures:
            marks = sorted((*marks, *self.figures), key=lambda one: (one.start, one.end))
        yield from marks

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON data; offsets are those of the text as it was given."""
        edited = self.apply()
        return {
            **({"language": self.language} if self.language else {}),
            "text": str(edited),
            "marks": [
                {
                    "at": one.at,
                    "output": edited.output(one.at),
                    "mark": one.mark,
                    "confidence": round(one.confidence, 4),
                    **({"replaces": self.text[one.at : one.end]} if one.end > one.at else {}),
                }
                for one in self.marks
            ],
            "sentences": [
                {
                    "start": one.start,
                    "end": one.end,
                    "text": edited[edited.output(one.start) : edited.after(one.end)],
                }
                for one in self.sentences
            ],
        }


def _moved(sentences: tuple[Sentence, ...], edited: EditedText) -> tuple[Sentence, ...]:
    if not sentences:
        return ()
    bounds = edited.sources(at for one in sentences for at in (one.start, one.end))
    return tuple(map(Sentence, bounds, bounds))
