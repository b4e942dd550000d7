"""A plan of marks: the changes that punctuating makes, stored apart from the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from majuscule.text.editing.edits import Edit, EditedText


@dataclass(frozen=True, slots=True)
class MarkEdit:
    """A mark to insert at offset ``at``, replacing the text from ``at`` to ``end``."""

    at: int
    end: int
    mark: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Sentence:
    """The span of a sentence, from its first character to the end of its last mark."""

    start: int
    end: int


def sentence_spans(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Sentence]:
    """Yield sentences, extending the spans of their words so that only white space is left out.

    Text between two sentences belongs to the first, unless it touches the next one, like an opening
    bracket, or is in its line.

    >>> text = '- [yes ?] "no" :)'
    >>> [text[one.start : one.end] for one in sentence_spans(text, [(3, 6), (11, 13)])]
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
    """The marks to insert into a text, its sentences, and its case.

    ``cased``: the text with its capitals, of the same length; ``marks`` in order; ``sentences``:
    offsets are of the input; ``figures``: spans that become figures; ``language``: the text's, if
    it is not the model's, in which case nothing changes.
    """

    text: str
    cased: str
    marks: tuple[MarkEdit, ...]
    sentences: tuple[Sentence, ...]
    figures: tuple[Edit, ...] = ()
    language: str = ""

    @property
    def changes(self) -> bool:
        """Return whether anything changes."""
        return bool(self.marks or self.figures) or self.cased != self.text

    def then(self, other: MarkPlan, edited: EditedText) -> MarkPlan:
        """Return this plan and one for its result, ``edited``, combined into one."""
        if not other.changes:
            same = replace(self, sentences=_moved(other.sentences, edited))
            vars(same)["_edited"] = edited  # fills the cache
            return same
        marks = [
            replace(one, at=edited.source(one.at), end=edited.source(one.end))
            for one in other.marks
        ]
        cased = edited.recased(other.cased).before
        merged = tuple(sorted((*self.marks, *marks), key=lambda one: one.at))
        return replace(self, cased=cased, marks=merged, sentences=_moved(other.sentences, edited))

    def apply(self) -> EditedText:
        """Return the punctuated text, which maps its offsets back to those of the input."""
        return self._edited

    @cached_property
    def _edited(self) -> EditedText:
        return EditedText.make(self.cased, self.edits())

    def edits(self) -> Iterator[Edit]:
        """Yield the marks and figures as edits, in order."""
        edits = [Edit(one.at, one.end, one.mark) for one in self.marks]
        if self.figures:
            edits = sorted((*edits, *self.figures), key=lambda one: (one.start, one.end))
        yield from edits

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON data; offsets are of the input."""
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
