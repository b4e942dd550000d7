# mypy: ignore-errors
"""Document memory: reconsiders words that recur (see majuscule.restore.rules.memory)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

import numpy as np

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.tokenizing.word_kernel import number_keys
else:
    from majuscule.text.tokenizing.word_kernel import number_keys

WORD = cython.declare(cython.int, 0)  # a kind of token (majuscule.text.tokenizing.tokens)
# Classes of words with case (majuscule.text.tokenizing.classes), and a reason
# (majuscule.restore.interface).
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
MC = cython.declare(cython.int, 3)
MEMORY = cython.declare(cython.int, 3)
# Positions away from sentence starts (majuscule.text.tokenizing.sentences), and one in brackets.
INSIDE = cython.declare(cython.int, 0)
QUOTE = cython.declare(cython.int, 5)
GLUED = cython.declare(cython.int, 6)
NEWLINE = cython.declare(cython.uint, 0x0A)


def is_evidence(kind, position, class_):
    """Return whether a token gives and takes evidence: a cased word away from sentence starts."""
    return kind == WORD and class_ <= MC and (position == INSIDE or position == GLUED)


def is_bracketed(folded, start, end):
    """Return whether a word of two letters or more stands alone in round brackets."""
    return (
        start > 0
        and end < folded.shape[0]
        and end - start > 1
        and folded[start - 1] == 0x28
        and folded[end] == 0x29
    )


def follows_in_line(folded, starts, ends, at):
    """Return whether exactly one space, no line break, separates token ``at`` > 0 from the one
    before; another line may belong to another document."""
    return starts[at] == ends[at - 1] + 1 and folded[ends[at - 1]] != NEWLINE


def count_initials(folded, starts, ends, at):
    """Return how many letters of a word in brackets are the initials of the words before it: all
    (``national security letter (nsl)``), all but the s of a plural (``letters (nsls)``), or 0."""
    size: cython.Py_ssize_t = ends[at] - starts[at]
    letters: cython.Py_ssize_t = size
    first: cython.Py_ssize_t
    k: cython.Py_ssize_t
    while letters > 1 and letters >= size - 1:
        first = at - 1 - letters
        k = 0
        while (
            first >= 0
            and k < letters
            and folded[starts[first + k]] == folded[starts[at] + k]
            and follows_in_line(folded, starts, ends, first + k + 1)
        ):
            k += 1
        if k == letters:
            return letters
        if folded[ends[at] - 1] != 0x73 or at < 2 or folded[ends[at - 2] - 1] != 0x73:
            return 0
        letters -= 1
    return 0


def is_title(folded, start, end):
    """Return whether a token is *mr*, *mrs*, *ms*, *mx* or *dr*."""
    first = folded[start]
    last = folded[end - 1]
    if end - start == 3:
        return first == 0x6D and folded[start + 1] == 0x72 and last == 0x73
    if end - start != 2:
        return False
    return (last == 0x72 and first == 0x64) or (
        first == 0x6D and (last == 0x72 or last == 0x73 or last == 0x78)
    )


def is_article(folded, start, end):
    """Return whether a token is *the*, *a* or *an*."""
    if end - start == 3:
        return folded[start] == 0x74 and folded[start + 1] == 0x68 and folded[start + 2] == 0x65
    if folded[start] != 0x61:
        return False
    return end - start == 1 or (end - start == 2 and folded[end - 1] == 0x6E)


def last_of_name(folded, starts, ends, kinds, classes, title):
    """Return the last of the capitalised words after a title (``Mr. John Port``), or the title."""
    last: cython.Py_ssize_t = title
    at: cython.Py_ssize_t = title + 1
    if at < starts.shape[0] and folded[starts[at]] == 0x2E and starts[at] == ends[title]:
        at += 1
    while (
        at < starts.shape[0]
        and kinds[at] == WORD
        and classes[at] == UC
        and follows_in_line(folded, starts, ends, at)
    ):
        last = at
        at += 1
    return last


class Memory:
    """Reconsiders words that recur, in scratch arrays that are reused; not thread-safe."""

    def __init__(self, weight, limit, introduced) -> None:
        """Take the fields of :class:`majuscule.restore.rules.memory.MemoryOptions`."""
        self.weight, self.limit, self.introduced = weight, limit, introduced
        self.tokens = -1

    def make_room(self, tokens):
        """Make room for ``tokens`` tokens."""
        if tokens <= self.tokens:
            return
        self.cells = interpreted.items(np.empty(1 << (2 * tokens).bit_length(), np.int32))
        self.numbers = interpreted.items(np.empty(tokens, np.int32))
        self.firsts = interpreted.items(np.empty(tokens, np.int64))
        self.sizes = interpreted.items(np.empty(tokens, np.int32))
        self.capitals = interpreted.items(np.empty(tokens))
        self.names = interpreted.items(np.empty(tokens))
        self.plurals = interpreted.items(np.empty(tokens, np.uint64))
        self.sums = interpreted.items(np.empty((tokens, 4)))
        self.changed = interpreted.items(np.empty(tokens, np.int64))
        self.best = interpreted.items(np.empty(tokens, np.uint8))
        self.forms = interpreted.items(np.empty(tokens, np.uint64))
        self.tokens = tokens

    def find(
        self,
        folded: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        ends: cython.const[cython.int][::1],
        words: cython.const[cython.ulonglong][::1],
        kinds: cython.const[cython.uchar][::1],
        positions: cython.const[cython.uchar][::1],
        classes: cython.const[cython.uchar][::1],
        scores: cython.const[cython.float][:, ::1],
    ) -> cython.Py_ssize_t:
        """Find the tokens whose best class changes by the evidence of others; return how many.

        ``words`` (n,): a key of each word, the same for all its occurrences; ``scores`` (n, 4): log
        odds of the classes, clipped at minus the limit as evidence.  :meth:`change` then writes the
        new classes.
        """
        found: cython.Py_ssize_t
        self.make_room(words.shape[0])
        with cython.nogil:
            found = self.work(folded, starts, ends, words, kinds, positions, classes, scores)
        return found

    def work(self, folded, starts, ends, words, kinds, positions, classes, scores):
        """Do the work of :meth:`find`; there must be room."""
        tokens: cython.Py_ssize_t = words.shape[0]
        cells: cython.Py_ssize_t = 2
        while cells < 2 * tokens + 1:
            cells *= 2
        for i in range(cells):
            self.cells[i] = 0
        self.found = number_keys(words, self.cells[:cells], self.numbers, self.firsts)
        if self.found == tokens:
            self.found = 0
            return 0
        for i in range(self.found):
            self.sizes[i] = 0
            self.capitals[i] = self.names[i] = 0.0
            self.plurals[i] = 0
            for k in range(4):
                self.sums[i, k] = 0.0
        self.gather(folded, starts, ends, kinds, positions, classes, scores)
        self.found = self.reconsider(kinds, positions, classes, scores)
        return self.found

    def gather(self, folded, starts, ends, kinds, positions, classes, scores):
        """Sum up the evidence of each word's occurrences, into arrays of zeros."""
        titled: cython.bint = False
        one: cython.ulonglong = 1
        value: cython.double
        for i in range(kinds.shape[0]):
            number = self.numbers[i]
            if classes[i] == UC and is_title(folded, starts[i], ends[i]):
                name = last_of_name(folded, starts, ends, kinds, classes, i)
                if name > i:
                    self.names[self.numbers[name]] = self.introduced
                    titled = True
            if is_evidence(kinds[i], positions[i], classes[i]):
                self.sizes[number] += 1
                for k in range(4):
                    value = scores[i, k]
                    self.sums[number, k] += value if value > -self.limit else -self.limit
            elif (
                positions[i] == QUOTE
                and classes[i] <= MC
                and is_bracketed(folded, starts[i], ends[i])
            ):
                letters = count_initials(folded, starts, ends, i)
                if classes[i] == CA or (classes[i] == UC and letters > 2):
                    self.capitals[number] = self.introduced
                    if 0 < letters and letters < ends[i] - starts[i] and letters < 64:
                        self.plurals[number] = (one << letters) - one
        # A word that has an article somewhere is an office: Mr. President, and the president.
        for i in range(1, kinds.shape[0] if titled else 0):
            if (
                self.names[self.numbers[i]] != 0
                and follows_in_line(folded, starts, ends, i)
                and is_article(folded, starts[i - 1], ends[i - 1])
            ):
                self.names[self.numbers[i]] = 0.0

    def reconsider(self, kinds, positions, classes, scores):
        """Find the tokens whose best class changes by the gathered evidence; return how many."""
        found: cython.Py_ssize_t = 0
        first: cython.Py_ssize_t
        before: cython.Py_ssize_t
        now: cython.Py_ssize_t
        inside: cython.bint
        value: cython.double
        own: cython.double
        title_odds: cython.double
        capital_odds: cython.double
        rises: cython.bint
        top: cython.double
        others: cython.double
        for i in range(kinds.shape[0]):
            number = self.numbers[i]
            if kinds[i] != WORD or classes[i] > MC:
                continue
            inside = is_evidence(kinds[i], positions[i], classes[i])
            others = self.sizes[number] - 1 if inside else self.sizes[number]
            # At the start of a sentence, abbreviations may only change from one capital to all.
            first = LC if inside else UC
            title_odds = self.names[number] if inside else 0.0
            # Nor do they where the word is mostly small inside sentences: IT, but it is.
            rises = inside or self.sums[number, CA] >= self.sums[number, LC]
            capital_odds = self.capitals[number] if rises else 0.0
            if classes[i] < first:
                continue
            if (others < 1 or not inside) and capital_odds + title_odds == 0:
                continue
            before = now = first
            top = 0.0
            for k in range(first, 4):
                own = scores[i, k]
                if own > scores[i, before]:
                    before = k
                value = self.sums[number, k]
                if inside:
                    value -= own if own > -self.limit else -self.limit
                if others > 0:
                    own += self.weight * value / others
                if k == CA and classes[i] != LC:
                    own += capital_odds
                elif k == UC:
                    own += title_odds
                if k == first or own > top:
                    top = own
                    now = k
            if now == CA and self.plurals[number] != 0:
                now = MC
            if now != before:
                self.changed[found] = i
                self.best[found] = cython.cast(cython.uchar, now)
                found += 1
        return found

    def change(
        self,
        classes: cython.uchar[::1],
        masks: cython.ulonglong[::1],
        reasons: cython.uchar[::1],
    ) -> None:
        """Write the classes found last; mixed forms are copied from a word's last occurrence."""
        with cython.nogil:
            self.write(classes, masks, reasons)

    def write(self, classes, masks, reasons):
        """Do the work of :meth:`change`."""
        class_: cython.int
        for i in range(self.found):
            number = self.numbers[self.changed[i]]
            self.forms[number] = self.plurals[number]
        for i in range(classes.shape[0]):
            if classes[i] == MC and masks[i] != 0:
                self.forms[self.numbers[i]] = masks[i]
        for i in range(self.found):
            at = self.changed[i]
            class_ = self.best[i]
            if class_ == UC or class_ == MC:
                class_ = UC
                if self.forms[self.numbers[at]] != 0:
                    class_ = MC
                    masks[at] = self.forms[self.numbers[at]]
            classes[at] = cython.cast(cython.uchar, class_)
            reasons[at] = cython.cast(cython.uchar, MEMORY)


if not cython.compiled:
    Memory.find = interpreted.views(Memory.find)
    Memory.change = interpreted.views(Memory.change)
