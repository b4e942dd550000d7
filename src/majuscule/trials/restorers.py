"""Comparison of restorers that are trained on the same text and scored on the same lines.

It reproduces Niu et al. 2004, Tables 1 and 2 and Figure 3, and Lita et al. 2003, Figure 3.  Scores
are of the restorer alone, without case detection and document memory.  The report is made by
:mod:`majuscule.trials.restorer_report`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from majuscule.arrays import I64
from majuscule.errors import UsageError
from majuscule.learn.corpora import CorpusText
from majuscule.measure import case_statistics
from majuscule.models import model_path, read_model
from majuscule.models.card import Card
from majuscule.options import Progress, no_progress
from majuscule.restore.kinds import trainer, versioned
from majuscule.restore.truecaser import truecaser_of
from majuscule.text.characters.codepoints import recase
from majuscule.trials.cells import Cells, digest_files
from majuscule.trials.texts import (
    CONDITIONS,
    GoldText,
    restore_document,
    restore_lines,
    token_statistics,
)
from majuscule.trials.workers import in_own_process, peak_memory

VERSION = 2
"""Part of the cells' keys: raised when training, scoring or measuring changes its results."""

NOTHING = "all lower case"
"""Name of the baseline that leaves everything in lower case (Niu et al., Table 2)."""


@dataclass(frozen=True)
class Contender:
    """A restorer to compare: a kind to train, or the file of a trained model.

    ``words``: a limit of its training words, for kinds that train slowly (0: as all others).
    """

    name: str
    kind: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    model: Path | None = None
    words: int = 0

    @property
    def lexicon(self) -> str:
        """The lexicon file among its options, or an empty text."""
        return str(self.options.get("lexicon_file", ""))

    def within(self, words: int) -> int:
        """Return its training words if others have ``words`` of them (0: all)."""
        return min(words or self.words, self.words) if self.words else words


@dataclass(frozen=True)
class Comparison:
    """The measurements of a comparison.

    ``statistics``: rows of ``CaseMetric`` by contender, text and condition; ``tokens``: rows of
    ``AgreementMetric``, likewise; ``growth``: rows of ``CaseMetric`` for the first text in lower
    case by contender and training words (one point, from the card, for trained models);
    ``trained`` and ``speeds``: seconds, bytes, words per second, by contender; ``models``: digests.
    """

    contenders: tuple[Contender, ...]
    texts: tuple[GoldText, ...]
    words: int
    statistics: dict[tuple[str, str, str], I64] = field(default_factory=dict)
    tokens: dict[tuple[str, str, str], I64] = field(default_factory=dict)
    growth: dict[str, dict[int, I64]] = field(default_factory=dict)
    trained: dict[str, dict[str, float]] = field(default_factory=dict)
    speeds: dict[str, dict[str, float]] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)


def compare_restorers(
    contenders: Sequence[Contender],
    training: CorpusText,
    texts: Sequence[GoldText],
    folder: Path,
    *,
    sizes: Sequence[int] = (),
    report: Progress = no_progress,
) -> Comparison:
    """Train and score all contenders; finished cells in ``folder`` are reused.

    The tables are of training on ``training.words`` words; ``sizes`` are the other points of the
    growth curve.  Trained models, and contenders with a lexicon, have no curve.
    """
    _check(contenders, texts)
    runner = _Runner(Cells.of(folder), training, report)
    to_train = [one for one in contenders if one.model is None and not one.lexicon]
    curve = sorted({*sizes, training.words, *(one.words for one in to_train)} - {0})
    curve = curve if sizes else []
    steps = len(to_train) * len(curve) + len(contenders) * (2 + len(texts) * len(CONDITIONS))
    runner.steps = max(1, steps)
    result = Comparison(tuple(contenders), tuple(texts), training.words)
    result.growth.update({one.name: {} for one in to_train if curve})
    # Small sizes first, so that errors show early.
    for words in curve:
        for one in to_train:
            if one.within(words) != words:
                continue
            model, _ = runner.train(one, words)
            result.growth[one.name][words], _ = runner.score(model, one.name, texts[0], "lower")
    for one in contenders:
        if one.model:
            model, cost = one.model, {"size": float(one.model.stat().st_size)}
        else:
            model, cost = runner.train(one, one.within(training.words))
        result.trained[one.name], result.models[one.name] = cost, runner.digest(model)
        for text in texts:
            for condition in CONDITIONS:
                cell = one.name, text.name, condition
                counts = runner.score(model, one.name, text, condition)
                result.statistics[cell], result.tokens[cell] = counts
        result.speeds[one.name] = runner.speed(model, one.name, texts[0])
        size = read_model(model).header.words if one.model else 0
        if curve and size:
            result.growth[one.name] = {size: result.statistics[one.name, texts[0].name, "lower"]}
    for text in texts:
        lines = [recase(line, "lower") for line in text.lines]
        result.statistics[NOTHING, text.name, "lower"] = case_statistics(text.lines, lines)
    return result


class _Runner:
    def __init__(self, cells: Cells, training: CorpusText, report: Progress) -> None:
        self._cells = cells
        self._training = training
        self._report = report
        self._digests: dict[Path, str] = {}
        self._files = digest_files(map(Path, training.files))
        self.steps = 1
        self._done = 0

    def train(self, one: Contender, words: int) -> tuple[Path, dict[str, float]]:
        """Return the model of a contender, trained if it is missing, and the cost of training."""
        self._say(f"comparison: training {one.name} on {words or 'all'} words")
        key = {
            "kind": versioned(one.kind),
            # A lexicon counts by its content, not by its path.
            "options": {k: v for k, v in one.options.items() if k != "lexicon_file"},
            "words": words,
            "files": self._files,
            "titles": self._training.titles,
            "keep": self._training.keep,
            "encoding": [self._training.encoding, self._training.errors],
            "lexicon": self.digest(model_path(one.lexicon)) if one.lexicon else "",
            "version": VERSION,
        }
        path = self._cells.path(key, ".model")
        if not path.exists():
            self._cells.path(key).unlink(missing_ok=True)
        text = replace(self._training, words=words)
        return path, self._numbers(key, train_model, text, key["kind"], dict(one.options), path)

    def score(self, model: Path, name: str, text: GoldText, condition: str) -> tuple[I64, I64]:
        """Return the statistics of a model on a text: of words, and of tokens."""
        self._say(f"comparison: scoring {name} on {text.name}, {condition}")

        def make() -> dict[str, I64]:
            restorer = truecaser_of(read_model(model)).restorer
            lines = restore_lines(restorer, text, condition)
            words = case_statistics(text.lines, lines, name=name)
            return {"words": words, "tokens": token_statistics(text, lines)}

        key = {"model": self.digest(model), "text": text.digest, "condition": condition}
        values = self._cells.filled(
            {**key, "documents": len(set(text.documents)), "version": VERSION}, make
        )
        return values["words"], values["tokens"]

    def speed(self, model: Path, name: str, text: GoldText) -> dict[str, float]:
        self._say(f"comparison: measuring the speed of {name}")
        key = {"speed of": self.digest(model), "text": text.digest, "version": VERSION}
        return self._numbers(key, measure_speed, model, text)

    def _numbers(
        self, key: Mapping[str, Any], work: Callable[..., dict[str, float]], *arguments: Any
    ) -> dict[str, float]:
        """Return the numbers of a cell, which a process of its own computes."""
        values = self._cells.filled(key, lambda: in_own_process(work, *arguments))
        return {name: float(value) for name, value in values.items()}

    def digest(self, model: Path) -> str:
        if model not in self._digests:
            self._digests[model] = read_model(model).digest
        return self._digests[model]

    def _say(self, what: str) -> None:
        self._report(what, min(1.0, self._done / self.steps))
        self._done += 1


def _check(contenders: Sequence[Contender], texts: Sequence[GoldText]) -> None:
    if not contenders or not texts:
        raise UsageError("a comparison needs at least one restorer and one text to score on")
    for one in contenders:
        if one.model is None:  # raises for an unknown kind, before anything is trained
            trainer(one.kind)
    for what, names in (
        ("restorers", [one.name for one in contenders] + [NOTHING]),
        ("texts", [one.name for one in texts]),
    ):
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise UsageError(f"two {what} are called {repeated!r}; give each its own name")


def train_model(
    text: CorpusText, kind: str, options: Mapping[str, Any], path: Path
) -> dict[str, float]:
    """Train a restorer and write its model; return processor seconds, peak memory, bytes."""
    begun = time.process_time()
    restorer = trainer(kind)(text, options)
    seconds = time.process_time() - begun
    Card().write(restorer, path)
    return {"seconds": seconds, "memory": peak_memory(), "size": path.stat().st_size}


def measure_speed(path: Path, gold: GoldText, rounds: int = 3) -> dict[str, float]:
    """Return words per second (the best round), loading seconds and peak memory in bytes.

    Times are processor times of one thread, which other work on the machine disturbs little.
    """
    begun = time.process_time()
    restorer = truecaser_of(read_model(path)).restorer
    documents = gold.by_document()
    restore_document(restorer, documents[0], "lower")
    loading = time.process_time() - begun
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        for document in documents:
            restore_document(restorer, document, "lower")
        best = min(best, time.process_time() - begun)
    return {"speed": gold.words / best, "loading": loading, "memory": peak_memory()}
