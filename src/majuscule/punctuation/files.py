"""Punctuate files and streams: text, records, transcripts, subtitles; sentences of any of them.

What stands around the words stays: times, tags, fields.  A mark goes behind its word wherever that
stands; in a ``.nlp`` into the field that is there for it.  Transcripts with times tell pauses.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import select
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, BinaryIO, Literal, Unpack

from majuscule.errors import UsageError
from majuscule.punctuation.deciding import SECONDS
from majuscule.punctuation.plan import MarkPlan
from majuscule.punctuation.policy import MarkPolicy, checked_marks
from majuscule.punctuation.punctuator import Pauses, Punctuator
from majuscule.punctuation.subtitles import Written, write_subtitles
from majuscule.reading import format_of
from majuscule.reading.compression import open_compressed, shown_name
from majuscule.reading.extracts import Extract
from majuscule.reading.inputs import Reading
from majuscule.reading.sources import Opened, work_through
from majuscule.text.editing.edits import EditedText

PUNCTUATED = ("text", "jsonl", "json", "parquet", "srt", "vtt", "ass", "ctm", "nlp")
"""The formats that marks are put into.  In the others a mark could be code, or part a cell."""

To = Literal["same", "text", "srt", "vtt"]


@dataclass(frozen=True)
class MarkOptions:
    """How streams are punctuated."""

    policy: MarkPolicy = field(default_factory=lambda: checked_marks({}))
    reading: Reading = field(default_factory=Reading)
    jobs: int = 1
    to: To = "same"  # or what a transcript with times becomes
    analysis: bool = False  # JSON lines of plans instead of the file
    sentences: bool = False  # a sentence a line instead of the file


def punctuate_file(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    punctuator: Punctuator,
    *,
    format: str | None = None,
    to: To = "same",
    tell: Callable[[str], None] = lambda _message: None,
    **policy: Unpack[MarkPolicy],
) -> None:
    """Punctuate a file of one of the formats PUNCTUATED; the target appears when it is whole.

    ``to``: ``text``, ``srt`` or ``vtt`` makes a readable transcript or subtitles of a file of
    words with times.

    Raises :class:`~majuscule.errors.CorpusError`, with file and line, for what cannot be read.
    """
    options = MarkOptions(checked_marks(policy), jobs=os.cpu_count() or 1, to=to)
    with open_compressed(target) as write:
        punctuate_stream(punctuator, source, write, options, format=format, tell=tell)


def punctuate_stream(
    punctuator: Punctuator,
    source: str | os.PathLike[str],
    write: Callable[[bytes], Any],
    options: MarkOptions,
    *,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Punctuate a file, or standard input for ``-``, and hand the bytes to ``write``."""
    if not (options.sentences or options.analysis):
        check_marked(format or format_of(source))
    made = write_subtitles if options.to in ("srt", "vtt") else None
    written = Written()
    others: list[str] = []  # languages of documents that are left alone

    def work(opened: Opened, extracts: list[Extract]) -> Any:
        plans = planned(punctuator, extracts, options)
        others.extend(one.language for one in plans if one.language)
        if options.analysis or options.sentences:
            return _told(plans, extracts, options)
        texts = [one.apply() for one in plans]
        if options.to == "same":
            return opened.render(extracts, texts)
        if made is None:
            return "".join(f"{text.strip()}\n" for text in texts if text.strip()).encode()
        if not any(one.times for one in extracts):
            raise UsageError(
                f"{os.fspath(source)}: subtitles need the times of words or segments, as in a "
                ".ctm or Whisper's JSON; this file has none"
            )
        return list(zip(extracts, texts, strict=True))

    def put(content: Any) -> None:
        if made is not None and not isinstance(content, bytes):
            content = "".join(made(content, options.to, written)).encode()
        write(content)

    work_through(
        source,
        work,
        put,
        rewriting=options.to == "same" and not (options.analysis or options.sentences),
        format=format,
        reading=replace(options.reading, parted=False),
        jobs=options.jobs,
        tell=tell,
        progress=progress,
    )

    if others:
        known = ", ".join(dict.fromkeys(others))
        many = "1 document is" if len(others) == 1 else f"{len(others):,} documents are"
        tell(_alone(f"{shown_name(os.fspath(source))}: {many}", known, punctuator))


def _alone(what: str, languages: str, punctuator: Punctuator) -> str:
    own = punctuator.header.language
    return f"{what} not in the model's language ({languages}, not {own}), and left alone"


def check_marked(format: str) -> None:
    """Raise :class:`UsageError` for a format that marks are not put into."""
    if format not in PUNCTUATED:
        raise UsageError(
            f"punctuation cannot be added to {format}, where marks could have another meaning, "
            f"only to {', '.join(PUNCTUATED)}"
        )


def marked(
    punctuator: Punctuator, extracts: Sequence[Extract], options: MarkOptions
) -> list[EditedText]:
    """Return the texts of extracts with marks."""
    return [one.apply() for one in planned(punctuator, extracts, options)]


def planned(
    punctuator: Punctuator, extracts: Sequence[Extract], options: MarkOptions
) -> list[MarkPlan]:
    """Return the plans of the texts of extracts, whose times tell pauses."""
    texts = [one.text for one in extracts]
    pauses = [pauses_of(one) for one in extracts]
    told = options.analysis or options.sentences
    found = punctuator.plan_many(texts, pauses=pauses, jobs=1, sentences=told, **options.policy)
    return list(found)


def pauses_of(extract: Extract) -> Pauses:
    """Return where a speaker pauses, as a transcript with times tells.

    Times that leave no gap anywhere say when words were said, and nothing of pauses.
    """
    found = [
        (two.at, max(0.0, two.start - one.end))
        for one, two in pairwise(extract.times)
        if one.heard and two.heard
    ]
    return found if any(seconds > SECONDS[0] for _, seconds in found) else []


def _told(plans: Sequence[MarkPlan], extracts: Sequence[Extract], options: MarkOptions) -> bytes:
    lines: list[str] = []
    for plan, one in zip(plans, extracts, strict=True):
        if options.sentences:
            lines += _sentences(plan.to_json()["sentences"], one.line, options.analysis)
        elif one.text.strip():
            lines.append(json.dumps({"line": one.line, **plan.to_json()}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")


def _sentences(found: Sequence[dict[str, Any]], line: int, as_json: bool) -> Iterator[str]:
    for one in found:
        # The signs that open the lines of a quoted reply are no part of a sentence in one line.
        one["text"] = " ".join(re.sub(r"\n[ >]*>", "\n", one["text"]).split())
        yield json.dumps({"line": line, **one}, ensure_ascii=False) if as_json else one["text"]


def punctuate_live(
    punctuator: Punctuator,
    stream: BinaryIO,
    write: Callable[[bytes], Any],
    lookahead: int,
    pause: float = 1.0,
    *,
    restore: Callable[[str], str] | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    **policy: Unpack[MarkPolicy],
) -> None:
    """Punctuate words as they come: each comes out ``lookahead`` words later, or all when nothing
    came for ``pause`` seconds, and at the end.

    ``restore`` as in :meth:`Punctuator.stream`; ``tell`` gets each other language, once.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    words = punctuator.stream(lookahead, restore=restore, **policy)
    told: set[str] = set()
    while True:
        for other in words.others.keys() - told:
            tell(_alone("<stdin>: words are", other, punctuator))
            told.add(other)
        if not _ready(stream, pause) and (found := words.pause()):
            write(found.encode())
        content = stream.read1(1 << 16)  # type: ignore[attr-defined]
        found = words.feed(decoder.decode(content, not content))
        if found:
            write(found.encode())
        if not content:
            write(words.end().encode())
            for other in words.others.keys() - told:
                tell(_alone("<stdin>: words are", other, punctuator))
            return


def _ready(stream: BinaryIO, seconds: float) -> bool:
    """Tell whether there is something to read within some seconds; who cannot be asked, is."""
    try:
        return bool(select.select([stream.fileno()], [], [], seconds)[0])
    except (OSError, ValueError):
        return True
