# mypy: ignore-errors
"""The second look at words that occur again in a document (see majuscule.restore.memory)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

import numpy as np

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import pow
    from cython.cimports.majuscule.text.word_kernel import number_keys
else:
    from math import pow

    from majuscule.text.word_kernel import number_keys

WORD = cython.declare(cython.int, 0)  # a kind of token (majuscule.text.tokens)
MC = cython.declare(cython.int, 3)  # the last class of words with case (majuscule.text.classes)
# Positions away from sentence starts (majuscule.text.sentences).
INSIDE = cython.declare(cython.int, 0)
GLUED = cython.declare(cython.int, 6)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def counts(kind: cython.int, position: cython.int, class_: cython.int) -> cython.bint:
    """Tell whether a token gives and takes evidence: a cased word away from sentence starts."""
    return kind == WORD and class_ <= MC and (position == INSIDE or position == GLUED)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_again(
    numbers: cython.const[cython.int][::1],
    kinds: cython.const[cython.uchar][::1],
    positions: cython.const[cython.uchar][::1],
    classes: cython.const[cython.uchar][::1],
    scores: cython.const[cython.float][:, ::1],
    weight: cython.double,
    growth: cython.double,
    limit: cython.double,
    sizes: cython.int[::1],
    sums: cython.double[:, ::1],
    changed: cython.longlong[::1],
    best: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Find the tokens whose best class is another one after the second look; return how many.

    ``numbers`` (n,): the number of each token's word; ``sizes`` (words,) and ``sums`` (words, 4)
    are zeros.  The rest is as in :meth:`Memory.find_changes`.
    """
    found: cython.Py_ssize_t = 0
    before: cython.int
    now: cython.int
    value: cython.double
    top: cython.double
    others: cython.double
    factor: cython.double
    for i in range(numbers.shape[0]):
        if not counts(kinds[i], positions[i], classes[i]):
            continue
        number = numbers[i]
        sizes[number] += 1
        for k in range(4):
            value = scores[i, k]
            sums[number, k] += value if value > -limit else -limit
    for i in range(numbers.shape[0]):
        number = numbers[i]
        if sizes[number] < 2 or not counts(kinds[i], positions[i], classes[i]):
            continue
        others = sizes[number] - 1
        factor = 1.0 if growth == 0.0 else pow(others, growth)
        before = 0
        now = 0
        top = 0.0
        for k in range(4):
            value = scores[i, k]
            if value > scores[i, before]:
                before = cython.cast(cython.int, k)
            value = sums[number, k] - (value if value > -limit else -limit)
            value = scores[i, k] + weight * value / others * factor
            if k == 0 or value > top:
                top = value
                now = cython.cast(cython.int, k)
        if now != before:
            changed[found] = i
            best[found] = cython.cast(cython.uchar, now)
            found += 1
    return found


class Memory:
    """Looks again at words that occur more than once, in scratch that is used again; one thread at
    a time."""

    def __init__(self) -> None:
        self.tokens = -1

    def make_room(self, tokens):
        """Make room for so many tokens."""
        if tokens <= self.tokens:
            return
        self.cells = interpreted.items(np.empty(1 << (2 * tokens).bit_length(), np.int32))
        self.numbers = interpreted.items(np.empty(tokens, np.int32))
        self.firsts = interpreted.items(np.empty(tokens, np.int64))
        self.sizes = interpreted.items(np.empty(tokens, np.int32))
        self.sums = interpreted.items(np.empty((tokens, 4)))
        self.tokens = tokens

    def find_changes(
        self,
        words: cython.const[cython.ulonglong][::1],
        kinds: cython.const[cython.uchar][::1],
        positions: cython.const[cython.uchar][::1],
        classes: cython.const[cython.uchar][::1],
        scores: cython.const[cython.float][:, ::1],
        weight: cython.double,
        growth: cython.double,
        limit: cython.double,
        changed: cython.longlong[::1],
        best: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Find the tokens whose best class is another one after the second look; return how many.

        ``words`` (n,): what is the same for occurrences of one word; ``scores`` (n, 4): log odds,
        of which a mention gives no less than minus ``limit``.  ``changed`` (n,) gets the tokens,
        ``best`` (n,) what they change to.
        """
        cells: cython.Py_ssize_t = 2
        found: cython.Py_ssize_t
        self.make_room(words.shape[0])
        with cython.nogil:
            while cells <= words.shape[0]:
                cells *= 2
            cells *= 2
            for i in range(cells):
                self.cells[i] = 0
            found = number_keys(words, self.cells[:cells], self.numbers, self.firsts)
            if found == words.shape[0]:
                found = 0
            else:
                for i in range(found):
                    self.sizes[i] = 0
                    for k in range(4):
                        self.sums[i, k] = 0.0
                found = look_again(
                    self.numbers[: words.shape[0]],
                    kinds,
                    positions,
                    classes,
                    scores,
                    weight,
                    growth,
                    limit,
                    self.sizes,
                    self.sums,
                    changed,
                    best,
                )
        return found


if not cython.compiled:
    Memory.find_changes = interpreted.views(Memory.find_changes)
