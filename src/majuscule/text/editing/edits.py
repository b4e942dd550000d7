"""Text with edits that change its length, and the mapping between old and new offsets.

An edit replaces a span, which may be empty, by a string.  Letters may also have changed case, which
moves no offset.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, Self

from majuscule.errors import UsageError


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters ``start`` to ``end`` of a text become ``text``."""

    start: int
    end: int
    text: str

    @property
    def growth(self) -> int:
        """Return by how many characters the text grows."""
        return len(self.text) - (self.end - self.start)


class EditedText(str):
    """A text that was made from another by edits: a string that knows where it comes from.

    >>> edited = EditedText.make("yes he paid five dollars", [Edit(3, 3, ","), Edit(12, 24, "$5")])
    >>> print(edited, edited.output(17), edited.source(13))
    yes, he paid $5 13 12
    """

    before: str
    """The text without the edits."""
    edits: tuple[Edit, ...]

    @classmethod
    def make(cls, text: str, edits: Iterable[Edit]) -> Self:
        """Return a text with edits, which are in order and do not overlap."""
        done = tuple(edits)
        parts, at = [], 0
        for edit in done:
            if not at <= edit.start <= edit.end <= len(text):
                raise UsageError("edits overlap, go backwards or go beyond the text")
            parts += [text[at : edit.start], edit.text]
            at = edit.end
        made = cls("".join([*parts, text[at:]]))
        made.before, made.edits = text, done
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return self.make, (self.before, self.edits)

    @cached_property
    def _starts(self) -> Sequence[int]:
        return [edit.start for edit in self.edits]

    @cached_property
    def _grown(self) -> Sequence[int]:
        return [0, *accumulate(edit.growth for edit in self.edits)]

    @cached_property
    def outputs(self) -> Sequence[int]:
        """Return where each edit's text begins in the text as it is now."""
        return [edit.start + grown for edit, grown in zip(self.edits, self._grown, strict=False)]

    def recased(self, text: str) -> EditedText:
        """Return this text with its letters, those of edits too, in the case of ``text``, which is
        as long."""
        kept: list[str] = []
        edits: list[Edit] = []
        at = 0
        for edit, output in zip(self.edits, self.outputs, strict=True):
            # ``make`` needs the text without edits, in the new case between them.
            kept += [text[at:output], self.before[edit.start : edit.end]]
            at = output + len(edit.text)
            edits.append(Edit(edit.start, edit.end, text[output:at]))
        return self.make("".join([*kept, text[at:]]), edits)

    def then(self, later: EditedText) -> EditedText:
        """Return what became of this text ``later`` as edits of the text before both; those of the
        two touch no character in common.

        >>> marked = EditedText.make("Muenchen ja", [Edit(8, 8, ",")])
        >>> both = marked.then(EditedText.make(marked, [Edit(1, 3, "ü")]))
        >>> print(both, both.before)
        München, ja Muenchen ja
        """
        moved = (
            Edit(self.source(one.start), self.source(one.end), one.text) for one in later.edits
        )
        merged = sorted((*self.edits, *moved), key=lambda one: (one.start, one.end))
        return self.make(self.before, merged)

    @property
    def behind(self) -> str:
        """Return what is put in at the end."""
        ends = (one.text for one in self.edits if one.start == one.end == len(self.before))
        return "".join(ends)

    def within(self, start: int, stop: int, apart: Container[int] = ()) -> EditedText:
        """Return what a part of the text before became, by the edits that are wholly in it.

        What is put in where the part begins belongs to what stands before it, and what is put in
        where it ends is left out if something that is empty stands ``apart`` there to take it.
        """
        if not self.edits:
            return self.make(self[start:stop], ())
        first = bisect_left(self._starts, start)
        last = bisect_right(self._starts, stop)
        chosen = (
            Edit(one.start - start, one.end - start, one.text)
            for one in self.edits[first:last]
            if one.end <= stop
            and (start < one.end or start == stop)
            and not (one.start == stop and start < stop and stop in apart)
        )
        return self.make(self.before[start:stop], chosen)

    def output(self, offset: int) -> int:
        """Return where an offset of the text before is now: before what is put in there; what is
        inside an edit's span is where that edit's text begins."""
        number = bisect_left(self._starts, offset)
        if number and offset < self.edits[number - 1].end:
            return self.outputs[number - 1]
        return offset + self._grown[number]

    def after(self, offset: int) -> int:
        """Return as :meth:`output` does, but behind what is put in at the offset."""
        number = bisect_right(self._starts, offset)
        if number and offset < self.edits[number - 1].end:
            edit = self.edits[number - 1]
            return self.outputs[number - 1] + (0 if offset == edit.start else len(edit.text))
        return offset + self._grown[number]

    def source(self, offset: int) -> int:
        """Return where an offset of this text was before; inside an edit's text, where that edit's
        span begins."""
        return next(self.sources((offset,)))

    def sources(self, offsets: Iterable[int]) -> Iterator[int]:
        """Yield what :meth:`source` returns of each of some offsets, which ascend."""
        edits, outputs, grown, number = self.edits, self.outputs, self._grown, 0
        for offset in offsets:
            number = bisect_right(outputs, offset, number)
            last = edits[number - 1] if number else None
            inside = last is not None and offset < outputs[number - 1] + len(last.text)
            yield last.start if last is not None and inside else offset - grown[number]
