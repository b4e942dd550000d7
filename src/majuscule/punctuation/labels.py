"""The parts of a text that nobody says: sounds, times, speakers' names, numbers of list items."""

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
"""Sounds, in square brackets or in round ones at line starts, and speakers' names in capitals."""
_TIME = re.compile(
    r"(?m:^)[ \t>]*(?:\d+(?::\d\d){1,2}(?:[.,]\d+)?(?= +\S|[ \t]*(?m:$))"
    r"|[^\W\d][\w.' ]{0,40}(?:  |\t)\d+(?::\d\d){1,2}[ \t]*(?m:$))"
)
"""The time at the start of a line, or alone on it, also after a speaker's name."""
_NUMBER = re.compile(r"(?m:^)[ \t>]*\d{1,2}[.)](?=[ \t]+[^\W\d])")
"""The number of a list item."""
_CHANGE = re.compile(r"(?m:^)[ \t]*>>+(?= ?\w)|(?<=\S)[ \t]+(>>+)(?= ?\w)")
"""The sign of another speaker in closed captions, at the start of a line or inside one.  In text
without lines that begin so, one inside may be a path (*settings >> privacy*)."""
_LABEL = re.compile(
    r"[ \t>]*(?:[-–] ?)?(?:[\[(]?\d+(?::\d\d)+(?:[.,]\d+)?[\])]? )?"
    r"((?:[^\W\d][\w.']*(?: \w[\w.']*){0,2}:|[QA]\.)(?= ))"
)
"""A possible speaker's name at the start of a line, which is one if it recurs."""
_ID = re.compile(r"(?:\w++[-.])*+(?:(?<=-)\w{0,60}?|\w{1,60}?_\w{0,60}?)\d{3}\w*+(?= +[^\W\d])")
"""A possible identifier of an utterance at the start of a line, which is one if half of the lines
begin with some."""


class Labels(NamedTuple):
    """Masks (n,) of words: in a sound or sign, in the time or number before a line, in a speaker's
    name, and the last of a line that begins with such a name or of a speaker's words."""

    sounds: Bools
    times: Bools
    names: Bools
    turns: Bools

    @property
    def unsaid(self) -> Bools:
        """Return the mask of words that nobody says."""
        return self.sounds | self.times | self.names


def labels_of(passage: Passage, words: Words, bounds: Pieces) -> Labels:
    """Return the labels of the words of texts, given by ``bounds`` (texts, 2).

    Words before a colon are a name if in capitals, or if they recur at line starts; if one recurs
    and half of the lines begin in this way, all are names.
    """
    codes, starts, n = passage.codes, passage.tokens.starts[words.at], len(words)
    found = Labels(*(np.zeros(n, np.bool_) for _ in range(4)))
    text, edges = decode(codes), np.append(np.flatnonzero(codes == NEWLINE), len(codes))
    brackets = (codes == ord("[")) | (codes == ord("("))
    joints = (codes == ord("-")) | (codes == ord("_"))
    signs = map(np.flatnonzero, (brackets, codes == ord(":"), codes == ord("."), joints))
    opened, colons, dotted, dashed = (
        sorted({*np.searchsorted(edges, at).tolist()}) for at in signs
    )
    lines = list(pairwise([0, *(edges + 1).tolist()]))
    searches = [(_SOUND, found.sounds, *lines[at]) for at in opened]
    searches += [(_SPEAKER, found.names, *lines[at]) for at in colons]
    searches += [(_TIME, found.times, *lines[at]) for at in colons]
    searches += [(_NUMBER, found.times, 0, len(text))]
    for pattern, mask, begin, end in searches:
        for one in pattern.finditer(text, begin, end):
            first, last = np.searchsorted(starts, one.span()).tolist()
            mask[first:last] = True
    captions: set[int] = set()  # texts that have lines of speakers
    for sign in _CHANGE.finditer(text) if ">>" in text else ():
        at, first = np.searchsorted(starts, (sign.start(1), sign.end())).tolist()
        owner = int(np.searchsorted(bounds[:, 0], first, side="right")) - 1
        if not sign[1]:
            captions.add(owner)
        elif owner in captions:
            found.sounds[at:first] = True
            found.turns[bounds[owner, 0] : at][-1:] = True
    ids = [one.span() for one in (_ID.match(text, lines[at][0]) for at in dashed) if one]
    spans = np.searchsorted(starts, np.reshape(np.array(ids, np.int64), (-1, 2)))
    owners = np.searchsorted(bounds[:, 0], spans[:, 0], side="right") - 1
    many = np.bincount(owners, minlength=len(bounds))
    for (first, last), owner in zip(spans.tolist(), owners.tolist(), strict=True):
        begin, end = bounds[owner].tolist()
        if 2 * many[owner] >= max(words.lines[begin:end].sum(), 3):
            found.times[first:last] = True
    candidates = [
        (*np.searchsorted(starts, one.span(1)).tolist(), one[1].lower())
        for one in (_LABEL.match(text, lines[at][0]) for at in sorted({*colons, *dotted}))
        if one
    ]
    if not candidates:
        return found
    owners = np.searchsorted(bounds[:, 0], [one[0] for one in candidates], side="right") - 1
    named = [(owner, one[2]) for owner, one in zip(owners.tolist(), candidates, strict=True)]
    counts, many = Counter(named), np.bincount(owners, minlength=len(bounds))
    dialogues = {owner for owner, label in named if counts[owner, label] > 1}
    ends = np.flatnonzero(words.lines)
    for (first, last, _), (owner, label) in zip(candidates, named, strict=True):
        begin, end = bounds[owner].tolist()
        half = 2 * many[owner] >= words.lines[begin:end].sum()
        if counts[owner, label] > 1 or (owner in dialogues and half):
            found.names[first:last] = True
            found.turns[ends[np.searchsorted(ends, last - 1)]] = True
    return found
