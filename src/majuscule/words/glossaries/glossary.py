"""A glossary: forms that override the model, always written in one way.

``OpenAI``, ``iOS``, ``kWh``, ``Bank of America``: a form is matched in any case, the longest first,
and written as the glossary has it, even where a sentence begins (``npm``); only a lower-case word
that opens a longer form still gets a capital there (``Via Zoom``).  Any white space but a line
break may stand between the words of a form.  A form of one word also matches its plural
(``OpenAIs``), unless that is a form or a common word.  ``0 ml`` is a unit, matched after any number
(``25ml`` too); further zeros stand for as many digits (``, OR 00000``).  In a form of A and 0
alone, such as ``A0A 0A0``, A stands for any letter and 0 for any digit; its last token must not be
a form itself (``5ft``).  ``Prah{a,y,u}`` is short for one form with each ending.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from majuscule.arrays import I32, I64, U8, U64, Bools
from majuscule.detection.words import COMMON_WORDS, FUNCTION_WORDS
from majuscule.errors import UsageError
from majuscule.text import CodePoints, classes_of, decode, encode, fold, masks_of
from majuscule.text.characters.alphabets import Alphabet, alphabet_of
from majuscule.text.characters.codepoints import checked
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing.classes import KEEP, LC, MC
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import Tokens, tokenize
from majuscule.words.glossaries import glossary_kernel
from majuscule.words.tables.lexicon import LONGEST

COMMENT = "#"
# Both fail at once on most characters: they begin with the 0, and not with what is before it.
_ZEROS = re.compile(r"0(?<!\w0)(?:0+(?!\w)|0*(?=[^\W\d_])|(?<= 0)(?!\w))")
_SHAPE = re.compile(r"[A0](?<!..)(?:(?<=A)0|(?<=0)A|[A0 ]*(?:A0|0A))[A0 ]*$", re.MULTILINE)
_WILDCARDS = str.maketrans("0A", "\ue000\ue001")
"""FIGURE and LETTER of the kernel."""

_ENDINGS = re.compile(r"\{([^{}]*,[^{}]*)\}")

_NO_MATCHES = np.empty(0, np.int64), np.empty(0, np.uint8), np.empty(0, np.uint64)


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

    def __repr__(self) -> str:
        return f"<Glossary of {len(self):,} forms {self.digest[:12]}>"

    def __len__(self) -> int:
        return len(self._by_key)

    def __bool__(self) -> bool:
        return bool(self.forms)

    def __contains__(self, form: str) -> bool:
        return _keys([" ".join(form.split())])[0] in self._by_key

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
        if isinstance(given, Mapping | bytes) or not isinstance(given, Iterable):
            # The keys of a mapping, and numbers, would be taken for the forms.
            raise TypeError(f"forms is {type(given).__name__}; give the forms alone, as a list")
        lines = (" ".join(checked(form).split()) for form in given)
        forms = tuple(one for line in lines for one in _expanded(line))
        if problem := _first_problem(forms):
            raise UsageError(f"the form {forms[problem[0]]!r} {problem[1]}")
        return cls(forms)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Glossary:
        """Return the glossary in a file: one form per line; ``#`` and a blank start a comment.

        Raises :class:`~majuscule.errors.CorpusError` for a file that cannot be read, and
        :class:`~majuscule.errors.UsageError`, with the line, for a form that cannot be used, and
        words that are given in two forms.
        """
        from majuscule.reading.corpora import read_file_lines  # keeps imports at start-up few

        text = "\n".join(line for _, line in read_file_lines(path, option=""))
        found: dict[str, tuple[int, str]] = {}
        numbered = _numbered(text.removeprefix("\ufeff"))
        keys = _keys([form for _, form in numbered])
        for (number, form), key in zip(numbered, keys, strict=True):
            before = found.setdefault(key, (number, form))
            if before[1] != form:
                other = f"{before[1]!r} on line {before[0]}"
                raise UsageError(f"{path}, line {number}: {form!r} is {other}; keep one")
        forms = tuple(form for _, form in found.values())
        if problem := _first_problem(forms):
            number, form = list(found.values())[problem[0]]
            raise UsageError(f"{path}, line {number}: the form {form!r} {problem[1]}")
        return cls(forms)

    def into(self, alphabet: Alphabet) -> Glossary:
        """Return the glossary for text that was mapped by :meth:`Alphabet.into`."""
        if not alphabet.places:
            return self
        return replace(self, forms=tuple(map(alphabet.into, self.forms)))

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the forms."""
        forms = "\n".join(sorted(self._by_key.values()))
        return hashlib.sha256(forms.encode("utf-8", "surrogatepass")).hexdigest()

    def find(self, tokens: Tokens, raised: Bools | None = None) -> tuple[I64, U8, U64]:
        """Return the indices of the tokens that belong to a form, and the class and mask of each.

        Left out are numbers and punctuation, and a lower-case word that opens a form of several
        words where a word is ``raised`` (by default at a sentence start).
        """
        numbers = self._match(tokens)
        at = np.flatnonzero(numbers)
        if not len(at):
            return _NO_MATCHES
        rows, table = numbers[at] - 1, self.table
        cased = table.classes[rows] != KEEP
        starts = sentence_starts(tokens.positions[at]) if raised is None else raised[at]
        cased &= ~((table.opens[rows] > 0) & starts)
        return at[cased], table.classes[rows[cased]], table.masks[rows[cased]]

    def goes_on(self, tokens: Tokens) -> Bools:
        """Return for each token whether the form that it belongs to continues with the next."""
        numbers = np.append(self._match(tokens), 0)
        on: Bools = (numbers[:-1] > 0) & (numbers[1:] == numbers[:-1] + 1)
        if on.any():
            on[on] &= ~self.table.begins[numbers[1:][on] - 1]
        return on

    def _match(self, tokens: Tokens) -> I32:
        """Return for each token the number of the form token that it matches, from 1, or 0."""
        numbers = np.zeros(len(tokens), np.int32)
        if self.forms:
            spans = tokens.starts, tokens.ends
            self.table.forms.find(tokens.folded, *spans, tokens.words, numbers)
        return numbers

    @cached_property
    def _by_key(self) -> dict[str, str]:
        return dict(zip(_keys(self.forms), self.forms, strict=True))

    @cached_property
    def table(self) -> FormTable:
        """Return the forms, and those derived from them, ready for matching."""
        forms = self._by_key.values()
        more = [one + "s" for one in forms if one.isalpha() and len(one) > 2]
        more = [one for one in more if one[-2] not in "sxz"]
        # A unit right after its number (25ml), but not one of a single letter (47G, 5G).
        units = [one[2:] for one in forms if one[0] == "0" and _UNIT.fullmatch(one)]
        more += [zeros + unit for unit in units for zeros in _FIGURES]
        apart = [one for one in forms if not one[-2:-1].isalnum()]  # spares most the expression
        more += [one + "." for one in apart if _INITIAL.fullmatch(one, len(one) - 2)]
        derived = dict(zip(_keys(more), more, strict=True))
        for key in derived.keys() & _COMMON:
            del derived[key]
        codes, grouped = _group(list((derived | self._by_key).values()))
        *_, bounds, _, starts, ends = grouped
        begins = np.zeros(len(starts), np.bool_)
        begins[bounds[:-1]] = True
        classes, masks = classes_of(codes, starts, ends), masks_of(codes, starts, ends)
        dotted = (codes[ends - 1] == ord(".")) & (ends - starts > 2)  # k.d. lang; but Z. B.
        opens = begins & (classes == LC) & ~dotted
        opens[opens] = codes[ends[opens].clip(max=len(codes) - 1)] == ord(" ")
        kernel = glossary_kernel.Forms(*grouped)
        return FormTable(kernel, classes, masks, opens.view(np.uint8), begins)


class FormTable(NamedTuple):
    """Forms, and arrays over their tokens: class, mask, whether the token is a lower-case word that
    opens a form of several words, and whether it is the first of its form."""

    forms: glossary_kernel.Forms
    classes: U8
    masks: U64
    opens: U8
    begins: Bools


def _group(forms: list[str]) -> tuple[CodePoints, tuple[Any, ...]]:
    """Return the code points of forms, and the arguments of :class:`glossary_kernel.Forms`."""
    codes, tokens, begins = _tokens(forms, None)
    firsts = np.searchsorted(tokens.starts, begins)
    sizes = np.diff(firsts, append=len(tokens))
    apart = codes[tokens.ends[firsts].clip(max=len(codes) - 1)] == ord(" ")
    unit = apart & (codes[begins] == ord("0")) & (tokens.ends[firsts] == begins + 1)
    keys = tokens.words[firsts + unit]
    order = np.lexsort((-sizes, keys))
    bounds = _bounds(sizes[order])
    rows = np.arange(len(tokens)) + np.repeat(firsts[order] - bounds[:-1], sizes[order])
    unique, counts = np.unique(keys, return_counts=True)
    slots = np.zeros(1 << (4 * len(unique)).bit_length(), np.int32)
    at, left = (unique >> 20).astype(np.int64), np.arange(len(unique))
    while len(left):  # of the keys that meet in an empty slot, the last gets it
        at &= len(slots) - 1
        free = slots[at] == 0
        slots[at[free]] = left[free] + 1
        rest = slots[at] != left + 1
        at, left = at[rest] + 1, left[rest]
    spans = tokens.starts[rows], tokens.ends[rows]
    wild = "\n\n".join(forms)
    for expression in (_SHAPE, _ZEROS):
        wild = expression.sub(lambda found: found[0].translate(_WILDCARDS), wild)
    text = fold(encode(wild))
    return codes, (slots, unique, _bounds(counts), bounds, text, *spans)


def _bounds(sizes: I64) -> I32:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)


def _tokens(
    forms: Sequence[str], patterns: Patterns | None = NO_PATTERNS
) -> tuple[CodePoints, Tokens, I64]:
    """Return forms as one text, its tokens, and where each form begins.

    ``patterns``: None for forms that are known to hold no protected text.
    """
    codes = encode("\n\n".join(forms))
    begins = np.append(0, np.flatnonzero(codes == ord("\n"))[1::2] + 1)
    documents = () if patterns is None else begins[1:].tolist()
    return codes, tokenize(codes, patterns, documents), begins


def _numbered(text: str) -> list[tuple[int, str]]:
    """Return the forms in a file's ``text``, each with the number of its line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if COMMENT in line:
            line = "" if line.startswith(COMMENT) else line.partition(f" {COMMENT} ")[0]
        form = " ".join(line.split())
        if "{" in form:
            found += [(number, one) for one in _expanded(form)]
        elif form:
            found.append((number, form))
    return found


def _expanded(form: str) -> list[str]:
    """Return a form with each of its endings.

    >>> _expanded("Prah{a,y,u}")
    ['Praha', 'Prahy', 'Prahu']
    """
    if "{" not in form or not (match := _ENDINGS.search(form)):
        return [form]
    before, after = form[: match.start()], form[match.end() :]
    return [one for end in match[1].split(",") for one in _expanded(before + end.strip() + after)]


def _keys(forms: Sequence[str]) -> list[str]:
    """Return the key of each form, which has single spaces: folded, with plain apostrophes."""
    plain = "\n".join(forms)
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
    protected = np.flatnonzero(tokens.folded != fold(codes))
    cased = np.bincount(owners, classes != KEEP, minlength=len(forms))
    long = (tokens.ends - tokens.starts > LONGEST) & (classes == MC)
    problems = (
        (
            np.searchsorted(begins, protected, side="right") - 1,
            "holds markup or a placeholder, which is never changed",
        ),
        (np.flatnonzero(cased == 0), "has no letter that could be a capital"),
        (owners[long], f"has a word of more than {LONGEST} characters"),
    )
    first = [(int(found.min()), why) for found, why in problems if len(found)]
    return min(first, key=lambda one: one[0]) if first else None


_UNIT = re.compile(r"0 [^\W\d_]{2,}")
_FIGURES = ("0", "00", "000", "0000")
_INITIAL = re.compile(r"\W[^\W\d_]")  # forms one token with a full stop after it
_COMMON = {*COMMON_WORDS, *FUNCTION_WORDS}

NO_GLOSSARY = Glossary()
_SHIPPED = Path(__file__).parent


@cache
def shipped_glossary(language: str) -> Glossary:
    """Return the glossary that comes with the package for models of a language, or none.

    >>> "chatgpt" in shipped_glossary("en"), len(shipped_glossary("fi"))
    (True, 0)
    """
    primary = language.partition("-")[0]
    if not primary or not (_SHIPPED / f"{primary}.txt").is_file():
        return NO_GLOSSARY
    names = ("international.txt", f"{primary}.txt")
    files = [(_SHIPPED / name).read_text("utf-8") for name in names]
    forms = tuple(form for text in files for _, form in _numbered(text))
    return Glossary(forms).into(alphabet_of(primary))
