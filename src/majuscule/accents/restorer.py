"""Restoring accents: known words by their context, unknown ones letter by letter.

Text -> lower case without accents -> passage -> number of each word -> forms (by a linear tagger if
there are several) -> letters of unknown words (by a second tagger) -> text.  Accented words and
lines of machine text are left alone.  Only accents change, so composed (NFC) text keeps its length.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.accents.columns import LETTER_TAGS, letter_spec
from majuscule.accents.contexts import UNIT, Context, LinearContext
from majuscule.accents.forms import FIRST, LONGEST, AccentedForms
from majuscule.accents.network import NetworkContext
from majuscule.accents.rules import enclitics
from majuscule.accents.rules.beside import write_beside
from majuscule.accents.rules.english import in_english
from majuscule.accents.rules.regions import as_written_in
from majuscule.accents.speller import Speller
from majuscule.arrays import I32, I64, U32, Array, Bools
from majuscule.detection.joined import Joined
from majuscule.models import ModelFile, model_of, model_path, read_model
from majuscule.models.model_file import load_again, not_stored, reference_of
from majuscule.models.stored import arrays_of, part, read_stored, stored
from majuscule.tagging.scoring.packing import PackedWeights
from majuscule.text.characters.accents import (
    composed_lines,
    in_case_of,
    lines_as_given,
    marked,
    plain,
)
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import (
    CodePoints,
    checked,
    checked_texts,
    decode,
    encode,
)
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns, covered
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import PUNCTUATION, WORD, hash_words

SUFFIX = "-accents"
"""The suffix of the names of accent models, after the language."""
_USUAL = {"a": "à", "e": "è", "he": "é", "i": "ì", "o": "ò", "u": "ù"}
"""Accented last letters of unknown words, by their last letters (*cosicché*)."""
_SURE, _LEAST = 2, np.iinfo(np.int32).min // 2
"""Lead of an accented form, as log odds, from which a plain word has surely lost its accent; and a
score below all others."""
_APOSTROPHES, _VOWELS = encode("'’"), encode("aeiou")
BY_APOSTROPHE = "it"
"""The language in which an apostrophe behind a word may stand for the accent of its last letter."""


@dataclass(frozen=True)
class AccentArrays:
    """The arrays of a model file.

    ``variants`` (m, LETTER_TAGS): the variants of letters; each row begins with the plain letter
    and is padded with 0; ``respelt``: words typed with two letters for one
    (:func:`majuscule.accents.spelling.respelt_words`).
    """

    forms: AccentedForms = part(AccentedForms)
    letters: PackedWeights = part(PackedWeights, "letters_")
    variants: U32 = stored("<u4", dimensions=2)
    respelt: U32 | None = stored("<u4", optional=True)

    def fits(self) -> bool:
        """Return whether the weights fit the templates."""
        fits = self.letters.fits_spec(letter_spec(len(self.letters.regions)))
        return fits and self.variants.shape[1:] == (LETTER_TAGS,)


@dataclass(frozen=True, repr=False, eq=False)
class AccentRestorer:
    """Restores the accents of one language.  Immutable and thread-safe.

    ``context``: chooses among the forms of a word.
    """

    arrays_: AccentArrays
    context: Context
    language: str
    bias: int = 0  # of plain letters in unknown words, in score units
    trained_with: Mapping[str, Any] = field(default_factory=dict)
    digest: str = ""
    source: str = ""  # where another process finds its file

    kinds: ClassVar[tuple[str, str]] = ("accents.v1", "neural-accents.v1")

    @property
    def kind(self) -> str:
        """Return the kind of its model file, which depends on what chooses among forms."""
        return self.kinds[isinstance(self.context, NetworkContext)]

    def __repr__(self) -> str:
        name = self.language or "unnamed"
        return f"<AccentRestorer {name} {self.kind} {self.digest[:12]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.source:
            raise not_stored("accent restorer")
        own = ("language", self.language)  # may have a region
        return load_again, (AccentRestorer.from_file, self.source, self.digest, own)

    def restore(self, text: str, **how: Any) -> str:
        """Return a text with its accents, composed or decomposed as before.

        ``how``: see :meth:`restore_many`.  A line that mixes composed and decomposed letters stays
        unchanged.
        """
        return self.restore_many([checked(text)], **how)[0]

    def restore_many(
        self,
        texts: Iterable[str],
        *,
        again: bool = False,
        lines: str = "auto",
        protect: Patterns = NO_PATTERNS,
    ) -> list[str]:
        """Return texts with their accents, each as by :meth:`restore`; together they are faster.

        ``again``: decide accented words anew too; ``lines``: what a line break means, as for case
        (:class:`~majuscule.restore.policy.Policy`); ``protect``: patterns of text to leave alone.
        """
        if not (texts := list(checked_texts(texts))):
            return []
        alphabet = alphabet_of(self.language)
        given = Joined.of([alphabet.into(composed_lines(text)) for text in texts], "separate")
        # Accents play no part in what a line break means.
        bare = given.parts(decode(plain(given.codes)))
        joined = Joined.of(bare, lines)
        codes = self.mark(given.codes, joined.passage(NO_PATTERNS)[0], again, protect)
        both = zip(texts, joined.parts(alphabet.out(decode(codes))), strict=True)
        return [lines_as_given(text, part) for text, part in both]

    def mark(
        self, given: CodePoints, passage: Passage, again: bool, protect: Patterns
    ) -> CodePoints:
        """Return the code points of composed text with its accents.

        ``passage``: that of the text without accents.
        """
        places = np.arange(len(given)) if passage.view is None else passage.view.places
        codes, tokens = given[places], passage.tokens
        out = passage.codes.copy()
        kept = tokens.count(marked(codes) & (not again)) > 0
        wanted = self._open(passage, kept)
        if protect.sources:
            # Within a line, or across soft breaks, which are blanks in the passage.
            shown = np.where(plain(codes) == passage.codes, codes, passage.codes)
            safe = covered(given, protect)[places] | covered(shown, protect)
            wanted = wanted[~safe[tokens.starts[wanted]]]
        if len(wanted):
            self._write(passage, wanted, kept, out)
            out = as_written_in(out, self.language)
        changed = np.zeros(len(codes) + 1, np.int64)
        np.add.at(changed, tokens.starts[wanted], 1)
        np.add.at(changed, tokens.ends[wanted], -1)
        inside = np.cumsum(changed[:-1]) > 0
        accented = inside & (out != passage.codes)
        text = given.copy()
        text[places] = np.where(accented, in_case_of(codes, out), self._kept(codes, inside))
        return text

    def _kept(self, codes: CodePoints, inside: Bools) -> CodePoints:
        """Return the text, with its old accents removed ``inside`` decided words."""
        again = inside & marked(codes)
        return np.where(again, in_case_of(codes, plain(codes)), codes).astype(np.uint32)

    def _open(self, passage: Passage, kept: Bools) -> I64:
        """Return the tokens to decide: words, but not those that are ``kept`` or English."""
        tokens = passage.tokens
        open_ = (tokens.kinds == WORD) & (tokens.ends - tokens.starts <= LONGEST) & ~kept
        open_ &= ~in_english(passage)
        if self.language.partition("-")[0] == BY_APOSTROPHE:
            open_[accented_by_apostrophe(passage)] = False
        if self.language.partition("-")[0] != enclitics.LANGUAGE:
            open_[:-1] &= ~enclitics.before_hyphen(passage, "e")  # e-mail
        return np.flatnonzero(open_)

    def _write(self, passage: Passage, at: I64, kept: Bools, out: CodePoints) -> None:
        """Write the forms of the tokens ``at`` into ``out`` (lower case).

        ``kept``: tokens that keep their accents.  By Bayes' rule, the odds that a word in their
        line lost one are the share of accents that the line lost times those of its context.
        """
        tokens, forms = passage.tokens, self.arrays_.forms
        numbers = forms.find(tokens.words)
        starts, ends = tokens.starts.astype(np.int64), tokens.ends.astype(np.int64)
        sizes = ends - starts
        known = at[numbers[at] >= FIRST]
        rows = numbers[known].astype(np.int64) - FIRST
        numbers[known[forms.collides(rows, starts[known], sizes[known], out)]] = 0
        known = at[numbers[at] >= FIRST]
        rows = numbers[known].astype(np.int64) - FIRST
        choices = np.zeros(len(known), np.int64)
        several = np.flatnonzero(forms.counts[rows] > 1)
        if len(several):
            scores = self.scores(passage, numbers, known[several])
            bare, lost = forms.unmarked(rows[several]), np.zeros(len(kept), np.bool_)
            lost[known] = forms.counts[rows] == 1
            lead = scores.max(axis=1) - np.where(bare, scores, _LEAST).max(axis=1)
            lost[known[several]] = lead > _SURE * UNIT
            share = passage.lost_share(lost, kept)[known[several]]
            scores = scores - np.where(bare, UNIT * np.log(share)[:, None], 0).astype(np.int32)
            choices[several] = scores.argmax(axis=1)
        forms.write(rows, choices, starts[known], sizes[known], out)
        unknown = at[numbers[at] == 0]
        self._speller.write(passage.codes, starts[unknown], ends[unknown], out)
        if self.language.partition("-")[0] == enclitics.LANGUAGE:
            enclitics.write_enclitics(passage, at, out)
        write_beside(passage, at, out, self.language)

    def scores(self, passage: Passage, numbers: U32, at: I64) -> I32:
        """Return the score of each form of the tokens ``at`` in their context, (tokens, MOST).

        ``numbers`` (n,): of all tokens, in the table of forms; ``at``: tokens with several forms.
        """
        forms = self.arrays_.forms
        scores = self.context.scores(passage, forms, numbers, at)
        return scores + forms.biases(numbers[at].astype(np.int64) - FIRST)

    def last_letter(self, word: str) -> str:
        """Return the last letter, with an accent, of the most frequent form of a word that has one
        there; the word's own letter if no form has one.  Unknown words get the usual accent."""
        forms, codes = self.arrays_.forms, encode(word)
        number = int(forms.find(hash_words([word]))[0])
        if number == 0:
            return _USUAL.get(word[-2:], _USUAL.get(word[-1], word[-1]))
        if number >= FIRST:
            row, size = np.array([number - FIRST]), np.array([len(word)])
            for choice in range(int(forms.counts[row[0]])):
                written = codes.copy()
                forms.write(row, np.array([choice]), np.zeros(1, np.int64), size, written)
                if written[-1] != codes[-1]:
                    return chr(written[-1])
        return word[-1]

    @cached_property
    def _speller(self) -> Speller:
        arrays = self.arrays_
        parts = arrays.forms if self.trained_with.get("compounds") else None
        return Speller(arrays.letters, arrays.variants, self.bias, parts)

    def arrays(self) -> Mapping[str, Array]:
        """Return the arrays of the model file."""
        return {**arrays_of(self.arrays_), **arrays_of(self.context)}

    def options(self) -> Mapping[str, Any]:
        """Return the options and constants."""
        return {**self.trained_with, "bias": self.bias}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer that a model file holds."""
        options = dict(file.header.options)
        bias = int(options.pop("bias", 0))
        arrays = read_stored(AccentArrays, file)
        if file.header.kind == cls.kinds[1]:
            context: Context = NetworkContext.from_file(file)
        else:
            file.expect_kind(cls.kinds[0])
            context = read_stored(LinearContext, file, rows=len(arrays.forms.counts))
        known = file.digest, reference_of(file)
        return cls(arrays, context, file.header.language, bias, options, *known)


def accented_by_apostrophe(passage: Passage) -> I64:
    """Return the words on a vowel with an apostrophe at their end, as in *perche'*, *piu'*."""
    tokens, codes = passage.tokens, np.append(passage.tokens.folded, [0, 0])
    # The apostrophe is a token; what follows it directly may only be a mark.
    starts, kinds = (
        np.append(of, np.zeros(2, of.dtype))[2:] for of in (tokens.starts, tokens.kinds)
    )
    glued = (starts == tokens.ends + 1) & (kinds != PUNCTUATION)
    glued |= np.isin(codes[tokens.ends + 1], _APOSTROPHES)
    ended = np.isin(codes[tokens.ends - 1], _VOWELS) & np.isin(codes[tokens.ends], _APOSTROPHES)
    return np.flatnonzero((tokens.kinds == WORD) & ended & ~glued)


def load_accents(name: str | os.PathLike[str], beside: str = "") -> AccentRestorer:
    """Return the accent restorer for a language tag, or for the path of a model file.

    With a region (*pt-PT*), accents are written as there.  ``beside``: the model that restores the
    case; if it is a file, one in its folder (``el-accents.model``) comes before the installed one.

    Raises :class:`~majuscule.errors.UsageError` for a language without a model.
    """
    if isinstance(name, str) and "." not in name and "/" not in name:
        return _of_language(name, os.path.split(beside)[0])
    return AccentRestorer.from_file(read_model(model_path(name)))


@cache  # loading takes far longer than a short text
def _of_language(tag: str, folder: str) -> AccentRestorer:
    language = tag.partition("-")[0]
    path = Path(folder, f"{language}{SUFFIX}.model")
    if not folder or not path.is_file():
        path = model_path(model_of(language, f"{{}}{SUFFIX}", "restores accents"))
    return replace(AccentRestorer.from_file(read_model(path)), language=tag)
