"""Training of the taggers that ``benchmarks.entities`` compares, all on the same text.

As for the shipped tagger, patterns mark numeric mentions (dates, money, ...) where a corpus does
not.  A model's file name holds a digest of its training data and options, so none is trained twice.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks import entity_rivals, entity_spacy
from benchmarks.environment import PROFILE
from benchmarks.report import NAMES
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, EntityTagger, Knowledge
from majuscule.entities.kinds import load_entities, trainer
from majuscule.entities.linear.completion import mark_expressions
from majuscule.entities.maxent.tagger import MaxEntTagger
from majuscule.entities.maxent.teaching import Pair, select, teach
from majuscule.entities.maxent.training import MaxEntOptions, features_in, read_labelled
from majuscule.errors import MajusculeError
from majuscule.files import atomic_write_text
from majuscule.models.card import Card
from majuscule.reading import find_files
from majuscule.reading.annotations.mentions import MUC
from majuscule.trials.teaching import unlabelled_texts
from majuscule.words.gazetteers.names import read_name_lists
from majuscule.words.learning import words_of_model

LARGEST = "gmb.tsv"
CRFSUITE, SPACY, TAUGHT = "crfsuite", "spacy", "taught"
"""Kinds that majuscule lacks: the rivals, and the upper-case tagger taught by the mixed-case
one."""

RIVALS = {CRFSUITE: entity_rivals, SPACY: entity_spacy}
LOADED: Mapping[str, Callable[[Path], entity_rivals.RivalTagger]] = {
    CRFSUITE: entity_rivals.CRFsuite,
    SPACY: entity_spacy.Spacy,
}
"""The module that trains each rival, and the class that loads its model."""


def dev_set(name: str, labels: tuple[str, ...] = MUC.labels) -> Corpus:
    (corpus,) = read_corpora([NAMES / "dev" / f"{name}.tsv"], labels, profile=PROFILE)
    return replace(corpus, name=name)


@dataclass(frozen=True)
class Recipe:
    """A kind of tagger to train, with its options."""

    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)


MIXED, UPPER = Recipe("maxent.v1"), Recipe("maxent.v1", {"case": False})
TAUGHT_UPPER = Recipe(TAUGHT, {"iterations": 30})
"""Fewer iterations than untaught: training starts from the untaught tagger's weights."""


@dataclass(frozen=True)
class School:
    """The training text, how much of it is used, and the folder of the models.

    ``share``: use one in so many documents of the largest corpus; ``every``: one in so many of all
    corpora, on top; ``words``: unlabelled words for the taught tagger.
    """

    data: Path
    work: Path
    share: int
    every: int
    words: int

    def model(self, recipe: Recipe, *, training: bool = True) -> tuple[Path, str]:
        """Return the model file, trained if it is missing, and a note on its training text.

        Raises :class:`~majuscule.errors.MajusculeError` where ``training`` is switched off.
        """
        path = self.path(recipe)
        about = path.with_suffix(".json")
        if not (path.exists() and about.exists()):
            if not training:
                raise MajusculeError("it has no model yet, and training is switched off")
            print(f"training {recipe.kind} {dict(recipe.options)}", file=sys.stderr)
            note = self._train(recipe, path)
            with atomic_write_text(about) as out:
                out.write(json.dumps({"learnt from": note}) + "\n")
        return path, str(json.loads(about.read_text("utf-8"))["learnt from"])

    def path(self, recipe: Recipe) -> Path:
        """Return a model's path; the name holds a digest of its training data and options."""
        files = sorted(find_files([str(self._labelled)]), key=str)
        state: list[Any] = [recipe.kind, dict(recipe.options), self.share, self.every]
        state += [hashlib.sha256(Path(str(file)).read_bytes()).hexdigest() for file in files]
        if recipe.kind == TAUGHT:
            state.append(self.words)
        if recipe.kind in RIVALS:
            state.append(RIVALS[recipe.kind].PARAMETERS)
        digest = hashlib.sha256(json.dumps(state).encode()).hexdigest()[:10]
        return self.work / f"{recipe.kind}-{digest}.model"

    @property
    def _labelled(self) -> Path:
        return self.data / "entities" / "en" / "train"

    @cached_property
    def corpora(self) -> list[Corpus]:
        corpora = read_corpora([self._labelled], MUC.labels, profile=PROFILE)
        steps = [self.every * (self.share if one.name == LARGEST else 1) for one in corpora]
        some = [
            replace(one, documents=one.documents[::step])
            for one, step in zip(corpora, steps, strict=True)
        ]
        return mark_expressions(some, MUC.labels)

    @cached_property
    def knowledge(self) -> Knowledge:
        """Return the word classes of the shipped truecaser, and the open name lists."""
        names = read_name_lists(sorted((self.data / "names").glob("*.csv")))
        return Knowledge(words_of_model("en"), names)

    def _train(self, recipe: Recipe, path: Path) -> str:
        size = sum(corpus.words for corpus in self.corpora)
        note = f"{recipe.kind}, {size:,} words"
        if recipe.kind in RIVALS:
            return note + str(RIVALS[recipe.kind].train(self.corpora, MUC.labels, path))
        tagger: EntityTagger
        if recipe.kind == TAUGHT:
            tagger, selected = self._teach(MaxEntOptions(case=False, **recipe.options))
            note = f"{tagger.kind}, {size:,} words and {selected:,} selected tokens of Wikinews"
        else:
            learn = trainer(recipe.kind)
            tagger = learn(self.corpora, MUC.labels, self.knowledge, recipe.options)
        Card().write(tagger, path)
        return note

    def _teach(self, options: MaxEntOptions) -> tuple[MaxEntTagger, int]:
        """Return the upper-case tagger taught by the mixed-case one, and the number of tokens."""
        mixed, upper = (load_entities(self.model(one)[0]) for one in (MIXED, UPPER))
        assert isinstance(mixed, MaxEntTagger)
        assert isinstance(upper, MaxEntTagger)
        text = read_labelled(self.corpora, upper.scheme)
        pair = Pair(mixed, upper, features_in(text, upper.view), text.all_tags, options)
        news = self.data / "truecasing" / "train" / "wikinews.jsonl.xz"
        selection = select(mixed, upper, unlabelled_texts([str(news)], self.words, seed=1))
        return teach(pair, selection), len(selection)
