# mypy: ignore-errors
"""Case detection in one call: units, their likelihoods, their posteriors, verdicts.

A unit is a sentence, or the part of one in a line.  Its log likelihood in each state is a sum over
its words of table entries, by the word's place, evidence and form.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

import numpy as np

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.detection.posterior_kernel import smooth
    from cython.cimports.majuscule.detection.speaker_kernel import (
        is_answer,
        is_dialogue,
        speaker_end,
    )
    from cython.cimports.majuscule.text.characters.case_kernel import classify
    from cython.cimports.majuscule.text.inlined import contains, is_apostrophe, is_digit
else:
    from majuscule.detection.posterior_kernel import smooth
    from majuscule.detection.speaker_kernel import is_answer, is_dialogue, speaker_end
    from majuscule.text.characters.case_kernel import classify
    from majuscule.text.inlined import contains, is_apostrophe, is_digit

# Token kinds, case classes and positions (majuscule.text)
WORD = cython.declare(cython.int, 0)
PUNCTUATION = cython.declare(cython.int, 2)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
KEEP = cython.declare(cython.int, 4)
AT_LINE = cython.declare(cython.int, 1)
AT_SENTENCE = cython.declare(cython.int, 2)
# Places, kinds of evidence and forms (majuscule.detection.probabilities)
FRESH = cython.declare(cython.int, 0)
CONTINUED = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)
ALONE = cython.declare(cython.int, 3)
UNSURE = cython.declare(cython.int, 4)
INSIDE = cython.declare(cython.int, 5)
QUOTED = cython.declare(cython.int, 6)
STOPPED = cython.declare(cython.int, 7)
FUNCTION = cython.declare(cython.int, 1)
PROSAIC = cython.declare(cython.int, 2)
COMMON = cython.declare(cython.int, 3)
KNOWN = cython.declare(cython.int, 3)
SMALL = cython.declare(cython.int, 0)
CAPITAL = cython.declare(cython.int, 1)
ONE = cython.declare(cython.int, 2)
SHORT = cython.declare(cython.int, 3)
LONG = cython.declare(cython.int, 4)
MIXED = cython.declare(cython.int, 5)
REMEMBERED = cython.declare(cython.int, 16)
LOWER = cython.declare(cython.int, 1)  # a state, and another
UPPER = cython.declare(cython.int, 2)
PARTLY = cython.declare(cython.int, 6)  # a verdict (majuscule.detection.verdicts)
CLOSED = cython.declare(cython.int, 128)  # added to the evidence on a first word
CLAUSE = cython.declare(cython.int, 4)  # words of a sentence that shows how a document is cased
ITEMS = cython.declare(cython.int, 3)  # lines with a small first word that are a habit
IMPOSSIBLE = cython.declare(cython.double, -200.0)  # as a log likelihood


def form_of(class_, length, last):
    """Return the form of a word; single capitals and short capitals are separate forms."""
    if class_ == LC:
        return SMALL
    if class_ == UC:
        return ONE if length == 1 or (length == 2 and last == 0x2E) else CAPITAL
    if class_ == CA:
        return SHORT if length <= 4 or last == 0x2E else LONG
    return MIXED


def closing_quote(text, starts, ends, kinds, opening, end):
    """Return the token that closes a short quotation (the name of a work), or -1."""
    i: cython.Py_ssize_t
    code: cython.uint
    if end > opening + 10:
        end = opening + 10
    for i in range(opening + 1, end):
        if kinds[i] == PUNCTUATION:
            code = text[starts[i]]
            if code == 0x22 or code == 0x201D or code == 0xBB:
                return i
            if code == 0x27 and ends[i] - starts[i] == 2:
                return i
    return -1


def is_one_of(code, codes):
    """Return whether a code point is in a short array."""
    for i in range(codes.shape[0]):
        if codes[i] == code:
            return True
    return False


def opens_quote(code, length):
    """Return whether a mark of ``length`` characters opens a quotation."""
    return code == 0x22 or code == 0x201C or code == 0xAB or (code == 0x60 and length == 2)


def is_part(text, start, end):
    """Return whether a token is weak evidence: a clitic, an elided prefix, a later part of a
    compound, or a word such as 3rd."""
    before = text[start - 1] if start > 0 else 0x20
    return (
        is_apostrophe(text[start])
        or is_apostrophe(text[end - 1])
        or is_digit(text[start])
        or before == 0x2D
        or before == 0x2010
        or before == 0x2011
    )


def is_letter_of_item(text, start, end):
    """Return whether a token is a letter and a full stop: ``a. Fixed a bug.``"""
    return end == start + 2 and text[start + 1] == 0x2E


class Judge:
    """Judges how the lines of texts are cased, in scratch arrays that are reused; not
    thread-safe."""

    def __init__(self, words, table, name, signs, tables, options) -> None:
        """Store word lists, probabilities and options.

        ``words``: sorted hashes of closed-class words, of those of prose only, and of common words;
        the hashes of I and n't.  ``table``: the levels of evidence, and log probabilities (places,
        evidences, forms, states); ``name``: the first evidence of names.  ``signs``: code points of
        commas, and of marks that close a sentence; ``tables``: case tables; ``options``: the prior,
        the least probability of each state as a verdict, and the probabilities of staying in a
        state across lines and within one.
        """
        self.functions, self.prosaic, self.common = map(interpreted.items, words[:3])
        self.i_word, self.not_word = words[3:]
        self.levels, self.table = map(interpreted.items, table)
        self.name = name
        self.commas, self.closers = map(interpreted.items, signs)
        self.lower, self.upper = map(interpreted.items, (tables.lower, tables.upper))
        self.prior, self.least = map(interpreted.items, options[:2])
        self.stay, self.stay_in_line = options[2:]
        states = self.table.shape[3]
        self.names = interpreted.items(np.empty(REMEMBERED, np.uint64))
        self.backward = interpreted.items(np.empty(states))
        self.votes = interpreted.items(np.empty(states, np.int64))
        self.tokens = self.lines = -1

    def make_room(self, tokens, lines):
        """Make room for ``tokens`` tokens and ``lines`` lines."""
        states = self.table.shape[3]
        if tokens > self.tokens:
            self.classes = interpreted.items(np.empty(tokens, np.uint8))
            self.units = interpreted.items(np.empty((3, tokens), np.int32))
            self.marks = interpreted.items(np.empty((3, tokens), np.uint8))
            self.scores = interpreted.items(np.empty((2, tokens, states)))
            self.parts = interpreted.items(np.empty((5, tokens), np.int32))
            self.confidences = interpreted.items(np.empty(tokens, np.float32))
            self.tokens = tokens
        if lines > self.lines:
            self.verdicts = interpreted.items(np.empty(lines, np.uint8))
            self.lines = lines

    def judge(
        self,
        codes: cython.const[cython.uint][::1],
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        ends: cython.const[cython.int][::1],
        kinds: cython.const[cython.uchar][::1],
        positions: cython.const[cython.uchar][::1],
        words: cython.const[cython.ulonglong][::1],
        shares: cython.const[cython.float][::1],
        lines: cython.const[cython.int][:, ::1],
        documents: cython.const[cython.longlong][::1],
    ) -> cython.Py_ssize_t:
        """Judge the lines of a text; return the number of parts, runs of tokens with one verdict.

        ``text``: the folded ``codes``; ``shares`` (n,): capital share of each word, NaN where
        unknown, or empty; ``documents``: the first line of each document, or empty.  :meth:`tell`
        returns the results.
        """
        found: cython.Py_ssize_t
        self.make_room(starts.shape[0], lines.shape[0])
        with cython.nogil:
            found = self.work(
                codes, text, starts, ends, kinds, positions, words, shares, lines, documents
            )
        return found

    def work(self, codes, text, starts, ends, kinds, positions, words, shares, lines, documents):
        """Do the work of :meth:`judge`; there must be room."""
        units: cython.Py_ssize_t
        classify(codes, self.lower, self.upper, starts, ends, self.classes)
        units = self.cut_units(text, starts, ends, positions, lines, documents)
        self.score(text, starts, ends, kinds, positions, words, shares, units)
        smooth(
            units,
            self.units,
            self.marks,
            self.stay,
            self.stay_in_line,
            self.prior,
            self.backward,
            self.scores,
        )
        return self.gather(units, starts.shape[0], lines.shape[0])

    def cut_units(self, text, starts, ends, positions, lines, documents):
        """Cut the lines into units and return their number.

        Writes ``units`` (rows: first token, line) and ``marks`` (rows: place, whether a document
        begins).  A line may continue a sentence if the one before has no closing mark at its end,
        or if the line begins with a comma.
        """
        u: cython.Py_ssize_t = 0
        d: cython.Py_ssize_t = 0
        closed: cython.bint = True
        stopped: cython.bint
        for line in range(lines.shape[0]):
            first = lines[line, 0]
            last = lines[line, 1]
            if first >= last:
                closed = True
                continue
            for i in range(first, last):
                if i > first and positions[i] != AT_SENTENCE:
                    continue
                self.units[0, u] = cython.cast(cython.int, i)
                self.units[1, u] = cython.cast(cython.int, line)
                stopped = i > first and text[ends[i - 1] - 1] == 0x2E
                self.marks[0, u] = cython.cast(cython.uchar, STOPPED if stopped else SENTENCE)
                self.marks[1, u] = 0
                if i == first:
                    begun = closed and not is_one_of(text[starts[i]], self.commas)
                    self.marks[0, u] = cython.cast(cython.uchar, FRESH if begun else CONTINUED)
                if u == 0:
                    self.marks[1, u] = 1
                while d < documents.shape[0] and documents[d] <= line:
                    self.marks[1, u] = 1
                    d += 1
                u += 1
            closed = is_one_of(text[ends[last - 1] - 1], self.closers)
        return u

    def score(self, text, starts, ends, kinds, positions, words, shares, total):
        """Count the words of each unit that are evidence, and sum up its log likelihoods.

        Counts go to row 2 of ``units``, log likelihoods by state to ``scores[0]``.  Names of
        speakers are skipped, and other labels before words with small letters.  A name (evidence
        from ``name`` to below that of I, the last) in lower case counts once, not each time it is
        repeated: ``names`` holds the latest ones.  A document with evidence and without capitals,
        except for sentences entirely in capitals, is certainly in lower case.
        """
        states: cython.Py_ssize_t = self.scores.shape[2]
        oldest: cython.Py_ssize_t = 0
        quoted: cython.Py_ssize_t = -1
        behind: cython.Py_ssize_t = 0
        begin: cython.Py_ssize_t = 0
        place: cython.int = FRESH
        evidence: cython.int = 0
        form: cython.int = SMALL
        counted: cython.int
        dialogue: cython.bint = False
        small: cython.bint = True
        raised: cython.bint
        loud: cython.bint
        marked: cython.bint
        own: cython.const[cython.int][::1] = starts
        for u in range(total):
            counted = 0
            raised = False
            loud = True
            end = self.units[0, u + 1] if u + 1 < total else starts.shape[0]
            for s in range(states):
                self.scores[0, u, s] = 0.0
            if self.marks[1, u]:
                k = u + 1
                while k < total and not self.marks[1, k]:
                    k += 1
                stop = self.units[0, k] if k < total else starts.shape[0]
                own = starts[:stop]
                dialogue = is_dialogue(
                    text,
                    starts,
                    ends,
                    kinds,
                    self.classes,
                    positions,
                    words,
                    self.names,
                    self.units[0, u],
                    stop,
                )
                for k in range(REMEMBERED):
                    self.names[k] = 0
                begin = u
                small = True
            marked = False
            self.marks[2, u] = 0
            for i in range(self.units[0, u], end):
                if kinds[i] == PUNCTUATION:
                    code = text[starts[i]]
                    if i > quoted and opens_quote(code, ends[i] - starts[i]):
                        quoted = closing_quote(text, starts, ends, kinds, i, end)
                    # a sentence may begin after a dash or a slash, but not after a comma
                    marked = code != 0x2C and code != 0x27 and code != 0x26 and code != 0x25
                    continue
                after = marked
                marked = False
                if (
                    kinds[i] != WORD
                    or self.classes[i] >= KEEP
                    or words[i] == self.not_word
                    or is_part(text, starts[i], ends[i])
                    or (positions[i] == AT_LINE and is_letter_of_item(text, starts[i], ends[i]))
                ):
                    continue
                if positions[i] == AT_LINE:
                    behind = speaker_end(text, own, ends, kinds, self.classes, positions, i)
                    if not (
                        dialogue
                        or is_answer(text, own, ends, kinds, self.classes, positions, behind)
                    ):
                        behind = i
                if i < behind:
                    raised = raised or not dialogue
                    continue
                length = ends[i] - starts[i]
                raised = raised or self.classes[i] != LC
                if self.classes[i] != CA and (self.classes[i] != UC or length > 1):
                    loud = False
                if positions[i] == AT_LINE or positions[i] == AT_SENTENCE:
                    place = self.marks[0, u]
                elif positions[i] != 0 or after:
                    place = UNSURE
                else:
                    place = QUOTED if i < quoted else INSIDE
                evidence = self.evidence_of(words, shares, i, end, length)
                form = form_of(self.classes[i], length, text[ends[i] - 1])
                if form == SMALL and self.name <= evidence and evidence < self.table.shape[1] - 1:
                    for k in range(REMEMBERED):
                        if self.names[k] == words[i]:
                            evidence = 0
                    if evidence != 0:
                        self.names[oldest] = words[i]
                        oldest = (oldest + 1) % REMEMBERED
                for s in range(states):
                    self.scores[0, u, s] += self.table[place, evidence, form, s]
                if counted == 0 and place <= CONTINUED and form == SMALL:
                    self.marks[2, u] = cython.cast(cython.uchar, evidence + 1)
                counted += 1
            loud = loud and raised
            # Units in capitals are marked by a negative count until their document ends.
            self.units[2, u] = -counted if loud else counted
            if raised and not loud:
                small = False
            # A single word without a final mark has the place ALONE.
            code = text[starts[end - 1]] if kinds[end - 1] == PUNCTUATION else 0
            marked = code == 0x2E or code == 0x21 or code == 0x3F
            if (
                counted == 1
                and not marked
                and (place == FRESH or place == SENTENCE or place == STOPPED)
            ):
                for s in range(states):
                    self.scores[0, u, s] = self.table[ALONE, evidence, form, s]
            if marked and counted >= CLAUSE:
                self.marks[2, u] += CLOSED
            if u + 1 == total or self.marks[1, u + 1]:
                self.spare(begin, u + 1)
                for k in range(begin, u + 1):
                    if small and self.units[2, k] > 0:
                        for s in range(states):
                            self.scores[0, k, s] = 0.0 if s == LOWER else IMPOSSIBLE
                    self.units[2, k] = abs(self.units[2, k])

    def spare(self, begin, end):
        """Count small first words for little in a document that is otherwise written with care.

        At least a third of its words are in sentences with a final mark that are well cased, and
        few in such sentences that are not.  Lines with a small first word and no other sign of lost
        capitals are then items of lists, cells, or go on after code.
        """
        cased: cython.Py_ssize_t = 0
        other: cython.Py_ssize_t = 0
        words: cython.Py_ssize_t = 0
        items: cython.Py_ssize_t = 0
        for u in range(begin, end):
            counted = abs(self.units[2, u])
            words += counted
            items += self.marks[2, u] % CLOSED > 0
            if self.marks[2, u] >= CLOSED:
                if self.seems_cased(u, False):
                    cased += counted
                else:
                    other += counted
        if items < ITEMS or 3 * cased < words or 8 * other > cased:
            return
        for u in range(begin, end):
            if self.seems_cased(u, True):
                for s in range(self.scores.shape[2]):
                    self.scores[0, u, s] += self.spared(u, s)

    def spared(self, u, s):
        """Return how much less the small first word of a unit, if it has one, counts in a state."""
        first = self.marks[2, u] % CLOSED
        place = self.marks[0, u]
        if place == FRESH and abs(self.units[2, u]) == 1:
            place = ALONE
        if first == 0:
            return 0.0
        return self.table[UNSURE, first - 1, SMALL, s] - self.table[place, first - 1, SMALL, s]

    def seems_cased(self, u, spared):
        """Return whether a unit alone is well cased; ``spared``: with its first word spared."""
        cased: cython.double = -1e9
        other: cython.double = -1e9
        for s in range(self.scores.shape[2]):
            score = self.scores[0, u, s] + (self.spared(u, s) if spared else 0.0)
            if s == 0 or s == self.scores.shape[2] - 1:  # prose, and lists of names
                cased = max(cased, score)
            else:
                other = max(other, score)
        return cased + 1.0 >= other

    def evidence_of(self, words, shares, i, end, length):
        """Return the evidence of token ``i``, a word of a unit that ends before ``end``."""
        known: cython.int = 0
        if i + 1 < end and words[i + 1] == self.not_word:
            return PROSAIC
        if length < 8 and contains(self.functions, words[i]):
            return PROSAIC if contains(self.prosaic, words[i]) else FUNCTION
        if shares.shape[0] and shares[i] == shares[i]:  # not NaN
            known = KNOWN
            for k in range(self.levels.shape[0]):
                known += shares[i] >= self.levels[k]
        elif length < 13 and contains(self.common, words[i]):
            known = COMMON
        # Not where i is a common word: Swedish *in*, Polish *and*, an Italian article.
        if words[i] == self.i_word and (known == 0 or known >= self.name):
            known = self.table.shape[1] - 1
        return known

    def gather(self, total, tokens, lines):
        """Merge units into parts and return their number; write the ``verdicts`` of the lines.

        The last state is a second one of well-cased text.  A unit whose state is less probable than
        its ``least`` is PARTLY if it has lost capitals with the ``least`` of that, else its verdict
        is 0; a unit without evidence has the verdict of its line.  Writes the verdicts of the units
        to row 0 of ``marks``, and to ``parts`` the first token, the end, the line, the number of
        words and the verdict of each part.
        """
        states: cython.Py_ssize_t = self.scores.shape[2] - 1
        u: cython.Py_ssize_t = 0
        p: cython.Py_ssize_t = -1
        counted: cython.int
        lost: cython.bint
        for line in range(lines):
            self.verdicts[line] = 0
            for s in range(states + 1):
                self.votes[s] = 0
            v = u
            counted = 0
            while v < total and self.units[1, v] == line:
                self.scores[1, v, 0] += self.scores[1, v, states]
                best = 0
                for s in range(1, states):
                    if self.scores[1, v, s] > self.scores[1, v, best]:
                        best = s
                # Lost capitals are judged by the unit alone; text in capitals has lost none.
                poor = 1.0 - self.scores[1, v, 0] - self.scores[1, v, UPPER]
                lost = self.scores[0, v, PARTLY - 1] > self.scores[0, v, 0]
                lost = lost and poor >= self.least[states]
                sure = self.scores[1, v, 0] if best == 0 else 1.0 - self.scores[1, v, 0]
                self.scores[0, v, 0] = sure
                best = best + 1 if sure >= self.least[best] else PARTLY if lost else 0
                self.marks[0, v] = cython.cast(cython.uchar, best)
                self.votes[best] += self.units[2, v]
                counted += self.units[2, v]
                v += 1
            if counted > 0:
                best = 0
                for s in range(1, states + 1):
                    if self.votes[s] > self.votes[best]:
                        best = s
                self.verdicts[line] = cython.cast(cython.uchar, best)
            elif v > u and self.scores[1, u, UPPER] > 0.5:
                self.verdicts[line] = UPPER + 1  # between lines in capitals
            v = u
            while u < total and self.units[1, u] == line:
                if self.units[2, u] == 0:
                    self.marks[0, u] = self.verdicts[line]
                sure = self.scores[0, u, 0]
                if u == v or self.marks[0, u] != self.marks[0, u - 1]:
                    if p >= 0:
                        self.parts[1, p] = self.units[0, u]
                    p += 1
                    self.parts[0, p] = self.units[0, u]
                    self.parts[2, p] = cython.cast(cython.int, line)
                    self.parts[3, p] = 0
                    self.parts[4, p] = self.marks[0, u]
                    self.confidences[p] = cython.cast(cython.float, sure)
                self.parts[3, p] += self.units[2, u]
                if sure > self.confidences[p]:
                    self.confidences[p] = cython.cast(cython.float, sure)
                u += 1
        if p >= 0:
            self.parts[1, p] = cython.cast(cython.int, tokens)
        return p + 1

    def tell(
        self,
        verdicts: cython.uchar[::1],
        parts: cython.int[:, ::1],
        confidences: cython.float[::1],
    ) -> None:
        """Copy out the verdicts of the lines, and the parts of :meth:`gather` with confidences."""
        for i in range(verdicts.shape[0]):
            verdicts[i] = self.verdicts[i]
        for i in range(confidences.shape[0]):
            for k in range(5):
                parts[k, i] = self.parts[k, i]
            confidences[i] = self.confidences[i]


if not cython.compiled:
    Judge.judge = interpreted.views(Judge.judge)
    Judge.tell = interpreted.views(Judge.tell)
