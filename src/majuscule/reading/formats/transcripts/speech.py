"""Speech written down without punctuation: where its sentences begin, and it as a document.

Between two words there is a boundary if the log odds of three things add up to more than nothing:
the pause between them, the word before, and the word after.  That is the naive Bayes form of the
"hidden event" models of Stolcke and Shriberg (1996, "Automatic linguistic segmentation of
conversational speech") and of Gotoh and Renals (2000), with words instead of an n-gram model.  The
odds are in ``speech_sentences.json``, beside what they were learnt from; words it does not know say
nothing, so in other languages than English the pauses decide alone.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from majuscule.reading.extracts import Builder, Extract

_END = re.compile(r"[.?!…。？！][\"'”’)\]]*$")
_STRIP = re.compile(r"^\W+|\W+$")

BREATH = 0.5
"""Seconds: after a longer pause a document that is long enough may end."""

FEW = 40
"""Words a sentence: text with fewer ends of sentences than one in so many has no punctuation."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, the pause before it in seconds where it is known, and whether it begins something."""

    text: str
    pause: float | None = None
    apart: bool = False  # another speaker: a sentence begins here whatever the odds


@dataclass(slots=True)
class Spoken:
    """A line of a transcript: what stands before its word, the word, what stands after."""

    line: int
    before: str
    text: str = ""
    after: str = ""
    word: Word | None = None  # None: the line has none
    mark: str = ""  # punctuation that another field of the line holds
    mark_at: int = -1  # where that field stands in ``after``
    time: tuple[float, float] | None = None  # seconds, from and to


@dataclass(frozen=True)
class Odds:
    """Log odds of a boundary: at any place, by pause, by the words on both sides."""

    prior: float
    bounds: tuple[float, ...]  # of the pauses, in seconds
    pauses: tuple[float, ...]  # for what lies below the first bound, between them, and above
    ends: dict[str, float]
    begins: dict[str, float]


@cache
def odds() -> Odds:
    """Return the odds that come with the package."""
    path = files("majuscule.reading.formats.transcripts") / "speech_sentences.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    return Odds(
        data["prior"], tuple(data["bounds"]), tuple(data["pauses"]), data["ends"], data["begins"]
    )


def is_punctuated(words: Sequence[str]) -> bool:
    """Tell whether the ends of sentences are marked.

    >>> is_punctuated(["Go", "on."]), is_punctuated(["go", "on"])
    (True, False)
    """
    return sum(1 for word in words if _END.search(word)) * FEW >= max(1, len(words))


def sentence_starts(words: Sequence[Word]) -> list[bool]:
    """Tell for each word whether a sentence begins there.

    >>> said = "we met him in berlin|thank you very much".replace("|", " ").split()
    >>> found = sentence_starts([Word(one, 0.9 if one == "thank" else 0.0) for one in said])
    >>> [word for word, begins in zip(said, found) if begins]
    ['we', 'thank']
    """
    table = odds()
    found: list[bool] = []
    before = ""
    for word in words:
        bare = _STRIP.sub("", word.text).lower()
        score = table.prior + table.ends.get(before, 0.0) + table.begins.get(bare, 0.0)
        if word.pause is not None:
            score += table.pauses[bisect_right(table.bounds, word.pause)]
        found.append(not found or word.apart or score > 0)
        before = bare
    return found


def spoken_extract(lines: Sequence[Spoken], parted: bool = True) -> Extract:
    """Return lines of a transcript as one document; each sentence is a line of it, and a unit.

    Not ``parted``: each speaker's turn is a line, and fields of marks are places to put them.
    """
    words = [line.word for line in lines if line.word is not None]
    if not parted or is_punctuated([word.text for word in words]):
        starts = iter([word.apart for word in words])
    else:
        starts = iter(sentence_starts(words))
    builder = Builder(lines[0].line)
    for line in lines:
        if line.word is None:
            builder.keep(line.before)
            continue
        begins = next(starts)
        if builder.at == 0 or begins:
            builder.end()
            if builder.at:
                builder.say("\n")
            builder.begin({"line": line.line})
        else:
            builder.say(" ")
        if line.time is not None:
            builder.said(*line.time)
        builder.keep(line.before).take(line.text)
        if parted or line.mark_at < 0:
            builder.say(line.mark).keep(line.after)
            continue
        begin, end = line.mark_at, line.mark_at + len(line.mark)
        builder.keep(line.after[:begin]).code(line.mark, line.mark).keep(line.after[end:])
    return builder.build()
