# mypy: ignore-errors
"""The linear tagger in one call: columns, scores, Viterbi, classes and forms."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

import numpy as np

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.tagging.scoring.chain_kernel import max_marginals, viterbi
    from cython.cimports.majuscule.text.inlined import lower_bound
    from cython.cimports.majuscule.words.tables.table_kernel import fill_columns, pattern_mask
else:
    from majuscule.tagging.scoring.chain_kernel import max_marginals, viterbi
    from majuscule.text.inlined import lower_bound
    from majuscule.words.tables.table_kernel import fill_columns, pattern_mask

WORD = cython.declare(cython.int, 0)  # a kind of token (majuscule.text.tokenizing.tokens)
# Classes (majuscule.text.tokenizing.classes), the tag of small words in names
# (majuscule.words.tables.vocabulary), and reasons (majuscule.restore.interface).
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
MC = cython.declare(cython.int, 3)
KEEP = cython.declare(cython.int, 4)
INNER = cython.declare(cython.int, 4)
MODEL = cython.declare(cython.int, 0)
LEXICON = cython.declare(cython.int, 1)
PATTERN = cython.declare(cython.int, 2)
LEFT = cython.declare(cython.int, 5)
# A column (majuscule.restore.linear.columns), and buckets (majuscule.words.tables.table).
BUCKET = cython.declare(cython.int, 1)
UNSEEN = cython.declare(cython.ulonglong, 0)
ELSEWHERE = cython.declare(cython.ulonglong, 421)
LEVELS = cython.declare(cython.ulonglong, 6)
RULED_OUT = cython.declare(cython.int, 1 << 20)  # score units


def read_tags(tags, lost, scale, classes, scores) -> None:
    """Fill in each token's class and the log odds (n, 4) of all classes; INNER counts as LC.

    ``lost`` (n, 5): the score of each tag relative to the best, at most 0; times ``scale`` it is
    log odds.
    """
    value: cython.int
    for i in range(tags.shape[0]):
        classes[i] = tags[i] if tags[i] != INNER else cython.cast(cython.uchar, LC)
        for k in range(4):
            value = lost[i, k]
            if k == LC and lost[i, INNER] > value:
                value = lost[i, INNER]
            scores[i, k] = cython.cast(cython.float, scale * value)


def write_forms(
    text, starts, ends, kinds, words, scores, known, forms, classes, masks, margins, reasons
) -> None:
    """Fill in the forms of mixed words, and leave tokens that are not words unchanged.

    ``text``: folded; ``known`` (ascending) and ``forms`` (masks) are the lexicon, which overrides
    UC and MC.  ``classes`` change in place: a mixed word that is not in the lexicon is written by a
    pattern, else as UC.  ``margins`` get the lead of the best of the four scores over the second.
    """
    at: cython.Py_ssize_t
    first: cython.float
    second: cython.float
    for i in range(kinds.shape[0]):
        masks[i] = 0
        first = scores[i, 0]
        second = scores[i, 1]
        if second > first:
            first = scores[i, 1]
            second = scores[i, 0]
        for k in range(2, 4):
            if scores[i, k] > first:
                second = first
                first = scores[i, k]
            elif scores[i, k] > second:
                second = scores[i, k]
        margins[i] = -second
        if kinds[i] != WORD:
            classes[i] = cython.cast(cython.uchar, KEEP)
            reasons[i] = cython.cast(cython.uchar, LEFT)
            continue
        reasons[i] = cython.cast(cython.uchar, MODEL)
        if classes[i] != UC and classes[i] != MC:
            continue
        at = lower_bound(known, words[i], 0, known.shape[0])
        if at < known.shape[0] and known[at] == words[i]:
            masks[i] = forms[at]
            classes[i] = cython.cast(cython.uchar, MC)
            reasons[i] = cython.cast(cython.uchar, LEXICON)
        elif classes[i] == MC:
            masks[i] = pattern_mask(text, starts[i], ends[i])
            if masks[i] != 0:
                reasons[i] = cython.cast(cython.uchar, PATTERN)
            else:
                classes[i] = cython.cast(cython.uchar, UC)


def restrict_to_known_forms(emissions, i, bucket):
    """Give the best capitalised score to the form of the other language; rule out the others."""
    form: cython.int = UC + (bucket - ELSEWHERE) // LEVELS
    best: cython.int = emissions[i, UC]
    for k in range(UC + 1, KEEP):
        best = max(best, emissions[i, k])
    for k in range(UC, KEEP):
        emissions[i, k] = best if k == form else best - RULED_OUT


class Decider:
    """Decides the case of words in reusable scratch; one thread at a time.

    ``chain``: emissions and transitions of the tokens decided last.
    """

    def __init__(self, scorer, table, known, forms, scale, more, columns, reach) -> None:
        """Take the scorer, the word table, the lexicon, and the log odds of a score unit.

        ``more`` (3,): bias of capitals in known words, in words known only from other languages,
        and in unseen words; ``columns``: number of columns; ``reach``: padding around a line.
        """
        self.scorer, self.scale, self.width, self.reach = scorer, scale, columns, reach
        self.table, self.known, self.forms, self.more = map(
            interpreted.items, (table, known, forms, more)
        )
        self.tags = scorer.bias.shape[0]
        self.padded = self.tokens = -1

    def make_room(self, tokens, lines):
        """Grow the scratch to so many tokens and lines."""
        padded: cython.Py_ssize_t = tokens + self.reach * (lines + 1)
        self.scorer.make_room(padded, tokens)
        if padded <= self.padded and tokens <= self.tokens:
            return
        padded, tokens = max(padded, self.padded), max(tokens, self.tokens)
        columns = np.empty((self.width, padded), np.uint64)
        self.columns = interpreted.items(columns)
        self.one_row = interpreted.items(columns.reshape(-1))
        self.keys = interpreted.items(np.empty(padded, np.uint64))
        self.places = interpreted.items(np.empty(tokens, np.int64))
        self.open_ = interpreted.items(np.empty(tokens, np.uint8))
        emissions = np.empty((tokens, self.tags), np.int32)
        transitions = np.empty((tokens, self.tags, self.tags), np.int32)
        self.chain = emissions, transitions
        self.emissions = interpreted.items(emissions)
        self.flat = interpreted.items(transitions.reshape(tokens, self.tags**2))
        self.transitions = interpreted.items(transitions)
        self.reached = interpreted.items(np.empty((tokens, self.tags), np.int32))
        self.lost = interpreted.items(np.empty((tokens, self.tags), np.int32))
        self.back = interpreted.items(np.empty((tokens, self.tags), np.uint8))
        self.best = interpreted.items(np.empty(tokens, np.uint8))
        self.padded, self.tokens = padded, tokens

    def decide(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        ends: cython.const[cython.int][::1],
        words: cython.const[cython.ulonglong][::1],
        positions: cython.const[cython.uchar][::1],
        affixes: cython.const[cython.ulonglong][:, :],
        kinds: cython.const[cython.uchar][::1],
        lines: cython.const[cython.int][:, ::1],
        bounds: cython.const[cython.int][:, ::1],
        classes: cython.uchar[::1],
        masks: cython.ulonglong[::1],
        margins: cython.float[::1],
        reasons: cython.uchar[::1],
        scores: cython.float[:, ::1],
    ) -> None:
        """Decide the tokens of adjacent ``lines``.

        ``bounds``: the spans to decode separately: the lines, or parts of long ones.  The last five
        arguments are filled in, as in :class:`majuscule.restore.interface.Decisions`.
        """
        self.make_room(words.shape[0], lines.shape[0])
        with cython.nogil:
            self.work(
                text,
                starts,
                ends,
                words,
                positions,
                affixes,
                kinds,
                lines,
                bounds,
                classes,
                masks,
                margins,
                reasons,
                scores,
            )

    def work(
        self,
        text,
        starts,
        ends,
        words,
        positions,
        affixes,
        kinds,
        lines,
        bounds,
        classes,
        masks,
        margins,
        reasons,
        scores,
    ):
        """Do the work of :meth:`decide`; call :meth:`make_room` first."""
        tokens: cython.Py_ssize_t = words.shape[0]
        padded: cython.Py_ssize_t = tokens + self.reach * (lines.shape[0] + 1)
        fill_columns(
            words,
            positions,
            affixes,
            lines,
            self.table,
            self.reach,
            self.columns,
            self.keys,
            self.places,
        )
        for i in range(tokens):
            self.open_[i] = kinds[i] == WORD
        self.scorer.work(
            self.one_row,
            self.padded,
            self.keys[:padded],
            self.places[:tokens],
            self.open_[:tokens],
            self.emissions,
            self.flat,
        )
        for i in range(tokens):
            bucket = self.columns[BUCKET, self.places[i]]
            sort = 2 if bucket == UNSEEN else 1 if bucket >= ELSEWHERE else 0
            if self.open_[i] and self.more[sort] != 0:
                for k in range(UC, KEEP):
                    self.emissions[i, k] += self.more[sort]
            if self.open_[i] and sort == 1:
                restrict_to_known_forms(self.emissions, i, bucket)
        viterbi(self.emissions, self.transitions, bounds, self.reached, self.back, self.best)
        max_marginals(self.transitions, bounds, self.reached, self.back, self.best, self.lost)
        read_tags(self.best[:tokens], self.lost, self.scale, classes, scores)
        write_forms(
            text,
            starts,
            ends,
            kinds,
            words,
            scores,
            self.known,
            self.forms,
            classes,
            masks,
            margins,
            reasons,
        )


if not cython.compiled:
    read_tags = interpreted.views(read_tags)
    write_forms = interpreted.views(write_forms)
    Decider.decide = interpreted.views(Decider.decide)
