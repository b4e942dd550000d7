"""Feature columns of the two taggers: words around an ambiguous one, letters of an unknown one."""

from __future__ import annotations

import numpy as np

from majuscule.accents.forms import FIRST, MOST
from majuscule.arrays import I32, I64, U16, U32, U64, number_runs
from majuscule.tagging.features.padding import layout
from majuscule.tagging.features.templates import REACH
from majuscule.tagging.features.text import Spec
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.passages import Passage

Columns = U64

WORDS = ("w", "g", "s2", "s3", "p", "v", "s1", "x")
"""Word, group of its forms, endings, 0 (so that transitions see nothing), last vowels; last letter,
last vowel."""
WORD_TEMPLATES = (
    *("w", "w-1 w", "w w+1", "w-1 w w+1", "w-2 w-1 w", "w w+1 w+2", "w s3-1", "w s3+1"),
    *("w s2-1 s2+1", "w w-2", "w w+2", "w g+1", "w g-1 g+1", "w s3-1 s3+1", "w-1 w s3+1"),
    *("w s3-1 w+1", "w s3+1 s3+2"),
    *("g", "g w-1", "g w+1", "g s3-1", "g s3+1", "g s2-1 s2+1"),
    # Models made before version 0.2 end here.
    *("w v-1", "g v-1", "w s2-1"),
    # And here those of languages without vowel harmony: Trump'ın, 43'ünün.
    *("w x-1", "w s1-1"),
)
COMMON = len(WORD_TEMPLATES) - 1
"""Number of groups, transitions included, for languages without vowel harmony."""

LETTERS = ("c", "p", "v", "n")
"""Letter, distance to the word's end, vowels before, next vowel (for Turkish vowel harmony)."""
LETTER_TEMPLATES = (
    *("c p", "c-1 c p", "c c+1 p", "c-1 c c+1", "c-2 c-1 c", "c c+1 c+2", "c-2 c-1 c c+1"),
    *("c-1 c c+1 c+2", "c-3 c-2 c-1 c", "c c+1 c+2 c+3", "c-2 c-1 c c+1 c+2"),
    "c-3 c-2 c-1 c c+1 c+2 c+3",
    # Models made before version 0.2 end here.
    *("c v", "c v n", "c v p", "c-1 c c+1 v", "c c+1 c+2 v", "c-1 c v n", "v c-2 c-1 c c+1"),
)
VOWELS = "aeiouy"
_VOWEL, _SIGN = 1, 2
_KINDS = np.zeros(0x3002, np.uint8)
"""What a code point is: a vowel, a sign that ends a word, or neither, as all from the last on."""
_KINDS[:0xC0], _KINDS[ord("a") : ord("z") + 1] = _SIGN, 0
_KINDS[0x2000:0x2070] = _KINDS[0x3000] = _SIGN
_KINDS[[ord(one) for one in VOWELS]] = _VOWEL
BACK = 3
"""Number of vowels before a letter that are features."""
LETTER_TAGS = 6
"""Most variants of a letter, the plain one included."""


def word_spec(groups: int = len(WORD_TEMPLATES) + 1) -> Spec:
    """Return the templates over words; the tags are numbers of forms.

    ``groups``: number of templates of a model, transitions included.
    """
    return Spec.of(MOST, WORD_TEMPLATES[: groups - 1], ["p"], WORDS)


def letter_spec(groups: int = len(LETTER_TEMPLATES) + 1) -> Spec:
    """Return the templates over letters; the tags are numbers of marks."""
    return Spec.of(LETTER_TAGS, LETTER_TEMPLATES[: groups - 1], ["p"], LETTERS)


def word_columns(passage: Passage, groups: U16, numbers: U32, at: I64) -> Columns:
    """Return the columns of the tokens ``at``, each with its REACH neighbours in the line.

    ``groups`` (rows,): of the words with several forms; ``numbers`` (n,): of all tokens, in the
    table of forms.
    """
    tokens = passage.tokens
    lines = passage.by_token(np.arange(len(passage.lines)))
    around = at[:, None] + np.arange(-REACH, REACH + 1)
    inside = (around >= 0) & (around < len(tokens))
    around = np.where(inside, around, 0)
    inside &= lines[around] == lines[at][:, None]
    own = np.append(groups, 0)[np.where(numbers < FIRST, len(groups), numbers - FIRST)]
    columns = np.zeros((len(WORDS), around.size), np.uint64)
    vowels = _vowels(passage.codes, tokens.ends)[0]
    endings = tokens.affixes[4:7]
    last = vowels >> np.uint64(5 * (BACK - 1))
    values = (tokens.words, own, *endings[1:], None, vowels, endings[0], last)
    for row, value in enumerate(values):
        if value is not None:
            padded = np.where(inside, value[around].astype(np.uint64), np.uint64(7))
            columns[row] = padded.ravel()
    return columns


def _vowels(codes: CodePoints, at: I64 | I32) -> tuple[U64, U64]:
    """Return the last BACK vowels before each offset ``at``, and the next one behind it, in a word.

    Five bits a vowel.  Spaces, apostrophes and other signs end a word.
    """
    kinds = _KINDS[np.minimum(np.append(codes, [0, 0]), len(_KINDS) - 1)]
    places, counts = np.flatnonzero(kinds == _VOWEL), np.cumsum(kinds == _VOWEL)
    signs = kinds == _SIGN
    word = np.cumsum(signs) - signs  # a sign counts as part of the word that it ends
    # The last row stands for no vowel.
    letters = np.append(codes[places] - 96, 0).astype(np.uint64)
    owners = np.append(word[places], -1)
    number, before = counts[at] - (kinds[at] == _VOWEL), np.zeros(len(at), np.uint64)
    for back in range(1, BACK + 1):
        found = np.maximum(number - back, -1)
        before = before * np.uint64(32) + letters[found] * (owners[found] == word[at])
    following = counts[at]
    return before, letters[following] * (owners[following] == word[at + 1])


def word_places(count: int) -> I64:
    """Return the indices of the tokens themselves in :func:`word_columns`."""
    return np.arange(count) * (2 * REACH + 1) + REACH


def letter_columns(codes: CodePoints, starts: I64, ends: I64) -> tuple[Columns, I64, I32, I64]:
    """Return the columns of words, and their letters' indices there, bounds and code offsets."""
    sizes = (ends - starts).astype(np.int64)
    stops = np.cumsum(sizes)
    spans = np.stack([stops - sizes, stops], axis=1).astype(np.int32)
    owner, inside = number_runs(sizes)
    places, size = layout(spans, len(owner))
    columns = np.zeros((len(LETTERS), size), np.uint64)
    offsets = starts[owner] + inside
    columns[0, places] = codes[offsets]
    columns[1, places] = np.minimum(sizes[owner] - inside, 7)
    columns[2, places], columns[3, places] = _vowels(codes, offsets)
    return columns, places, spans, offsets
