"""Parsing: subject-verb-object links against those of a treebank (Niu et al. 2004, 3.4.3, Table 5).

A link is a predicate, a role and the head word of its subject or object; for the counts see
:mod:`~majuscule.degrade.tasks.links`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from majuscule.arrays import I64
from majuscule.degrade.interface import (
    LINKS,
    ROLES,
    Annotation,
    EngineInput,
    Link,
    Span,
    Task,
    found_file,
)
from majuscule.degrade.tasks.links import LinkMetric
from majuscule.errors import CorpusError
from majuscule.reading import read_file_lines
from majuscule.trials.cells import digest_files

FIELDS = 10
ID, FORM, HEAD, RELATION, MISC = 0, 1, 6, 7, 9


class Parsing(Task):
    """A treebank in CoNLL-U; each sentence is a text, each document a row of the statistics."""

    needs = frozenset({LINKS})
    tokenizer = "treebank"
    unit = "document"
    metric = LinkMetric()

    def __init__(self, file: str, data: Path) -> None:
        path = found_file(file, data / "parsing", "treebank")
        self.name = f"parsing:{path.stem}"
        found = [(document, *_sentence(rows)) for document, rows in treebank_rows(path)]
        self.documents = [document for document, _, _ in found]
        self.texts = [text for _, text, _ in found]
        self._gold = [links for _, _, links in found]
        if not any(self._gold):
            raise CorpusError("has no subjects or objects, so there is nothing to score", str(path))
        self.digest = digest_files([path])
        total = sum(map(len, self._gold))
        self.note = f"{len(self.texts):,} sentences, {total:,} links in the treebank."

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> I64:
        guess = [
            [given.at_source(link) for link in one.links]
            for given, one in zip(inputs, found, strict=True)
        ]
        return self.metric.by_document(self._gold, guess, self.documents)


def treebank_rows(path: Path) -> Iterator[tuple[int, list[list[str]]]]:
    """Yield each sentence of CoNLL-U: the number of its document, the fields of its words."""
    document = -1
    rows: list[list[str]] = []
    for number, line in chain(read_file_lines(path), [(0, "")]):
        if line.startswith("# newdoc"):
            document += 1
        elif not line.strip():
            if rows:
                yield max(document, 0), rows
            rows = []
        elif not line.startswith("#"):
            rows += _row(line, f"{path}:{number}")


def _row(line: str, where: str) -> list[list[str]]:
    """Return the fields of a word; nothing for multiword tokens and empty nodes."""
    fields = line.split("\t")
    if len(fields) != FIELDS:
        raise CorpusError(f"has {len(fields)} fields, not {FIELDS}", where)
    if not fields[ID].isdecimal():
        return []
    if not fields[HEAD].isdecimal():
        raise CorpusError(f"the head {fields[HEAD]!r} is not a number", where)
    return [fields]


def _sentence(rows: list[list[str]]) -> tuple[str, list[Link]]:
    text = ""
    spans: dict[int, Span] = {}
    for row in rows:
        spans[int(row[ID])] = (len(text), len(text) + len(row[FORM]))
        text += row[FORM] + ("" if "SpaceAfter=No" in row[MISC] else " ")
    links = [
        Link(spans[int(row[HEAD])], ROLES[row[RELATION]], spans[int(row[ID])])
        for row in rows
        if row[RELATION] in ROLES and int(row[HEAD]) in spans
    ]
    return text.rstrip(), links
