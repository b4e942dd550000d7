"""The user's own gazetteer: names with labels, found in text of any case.

A file has one name per line, with an optional label after a tab.  Blank lines, and lines that begin
with ``#`` and a space, are skipped.  Of names that overlap in the text, the first is found; of
names that begin at the same offset, the longest.  Any white space but a line break may stand
between the words of a name; a name in Chinese characters may begin and end inside a run of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from majuscule.arrays import U64
from majuscule.errors import CorpusError, UsageError
from majuscule.reading import read_file_lines
from majuscule.reading.annotations.mentions import LabelSet, Mention
from majuscule.text import (
    FIXED,
    CodePoints,
    Passage,
    decode,
    encode,
    fold,
    hash_words,
    read_passage,
    tokenize,
)
from majuscule.text.tokenizing.tokens import Tokens

COMMENT = "#"
_HAN = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_SEPARATOR = "\0"
"""Joins the tokens of a name; no token contains it."""

Entry = tuple[str, str, str]
"""A name, its label, and its source (``names.txt:3``, or empty)."""


def read_entries(
    file: str | os.PathLike[str], label: str = "", encoding: str = ""
) -> Iterator[Entry]:
    """Yield the names of a file, each with the label on its line, or else ``label``.

    Raises :class:`~majuscule.errors.CorpusError`, with file and line, for what cannot be read.
    """
    where = os.fspath(file)
    for number, line in read_file_lines(file, encoding=encoding, option="--gazetteer-encoding"):
        name, _, own = line.partition("\t")
        if not name.strip() or name.startswith(f"{COMMENT} "):
            continue
        place = f"{where}:{number}"
        if not (own.strip() or label):
            raise CorpusError(
                f"{name!r} has no label; write one after a tab, or give FILE=LABEL", place
            )
        try:
            LabelSet((own.strip() or label,))
        except UsageError as error:
            raise CorpusError(str(error), place) from error
        yield name.strip(), own.strip() or label, place


@dataclass(frozen=True)
class OwnNames:
    """Labels of names, by :func:`_key`.

    >>> names = OwnNames.of([("Acme Widgets", "ORG"), ("O'Neill", "PER")])
    >>> text = "did o'neill leave ACME  widgets?"
    >>> [(one.of(text), one.label) for one in names.find(text)]
    [("o'neill", 'PER'), ('ACME  widgets', 'ORG')]
    """

    labels: Mapping[str, str]

    def __len__(self) -> int:
        return len(self.labels)

    @classmethod
    def of(
        cls,
        names: Iterable[tuple[str, str] | Entry],
        tell: Callable[[str], None] = lambda _message: None,
    ) -> OwnNames:
        """Return names with their labels; ``tell`` receives a warning about repeated names.

        Raises :class:`~majuscule.errors.CorpusError` for a name without a word, and for a name with
        two labels.
        """
        labels: dict[str, str] = {}
        places: dict[str, str] = {}
        twice: list[str] = []
        for name, label, *place in names:
            where = place[0] if place else ""
            key = _key(name)
            if not key:
                raise CorpusError(f"{name!r} contains no word", where or "names")
            LabelSet((label,))
            before = labels.setdefault(key, label)
            if before != label:
                first = f" on {places[key]}" if places[key] else ""
                raise CorpusError(
                    f"{name!r} is {label} here and {before}{first}; keep one", where or "names"
                )
            if key in places:
                twice.append(f"{name!r} on {places[key]} and {where}")
            places.setdefault(key, where)
        if twice:
            rest = f", and {len(twice) - 1:,} more" if len(twice) > 1 else ""
            tell(f"names given twice count once: {twice[0]}{rest}")
        return cls(labels)

    @classmethod
    def read(
        cls,
        files: Iterable[tuple[str | os.PathLike[str], str]],
        *,
        encoding: str = "",
        tell: Callable[[str], None] = lambda _message: None,
    ) -> OwnNames:
        """Return the names of ``files``, each given with the label for its lines without one.

        ``encoding``: of all files, or ``auto``; by default UTF-8, or what a byte-order mark says.

        Raises :class:`~majuscule.errors.CorpusError`, with file and line, for what cannot be read.
        """
        entries = (one for file, label in files for one in read_entries(file, label, encoding))
        return cls.of(entries, tell)

    @cached_property
    def _sizes(self) -> Mapping[str, list[int]]:
        """Return the lengths in tokens of the names by their first token, longest first."""
        sizes: dict[str, set[int]] = {}
        for key in self.labels:
            first, *rest = key.split(_SEPARATOR)
            sizes.setdefault(first, set()).add(1 + len(rest))
        return {first: sorted(lengths, reverse=True) for first, lengths in sizes.items()}

    @cached_property
    def _first_words(self) -> U64:
        return np.unique(hash_words(self._sizes))

    @cached_property
    def _han_sizes(self) -> list[int]:
        """Return the lengths in characters of the names in Chinese characters, longest first."""
        return sorted({len(key) for key in self.labels if _HAN.fullmatch(key)}, reverse=True)

    def find(self, text: str) -> list[Mention]:
        """Return the names in a text as mentions, in order and without overlaps."""
        return self.find_in(read_passage(text), text)

    def find_in(self, passage: Passage, text: str) -> list[Mention]:
        """Return the names in a passage, which was read from ``text``, as :meth:`find` does."""
        found = list(self._find_tokens(passage))
        if self._han_sizes:
            found += [one for run in _HAN.finditer(text) for one in self._find_han(run)]
        kept: list[Mention] = []
        for one in sorted(found, key=lambda m: (m.start, -m.end)):
            if not kept or one.start >= kept[-1].end:
                kept.append(one)
        return kept

    def _find_tokens(self, passage: Passage) -> Iterable[Mention]:
        tokens = passage.tokens
        starts, ends = tokens.starts, tokens.ends
        folded = fold(passage.codes)  # that of the tokens hides addresses
        begins = np.isin(tokens.words, self._first_words) | (tokens.kinds == FIXED)
        at = np.flatnonzero(begins)
        line_ends = passage.lines[:, 1]
        stops = line_ends[np.searchsorted(line_ends, at, side="right")]
        for first, stop in zip(at.tolist(), stops.tolist(), strict=True):
            for size in self._sizes.get(_join(folded, tokens, first, first + 1), ()):
                if first + size > stop:
                    continue
                label = self.labels.get(_join(folded, tokens, first, first + size))
                if label is not None:
                    yield Mention(int(starts[first]), int(ends[first + size - 1]), label)
                    break

    def _find_han(self, run: re.Match[str]) -> Iterable[Mention]:
        characters, begin, at = run[0], run.start(), 0
        while at < len(characters):
            for size in self._han_sizes:
                label = self.labels.get(characters[at : at + size])
                if label is not None and at + size <= len(characters):
                    yield Mention(begin + at, begin + at + size, label)
                    at += size - 1
                    break
            at += 1


def _key(name: str) -> str:
    """Return the folded tokens of a name, joined.

    >>> _key(" Rock-n-Roll\\u00a0Hall ").split(_SEPARATOR)
    ['rock', '-', 'n', '-', 'roll', 'hall']
    """
    folded = fold(encode(" ".join(name.split())))
    tokens = tokenize(folded)
    return _join(folded, tokens, 0, len(tokens))


def _join(folded: CodePoints, tokens: Tokens, first: int, stop: int) -> str:
    spans = tokens.spans(slice(first, stop))
    return _SEPARATOR.join(decode(folded[start:end]) for start, end in spans).replace("’", "'")
