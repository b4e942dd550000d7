"""A glossary: forms that are written one way only, whatever a model thinks of their words.

``OpenAI``, ``iOS``, ``kWh``, ``Bank of America``: a form is found by its words in any case, the
longest first, and written as it stands in the glossary, also where a sentence begins (``npm``);
there, a small word that others follow keeps its capital (``Via Zoom``).  Words that are apart in
the form may be further apart in the text, but on one line.  A form of one word has its plural
(``OpenAIs``), unless that is a form or a common word.  ``0 ml`` is a unit, found after any figure
(``25ml`` too); further zeros stand for as many figures (``, OR 00000``).  In a form of A and 0
alone, such as ``A0A 0A0``, A stands for any letter and 0 for any figure; it ends in no other form
(``5ft``).  ``Prah{a,y,u}`` stands for a form with each of the endings.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from majuscule.arrays import I32, I64, U8, U64, Bools
from majuscule.detection.words import COMMON_WORDS, FUNCTION_WORDS
from majuscule.errors import UsageError
from majuscule.text import CodePoints, classes_of, decode, encode, fold, masks_of
from majuscule.text.characters.alphabets import Alphabet, alphabet_of
from majuscule.text.characters.codepoints import checked
from majuscule.text.tokenizing.classes import KEEP, LC, MC
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import Tokens, tokenize
from majuscule.words.glossaries import glossary_kernel
from majuscule.words.tables.lexicon import LONGEST

COMMENT = "#"
_ZEROS = re.compile(r"(?<!\w)(?:00+(?!\w)|0+(?=[^\W\d_])|(?<= )0(?!\w))")
_SHAPE = re.compile(r"^(?=.*(?:A0|0A))[A0 ]+$", re.MULTILINE)
_STANDING = (_ZEROS, "0", 0xE000), (_SHAPE, "0", 0xE000), (_SHAPE, "a", 0xE001)

_ENDINGS = re.compile(r"\{([^{}]*,[^{}]*)\}")

_NOTHING = np.empty(0, np.int64), np.empty(0, np.uint8), np.empty(0, np.uint64)


@dataclass(frozen=True, repr=False)
class Glossary:
    """Forms, each exactly as it should be written; of two forms of the same words the last counts.

    >>> glossary = Glossary.of(["OpenAI", "Bank of America", "npm"])
    >>> len(glossary), "bank of america" in glossary
    (3, True)
    """

    forms: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.forms, tuple):
            raise TypeError(
                f"forms is {type(self.forms).__name__}; make a glossary from forms with Glossary.of"
            )
        if found := _first_problem(self.forms):
            raise UsageError(f"the form {self.forms[found[0]]!r} {found[1]}")

    def __repr__(self) -> str:
        return f"<Glossary of {len(self):,} forms {self.digest[:12]}>"

    def __len__(self) -> int:
        return len(self._by_words)

    def __bool__(self) -> bool:
        return bool(self.forms)

    def __contains__(self, form: str) -> bool:
        return _words([form])[0] in self._by_words

    def __or__(self, other: Glossary) -> Glossary:
        """Return the forms of both; where both have one, the other's counts."""
        return Glossary(self.forms + other.forms) if self and other else other or self

    def __getstate__(self) -> dict[str, object]:
        return {"forms": self.forms}

    @classmethod
    def of(cls, given: Glossary | Iterable[str] | str | os.PathLike[str]) -> Glossary:
        """Return a glossary made from forms, or read from a file's path."""
        if isinstance(given, Glossary):
            return given
        if isinstance(given, str | os.PathLike):
            return cls.read(given)
        forms = (" ".join(checked(form).split()) for form in given)
        return cls(tuple(one for form in forms for one in _declined(form)))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Glossary:
        """Return the glossary in a file: one form per line; ``#`` and a blank start a comment.

        Raises :class:`~majuscule.errors.CorpusError` for a file that cannot be read, and
        :class:`~majuscule.errors.UsageError`, with the line, for a form that cannot be used, and
        words that are given in two forms.
        """
        from majuscule.reading.corpora import read_file_lines  # a start does without it

        text = "\n".join(line for _, line in read_file_lines(path))
        return cls._parse(text.removeprefix("\ufeff"), str(path))

    @classmethod
    def _parse(cls, text: str, name: str) -> Glossary:
        forms: dict[str, tuple[int, str]] = {}
        lines = text.splitlines()
        given = ["" if one.startswith(COMMENT) else one for one in lines]
        given = [" ".join(one.partition(f" {COMMENT} ")[0].split()) for one in given]
        numbered = [(k, form) for k, one in enumerate(given, 1) if one for form in _declined(one)]
        found = _words([form for _, form in numbered])
        for (number, form), words in zip(numbered, found, strict=True):
            before = forms.setdefault(words, (number, form))
            if before[1] != form:
                other = f"{before[1]!r} on line {before[0]}"
                raise UsageError(f"{name}, line {number}: {form!r} is {other}; keep one")
        kept = tuple(form for _, form in forms.values())
        try:
            return cls(kept)
        except UsageError as error:
            problem = _first_problem(kept)
            assert problem
            number, form = list(forms.values())[problem[0]]
            raise UsageError(f"{name}, line {number}: the form {form!r} {problem[1]}") from error

    def into(self, alphabet: Alphabet) -> Glossary:
        """Return the forms as a text in that alphabet is read."""
        return replace(self, forms=tuple(map(alphabet.into, self.forms)))

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the forms."""
        forms = "\n".join(sorted(self._by_words.values()))
        return hashlib.sha256(forms.encode("utf-8", "surrogatepass")).hexdigest()

    def find(self, tokens: Tokens) -> tuple[I64, U8, U64]:
        """Return which tokens belong to a form, and the class and the mask of each.

        Numbers and punctuation of forms are left out, and a small word that opens a form and a
        sentence.
        """
        found = self._rows(tokens)
        at = np.flatnonzero(found)
        if not len(at):
            return _NOTHING
        rows, table = found[at] - 1, self.table
        cased = table.classes[rows] != KEEP
        cased &= ~((table.opens[rows] > 0) & sentence_starts(tokens.positions[at]))
        return at[cased], table.classes[rows[cased]], table.masks[rows[cased]]

    def goes_on(self, tokens: Tokens) -> Bools:
        """Tell behind which tokens a form goes on."""
        found = np.append(self._rows(tokens), 0)
        on: Bools = (found[:-1] > 0) & (found[1:] == found[:-1] + 1)
        if on.any():
            on[on] &= ~self.table.begins[found[1:][on] - 1]
        return on

    def _rows(self, tokens: Tokens) -> I32:
        """Return the token of the table that each token is, from 1, or 0."""
        found = np.zeros(len(tokens), np.int32)
        if self.forms:
            spans = tokens.starts, tokens.ends
            self.table.forms.find(tokens.folded, *spans, tokens.words, found)
        return found

    @cached_property
    def _by_words(self) -> dict[str, str]:
        return dict(zip(_words(self.forms), self.forms, strict=True))

    @cached_property
    def table(self) -> FormTable:
        """Return the forms as they are looked for."""
        forms = self._by_words.values()
        more = [form + "s" for form in forms if _PLURAL.fullmatch(form)]
        # A unit that touches its figure (25ml); one of a letter may be a name there (47G, 5G).
        more += [zeros + form[2:] for form in forms if _UNIT.fullmatch(form) for zeros in _FIGURES]
        more += [form + "." for form in forms if _INITIAL.search(form)]
        named = zip(_words(more), more, strict=True)
        found = {words: form for words, form in named if words not in _COMMON}
        codes, grouped = _group(list((found | self._by_words).values()))
        *_, bounds, _, starts, ends = grouped
        begins = np.zeros(len(starts), np.bool_)
        begins[bounds[:-1]] = True
        classes, masks = classes_of(codes, starts, ends), masks_of(codes, starts, ends)
        opens = begins & (classes == LC) & (codes[ends - 1] != ord("."))  # not k.d. lang
        opens[opens] = codes[ends[opens].clip(max=len(codes) - 1)] == ord(" ")
        kernel = glossary_kernel.Forms(*grouped)
        return FormTable(kernel, classes, masks, opens.view(np.uint8), begins)


class FormTable(NamedTuple):
    """Forms, and of each of their tokens class and mask, whether it is a small word that opens a
    form of several, and whether a form begins with it."""

    forms: glossary_kernel.Forms
    classes: U8
    masks: U64
    opens: U8
    begins: Bools


def _group(forms: list[str]) -> tuple[CodePoints, tuple[Any, ...]]:
    """Return the code points of forms, and what :class:`glossary_kernel.Forms` takes: grouped by
    their first word, the longest first."""
    codes, tokens, begins = _tokens(forms)
    firsts = np.searchsorted(tokens.starts, begins)
    sizes = np.diff(firsts, append=len(tokens))
    keys = tokens.words[firsts + [form.startswith("0 ") for form in forms]]
    order = np.lexsort((np.arange(len(forms)), -sizes, keys))
    bounds = _bounds(sizes[order])
    rows = np.arange(len(tokens)) + np.repeat(firsts[order] - bounds[:-1], sizes[order])
    own, counts = np.unique(keys, return_counts=True)
    slots = np.zeros(1 << (4 * len(own)).bit_length(), np.int32)
    for number, key in enumerate(own.tolist(), 1):
        at = (key >> 20) & (len(slots) - 1)
        while slots[at]:
            at = (at + 1) & (len(slots) - 1)
        slots[at] = number
    spans = tokens.starts[rows], tokens.ends[rows]
    return codes, (slots, own, _bounds(counts), bounds, _open(codes, tokens.folded), *spans)


def _open(codes: CodePoints, folded: CodePoints) -> CodePoints:
    """Return forms folded, with what stands for any figure or letter as the kernel has it."""
    opened, text = folded.copy(), decode(codes)
    for pattern, sign, stands in _STANDING:
        for found in pattern.finditer(text):
            own = opened[found.start() : found.end()]
            own[own == ord(sign)] = stands
    return opened


def _bounds(sizes: I64) -> I32:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)


def _tokens(forms: Sequence[str]) -> tuple[CodePoints, Tokens, I64]:
    """Return forms as one text, its tokens, and where each form begins."""
    codes = encode("\n\n".join(forms))
    begins = np.concatenate([[0], np.cumsum([len(form) + 2 for form in forms[:-1]])])
    return codes, tokenize(codes, documents=begins[1:].tolist()), begins.astype(np.int64)


def _declined(form: str) -> list[str]:
    """Return a form with each of its endings.

    >>> _declined("Prah{a,y,u}")
    ['Praha', 'Prahy', 'Prahu']
    """
    found = _ENDINGS.search(form)
    if not found:
        return [form]
    before, after = form[: found.start()], form[found.end() :]
    return [one for own in found[1].split(",") for one in _declined(before + own.strip() + after)]


def _words(forms: Sequence[str]) -> list[str]:
    """Return of each form what it has in common with others of the same words."""
    plain = "\n".join(" ".join(form.split()) for form in forms)
    plain = plain.replace("\u2019", "'").replace("\u02bc", "'")
    return decode(fold(encode(plain))).split("\n")[: len(forms)]


def _first_problem(forms: Sequence[str]) -> tuple[int, str] | None:
    """Return the first form that cannot be used, and why, or None."""
    if not forms:
        return None
    codes, tokens, begins = _tokens(forms)
    spans = tokens.starts, tokens.ends
    classes = classes_of(codes, *spans)
    owners = np.searchsorted(begins, tokens.starts, side="right") - 1
    covered = np.flatnonzero(tokens.folded != fold(codes))
    cased = np.bincount(owners, classes != KEEP, minlength=len(forms))
    long = (tokens.ends - tokens.starts > LONGEST) & (classes == MC)
    problems = (
        (
            np.searchsorted(begins, covered, side="right") - 1,
            "holds markup or a placeholder, which is never changed",
        ),
        (np.flatnonzero(cased == 0), "has no letter that could be a capital"),
        (owners[long], f"has a word of more than {LONGEST} characters"),
    )
    first = [(int(found.min()), why) for found, why in problems if len(found)]
    return min(first, key=lambda one: one[0]) if first else None


_UNIT = re.compile(r"0 [^\W\d_]{2,}")
_FIGURES = ("0", "00", "000", "0000")
_PLURAL = re.compile(r"[^\W\d_]{2,}[^\W\d_sxz]")
_INITIAL = re.compile(r"\W[^\W\d_]\Z")  # a token with the full stop after it, as initials are
_COMMON = {*COMMON_WORDS, *FUNCTION_WORDS}

NO_GLOSSARY = Glossary()
_SHIPPED = Path(__file__).parent


@cache
def shipped_glossary(language: str) -> Glossary:
    """Return the glossary that comes with the package for models of a language, or none.

    >>> "chatgpt" in shipped_glossary("en"), len(shipped_glossary("fi"))
    (True, 0)
    """
    own = language.partition("-")[0]
    if not own or not (_SHIPPED / f"{own}.txt").is_file():
        return NO_GLOSSARY
    names = ("international.txt", f"{own}.txt")
    read = (Glossary._parse((_SHIPPED / name).read_text("utf-8"), name) for name in names)
    return reduce(or_, read).into(alphabet_of(own))
