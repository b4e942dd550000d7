"""Corrections as training text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from majuscule.learn.batches import CorrectedText
from majuscule.learn.text import describe_batch
from majuscule.reading.documents import Document, owner_of, paragraphs_of
from majuscule.text.characters.alphabets import LATIN, Alphabet


def corrected_texts(
    records: Iterable[Mapping[str, Any]], alphabet: Alphabet = LATIN
) -> list[CorrectedText]:
    """Return exported documents as batches, with the tokens that a person checked.

    A token is checked if a checked span overlaps it: a word on the page may be several tokens.
    ``alphabet``: of their language.

    >>> record = {"id": "a", "text": "we saw Io and Europa", "checked": [[7, 9]]}
    >>> [one] = corrected_texts([record])
    >>> one.checked.tolist()
    [False, False, True, False, False]
    """
    texts = []
    for record in records:
        text = record["text"]
        owner = owner_of(str(record.get("id", "")))
        batch = describe_batch(alphabet.into(text), [owner] * (text.count("\n") + 1))
        covered = np.zeros(len(text), np.bool_)
        for start, end in record["checked"]:
            covered[start:end] = True
        texts.append(CorrectedText(batch, batch.passage.tokens.count(covered) > 0))
    return texts


def corrected_documents(records: Iterable[Mapping[str, Any]]) -> list[Document]:
    """Return exported documents as training documents."""
    found = []
    for number, record in enumerate(records):
        paragraphs = tuple(paragraphs_of(record["text"]))
        if paragraphs:
            found.append(
                Document(str(record.get("id") or number), paragraphs, record.get("title") or "")
            )
    return found
