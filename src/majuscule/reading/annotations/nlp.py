"""Rev's ``.nlp`` with entity tags: a token per line, fields separated by ``|``, names first.

``wer_tags`` lists the numbers of the entities that a token belongs to; their types are in the file
``NAME.wer_tag.json`` beside it or, without that file, in the field ``tags`` as ``NUMBER:TYPE``.
Classes of MUC are read (``GPE`` and ``LOC`` as LOC), others left out; of nested mentions the outer
one is kept.  A line of the text is a sentence.

Written transcripts have the types in ``tags`` and need no file beside them.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from majuscule.errors import CorpusError, UsageError
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.spans import annotated_passage, to_tokens
from majuscule.reading.compression import stem, uncompressed_name
from majuscule.text import CLASS_NAMES, KEEP, Passage

FIELDS = ("token", "speaker", "ts", "endTs", "punctuation", "case", "tags", "wer_tags")

LABELS = {
    "PERSON": "PER",
    "ORG": "ORG",
    "GPE": "LOC",
    "LOC": "LOC",
    "DATE": "DATE",
    "TIME": "TIME",
    "MONEY": "MONEY",
    "PERCENT": "PERCENT",
}

NESTED = "mentions inside others, left out"


def read(
    lines: Iterable[tuple[int, str]], where: str, repairs: Repairs | None = None
) -> Iterator[AnnotatedText]:
    rows = iter(lines)
    head = next(rows, (1, ""))[1].split("|")
    if "token" not in head:
        raise CorpusError("the first line must name the fields, token|speaker|...", f"{where}:1")
    column = {name: index for index, name in enumerate(head)}
    text: list[str] = []
    at = 0
    spans: dict[str, list[int]] = {}
    named: dict[str, str] = {}
    speaker = ended = ""
    for number, line in rows:
        if not line or line.isspace():
            continue
        fields = line.split("|")
        if len(fields) != len(head):
            # A token that is itself a bar splits into more fields.
            raise CorpusError(
                f"has {len(fields)} fields, but the first line names {len(head)}",
                f"{where}:{number}",
            )

        def get(name: str, fields: list[str] = fields) -> str:
            return fields[column[name]] if name in column else ""

        token = "_".join(get("token").split())
        if text:
            fresh = get("speaker") != speaker or ended in (".", "?", "!")
            text.append("\n" if fresh else " ")
            at += 1
        for name in _numbers(get("wer_tags"), f"{where}:{number}"):
            spans.setdefault(name, [at, at])[1] = at + len(token)
        for tag in _numbers(get("tags"), f"{where}:{number}"):
            name, _, kind = tag.partition(":")
            named[name] = kind
        ended = get("punctuation").strip()
        text.append(token + ended)
        at += len(token) + len(ended)
        speaker = get("speaker")
    types = named if spans.keys() <= named.keys() and not _beside(where).exists() else _types(where)
    found = [
        (start, end, LABELS[types[name]])
        for name, (start, end) in spans.items()
        if types.get(name) in LABELS and end > start
    ]
    mentions = tuple(_outermost(found, repairs))
    yield AnnotatedText("".join(text), mentions, stem(where), where)


def _outermost(found: Iterable[tuple[int, int, str]], repairs: Repairs | None) -> Iterator[Mention]:
    taken = 0
    for start, end, label in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= taken:
            yield Mention(start, end, label)
            taken = end
        elif repairs is not None:
            repairs.add(NESTED)


def _numbers(cell: str, place: str) -> list[str]:
    if not cell or cell == "[]":
        return []
    try:
        found = ast.literal_eval(cell)
    except (ValueError, SyntaxError, RecursionError) as error:
        raise CorpusError(f"entity tags {cell!r} are not a list", place) from error
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise CorpusError(f"entity tags {cell!r} are not a list of numbers in quotes", place)
    return found


def _beside(where: str) -> Path:
    return uncompressed_name(where).with_suffix(".wer_tag.json")


def _types(where: str) -> dict[str, str]:
    """Return the type of each numbered entity, from the file beside the transcript."""
    beside = _beside(where)
    try:
        data = json.loads(beside.read_text(encoding="utf-8"))
        return {name: str(entry["entity_type"]) for name, entry in data.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"the entities of {where} cannot be read from it ({error})"
        raise CorpusError(problem, beside) from error


def write(documents: Iterable[AnnotatedText], repairs: Repairs | None = None) -> Iterator[str]:
    r"""Yield a document as a transcript, each line of it a turn; times stay empty.

    A stop that touches the word before it goes to the field of punctuation, a bar, which parts
    fields, becomes a broken bar, and a mention that cuts a token takes the whole token.  Raises
    :class:`~majuscule.errors.UsageError` for a second document: a transcript is one.

    >>> text = AnnotatedText("I flew to Rome.", (Mention(10, 14, "LOC"),))
    >>> "".join(write([text])).split("\n")[4]
    "Rome|0|||.|UC|['0:LOC']|['0']"
    """
    for number, document in enumerate(documents):
        if number:
            raise UsageError("a transcript holds one document; write each to its own file")
        yield "|".join(FIELDS) + "\n"
        yield from _rows(document, annotated_passage(document), repairs)


def _rows(document: AnnotatedText, passage: Passage, repairs: Repairs | None) -> Iterator[str]:
    tokens = passage.tokens
    starts, ends = tokens.starts.tolist(), tokens.ends.tolist()
    classes = passage.written().tolist()
    owners = [-1] * len(starts)
    spans = to_tokens(document.mentions, passage, repairs)
    for number, (first, stop, _) in enumerate(spans):
        owners[first:stop] = [number] * (stop - first)
    for turn, (first, last) in enumerate(passage.lines.tolist()):
        at = first
        while at < last:
            own, mark = owners[at], ""
            token = document.text[starts[at] : ends[at]].replace("|", "¦")
            case = "CA" if classes[at] == KEEP else CLASS_NAMES[classes[at]]  # as Rev has numbers
            if at + 1 < last and starts[at + 1] == ends[at] and owners[at + 1] < 0:
                sign = document.text[starts[at + 1] : ends[at + 1]]
                mark = sign if sign in (".", ",", "?", "!") else ""
            tag, name = "", ""
            if own >= 0:
                label = spans[own][2]
                tag, name = f"'{own}:{_REV.get(label, label)}'", f"'{own}'"
            yield f"{token}|{turn}|||{mark}|{case}|[{tag}]|[{name}]\n"
            at += 2 if mark else 1


_REV = {"PER": "PERSON"}
"""Rev's names of classes that are called otherwise here."""
