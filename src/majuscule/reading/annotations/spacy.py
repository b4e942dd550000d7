"""Writing spaCy's JSON: ``spacy.tokens.Doc(vocab).from_json(record)`` reads the tokens and entities
of a line.  Needs no spaCy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.spans import annotated_passage, to_tokens


def write(documents: Iterable[AnnotatedText]) -> Iterator[str]:
    r"""Yield a line for each document; a mention of part of a token is widened to the token.

    >>> from majuscule.reading.annotations.mentions import Mention
    >>> line = "".join(write([AnnotatedText("In  Rome", (Mention(4, 8, "LOC"),), "d")]))
    >>> record = json.loads(line)
    >>> record["ents"]
    [{'start': 4, 'end': 8, 'label': 'LOC'}]
    >>> [(one["start"], one["end"]) for one in record["tokens"]]
    [(0, 2), (3, 4), (4, 8)]
    """
    for document in documents:
        passage = annotated_passage(document)
        starts, ends = passage.tokens.starts.tolist(), passage.tokens.ends.tolist()
        spans = to_tokens(document.mentions, passage)
        tokens = list(_with_blanks(zip(starts, ends, strict=True), document.text))
        record = {
            "text": document.text,
            "ents": [
                {"start": starts[a], "end": ends[b - 1], "label": label} for a, b, label in spans
            ],
            "tokens": [{"id": k, "start": a, "end": b} for k, (a, b) in enumerate(tokens)],
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


def _with_blanks(spans: Iterable[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """Yield tokens, with white space as tokens where spaCy has them: all but a space after one."""
    at = 0
    for start, end in (*spans, (len(text), len(text))):
        space = at + (at > 0 and text[at:start].startswith(" "))
        if space < start:
            yield space, start
        if start < end:
            yield start, end
        at = end
