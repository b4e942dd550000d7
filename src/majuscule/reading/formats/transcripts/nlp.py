"""Rev's transcripts (``.nlp``): a token per line, fields separated by ``|``, names first.

The token is text, read together with its punctuation, a field of its own.  Another speaker begins a
new line of the text.  A transcript without punctuation is split into sentences by pauses and words,
like a ``.ctm``.  All other fields stay as they are, including ``case``, the original case of the
token.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from majuscule.errors import CorpusError
from majuscule.reading.extracts import Extract
from majuscule.reading.formats.transcripts import speech
from majuscule.reading.formats.transcripts.speech import Spoken, Word, seconds, spoken_extract
from majuscule.reading.inputs import Input, is_due, without_mark


def read(source: Input) -> Iterator[Extract]:
    """Yield the tokens of a transcript as one document, or several if it is long."""
    names: list[str] = []
    group: list[Spoken] = []
    speaker, end = "", None
    size = 0
    for line, raw in source.lines():
        if not names:
            names = without_mark(raw)[1].strip().split("|")
            if "token" not in names:
                raise source.error("the first line must name the fields, token|speaker|...", line)
            columns = {name: at for at, name in enumerate(names)}
            group.append(Spoken(line, raw))
            continue
        cells = raw.rstrip("\r\n").split("|")
        if raw.strip() and len(cells) != len(names):
            message = f"has {len(cells)} fields, but the first line names {len(names)}"
            source.broken(source.error(message, line), line)
        if not raw.strip() or len(cells) != len(names):
            group.append(Spoken(line, raw))
            continue
        now = _cell(cells, columns, "speaker")
        start = seconds(_cell(cells, columns, "ts"))
        pause = start - end if start is not None and end is not None else None
        spoken = _spoken(line, raw, cells, columns, pause, apart=now != speaker)
        if is_due(size, now != speaker or (pause or 0.0) > speech.BREATH or group[-1].mark == "."):
            yield spoken_extract(group, source.reading.split_sentences)
            group, size = [], 0
        speaker, end = now, seconds(_cell(cells, columns, "endTs"))
        if start is not None and end is not None:
            spoken.time = start, end
        group.append(spoken)
        size += len(spoken.text) + 1
    if not names:
        raise CorpusError("is empty", source.where)
    yield spoken_extract(group, source.reading.split_sentences)


def _spoken(
    line: int,
    raw: str,
    cells: list[str],
    columns: Mapping[str, int],
    pause: float | None,
    *,
    apart: bool,
) -> Spoken:
    index = columns["token"]
    token = cells[index]
    start = sum(map(len, cells[:index])) + index
    mark = _cell(cells, columns, "punctuation")
    return Spoken(
        line,
        raw[:start],
        token,
        raw[start + len(token) :],
        Word(token + mark, pause, apart=apart),
        mark,
        _mark_at(cells, columns),
    )


def _mark_at(cells: list[str], columns: Mapping[str, int]) -> int:
    """Return the offset of the field of marks after the token, or -1 if it is not after it."""
    first, at = columns["token"] + 1, columns.get("punctuation", -1)
    return sum(map(len, cells[first:at])) + at - first + 1 if at >= first else -1


def _cell(cells: list[str], columns: Mapping[str, int], name: str) -> str:
    return cells[columns[name]] if name in columns else ""
