"""Reading files as corpora for training and scoring; profiles of corpora.

Without a profile, a file teaches all labels asked for, and its own labels are used unchanged.  A
profile is TOML::

    [[corpus]]
    files = ["news.*"]              # patterns of file names
    labels = ["PER", "ORG", "LOC"]  # marked throughout: what is not marked is no mention
    partly = ["DATE"]               # marked in part: what is not marked may be a mention
    join = ["DATE"]                 # labels whose adjacent mentions are joined
    licence = "CC BY 4.0"           # licence and origin go on the card of a model
    origin = "News of 2020"

    [[corpus.rules]]                # the first that fits a mention applies; else it is unchanged
    label = "GPE"                   # the label of the mention, in its short form
    among = "countries"             # fits words of a list (majuscule.words.gazetteers.wordlists)
    words = '^[A-Z]'                # fits words that contain a match, ignoring case
    becomes = "LOC"                 # the new label, or leave_out = true
    cut = '(in|of)[ ]'              # removed from the beginning of the mention

    [[list]]                        # a list of names, for the card
    name = "census"
    files = ["census-*"]
    licence = "public domain"

Patterns are verbose regular expressions of Python: white space in them is ignored.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from majuscule.arrays import U8
from majuscule.entities.interface import Corpus
from majuscule.errors import CorpusError, UsageError
from majuscule.files import read_toml
from majuscule.options import read_options
from majuscule.reading import Errors, find_files
from majuscule.reading.annotations import read_annotated
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs, join
from majuscule.reading.annotations.mentions import LONG_NAMES, Mention
from majuscule.reading.annotations.schemes import Scheme
from majuscule.reading.annotations.spans import to_tokens
from majuscule.text import Passage, read_passage
from majuscule.text.batches import batches
from majuscule.words.gazetteers.wordlists import COUNTRIES, LISTS

_WORDS = {"countries": COUNTRIES, **{name: frozenset(some) for name, some in LISTS.items()}}


@dataclass(frozen=True)
class Rule:
    """A rule of a profile: see the module."""

    label: str = ""
    among: str = ""
    words: str = ""
    becomes: str = ""
    leave_out: bool = False
    cut: str = ""

    def __post_init__(self) -> None:
        if self.among and self.among not in _WORDS:
            raise UsageError(f"there is no list {self.among!r}; lists are {', '.join(_WORDS)}")
        try:
            _ = self._words, self._cut
        except re.error as error:
            raise UsageError(f"the pattern {error.pattern!r} cannot be read: {error}") from error

    @cached_property
    def _words(self) -> re.Pattern[str]:
        return re.compile(self.words, re.IGNORECASE | re.VERBOSE)

    @cached_property
    def _cut(self) -> re.Pattern[str]:
        return re.compile(self.cut, re.IGNORECASE | re.VERBOSE)

    def fits(self, label: str, words: str) -> bool:
        """Return whether the rule applies to a mention."""
        listed = not self.among or words.lower() in _WORDS[self.among]
        return label == self.label and listed and bool(self._words.search(words))

    def apply(self, mention: Mention, words: str) -> Mention | None:
        """Return the mention as changed by the rule, or None if it is left out."""
        cut = self._cut.match(words)
        start = mention.start + (cut.end() if cut else 0)
        if self.leave_out or start >= mention.end:
            return None
        return replace(mention, start=start, label=self.becomes or mention.label)


_UNCHANGED = Rule()


@dataclass(frozen=True)
class CorpusProfile:
    """The profile of some files: see the module."""

    files: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()
    join: tuple[str, ...] = ()
    licence: str = ""
    origin: str = ""
    rules: tuple[Rule, ...] = ()

    def relabel(self, text: AnnotatedText) -> AnnotatedText:
        """Return a text with its mentions relabelled, joined and cut as the profile says."""
        kept: list[Mention] = []
        for original in text.mentions:
            mention = replace(original, label=LONG_NAMES.get(original.label, original.label))
            words = mention.of(text.text)
            rule = next((one for one in self.rules if one.fits(mention.label, words)), _UNCHANGED)
            found = rule.apply(mention, words)
            if found is None:
                continue
            last = kept[-1] if kept and kept[-1].label == found.label in self.join else None
            if last and not text.text[last.end : mention.start].strip(" "):
                kept[-1] = replace(last, end=found.end)
            else:
                kept.append(found)
        return replace(text, mentions=tuple(kept))


@dataclass(frozen=True)
class ListProfile:
    """The licence and origin of a list of names, in some files."""

    name: str = ""
    files: tuple[str, ...] = ()
    licence: str = ""
    origin: str = ""


@dataclass(frozen=True)
class Profile:
    """The corpora and lists of a project; a file belongs to the first whose patterns fit it."""

    corpora: tuple[CorpusProfile, ...] = ()
    lists: tuple[ListProfile, ...] = ()

    def of(self, path: str) -> CorpusProfile | None:
        """Return the profile of a file, if there is one."""
        return next((one for one in self.corpora if name_matches(path, one.files)), None)


def name_matches(path: str, patterns: Iterable[str]) -> bool:
    """Return whether the name of a file matches one of some patterns."""
    return any(fnmatch(Path(path).name, pattern) for pattern in patterns)


def read_profile(name: str | os.PathLike[str]) -> Profile:
    found = read_toml(name)
    try:
        if unknown := found.keys() - {"corpus", "list"}:
            raise UsageError(f"unknown part {unknown.pop()!r}; parts are corpus and list")
        corpora = tuple(_tables(CorpusProfile, found.get("corpus", [])))
        return Profile(corpora, tuple(_tables(ListProfile, found.get("list", []))))
    except UsageError as error:
        raise CorpusError(str(error), Path(name)) from error


_Table = TypeVar("_Table")


def _tables(of: type[_Table], tables: Any) -> Iterator[_Table]:
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise UsageError(f"{tables!r} is not a table; write [[corpus]] or [[list]]")
    for table in tables:
        given = {**table}
        if of is CorpusProfile and "rules" in given:
            given["rules"] = list(_tables(Rule, given["rules"]))
        for name, value in given.items():
            if isinstance(value, list):
                given[name] = tuple(value)
                if name != "rules" and not all(isinstance(one, str) for one in value):
                    raise UsageError(f"{name} is {value!r}; it must be a list of strings")
        yield read_options(of, given)


def read_corpora(
    given: Iterable[str | os.PathLike[str] | Corpus],
    labels: Sequence[str],
    *,
    profile: Profile | str | os.PathLike[str] | None = None,
    format: str | None = None,
    encoding: str = "",
    errors: Errors = "strict",
    repairs: Repairs | None = None,
) -> list[Corpus]:
    """Return a corpus for each file, as its profile says; without one it teaches all ``labels``.

    ``given``: files, folders and patterns, or corpora, which come last.
    """
    known, given = open_profile(profile), list(given)
    corpora = []
    for path in find_files(one for one in given if not isinstance(one, Corpus)):
        documents = list(
            read_annotated([path], format=format, encoding=encoding, errors=errors, repairs=repairs)
        )
        own = known.of(path)
        taught: tuple[str, ...] = ()
        if own is not None:
            taught = tuple(label for label in own.labels if label in labels)
            kept = {*taught, *(label for label in own.partly if label in labels)}
            documents = [own.relabel(document).only(kept) for document in documents]
        corpora.append(Corpus(documents, taught or tuple(labels), Path(path).name, file=path))
    # Corpora given as objects may have been changed, so the card names them, not their files.
    return corpora + [replace(one, file="") for one in given if isinstance(one, Corpus)]


def open_profile(profile: Profile | str | os.PathLike[str] | None) -> Profile:
    """Return a profile, given as such, as its file, or not at all."""
    if profile is None or isinstance(profile, Profile):
        return profile or Profile()
    return read_profile(profile)


def labelled_passages(
    corpora: Iterable[Corpus],
    scheme: Scheme,
    size: int,
    *,
    caseless: bool = False,
    repairs: Repairs | None = None,
) -> Iterator[tuple[Passage, U8, int]]:
    """Yield corpora as passages of ``size`` characters, with tags and the repeats of the corpus;
    ``caseless`` yields each passage a second time in lower case."""
    for corpus in corpora:
        for batch in batches(corpus.documents, size, AnnotatedText.size):
            text = join(batch)
            for condition in ("original", "lower") if caseless else ("original",):
                passage = read_passage(text.cased(condition).text)
                counted = repairs if condition == "original" else None
                spans = to_tokens(text.mentions, passage, counted)
                yield passage, scheme.encode(spans, len(passage.tokens)), corpus.repeat
