"""Text with edits that change its length, and the mapping between old and new offsets.

An edit replaces a span, which may be empty, by a string.  Letters may also have changed case, which
moves no offset.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, Self

from majuscule.errors import UsageError


class Edit(NamedTuple):
    """Characters ``start`` to ``end`` of a text become ``text``."""

    start: int
    end: int
    text: str

    @property
    def growth(self) -> int:
        """Return by how many characters the text grows."""
        return len(self.text) - (self.end - self.start)


class EditedText(str):
    """A text made from another by edits: a string that knows what it was made from.

    >>> edited = EditedText.make("yes he paid five dollars", [Edit(3, 3, ","), Edit(12, 24, "$5")])
    >>> print(edited, edited.output(17), edited.source(13))
    yes, he paid $5 13 12
    """

    before: str
    """The text without the edits."""
    edits: tuple[Edit, ...]

    @classmethod
    def make(cls, text: str, edits: Iterable[Edit]) -> Self:
        """Return ``text`` with ``edits``, which are in order and do not overlap."""
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
        """Return where the text of each edit begins in this text."""
        return [edit.start + grown for edit, grown in zip(self.edits, self._grown, strict=False)]

    def recased(self, text: str) -> EditedText:
        """Return this text, edits included, in the case of ``text``, which is as long."""
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
        """Return ``later``, which was made from this text, as edits of the text before both.

        The edits of the two must not touch the same characters.

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
        """Return what is inserted at the end."""
        ends = (one.text for one in self.edits if one.start == one.end == len(self.before))
        return "".join(ends)

    def within(self, start: int, stop: int, apart: Container[int] = ()) -> EditedText:
        """Return ``before[start:stop]`` with the edits that lie wholly in it.

        An insertion at ``start`` belongs to what precedes; one at ``stop`` is left out if ``stop``
        is in ``apart``, where an empty part takes it.
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
        """Return where an offset of the text before lies in this text: before what is inserted
        there, and for an offset inside an edit's span, where that edit's text begins."""
        number = bisect_left(self._starts, offset)
        if number and offset < self.edits[number - 1].end:
            return self.outputs[number - 1]
        return offset + self._grown[number]

    def after(self, offset: int) -> int:
        """Return the same as :meth:`output`, but after what is inserted at the offset."""
        number = bisect_right(self._starts, offset)
        if number and offset < self.edits[number - 1].end:
            edit = self.edits[number - 1]
            return self.outputs[number - 1] + (0 if offset == edit.start else len(edit.text))
        return offset + self._grown[number]

    def source(self, offset: int) -> int:
        """Return where an offset of this text lies in the text before; for an offset inside an
        edit's text, where that edit's span begins."""
        return next(self.sources((offset,)))

    def sources(self, offsets: Iterable[int]) -> Iterator[int]:
        """Yield :meth:`source` of each of some ascending offsets."""
        edits, outputs, grown, number = self.edits, self.outputs, self._grown, 0
        for offset in offsets:
            number = bisect_right(outputs, offset, number)
            last = edits[number - 1] if number else None
            inside = last is not None and offset < outputs[number - 1] + len(last.text)
            yield last.start if last is not None and inside else offset - grown[number]
