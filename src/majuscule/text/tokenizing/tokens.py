"""Tokens: spans over code points, as parallel arrays, one for each property.

The rules of tokenisation are in :mod:`majuscule.text.tokenizing.token_kernel`; nothing depends on
the case of the input.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I32, I64, U8, U64, Bools, Items
from majuscule.scratch import Scratch
from majuscule.text.characters.alphabets import TURKISH
from majuscule.text.characters.codepoints import CodePoints, case_tables, encode, fold
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns, cover, triggers
from majuscule.text.tokenizing import passage_kernel, word_kernel
from majuscule.text.tokenizing.sentences import ABBREVIATIONS, JOINING

WORD, NUMBER, PUNCTUATION, FIXED = range(4)
"""Kinds of tokens; FIXED is machine text (URL, e-mail, handle, path, placeholder ...), never
changed."""

AFFIXES = 8

Hashes = U64

# Top-level domains that make a dotted chunk a host. Those that are English words are left out (is,
# it, in, me, us, be, so, to, no, at, my, by, am, museum, travel ...): "apple.it was" is two
# sentences.
_DOMAINS = """
com org net edu gov mil info biz eu uk de fr jp ru br ca ch nl se es au pl cz dk fi hu gr ie kr cn
tw hk nz za mx io ai dev app tv fm co coop arpa int
"""
DOMAINS = tuple(_DOMAINS.split())

# Extensions that make a dotted chunk a file name; again no common words (go, so, class).
_ENDINGS = """
txt md rst log csv tsv json jsonl xml html htm css js ts py pyc ipynb c h cpp hpp cc java jar rb rs
pl sh bat exe dll dylib pdf doc docx xls xlsx ppt pptx odt rtf tex bib jpg jpeg png gif svg bmp
tiff webp mp3 mp4 wav ogg flac avi mov mkv zip gz xz bz2 zst tar tgz rar 7z iso deb rpm apk dmg yml
yaml toml ini cfg conf sql db parquet npy pkl srt vtt php asp aspx jsp tsx
jsx mjs vue scss kt lua wasm hh hxx cxx m4 mk ac texi po pot diff patch vim rc xsl xsd dtd ics vcf
eml epub ttf otf woff woff2 psd eps lrc ttml plist pyi pyx whl adoc asc
"""
ENDINGS = tuple(_ENDINGS.split())


# Words of French and Italian elided before a vowel, besides single letters: dell'Italia, qu'Anne.
_ELIDED = """
all coll dall dell nell pell sull quell quest un bell sant nessun ciascun alcun buon grand pover
altr tutt anch com cos dov quand quant senz mezz gl qu jusqu lorsqu puisqu quoiqu
"""
# Turkish suffixes of names after an apostrophe: Ankara'da, Ahmet'in.
_SUFFIXES = """
a e ı i u ü ya ye yı yi yu yü na ne nı ni nu nü da de ta te nda nde dan den tan ten ndan nden ın in
un ün nın nin nun nün la le yla yle dır dir dur dür tır tir tur tür daki deki taki teki ca ce ça çe
lar ler ları leri ların lerin lara lere lı li lu lü lık lik sı si su sü sının sinin sına sine ydı
ydi ymış ymiş
"""
ELIDED = tuple(_ELIDED.split())
SUFFIXES = tuple({*_SUFFIXES.split(), *TURKISH.into(_SUFFIXES).split()})


@dataclass(frozen=True, eq=False)
class Tokens:
    """Tokens of a text, n of them.

    ``starts``, ``ends``: int32 spans in code points; ``kinds``: one of the kinds above; ``words``:
    63-bit hash of the folded token; ``affixes``: uint64 (8, n), hashes of the first 1-4 and last
    1-4 code points; ``positions``: how a sentence could begin here
    (:mod:`majuscule.text.tokenizing.sentences`); ``folded``: the folded code points of the whole
    text, protected text covered (:mod:`majuscule.text.protecting.protection`).
    """

    starts: I32
    ends: I32
    kinds: U8
    words: Hashes
    affixes: Hashes
    positions: U8
    folded: CodePoints

    def __len__(self) -> int:
        return len(self.starts)

    def spans(self, at: Items | slice = slice(None)) -> Iterator[tuple[int, int]]:
        """Yield the spans of the tokens, or of those ``at``."""
        return zip(self.starts[at].tolist(), self.ends[at].tolist(), strict=True)

    def count(self, found: Bools) -> I64:
        """Return how many of the text's code points that are ``found`` each token has."""
        before = np.append(0, np.cumsum(found))
        return np.asarray(before[self.ends] - before[self.starts])

    def slice(self, start: int, stop: int) -> Tokens:
        """Return the tokens ``start:stop``; their arrays are views."""
        return Tokens(
            self.starts[start:stop],
            self.ends[start:stop],
            self.kinds[start:stop],
            self.words[start:stop],
            self.affixes[:, start:stop],
            self.positions[start:stop],
            self.folded,
        )


def tokenize(
    codes: CodePoints, patterns: Patterns | None = NO_PATTERNS, documents: Sequence[int] = ()
) -> Tokens:
    """Return the tokens of a text.

    ``patterns``: what the user protects, None if not even markup and machine text are protected;
    ``documents``: the offset of each document but the first.

    >>> from majuscule.text.characters.codepoints import decode
    >>> codes = encode("James O'Neill's x-ray, U.S. site: www.Example.com")
    >>> tokens = tokenize(codes)
    >>> [decode(codes[start:end]) for start, end in tokens.spans()]
    ['James', "O'", 'Neill', "'s", 'x', '-', 'ray', ',', 'U.S.', 'site', ':', 'www.Example.com']
    """
    return read_tokens(codes, patterns, documents)[0]


def read_tokens(
    codes: CodePoints, patterns: Patterns | None = NO_PATTERNS, documents: Sequence[int] = ()
) -> tuple[Tokens, I32]:
    """Return the tokens of a text as in :func:`tokenize`, and the token span of each line, int32
    (lines, 2)."""
    reader = _READERS.take()
    folded = np.empty(len(codes), np.uint32)
    candidates = reader.fold(codes, folded)
    if patterns is not None and (candidates or patterns.sources):
        folded = cover(folded, candidates, patterns, documents)
    n = reader.scan(folded)
    starts, ends, kinds = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.uint8)
    words, affixes = np.empty(n, np.uint64), np.empty((AFFIXES, n), np.uint64)
    positions, lines = np.empty(n, np.uint8), np.empty((reader.lines, 2), np.int32)
    reader.describe(codes, folded, starts, ends, kinds, words, affixes, positions, lines)
    _READERS.give(reader, len(codes) <= KEPT)
    return Tokens(starts, ends, kinds, words, affixes, positions, folded), lines


def new_reader() -> passage_kernel.Reader:
    """Return a new reader of texts, for one thread at a time."""
    lists = (ENDINGS, DOMAINS, ELIDED, SUFFIXES, ABBREVIATIONS, JOINING)
    return passage_kernel.Reader(
        case_tables(), triggers(), *(np.sort(hash_words(words)) for words in lists)
    )


_READERS = Scratch(new_reader)
KEPT = 1 << 20
"""The longest text, in code points, for which scratch is kept: 13 bytes per code point."""


def hash_words(words: Iterable[str]) -> Hashes:
    """Return the hash of each word, independent of case: the same as :attr:`Tokens.words`.

    >>> a, b = hash_words(["Paris", "PARIS"])
    >>> bool(a == b)
    True
    """
    words = list(words)
    bounds = np.cumsum([0, *map(len, words)])
    return hash_spans(fold(encode("".join(words))), bounds[:-1], bounds[1:])


def hash_spans(folded: CodePoints, starts: Items, ends: Items) -> Hashes:
    """Return the hashes of the words in spans of a folded text."""
    return describe_spans(folded, starts, ends)[0]


def describe_spans(folded: CodePoints, starts: Items, ends: Items) -> tuple[Hashes, Hashes]:
    """Return the hashes (n,) of the words in spans of a folded text, and of their affixes, (8, n),
    as in :class:`Tokens`."""
    n, spans = len(starts), (starts.astype(np.int32), ends.astype(np.int32))
    hashes, affixes = np.empty(n, np.uint64), np.empty((AFFIXES, n), np.uint64)
    word_kernel.describe(folded, *spans, np.zeros(n, np.uint8), hashes, affixes)
    return hashes, affixes


def number_keys(keys: U64) -> tuple[I32, I64]:
    """Return the number of each key, in order of first occurrence, and the index of each first
    occurrence: like ``np.unique``, without sorting.

    >>> number_keys(np.array([7, 5, 7, 9], np.uint64))
    (array([0, 1, 0, 2], dtype=int32), array([0, 1, 3]))
    """
    numbers, firsts = np.empty(len(keys), np.int32), np.empty(len(keys), np.int64)
    table = np.zeros(1 << (2 * len(keys)).bit_length(), np.int32)
    found = word_kernel.number_keys(keys, table, numbers, firsts)
    return numbers, firsts[:found].copy()
