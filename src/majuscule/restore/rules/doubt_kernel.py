# mypy: ignore-errors
"""Capitals of short lines that are too doubtful: a look at each token that has one."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.majuscule.text.inlined import contains, is_digit, is_small
else:
    from math import exp

    from majuscule.text.inlined import contains, is_digit, is_small

# Classes and positions (majuscule.text.classes, majuscule.text.sentences)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
MC = cython.declare(cython.int, 3)
INSIDE = cython.declare(cython.int, 0)
LINE = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)
ABBREVIATED = cython.declare(cython.int, 3)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def stands_for_word(
    words: cython.const[cython.ulonglong][::1],
    typed: cython.const[cython.ulonglong][::1],
    letters: cython.const[cython.ulonglong][::1],
    beside: cython.const[cython.ulonglong][::1],
    at: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a token of a line is a typed word, or a letter with a common word beside it."""
    if not contains(letters, words[at]):
        return contains(typed, words[at])
    if at > first and contains(beside, words[at - 1]):
        return True
    return at + 1 < last and contains(beside, words[at + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_letters(text: cython.const[cython.uint][::1], at: cython.Py_ssize_t) -> cython.bint:
    """Tell whether two letters of ASCII or more are behind the figures at a place."""
    while at < text.shape[0] and is_digit(text[at]):
        at += 1
    return at + 1 < text.shape[0] and is_small(text[at]) and is_small(text[at + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lower_doubtful(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    lines: cython.const[cython.int][:, ::1],
    positions: cython.const[cython.uchar][::1],
    words: cython.const[cython.ulonglong][::1],
    scores: cython.const[cython.float][:, ::1],
    shares: cython.const[cython.float][::1],
    limits: cython.const[cython.float][::1],
    floors: cython.const[cython.float][:, ::1],
    longest: cython.Py_ssize_t,
    typed: cython.const[cython.ulonglong][::1],
    letters: cython.const[cython.ulonglong][::1],
    beside: cython.const[cython.ulonglong][::1],
    classes: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Make doubtful capitals small; return how many: :meth:`Doubter.lower` with what it knows."""
    found: cython.Py_ssize_t = 0
    level: cython.Py_ssize_t
    row: cython.Py_ssize_t
    sum_: cython.double
    short: cython.bint
    begins: cython.bint
    for line in range(lines.shape[0]):
        first = lines[line, 0]
        last = lines[line, 1]
        short = last - first <= longest
        for i in range(first, last):
            if classes[i] < UC or classes[i] > MC:
                continue
            begins = positions[i] == LINE or positions[i] == SENTENCE
            if is_digit(text[starts[i]]) and (begins or classes[i] == UC):
                # Never 10Mg or 7Ish.  The figure has begun the sentence: 200g, but 3D and 4WD.
                if (classes[i] == UC and has_letters(text, starts[i])) or (
                    begins and shares.shape[0] > 0 and not shares[i] >= 0.5
                ):
                    classes[i] = cython.cast(cython.uchar, LC)
                    found += 1
                continue
            # A word that begins a sentence keeps one capital: Dip, not DIP, and Pls msg me.
            if begins and classes[i] != CA:
                continue
            row = 2 if positions[i] == ABBREVIATED else 0 if classes[i] == UC else 1
            if row != 2 and not short:
                continue
            level = 0
            if shares.shape[0] > 0 and shares[i] == shares[i]:
                level = 1
                while level <= limits.shape[0] and shares[i] >= limits[level - 1]:
                    level += 1
            sum_ = 0.0
            for k in range(4):
                sum_ += exp(scores[i, k])
            if (sum_ * floors[row, level] > 1.0 and (level > 0 or not begins)) or (
                short
                and (begins or positions[i] == INSIDE)
                and stands_for_word(words, typed, letters, beside, i, first, last)
            ):
                classes[i] = cython.cast(cython.uchar, UC if begins else LC)
                found += 1
    return found


class Doubter:
    """Finds the capitals inside sentences that are too doubtful."""

    def __init__(self, limits, floors, longest, typed, letters, beside) -> None:
        """Take how probable a capital must be.

        ``limits`` (k,): where the levels of the shares begin; ``floors`` (3, k + 2): how probable a
        capital must be by level, of which the first is for unknown words: an initial one, another,
        and, in lines of any length, one after an abbreviation.  The first two are for lines of
        ``longest`` tokens at most.  There, the ``typed`` words stay small, and one of the
        ``letters`` next to a word of ``beside``; all are sorted hashes.  What begins a sentence
        keeps one capital, and is looked at if it is in capitals: one of these, or a known word.
        """
        self.limits, self.floors, self.typed, self.letters, self.beside = map(
            interpreted.items, (limits, floors, typed, letters, beside)
        )
        self.longest = longest

    def lower(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        lines: cython.const[cython.int][:, ::1],
        positions: cython.const[cython.uchar][::1],
        words: cython.const[cython.ulonglong][::1],
        scores: cython.const[cython.float][:, ::1],
        shares: cython.const[cython.float][::1],
        classes: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Make the capitals small that are too doubtful; return how many.

        ``text``: folded, and where the tokens start in it; ``scores`` (n, 4): log odds of the
        classes; ``shares`` (n,): how often each word is capitalised, NaN where unknown, may be
        empty.  A word with a figure before it has no initial capital (``7ish``) and begins no
        sentence by one (``5km run``), unless it mostly has one and one letter (``3D``).
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.work(text, starts, lines, positions, words, scores, shares, classes)
        return found

    def work(self, text, starts, lines, positions, words, scores, shares, classes):
        """Do the work of :meth:`lower`."""
        return lower_doubtful(
            text,
            starts,
            lines,
            positions,
            words,
            scores,
            shares,
            self.limits,
            self.floors,
            self.longest,
            self.typed,
            self.letters,
            self.beside,
            classes,
        )


if not cython.compiled:
    Doubter.lower = interpreted.views(Doubter.lower)
