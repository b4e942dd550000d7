"""What ``majuscule entities`` does with models: train and score."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from majuscule.cli.training import Card
from majuscule.corpus import find_files, read_documents
from majuscule.entities.annotated import Repairs
from majuscule.entities.columns import NO_NAMES, Knowledge
from majuscule.entities.completion import mark_expressions
from majuscule.entities.corpora import read_corpora
from majuscule.entities.evaluation import (
    align_documents,
    evaluate,
    label_table,
    score_mentions,
    summary_table,
)
from majuscule.entities.formats import read_annotated
from majuscule.entities.interface import Corpus
from majuscule.entities.kinds import trainer
from majuscule.entities.labels import LICENCES, LISTS
from majuscule.entities.loading import load_entities
from majuscule.entities.mentions import LabelSet
from majuscule.entities.names import read_name_lists
from majuscule.entities.titles import learn_titles
from majuscule.entities.word_knowledge import learn_words, no_words, words_of_model
from majuscule.errors import CorpusError, UsageError
from majuscule.measure import Report, Resampling, labels_of
from majuscule.models import ModelHeader, Source, model_path, read_model, write_model
from majuscule.restore.training_text import FileText


def train_model(
    names_of_corpora: Sequence[str],
    output: Path,
    card: Card,
    labels: tuple[str, ...],
    *,
    kind: str = "entities.v1",
    format: str | None,
    raw: Sequence[str],
    names: Sequence[str],
    repeats: Mapping[str, Any],
    shares: Mapping[str, Any],
    options: Mapping[str, Any],
    words_of: str | None = None,
    titles: Sequence[str] = (),
    report: Callable[[str, float], None] | None = None,
) -> tuple[ModelHeader, Repairs]:
    """Train, write the model to ``output``, and return its header and what was repaired."""
    repairs = Repairs()
    labels = LabelSet(labels).labels
    corpora = read_corpora(names_of_corpora, labels, format=format, repairs=repairs)
    corpora = _chosen(corpora, repeats, shares)
    corpora = mark_expressions(corpora, labels)
    knowledge = _knowledge(raw, words_of, names, titles, report)
    train = trainer(kind)
    tagger = train(corpora, labels, knowledge, options, report=report, repairs=repairs)
    sources = list(corpus_sources(names_of_corpora, corpora))
    sources += list_sources([*names, *(str(file) for file in find_files(list(titles)))])
    shipped = read_model(model_path(words_of)) if words_of else None
    if words_of and shipped:
        about = "its table of words"
        sources.append(Source(words_of, 0, shipped.header.licence, about, shipped.digest))
    metadata = {
        "raw": [Path(one).name for one in raw],
        "words": f"{words_of} {shipped.digest}" if shipped else "",
        "names": [Path(one).name for one in names],
        "titles": [Path(str(one)).name for one in find_files(list(titles))],
    }
    header = card.header(tagger.kind, output, tagger.options(), tuple(sources), metadata)
    write_model(output, header, tagger.arrays())
    return header, repairs


def _chosen(
    corpora: Sequence[Corpus], repeats: Mapping[str, Any], shares: Mapping[str, Any]
) -> list[Corpus]:
    """Return corpora, some repeated or in part, as the options name them."""
    stems = [corpus.name.split(".")[0] for corpus in corpora]
    for option, chosen in (("--repeat", repeats), ("--share", shares)):
        for name, times in chosen.items():
            if name not in stems or type(times) is not int or times < 1:
                known = ", ".join(stems)
                raise UsageError(f"{option} {name}={times}: give a corpus of {known} and n")
    return [
        replace(
            corpus,
            repeat=repeats.get(stem, 1),
            documents=corpus.documents[:: shares.get(stem, 1)],
        )
        for corpus, stem in zip(corpora, stems, strict=True)
    ]


def _knowledge(
    raw: Sequence[str],
    words_of: str | None,
    names: Sequence[str],
    titles: Sequence[str],
    report: Callable[[str, float], None] | None,
) -> Knowledge:
    """Return what is known of words before training: classes, name lists, titles."""
    if words_of and raw:
        raise UsageError("give --raw or --words, not both")
    words = words_of_model(words_of) if words_of else no_words()
    words = learn_words(FileText.of(raw), report=report) if raw else words
    if titles and report:
        report("reading titles", 0.0)
    return Knowledge(
        words,
        read_name_lists(Path(file) for file in names),
        learn_titles(read_documents(titles), words) if titles else NO_NAMES,
    )


def corpus_sources(names: Sequence[str], corpora: Sequence[Corpus] = ()) -> Iterator[Source]:
    """Yield what the card says of files of text, with the words of ``corpora`` read from them."""
    for number, file in enumerate(find_files(list(names))):
        stem = Path(str(file)).name.split(".")[0]
        licence, origin = LICENCES.get(stem, ("", ""))
        digest = hashlib.sha256(Path(str(file)).read_bytes()).hexdigest()
        texts = corpora[number].documents if corpora else ()
        yield Source(stem, sum(len(one.text.split()) for one in texts), licence, origin, digest)


def list_sources(files: Sequence[str]) -> list[Source]:
    """Return the known lists among some files, each once; they teach no running words."""
    stems = [Path(file).name for file in files]
    return [
        Source(known, 0, *about)
        for known, about in LISTS.items()
        if any(stem.startswith(known) for stem in stems)
    ]


def score_files(
    gold: Sequence[str],
    model: str,
    predicted: str | None,
    *,
    format: str | None,
    resamples: int,
    memory: bool,
    by_label: bool,
) -> str:
    """Return tables of scores as Markdown."""
    resampling = Resampling(resamples) if resamples else None
    rows: list[tuple[str, str, Report]] = []
    labels: dict[str, tuple[str, ...]] = {}
    repairs = Repairs()
    if predicted is not None:
        right = list(read_annotated(gold, format=format, repairs=repairs))
        guess = list(read_annotated([predicted], format=format, repairs=repairs))
        align_documents(right, guess)
        both = [[m.span for m in one.mentions] for one in (*right, *guess)]
        labels[predicted] = labels_of(both)
        found = [document.mentions for document in guess]
        report = score_mentions(right, found, labels[predicted], resampling=resampling)
        rows.append((predicted, "as given", report))
    else:
        tagger, digest = load_entities(model), read_model(model_path(model)).digest
        for corpus in read_corpora(gold, tagger.labels, format=format, repairs=repairs):
            _check_gold(corpus, tagger.labels, repairs)
            labels[corpus.name] = corpus.taught
            reports = evaluate(tagger, corpus, model=digest, memory=memory, resampling=resampling)
            rows += [(corpus.name, condition, report) for condition, report in reports.items()]
    tables = [summary_table(rows)]
    if by_label:
        tables += [
            replace(label_table(report, labels[data]), title=f"{data}, {condition}")
            for data, condition, report in rows
        ]
    text = "\n".join(table.markdown() for table in tables)
    return text + (f"\nRepairs: {repairs}\n" if repairs.counts else "")


def _check_gold(corpus: Corpus, labels: tuple[str, ...], repairs: Repairs) -> None:
    """Refuse what cannot be scored; count mentions of labels that the model does not give."""
    if not corpus.documents:
        raise CorpusError("holds no document to score", corpus.name)
    found = Counter(m.label for document in corpus.documents for m in document.mentions)
    if not found:
        repairs.add("corpora without a mention, whose recall is not defined")
    unknown = {label: n for label, n in found.items() if label not in labels}
    if unknown and len(unknown) == len(found):
        raise CorpusError(
            f"none of its labels ({', '.join(sorted(unknown))}) is one that the model gives: "
            f"{', '.join(labels)}",
            corpus.name,
        )
    for label, n in unknown.items():
        repairs.add(f"mentions of {label}, which the model does not give, not scored", n)
