"""Training of accents: text is stripped of its accents, and the models learn to restore them.

1. The forms of each plain word are counted; rare forms of frequent words are typing errors and
   left out.
2. For words with several forms, a linear tagger learns which by the words around
   (:mod:`majuscule.tagging`).  Forms get biases by their present-day frequencies in a list of
   words, and by in-domain text.
3. A second tagger, for unknown words, learns letter by letter.  Every eighth word is held out, and
   the rare ones among these pick the bias of plain letters.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.accents.columns import (
    COMMON,
    letter_spec,
    word_spec,
)
from majuscule.accents.contexts import Context, LinearContext
from majuscule.accents.forms import FIRST, MOST, PLAIN, AccentedForms
from majuscule.accents.learning.choosing import learn_context
from majuscule.accents.learning.examples import (
    Examples,
    ambiguous,
    in_context,
    letter_examples,
    lines_of,
    stripped,
    variants_of,
    words_of,
)
from majuscule.accents.learning.fitting import fitted, with_bias
from majuscule.accents.learning.listed import ListedWords
from majuscule.accents.learning.options import AccentOptions, NeuralAccentOptions
from majuscule.accents.restorer import AccentArrays, AccentRestorer
from majuscule.accents.speller import Speller
from majuscule.accents.spelling import respelt_words
from majuscule.arrays import I32, I64, U16
from majuscule.errors import TrainingError
from majuscule.files import Names
from majuscule.kinds import versioned
from majuscule.learn.batches import TrainingText
from majuscule.learn.corpora import CorpusText, SourceFiles, read_source
from majuscule.learn.modernizing import Modernizer
from majuscule.models import model_output
from majuscule.models.card import Card
from majuscule.options import Progress, no_progress, read_options
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

LONG = 10
"""Words with this many letters are assumed not to be halves of compounds."""


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
    distinct: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    report: Progress = no_progress,
) -> AccentRestorer:
    """Return an accent restorer trained on accented text; with ``output`` write its model there.

    ``corpora``: files, folders and patterns of text with its accents, of which about ``words`` are
    read (0: all).  ``modernize``: rules that replace old spellings with those of today
    (:meth:`~majuscule.learn.modernizing.Modernizer.read`).  ``distinct``: leave out repeated lines,
    and lines in another language.  ``card``: the model's card, with its language.  ``checkpoint``:
    a file that keeps the state of a network's training, which resumes from it.

    Raises :class:`~majuscule.errors.TrainingError` for text without accents.
    """
    kind = versioned(AccentRestorer.kinds, kind, "accent restorer")
    card, target = card or Card(), model_output(output)
    declared = [read_source(one) if isinstance(one, str) else one for one in sources]
    neural = kind == AccentRestorer.kinds[1]
    given = {**({"checkpoint": str(checkpoint or "")} if neural else {}), **(options or {})}
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
        distinct=distinct,
        declared=[one for one in declared if one not in elsewhere],
    )
    chosen = read_options(NeuralAccentOptions if neural else AccentOptions, given)
    restorer = learn_accents(text, card.language, chosen, report)
    if target is not None:
        corpora_used = (*text.sources, *(one.source for one in elsewhere))
        card.write(restorer, target, corpora_used)
        if isinstance(chosen, NeuralAccentOptions) and chosen.checkpoint:
            Path(chosen.checkpoint).unlink(missing_ok=True)
    return restorer


def learn_accents(
    text: TrainingText, language: str, chosen: AccentOptions, report: Progress
) -> AccentRestorer:
    """Return an accent restorer trained on a text."""
    listed = None
    if chosen.listed or chosen.today or chosen.english:
        listed = ListedWords.read(language, chosen.listed, chosen.english)
    of_text: Counter[str] = Counter()
    for number, (passage, written) in enumerate(stripped(text)):
        report(f"reading accents: {number + 1:,} batches", 0.0)
        of_text.update(words_of(passage, written))
    counts = _counts(of_text, listed, chosen)
    known = {word: _frequent(forms, chosen) for word, forms in counts.items()}
    letters = sorted(
        {m for word, forms in known.items() for one in forms for m in _accented(word, one)}
    )
    if not letters:
        raise TrainingError("the text has no accented letter, so there is nothing to learn")
    foreign = _foreign(chosen, language) if chosen.elsewhere else []
    foreign += listed.english if listed is not None else ()
    report("accents letter by letter", 0.0)
    variants = variants_of(letters, chosen.harmony)
    held_out = {word for at, word in enumerate(sorted(known)) if at % 8 == 0}
    examples = letter_examples({w: f for w, f in known.items() if w not in held_out}, variants)
    speller = Speller(_packed(examples, letter_spec(), chosen.letter_slots, chosen), variants)
    rare = {word: known[word][0] for word in held_out if counts[word].total() <= 2}
    speller = with_bias(speller, rare)
    report("accents in context", 0.0)
    listing = _listing(known, counts, foreign, chosen)
    forms, rows = _forms(_needed(listing, letters, speller, counts, chosen), letters)
    ranks = {form: rank for own in rows.values() for rank, form in enumerate(own)}
    if listed is not None and chosen.today:
        forms = forms.with_biases(listed.today(rows, of_text, chosen.today))
    if isinstance(chosen, NeuralAccentOptions):
        context: Context = learn_context(text, forms, ranks, chosen, report)
        trained_with = chosen.model_options()
    else:
        spec = word_spec() if chosen.harmony else word_spec(COMMON)
        groups = _groups(rows)
        examples = in_context(text, listed, forms, groups, ranks)
        context = LinearContext(_packed(examples, spec, chosen.slots, chosen), groups, len(rows))
        trained_with = asdict(chosen)
    trained_with = {k: v for k, v in trained_with.items() if k not in FILES_OF_TEXT}
    arrays = AccentArrays(forms, speller.weights, variants, respelt_words(counts, language))
    restorer = AccentRestorer(arrays, context, language, speller.bias, trained_with)
    if chosen.fitted_on:
        report("fitting the forms", 0.0)
        in_domain = CorpusText(chosen.fitted_on, keep="all", language=language)
        forms = _fitted(restorer, in_domain, ranks)
        restorer = replace(restorer, arrays_=replace(arrays, forms=forms))
    return restorer


def _counts(
    of_text: Counter[str], listed: ListedWords | None, chosen: AccentOptions
) -> dict[str, Counter[str]]:
    """Return the counts of forms, in the text and among the listed words, by plain word."""
    seen = of_text.copy()
    for passage, written in lines_of(listed):
        seen.update(words_of(passage, written))
    counts: dict[str, Counter[str]] = {}
    bare = decode(plain(encode("\n".join(seen)))).split("\n")
    for word, (form, times) in zip(bare, seen.items(), strict=True):
        if form in chosen.old or (listed is not None and not listed.fits(word, form)):
            continue
        name = listed is not None and of_text[form] < 2 and listed.is_foreign(word, form)
        counts.setdefault(word, Counter())[word if name else form] += times
    return counts


def _fitted(
    restorer: AccentRestorer, text: TrainingText, ranks: Mapping[str, int]
) -> AccentedForms:
    """Return the forms of a restorer, fitted to a text."""
    forms = restorer.arrays_.forms
    rows: list[I64] = []
    scores: list[I32] = []
    right: list[I64] = []
    for passage, numbers, at, own in ambiguous(stripped(text), forms, ranks):
        rows.append(numbers[at].astype(np.int64) - FIRST)
        scores.append(restorer.scores(passage, numbers, at))
        right.append(own)
    return fitted(forms, np.concatenate(rows), np.concatenate(scores), np.concatenate(right))


def _foreign(chosen: AccentOptions, language: str) -> list[str]:
    """Return the most frequent plain words of the text ``elsewhere``."""
    text = CorpusText(chosen.elsewhere, keep="all", language=language)
    seen: Counter[str] = Counter()
    for passage, written in stripped(text):
        seen.update(words_of(passage, written))
    frequent = [word for word, _ in seen.most_common(2 * chosen.elsewhere_words)]
    bare = decode(plain(encode("\n".join(frequent)))).split("\n")
    plain_ones = [word for word, other in zip(frequent, bare, strict=True) if word == other]
    return plain_ones[: chosen.elsewhere_words]


def _frequent(forms: Counter[str], chosen: AccentOptions) -> list[str]:
    """Return the forms of a word, most frequent first, without rare ones."""
    ranked = sorted(forms.items(), key=lambda one: (-one[1], one[0]))[:MOST]
    least = max(chosen.rare * forms.total(), ranked[0][1] / 500)
    return [form for form, times in ranked if times >= least]


def _accented(word: str, form: str) -> set[str]:
    """Return the accented letters of a form."""
    return {letter for letter, base in zip(form, word, strict=True) if letter != base}


def _listing(
    known: Mapping[str, list[str]],
    counts: Mapping[str, Counter[str]],
    foreign: Sequence[str],
    chosen: AccentOptions,
) -> dict[str, list[str]]:
    """Return the forms of the words that are frequent enough, most frequent words first.

    ``foreign``: words that are plain unless the text has them.
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
    """Return a listing without the rare words that the speller gets right.

    These are most words of a language: without them the table is half as large or less.
    """
    rare = [word for word in list(listing)[chosen.common :] if len(listing[word]) == 1]
    if chosen.compounds:
        # Short words of the language stay, as halves of compounds.
        rare = [word for word in rare if len(word) >= LONG or word not in own]
        speller = replace(speller, parts=_forms(_without(listing, set(rare)), letters)[0])
    spelt = zip(rare, speller.spelt(rare), strict=True)
    return _without(listing, {word for word, form in spelt if [form] == listing[word]})


def _without(listing: Mapping[str, list[str]], words: Collection[str]) -> dict[str, list[str]]:
    return {word: forms for word, forms in listing.items() if word not in words}


def _forms(
    listing: Mapping[str, list[str]], letters: list[str]
) -> tuple[AccentedForms, dict[str, list[str]]]:
    """Return the forms of a listing, and by word, in the order of rows, those not only plain."""
    numbers: dict[str, int] = {}
    sizes: list[int] = []
    edits: list[int] = []
    rows: dict[str, list[str]] = {}
    for word, forms in listing.items():
        if forms == [word]:
            numbers[word] = PLAIN
            continue
        numbers[word] = FIRST + len(rows)
        rows[word] = forms
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
        np.array([ord(letter) for letter in letters], np.uint32),
    ), rows


def _groups(rows: Mapping[str, list[str]]) -> U16:
    """Return the numbers of words with the same choice of endings, from 1, in order of ``rows``."""
    groups: dict[tuple[str, ...], int] = {}
    for forms in rows.values():
        groups.setdefault(tuple(form[-2:] for form in forms), len(groups) + 1)
    numbers = [groups[tuple(form[-2:] for form in forms)] for forms in rows.values()]
    return np.minimum(np.array(numbers, np.int64), 0xFFFF).astype(np.uint16)


def _packed(text: Examples, spec: Spec, slots: int, chosen: AccentOptions) -> PackedWeights:
    """Count features, learn their weights, pack them, and fine-tune."""
    index = count_features(text, spec, chosen.least, by_sorting=True)
    run = TrainingOptions(epochs=chosen.epochs, margin=20, shrinking=False, seed=chosen.seed)
    state = train(text, spec, index, run)
    groups = find_groups(text, spec, index)
    room = max(spec.groups * 8, min(slots, 2 * index.size))
    seed, vectors = chosen.seed, chosen.vectors
    given = index.keys, groups, state.averaged(), spec, room
    packed = pack(*given, seed=seed, vectors=vectors)
    used, start = packed.weights()
    after = replace(run, epochs=1, seed=seed + 1)
    return repack(used, train(text, spec, used, after, start=start).averaged(), vectors=vectors)
