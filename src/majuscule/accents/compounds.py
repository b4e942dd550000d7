"""Compounds: unknown words made of two known ones: *livsstilsmarke* is *livsstils* and *märke*.

German, Swedish and Dutch compounds are written as one word, and no text has all of them.  Each half
gets its most frequent form; a linking *s* may be between them.
"""

from __future__ import annotations

import numpy as np

from majuscule.accents.forms import FIRST, AccentedForms
from majuscule.arrays import I64, Bools, number_runs
from majuscule.text.characters.codepoints import CodePoints
from majuscule.text.tokenizing.tokens import hash_spans

SHORTEST_FIRST, SHORTEST_LAST = 3, 5
LINK = ord("s")


def write_compounds(
    forms: AccentedForms, codes: CodePoints, starts: I64, ends: I64, out: CodePoints
) -> Bools:
    """Write the forms of compounds into ``out`` (lower case), and return which words are compounds.

    If a word can be split in several ways, the longest known last half wins.
    """
    sizes = ends - starts
    many = np.maximum(sizes - SHORTEST_FIRST - SHORTEST_LAST + 1, 0)
    owners, nth = number_runs(many)
    begins, cuts, stops = starts[owners], starts[owners] + SHORTEST_FIRST + nth, ends[owners]
    firsts, lasts = (forms.find(hash_spans(codes, *at)) for at in ((begins, cuts), (cuts, stops)))
    linked = (firsts == 0) & (codes[cuts - 1] == LINK) & (nth > 0)
    without = forms.find(hash_spans(codes, begins[linked], cuts[linked] - 1))
    firsts[linked], middles = without, cuts.copy()
    middles[linked] -= without > 0
    known = np.flatnonzero((firsts > 0) & (lasts > 0))
    compounds, place = np.unique(owners[known], return_index=True)
    chosen = known[place]
    for numbers, begin, end in ((firsts, begins, middles), (lasts, cuts, stops)):
        at = chosen[numbers[chosen] >= FIRST]
        rows = numbers[at].astype(np.int64) - FIRST
        forms.write(rows, np.zeros(len(at), np.int64), begin[at], end[at] - begin[at], out)
    is_compound = np.zeros(len(sizes), np.bool_)
    is_compound[compounds] = True
    return is_compound
