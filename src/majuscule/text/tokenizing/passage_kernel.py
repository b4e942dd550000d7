# mypy: ignore-errors
"""Reading a text: folding, tokens and their properties, lines."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

import numpy as np

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.characters.case_kernel import look_up
    from cython.cimports.majuscule.text.protecting.protection_kernel import find_candidates
    from cython.cimports.majuscule.text.tokenizing.token_kernel import scan
    from cython.cimports.majuscule.text.tokenizing.word_kernel import (
        bound_lines,
        count_lines,
        describe,
        place,
    )
else:
    from majuscule.text.characters.case_kernel import look_up
    from majuscule.text.protecting.protection_kernel import find_candidates
    from majuscule.text.tokenizing.token_kernel import scan
    from majuscule.text.tokenizing.word_kernel import bound_lines, count_lines, describe, place


class Reader:
    """Reads texts, in scratch arrays that are reused; not thread-safe.

    Call :meth:`fold`, :meth:`scan`, which returns the number of tokens, and :meth:`describe`, which
    fills arrays of that length.
    """

    def __init__(
        self, tables, triggers, endings, domains, elided, suffixes, abbreviations, joining
    ) -> None:
        """Store the case tables, the triggers of protected text, and words as sorted hashes."""
        self.kinds, self.folded = map(interpreted.items, (tables.kind, tables.folded))
        self.triggers, self.endings, self.domains = map(
            interpreted.items, (triggers, endings, domains)
        )
        self.elided, self.suffixes, self.abbreviations, self.joining = map(
            interpreted.items, (elided, suffixes, abbreviations, joining)
        )
        self.room = self.tokens = self.lines = 0

    def make_room(self, codes):
        """Make room for a text of ``codes`` code points."""
        if codes < self.room:
            return
        self.found = interpreted.items(np.empty(codes + 1, np.int32))
        self.starts = interpreted.items(np.empty(codes + 1, np.int32))
        self.ends = interpreted.items(np.empty(codes + 1, np.int32))
        self.token_kinds = interpreted.items(np.empty(codes + 1, np.uint8))
        self.room = codes + 1

    def fold(self, codes: cython.const[cython.uint][::1], folded: cython.uint[::1]) -> list:
        """Fold a text and count its lines; return the candidate offsets of protected text."""
        count: cython.Py_ssize_t
        self.make_room(codes.shape[0])
        with cython.nogil:
            count = self.begin(codes, folded)
        return [self.found[i] for i in range(count)]

    def begin(self, codes, folded):
        """Do the work of :meth:`fold`; return the number of candidates."""
        look_up(codes, self.folded, folded)
        self.lines = count_lines(codes)
        return find_candidates(folded, self.kinds, self.triggers, self.found)

    def scan(self, folded: cython.const[cython.uint][::1]) -> cython.Py_ssize_t:
        """Find the tokens of a folded text, with protected text covered; return their number."""
        with cython.nogil:
            self.find_tokens(folded)
        return self.tokens

    def find_tokens(self, folded):
        """Do the work of :meth:`scan`."""
        self.tokens = scan(
            folded,
            self.kinds,
            self.endings,
            self.domains,
            self.elided,
            self.suffixes,
            self.starts,
            self.ends,
            self.token_kinds,
        )

    def describe(
        self,
        codes: cython.const[cython.uint][::1],
        folded: cython.const[cython.uint][::1],
        starts: cython.int[::1],
        ends: cython.int[::1],
        kinds: cython.uchar[::1],
        words: cython.ulonglong[::1],
        affixes: cython.ulonglong[:, ::1],
        positions: cython.uchar[::1],
        lines: cython.int[:, ::1],
    ) -> None:
        """Fill the arrays of :class:`majuscule.text.tokenizing.tokens.Tokens` for the text last
        scanned, and the token spans of its lines."""
        with cython.nogil:
            for i in range(self.tokens):
                starts[i] = self.starts[i]
                ends[i] = self.ends[i]
                kinds[i] = self.token_kinds[i]
            self.see(codes, folded, starts, ends, kinds, words, affixes, positions, lines)

    def see(self, codes, folded, starts, ends, kinds, words, affixes, positions, lines):
        """Do the work of :meth:`describe` for given spans and kinds."""
        describe(folded, starts, ends, kinds, words, affixes)
        place(folded, starts, ends, kinds, words, self.abbreviations, self.joining, positions)
        bound_lines(codes, starts, lines)


if not cython.compiled:
    Reader.fold = interpreted.views(Reader.fold)
    Reader.scan = interpreted.views(Reader.scan)
    Reader.describe = interpreted.views(Reader.describe)
