"""Restoring accents: known words by their context, unknown ones letter by letter.

Text -> small letters without marks -> passage -> the number of each word -> forms (a linear tagger
where a word has several) -> letters (a second one where it is unknown) -> text.  Words that bear a
mark are left alone, and so are lines of machine text.  What comes out differs from the text in
marks alone, and is as long in code points where the text is composed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.accents.columns import (
    LETTER_TAGS,
    letter_spec,
    word_columns,
    word_places,
    word_spec,
)
from majuscule.accents.forms import FIRST, LONGEST, AccentedForms
from majuscule.accents.speller import Speller
from majuscule.arrays import I32, I64, U32, Array, Bools
from majuscule.errors import UsageError
from majuscule.models import ModelFile, catalogue, known_models, model_path, read_model
from majuscule.models.stored import arrays_of, part, read_stored, stored
from majuscule.tagging.scoring.packing import PackedWeights
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.text.characters.accents import as_given, composed, in_case_of, marked, plain
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import CodePoints, decode, encode
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns, covered
from majuscule.text.tokenizing.passages import Passage, passage_of
from majuscule.text.tokenizing.tokens import WORD

SUFFIX = "-accents"
"""What the name of a language's model of accents ends in."""


@dataclass(frozen=True)
class AccentArrays:
    """The arrays of a model file.

    ``variants`` (m, LETTER_TAGS): the letters that bear marks; the first of a row is the plain one,
    0 stands for none; ``respelt``: words as they are typed with two letters for one
    (:func:`majuscule.accents.spelling.respelt_words`).
    """

    forms: AccentedForms = part(AccentedForms)
    context: PackedWeights = part(PackedWeights, "context_")
    letters: PackedWeights = part(PackedWeights, "letters_")
    variants: U32 = stored("<u4", dimensions=2)
    respelt: U32 | None = stored("<u4", optional=True)

    def fits(self) -> bool:
        """Tell whether the weights are those of the templates there are."""
        return (
            self.context.serves(word_spec(len(self.context.regions)))
            and self.letters.serves(letter_spec(len(self.letters.regions)))
            and self.variants.shape[1:] == (LETTER_TAGS,)
        )


@dataclass(frozen=True, repr=False)
class AccentRestorer:
    """Restores the accents of one language.  Immutable; may be used from several threads."""

    arrays_: AccentArrays
    language: str
    bias: int = 0  # what a letter's plain form gets on top
    trained_with: Mapping[str, Any] = field(default_factory=dict)

    kind: ClassVar[str] = "accents.v1"

    def restore(self, text: str, *, again: bool = False, protect: Patterns = NO_PATTERNS) -> str:
        """Return a text with its accents, in the form it came in: composed or decomposed.

        ``again``: words that bear a mark are decided anew too; ``protect``: what stays.  A text
        that is neither composed nor decomposed throughout is left as it is.
        """
        whole = composed(text)
        if whole is None or not whole:
            return text
        alphabet = alphabet_of(self.language)
        codes = encode(alphabet.into(whole))
        return as_given(text, alphabet.out(decode(self.mark(codes, again=again, protect=protect))))

    def mark(
        self, codes: CodePoints, *, again: bool = False, protect: Patterns = NO_PATTERNS
    ) -> CodePoints:
        """Return the code points of a composed text with its accents."""
        bare = plain(codes)
        passage = passage_of(bare)
        out = bare.copy()
        wanted = self._open(passage, codes, again)
        if protect.sources:
            wanted = wanted[~covered(codes, protect)[passage.tokens.starts[wanted]]]
        if len(wanted):
            self._write(passage, wanted, out)
        changed = np.zeros(len(codes) + 1, np.int64)
        np.add.at(changed, passage.tokens.starts[wanted], 1)
        np.add.at(changed, passage.tokens.ends[wanted], -1)
        inside = np.cumsum(changed[:-1]) > 0
        return np.where(inside & (out != bare), in_case_of(codes, out), self._kept(codes, inside))

    def _kept(self, codes: CodePoints, inside: Bools) -> CodePoints:
        """Return the text; in words that were decided, without the marks that it had."""
        again = inside & marked(codes)
        return np.where(again, in_case_of(codes, plain(codes)), codes).astype(np.uint32)

    def _open(self, passage: Passage, codes: CodePoints, again: bool) -> I64:
        """Return the tokens that are to be decided: words that bear no mark yet."""
        tokens = passage.tokens
        open_ = (tokens.kinds == WORD) & (tokens.ends - tokens.starts <= LONGEST)
        if not again:
            marks = np.append(0, np.cumsum(marked(codes)))
            open_ &= marks[tokens.ends] == marks[tokens.starts]
        return np.flatnonzero(open_)

    def _write(self, passage: Passage, at: I64, out: CodePoints) -> None:
        """Write the forms of the tokens ``at`` into small letters."""
        tokens, forms = passage.tokens, self.arrays_.forms
        numbers = forms.find(tokens.words)
        starts, ends = tokens.starts.astype(np.int64), tokens.ends.astype(np.int64)
        sizes = ends - starts
        known = at[numbers[at] >= FIRST]
        rows = numbers[known].astype(np.int64) - FIRST
        numbers[known[forms.misread(rows, starts[known], sizes[known], out)]] = 0
        known = at[numbers[at] >= FIRST]
        rows = numbers[known].astype(np.int64) - FIRST
        choices = np.zeros(len(known), np.int64)
        several = np.flatnonzero(forms.counts[rows] > 1)
        if len(several):
            choices[several] = self.scores(passage, numbers, known[several]).argmax(axis=1)
        forms.write(rows, choices, starts[known], sizes[known], out)
        unknown = at[numbers[at] == 0]
        self._speller.write(passage.codes, starts[unknown], ends[unknown], out)

    def scores(self, passage: Passage, numbers: U32, at: I64) -> I32:
        """Return what each form of some tokens scores in their context, (tokens, MOST).

        ``numbers`` (n,): those of the passage's tokens in the table of forms; ``at``: tokens whose
        word has several forms.
        """
        columns = word_columns(passage, self.arrays_.forms, numbers, at)
        emissions = self._of_words.score(columns, word_places(len(at))).emissions
        return emissions + self.arrays_.forms.on_top(numbers[at].astype(np.int64) - FIRST)

    @cached_property
    def _of_words(self) -> LinearTagger:
        spec = word_spec(len(self.arrays_.context.regions))
        return LinearTagger(spec, self.arrays_.context, np.zeros(spec.tags, np.int32))

    @cached_property
    def _speller(self) -> Speller:
        held = self.arrays_
        parts = held.forms if self.trained_with.get("compounds") else None
        return Speller(held.letters, held.variants, self.bias, parts)

    def arrays(self) -> Mapping[str, Array]:
        """Return the arrays of the model file."""
        return arrays_of(self.arrays_)

    def options(self) -> Mapping[str, Any]:
        """Return the options and constants."""
        return {**self.trained_with, "bias": self.bias}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer that a model file holds."""
        file.expect_kind(cls.kind)
        options = dict(file.header.options)
        bias = int(options.pop("bias", 0))
        return cls(read_stored(AccentArrays, file), file.header.language, bias, options)


def load_accents(name: str) -> AccentRestorer:
    """Return what restores the accents of a language, or that of a model file's path.

    Raises :class:`~majuscule.errors.UsageError` for a language without.
    """
    known = {one for one in (*known_models(), *catalogue()) if one.endswith(SUFFIX)}
    tag = name.partition("-")[0] + SUFFIX
    if tag in known:
        return AccentRestorer.from_file(read_model(model_path(tag)))
    if "." in name or "/" in name:
        return AccentRestorer.from_file(read_model(model_path(name)))
    languages = ", ".join(sorted(one.removesuffix(SUFFIX) for one in known))
    raise UsageError(
        f"no model restores accents in {name or 'an unnamed language'!r}; "
        + (f"there are models for {languages}" if languages else "none is installed")
    )
