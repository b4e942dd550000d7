"""Where speech recognisers write in JSON what was said, when, and by whom: a table.

Most write the same words several times: as a whole text, by segment, one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import nan
from typing import Any, NamedTuple

from majuscule.reading.formats.json.values import Value, steps_of
from majuscule.reading.formats.transcripts.speech import seconds

MS = 0.001


class SpeechField(NamedTuple):
    """A field of text, and the object that says when and by whom it was said.

    ``start``, ``end``, ``speaker``: the members of ``base``; of several names, the first that is
    there.  An ``end`` with ``+`` is a duration.  ``unit``: that of whole numbers, in seconds.
    """

    field: str
    base: str = ""
    start: str = "start"
    end: str = "end"
    speaker: str = "speaker"
    unit: float = 1.0

    @property
    def members(self) -> Iterator[str]:
        """Yield the fields of times and speakers."""
        for name in f"{self.start} {self.end.replace('+', '')} {self.speaker}".split():
            if self.base:
                yield f"{self.base}.{name}"


_WHOLE = (
    SpeechField("segments[].text", "segments[]"),  # Whisper and its relatives
    SpeechField("segments[].body", "segments[]", "startTime", "endTime"),  # podcasts
    SpeechField(
        "transcription[].text", "transcription[]", "offsets.from", "offsets.to", "", MS
    ),  # .cpp
    SpeechField("chunks[].text", "chunks[]", "timestamp[0]", "timestamp[1]"),  # Transformers
    SpeechField("results.transcripts[].transcript"),  # Amazon
    SpeechField("results.channels[].alternatives[0].transcript"),  # Deepgram
    SpeechField("results[].alternatives[0].transcript"),  # Google, IBM
    SpeechField(  # Speechmatics
        "results[].alternatives[0].content",
        "results[]",
        "start_time",
        "end_time",
        "alternatives[0].speaker",
    ),
    SpeechField("recognizedPhrases[].nBest[0].display"),  # Azure
    SpeechField("NBest[0].Display"),
    SpeechField(
        "phrases[].text", "phrases[]", "offsetMilliseconds", "+durationMilliseconds", unit=MS
    ),
    SpeechField("events[].segs[].utf8"),  # YouTube
    SpeechField("[].text", "[]", "start", "end +duration"),  # segments alone, Vosk, YouTube
    SpeechField("text"),
    SpeechField("transcript"),  # Gentle
)
"""Where all that was said is written, most detailed first; the first found is the text."""

_SEGMENTS = (
    SpeechField("utterances[].text", "utterances[]", unit=MS),  # AssemblyAI
    SpeechField(
        "results.audio_segments[].transcript",
        "results.audio_segments[]",
        "start_time",
        "end_time",
        "speaker_label",
    ),
    SpeechField("results.utterances[].transcript", "results.utterances[]"),
    SpeechField("combinedRecognizedPhrases[].display"),
    SpeechField("DisplayText"),
    SpeechField("combinedPhrases[].text"),
)
"""Where it is repeated in parts or as a whole."""

_WORDS = (
    *(
        SpeechField(f"{words}.{name}", words, unit=MS if name == "text" else 1.0)
        for words, names in {
            "segments[].words[]": "word",
            "word_segments[]": "word",
            "words[]": "word text",
            "utterances[].words[]": "text",
            "results.channels[].alternatives[0].words[]": "word punctuated_word",
            "results.utterances[].words[]": "word punctuated_word",
            "result[]": "word",
            "[].result[]": "word",
            "[].words[]": "word",
        }.items()
        for name in names.split()
    ),
    SpeechField(
        "phrases[].words[].text",
        "phrases[].words[]",
        "offsetMilliseconds",
        "+durationMilliseconds",
        unit=MS,
    ),
    SpeechField(
        "results.items[].alternatives[0].content",
        "results.items[]",
        "start_time",
        "end_time",
        "speaker_label",
    ),
    SpeechField(
        "results[].alternatives[0].words[].word",
        "results[].alternatives[0].words[]",
        "startTime startOffset",
        "endTime endOffset",
        "speakerTag speakerLabel",
    ),
    SpeechField(
        "results[].alternatives[0].timestamps[][0]",
        "results[].alternatives[0].timestamps[]",
        "[1]",
        "[2]",
        "",
    ),
)
"""Where it is repeated word by word."""

WORDS = frozenset(one.field for one in _WORDS)
PLACES = {one.field: one for one in (*_WHOLE, *_SEGMENTS, *_WORDS)}
FIELDS = tuple(dict.fromkeys([*PLACES, *(name for one in PLACES.values() for name in one.members)]))
VAGUE = frozenset(
    f"{one}text" for one in ("", "[].", "chunks[].", "phrases[].", "utterances[].", "words[].")
) | {"transcript", "segments[].body", "results[].alternatives[0].content"}
"""Fields that other JSON has too: they are a recogniser's if they have times."""


class Heard:
    """The times and speakers in a value, by place: ``members`` are the values of these fields."""

    def __init__(self, text: str, members: Iterable[Value]) -> None:
        self._said = {
            one.steps: json.loads(text[one.start : one.end])
            for one in members
            if one.kind in ("text", "other") and text[one.start] not in "[{"
        }

    def times(self, value: Value) -> tuple[float, float]:
        """Return when a piece of text was said, in seconds; not a number if that is unknown."""
        place = PLACES[value.field]
        start = self._seconds(value, place.start, place.unit)
        end = self._seconds(value, place.end, place.unit)
        return start, end + start if self._first(value, place.end)[0].startswith("+") else end

    def speaker(self, value: Value) -> str | None:
        """Return who said a piece of text, None if that is unknown."""
        found = self._first(value, PLACES[value.field].speaker)[1]
        return f"Speaker {found}" if isinstance(found, int | float) else found

    def _seconds(self, value: Value, names: str, unit: float) -> float:
        written = str(self._first(value, names)[1]).removesuffix("s")
        found = seconds(written)
        return nan if found is None else found if "." in written else found * unit

    def _first(self, value: Value, names: str) -> tuple[str, Any]:
        base = value.steps[: len(steps_of(PLACES[value.field].base))]
        found = ((name, (*base, *steps_of(name.lstrip("+")))) for name in names.split())
        return next(((name, self._said[at]) for name, at in found if at in self._said), ("", None))
