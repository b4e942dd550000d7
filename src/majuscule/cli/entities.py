"""What ``majuscule entities tag`` does with files: read, tag, show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import tee

from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.annotations import columns, jsonl, nlp, read_annotated, sgml
from majuscule.entities.annotations import format_of as annotated_format_of
from majuscule.entities.interface import EntityTagger
from majuscule.entities.mentions import Mention
from majuscule.entities.placing import read_placed
from majuscule.errors import UsageError
from majuscule.reading import REWRITTEN, Reading, format_of

Shape = Callable[[Iterable[AnnotatedText]], Iterator[str]]
SHAPES: Mapping[str, Shape] = {
    "jsonl": jsonl.write,
    "columns": columns.write,
    "nlp": nlp.write,
    "sgml": sgml.write,
    "ieer": partial(sgml.write, ieer=True),
}


def tag_files(
    tagger: EntityTagger,
    files: Sequence[str],
    shape: str,
    *,
    format: str | None = None,
    reading: Reading | None = None,
    memory: bool = True,
    tell: Callable[[str], None] = lambda _message: None,
) -> Iterator[str]:
    """Yield the mentions of files as text; what is in the files of mentions is left out."""
    reading = replace(reading or Reading(), how="file")
    for name in files:
        kind = format or tag_format(name)
        if kind in REWRITTEN:
            documents, ahead = tee(read_placed(name, kind, reading, tell=tell))
            texts = (placed.document.text for placed in ahead)
            # The tagger reads ahead a little, and all that it reads it answers.
            for found, placed in zip(
                tagger.tag_many(texts, memory=memory), documents, strict=False
            ):
                if shape == "jsonl":
                    yield placed.line(found)
                else:
                    yield from show(placed.annotated(), found, shape)
            continue
        for document in read_annotated([name], format=kind):
            yield from show(document, tagger.tag(document.text, memory=memory), shape)


def tag_format(name: str) -> str:
    """Return the format of a file to tag, by its name: of corpora, else of any kind, else text.

    >>> tag_format("dev.tsv"), tag_format("film.srt.gz"), tag_format("notes")
    ('columns', 'srt', 'text')
    """
    known = format_of(name, "")
    if known in ("", "tsv"):
        with suppress(UsageError):
            return annotated_format_of(name)
    return known or "text"


def show(document: AnnotatedText, found: Sequence[Mention], shape: str) -> Iterator[str]:
    """Yield a document's mentions as text."""
    if shape != "list":
        yield from SHAPES[shape]([replace(document, mentions=tuple(found))])
        return
    for one in found:
        words = " ".join(one.of(document.text).split())
        fields = (document.id, one.start, one.end, one.label, f"{one.confidence:.2f}", words)
        yield "\t".join(map(str, fields)) + "\n"
