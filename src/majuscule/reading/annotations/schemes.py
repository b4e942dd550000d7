"""Tag schemes: mentions over tokens encoded as one tag per token, and decoded.

``bio2``: the first token of a mention is B, the others I.  ``bceu``: begin, continue, end, unique,
the scheme of Chieu & Ng 2002 (section 3), 29 tags for the seven MUC classes.  A scheme consists of
its tags, which tag may follow which, and which may begin or end a sequence, all that Viterbi search
over admissible sequences needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.arrays import I64, U8, Bools
from majuscule.errors import UsageError

OUTSIDE = "O"

TokenSpan = tuple[int, int, str]
"""First token, token after the last, label."""

PARTS = {"bio2": ("B", "I"), "bceu": ("B", "C", "E", "U")}
"""The parts of a mention in each scheme."""


@dataclass(frozen=True)
class Scheme:
    """A tag scheme over some labels; tag 0 is O.

    >>> Scheme("bio2", ("PER",)).tags
    ('O', 'B-PER', 'I-PER')
    """

    name: str
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.name not in PARTS:
            raise UsageError(f"there is no scheme {self.name!r}; schemes are {', '.join(PARTS)}")

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Return the names of the tags, numbered in this order."""
        parts = PARTS[self.name]
        return (OUTSIDE, *(f"{part}-{label}" for label in self.labels for part in parts))

    @cached_property
    def follows(self) -> Bools:
        """Return whether tag j may follow tag i, (tags, tags)."""
        return np.array([[self._may_follow(one, two) for two in self.tags] for one in self.tags])

    @cached_property
    def begins(self) -> Bools:
        """Return whether each tag may begin a sequence: those that may follow O."""
        return np.array(self.follows[0], np.bool_)

    @cached_property
    def ends(self) -> Bools:
        """Return whether each tag may end a sequence: those that O may follow."""
        return np.array(self.follows[:, 0], np.bool_)

    @cached_property
    def not_first(self) -> I64:
        """Return the tags that may not begin a sequence."""
        return np.flatnonzero(~self.begins)

    @cached_property
    def not_last(self) -> I64:
        """Return the tags that may not end a sequence."""
        return np.flatnonzero(~self.ends)

    @cached_property
    def _parts(self) -> tuple[tuple[str, str], ...]:
        return tuple(map(_parts_of, self.tags))

    def _may_follow(self, one: str, two: str) -> bool:
        goes_on = two[:2] in ("I-", "C-", "E-")
        is_open = one[:2] in ("B-", "C-") if self.name == "bceu" else one != OUTSIDE
        if goes_on:
            return is_open and one[2:] == two[2:]
        return not (is_open and self.name == "bceu")

    def encode(self, spans: Iterable[TokenSpan], length: int) -> U8:
        """Return the tag numbers of ``length`` tokens; spans must not overlap.

        >>> Scheme("bceu", ("PER", "LOC")).encode([(0, 3, "PER"), (4, 5, "LOC")], 5).tolist()
        [1, 2, 3, 0, 8]
        """
        tags = np.zeros(length, np.uint8)
        parts = len(PARTS[self.name])
        for start, stop, label in spans:
            first = 1 + parts * self.labels.index(label)
            tags[start:stop] = first + 1
            tags[start] = first
            if self.name == "bceu":
                tags[stop - 1] = first + 2 if stop - start > 1 else first + 3
        return tags

    def decode(self, tags: Sequence[int] | U8) -> list[TokenSpan]:
        """Return the spans of an admissible sequence of tag numbers."""
        return _read([self._parts[tag] for tag in tags])[0]


def read_tags(tags: Sequence[str]) -> tuple[list[TokenSpan], int]:
    """Return the spans of tags of either scheme, of IOBES, BILOU or BMES, and how many tags were
    repaired.

    The repair is that of conlleval: a tag that continues a mention where there is none begins one.
    So ``O I-PER`` and ``B-LOC I-PER`` begin a person at I; in the second scheme, a mention without
    an end tag ends at its last token.

    >>> read_tags(["B-PER", "I-PER", "O", "I-LOC"])
    ([(0, 2, 'PER'), (3, 4, 'LOC')], 1)
    """
    return _read(map(_parts_of, tags))


_READ_AS = {part: part for part in "BICEU"} | {"S": "U", "L": "E", "M": "C"}
"""The parts of tags that are read: also those of IOBES, BILOU and BMES."""


def _parts_of(tag: str) -> tuple[str, str]:
    part, _, name = tag.partition("-")
    return _READ_AS.get(part, part), name


def _read(tags: Iterable[tuple[str, str]]) -> tuple[list[TokenSpan], int]:
    """Decode tags that are already split into part and label: see :func:`read_tags`."""
    spans: list[TokenSpan] = []
    repairs = 0
    start, label = 0, ""
    needs_end = False  # whether the open mention is of the second scheme
    for index, (part, name) in enumerate((*tags, (OUTSIDE, ""))):
        goes_on = bool(label) and name == label and part in ("I", "C", "E")
        if label and not goes_on:
            spans.append((start, index, label))
            repairs += needs_end
            label = ""
        if part == OUTSIDE or not name:
            continue
        if not label:
            start, label = index, name
            repairs += part in ("I", "C", "E")
        needs_end = part == "C" or (needs_end and goes_on)
        if part in ("E", "U"):
            spans.append((start, index + 1, label))
            label, needs_end = "", False
    return spans, repairs


def is_tag(tag: str) -> bool:
    """Return whether a tag is O or a part and a label in one of the schemes that are read.

    >>> is_tag("B-PER"), is_tag("O"), is_tag("PER"), is_tag("X-PER")
    (True, True, False, False)
    """
    part, dash, label = tag.partition("-")
    return tag == OUTSIDE or bool(dash and label and part in _READ_AS)
