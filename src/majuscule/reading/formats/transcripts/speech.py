"""Speech transcribed without punctuation: predicting where its sentences begin; its document.

There is a sentence boundary between two words if the log odds of three things have a positive sum:
the pause between them, the word before, and the word after.  That is the naive Bayes form of the
"hidden event" models of Stolcke and Shriberg (1996, "Automatic linguistic segmentation of
conversational speech") and of Gotoh and Renals (2000), with words instead of an n-gram model.  The
odds, and a note of their training text, are in ``speech_sentences.json``; unknown words are
neutral, so in languages other than English only pauses count.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from majuscule.reading.extracts import Builder, Extract

_END = re.compile(r"[.?!…。？！][\"'”’)\]]*$")
_GOES_ON = (",", ";", ":")
_BARE = re.compile(r"(?:\w.*)?\w")

BREATH = 0.5
"""Seconds of pause after which a document that is long enough may end."""

UNTIMED = -1.5
"""Log odds of a boundary where the pause is unknown, as inside a cue: with it, five to six of ten
starts found in the training text of calls and talk are right; without it, three to four."""

FEW = 40
"""Words per sentence end from which on text counts as unpunctuated."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, the pause before it in seconds, if known, and whether it must begin a sentence."""

    text: str
    pause: float | None = None
    apart: bool = False  # whether it begins a sentence whatever the odds


@dataclass(slots=True)
class Spoken:
    """A line of a transcript: the source before its word, the word, the source after it."""

    line: int
    before: str
    text: str = ""
    after: str = ""
    word: Word | None = None  # None: the line has no word
    mark: str = ""  # punctuation in another field of the line
    mark_at: int = -1  # the offset of that field in ``after``
    time: tuple[float, float] | None = None  # start and end in seconds


@dataclass(frozen=True)
class Odds:
    """Log odds of a boundary: prior, by pause, by the words on both sides."""

    prior: float
    bounds: tuple[float, ...]  # of the bins of pauses, in seconds
    pauses: tuple[float, ...]  # log odds by bin: one more than bounds
    ends: dict[str, float]
    begins: dict[str, float]


@cache
def odds() -> Odds:
    """Return the odds shipped with the package."""
    path = files("majuscule.reading.formats.transcripts") / "speech_sentences.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    return Odds(
        data["prior"], tuple(data["bounds"]), tuple(data["pauses"]), data["ends"], data["begins"]
    )


def is_punctuated(words: Sequence[str]) -> bool:
    """Return whether the ends of sentences are marked.

    >>> is_punctuated(["Go", "on."]), is_punctuated(["go", "on"])
    (True, False)
    """
    return sum(1 for word in words if _END.search(word)) * FEW >= max(1, len(words))


def sentence_starts(words: Sequence[Word]) -> list[bool]:
    """Return for each word whether a sentence begins there.

    >>> said = "we met him in berlin|thank you very much".replace("|", " ").split()
    >>> found = sentence_starts([Word(one, 0.9 if one == "thank" else 0.0) for one in said])
    >>> [word for word, begins in zip(said, found) if begins]
    ['we', 'thank']
    """
    table = odds()
    found: list[bool] = []
    before, goes_on = "", False
    for word in words:
        inner = _BARE.search(word.text)
        bare = inner[0].lower() if inner else ""
        score = table.prior + table.ends.get(before, 0.0) + table.begins.get(bare, 0.0)
        if word.pause is None:
            score += UNTIMED
        else:
            score += table.pauses[bisect_right(table.bounds, word.pause)]
        found.append(not found or word.apart or (score > 0 and not goes_on))
        before, goes_on = bare, word.text.endswith(_GOES_ON)
    return found


def seconds(written: str) -> float | None:
    """Return a number of seconds, None for anything else.

    >>> seconds("1.5"), seconds("nan"), seconds("-1"), seconds("")
    (1.5, None, None, None)
    """
    with suppress(ValueError):
        if 0 <= (found := float(written)) < 1e9:
            return found
    return None


def spoken_extract(lines: Sequence[Spoken], split_sentences: bool = True) -> Extract:
    """Return lines of a transcript as one document; each sentence is a line of it, and a unit.

    Unless ``split_sentences``, each speaker's turn is a line, and the fields of marks are writable.
    """
    words = [line.word for line in lines if line.word is not None]
    if not split_sentences or is_punctuated([word.text for word in words]):
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
        if split_sentences or line.mark_at < 0:
            builder.say(line.mark).keep(line.after)
            continue
        begin, end = line.mark_at, line.mark_at + len(line.mark)
        builder.keep(line.after[:begin]).code(line.mark, line.mark).keep(line.after[end:])
    return builder.build()
