"""What stands in a transcript beside what is said: sounds, times, speakers' names."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from majuscule.arrays import Bools
from majuscule.network.pieces import Pieces
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.marks import Words
from majuscule.text.tokenizing.passages import NEWLINE, Passage

_SOUND = re.compile(r"\[[^][\n]*\]|(?m:^)[ \t]*\([^)\n]{1,30}\)")
_SPEAKER = re.compile(r"(?<![^\s>])[A-Z][A-Z.']*(?: [A-Z][A-Z.']*){0,2}:")
"""Sounds in brackets, in round ones where a line begins, and a speaker's name."""
_TIME = re.compile(r"(?m:^)[ \t>]*\d+(?::\d\d){1,2}(?:[.,]\d+)?(?= +\S)")
"""When a line was said."""
_LABEL = re.compile(
    r"[ \t>]*(?:[-–] ?)?(?:[\[(]?\d+(?::\d\d)+(?:[.,]\d+)?[\])]? )?"
    r"((?:[^\W\d][\w.']*(?: \w[\w.']*){0,2}:|[QA]\.)(?= ))"
)
"""What is a speaker's name where it comes back, at the beginning of lines."""


class Labels(NamedTuple):
    """Of each word whether it stands in a sound, in a time in front of a line, in a speaker's name,
    and whether it ends a line that such a name begins."""

    sounds: Bools
    times: Bools
    names: Bools
    turns: Bools

    @property
    def unsaid(self) -> Bools:
        """Tell which words nobody said."""
        return self.sounds | self.times | self.names


def labels_of(passage: Passage, words: Words, bounds: Pieces) -> Labels:
    """Return which words of some texts, given by ``bounds`` (texts, 2), are not said.

    What stands before a colon is a name in capitals, and where it comes back in front of lines; if
    one comes back and half of the lines begin so, all of them are names.
    """
    codes, starts, n = passage.codes, passage.tokens.starts[words.at], len(words)
    found = Labels(*(np.zeros(n, np.bool_) for _ in range(4)))
    text, edges = decode(codes), np.append(np.flatnonzero(codes == NEWLINE), len(codes))
    signs = [np.flatnonzero(np.isin(codes, list(map(ord, some)))) for some in ("[(", ":", ".")]
    opened, colons, dotted = (np.unique(np.searchsorted(edges, at)).tolist() for at in signs)
    lines = list(pairwise([0, *(edges + 1).tolist()]))
    looks = [(_SOUND, found.sounds, *lines[at]) for at in opened]
    looks += [(_SPEAKER, found.names, *lines[at]) for at in colons]
    looks += [(_TIME, found.times, *lines[at]) for at in colons]
    for look, marked, begin, end in looks:
        for one in look.finditer(text, begin, end):
            first, last = np.searchsorted(starts, one.span()).tolist()
            marked[first:last] = True
    labels = [
        (*np.searchsorted(starts, one.span(1)).tolist(), one[1].lower())
        for one in (_LABEL.match(text, lines[at][0]) for at in sorted({*colons, *dotted}))
        if one
    ]
    if not labels:
        return found
    owners = np.searchsorted(bounds[:, 0], [one[0] for one in labels], side="right") - 1
    named = [(owner, label) for owner, (_, _, label) in zip(owners.tolist(), labels, strict=True)]
    counts, many = Counter(named), Counter(owners.tolist())
    talks = {owner for owner, label in named if counts[owner, label] > 1}
    ends = np.flatnonzero(words.lines)
    for (first, last, _), (owner, label) in zip(labels, named, strict=True):
        begin, end = bounds[owner].tolist()
        half = 2 * many[owner] >= words.lines[begin:end].sum()
        if counts[owner, label] > 1 or (owner in talks and half):
            found.names[first:last] = True
            found.turns[ends[np.searchsorted(ends, last - 1)]] = True
    return found
