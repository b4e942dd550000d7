"""Training examples of the two taggers: ambiguous words with their neighbours, and letters."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from majuscule.accents.columns import (
    LETTER_TAGS,
    Columns,
    letter_columns,
    word_columns,
    word_places,
)
from majuscule.accents.forms import FIRST, LONGEST, MOST, AccentedForms
from majuscule.accents.learning.listed import ListedWords
from majuscule.accents.speller import joined
from majuscule.arrays import I64, U8, U16, U32
from majuscule.learn.batches import TrainingText
from majuscule.text.characters.accents import plain
from majuscule.text.characters.alphabets import TURKISH
from majuscule.text.characters.codepoints import CodePoints, decode, encode, fold
from majuscule.text.tokenizing.passages import NEWLINE, Passage, passage_of
from majuscule.text.tokenizing.tokens import WORD


@dataclass(frozen=True)
class Examples:
    """Columns with tags: a :class:`~majuscule.tagging.features.text.TaggedText`."""

    all_columns: Columns
    bounds: I64
    tags: U8
    times: U8 | None = None

    def columns(self, start: int, stop: int, _epoch: int) -> Columns:
        return np.ascontiguousarray(self.all_columns[:, start:stop])


def stripped(text: TrainingText) -> Iterator[tuple[Passage, CodePoints]]:
    """Yield the batches of a text: the passage without accents, its lower-case code points with."""
    for batch in text.batches():
        codes = encode(unicodedata.normalize("NFC", decode(batch.passage.codes)))
        yield passage_of(plain(codes)), fold(codes)


def lines_of(listed: ListedWords | None) -> Iterator[tuple[Passage, CodePoints]]:
    """Yield the list of words as :func:`stripped` yields a text."""
    if listed is not None:
        yield passage_of(plain(listed.lines)), fold(listed.lines)


def _short_words(passage: Passage) -> I64:
    tokens = passage.tokens
    short = tokens.ends - tokens.starts <= LONGEST
    return np.flatnonzero((tokens.kinds == WORD) & short)


def words_of(passage: Passage, written: CodePoints) -> Counter[str]:
    """Return the counts of words as written."""
    at, text = _short_words(passage), decode(written)
    return Counter(text[start:end] for start, end in passage.tokens.spans(at))


def in_context(
    text: TrainingText,
    listed: ListedWords | None,
    forms: AccentedForms,
    groups: U16,
    ranks: Mapping[str, int],
) -> Examples:
    """Return the ambiguous words of a text with their neighbours, each as a separate sequence."""
    columns: list[Columns] = []
    tags: list[I64] = []
    batches = chain(stripped(text), lines_of(listed))
    for passage, numbers, at, own in ambiguous(batches, forms, ranks):
        columns.append(word_columns(passage, groups, numbers, at))
        tags.append(own)
    joint, right = np.concatenate(columns, axis=1), np.concatenate(tags)
    places = word_places(len(right))
    padded = np.zeros(joint.shape[1], np.uint8)
    padded[places] = right
    return Examples(joint, np.stack([places, places + 1], axis=1), padded)


def ambiguous(
    batches: Iterable[tuple[Passage, CodePoints]], forms: AccentedForms, ranks: Mapping[str, int]
) -> Iterator[tuple[Passage, U32, I64, I64]]:
    """Yield each passage without accents, the numbers of its words, the tokens whose word has
    several forms, and the rank of the form that each has."""
    for passage, written in batches:
        at, shown = _short_words(passage), decode(written)
        numbers = forms.find(passage.tokens.words)
        at = at[numbers[at] >= FIRST]
        at = at[forms.counts[numbers[at] - FIRST] > 1]
        spans = passage.tokens.spans(at)
        own = np.array([ranks.get(shown[a:b], MOST) for a, b in spans], np.int64)
        kept = own < MOST
        yield passage, numbers, at[kept], own[kept]


HARMONY = "aaââ bb ccçç dd ee ff ggğğ hh iıîî jj kk ll mm nn oö pp rr ssşş tt uüûû vv yy zz"
"""The letters of Turkish by tag.  An odd tag says that the last vowel, the letter itself included,
is in ODD: since the tagger sees one tag back, consonants pass this on."""
ODD, EVEN = "aâıöü", "eiîouû"


def variants_of(letters: Sequence[str], harmony: bool = False) -> U32:
    """Return the variants of each plain letter, (m, LETTER_TAGS), the plain one first, then 0s.

    ``harmony``: the rows are those of HARMONY, for Turkish vowel harmony.
    """
    variants: dict[int, list[int]] = {}
    if harmony:
        for own in TURKISH.into(HARMONY).split():
            variants[ord(own[0])] = [ord(one if one in letters else own[0]) for one in own]
    else:
        for letter in letters:
            base = int(plain(encode(letter))[0])
            variants.setdefault(base, [base]).append(ord(letter))
    table = np.zeros((len(variants), LETTER_TAGS), np.uint32)
    for row, (_, values) in zip(table, sorted(variants.items()), strict=True):
        row[: len(values)] = values[:LETTER_TAGS]
    return table


def letter_examples(known: Mapping[str, list[str]], variants: U32) -> Examples:
    """Return words as sequences of letters, each in its most frequent form."""
    bare, starts, ends = joined(list(known))
    written = encode("\n".join(forms[0] for forms in known.values()))
    columns, places, bounds, offsets = letter_columns(bare, starts, ends)
    tag_of: dict[tuple[int, int], int] = {}
    for row in variants:
        for tag, mark in enumerate(row.tolist()):
            if mark:
                tag_of.setdefault((mark, tag % 2), tag)
    odd = _after_odd(written)[offsets].tolist()
    tags = np.zeros(columns.shape[1], np.uint8)
    tags[places] = [
        tag_of.get((code, state), tag_of.get((code, 1 - state), 0))
        for code, state in zip(written[offsets].tolist(), odd, strict=True)
    ]
    begins = places[bounds[:, 0]]
    return Examples(columns, np.stack([begins, begins + ends - starts], axis=1), tags)


def _after_odd(written: CodePoints) -> I64:
    """Return 1 for letters whose last vowel in the word, or else next, is in ODD; 0 for others."""
    odd = np.isin(written, encode(TURKISH.into(ODD)))
    vowel = odd | np.isin(written, encode(TURKISH.into(EVEN)))
    at = np.arange(len(written))
    word = np.cumsum(written == NEWLINE)
    last = np.maximum.accumulate(np.where(vowel, at, 0))
    following = np.minimum.accumulate(np.where(vowel, at, len(at) - 1)[::-1])[::-1]
    return odd[np.where(vowel[last] & (word[last] == word), last, following)].astype(np.int64)
