"""Treebank and entity corpora as spaCy documents, for ``benchmarks.spacy_pipeline``."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator
from pathlib import Path

from spacy.tokens import Doc
from spacy.vocab import Vocab

from majuscule.reading import read_tagged

TOGETHER = 10
"""Sentences in a document: the parser learns to tell them apart."""

LABELS = {"PER": "PER", "ORG": "ORG", "LOC": "LOC", "GPE": "LOC"}

Cased = Callable[[str], str]
"""Another case for a word: ``str.lower``, say."""


def as_written(word: str) -> str:
    return word


def treebank(path: Path, vocab: Vocab, cased: Cased = as_written) -> list[Doc]:
    """Return the documents of a CoNLL-U file with tags, heads and sentence starts."""
    found, group = [], list[list[list[str]]]()
    for sentence in _sentences(path):
        group.append(sentence)
        if len(group) == TOGETHER:
            found.append(_parsed(group, vocab, cased))
            group = []
    return found + ([_parsed(group, vocab, cased)] if group else [])


def _sentences(path: Path) -> Iterator[list[list[str]]]:
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as lines:
        rows: list[list[str]] = []
        for raw in lines:
            line = raw.decode()
            fields = line.rstrip("\n").split("\t")
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
    found, tokens, tags, seen, group = [], [], [], 0, 0
    for sentence in read_tagged([str(path)]):
        tokens += [cased(token) for token in sentence.tokens]
        tags += [_label(tag) for tag in sentence.tags]
        group += 1
        if group == TOGETHER:
            found.append(Doc(vocab, words=tokens, ents=tags))
            seen += len(tokens)
            tokens, tags, group = [], [], 0
        if words and seen >= words:
            break
    return found + ([Doc(vocab, words=tokens, ents=tags)] if tokens else [])


def _label(tag: str) -> str:
    place, _, label = tag.partition("-")
    return f"{place}-{LABELS[label]}" if label in LABELS else "O"
