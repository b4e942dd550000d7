# mypy: ignore-errors
"""Removing capitals that are too improbable, and a few that rules forbid."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.majuscule.text.inlined import (
        contains,
        is_digit,
        is_letter,
        is_quote,
        is_small,
    )
    from cython.cimports.majuscule.words.rules.machine_kernel import is_machine_name
    from cython.cimports.majuscule.words.rules.numbering_kernel import is_listed, lower_measured
    from cython.cimports.majuscule.words.rules.place_kernel import raise_places
    from cython.cimports.majuscule.words.rules.small_kernel import (
        has_accent,
        is_electronic,
        is_second_half,
        is_times,
    )
    from cython.cimports.majuscule.words.rules.spelt_kernel import is_masked, raise_spelt
    from cython.cimports.majuscule.words.rules.spoken_kernel import (
        answers,
        is_clipped,
        is_drawn,
        is_exclaimed,
        is_spoken,
    )
else:
    from math import exp

    from majuscule.text.inlined import contains, is_digit, is_letter, is_quote, is_small
    from majuscule.words.rules.machine_kernel import is_machine_name
    from majuscule.words.rules.numbering_kernel import is_listed, lower_measured
    from majuscule.words.rules.place_kernel import raise_places
    from majuscule.words.rules.small_kernel import (
        has_accent,
        is_electronic,
        is_second_half,
        is_times,
    )
    from majuscule.words.rules.spelt_kernel import is_masked, raise_spelt
    from majuscule.words.rules.spoken_kernel import (
        answers,
        is_clipped,
        is_drawn,
        is_exclaimed,
        is_spoken,
    )

# Classes and positions (majuscule.text.tokenizing.classes, majuscule.text.tokenizing.sentences)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
MC = cython.declare(cython.int, 3)
INSIDE = cython.declare(cython.int, 0)
LINE = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)
ABBREVIATED = cython.declare(cython.int, 3)
COLON = cython.declare(cython.int, 4)
QUOTE = cython.declare(cython.int, 5)
ELLIPSIS = cython.declare(cython.int, 7)

NEAR = cython.declare(cython.Py_ssize_t, 500)
"""The most tokens, or characters, that are searched around one: searching whole lines would take
time quadratic in their length."""


def has_letters(text, at):
    """Return whether at least two ASCII letters follow the digits at an offset."""
    while at < text.shape[0] and is_digit(text[at]):
        at += 1
    return at + 1 < text.shape[0] and is_small(text[at]) and is_small(text[at + 1])


def is_long(text, at):
    """Return whether a word of nine letters or more starts at an offset, with a vowel other than i:
    too long for initials, and no Roman numeral."""
    end: cython.Py_ssize_t = at + 9
    vowels: cython.int = 0
    if end > text.shape[0]:
        return False
    while at < end and is_letter(text[at]):
        code = text[at]
        vowels += code == 0x61 or code == 0x65 or code == 0x6F or code == 0x75
        at += 1
    return at == end and vowels > 0


def total_odds(scores, at):
    """Return the sum of the odds of all classes of a token over its best class."""
    sum_: cython.double = 0.0
    for k in range(4):
        sum_ += exp(scores[at, k])
    return sum_


class Doubter:
    """Removes capitals that are too improbable (:class:`majuscule.words.rules.doubts.Doubts`)."""

    def __init__(self, limits, floors, longest, exclaimed, accented, compounds, *lists) -> None:
        """Store the probabilities that capitals need, and word lists as sorted hashes.

        ``limits`` (k,): the lower bounds of the levels of capital shares; ``floors`` (4, k + 2):
        the least probability of a capital by level, the first for unknown words.  Rows: initial
        capitals, other capitals, capitals after an abbreviation, in lines of any length, and
        initial capitals after a first name; the others in lines of at most ``longest`` tokens.
        ``lists``: ``typed``, ``spoken``, ``clipped``, ``chatted``, ``beside``, ``greetings``,
        ``letters``, ``titles``, ``joining``, ``packaged``, ``computing``, ``speakers``,
        ``sayings``, ``streets``, ``states``, ``doubtful`` and ``measures``.  ``beside`` are the
        words next to which ``chatted`` and ``letters`` stand for words; ``joining`` words after a
        title are not exempt as names are; the others, ``exclaimed``, ``accented`` and
        ``compounds`` are fields of ``Doubts``.
        """
        self.typed, self.spoken, self.clipped = map(interpreted.items, lists[:3])
        self.chatted, self.beside, self.greetings = map(interpreted.items, lists[3:6])
        self.letters, self.titles, self.joining = map(interpreted.items, lists[6:9])
        self.packaged, self.computing = map(interpreted.items, lists[9:11])
        self.speakers, self.sayings, self.streets = map(interpreted.items, lists[11:14])
        self.states, self.doubtful, self.measures = map(interpreted.items, lists[14:])
        self.limits, self.floors = interpreted.items(limits), interpreted.items(floors)
        self.longest, self.exclaimed = longest, exclaimed
        self.accented, self.compounds = accented, compounds

    def settle(
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
        """Remove capitals from ``classes``, and add those of words spelt in letters; return how
        many classes changed.

        ``text``: folded code points, in which the tokens begin at ``starts``; ``scores`` (n, 4):
        log odds of the classes; ``shares`` (n,): capital share of each word, NaN where unknown, or
        empty.
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.work(text, starts, lines, positions, words, scores, shares, classes)
        return found

    def work(self, text, starts, lines, positions, words, scores, shares, classes):
        """Do the work of :meth:`settle`."""
        found: cython.Py_ssize_t = 0
        level: cython.Py_ssize_t
        row: cython.Py_ssize_t
        short: cython.bint
        begins: cython.bint
        raised: cython.bint
        named: cython.bint
        small: cython.bint
        for line in range(lines.shape[0]):
            first = lines[line, 0]
            last = lines[line, 1]
            short = last - first <= self.longest
            if short and shares.shape[0] > 0 and self.streets.shape[0] > 0:
                found += self.lower_counted(
                    text, starts, words, scores, shares, first, last, classes
                )
            for i in range(first, last):
                if self.exclaimed > 0 and classes[i] <= UC:
                    raised = positions[i] == ABBREVIATED and answers(text, starts[i])
                    if classes[i] == LC and positions[i] == SENTENCE:
                        raised = is_exclaimed(text, starts[i]) and (
                            exp(scores[i, LC]) < self.exclaimed * total_odds(scores, i)
                        )
                    if raised:
                        found += classes[i] == LC
                        classes[i] = cython.cast(cython.uchar, UC)
                        continue
                begins = positions[i] == LINE or positions[i] == SENTENCE
                if classes[i] == (LC if begins else UC) and is_clipped(text, starts[i]):
                    small = not begins and not (i + 1 < last and UC <= classes[i + 1] <= MC)
                    if contains(self.clipped, words[i]) and (begins or small):
                        classes[i] = cython.cast(cython.uchar, LC if small else UC)
                        found += 1
                        continue
                if classes[i] < UC or classes[i] > MC:
                    continue
                if is_digit(text[starts[i]]) and (begins or classes[i] == UC):
                    # Never 10Mg or 7Ish.  The digit begins the sentence: 200g run, but 3D and 4WD.
                    if (
                        is_times(text, starts[i])
                        or (classes[i] == UC and has_letters(text, starts[i]))
                        or (begins and shares.shape[0] > 0 and not shares[i] >= 0.5)
                    ):
                        classes[i] = cython.cast(cython.uchar, LC)
                        found += 1
                    continue
                if (
                    is_machine_name(text, starts, words, shares, self.packaged, first, i, begins)
                    or (not begins and is_masked(text, classes, starts[i], i, first))
                    or (
                        positions[i] == SENTENCE
                        and self.is_speaker(text, starts, words, i, first, last)
                    )
                    or (i > first and is_listed(text, starts, i, first, last))
                    or is_times(text, starts[i])
                    or (self.compounds and not begins and is_electronic(text, starts[i]))
                ):
                    classes[i] = cython.cast(cython.uchar, LC)
                    found += 1
                    continue
                # A word that begins a sentence keeps one capital: Dip, not DIP, and Pls msg me.
                if begins and classes[i] != CA:
                    continue
                small = positions[i] == QUOTE and classes[i] == CA  # (np., not (NP.
                if (begins or small or positions[i] == INSIDE) and (
                    self.is_typed(words, classes, first, i)
                    or (not (shares.shape[0] > 0 and shares[i] >= 0) and is_drawn(text, starts[i]))
                    or self.stands_for_word(self.chatted, words, i, first, last)
                    or is_spoken(
                        text,
                        starts,
                        words,
                        classes,
                        shares,
                        self.spoken,
                        self.joining,
                        i,
                        first,
                        last,
                    )
                ):
                    classes[i] = cython.cast(cython.uchar, UC if begins else LC)
                    found += 1
                    continue
                if classes[i] == UC and (
                    (self.compounds and is_second_half(text, starts, classes, shares, i, first))
                    or (
                        self.accented
                        and positions[i] == INSIDE
                        and has_accent(text, starts, classes, i, first, last)
                    )
                ):
                    classes[i] = cython.cast(cython.uchar, LC)
                    found += 1
                    continue
                if classes[i] == CA and is_long(text, starts[i]) and shares.shape[0] > 0:
                    if shares[i] != shares[i]:  # unknown: Ipilimumab or ipilimumab, not IPILIMUMAB
                        small = not begins and scores[i, LC] > scores[i, UC]
                        classes[i] = cython.cast(cython.uchar, LC if small else UC)
                        found += 1
                row = 2 if positions[i] == ABBREVIATED else 0 if classes[i] == UC else 1
                if row == 2:
                    named = i > first + 1 and contains(self.titles, words[i - 2])
                    if named and not contains(self.joining, words[i]):
                        continue
                elif not short or positions[i] == COLON or positions[i] == ELLIPSIS:
                    continue  # a sentence may begin there
                level = 0
                if shares.shape[0] > 0 and shares[i] == shares[i]:
                    level = 1
                    while level <= self.limits.shape[0] and shares[i] >= self.limits[level - 1]:
                        level += 1
                named = i > first and classes[i - 1] == UC and shares.shape[0] > 0
                if named and row == 0 and shares[i - 1] >= 0.85:  # after a first name
                    row = 3
                if (
                    exp(scores[i, classes[i]]) < self.floors[row, level] * total_odds(scores, i)
                    and (level > 0 or not begins)
                ) or (
                    short
                    and (begins or positions[i] == INSIDE)
                    and (
                        contains(self.greetings, words[i])
                        or self.stands_for_word(self.letters, words, i, first, last)
                    )
                ):
                    classes[i] = cython.cast(cython.uchar, UC if begins else LC)
                    found += 1
            found += raise_spelt(text, starts, first, last, classes)
            if self.states.shape[0] > 0:
                found += raise_places(
                    text,
                    starts,
                    words,
                    self.states,
                    self.doubtful,
                    shares,
                    first,
                    last,
                    classes,
                )
            if shares.shape[0] > 0 and self.measures.shape[0] > 0:
                found += lower_measured(
                    text, starts, words, self.measures, self.joining, shares, first, last, classes
                )
        return found

    def is_speaker(self, text, starts, words, at, first, last):
        """Return whether a token after a quote that ends in ? or ! is its speaker: ``"why?" you
        ask``.

        Not where a clause introduces the quote, whose end is then that of its sentence: ``he asked
        "why?" they say nothing``.
        """
        i: cython.Py_ssize_t = starts[at] - 2
        if at < first + 2 or at + 1 >= last or text[i + 1] != 0x20 or not is_quote(text[i]):
            return False
        if not contains(self.speakers, words[at]) or not contains(self.sayings, words[at + 1]):
            return False
        while i > starts[first] and is_quote(text[i]):
            i -= 1
        if text[i] != 0x3F and text[i] != 0x21:
            return False
        while i > starts[first] and not (is_quote(text[i]) and text[i - 1] == 0x20):
            i -= 1
            if i < starts[at] - NEAR:
                return False
        if i < starts[first] + 2:
            return True
        code = text[i - 2]
        return is_quote(code) or code == 0x2E or code == 0x21 or code == 0x3F or code == 0x2026

    def is_typed(self, words, classes, first, at):
        """Return whether a token is one of ``typed``, or one of ``computing`` outside names
        (``Remote Desktop``)."""
        if contains(self.typed, words[at]):
            return True
        if at > first + 1 and UC <= classes[at - 1] <= MC:
            return False
        return contains(self.computing, words[at])

    def lower_counted(self, text, starts, words, scores, shares, first, last, classes):
        """Lower-case what follows a number that begins a line (``1 red onion``, ``- 2 black
        bags``), up to the first word that is unknown, nearly always capitalised, or almost
        certainly so here (``2 Super Bowls``); return how many classes changed.

        Not in addresses (``12 Oak Avenue``), after years, nor from a single letter on (``3 D``).
        """
        found: cython.Py_ssize_t = 0
        code: cython.uint = text[starts[first]] if first < last else 0
        i: cython.Py_ssize_t = first
        if code == 0x2D or code == 0x2A or code == 0x2022:  # - * •
            i += 1
        if i + 1 >= last or not is_digit(text[starts[i]]) or starts[i + 1] > starts[i] + 4:
            return 0
        for k in range(i, last):
            if contains(self.streets, words[k]):
                return 0
        i += 1
        while i < last and text[starts[i] - 1] == 0x20 and shares[i] < 0.9:
            if starts[i] + 1 == text.shape[0] or not is_letter(text[starts[i] + 1]):
                break
            if classes[i] == UC:
                if exp(scores[i, UC]) > 0.96 * total_odds(scores, i):
                    break
                classes[i] = cython.cast(cython.uchar, LC)
                found += 1
            i += 1
        return found

    def stands_for_word(self, letters, words, at, first, last):
        """Return whether a token is one of ``letters``, next to a common word of its line."""
        if not contains(letters, words[at]):
            return False
        if at > first and contains(self.beside, words[at - 1]):
            return True
        return at + 1 < last and contains(self.beside, words[at + 1])


if not cython.compiled:
    Doubter.settle = interpreted.views(Doubter.settle)
