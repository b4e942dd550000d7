"""Substitute letters: German *ae oe ue ss*, Italian *a' e' i' o' u'*, Romanian *ş ţ*, Turkish *ș*
and *i̇*.

A single substitute letter is always replaced.  German has two letters for one, and *neue*,
*Abenteuer* and *Masse* are right as they are; so a word is respelt only if the training text has it
much more often with the letter than with the pair.  A compound is respelt as its parts are, an
unknown word as without its ending, a word that the text has both ways as its inflected forms are
(*heisse*, *heissen*: *heiss*).  Italian typed without accents has apostrophes for them (*perche'*,
*c'e'*); *po'* and other shortened words are right as they are.  Both shorten the text: they are
edits (:mod:`majuscule.text.editing.edits`), with offsets mapped back as for punctuation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from majuscule.accents.restorer import AccentRestorer, accented_by_apostrophe, load_accents
from majuscule.arrays import U32
from majuscule.detection.joined import Joined
from majuscule.errors import UsageError
from majuscule.text.characters.accents import as_given
from majuscule.text.characters.codepoints import decode
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import WORD, hash_words
from majuscule.words.tables.table import look_up_numbers, number_table

DIGRAPHS: Mapping[str, Mapping[str, str]] = {
    "de": {"ae": "ä", "oe": "ö", "ue": "ü", "ss": "ß"},
}
"""Pairs of letters typed for one; the model knows in which words."""
_WITHOUT_ESZETT = "ch"
_DOT, _DOTTED = "\u0307", "\ue000"  # a dot, and what stands for an i with a dot
_TURKISH = {"ș": "ş", "Ș": "Ş", _DOTTED: "i"}
LETTERS: Mapping[str, Mapping[str, str]] = {
    "ro": {"ş": "ș", "ţ": "ț", "Ş": "Ș", "Ţ": "Ț"},
    "tr": _TURKISH,
    "az": _TURKISH,
}
"""Letters of another language, or of bad software, in place of the language's own."""
SHORTENED: Mapping[str, Sequence[str]] = {
    "it": (
        *("a", "ai", "be", "ca", "co", "da", "de", "dei", "di", "fa", "i", "mi", "mo", "nei"),
        *("o", "pie", "po", "sta", "su", "ti", "to", "va", "vo"),
    )
}
"""Words that have an apostrophe at their end by right, in languages in which an apostrophe behind
other words stands for the accent of their last letter."""
_APOSTROPHES = "'’"
_OPENING = re.compile(rf"(?<![^\s(\[«“\"-])[{_APOSTROPHES}‘](?=\w)")
MOST_TIMES = 4
"""Least ratio of a word's counts with the letter and with the pair."""
SHORTEST = 3
"""Least letters of a part of a compound."""
_LINK = "s"
"""May join the parts of a compound."""
_ENDINGS = "e", "em", "en", "er", "es", "n", "s"
INFLECTED = 5
"""Least letters of a word that is respelt like its inflected forms: not the French *due*."""
PLACES = 16
"""Most pairs of a word that are considered: the bits of a number in the table."""


def respell(
    text: str,
    language: str,
    accents: AccentRestorer | None = None,
    beside: str = "",
    *,
    protect: Patterns = NO_PATTERNS,
    lines: str = "auto",
) -> EditedText:
    """Return a text with the letters of its language in place of those typed for them.

    ``accents``: the model that knows the words, if not the language's own, which is found
    ``beside`` a model of case (:func:`~majuscule.accents.restorer.load_accents`); ``protect``: what
    stays, beside markup and machine text; ``lines``: what a line break means, as for case.

    Raises :class:`~majuscule.errors.UsageError` for a language that has no such letters.

    >>> print(respell("Braşov şi Iaşi", "ro"))
    Brașov și Iași
    """
    tag, _, region = language.lower().partition("-")
    joined = Joined.of([text], lines)
    passage, _ = joined.passage(protect)
    if tag in LETTERS:
        return _edited(text, passage, _of_letters(passage, LETTERS[tag]))
    if tag not in DIGRAPHS and tag not in SHORTENED:
        known = ", ".join(sorted({*LETTERS, *DIGRAPHS, *SHORTENED}))
        if not tag:
            raise UsageError(f"respelling needs the language of the text, one of: {known}")
        raise UsageError(f"respelling does not support {tag!r}, only {known}")
    model = accents if accents is not None else load_accents(language, beside)
    if tag in SHORTENED:
        return _edited(text, passage, _of_apostrophes(passage, SHORTENED[tag], model))
    if model.arrays_.respelt is None:
        raise UsageError(f"the accent model for {tag} cannot respell; get a newer one")
    digraphs = _Digraphs(DIGRAPHS[tag], model.arrays_.respelt, model, region != _WITHOUT_ESZETT)
    return _edited(text, passage, digraphs.edits(passage))


def _edited(text: str, passage: Passage, edits: Iterator[Edit]) -> EditedText:
    """Return a text with edits of its passage, in the text's normal form."""
    found = list(edits)
    starts = np.array([one.start for one in found], np.int64)
    ends = np.array([one.end for one in found], np.int64)
    if passage.view is not None:
        starts, ends = passage.view.spans(starts, ends)
    letters = as_given(text, "\n".join(one.text for one in found)).split("\n")  # reads it once
    placed = map(Edit, starts.tolist(), ends.tolist(), letters)
    # Two letters may stand on two lines.
    return EditedText.make(text, (one for one in placed if "\n" not in text[one.start : one.end]))


def respelt_words(counts: Mapping[str, Counter[str]], language: str) -> U32 | None:
    """Return the table of words as typed with pairs for letters, None if the language has no pairs.

    ``counts``: by plain word, the counts of its forms.  The number of a typed word has a bit for
    each of its pairs, the first lowest, set if the pair means one letter.
    """
    pairs = DIGRAPHS.get(language.partition("-")[0])
    if pairs is None:
        return None
    finder, letters = _finder(pairs), {letter: pair for pair, letter in pairs.items()}
    occurrences = Counter(dict[str, int]())
    for forms in counts.values():
        occurrences.update(forms)
    best: dict[str, tuple[int, int]] = {}
    for form, times in occurrences.items():
        if times < 2 or not letters.keys() & set(form):
            continue
        typed = "".join(letters.get(letter, letter) for letter in form)
        ends = np.cumsum([len(letters.get(letter, letter)) for letter in form]).tolist()
        meant = {end - 2 for end, letter in zip(ends, form, strict=True) if letter in letters}
        places = [one.start() for one in finder.finditer(typed)][:PLACES]
        if times > MOST_TIMES * occurrences[typed] and meant <= set(places):
            bits = sum(1 << at for at, place in enumerate(places) if place in meant)
            best[typed] = max(best.get(typed, (0, 0)), (times, bits))
    numbers = [bits for _, bits in best.values()]
    return number_table(hash_words(best), np.array(numbers, np.uint32))


def _finder(pairs: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, pairs)))


def _of_letters(passage: Passage, letters: Mapping[str, str]) -> Iterator[Edit]:
    tokens, view, codes = passage.tokens, passage.view, passage.codes
    if view is not None:  # which shows an i without its dot
        dotted = np.append(view.text, 0)[view.places + 1] == ord(_DOT)
        codes = np.where(dotted & (codes == ord("i")), np.uint32(ord(_DOTTED)), codes)
    for one in re.finditer("|".join(letters), decode(codes)):
        token = int(np.searchsorted(tokens.starts, one.start(), side="right")) - 1
        if token >= 0 and one.start() < tokens.ends[token] and tokens.kinds[token] == WORD:
            yield Edit(one.start(), one.end(), letters[one[0]])


def _of_apostrophes(
    passage: Passage, shortened: Sequence[str], model: AccentRestorer
) -> Iterator[Edit]:
    """Yield the edits of apostrophes that stand for accents, in order.

    Lines with an opening quotation mark of the same form stay: there the apostrophe may close it.
    """
    text = decode(passage.codes)
    last_letter = cache(model.last_letter)
    stop, quoted = -1, False
    for at in accented_by_apostrophe(passage).tolist():
        start, end = int(passage.tokens.starts[at]), int(passage.tokens.ends[at])
        if start >= stop:
            first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
            stop = last if last >= 0 else len(text)
            quoted = _OPENING.search(text, first, stop) is not None
        word = text[start:end].lower()
        if quoted or word in shortened or (letter := last_letter(word)) == word[-1]:
            continue
        letter = letter if text[end - 1].islower() else letter.upper()
        yield Edit(end - 1, end + 1, letter)


@dataclass(frozen=True)
class _Digraphs:
    """Respells words by a table of typed words."""

    pairs: Mapping[str, str]
    table: U32
    model: AccentRestorer
    eszett: bool  # whether ß is written at all: not in Switzerland

    def edits(self, passage: Passage) -> Iterator[Edit]:
        """Yield the edits of a passage, in order."""
        finder, text, tokens = _finder(self.pairs), decode(passage.codes), passage.tokens
        spans = zip(
            tokens.starts.tolist(), tokens.ends.tolist(), tokens.kinds.tolist(), strict=True
        )
        for start, end, kind in spans:
            word = text[start:end].lower()
            if kind != WORD or len(word) != end - start or not finder.search(word):
                continue
            bits = self._bits(word)
            for number, one in enumerate(finder.finditer(word)):
                at, letter = start + one.start(), self.pairs[one[0]]
                if bits >> number & 1 and (self.eszett or letter != "ß"):
                    letter = letter if text[at].islower() or letter == "ß" else letter.upper()
                    yield Edit(at, at + 2, letter)

    def _bits(self, word: str) -> int:
        """Return a bit for each pair of a word, the first lowest: whether it means one letter."""
        if bits := self._typed(word):
            return bits
        if int(self.model.arrays_.forms.find(hash_words([word]))[0]):
            return self._inflected(word)
        if bits := self._of_stem(word):
            return bits
        places = [one.start() for one in _finder(self.pairs).finditer(word)]
        for cut in range(SHORTEST, len(word) - SHORTEST + 1):
            first, last = word[:cut], word[cut:]
            before = sum(place < cut for place in places)  # one may be half before: s|s
            if before + len(_finder(self.pairs).findall(last)) != len(places):
                continue
            other, known = self._part(last)
            if not known:
                continue
            one, known = self._part(first)
            if not known and first.endswith(_LINK):
                one, known = self._part(first.removesuffix(_LINK))
            if known and (one or other):
                return one | other << before
        return 0

    def _of_stem(self, word: str) -> int:
        """Return the bits of a word without its ending."""
        for end in _ENDINGS:
            stem = word.removesuffix(end)
            if INFLECTED <= len(stem) < len(word) and (bits := self._typed(stem)):
                return bits
        return 0

    def _part(self, word: str) -> tuple[int, bool]:
        """Return the bits of a part of a compound, and whether it is a word."""
        bits = self._typed(word) or self._of_stem(word)
        return bits, bits > 0 or int(self.model.arrays_.forms.find(hash_words([word]))[0]) > 0

    def _inflected(self, word: str) -> int:
        """Return the bits of the inflected forms of a word that is written both ways."""
        ends = ("n",) if word.endswith("e") else ("e", "en")
        bits = {self._typed(word + end) for end in ends}
        return bits.pop() if len(bits) == 1 and len(word) >= INFLECTED else 0

    def _typed(self, word: str) -> int:
        """Return the bits of a word in the table, which takes some others for those in it."""
        bits = int(look_up_numbers(hash_words([word]), self.table)[0])
        return bits if bits < 1 << len(_finder(self.pairs).findall(word)) else 0
