# mypy: ignore-errors
"""Restoring plain text from code points to code points, without entering the interpreter.

The steps, and their order, are those of :class:`majuscule.restore.truecaser.Truecaser`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

import numpy as np

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.restore.linear.decision_kernel import Decider
    from cython.cimports.majuscule.text.characters.case_kernel import apply
    from cython.cimports.majuscule.text.inlined import is_digit
    from cython.cimports.majuscule.words.tables.table_kernel import look_up_shares
else:
    from majuscule.restore.linear.decision_kernel import Decider
    from majuscule.text.characters.case_kernel import apply
    from majuscule.text.inlined import is_digit
    from majuscule.words.tables.table_kernel import look_up_shares

FIXED = cython.declare(cython.int, 3)  # a kind of token (majuscule.text.tokenizing.tokens)
KEEP = cython.declare(cython.int, 4)  # a class (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
LINE = cython.declare(cython.int, 1)  # positions (majuscule.text.tokenizing.sentences)
SENTENCE = cython.declare(cython.int, 2)
LOWER = cython.declare(cython.int, 2)  # verdicts (majuscule.detection.verdicts)
UPPER = cython.declare(cython.int, 3)
# The outcome for a text, and for a line by its verdict: left, written, or not plain (undone)
LEFT = cython.declare(cython.int, 0)
WRITTEN = cython.declare(cython.int, 1)
UNDONE = cython.declare(cython.int, 2)


class Pass:
    """Restores plain texts in reusable scratch; one thread at a time."""

    def __init__(self, steps, forms, does, by_bucket, longest) -> None:
        """Take the kernels of the steps and their data.

        ``steps``: Reader, Judge, Memory, the rules (Doubter, Opener, Starter; each may be None),
        the glossary's Forms (or None), Caser.  ``forms``: class and mask of each token of each
        form, and whether it is a small word that opens one; ``does``: outcome by verdict;
        ``by_bucket``: share of capitals; ``longest``: tokens of a line that are decided at once.
        """
        self.reader, self.judge, self.memory, rules, self.forms, self.caser = steps
        self.doubter, self.opener, self.starter = rules
        self.form_classes, self.form_masks, self.form_opens = map(interpreted.items, forms)
        self.does, self.by_bucket = map(interpreted.items, (does, by_bucket))
        self.documents = interpreted.items(np.empty(0, np.int64))
        self.longest = longest
        self.room = self.tokens = -1

    def make_room(self, decider, tokens, lines):
        """Grow the scratch to so many tokens and lines."""
        decider.make_room(tokens, lines)
        self.judge.make_room(tokens, lines)
        self.memory.make_room(tokens)
        if tokens <= self.tokens:
            return
        self.words = interpreted.items(np.empty(tokens, np.uint64))
        self.masks = interpreted.items(np.empty(tokens, np.uint64))
        self.affixes = interpreted.items(np.empty((8, tokens), np.uint64))
        self.positions = interpreted.items(np.empty(tokens, np.uint8))
        self.classes = interpreted.items(np.empty(tokens, np.uint8))
        self.reasons = interpreted.items(np.empty(tokens, np.uint8))
        self.shares = interpreted.items(np.empty(tokens, np.float32))
        self.margins = interpreted.items(np.empty(tokens, np.float32))
        self.scores = interpreted.items(np.empty((tokens, 4), np.float32))
        self.found = interpreted.items(np.empty(tokens, np.int32))
        self.tokens = tokens

    def restore(
        self,
        decider: Decider,
        codes: cython.const[cython.uint][::1],
        out: cython.uint[::1],
        judged: cython.bint,
    ) -> cython.int:
        """Restore a text without soft line breaks into ``out``; return LEFT, WRITTEN or UNDONE.

        A text is undone if parts may be protected or its lines differ in what to do.  Unless
        ``judged``, its case is ignored.
        """
        size: cython.Py_ssize_t = codes.shape[0]
        candidates: cython.Py_ssize_t
        lines: cython.int[:, ::1]
        done: cython.int
        self.reader.make_room(size)
        if size > self.room:
            self.folded = interpreted.items(np.empty(size, np.uint32))
            self.room = size
        with cython.nogil:
            candidates = self.reader.begin(codes, self.folded[:size])
            if candidates == 0:
                self.reader.find_tokens(self.folded[:size])
        if candidates > 0:
            return UNDONE
        lines = interpreted.items(np.empty((self.reader.lines, 2), np.int32))
        self.make_room(decider, self.reader.tokens, self.reader.lines)
        with cython.nogil:
            done = self.work(decider, codes, lines, out, judged)
        return done

    def work(self, decider, codes, lines, out, judged):
        """Do the rest of :meth:`restore`, after :meth:`make_room`."""
        n: cython.Py_ssize_t = self.reader.tokens
        row: cython.Py_ssize_t
        does: cython.int
        folded: cython.uint[::1] = self.folded[: codes.shape[0]]
        starts: cython.int[::1] = self.reader.starts[:n]
        ends: cython.int[::1] = self.reader.ends[:n]
        kinds: cython.uchar[::1] = self.reader.token_kinds[:n]
        words: cython.ulonglong[::1] = self.words[:n]
        classes: cython.uchar[::1] = self.classes[:n]
        # Machine text after "# " may be a placeholder that a tokenizer split.
        for i in range(n):
            if kinds[i] == FIXED and starts[i] > 1 and folded[starts[i] - 2] == 0x23:
                return UNDONE
        self.reader.see(
            codes, folded, starts, ends, kinds, words, self.affixes, self.positions, lines
        )
        look_up_shares(words, decider.table, self.by_bucket, self.shares)
        if judged:
            does = self.judge_all(codes, folded, starts, ends, kinds, words, lines)
            if does != WRITTEN:
                return does
        for i in range(lines.shape[0]):
            if lines[i, 1] - lines[i, 0] > self.longest:
                return UNDONE
        decider.work(
            folded,
            starts,
            ends,
            words,
            self.positions,
            self.affixes,
            kinds,
            lines,
            lines,
            classes,
            self.masks,
            self.margins,
            self.reasons,
            self.scores,
        )
        found = self.memory.work(
            folded, starts, ends, words, kinds, self.positions, classes, self.scores
        )
        if found > 0:
            self.memory.write(classes, self.masks, self.reasons)
        if self.doubter is not None:
            self.doubter.work(
                folded, starts, lines, self.positions, words, self.scores, self.shares[:n], classes
            )
        if self.opener is not None:
            self.opener.work(folded, starts, lines, words, classes)
        if self.starter is not None:
            self.starter.work(
                folded, starts, lines, self.positions, words, self.shares[:n], classes
            )
        if self.forms is not None and self.forms.work(folded, starts, ends, words, self.found) > 0:
            for i in range(n):
                row = self.found[i] - 1
                if row < 0 or self.form_classes[row] == KEEP:
                    continue
                if self.form_opens[row] and LINE <= self.positions[i] <= SENTENCE:
                    continue
                classes[i] = self.form_classes[row]
                self.masks[i] = self.form_masks[row]
        apply(
            codes,
            self.caser.kinds,
            self.caser.lower,
            self.caser.upper,
            starts,
            ends,
            classes,
            self.masks,
            out,
        )
        return WRITTEN

    def judge_all(self, codes, folded, starts, ends, kinds, words, lines):
        """Return the outcome for the whole text by its verdicts."""
        n: cython.Py_ssize_t = words.shape[0]
        parts: cython.Py_ssize_t
        does: cython.int = LEFT
        limit: cython.uint = cython.cast(cython.uint, self.caser.upper.shape[0])
        parts = self.judge.work(
            codes,
            folded,
            starts,
            ends,
            kinds,
            self.positions,
            words,
            self.shares[:n],
            lines,
            self.documents,
        )
        for i in range(parts):
            if i > 0 and self.does[self.judge.parts[4, i]] != does:
                return UNDONE
            does = self.does[self.judge.parts[4, i]]
        if does != WRITTEN:
            return does
        # Not plain: capitals in a lower-case line, which are intended, and those beside a figure
        # of their word elsewhere, which may be a code; in text in capitals also addresses, and
        # capitals beside a small letter.
        for i in range(parts):
            verdict = self.judge.parts[4, i]
            for k in range(self.judge.parts[0, i], self.judge.parts[1, i]):
                if self.judge.classes[k] == LC or self.judge.classes[k] >= KEEP:
                    continue
                if verdict == LOWER or (verdict == UPPER and kinds[k] == FIXED):
                    return UNDONE
                for at in range(starts[k], ends[k]):
                    if is_digit(folded[at]):
                        return UNDONE
                    if verdict == UPPER and codes[at] < limit:
                        if self.caser.upper[codes[at]] != codes[at]:
                            return UNDONE
        return WRITTEN


if not cython.compiled:
    Pass.restore = interpreted.views(Pass.restore)
