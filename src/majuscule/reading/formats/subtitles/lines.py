r"""Breaking the lines of a cue, preferably at marks, to a readable length.

Marks added to subtitles make their lines longer.  A cue that still fits is unchanged; in others,
lines are broken anew, unless each is another speaker's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from majuscule.reading.formats.markup.references import REFERENCE

LINE, LINES = 42, 2
"""The most characters of a line, and lines of a cue, by the usual guidelines of broadcasters."""

TAG = r"</?[A-Za-z0-9][^<>]*>|</>|\{\\[^{}\n]*\}|\{[A-Za-z]:[^{}\n]*\}|<!--[^<>]*-->"
TURN = re.compile(r"\s*(?:[-–—‐‑]\s?\S|>>|♪|#\s|[(\[].*[)\]]\s*$)")
"""The beginning of another speaker's line, or a sound."""
LABEL = re.compile(
    r"\s*(?:\[[^][\n]+\]|\([^()\n]{1,30}\)(?=\s)"
    r"|[A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ.']+(?: [A-ZÀ-ÖØ-Þ\d.']+){0,2}:(?=\s.*[a-zß-öø-ÿ]))"
)
"""A sound before what is said, or a speaker's name in capitals, if the rest of its line is not."""

SIGN = r"(?:>|&gt;){2,}"
"""The sign of another speaker in closed captions; ``.vtt`` files have to escape it."""

_REMARK = re.compile(r"\{(?![\\A-Za-z])|\{[A-Za-z](?!:)")  # must not be broken inside
_UNSEEN = re.compile(TAG)
_WORD = re.compile(rf"(?:{TAG}|[^\s])+")
_HARD = r"\\h|&nbsp\b;?"
_FINAL = re.compile(r"[.?!…][\"'”’)\]]*$")
_MARK = re.compile(r"[,;:–-][\"'”’)\]]*$")
AT_MARK, ELSEWHERE = 0.2, 0.8
"""The cost of a break after a comma or a word; a half-empty line costs 0.25."""


class CueMarkup(NamedTuple):
    """What is not literal text in the cues of a format."""

    part: re.Pattern[str]  # its groups: tag, turn, ref, break, hard
    breaks: re.Pattern[str]  # of lines
    line_break: str  # put in where a cue has none; "": a cue is a line of its own, as in a song


def markup(breaks: str, line_break: str, tag: str = TAG) -> CueMarkup:
    """Return the markup of a format by the patterns of its line breaks and tags."""
    part = rf"(?P<break>{breaks})|(?P<tag>{tag})|(?P<turn>{SIGN})|(?P<hard>{_HARD})"
    part += rf"|(?P<ref>{REFERENCE.pattern})"
    return CueMarkup(re.compile(part), re.compile(breaks), line_break)


HTML_BREAK = r"<[Bb][Rr]\s*/?>"
USUAL = markup(rf"\r?\n|\\[Nn]|\[br\]|{HTML_BREAK}", "\n")


def break_lines(words: Sequence[str], longest: int) -> list[str]:
    """Return words in the fewest possible lines, broken at marks rather than elsewhere.

    A word longer than a line is a line of its own.

    >>> break_lines("we are here today, since you asked".split(), 25)
    ['we are here today,', 'since you asked']
    """
    shown = [_shown(word) for word in words]
    widths = [len(word) for word in shown]
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]  # lines, cost and begin of the last line
    for stop in range(1, len(words) + 1):
        found = None
        width = -1
        cost = 0.0 if stop == len(words) else _cost(shown[stop - 1])
        for begin in range(stop - 1, -1, -1):
            width += 1 + widths[begin]
            if width > longest and begin < stop - 1:
                break
            lines, before, _ = best[begin]
            left = max(0, longest - width) / longest
            here = (lines + 1, before + cost + left * left, begin)
            found = here if found is None else min(found, here)
        assert found is not None
        best.append(found)
    made: list[str] = []
    stop = len(words)
    while stop:
        begin = best[stop][2]
        made.append(" ".join(words[begin:stop]))
        stop = begin
    return made[::-1]


def _cost(word: str) -> float:
    return 0.0 if _FINAL.search(word) else AT_MARK if _MARK.search(word) else ELSEWHERE


def _shown(text: str) -> str:
    """Return the visible text: without tags, with a character for each reference."""
    shown = _UNSEEN.sub("", text).replace("\\h", " ").replace("&gt;", ">")
    return REFERENCE.sub("x", shown)


def lay_lines(before: str, after: str, markup: CueMarkup = USUAL) -> str | None:
    """Return the text of a cue in lines no longer than LINE, or than its longest line before.

    None if that is impossible.

    >>> said = "so we stay where we are for now i think so"
    >>> (lay_lines(said, said.replace(" i", ", i") + ".") or "").split("\\n")
    ['so we stay where we are for now,', 'i think so.']
    """
    content = after.rstrip()
    old, new = markup.breaks.split(before.rstrip()), markup.breaks.split(content)
    longest = max([LINE, *(len(_shown(line).strip()) for line in old)])
    fits = all(len(_shown(line).strip()) <= longest for line in new)
    if fits or not markup.line_break or _REMARK.search(after):
        return after
    shown = [_shown(line) for line in new]
    if any(map(TURN.match, shown)) or any(map(LABEL.match, shown[1:])):
        return None
    made = break_lines(_WORD.findall(" ".join(new)), longest)
    if len(made) > max(LINES, len(old)) or any(len(_shown(line)) > longest for line in made):
        return None
    found = markup.breaks.search(before)
    return (found[0] if found else markup.line_break).join(made) + after[len(content) :]
