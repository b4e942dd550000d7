"""Punctuate files and streams: text, records, transcripts, subtitles; or list their sentences.

Times, tags and fields stay as they are.  A mark goes directly after its word, in a ``.nlp`` into
the punctuation field.  Pauses are read from transcripts with times.
"""

from __future__ import annotations

import codecs
import json
import os
import select
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, BinaryIO, Literal, Unpack

from majuscule.errors import UsageError
from majuscule.files import several
from majuscule.options import cores
from majuscule.punctuation.deciding import SECONDS
from majuscule.punctuation.plan import MarkPlan
from majuscule.punctuation.policy import MarkPolicy, checked_marks
from majuscule.punctuation.punctuator import Pauses, Punctuator, load_punctuator, speech_model
from majuscule.punctuation.subtitles import Written, write_subtitles, write_transcript
from majuscule.reading import FORMATS, check_joined, format_of
from majuscule.reading.compression import open_compressed, shown_name
from majuscule.reading.extracts import Extract
from majuscule.reading.inputs import Reading
from majuscule.reading.sources import Opened, read_content, work_through
from majuscule.reading.targets import Target, Write, is_folder, write_each
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.tokenizing.views import in_one_line

SUBTITLES = ("srt", "vtt", "ass", "lrc", "sub", "smi")
"""Formats of timed cues."""

PUNCTUATED = ("text", "jsonl", "json", "parquet", *SUBTITLES, "ctm", "nlp")
"""Formats that can be punctuated.  In others, a mark could be code, or split a cell."""

To = Literal["same", "text", "srt", "vtt"]


@dataclass(frozen=True)
class MarkOptions:
    """How streams are punctuated."""

    policy: MarkPolicy = field(default_factory=lambda: checked_marks({}))
    reading: Reading = field(default_factory=Reading)
    jobs: int = 1
    to: To = "same"  # or the output format of a transcript with times
    analysis: bool = False  # JSON lines of plans instead of the file
    sentences: bool = False  # a sentence a line instead of the file


def punctuate_file(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    model: str | os.PathLike[str] | Punctuator = "en-speech",
    *,
    format: str | None = None,
    reading: Reading | None = None,
    to: To = "same",
    tell: Callable[[str], None] = lambda _message: None,
    **policy: Unpack[MarkPolicy],
) -> None:
    """Punctuate a file in one of the formats PUNCTUATED; the target is written atomically.

    ``reading``: fields, encoding and such.  ``to``: ``text``, ``srt`` or ``vtt`` turns a file of
    words with times into a readable transcript or subtitles.

    Raises :class:`~majuscule.errors.CorpusError`, with file and line, for what cannot be read.
    """
    options = MarkOptions(checked_marks(policy), reading or Reading(), cores(), to)
    punctuator = model if isinstance(model, Punctuator) else load_punctuator(model)
    [source] = several([source])
    with open_compressed(target) as write:
        punctuate_stream(punctuator, source, write, options, format=format, tell=tell)


def punctuate_files(
    punctuator: Punctuator,
    files: Sequence[str],
    target: Target,
    options: MarkOptions,
    *,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Punctuate files into one, or each into a folder, and return how many could not be.

    ``target`` is a file, a folder (an existing one, or a name that ends with a slash), where what
    becomes text, subtitles or JSON lines is named so, or a function that receives the bytes.  With
    a folder, a file that cannot be punctuated is reported to ``tell`` and the others go on.

    Raises :class:`~majuscule.errors.UsageError` for files that cannot be joined into one, and for
    two files that would get the same name in the folder.
    """
    made = "jsonl" if options.analysis else "text" if options.sentences else options.to
    if not is_folder(target):
        check_joined(files, format if made == "same" else made)
    failed: list[str] = []
    how: Any = {"format": format, "tell": tell, "progress": progress}

    def fail(why: str) -> None:
        failed.append(why)
        tell(why)

    def work(file: str, write: Write) -> None:
        punctuate_stream(punctuator, file, write, options, **how)

    write_each(files, target, work, fail, "" if made == "same" else FORMATS[made].suffixes[0])
    return len(failed)


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
    """Punctuate a file, or standard input for ``-``, and pass the bytes to ``write``."""
    if not (options.sentences or options.analysis):
        check_punctuated_format(format or format_of(source))
    subtitles = options.to in ("srt", "vtt")
    written = Written()
    others: list[str] = []  # languages of documents left alone
    apart: list[Edit] = []  # figures that were left out

    def work(opened: Opened, extracts: list[Extract]) -> Any:
        plans = planned(punctuator, extracts, options)
        others.extend(one.language for one in plans if one.language)
        if options.analysis or options.sentences:
            return _report(plans, extracts, options)
        texts = [one.apply() for one in plans]
        if options.to == "same":
            for extract, plan in zip(extracts, plans, strict=True):
                apart.extend(one for one in plan.figures if not _is_whole(extract, one))
            return opened.render(extracts, texts)
        if not subtitles:
            return "".join(map(write_transcript, extracts, texts)).encode()
        if not any(one.times for one in extracts) and any(texts):
            raise UsageError(
                f"{os.fspath(source)}: subtitles need the times of words or segments, as in a "
                ".ctm or a recogniser's JSON; this file has none, or only those of other subtitles"
            )
        return list(zip(extracts, texts, strict=True))

    def put(content: Any) -> None:
        if subtitles and not isinstance(content, bytes):
            content = "".join(write_subtitles(content, options.to, written)).encode()
        write(content)

    work_through(
        source,
        work,
        put,
        rewriting=options.to == "same" and not (options.analysis or options.sentences),
        format=format,
        reading=replace(options.reading, split_sentences=False),
        jobs=options.jobs,
        tell=tell,
        progress=progress,
    )

    if apart:
        many = "1 number stays" if len(apart) == 1 else f"{len(apart):,} numbers stay"
        tell(
            f"{shown_name(os.fspath(source))}: {many} in words that are written apart, as "
            "with times; --to text writes figures"
        )
    if others:
        tell(f"{shown_name(os.fspath(source))}: {documents_left_alone(others, punctuator)}")


def punctuate_content(
    punctuator: Punctuator, content: str, format: str, **policy: Unpack[MarkPolicy]
) -> tuple[str, list[str]]:
    """Return a file's content punctuated, and the languages of texts in it that were left alone."""
    extracts = list(read_content(content, format, Reading(split_sentences=False)))
    others: list[str] = []
    texts = marked(punctuator, extracts, MarkOptions(checked_marks(policy)), others)
    rewritten = (one.rewrite(text) for one, text in zip(extracts, texts, strict=True))
    return "".join(rewritten), others


def _is_whole(extract: Extract, number: Edit) -> bool:
    """Return whether the words of a number are written together, so that figures can be."""
    places = extract.sources(number.start, number.end)
    return [stop - start for start, stop in places] == [number.end - number.start]


def documents_left_alone(others: Sequence[str], punctuator: Punctuator) -> str:
    """Return a sentence on the documents without marks; ``others``: the language of each."""
    many = "1 document is" if len(others) == 1 else f"{len(others):,} documents are"
    return _left_alone(many, [*dict.fromkeys(others)], punctuator)


def _left_alone(what: str, languages: Sequence[str], punctuator: Punctuator) -> str:
    own, found = punctuator.header.language, ", ".join(languages)
    better = [one for one in languages if speech_model(one) == f"{one}-speech"]
    advice = f"; try --language {' or '.join(better)}" if better else ""
    return f"{what} not in the model's language ({found}, not {own}), and left alone{advice}"


def check_punctuated_format(format: str) -> None:
    """Raise :class:`UsageError` for a format that cannot be punctuated."""
    if format not in PUNCTUATED:
        raise UsageError(
            f"punctuation cannot be added to {format}, where marks could have another meaning, "
            f"only to {', '.join(PUNCTUATED)}"
        )


def marked(
    punctuator: Punctuator,
    extracts: Sequence[Extract],
    options: MarkOptions,
    others: list[str] | None = None,
) -> list[EditedText]:
    """Return the punctuated texts of extracts; ``others`` gets the language of each left alone."""
    plans = planned(punctuator, extracts, options)
    if others is not None:
        others.extend(one.language for one in plans if one.language)
    return [one.apply() for one in plans]


def planned(
    punctuator: Punctuator, extracts: Sequence[Extract], options: MarkOptions
) -> list[MarkPlan]:
    """Return the plans of the texts of extracts, with the pauses that their times show."""
    texts = [one.text for one in extracts]
    pauses = [pauses_of(one) for one in extracts]
    split = options.analysis or options.sentences
    plans = punctuator.plan_many(texts, pauses=pauses, jobs=1, sentences=split, **options.policy)
    return list(plans)


def pauses_of(extract: Extract) -> Pauses:
    """Return a speaker's pauses from the times of a transcript.

    Times without any gap are word boundaries that say nothing about pauses: none are returned.
    """
    pauses = [
        (two.at, max(0.0, two.start - one.end))
        for one, two in pairwise(extract.times)
        if one.heard and two.heard
    ]
    return pauses if any(seconds > SECONDS[0] for _, seconds in pauses) else []


def _report(plans: Sequence[MarkPlan], extracts: Sequence[Extract], options: MarkOptions) -> bytes:
    """Return the sentences or plans, one a line."""
    lines: list[str] = []
    for plan, one in zip(plans, extracts, strict=True):
        if options.sentences:
            lines += _sentences(plan.to_json()["sentences"], one.line, options.analysis)
        elif one.text.strip():
            lines.append(json.dumps({"line": one.line, **plan.to_json()}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")


def _sentences(sentences: Sequence[dict[str, Any]], line: int, as_json: bool) -> Iterator[str]:
    for one in sentences:
        one["text"] = in_one_line(one["text"])
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
    """Punctuate words as they arrive: each is written ``lookahead`` words later, or after ``pause``
    seconds without input, or at the end.

    ``restore`` as in :meth:`Punctuator.stream`; ``tell`` gets each foreign language, once.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    words = punctuator.stream(lookahead, restore=restore, **policy)
    reported: set[str] = set()
    while True:
        for other in words.others.keys() - reported:
            tell(_left_alone("<stdin>: words are", [other], punctuator))
            reported.add(other)
        if not _ready(stream, pause) and (final := words.pause()):
            write(final.encode())
        content = stream.read1(1 << 16)  # type: ignore[attr-defined]
        if final := words.feed(decoder.decode(content, not content)):
            write(final.encode())
        if not content:
            write(words.end().encode())
            for other in words.others.keys() - reported:
                tell(_left_alone("<stdin>: words are", [other], punctuator))
            return


def _ready(stream: BinaryIO, seconds: float) -> bool:
    """Wait until a stream can be read, at most ``seconds``; one that cannot be polled is ready."""
    try:
        return bool(select.select([stream.fileno()], [], [], seconds)[0])
    except (OSError, ValueError):
        return True
