"""Rev's ``.nlp`` with entity tags: a token a line, fields parted by ``|``, named in the first line.

``wer_tags`` lists the numbers of the entities that a token belongs to; what they are stands in the
file beside it, ``NAME.wer_tag.json``.  Classes that MUC has are read (places, ``GPE`` and ``LOC``,
as LOC), others are left out; of nested ones the outer is kept.  A line of the text is a sentence.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from majuscule.entities.annotated import AnnotatedText, Repairs
from majuscule.entities.mentions import Mention
from majuscule.errors import CorpusError

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
    """Yield the document."""
    rows = iter(lines)
    head = next(rows, (1, ""))[1].split("|")
    if "token" not in head:
        raise CorpusError("the first line must name the fields, token|speaker|...", f"{where}:1")
    column = {name: index for index, name in enumerate(head)}
    text: list[str] = []
    at = 0
    spans: dict[str, list[int]] = {}
    speaker = ended = ""
    for number, line in rows:
        fields = line.split("|")
        if len(fields) != len(head):
            # A token that is itself a bar splits into more fields.
            raise CorpusError(
                f"has {len(fields)} fields where the first line names {len(head)}",
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
        ended = get("punctuation").strip()
        text.append(token + ended)
        at += len(token) + len(ended)
        speaker = get("speaker")
    types = _types(where) if spans else {}
    found = [
        (start, end, LABELS[types[name]])
        for name, (start, end) in spans.items()
        if types.get(name) in LABELS and end > start
    ]
    mentions: list[Mention] = []
    taken = 0
    for start, end, label in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= taken:
            mentions.append(Mention(start, end, label))
            taken = end
        elif repairs is not None:
            repairs.add(NESTED)
    yield AnnotatedText("".join(text), tuple(mentions), Path(where).stem, where)


def _numbers(cell: str, place: str) -> list[str]:
    if not cell or cell == "[]":
        return []
    try:
        found = ast.literal_eval(cell)
    except (ValueError, SyntaxError, RecursionError) as error:
        raise CorpusError(f"entity tags {cell!r} are no list", place) from error
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise CorpusError(f"entity tags {cell!r} are no list of numbers in quotes", place)
    return found


def _types(where: str) -> dict[str, str]:
    """Return the type of each numbered entity."""
    beside = Path(where).with_suffix(".wer_tag.json")
    try:
        data = json.loads(beside.read_text(encoding="utf-8"))
        return {name: str(entry["entity_type"]) for name, entry in data.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"the entities of {where} cannot be read from it ({error})"
        raise CorpusError(problem, beside) from error
