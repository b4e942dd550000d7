"""Training an entity tagger from annotated files, and writing its model file."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from majuscule.entities.corpora import Profile, name_matches, open_profile, read_corpora
from majuscule.entities.interface import Corpus, EntityTagger, Knowledge
from majuscule.entities.kinds import trainer
from majuscule.entities.linear.completion import mark_expressions
from majuscule.entities.silver import ITSELF, annotated, read_raw
from majuscule.errors import UsageError
from majuscule.learn.corpora import CorpusText
from majuscule.models import Source, model_output, model_path, read_model
from majuscule.models.card import Card
from majuscule.options import Progress, no_progress
from majuscule.reading import Errors, find_files, read_documents
from majuscule.reading.annotations.annotated import Repairs
from majuscule.reading.annotations.mentions import MUC, LabelSet
from majuscule.words.gazetteers.names import read_name_lists
from majuscule.words.gazetteers.own import read_entries
from majuscule.words.gazetteers.titles import learn_titles
from majuscule.words.learning import learn_words, words_of_model

Name: TypeAlias = str | os.PathLike[str]


def train_entities(
    corpora: Name | Sequence[Name | Corpus],
    output: Name | None = None,
    *,
    kind: str = "entities.v1",
    labels: str | Sequence[str] = MUC.labels,
    options: Mapping[str, Any] | None = None,
    profile: Profile | Name | None = None,
    format: str | None = None,
    encoding: str = "",
    errors: Errors = "strict",
    raw: Sequence[str] = (),
    words: str | None = None,
    names: Sequence[str] = (),
    titles: Sequence[str] = (),
    silver: Sequence[str] = (),
    teachers: Sequence[str] = (),
    repeats: Mapping[str, int] | None = None,
    shares: Mapping[str, int] | None = None,
    card: Card | None = None,
    report: Progress = no_progress,
    repairs: Repairs | None = None,
) -> EntityTagger:
    """Return a tagger for ``labels`` trained on corpora; with ``output`` write its model there.

    ``corpora``: annotated files, folders and patterns, or corpora.  ``labels``: a list, or
    separated by commas.  ``kind`` and ``options``: the method and its training options.
    ``profile``: what the files teach (:mod:`majuscule.entities.corpora`).  Prior knowledge of words
    comes from cased text (``raw``) or from a truecaser (``words``), from name lists (``names``: CSV
    files, or for Chinese ``FILE=LABEL``, one name per line) and from articles (``titles``).
    ``silver``: raw text that the models ``teachers`` annotate to learn from
    (:mod:`majuscule.entities.silver`); the teacher ``itself`` is a tagger trained on the rest.
    ``encoding`` and ``errors``: those of all these texts, as in
    :func:`~majuscule.reading.read_documents`.  ``repeats`` and ``shares``: by corpus (its file's
    name without suffixes), use it N times, or only every Nth document.  ``card``: the model's card.
    ``repairs`` counts repaired annotations.

    Raises :class:`~majuscule.errors.TrainingError` for corpora from which the labels cannot be
    learnt, and :class:`~majuscule.errors.UsageError` for an unknown kind or option.
    """
    labels = tuple(map(str.strip, labels.split(",") if isinstance(labels, str) else labels))
    train, wanted, known = trainer(kind), LabelSet(labels).labels, open_profile(profile)
    target, repairs = model_output(output), repairs if repairs is not None else Repairs()
    if isinstance(corpora, str) or not isinstance(corpora, Iterable):
        corpora = [corpora]
    how: Any = {"encoding": encoding, "errors": errors}
    found = read_corpora(corpora, wanted, profile=known, format=format, repairs=repairs, **how)
    checked = len(found)
    found += read_raw(find_files(silver), wanted, **how)
    found = _chosen(found, repeats or {}, shares or {})
    articles = find_files(titles)
    knowledge = _knowledge(raw, words, names, articles, report, **how)

    def learn(some: Sequence[Corpus], counted: Repairs | None) -> EntityTagger:
        marked = mark_expressions(some, wanted)
        return train(marked, wanted, knowledge, options, report=report, repairs=counted)

    found[checked:] = annotated(
        found[checked:], teachers, report, itself=lambda: learn(found[:checked], None)
    )
    tagger = learn(found, repairs)
    if target is not None:
        dictionary = str((options or {}).get("dictionary", ""))
        profiles = find_files((options or {}).get("profiles", ()))
        lists = [*names, *articles, *profiles, dictionary]
        sources = [*corpus_sources(found, known), *_list_sources(lists, known)]
        truecaser = read_model(model_path(words)) if words else None
        used = [(words, "its table of words")] if words else []
        used += [(one, "annotates the silver text") for one in teachers if one != ITSELF]
        for name, about in used:
            model = read_model(model_path(name))
            title = model.header.name or Path(name).stem
            sources.append(Source(title, 0, model.header.licence, about, model.digest))
        metadata = {
            "raw": [Path(one).name for one in raw],
            "words": f"{words} {truecaser.digest}" if truecaser else "",
            "names": [Path(one).name for one in names],
            "titles": [Path(one).name for one in articles],
        }
        (card or Card()).write(tagger, target, sources, metadata)
    return tagger


def _chosen(
    corpora: Sequence[Corpus], repeats: Mapping[str, Any], shares: Mapping[str, Any]
) -> list[Corpus]:
    """Return corpora, some repeated or in part, as the options name them."""
    stems = [corpus.name.split(".")[0] for corpus in corpora]
    for option, chosen in (("repeat", repeats), ("share", shares)):
        for name, times in chosen.items():
            if name not in stems or type(times) is not int or times < 1:
                known = ", ".join(stems)
                raise UsageError(
                    f"{option} {name}={times}: must name one of {known}, and a whole number from 1"
                )
    return [
        replace(
            corpus,
            repeat=repeats.get(stem, corpus.repeat),
            documents=corpus.documents[:: shares.get(stem, 1)],
        )
        for corpus, stem in zip(corpora, stems, strict=True)
    ]


def _knowledge(
    raw: Sequence[str],
    words_of: str | None,
    names: Sequence[str],
    titles: Sequence[str],
    report: Progress,
    **how: Any,
) -> Knowledge:
    """Return the prior knowledge of words: classes, name lists, titles."""
    if words_of and raw:
        raise UsageError("give cased text (raw) or a truecaser (words), not both")
    known = _known_names(names)
    if words_of:
        known = replace(known, words=words_of_model(words_of))
    elif raw:
        known = replace(known, words=learn_words(CorpusText(raw, **how), report=report))
    if titles:
        report("reading titles", 0.0)
    learnt = learn_titles(read_documents(titles, **how), known.words) if titles else known.titles
    return replace(known, titles=learnt)


def _known_names(files: Sequence[str]) -> Knowledge:
    """Return the names of CSV files, and those of other lists by label."""
    tables = [Path(one) for one in files if one.lower().endswith(".csv")]
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for one in files:
        if not one.lower().endswith(".csv"):
            file, _, label = one.rpartition("=") if "=" in one else (one, "", "")
            for name, own, _ in read_entries(file, label):
                listed[own].append(name)
    distinct = {label: tuple(dict.fromkeys(some)) for label, some in listed.items()}
    return Knowledge(names=read_name_lists(tables), listed=distinct)


def corpus_sources(corpora: Iterable[Corpus], profile: Profile) -> Iterator[Source]:
    """Yield the entries of corpora, and of the files that some were read from, for the card."""
    for one in corpora:
        own = file_source(one.file, profile) if one.file else Source(one.name)
        yield replace(own, words=one.words)


def file_source(file: str, profile: Profile) -> Source:
    """Return the entry of a file of text for the card."""
    own = profile.of(file)
    licence, origin = (own.licence, own.origin) if own else ("", "")
    digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    return Source(Path(file).name.split(".")[0], 0, licence, origin, digest)


def _list_sources(files: Sequence[str], profile: Profile) -> Iterator[Source]:
    """Yield the lists of a profile that are among some files, once each, for the card."""
    for known in profile.lists:
        if any(name_matches(file, known.files) for file in files):
            yield Source(known.name, 0, known.licence, known.origin)
