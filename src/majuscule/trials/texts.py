"""Text to compare restorers on: well-cased lines by document, and the conditions of their input.

Restorers get the text in lower case or in capitals, mapped letter by letter.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from textwrap import wrap
from typing import Any

import numpy as np

from majuscule.arrays import I64
from majuscule.errors import CorpusError, UsageError
from majuscule.measure import digest_texts
from majuscule.reading import corpus_format_of, read_documents
from majuscule.restore.interface import Restorer
from majuscule.text.characters.codepoints import decode, encode, recase
from majuscule.text.tokenizing.passages import read_passage
from majuscule.text.tokenizing.sentences import sentence_starts, without_final_mark
from majuscule.text.tokenizing.tokens import WORD

Pair = tuple[str, str]

CONDITIONS = ("lower", "upper")


def _lowered(text: str) -> Pair:
    return text, recase(text, "lower")


def _wrapped(columns: int, text: str) -> Pair:
    lines = (wrap(line, columns, break_long_words=False) or [""] for line in text.split("\n"))
    return _lowered("\n\n".join("\n".join(one) for one in lines))


def _losing(parts: int, text: str) -> Pair:
    """Remove the capitals of about one word in ``parts``, always the same ones."""
    words = re.split(r"(\s+)", text)
    lost = (
        recase(word, "lower") if zlib.crc32(f"{at} {word}".encode()) % parts == 1 else word
        for at, word in enumerate(words)
    )
    return text, "".join(lost)


INPUTS: dict[str, Callable[[str], Pair]] = {
    "lower": _lowered,
    "upper": lambda text: (text, recase(text, "upper")),
    "unmarked": lambda text: _lowered("\n".join(map(without_final_mark, text.split("\n")))),
    "wrapped-72": partial(_wrapped, 72),
    "wrapped-40": partial(_wrapped, 40),
    "half": partial(_losing, 2),
    "tenth": partial(_losing, 10),
}
"""Name -> function from a text to (gold, input).  The input is in lower case or capitals; in lower
case without the final marks of lines (the gold lacks them too), or wrapped to a number of columns;
or lacks a half or a tenth of its capitals."""

_SMALL_I = re.compile(r"\bi\b(?![.-])")


def lacks_capitals(text: str, language: str = "en") -> bool:
    """Return whether a text lacks a capital that does not depend on names: at the start of a
    sentence, or of the English *I*.

    >>> [lacks_capitals(line) for line in ("Fine. it is late.", "What can i do?", "3 tickets")]
    [True, True, False]
    """
    tokens = read_passage(text).tokens
    at = np.flatnonzero(sentence_starts(tokens.positions) & (tokens.kinds == WORD))
    english = language.partition("-")[0] == "en"
    return any(text[a:b].islower() for a, b in tokens.spans(at)) or bool(
        english and _SMALL_I.search(text)
    )


FEWEST = 20
"""The fewest documents for resampling documents; with fewer, each line counts as one."""


@dataclass(frozen=True)
class GoldText:
    """Gold lines, and the number of each line's document."""

    name: str
    lines: tuple[str, ...]
    documents: tuple[int, ...]

    @cached_property
    def digest(self) -> str:
        return digest_texts(self.lines)

    @cached_property
    def words(self) -> int:
        """Return the number of words, split at white space."""
        return sum(len(line.split()) for line in self.lines)

    def by_document(self) -> list[tuple[str, ...]]:
        pairs = zip(self.documents, self.lines, strict=True)
        return [
            tuple(line for _, line in lines) for _, lines in groupby(pairs, key=lambda one: one[0])
        ]


def read_gold(name: str, path: str, *, titles: bool = False, **how: Any) -> GoldText:
    """Return the paragraphs of a file's documents, or with ``titles`` their titles alone;
    ``how`` as in :func:`majuscule.reading.read_documents`.

    Each line is a document if the file's name does not determine its format, or if there are fewer
    than :data:`FEWEST` documents.
    """
    try:
        format_ = corpus_format_of(path)
    except UsageError:
        format_ = "lines"
    documents = list(read_documents([path], format=format_, **how))
    if titles:
        lines = tuple(one.title for one in documents if one.title)
        owners = tuple(range(len(lines)))
    else:
        lines = tuple(line for one in documents for line in one.paragraphs)
        owners = tuple(at for at, one in enumerate(documents) for _ in one.paragraphs)
        if len(documents) < FEWEST:
            owners = tuple(range(len(lines)))
    if not lines:
        raise CorpusError(f"has no {'titles' if titles else 'text'} to compare restorers on", path)
    return GoldText(name, lines, owners)


def restore_document(restorer: Restorer, lines: tuple[str, ...], condition: str) -> list[str]:
    """Restore the lines of a document with a bare restorer, without document memory."""
    passage = read_passage(recase("\n".join(lines), condition))
    return decode(restorer.decide(passage).apply(passage)).split("\n")


def token_statistics(gold: GoldText, lines: Sequence[str]) -> I64:
    """Return the tokens of each line and how many of them equal gold, int64 (lines, 2).

    Rows of :class:`~majuscule.measure.case.scores.AgreementMetric`; ``lines``: the gold lines in
    another case.
    """
    passage = read_passage("\n".join(gold.lines))
    equal = passage.tokens.count(passage.codes != encode("\n".join(lines))) == 0
    sizes = passage.lines[:, 1] - passage.lines[:, 0]
    owners = passage.by_token(np.arange(len(sizes)))
    right = np.bincount(owners, weights=equal, minlength=len(sizes))
    return np.stack([sizes, right], axis=1).astype(np.int64)


def restore_lines(restorer: Restorer, gold: GoldText, condition: str) -> list[str]:
    """Restore all lines, document by document."""
    return [
        line
        for document in gold.by_document()
        for line in restore_document(restorer, document, condition)
    ]
