"""The irregular mixed-case lexicon: words like McDonald, iPhone, eBay, and how they are written.

Niu et al. 2004, section 2.2: from raw text, the words that occur in irregular mixed case in most of
their mentions, each with its most common form; consulted before any model.  Initial capitals and
all capitals are not irregular.  Learning takes one pass: a :class:`LexiconTally` is fed batches,
alone or beside something else that is learnt from them.

Left out: the morphology (Mc-, Mac-) of words that were never seen, which the paper leaves out too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.counts import CountTable, TableBuilder
from majuscule.errors import ModelError, UsageError
from majuscule.learn.batches import Progress, TrainingBatch, TrainingText
from majuscule.learn.corpora import CorpusText
from majuscule.models import ModelFile, ModelHeader, model_path, read_model, write_model
from majuscule.text.classes import KEEP, MC
from majuscule.text.codepoints import decode
from majuscule.text.tokens import FIXED

LONGEST = 64
"""Code points in the longest word that a mask can describe."""


@dataclass(frozen=True)
class LexiconOptions:
    """What gets into a lexicon."""

    share: float = 0.5
    """Words written in mixed case in more than this part of their mentions are kept."""
    least: int = 2
    """Words whose most common mixed form was seen fewer times are not: lower, and slips get in."""

    def __post_init__(self) -> None:
        if not 0 <= self.share < 1 or self.least < 1:
            raise UsageError(
                f"a lexicon needs a share from 0 to below 1 and least of 1 or more, not "
                f"{self.share} and {self.least}"
            )


@dataclass(frozen=True)
class LexiconEntry:
    """A word of the lexicon as a reader sees it."""

    form: str
    count: int
    mixed: int
    mentions: int


@dataclass(frozen=True)
class Lexicon:
    """Words and their irregular forms, n of them.

    ``words``: uint64, ascending word hashes; ``masks``: uint64, the capitals of the most common
    form; ``counts``, ``mixed``, ``mentions``: uint32, how often that form, any mixed form, and the
    word at all was seen; ``forms``: the forms one after the other in UTF-8, ``offsets``: uint32
    (n + 1,), where each begins.
    """

    words: npt.NDArray[np.uint64]
    masks: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.uint32]
    mixed: npt.NDArray[np.uint32]
    mentions: npt.NDArray[np.uint32]
    forms: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def empty(cls) -> Lexicon:
        """Return a lexicon that knows no word."""
        return _lexicon([])

    @classmethod
    def learn(
        cls,
        text: TrainingText,
        options: LexiconOptions | None = None,
        report: Progress | None = None,
    ) -> Lexicon:
        """Learn a lexicon from well-cased text in one pass."""
        tally = LexiconTally()
        for batch in text.batches():
            tally.add(batch)
            if report:
                report(f"lexicon: {tally.tokens:,} tokens read", 0.0)
        return tally.lexicon(options)

    def look_up(
        self, words: npt.NDArray[np.uint64]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
        """Return the mask of each word, 0 for an unknown one, and whether it is known."""
        if not len(self):
            return np.zeros(words.shape, np.uint64), np.zeros(words.shape, np.bool_)
        at = np.minimum(np.searchsorted(self.words, words), len(self) - 1)
        known = self.words[at] == words
        return np.where(known, self.masks[at], np.uint64(0)), known

    def entries(self) -> list[LexiconEntry]:
        """Return all entries, the most frequent first, equally frequent ones by form."""
        found = [
            LexiconEntry(form, count, mixed, mentions)
            for _, count, _, form, mixed, mentions in _rows(self)
        ]
        return sorted(found, key=lambda entry: (-entry.count, entry.form))

    def arrays(self, prefix: str = "lexicon_") -> dict[str, npt.NDArray[Any]]:
        """Return the arrays to store in a model file, alone or beside others."""
        return {prefix + name: getattr(self, name) for name in _DTYPES}

    @classmethod
    def from_file(cls, file: ModelFile, prefix: str = "lexicon_") -> Lexicon:
        """Return the lexicon in a model file; raise :class:`ModelError` where there is none."""
        lexicon = cls(**{name: file.array(prefix + name, of) for name, of in _DTYPES.items()})
        n = len(lexicon)
        columns = (lexicon.masks, lexicon.counts, lexicon.mixed, lexicon.mentions)
        if (
            any(len(column) != n for column in columns)
            or len(lexicon.offsets) != n + 1
            or lexicon.offsets[-1] != len(lexicon.forms)
            or np.any(lexicon.words[1:] <= lexicon.words[:-1])
        ):
            raise ModelError(f"{file.path}: its lexicon's arrays do not fit together")
        return lexicon


_DTYPES = {
    "words": "<u8",
    "masks": "<u8",
    "counts": "<u4",
    "mixed": "<u4",
    "mentions": "<u4",
    "forms": "|u1",
    "offsets": "<u4",
}


class LexiconTally:
    """What a lexicon is made from: mentions of every word, and every mixed form with its count.

    Tallies of parts of a text, merged in any order, give the lexicon of the whole.
    """

    def __init__(self) -> None:
        self._mentions = TableBuilder()
        self._forms: dict[tuple[int, int], tuple[int, str]] = {}
        self.tokens = 0

    def add(self, batch: TrainingBatch) -> None:
        """Count the words of a batch; machine text and words over 64 letters do not count."""
        tokens = batch.passage.tokens
        counted = (batch.classes != KEEP) & (tokens.kinds != FIXED)
        self._mentions.add(tokens.words[counted])
        self.tokens += len(tokens)
        mixed = np.flatnonzero(
            counted & (batch.classes == MC) & (tokens.ends - tokens.starts <= LONGEST)
        )
        rows = zip(
            tokens.words[mixed].tolist(),
            batch.masks[mixed].tolist(),
            tokens.starts[mixed].tolist(),
            tokens.ends[mixed].tolist(),
            strict=True,
        )
        codes = batch.passage.codes
        for word, mask, start, end in rows:
            self._add_form((word, mask), 1, decode(codes[start:end]))

    def merge(self, other: LexiconTally) -> None:
        """Take in what another tally counted."""
        self._mentions.merge(other.mentions())
        self.tokens += other.tokens
        for key, (count, form) in other._forms.items():
            self._add_form(key, count, form)

    def mentions(self) -> CountTable:
        """Return how often each word was seen."""
        return self._mentions.table()

    def forms(self) -> list[tuple[int, int, int, str]]:
        """Return every mixed form: the word, its mask, how often it was seen, how it is written."""
        return [(*key, *found) for key, found in sorted(self._forms.items())]

    @classmethod
    def of(
        cls, mentions: CountTable, forms: Iterable[tuple[int, int, int, str]], tokens: int = 0
    ) -> LexiconTally:
        """Return the tally of what was counted elsewhere; forms may come several times."""
        tally = cls()
        tally._mentions.merge(mentions)
        tally.tokens = tokens
        for word, mask, count, form in forms:
            tally._add_form((word, mask), count, form)
        return tally

    def lexicon(self, options: LexiconOptions | None = None) -> Lexicon:
        """Return the lexicon of what was counted."""
        chosen = options or LexiconOptions()
        best: dict[int, tuple[int, int, str]] = {}
        mixed: dict[int, int] = {}
        for (word, mask), (count, form) in self._forms.items():
            mixed[word] = mixed.get(word, 0) + count
            # More often, else the smaller mask: no order of reading can change it.
            if word not in best or (count, -mask) > (best[word][0], -best[word][1]):
                best[word] = (count, mask, form)
        words = np.fromiter(sorted(best), np.uint64, len(best))
        rows = [
            (word, *best[word], mixed[word], mentions)
            for word, mentions in zip(
                words.tolist(), self.mentions().look_up(words).tolist(), strict=True
            )
            if best[word][0] >= chosen.least and mixed[word] > chosen.share * mentions
        ]
        return _lexicon(rows)

    def _add_form(self, key: tuple[int, int], count: int, form: str) -> None:
        # One word hash may stand for several forms (3Com, 4Com): the smallest is shown.
        before = self._forms.get(key)
        self._forms[key] = (count + before[0], min(form, before[1])) if before else (count, form)


def merge_lexicons(lexicons: Iterable[Lexicon]) -> Lexicon:
    """Return the words of all lexicons, each with the form that was seen most often.

    Counts of the same form are added, and so are mentions.  A lexicon does not say how often it saw
    the words that it leaves out: to merge without loss, merge tallies.
    """
    return reduce(_merge_two, lexicons, Lexicon.empty())


def _merge_two(first: Lexicon, second: Lexicon) -> Lexicon:
    rows = {row[0]: row for row in _rows(first)}
    for row in _rows(second):
        before = rows.get(row[0])
        if before is None:
            rows[row[0]] = row
            continue
        word, count, mask, form, mixed, mentions = row
        if mask == before[2]:
            kept = (count + before[1], mask, min(form, before[3]))
        else:
            kept = max(row[1:4], before[1:4], key=lambda one: (one[0], -one[1]))
        rows[word] = (word, *kept, mixed + before[4], mentions + before[5])
    return _lexicon([rows[word] for word in sorted(rows)])


_Row = tuple[int, int, int, str, int, int]


def _rows(lexicon: Lexicon) -> Iterable[_Row]:
    text = lexicon.forms.tobytes()
    bounds = lexicon.offsets.tolist()
    forms = [text[begin:end].decode("utf-8") for begin, end in pairwise(bounds)]
    return zip(
        lexicon.words.tolist(),
        lexicon.counts.tolist(),
        lexicon.masks.tolist(),
        forms,
        lexicon.mixed.tolist(),
        lexicon.mentions.tolist(),
        strict=True,
    )


def _lexicon(rows: list[_Row]) -> Lexicon:
    columns: Mapping[int, list[Any]] = {k: [row[k] for row in rows] for k in range(6)}
    forms = [form.encode("utf-8") for form in columns[3]]
    return Lexicon(
        words=np.array(columns[0], np.uint64),
        masks=np.array(columns[2], np.uint64),
        counts=np.array(columns[1], np.uint32),
        mixed=np.array(columns[4], np.uint32),
        mentions=np.array(columns[5], np.uint32),
        forms=np.frombuffer(b"".join(forms), np.uint8),
        offsets=np.cumsum([0, *map(len, forms)]).astype(np.uint32),
    )


KIND = "lexicon.v1"


def write_lexicon(
    path: str | os.PathLike[str], lexicon: Lexicon, options: Mapping[str, Any] | None = None
) -> None:
    """Write a lexicon to a file; ``options`` say what it was built with."""
    header = ModelHeader(KIND, Path(path).stem, options=dict(options or {}))
    write_model(path, header, lexicon.arrays())


def build_lexicon(
    files: Iterable[str | Path],
    path: str | os.PathLike[str],
    options: LexiconOptions | None = None,
    *,
    words: int = 0,
    keep: str = "cased",
    report: Progress | None = None,
) -> tuple[Lexicon, int]:
    """Learn a lexicon from files, write it to ``path``, and return it and how many tokens it took.

    ``files``, ``words`` and ``keep`` as in :class:`majuscule.learn.corpora.CorpusText`.
    """
    chosen = options or LexiconOptions()
    tally = LexiconTally()
    for batch in CorpusText(tuple(files), words=words, keep=keep).batches():
        tally.add(batch)
        if report:
            report(f"lexicon: {tally.tokens:,} tokens read", 0.0)
    found = tally.lexicon(chosen)
    write_lexicon(path, found, {**asdict(chosen), "tokens": tally.tokens})
    return found, tally.tokens


def read_lexicon(name: str | os.PathLike[str]) -> Lexicon:
    """Return the lexicon of a file, or of a model that has one, by path or by shipped name.

    Raises :class:`~majuscule.errors.ModelError` for a file without a lexicon.
    """
    return Lexicon.from_file(read_model(model_path(name)))
