"""What ``majuscule entities teach`` does: train both taggers, select tokens, train anew, report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.entities.annotated import Repairs
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, read_order
from majuscule.entities.interface import Knowledge
from majuscule.entities.linear.training import complete_corpora
from majuscule.entities.lists.names import read_name_lists
from majuscule.entities.maxent.teaching import Class, select, teach, train_both
from majuscule.entities.maxent.training import MaxEntOptions, collect_view, read_labelled
from majuscule.entities.mentions import LabelSet
from majuscule.entities.schemes import Scheme
from majuscule.entities.training import corpus_sources
from majuscule.models import write_model
from majuscule.models.card import Card
from majuscule.reading import read_documents
from majuscule.trials.teaching import run_curve, write_report
from majuscule.words.learning import no_words


@dataclass(frozen=True)
class Lesson:
    """Files and amounts: ``labelled_words`` and ``words`` (0: all) of labelled and unlabelled text,
    ``tokens`` selected (None: all), ``seed`` of the order in which unlabelled documents come."""

    labelled: tuple[str, ...]
    unlabelled: tuple[str, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    format: str | None = None
    labelled_words: int = 0
    words: int = 0
    tokens: int | None = None
    seed: int = 1


def teach_model(
    lesson: Lesson,
    output: Path | None,
    card: Card,
    *,
    options: Mapping[str, Any],
    dev: Sequence[str] = (),
    base: Path | None = None,
    report: Callable[[str, float], None],
) -> tuple[str, Repairs]:
    """Teach, write the taught model and, with ``base``, the report; return what was done."""
    repairs = Repairs()
    labels = LabelSet(lesson.labels).labels
    knowledge = Knowledge(no_words(), read_name_lists(Path(name) for name in lesson.names))
    corpora = read_corpora(lesson.labelled, labels, format=lesson.format, repairs=repairs)
    if lesson.labelled_words:
        share = lesson.labelled_words // len(corpora)
        corpora = [first_words(corpus, share) for corpus in corpora]
    order = read_order(MaxEntOptions, options, corpora, labels, report)
    chosen, full = order.options, complete_corpora(order, knowledge)
    text = read_labelled(full, Scheme("bceu", labels), chosen.grouped, repairs)
    pair = train_both(text, collect_view(text, knowledge.names, chosen), chosen, report)
    report("selecting tokens", 0.0)
    texts = list(unlabelled_texts(lesson.unlabelled, lesson.words, lesson.seed))
    selection = select(pair.mixed, pair.upper, texts, lesson.tokens)
    done = f"{len(selection):,} of {int(selection.read[-1]):,} tokens selected"
    if base is not None:
        data = read_corpora(dev, labels, format=lesson.format)
        curve = run_curve(pair, selection, data, tell=report)
        facts = _facts(lesson, pair, len(texts), card)
        write_report(curve, base.parent, facts, base.name)
    if output is not None:
        report(f"teaching with {len(selection):,} tokens", 0.0)
        tagger = teach(pair, selection, tell=report)
        sources = (
            *corpus_sources(lesson.labelled, corpora),
            *corpus_sources(lesson.unlabelled),
        )
        names = {"names": [Path(name).name for name in lesson.names]}
        header = card.header(tagger.kind, output, tagger.options(), sources, names)
        write_model(output, header, tagger.arrays())
    return done, repairs


def first_words(corpus: Corpus, words: int) -> Corpus:
    """Return the first documents of a corpus that have so many words together."""
    sizes = np.cumsum([len(document.text.split()) for document in corpus.documents])
    kept = int(np.searchsorted(sizes, words)) + 1
    return replace(corpus, documents=corpus.documents[:kept])


def unlabelled_texts(names: Sequence[str], words: int, seed: int) -> Iterator[str]:
    """Yield documents in a random order, title first, until they have so many words (0: all)."""
    documents = list(read_documents(list(names)))
    seen = 0
    for number in np.random.default_rng(seed).permutation(len(documents)).tolist():
        document = documents[number]
        text = "\n".join(
            (document.title, *document.paragraphs) if document.title else document.paragraphs
        )
        yield text
        seen += len(text.split())
        if words and seen >= words:
            return


def _facts(lesson: Lesson, pair: Class, documents: int, card: Card) -> dict[str, Any]:
    stems = ", ".join(Path(name).name for name in lesson.labelled)
    options = pair.options
    return {
        "title": card.description or "Teaching an upper-case tagger",
        "labelled text": f"{stems}, {len(pair.tags):,} tokens",
        "unlabelled text": f"{', '.join(Path(name).name for name in lesson.unlabelled)}, "
        f"{documents:,} documents",
        "features": f"{len(pair.mixed.model.keys):,} with case, {len(pair.upper.model.keys):,} "
        f"without (cut-off {options.cutoff}, prior {options.prior}); iterations "
        f"{pair.mixed.trained_with['done']} and {pair.upper.trained_with['done']}",
        "command": f"`{card.command}`",
    }
