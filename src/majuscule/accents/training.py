"""Training of accents: text loses its marks, and what it loses is learnt.

1. Each word is counted without marks, with the forms it has; rare forms of frequent words are
   typing errors and left out.
2. Where a word has several forms, the linear tagger learns which by the words around
   (:mod:`majuscule.tagging`).  Where frequent words are listed, forms that people write more often
   today than the text does get something on top, and so do those that text of the kind to be
   restored has where the words around do not tell.
3. Words letter by letter teach a second tagger, for those that nobody has seen.  Every eighth word
   is kept apart, and the bias is taken that is best for those of them that are rare.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from majuscule.accents.columns import (
    COMMON,
    letter_spec,
    word_spec,
)
from majuscule.accents.examples import (
    Examples,
    ambiguous,
    in_context,
    letter_examples,
    lines_of,
    stripped,
    variants_of,
    words_of,
)
from majuscule.accents.fitting import fitted, with_bias
from majuscule.accents.forms import FIRST, MOST, PLAIN, AccentedForms
from majuscule.accents.listed import ListedWords
from majuscule.accents.restorer import AccentArrays, AccentRestorer
from majuscule.accents.speller import Speller
from majuscule.accents.spelling import respelt_words
from majuscule.arrays import I32, I64
from majuscule.errors import TrainingError, UsageError
from majuscule.files import Names
from majuscule.kinds import versioned
from majuscule.learn.batches import TrainingText
from majuscule.learn.corpora import CorpusText, SourceFiles, read_source
from majuscule.learn.modernizing import Modernizer
from majuscule.models import model_output
from majuscule.models.card import Card
from majuscule.options import Progress, read_options
from majuscule.reading import find_files
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.packing import PackedWeights, pack, repack
from majuscule.tagging.training.averaging import TrainingOptions, train
from majuscule.tagging.training.counting import count_features, find_groups
from majuscule.text.characters.accents import plain
from majuscule.text.characters.codepoints import decode, encode
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.learning import FILES_OF_TEXT
from majuscule.words.tables.table import number_table

MOST_TODAY = 8000
"""The highest weight of those odds: they are stored in 16 bits."""
LONG = 10
"""Letters of a word that is no part of others where compounds are read."""


@dataclass(frozen=True)
class AccentOptions:
    """How a model of accents is trained."""

    words: int = 2  # words seen fewer times are unknown, and spelt letter by letter
    common: int = 60_000  # most frequent words looked up even where letters would do
    rare: float = 0.002  # forms with a smaller share of a word's occurrences are left out
    epochs: int = 3  # passes over the ambiguous words, and over the letters
    slots: int = 120_000  # most room for features of context; three bytes each
    letter_slots: int = 60_000  # and of letters
    elsewhere: tuple[str, ...] = ()  # files in English, whose words bear no marks in names either
    elsewhere_words: int = 25_000  # the most frequent of those; six bytes each
    english: int = 0  # frequent English words of the package wordfreq that are so too
    listed: int = 0  # frequent words of the package wordfreq that are learnt too, without context
    today: int = 0  # weight of how often, by wordfreq, forms are written today; 0: as in the text
    compounds: bool = False  # whether unknown words may be two known ones in a row
    harmony: bool = False  # whether vowels agree as in Turkish: letters and words look at the last
    fitted_on: tuple[str, ...] = ()  # files of the kind to be restored, which settle doubtful forms
    old: tuple[str, ...] = ()  # forms that are no longer written, such as Spanish sólo
    least: int = 2  # features seen fewer times get no weight
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.today <= MOST_TODAY:
            raise UsageError(f"today is {self.today}; it must be from 0 to {MOST_TODAY}")


def train_accents(
    corpora: Names,
    output: str | os.PathLike[str] | None = None,
    *,
    kind: str = "accents.v1",
    options: Mapping[str, Any] | None = None,
    card: Card | None = None,
    sources: Sequence[str | SourceFiles] = (),
    words: int = 0,
    modernize: Sequence[str] = (),
    report: Progress = lambda _what, _share: None,
) -> AccentRestorer:
    """Return an accent restorer trained on accented text; with ``output`` write its model there.

    ``corpora``: files, folders and patterns of text with its accents, of which about ``words`` are
    read (0: all).  ``modernize``: rules that replace old spellings with those of today
    (:meth:`~majuscule.learn.modernizing.Modernizer.read`).  ``card``: the model's card, with its
    language.

    Raises :class:`~majuscule.errors.TrainingError` for text without accents.
    """
    versioned([AccentRestorer.kind], kind, "accent restorer")
    card, target = card or Card(), model_output(output)
    declared = [read_source(one) if isinstance(one, str) else one for one in sources]
    given = options or {}
    files = [
        *find_files(given.get("elsewhere", ())),
        *["wordfreq"] * bool(modernize or any(map(given.get, ("listed", "today", "english")))),
    ]
    elsewhere = [one for one in declared if one.files and any(map(one.covers, files))]
    text = CorpusText(
        corpora,
        keep="all",
        language=card.language,
        words=words,
        modern=Modernizer.of(card.language, modernize) if modernize else None,
        declared=[one for one in declared if one not in elsewhere],
    )
    made = learn_accents(text, card.language, read_options(AccentOptions, options), report)
    if target is not None:
        made_of = (*text.sources, *(one.source for one in elsewhere))
        card.write(made, target, made_of)
    return made


def learn_accents(
    text: TrainingText, language: str, chosen: AccentOptions, report: Progress
) -> AccentRestorer:
    """Return what restores accents as a text has them."""
    seen: Counter[str] = Counter()
    listed = None
    if chosen.listed or chosen.today or chosen.english:
        listed = ListedWords.read(language, chosen.listed, chosen.english)
    for number, (passage, written) in enumerate(stripped(text)):
        report(f"reading accents: {number + 1:,} batches", 0.0)
        seen.update(words_of(passage, written))
    of_text = seen.copy()
    for passage, written in lines_of(listed):
        seen.update(words_of(passage, written))
    counts: dict[str, Counter[str]] = {}
    bare = decode(plain(encode("\n".join(seen)))).split("\n")
    for word, (form, times) in zip(bare, seen.items(), strict=True):
        if form in chosen.old or (listed is not None and not listed.fits(word, form)):
            continue
        name = listed is not None and of_text[form] < 2 and listed.is_foreign(word, form)
        counts.setdefault(word, Counter())[word if name else form] += times
    known = {word: _kept(forms, chosen) for word, forms in counts.items()}
    letters = sorted(
        {m for word, forms in known.items() for one in forms for m in _marks(word, one)}
    )
    if not letters:
        raise TrainingError("the text has no accented letter, so there is nothing to learn")
    foreign = _foreign(chosen, language) if chosen.elsewhere else []
    foreign += listed.english if listed is not None else ()
    report("accents letter by letter", 0.0)
    variants = variants_of(letters, chosen.harmony)
    apart = {word for at, word in enumerate(sorted(known)) if at % 8 == 0}
    examples = letter_examples({w: f for w, f in known.items() if w not in apart}, variants)
    speller = Speller(_packed(examples, letter_spec(), chosen.letter_slots, chosen), variants)
    rare = {word: known[word][0] for word in apart if counts[word].total() <= 2}
    speller = with_bias(speller, rare)
    report("accents in context", 0.0)
    listing = _listing(known, counts, foreign, chosen)
    forms, rows = _forms(_needed(listing, letters, speller, counts, chosen), letters)
    ranks = {form: rank for own in rows.values() for rank, form in enumerate(own)}
    if listed is not None and chosen.today:
        forms = replace(forms, today=listed.today(rows, of_text, chosen.today))
    spec = word_spec() if chosen.harmony else word_spec(COMMON)
    context = _packed(in_context(text, listed, forms, ranks), spec, chosen.slots, chosen)
    respelt = respelt_words(counts, language)
    arrays = AccentArrays(forms, context, speller.weights, variants, respelt)
    told = {key: value for key, value in asdict(chosen).items() if key not in FILES_OF_TEXT}
    made = AccentRestorer(arrays, language, speller.bias, told)
    if chosen.fitted_on:
        report("fitting the forms", 0.0)
        forms = _fitted(made, CorpusText(chosen.fitted_on, keep="all", language=language), ranks)
        made = replace(made, arrays_=replace(arrays, forms=forms))
    return made


def _fitted(made: AccentRestorer, text: TrainingText, ranks: Mapping[str, int]) -> AccentedForms:
    """Return the forms of a restorer, fitted to a text."""
    forms = made.arrays_.forms
    rows: list[I64] = []
    scores: list[I32] = []
    right: list[I64] = []
    for passage, numbers, at, found in ambiguous(stripped(text), forms, ranks):
        rows.append(numbers[at].astype(np.int64) - FIRST)
        scores.append(made.scores(passage, numbers, at))
        right.append(found)
    return fitted(forms, np.concatenate(rows), np.concatenate(scores), np.concatenate(right))


def _foreign(chosen: AccentOptions, language: str) -> list[str]:
    """Return the frequent words of other text, those without marks."""
    text = CorpusText(chosen.elsewhere, keep="all", language=language)
    seen: Counter[str] = Counter()
    for passage, written in stripped(text):
        seen.update(words_of(passage, written))
    frequent = [word for word, _ in seen.most_common(2 * chosen.elsewhere_words)]
    bare = decode(plain(encode("\n".join(frequent)))).split("\n")
    plain_ones = [word for word, other in zip(frequent, bare, strict=True) if word == other]
    return plain_ones[: chosen.elsewhere_words]


def _kept(forms: Counter[str], chosen: AccentOptions) -> list[str]:
    """Return the forms of a word, most frequent first, without those that are too rare."""
    total = forms.total()
    found = sorted(forms.items(), key=lambda one: (-one[1], one[0]))[:MOST]
    return [form for form, times in found if times >= max(chosen.rare * total, found[0][1] / 500)]


def _marks(word: str, form: str) -> set[str]:
    return {letter for letter, base in zip(form, word, strict=True) if letter != base}


def _listing(
    known: Mapping[str, list[str]],
    counts: Mapping[str, Counter[str]],
    foreign: Sequence[str],
    chosen: AccentOptions,
) -> dict[str, list[str]]:
    """Return the forms of the words that are frequent enough, most frequent words first.

    ``foreign``: words that are plain unless this language writes them otherwise.
    """
    frequent = [word for word in counts if counts[word].total() >= chosen.words]
    frequent.sort(key=lambda word: (-counts[word].total(), word))
    plain_ones = {word: [word] for word in foreign if word not in counts}
    return {**{word: known[word] for word in frequent}, **plain_ones}


def _needed(
    listing: Mapping[str, list[str]],
    letters: list[str],
    speller: Speller,
    own: Collection[str],
    chosen: AccentOptions,
) -> dict[str, list[str]]:
    """Return a listing without the rare words that are spelt right where they are unknown.

    Most of the words of a language are: its table of forms is half as large or less without them.
    """
    rare = [word for word in list(listing)[chosen.common :] if len(listing[word]) == 1]
    if chosen.compounds:
        # Short words of the language stay: they are halves of others.
        rare = [word for word in rare if len(word) >= LONG or word not in own]
        speller = replace(speller, parts=_forms(_without(listing, set(rare)), letters)[0])
    spelt = zip(rare, speller.spelt(rare), strict=True)
    return _without(listing, {word for word, form in spelt if [form] == listing[word]})


def _without(listing: Mapping[str, list[str]], words: Collection[str]) -> dict[str, list[str]]:
    return {word: forms for word, forms in listing.items() if word not in words}


def _forms(
    listing: Mapping[str, list[str]], letters: list[str]
) -> tuple[AccentedForms, dict[str, list[str]]]:
    """Return the forms of a listing, and those that are not plain by word, row by row."""
    numbers: dict[str, int] = {}
    sizes: list[int] = []
    edits: list[int] = []
    rows: dict[str, list[str]] = {}
    groups: dict[tuple[str, ...], int] = {}
    of_rows: list[int] = []
    for word, forms in listing.items():
        if forms == [word]:
            numbers[word] = PLAIN
            continue
        numbers[word] = FIRST + len(rows)
        rows[word] = forms
        of_rows.append(groups.setdefault(tuple(form[-2:] for form in forms), len(groups)))
        for form in forms:
            changed = [at for at, mark in enumerate(form) if mark != word[at]]
            sizes.append(len(changed))
            edits += [at << 10 | letters.index(form[at]) for at in changed]
    keys = hash_words(numbers)
    return AccentedForms(
        number_table(keys, np.array(list(numbers.values()), np.uint32)),
        np.array([len(forms) for forms in rows.values()], np.uint8),
        np.array(sizes, np.uint8),
        np.array(edits, np.uint16),
        np.minimum(np.array(of_rows, np.int64) + 1, 0xFFFF).astype(np.uint16),
        np.array([ord(letter) for letter in letters], np.uint32),
    ), rows


def _packed(text: Examples, spec: Spec, slots: int, chosen: AccentOptions) -> PackedWeights:
    """Count features, learn their weights, and pack them."""
    index = count_features(text, spec, chosen.least, by_sorting=True)
    run = TrainingOptions(epochs=chosen.epochs, margin=20, seed=chosen.seed)
    state = train(text, spec, index, run)
    groups = find_groups(text, spec, index)
    room = max(spec.groups * 8, min(slots, 2 * index.size))
    packed = pack(index.keys, groups, state.averaged(), spec, room, seed=chosen.seed)
    slots_left, start = packed.weights()
    after = replace(run, epochs=1, seed=chosen.seed + 1)
    return repack(slots_left, train(text, spec, slots_left, after, start=start).averaged())
