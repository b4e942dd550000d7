"""Corrections as training text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from majuscule.learn.batches import CorrectedText
from majuscule.learn.text import describe_batch
from majuscule.reading.documents import Document, owner_of, paragraphs_of


def corrected_texts(records: Iterable[Mapping[str, Any]]) -> list[CorrectedText]:
    """Return exported documents as batches, with the tokens that a person checked.

    A token is checked if a checked span overlaps it: a word on the page may be several tokens.

    >>> record = {"id": "a", "text": "we saw Io and Europa", "checked": [[7, 9]]}
    >>> [one] = corrected_texts([record])
    >>> one.checked.tolist()
    [False, False, True, False, False]
    """
    texts = []
    for record in records:
        text = record["text"]
        owner = owner_of(str(record.get("id", "")))
        batch = describe_batch(text, [owner] * (text.count("\n") + 1))
        covered = np.zeros(len(text) + 1, np.int64)
        for start, end in record["checked"]:
            covered[start:end] = 1
        sums = np.concatenate([[0], np.cumsum(covered)])
        tokens = batch.passage.tokens
        texts.append(CorrectedText(batch, sums[tokens.ends] > sums[tokens.starts]))
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
