"""The lexicon of irregular mixed case: words like McDonald, iPhone and eBay.

Niu et al. 2004, section 2.2: the words that raw text has in mixed case in most of their
occurrences, each with its most common form; consulted before any model.  Initial capitals and all
capitals are regular.  A :class:`LexiconTally` counts in one pass, alongside other learning from the
same batches.

Mixed words outside the lexicon follow patterns that the paper does not have: a capital after Mc and
Mac (``McDonald``, ``MacDonald``), and a lower-case plural s after an acronym (``NGOs``); without a
pattern, an initial capital is the better guess.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.arrays import I32, U8, U32, U64, Bools
from majuscule.errors import ModelError, UsageError
from majuscule.models import ModelHeader, model_output, model_path, read_model, write_model
from majuscule.models.stored import arrays_of, read_stored, stored
from majuscule.options import Progress, no_progress
from majuscule.text.characters.codepoints import CodePoints, decode
from majuscule.text.keys import ascending, find_keys
from majuscule.text.tokenizing.classes import KEEP, MC
from majuscule.text.tokenizing.tokens import FIXED
from majuscule.words.tables import table_kernel

if TYPE_CHECKING:  # only counting needs them at run time
    from majuscule.counts import CountTable
    from majuscule.learn.batches import TrainingBatch

LONGEST = 64
"""Code points in the longest word that a mask can describe."""
OWN = 20
"""How many occurrences in other text weigh as much as one in the training text."""


@dataclass(frozen=True)
class LexiconOptions:
    """What gets into a lexicon."""

    share: float = 0.5
    """Words in mixed case in more than this share of their occurrences are kept."""
    least: int = 2
    """The least occurrences of a word's most common mixed form; with 1, typing errors get in."""

    def __post_init__(self) -> None:
        if not 0 <= self.share < 1 or self.least < 1:
            raise UsageError(
                f"share is {self.share} and least {self.least}; share must be from 0 to below 1, "
                "and least 1 or more"
            )


@dataclass(frozen=True)
class LexiconEntry:
    """A row of the lexicon in readable form."""

    form: str
    count: int
    mixed: int
    occurrences: int


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Words and their irregular forms, n of them.

    ``words``: uint64, ascending word hashes; ``masks``: uint64, the capitals of the most common
    form; ``counts``, ``mixed``, ``occurrences``: uint32, occurrences of that form, of any mixed
    form, and of the word; ``forms``: the concatenated forms in UTF-8; ``offsets``: uint32 (n + 1,),
    their bounds.
    """

    words: U64 = stored("<u8")
    masks: U64 = stored("<u8")
    counts: U32 = stored("<u4")
    mixed: U32 = stored("<u4")
    occurrences: U32 = stored("<u4", name="mentions")
    forms: U8 = stored("|u1")
    offsets: U32 = stored("<u4")

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def empty(cls) -> Lexicon:
        return _lexicon([])

    def look_up(self, words: U64) -> tuple[U64, Bools]:
        """Return the mask of each word, 0 for an unknown one, and whether it is known."""
        at, known = find_keys(self.words, words)
        masks = np.zeros(words.shape, np.uint64)
        masks[known] = self.masks[at[known]]
        return masks, known

    def entries(self) -> list[LexiconEntry]:
        """Return all entries, the most frequent first, equally frequent ones by form."""
        found = [
            LexiconEntry(form, count, mixed, occurrences)
            for _, count, _, form, mixed, occurrences in _rows(self)
        ]
        return sorted(found, key=lambda entry: (-entry.count, entry.form))

    def fits(self) -> bool:
        columns = (self.masks, self.counts, self.mixed, self.occurrences)
        return (
            all(len(column) == len(self) for column in columns)
            and len(self.offsets) == len(self) + 1
            and bool(self.offsets[-1] == len(self.forms))
            and ascending(self.words)
        )


class LexiconTally:
    """Counts that a lexicon is made from: occurrences of every word, and of every mixed form.

    Tallies of parts of a text, merged in any order, give the lexicon of the whole.
    """

    def __init__(self) -> None:
        from majuscule.counts import TableBuilder

        self._occurrences = TableBuilder()
        self._forms: dict[tuple[int, int], tuple[int, str]] = {}
        self.tokens = 0

    def add(self, batch: TrainingBatch) -> None:
        """Count the words of a batch, without machine text, and their mixed forms up to LONGEST."""
        tokens = batch.passage.tokens
        counted = (batch.classes != KEEP) & (tokens.kinds != FIXED)
        self._occurrences.add(tokens.words[counted])
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

    def occurrences(self) -> CountTable:
        """Return how often each word was seen."""
        return self._occurrences.table()

    def forms(self) -> list[tuple[int, int, int, str]]:
        """Return every mixed form: the word's hash, the mask, the count and the spelling."""
        return [(*key, *found) for key, found in sorted(self._forms.items())]

    @classmethod
    def of(
        cls, occurrences: CountTable, forms: Iterable[tuple[int, int, int, str]], tokens: int = 0
    ) -> LexiconTally:
        """Return a tally of existing counts; those of a repeated form are added."""
        tally = cls()
        tally._occurrences.merge(occurrences)
        tally.tokens = tokens
        for word, mask, count, form in forms:
            tally._add_form((word, mask), count, form)
        return tally

    def take(self, other: LexiconTally, least: int) -> None:
        """Add the counts of another text, but only forms seen at least ``least`` times in it.

        A form is added if its word is mostly in mixed case in both texts together, with this text
        weighted by OWN: French *Dupont* stays, however English text writes it.
        """
        forms = [one for one in other.forms() if one[2] >= least]
        words = np.array([word for word, *_ in forms], np.uint64)
        own, theirs = (one.occurrences().look_up(words).tolist() for one in (self, other))
        mixed = self._mixed(OWN) + other._mixed()
        for (word, mask, count, form), here, there in zip(forms, own, theirs, strict=True):
            if 2 * mixed[word] > OWN * here + there:
                self._add_form((word, mask), count, form)
        self._occurrences.merge(other.occurrences())

    def lexicon(self, options: LexiconOptions | None = None) -> Lexicon:
        """Return the lexicon of what was counted."""
        chosen = options or LexiconOptions()
        best: dict[int, tuple[int, int, str]] = {}
        mixed = self._mixed()
        for (word, mask), (count, form) in self._forms.items():
            # Ties go to the smaller mask, so that the order of reading does not matter.
            if word not in best or (count, -mask) > (best[word][0], -best[word][1]):
                best[word] = (count, mask, form)
        words = np.fromiter(sorted(best), np.uint64, len(best))
        rows = [
            (word, *best[word], mixed[word], occurrences)
            for word, occurrences in zip(
                words.tolist(), self.occurrences().look_up(words).tolist(), strict=True
            )
            if best[word][0] >= chosen.least and mixed[word] > chosen.share * occurrences
        ]
        return _lexicon(rows)

    def _mixed(self, weight: int = 1) -> Counter[int]:
        """Return how often each word was seen in any mixed form, times ``weight``."""
        mixed: Counter[int] = Counter()
        for (word, _), (count, _) in self._forms.items():
            mixed[word] += weight * count
        return mixed

    def _add_form(self, key: tuple[int, int], count: int, form: str) -> None:
        # Forms that differ in digits share a word hash (3Com, 4Com): the smallest is shown.
        before = self._forms.get(key)
        self._forms[key] = (count + before[0], min(form, before[1])) if before else (count, form)


def merge_lexicons(lexicons: Iterable[Lexicon]) -> Lexicon:
    """Return the words of all lexicons, each with its most frequent form.

    Counts of the same form and occurrences are added.  Lexicons lack the counts of words that they
    leave out: to merge without loss, merge tallies.
    """
    return reduce(_merge_two, lexicons, Lexicon.empty())


def _merge_two(first: Lexicon, second: Lexicon) -> Lexicon:
    rows = {row[0]: row for row in _rows(first)}
    for row in _rows(second):
        before = rows.get(row[0])
        if before is None:
            rows[row[0]] = row
            continue
        word, count, mask, form, mixed, occurrences = row
        if mask == before[2]:
            kept = (count + before[1], mask, min(form, before[3]))
        else:
            kept = max(row[1:4], before[1:4], key=lambda one: (one[0], -one[1]))
        rows[word] = (word, *kept, mixed + before[4], occurrences + before[5])
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
        lexicon.occurrences.tolist(),
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
        occurrences=np.array(columns[5], np.uint32),
        forms=np.frombuffer(b"".join(forms), np.uint8),
        offsets=np.cumsum([0, *map(len, forms)]).astype(np.uint32),
    )


def pattern_masks(folded: CodePoints, starts: I32, ends: I32) -> tuple[U64, Bools]:
    """Return the mask of each word by its pattern, and whether it has one.

    >>> from majuscule.text.characters.codepoints import encode
    >>> masks, found = pattern_masks(encode("mcdonald ngos"), np.array([0, 9]), np.array([8, 13]))
    >>> [f"{int(mask):b}"[::-1] for mask in masks], found.tolist()
    (['101', '111'], [True, True])
    """
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    masks = np.array([table_kernel.pattern_mask(folded, *span) for span in spans], np.uint64)
    return masks, masks != 0


KIND = "lexicon.v1"

PREFIX = "lexicon_"
"""The prefix of its arrays in a model file."""


def write_lexicon(
    path: str | os.PathLike[str], lexicon: Lexicon, options: Mapping[str, Any] | None = None
) -> None:
    """Write a lexicon to a file; ``options``: how it was built, for the header."""
    header = ModelHeader(KIND, Path(path).stem, options=dict(options or {}))
    write_model(path, header, arrays_of(lexicon, PREFIX))


def build_lexicon(
    files: Iterable[str | Path],
    path: str | os.PathLike[str],
    options: LexiconOptions | None = None,
    *,
    words: int = 0,
    keep: str = "cased",
    report: Progress = no_progress,
    **reading: Any,
) -> tuple[Lexicon, int]:
    """Learn a lexicon from files, write it to ``path``; return it and the number of tokens read.

    ``files``, ``words``, ``keep`` and ``reading`` (``format``, ``encoding``, ...) as in
    :class:`majuscule.learn.corpora.CorpusText`.
    """
    from majuscule.learn.corpora import CorpusText

    model_output(path)
    chosen = options or LexiconOptions()
    tally = LexiconTally()
    for batch in CorpusText(tuple(files), words=words, keep=keep, **reading).batches():
        tally.add(batch)
        report(f"lexicon: {tally.tokens:,} tokens read", 0.0)
    found = tally.lexicon(chosen)
    write_lexicon(path, found, {**asdict(chosen), "tokens": tally.tokens})
    return found, tally.tokens


def read_lexicon(name: str | os.PathLike[str]) -> Lexicon:
    """Return the lexicon of a file, or of a model that has one, by path or by shipped name.

    Raises :class:`~majuscule.errors.ModelError` for a file without a lexicon.
    """
    file = read_model(model_path(name))
    if not any(array.startswith(PREFIX) for array in file.arrays):
        raise ModelError(
            f"{file.path}: holds no lexicon; name a file of majuscule lexicon build, or a model "
            "of kind tagger or hmm"
        )
    return read_stored(Lexicon, file, PREFIX)
