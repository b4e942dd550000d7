"""Training of the character tagger: cross-fitted lattices, then a chain over the whole text.

Each document is read by a lattice that was not trained on it, as new text will be, and twice: with
its words separated, as in the corpora, and as running text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from majuscule.arrays import U8
from majuscule.entities.chinese.characters import CharacterTagger, character_spec
from majuscule.entities.chinese.columns import AtomColumns, read_columns
from majuscule.entities.chinese.dictionary import Dictionary
from majuscule.entities.chinese.patterns import LABELS as PATTERN_LABELS
from majuscule.entities.chinese.tagger import ChineseTagger
from majuscule.entities.chinese.training import train_chinese
from majuscule.entities.interface import LISTED, Corpus, Training, trainer
from majuscule.entities.linear.passages import Constants
from majuscule.entities.linear.training import EntityText
from majuscule.errors import TrainingError, UsageError
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.schemes import Scheme
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.packing import FILL, pack
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.tagging.training.counting import count_features, find_groups
from majuscule.tagging.training.likelihood import UNITS, LikelihoodOptions, fit_likelihood

LIGHT = 0.01 * UNITS
"""Features that move no tag by a hundredth of log odds are dropped: they are the great majority."""


@dataclass(frozen=True)
class CharacterOptions:
    """How the tagger is trained; chosen by cross-validation on its training text."""

    iterations: int = 60  # passes over the text, at most
    sizes: float = 0.1  # penalty on the sizes of the weights
    squares: float = 0.1  # penalty on their squares
    least: int = 3  # features seen fewer times get no weight; each text counts twice
    slots: int = 400_000  # most features that are kept
    folds: int = 5  # parts for cross-fitting the lattice
    dictionary: str = ""  # file of words with counts and classes, or "jieba": of that package
    lattice: dict[str, Any] = field(default_factory=dict)  # options of the lattice
    seed: int = 1

    def __post_init__(self) -> None:
        if self.folds < 2:
            raise UsageError(f"folds is {self.folds}; it must be 2 or more")


@trainer(CharacterOptions, by_rule=PATTERN_LABELS, knows=(LISTED,))
def train_characters(given: Training[CharacterOptions]) -> CharacterTagger:
    """Return a tagger of names over characters, with the lattice that it is based on."""
    chosen = given.options
    names = tuple(label for label in given.labels if label not in PATTERN_LABELS)
    scheme = Scheme("bio2", names)
    dictionary = Dictionary.read(chosen.dictionary) if chosen.dictionary else Dictionary.none()
    parts = []
    for fold in range(chosen.folds):
        given.report(f"cross-fitting {fold + 1} of {chosen.folds}", fold / chosen.folds)
        halves = [corpus.split_documents(fold, chosen.folds) for corpus in given.corpora]
        lattice = _lattice(given, [rest for rest, _ in halves])
        for _, corpus in halves:
            for document in corpus.documents:
                for text in (document, running(document)):
                    read = read_columns(text.text, lattice, dictionary)
                    if read.lines:
                        parts += [(read, gold_tags(read, text, scheme))] * corpus.repeat
    if not parts:
        raise TrainingError("the training text is empty")
    linear = _fit(_joined(parts, chosen.seed), character_spec(scheme), scheme, given)
    constants = Constants(1 / (UNITS * linear.packed.scale), 0)
    lattice = _lattice(given, given.corpora)
    return CharacterTagger(lattice, dictionary, linear, scheme, constants, asdict(chosen))


def _fit(
    text: EntityText, spec: Spec, scheme: Scheme, given: Training[CharacterOptions]
) -> LinearTagger:
    """Return the fitted chain with packed weights."""
    chosen = given.options
    given.report("counting features", 0.0)
    index = count_features(text, spec, chosen.least, threads=1)
    if not index.size:
        raise TrainingError(f"no feature occurs {chosen.least} times; lower 'least' or add text")
    how = LikelihoodOptions(chosen.iterations, chosen.sizes, chosen.squares)
    open_ = np.concatenate([scheme.follows, scheme.begins[None]])
    weights = fit_likelihood(text, spec, index, open_, how, given.report)
    given.report("packing", 0.0)
    weights[np.abs(weights).max(axis=1) < LIGHT] = 0
    groups = find_groups(text, spec, index, threads=1)
    needed = int(np.count_nonzero(np.abs(weights).max(axis=1)) / FILL)
    slots = min(chosen.slots, needed) + 8 * spec.groups
    packed = pack(index.keys, groups, weights, spec, slots)
    return LinearTagger(spec, packed, np.zeros(spec.tags, np.int32))


def _lattice(given: Training[CharacterOptions], corpora: Sequence[Corpus]) -> ChineseTagger:
    repairs = given.repairs if corpora is given.corpora else None
    options = given.options.lattice
    return train_chinese(corpora, given.labels, given.knowledge, options, repairs=repairs)


def running(document: AnnotatedText) -> AnnotatedText:
    """Return a document as running text: without spaces, but for those between Latin letters or
    digits."""
    text, places = document.text, []
    kept: list[str] = []
    for at, character in enumerate(document.text):
        places.append(len(kept))
        beside = text[max(0, at - 1)] + text[min(at + 1, len(text) - 1)]
        if character != " " or (beside.isascii() and beside.isalnum()):
            kept.append(character)
    mentions = tuple(
        replace(one, start=places[one.start], end=places[one.end - 1] + 1)
        for one in document.mentions
    )
    return replace(document, text="".join(kept), mentions=mentions)


def gold_tags(read: AtomColumns, document: AnnotatedText, scheme: Scheme) -> U8:
    """Return the tag of each padded atom; an atom that a mention covers in part belongs to it."""
    tags = np.zeros(read.columns.shape[1], np.uint8)
    for line, (begin, _) in zip(read.lines, read.bounds.tolist(), strict=True):
        spans: list[tuple[int, int, str]] = []
        for mention in document.mentions:
            first, stop = line.atoms(mention.start, mention.end)
            if first < stop and (not spans or first >= spans[-1][1]):
                spans.append((first, stop, mention.label))
        tags[begin : begin + len(line)] = scheme.encode(spans, len(line))
    return tags


def _joined(parts: Sequence[tuple[AtomColumns, U8]], seed: int) -> EntityText:
    begins = np.cumsum([0, *(len(tags) for _, tags in parts)])
    columns = np.concatenate([read.columns for read, _ in parts], axis=1)
    tags = np.concatenate([tags for _, tags in parts])
    bounds = np.concatenate(
        [at + read.bounds for at, (read, _) in zip(begins, parts, strict=False)]
    )
    return EntityText(columns, tags, bounds, np.zeros(len(tags), np.float32), seed)
