"""From files to the corpora that training reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from majuscule.entities.annotated import Repairs
from majuscule.entities.annotations import read_annotated
from majuscule.entities.interface import Corpus
from majuscule.entities.labels import (
    PARTLY,
    ROLES,
    TITLED,
    harmonise,
    only,
    taught_by,
    without_roles,
)
from majuscule.reading import find_files


def read_corpora(
    names: Iterable[str],
    labels: Sequence[str],
    *,
    format: str | None = None,
    repairs: Repairs | None = None,
) -> list[Corpus]:
    """Return a corpus for each file: the open corpora, known by their files' names, in terms of the
    MUC classes; any other file as it is, taken to teach all of ``labels``."""
    corpora = []
    for file in find_files(list(names)):
        path = str(file)
        documents = list(read_annotated([path], format=format, repairs=repairs))
        taught = taught_by(path)
        if taught is not None:
            stem = PurePath(path).name.split(".")[0]
            titled = stem in TITLED
            documents = [harmonise(document, titled=titled) for document in documents]
            taught = tuple(label for label in taught if label in labels)
            if stem in ROLES:
                documents = [without_roles(document) for document in documents]
            kept = (*taught, *(label for label in PARTLY.get(stem, ()) if label in labels))
            documents = [only(document, kept) for document in documents]
        corpora.append(Corpus(documents, taught or tuple(labels), PurePath(path).name))
    return corpora
