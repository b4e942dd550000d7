"""Text as the taggers of Chieu & Ng 2002 see it: tokens, documents, zones, the case of words.

Tokens are those of floor 1 with one change: the full stop of an abbreviation belongs to its word,
as in MUC and in Table 1 of the paper (``Mr.``, ``CORP.``).  Zones are guessed from the position and
form of lines, as the text has no SGML.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from majuscule.arrays import I64, U8, Bools, filled
from majuscule.entities.maxent.lexicon import MONTHS
from majuscule.tagging.features.padding import cut_long
from majuscule.tagging.scoring.chain import Bounds
from majuscule.text import (
    WORD,
    Passage,
    case_tables,
    hash_words,
    joined_passage,
    masks_of,
    sentence_starts,
)
from majuscule.text.characters.codepoints import DIGIT
from majuscule.text.keys import GOLDEN, Keys
from majuscule.text.tokenizing.sentences import ABBREVIATED

Hashes = Keys
Places = npt.NDArray[np.intp]

TXT, HL, DD = 0, 1, 2
ZONES = ("TXT", "HL", "DD")
"""Running text, headline, date of the document."""

LONGEST_DATE = 8
"""The most tokens of a line with a date."""

_MULTIPLIER = np.uint64(GOLDEN)
_SHIFT = np.uint64(29)


def mix(left: Hashes, right: Hashes | np.uint64) -> Hashes:
    """Return hashes of pairs, by multiplication and shifts."""
    # Arrays, unlike numpy scalars, overflow without a warning.
    mixed = (left ^ (np.atleast_1d(right) * _MULTIPLIER)) * _MULTIPLIER
    mixed ^= mixed >> _SHIFT
    mixed *= _MULTIPLIER
    return mixed ^ (mixed >> _SHIFT)


def numbers(values: npt.ArrayLike) -> Hashes:
    """Return integers in the type of hashes."""
    return np.asarray(values).astype(np.uint64)


@dataclass(frozen=True)
class ReadTexts:
    """Documents read together.

    ``passage``: tokens with the full stops of abbreviations joined to them; ``begins``: the offset
    of each document; ``documents`` (n,): the document of each token; ``zones`` uint8 (n,);
    ``line`` (n,): the line of each token.
    """

    passage: Passage
    begins: Sequence[int]
    documents: Places
    zones: U8
    line: Places

    def __len__(self) -> int:
        return len(self.passage.tokens)

    @property
    def words(self) -> Hashes:
        """Return the folded identity of each token."""
        return self.passage.tokens.words

    @cached_property
    def sequences(self) -> Bounds:
        """Return the lines, long ones cut; each is tagged as a sequence."""
        return cut_long(self.passage, self.passage.lines)

    @cached_property
    def first_words(self) -> Bools:
        """Return whether each token begins a sentence."""
        return sentence_starts(self.passage.tokens.positions)

    @cached_property
    def written(self) -> Hashes:
        """Return the identity of each token as written, capitals included."""
        tokens = self.passage.tokens
        return mix(tokens.words, masks_of(self.passage.codes, tokens.starts, tokens.ends))

    @cached_property
    def letters(self) -> LetterCounts:
        """Return the counts of letters and signs in each token."""
        return LetterCounts.of(self.passage)

    def neighbour(self, distance: int) -> Places:
        """Return the index of the token at a distance to the right, -1 beyond the line."""
        at = np.arange(len(self)) + distance
        inside = np.clip(at, 0, max(0, len(self) - 1))
        return np.where((at == inside) & (self.line[inside] == self.line), at, -1)


@dataclass(frozen=True)
class LetterCounts:
    """The counts of characters in each token, (n,)."""

    sizes: I64
    capitals: I64
    smalls: I64
    digits: I64
    periods: I64
    slashes: I64
    dollars: I64
    percents: I64
    initial: Bools  # whether the first character is a capital
    last_period: Bools

    @classmethod
    def of(cls, passage: Passage) -> LetterCounts:
        tables = case_tables()
        codes, tokens = passage.codes, passage.tokens
        known = np.where(codes < len(tables.lower), codes, 0)
        capital = tables.lower[known] != known
        small = tables.upper[known] != known
        digit = tables.kind[np.minimum(codes, len(tables.kind) - 1)] == DIGIT
        return cls(
            sizes=(tokens.ends - tokens.starts).astype(np.int64),
            capitals=tokens.count(capital),
            smalls=tokens.count(small),
            digits=tokens.count(digit),
            periods=tokens.count(codes == ord(".")),
            slashes=tokens.count(codes == ord("/")),
            dollars=tokens.count(codes == ord("$")),
            percents=tokens.count(codes == ord("%")),
            initial=capital[tokens.starts],
            last_period=codes[tokens.ends - 1] == ord("."),
        )

    @property
    def all_capitals(self) -> Bools:
        """Return whether a token consists of capital letters and, possibly, full stops."""
        return np.asarray((self.capitals > 0) & (self.capitals + self.periods == self.sizes))

    @property
    def mixed(self) -> Bools:
        """Return whether a token has both upper and lower case letters."""
        return (self.capitals > 0) & (self.smalls > 0)


def read_texts(texts: Sequence[str], *, lines_apart: bool = False) -> ReadTexts:
    """Return documents as one reading; ``lines_apart``: each line is a document of its own."""
    joined, begins = joined_passage(texts)
    passage = join_periods(joined)
    sizes = np.array([text.count("\n") + 1 for text in texts], np.intp)
    owners = np.repeat(np.arange(len(sizes)), sizes + 1)[:-1]  # an empty line follows all but one
    line = passage.by_token(np.arange(len(passage.lines)))
    zones = _zones(passage, owners, sizes)
    documents = line if lines_apart else owners[line]
    return ReadTexts(passage, begins, documents, zones[line], line)


def join_periods(passage: Passage) -> Passage:
    """Return the passage with full stops joined to the abbreviations that they end.

    Such a full stop touches the word before it and precedes a comma or the like, or is that of an
    abbreviation according to floor 1.

    >>> from majuscule.text import decode
    >>> passage = join_periods(joined_passage(["Mr. Lee of Dow Corp. left. He ran."])[0])
    >>> spans = zip(passage.tokens.starts, passage.tokens.ends, strict=True)
    >>> [decode(passage.codes[start:end]) for start, end in spans]
    ['Mr.', 'Lee', 'of', 'Dow', 'Corp.', 'left', '.', 'He', 'ran', '.']
    """
    tokens = passage.tokens
    n = len(tokens)
    if n < 2:
        return passage
    single = (tokens.ends - tokens.starts == 1) & (passage.codes[tokens.starts] == ord("."))
    touches = np.zeros(n, np.bool_)
    touches[1:] = (tokens.starts[1:] == tokens.ends[:-1]) & (tokens.kinds[:-1] == WORD)
    after = tokens.positions[1:] == ABBREVIATED
    after |= np.isin(passage.codes[tokens.starts[1:]], [ord(sign) for sign in ",;:)"])
    goes_on = np.zeros(n, np.bool_)
    goes_on[:-1] = after
    goes_on[filled(passage.lines)[:, 1] - 1] = False
    joined = single & touches & goes_on
    if not joined.any():
        return passage
    kept = ~joined
    at = np.flatnonzero(joined) - 1
    ends, words = tokens.ends.copy(), tokens.words.copy()
    ends[at] = tokens.ends[at + 1]
    words[at] = dotted(words[at])
    merged = replace(
        tokens,
        starts=tokens.starts[kept],
        ends=ends[kept],
        kinds=tokens.kinds[kept],
        words=words[kept],
        affixes=tokens.affixes[:, kept],
        positions=tokens.positions[kept],
    )
    before = np.concatenate([[0], np.cumsum(kept)])
    return Passage(passage.codes, merged, before[passage.lines].astype(np.int32))


def dotted(words: Hashes) -> Hashes:
    """Return the identities of words with the full stop of an abbreviation."""
    return mix(words, hash_words(["."])[0])


def _zones(passage: Passage, owners: Places, sizes: Places) -> U8:
    """Return the zone of each line.

    Headline: the first of several lines, if it does not end like a sentence.  Date: a short line,
    among the first three, with a digit and the name of a month.
    """
    tokens, lines = passage.tokens, passage.lines
    zones = np.full(len(lines), TXT, np.uint8)
    first = np.searchsorted(owners, owners)
    alone = sizes[owners] == 1
    months = np.isin(tokens.words, MONTHS)
    letters = LetterCounts.of(passage)
    candidates = np.flatnonzero((np.arange(len(lines)) - first < 3) & ~alone)
    for number in candidates.tolist():
        start, stop = lines[number].tolist()
        if stop <= start:
            continue
        has_month = months[start:stop].any() and (letters.digits[start:stop] > 0).any()
        if has_month and stop - start <= LONGEST_DATE:
            zones[number] = DD
        elif number == first[number]:
            last = chr(int(passage.codes[tokens.ends[stop - 1] - 1]))
            if last not in ".!?:;,\"'”’":
                zones[number] = HL
    return zones
