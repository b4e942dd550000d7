"""Restore and analyse the text of a file that is held in memory, of any format that is text.

What is no text of it, such as the times and tags of subtitles, stays as it is.  Offsets are those
of the file's characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, Unpack

from majuscule.errors import UsageError
from majuscule.reading.extracts import Extract, SourceSpan
from majuscule.reading.sources import read_content
from majuscule.reading.table import FORMATS, REWRITTEN
from majuscule.restore.analysis import Analysis, AnalyzedToken
from majuscule.restore.policy import Policy, checked_policy
from majuscule.restore.streams import Options, restored
from majuscule.restore.truecaser import Truecaser
from majuscule.text.editing.edits import EditedText

HELD = tuple(name for name in REWRITTEN if not (FORMATS[name].binary or FORMATS[name].records))
"""The formats that these functions are for: text, of which no field or column is to be named."""


class PutIn(NamedTuple):
    """A mark that is put in at an offset, and how sure that is."""

    at: int
    mark: str
    confidence: float


class Marked(Protocol):
    """A plan of marks (:class:`majuscule.punctuation.plan.MarkPlan`)."""

    @property
    def marks(self) -> Sequence[Any]:
        """Return the marks, as PutIn has them."""
        ...

    def apply(self) -> EditedText:
        """Return the text with them."""
        ...


@dataclass(frozen=True)
class FormattedAnalysis:
    """What was found out about a file's text.

    ``stretches``: where text stands in the restored file; a token is in one of them.  A word that
    is cut by markup or written with escapes is restored, but is no token.  ``marks``: what would be
    put in, which nothing here counts as text; None where nobody asked.
    """

    text: str  # the file, restored
    tokens: tuple[AnalyzedToken, ...]
    stretches: tuple[tuple[int, int], ...]
    marks: tuple[PutIn, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as JSON data."""
        marks = None if self.marks is None else [one._asdict() for one in self.marks]
        return {
            "text": self.text,
            "tokens": [token.to_json() for token in self.tokens],
            "stretches": [{"start": start, "end": end} for start, end in self.stretches],
            **({} if marks is None else {"marks": marks}),
        }


def without_marks(found: Analysis, made: EditedText) -> tuple[str, list[AnalyzedToken]]:
    """Return the restored text and the tokens of an analysis of ``made`` as if no mark had been
    put in there; letters that the analysis respelt stay respelt."""
    text = found.text
    back = made.recased(text.before if isinstance(text, EditedText) else text)
    tokens = []
    for one in found.tokens:
        start, end = back.source(one.start), back.source(one.end)
        if start == end:  # a mark that was put in
            continue
        put = (one.end - one.start) - (end - start)  # marks of its own, as those of abbreviations
        others = tuple(
            other._replace(form=other.form[: len(other.form) - put]) for other in one.alternatives
        )
        form = one.form[: len(one.form) - put]
        new = one._replace(
            start=start, end=end, text=one.text[: end - start], form=form, alternatives=others
        )
        tokens.append(new)
    if not isinstance(text, EditedText):
        return back.before, tokens
    respelt = (replace(e, start=back.source(e.start), end=back.source(e.end)) for e in text.edits)
    return EditedText.make(back.before, respelt), tokens


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
    marks: Callable[[Sequence[Extract]], Sequence[Marked]] | None = None,
    **policy: Unpack[Policy],
) -> FormattedAnalysis:
    """Return a file's content restored, and the tokens of the text in it (see ``analyze``).

    ``marks``: what plans marks, by which the case of words is decided.
    """
    if policy.get("respell"):
        raise UsageError(
            "here only plain text can be respelt; use majuscule restore --respell for other formats"
        )
    parts: list[str] = []
    tokens: list[AnalyzedToken] = []
    stretches: list[tuple[int, int]] = []
    length = 0
    extracts = list(read_content(content, format))
    plans: Sequence[Marked | None] = [None] * len(extracts) if marks is None else marks(extracts)
    given = [
        extract.text if one is None else one.apply()
        for one, extract in zip(plans, extracts, strict=True)
    ]
    put: list[PutIn] = []
    analyses = truecaser.analyze_many(map(str, given), below=below, **policy)
    for extract, plan, made, found in zip(extracts, plans, given, analyses, strict=True):
        text, own = found.text, list(found.tokens)
        if plan is not None and isinstance(made, EditedText):
            text, own = without_marks(found, made)
        # A button's text is read after what is around it, and Whisper's words stand several times.
        places = sorted(_places(extract, text))
        tokens += _placed(own, places, length)
        for one in plan.marks if plan is not None else ():
            put += (
                PutIn(length + start + one.at - at, one.mark, round(one.confidence, 4))
                for at, stop, start in places
                if at < one.at <= stop
            )
        stretches += sorted(
            (length + start, length + start + stop - at) for at, stop, start in places
        )
        parts.append(extract.rewrite(text))
        length += len(parts[-1])
    told = None if marks is None else tuple(put)
    return FormattedAnalysis("".join(parts), tuple(tokens), tuple(stretches), told)


def _places(extract: Extract, text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where a stretch of the text begins and ends, and where it begins in what is written."""
    spans: Sequence[SourceSpan] = extract.spans or ()
    if extract.spans is None:
        spans = (SourceSpan(0, len(extract.raw), 0, len(extract.text)),)
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
