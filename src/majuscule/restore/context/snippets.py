"""Snippets around case-ambiguous words, counted (Niu et al. 2004, section 3.3).

A mention is a token that is one of some words, away from sentence starts; its context is the words
to each side of it, of its own document.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from majuscule.counts import CountTable, TableBuilder
from majuscule.counts.keys import low, top
from majuscule.counts.tables import Keys
from majuscule.learn.batches import Progress, TrainingText
from majuscule.text.classes import CA, LC, UC
from majuscule.text.sentences import sentence_starts
from majuscule.text.tokens import WORD, Tokens

CLASSES = (LC, UC, CA)
"""The forms that are told apart."""

_CLASS_BITS, WORD_BITS = 2, 32


def mentions_of(tokens: Tokens, words: Keys) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the tokens that are one of some words away from sentence starts, and which one."""
    if not len(words) or not len(tokens):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    rows = np.minimum(np.searchsorted(words, tokens.words), len(words) - 1)
    here = (words[rows] == tokens.words) & (tokens.kinds == WORD)
    here &= ~sentence_starts(tokens.positions)
    at = np.flatnonzero(here)
    return at, rows[at].astype(np.int64)


def contexts_of(
    tokens: Tokens,
    at: npt.NDArray[np.int64],
    documents: npt.NDArray[np.integer[Any]],
    window: int,
) -> tuple[Keys, npt.NDArray[np.bool_]]:
    """Return 32 bits of each word around some tokens, and whether it is there at all.

    Both have shape (m, 2 * window); words of another document are not there.
    """
    plain = np.flatnonzero(tokens.kinds == WORD)
    if not len(plain):
        return np.zeros((len(at), 0), np.uint64), np.zeros((len(at), 0), np.bool_)
    steps = np.concatenate([np.arange(-window, 0), np.arange(1, window + 1)])
    ranks = np.searchsorted(plain, at)[:, None] + steps
    around = plain[np.clip(ranks, 0, len(plain) - 1)]
    inside = (ranks >= 0) & (ranks < len(plain))
    inside &= documents[around] == documents[at][:, None]
    return top(tokens.words, WORD_BITS)[around], inside


def count_contexts(
    text: TrainingText,
    words: Keys,
    mentions: npt.NDArray[np.int64],
    window: int,
    snippets: int,
    report: Progress | None,
) -> CountTable:
    """Return context words by row, word and class."""
    builder = TableBuilder()
    used = np.zeros((len(words), 3), np.int64)
    wanted = int(np.minimum(mentions, snippets).sum())
    for batch in text.batches():
        at, rows = mentions_of(batch.passage.tokens, words)
        classes = batch.classes[at].astype(np.int64)
        fits = classes < len(CLASSES)
        at, rows, classes = at[fits], rows[fits], classes[fits]
        place = used[rows, classes] + ranks_of(rows * 4 + classes)
        np.add.at(used, (rows, classes), 1)
        room = place < snippets
        at, rows, classes = at[room], rows[room], classes[room]
        lines = batch.passage.lines
        documents = np.repeat(batch.documents, lines[:, 1] - lines[:, 0])
        contexts, inside = contexts_of(batch.passage.tokens, at, documents, window)
        high = (rows.astype(np.uint64) << np.uint64(WORD_BITS))[:, None] | contexts
        keys = (high << np.uint64(_CLASS_BITS)) | classes.astype(np.uint64)[:, None]
        builder.add(keys[inside])
        if report:
            done = int(np.minimum(used, snippets).sum())
            report("context: learning snippets", done / max(wanted, 1))
    return builder.table()


def ranks_of(groups: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return for each item how many of its group come before it.

    >>> ranks_of(np.array([5, 7, 5, 5, 7])).tolist()
    [0, 0, 1, 2, 1]
    """
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    begins = np.append(True, ordered[1:] != ordered[:-1])[: len(groups)]
    places = np.arange(len(groups))
    ranks = np.empty(len(groups), np.int64)
    ranks[order] = places - np.maximum.accumulate(np.where(begins, places, 0))
    return ranks


def by_context(table: CountTable, least: int) -> tuple[Keys, npt.NDArray[np.uint32]]:
    """Return counts by class, (keys, 3), of context words seen often enough."""
    keys, owner = np.unique(table.keys >> np.uint64(_CLASS_BITS), return_inverse=True)
    counts = np.zeros((len(keys), 3), np.uint32)
    counts[owner, low(table.keys, _CLASS_BITS)] = table.counts
    kept = counts.sum(axis=1) >= least
    return keys[kept], counts[kept]
