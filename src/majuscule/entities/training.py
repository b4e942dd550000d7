"""What ``majuscule entities`` does with models: train and score."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from majuscule.entities.annotated import Repairs
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import NO_NAMES, Corpus, Knowledge
from majuscule.entities.kinds import trainer
from majuscule.entities.labels import LICENCES, LISTS
from majuscule.entities.linear.completion import mark_expressions
from majuscule.entities.lists.names import read_name_lists
from majuscule.entities.lists.titles import learn_titles
from majuscule.entities.mentions import LabelSet
from majuscule.errors import UsageError
from majuscule.learn.text import FileText
from majuscule.models import ModelHeader, Source, model_path, read_model, write_model
from majuscule.models.card import Card
from majuscule.reading import find_files, read_documents
from majuscule.words.learning import learn_words, no_words, words_of_model


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
