"""Treebank and entity corpora as spaCy documents, for ``benchmarks.spacy_pipeline``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from spacy.tokens import Doc
from spacy.vocab import Vocab

from majuscule.reading import read_file_lines, read_tagged
from majuscule.text.batches import batches

TOGETHER = 10
"""Sentences in a document: the parser learns to tell them apart."""

LABELS = {"PER": "PER", "ORG": "ORG", "LOC": "LOC", "GPE": "LOC"}

Cased = Callable[[str], str]
"""Another case for a word: ``str.lower``, say."""


def as_written(word: str) -> str:
    return word


def treebank(path: Path, vocab: Vocab, cased: Cased = as_written) -> list[Doc]:
    """Return the documents of a CoNLL-U file with tags, heads and sentence starts."""
    groups = batches(_sentences(path), TOGETHER, lambda _sentence: 1)
    return [_parsed(group, vocab, cased) for group in groups]


def _sentences(path: Path) -> Iterator[list[list[str]]]:
    rows: list[list[str]] = []
    for _, line in read_file_lines(path):
        fields = line.split("\t")
        if len(fields) == 10 and fields[0].isdigit():
            rows.append(fields)
        elif not line.strip() and rows:
            yield rows
            rows = []


def _parsed(group: list[list[list[str]]], vocab: Vocab, cased: Cased) -> Doc:
    words: list[str] = []
    spaces, tags, heads, deps, starts = [], [], [], [], []
    for sentence in group:
        first = len(words)
        for number, row in enumerate(sentence):
            words.append(cased(row[1]))
            spaces.append("SpaceAfter=No" not in row[9])
            tags.append(row[4])
            head = int(row[6])
            heads.append(first + (number if head == 0 else head - 1))
            deps.append("ROOT" if head == 0 else row[7].split(":")[0])
            starts.append(number == 0)
        spaces[-1] = True
    return Doc(
        vocab, words=words, spaces=spaces, tags=tags, heads=heads, deps=deps, sent_starts=starts
    )


def entities(path: Path, vocab: Vocab, cased: Cased = as_written, words: int = 0) -> list[Doc]:
    """Return the documents of a two-column file with entities, about so many words (0: all)."""
    found, seen = [], 0
    for group in batches(read_tagged([str(path)]), TOGETHER, lambda _sentence: 1):
        tokens = [cased(token) for one in group for token in one.tokens]
        tags = [_label(tag) for one in group for tag in one.tags]
        found.append(Doc(vocab, words=tokens, ents=tags))
        seen += len(tokens)
        if words and seen >= words:
            break
    return found


def _label(tag: str) -> str:
    place, _, label = tag.partition("-")
    return f"{place}-{LABELS[label]}" if label in LABELS else "O"
