"""Portuguese words before a hyphen: infinitives with a pronoun (*usá-lo*), and *e-mail*.

An infinitive loses its *r* before *lo, la, los, las*, and its last vowel gets an accent that no
other word has.  The word *é* may stand only before other pronouns (*é-me*).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from majuscule.arrays import I64, U64, Bools
from majuscule.text.characters.codepoints import CodePoints, encode
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import hash_words

LANGUAGE = "pt"
_PLAIN, _ACCENTED = encode("aeio"), encode("áêíô")
_HYPHEN = ord("-")


@cache
def _known() -> tuple[U64, ...]:
    """Return the hashes of the pronouns after infinitives, those after *é*, and *e, no, vo*."""
    lists = ("lo", "la", "los", "las"), ("me", "te", "se", "lhe", "lhes", "nos", "vos")
    return tuple(hash_words(words) for words in (*lists, ("e",), ("no", "vo")))


def before_hyphen(passage: Passage, word: str) -> Bools:
    """Return for each token but the last whether it is a word with a hyphen right behind it."""
    tokens = passage.tokens
    ends = tokens.ends[:-1]
    joined = (tokens.starts[1:] == ends) & (tokens.words[:-1] == hash_words((word,))[0])
    hyphens: Bools = joined & (passage.codes[ends.clip(max=len(passage.codes) - 1)] == _HYPHEN)
    return hyphens


def write_enclitics(passage: Passage, at: I64, out: CodePoints) -> None:
    """Write what is certain of the tokens ``at`` into ``out`` (lower case)."""
    tokens, codes = passage.tokens, passage.codes
    at = at[at + 2 < len(tokens)]
    hyphen = (tokens.starts[at + 1] == tokens.ends[at]) & (codes[tokens.ends[at]] == _HYPHEN)
    at = at[hyphen & (tokens.starts[at + 2] == tokens.ends[at] + 1)]
    after_infinitives, after_verbs, e, others = _known()
    words, behind = tokens.words[at], tokens.words[at + 2]
    alone = at[np.isin(words, e) & ~np.isin(behind, after_verbs)]
    out[tokens.starts[alone]] = codes[tokens.starts[alone]]
    at = at[np.isin(behind, after_infinitives) & ~np.isin(words, others)]
    at = at[tokens.ends[at] > tokens.starts[at] + 1]
    lasts = tokens.ends[at] - 1
    before, third = codes[lasts - 1], codes[np.maximum(lasts - 2, 0)]
    hiatus = np.isin(before, encode("ao")) | (
        (before == ord("u")) & ~np.isin(third, encode("gq"))  # construí-lo, not segui-lo
    )
    accents = np.isin(codes[lasts], encode("aeo")) | ((codes[lasts] == ord("i")) & hiatus)
    for start, last in zip(tokens.starts[at[accents]], lasts[accents], strict=True):
        stem = out[start:last]
        np.copyto(stem, codes[start:last], where=stem != ord("ç"))
        out[last] = _ACCENTED[codes[last] == _PLAIN][0]
