"""Restore and analyse the text of a file that is held in memory, of any format that is text.

What is no text of it, such as the times and tags of subtitles, stays as it is.  Offsets are those
of the file's characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from majuscule.errors import UsageError
from majuscule.reading.extracts import Extract, Span
from majuscule.reading.sources import read_content
from majuscule.reading.table import FORMATS, REWRITTEN
from majuscule.restore.analysis import AnalyzedToken
from majuscule.restore.policy import Policy, checked_policy
from majuscule.restore.streams import Options, restored
from majuscule.restore.truecaser import Truecaser

HELD = tuple(name for name in REWRITTEN if not (FORMATS[name].binary or FORMATS[name].records))
"""The formats that these functions are for: text, of which no field or column is to be named."""


@dataclass(frozen=True)
class FormattedAnalysis:
    """What was found out about a file's text.

    ``stretches``: where text stands in the restored file; a token is in one of them.  A word that
    is cut by markup or written with escapes is restored, but is no token.
    """

    text: str  # the file, restored
    tokens: tuple[AnalyzedToken, ...]
    stretches: tuple[tuple[int, int], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as JSON data."""
        return {
            "text": self.text,
            "tokens": [token.to_json() for token in self.tokens],
            "stretches": [{"start": start, "end": end} for start, end in self.stretches],
        }


def restore_formatted(
    truecaser: Truecaser, content: str, format: str, **policy: Unpack[Policy]
) -> str:
    """Return a file's content with the text in it restored.

    >>> import majuscule
    >>> film = "1\\n00:00:01,000 --> 00:00:02,000\\n<i>they met angela merkel.</i>\\n"
    >>> restore_formatted(majuscule.load(), film, "srt").split("\\n")[2]
    '<i>They met Angela Merkel.</i>'
    """
    extracts = list(read_content(content, format))
    texts = restored(truecaser, extracts, Options(checked_policy(policy)), None)
    return "".join(one.rewrite(text) for one, text in zip(extracts, texts, strict=True))


def analyze_formatted(
    truecaser: Truecaser,
    content: str,
    format: str,
    *,
    below: float | None = None,
    **policy: Unpack[Policy],
) -> FormattedAnalysis:
    """Return a file's content restored, and the tokens of the text in it (see ``analyze``)."""
    if policy.get("respell"):
        raise UsageError("letters are respelt in plain text here; the command does it in any file")
    parts: list[str] = []
    tokens: list[AnalyzedToken] = []
    stretches: list[tuple[int, int]] = []
    length = 0
    extracts = list(read_content(content, format))
    analyses = truecaser.analyze_many((one.text for one in extracts), below=below, **policy)
    for extract, found in zip(extracts, analyses, strict=True):
        # A button's text is read after what is around it, and Whisper's words stand several times.
        places = sorted(_places(extract, found.text))
        tokens += _placed(found.tokens, places, length)
        stretches += sorted(
            (length + start, length + start + stop - at) for at, stop, start in places
        )
        parts.append(extract.rewrite(found.text))
        length += len(parts[-1])
    return FormattedAnalysis("".join(parts), tuple(tokens), tuple(stretches))


def _places(extract: Extract, text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where a stretch of the text begins and ends, and where it begins in what is written."""
    spans: Sequence[Span] = extract.spans or ()
    if extract.spans is None:
        spans = (Span(0, len(extract.raw), 0, len(extract.text)),)
    moved = 0  # by escapes that became longer or shorter
    for span in spans:
        old, new = extract.text[span.at : span.stop], text[span.at : span.stop]
        if span.recode is None:
            yield span.at, span.stop, span.start + moved
        elif old != new:
            literal = extract.raw[span.start : span.end]
            moved += len(span.recode(literal, old, new)) - len(literal)


def _placed(
    tokens: Sequence[AnalyzedToken], places: Sequence[tuple[int, int, int]], before: int
) -> Iterator[AnalyzedToken]:
    """Yield the tokens that stand in one place, moved there."""
    number = 0
    for token in tokens:
        while number < len(places) and places[number][1] < token.end:
            number += 1
        if number == len(places):
            return
        at, _, start = places[number]
        if at <= token.start:
            by = before + start - at
            yield token._replace(start=token.start + by, end=token.end + by)
