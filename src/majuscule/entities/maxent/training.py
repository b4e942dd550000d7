"""Training of the maximum-entropy taggers, from annotated text to weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

import numpy as np

from majuscule.arrays import F64, U8
from majuscule.entities.interface import Corpus, Training, trainer
from majuscule.entities.linear.training import complete_corpora
from majuscule.entities.maxent.lexicon import read_lexicon
from majuscule.entities.maxent.lists import Lists, collect_prefixes, collect_suffixes
from majuscule.entities.maxent.loglinear import HashedRows, LogLinear, fit, stack
from majuscule.entities.maxent.readings import TXT, ZONES, Hashes, ReadTexts, read_texts
from majuscule.entities.maxent.tagger import FeatureSettings, LogLinearTagger, MaxEntTagger
from majuscule.errors import CorpusError, TrainingError, UsageError
from majuscule.options import Progress
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs, join
from majuscule.reading.annotations.schemes import Scheme
from majuscule.reading.annotations.spans import to_tokens
from majuscule.text import APART
from majuscule.text.batches import batches
from majuscule.text.keys import Keys
from majuscule.words.gazetteers.names import NameLists
from majuscule.words.wordnet import WORDNET

Tagger = TypeVar("Tagger", bound=LogLinearTagger)

BATCH = 10_000_000
"""Characters that are read at once."""


@dataclass(frozen=True)
class MaxEntOptions:
    """How the tagger is trained.  The defaults are set by hand, not tuned."""

    case: bool = True  # the features of the mixed-case tagger; without, of the upper-case one
    cutoff: int = 3  # features seen fewer times are left out
    prior: float = 1.0  # variance of the Gaussian prior on weights; larger trusts the text more
    optimiser: str = "lbfgs"  # or gis, generalised iterative scaling as in the paper, without prior
    iterations: int = 200  # of the optimiser, at most
    tolerance: float = 1e-5  # of the gradient of the mean log loss, where training stops
    grouped: int = 1  # sentences of no known document that are taken for one
    least: int = 5  # different neighbours that a corporate suffix or a person prefix has
    share: float = 0.3  # of a suffix' or prefix' occurrences, how many must be such
    wordnet: str = str(WORDNET)  # folder of WordNet; empty for no out-of-vocabulary feature

    def __post_init__(self) -> None:
        if self.optimiser not in ("lbfgs", "gis"):
            raise UsageError(f"optimiser is {self.optimiser!r}; it may be lbfgs or gis")


@dataclass(frozen=True)
class LabelledReadings:
    """Training text as readings, with the tag of each token."""

    readings: tuple[ReadTexts, ...]
    tags: tuple[U8, ...]
    scheme: Scheme

    @property
    def all_tags(self) -> U8:
        return np.concatenate(self.tags)


def read_labelled(
    corpora: Sequence[Corpus], scheme: Scheme, grouped: int = 1, repairs: Repairs | None = None
) -> LabelledReadings:
    """Return corpora as readings with tags."""
    readings, tags = [], []
    for corpus in corpora:
        documents = group_sentences(corpus.documents, grouped)
        for batch in batches(documents, BATCH, AnnotatedText.size):
            reading = read_texts([document.text for document in batch])
            spans = to_tokens(join(batch, APART).mentions, reading.passage, repairs)
            for _ in range(corpus.repeat):
                readings.append(reading)
                tags.append(scheme.encode(spans, len(reading)))
    if not any(len(reading) for reading in readings):
        raise TrainingError("the training text is empty")
    return LabelledReadings(tuple(readings), tuple(tags), scheme)


def group_sentences(documents: Sequence[AnnotatedText], grouped: int) -> list[AnnotatedText]:
    """Return documents, ``grouped`` consecutive single-line ones joined into one document.

    >>> texts = [AnnotatedText("One ."), AnnotatedText("Two ."), AnnotatedText("Three .")]
    >>> [text.text for text in group_sentences(texts, 2)]
    ['One .\\nTwo .', 'Three .']
    """
    if grouped <= 1:
        return list(documents)
    done: list[AnnotatedText] = []
    group: list[AnnotatedText] = []
    for document in documents:
        if "\n" in document.text:
            done.append(document)
            continue
        group.append(document)
        if len(group) == grouped:
            done.append(join(group))
            group = []
    return done + ([join(group)] if group else [])


def collect_view(
    text: LabelledReadings, names: NameLists, chosen: MaxEntOptions, lexicon: Keys
) -> FeatureSettings:
    """Return the lists and zones of training text: see :mod:`majuscule.entities.maxent.lists`.

    Rare zones teach nothing about case in them, and will be treated as running text.
    """
    suffixes: list[Hashes] = []
    prefixes: list[Hashes] = []
    zones = np.zeros(len(ZONES), np.int64)
    for reading, tags in zip(text.readings, text.tags, strict=True):
        spans = text.scheme.decode(tags)
        suffixes.append(collect_suffixes(reading, spans, chosen.least, chosen.share))
        prefixes.append(collect_prefixes(reading, spans, chosen.least, chosen.share))
        zones += np.bincount(reading.zones, minlength=len(ZONES))
    frequent = np.flatnonzero(zones >= max(1, int(zones.sum()) // 100))
    known = tuple(sorted({TXT, *frequent.tolist()}))
    lists = Lists(
        lexicon, np.unique(np.concatenate(suffixes)), np.unique(np.concatenate(prefixes)), names
    )
    return FeatureSettings(chosen.case, known, lists)


def features_in(text: LabelledReadings, view: FeatureSettings) -> HashedRows:
    """Return the features of each token of training text."""
    return stack(map(view.features, text.readings))


def prepare(
    given: Training[MaxEntOptions], scheme: str, grouped: int
) -> tuple[LabelledReadings, FeatureSettings]:
    """Return the training text, completed by the linear tagger, with its lists and zones."""
    try:
        lexicon = read_lexicon(given.options.wordnet)
    except CorpusError as error:  # before the slow steps
        raise UsageError(f"{error}; --option wordnet= trains without it") from error
    full = complete_corpora(given)
    given.report("reading", 0.0)
    text = read_labelled(full, Scheme(scheme, given.labels), grouped, given.repairs)
    return text, collect_view(text, given.knowledge.names, given.options, lexicon)


@trainer(MaxEntOptions)
def train_maxent(given: Training[MaxEntOptions]) -> MaxEntTagger:
    """Return a maximum-entropy tagger; of the prior knowledge it uses the name lists."""
    text, view = prepare(given, "bceu", given.options.grouped)
    return fit_maxent(text, view, given.options, given.report)


def fit_maxent(
    text: LabelledReadings, view: FeatureSettings, chosen: MaxEntOptions, report: Progress
) -> MaxEntTagger:
    """Return the tagger trained on some text, with some lists."""
    report("counting features", 0.0)
    hashed = features_in(text, view)
    return fit_tagger(MaxEntTagger, text.scheme, view, hashed, text.all_tags, chosen, report)


def fit_tagger(
    of: type[Tagger],
    scheme: Scheme,
    view: FeatureSettings,
    hashed: HashedRows,
    tags: U8,
    chosen: MaxEntOptions,
    report: Progress,
    *,
    token_weights: F64 | None = None,
    start: LogLinear | None = None,
) -> Tagger:
    """Return a tagger with the features that are frequent enough, fitted as the options say."""
    keys = hashed.frequent(chosen.cutoff)
    if not len(keys):
        raise TrainingError(
            f"no feature occurs {chosen.cutoff} times, for lack of text; lower 'cutoff' or add text"
        )
    report(f"fitting {len(keys):,} features", 0.0)
    model, done = fit(
        hashed,
        tags,
        keys,
        len(scheme.tags),
        prior=chosen.prior,
        iterations=chosen.iterations,
        tolerance=chosen.tolerance,
        optimiser=chosen.optimiser,
        token_weights=token_weights,
        start=start,
    )
    return of(scheme, {**asdict(chosen), "done": done}, model, view)
