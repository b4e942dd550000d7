"""Restore and analyse the content of a file, given as a string, in any textual format.

Whatever is not prose, such as the times and tags of subtitles, stays as it is.  Offsets count the
characters of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Unpack

from majuscule.errors import UsageError
from majuscule.reading.extracts import Extract, SourceSpan
from majuscule.reading.inputs import Reading
from majuscule.reading.sources import read_content
from majuscule.reading.table import FORMATS, REWRITTEN
from majuscule.restore.analysis import Analysis, AnalyzedToken
from majuscule.restore.policy import Policy, checked_policy
from majuscule.restore.streams import Options, restored
from majuscule.restore.truecaser import Truecaser
from majuscule.text.editing.edits import EditedText

HELD = tuple(name for name in REWRITTEN if not (FORMATS[name].binary or FORMATS[name].records))
"""Formats these functions accept: textual, with no fields or columns to choose from."""


class InsertedMark(NamedTuple):
    """A punctuation mark to insert at an offset, with its probability."""

    at: int
    mark: str
    confidence: float


class PlannedMarks(Protocol):
    """Marks to insert into one text (:class:`majuscule.punctuation.plan.MarkPlan`)."""

    @property
    def marks(self) -> Sequence[Any]:
        """Return the marks, with the fields of InsertedMark."""
        ...

    def apply(self) -> EditedText:
        """Return the text with the marks inserted."""
        ...


@dataclass(frozen=True)
class FormattedAnalysis:
    """A restored file with the tokens of its text.

    ``stretches``: the spans of prose in the restored file; each token lies within one.  A word
    split by markup or written with escapes is restored but not listed as a token.  ``marks``: marks
    to insert, which ``text`` does not contain; None if no marks were planned.
    """

    text: str  # the file, restored
    tokens: tuple[AnalyzedToken, ...]
    stretches: tuple[tuple[int, int], ...]
    marks: tuple[InsertedMark, ...] | None = None

    def fields(self) -> dict[str, Any]:
        """Return all but the tokens as JSON data."""
        marks = None if self.marks is None else [one._asdict() for one in self.marks]
        return {
            "text": self.text,
            "stretches": [{"start": start, "end": end} for start, end in self.stretches],
            **({} if marks is None else {"marks": marks}),
        }


def without_marks(analysis: Analysis, marked: EditedText) -> tuple[str, list[AnalyzedToken]]:
    """Return the restored text and tokens of the analysis of a ``marked`` text, with the inserted
    marks taken out again; letters that the analysis respelt stay respelt."""
    text = analysis.text
    back = marked.recased(text.before if isinstance(text, EditedText) else text)
    tokens = []
    for one in analysis.tokens:
        start, end = back.source(one.start), back.source(one.end)
        if start == end:  # an inserted mark
            continue
        extra = (one.end - one.start) - (end - start)  # an inserted full stop of an abbreviation
        others = tuple(
            other._replace(form=other.form[: len(other.form) - extra]) for other in one.alternatives
        )
        form = one.form[: len(one.form) - extra]
        new = one._replace(
            start=start, end=end, text=one.text[: end - start], form=form, alternatives=others
        )
        tokens.append(new)
    if not isinstance(text, EditedText):
        return back.before, tokens
    respelt = (e._replace(start=back.source(e.start), end=back.source(e.end)) for e in text.edits)
    return EditedText.make(back.before, respelt), tokens


def restore_formatted(
    truecaser: Truecaser,
    content: str,
    format: str,
    *,
    marks: Callable[[Sequence[Extract]], list[EditedText]] | None = None,
    **policy: Unpack[Policy],
) -> str:
    """Return a file's content with the text in it restored; ``marks`` first punctuates it.

    >>> import majuscule
    >>> film = "1\\n00:00:01,000 --> 00:00:02,000\\n<i>they met angela merkel.</i>\\n"
    >>> restore_formatted(majuscule.load(), film, "srt").split("\\n")[2]
    '<i>They met Angela Merkel.</i>'
    """
    extracts = _extracts(content, format, marks is None)
    texts = restored(truecaser, extracts, Options(checked_policy(policy), marks=marks), None)
    return "".join(one.rewrite(text) for one, text in zip(extracts, texts, strict=True))


def _extracts(content: str, format: str, split_sentences: bool) -> list[Extract]:
    return list(read_content(content, format, Reading(split_sentences=split_sentences)))


def analyze_formatted(
    truecaser: Truecaser,
    content: str,
    format: str,
    *,
    below: float | None = None,
    marks: Callable[[Sequence[Extract]], Sequence[PlannedMarks]] | None = None,
    **policy: Unpack[Policy],
) -> FormattedAnalysis:
    """Return a file's content restored, and the tokens of the text in it (see ``analyze``).

    ``marks`` plans the marks of each extract; case is decided as if they were there.
    """
    if policy.get("respell"):
        raise UsageError(
            "here only plain text can be respelt; use majuscule restore --respell for other formats"
        )
    parts: list[str] = []
    tokens: list[AnalyzedToken] = []
    stretches: list[tuple[int, int]] = []
    length = 0
    extracts = _extracts(content, format, marks is None)
    plans = [None] * len(extracts) if marks is None else marks(extracts)
    inputs = [
        extract.text if plan is None else plan.apply()
        for plan, extract in zip(plans, extracts, strict=True)
    ]
    inserted: list[InsertedMark] = []
    analyses = truecaser.analyze_many(map(str, inputs), below=below, **policy)
    for extract, plan, given, analysis in zip(extracts, plans, inputs, analyses, strict=True):
        text, own = analysis.text, list(analysis.tokens)
        if plan is not None and isinstance(given, EditedText):
            text, own = without_marks(analysis, given)
        # Sorted: a button's text is read after what surrounds it; Whisper repeats its words.
        places = sorted(_places(extract, text))
        tokens += _placed(own, places, length)
        for one in plan.marks if plan is not None else ():
            inserted += (
                InsertedMark(length + start + one.at - at, one.mark, round(one.confidence, 4))
                for at, stop, start in places
                if at < one.at <= stop
            )
        stretches += sorted(
            (length + start, length + start + stop - at) for at, stop, start in places
        )
        parts.append(extract.rewrite(text))
        length += len(parts[-1])
    shown = None if marks is None else tuple(inserted)
    return FormattedAnalysis("".join(parts), tuple(tokens), tuple(stretches), shown)


def _places(extract: Extract, text: str) -> Iterator[tuple[int, int, int]]:
    """Yield (start in the text, end in the text, start in the written extract) of each stretch."""
    spans: Sequence[SourceSpan] = extract.spans or ()
    if extract.spans is None:
        spans = (SourceSpan(0, len(extract.raw), 0, len(extract.text)),)
    moved = 0  # offset gained or lost by escapes whose length changed
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
    """Yield the tokens that lie within one place, moved to file offsets; ``before``: its start."""
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
