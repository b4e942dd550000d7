"""Completing corpora that do not teach all labels.

Dates, times, sums and percentages that a corpus does not mark are marked by patterns, if they are
certainly mentions (:mod:`majuscule.entities.expressions`).  Other missing labels are learnt:

In a corpus of names that was never marked for dates, dates are tagged O, and a tagger trained on it
would learn that they are no mentions.  So missing labels are filled in first, by a tagger trained
on the corpora that teach them: its Viterbi search keeps the marked mentions fixed and elsewhere
admits only O and the missing labels.  This is one step of hard expectation-maximisation for partial
labels (Tsuboi et al. 2008 sum over all completions instead).  Corpora that lack the fewest labels
are completed first, so that each round has more to learn from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from majuscule.entities.decoding import token_spans
from majuscule.entities.expressions import EXPRESSION_NAMES, sure_expressions
from majuscule.entities.interface import Corpus
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.errors import TrainingError
from majuscule.options import Progress
from majuscule.reading.annotations.annotated import AnnotatedText, join
from majuscule.reading.annotations.mentions import Mention, apart
from majuscule.reading.annotations.schemes import TokenSpan
from majuscule.reading.annotations.spans import to_documents, to_mentions, to_tokens
from majuscule.tagging.scoring.chain import CLOSED
from majuscule.text import APART, joined_passage, read_passage
from majuscule.text.batches import batches

BATCH = 200_000
"""Characters that are completed at once."""


def complete(
    corpora: Sequence[Corpus],
    labels: tuple[str, ...],
    train: Callable[[Sequence[Corpus]], LinearEntityTagger],
    report: Progress,
) -> list[Corpus]:
    """Return the corpora, each completed with all labels."""
    corpora = mark_expressions(corpora, labels)
    done = {i: corpus for i, corpus in enumerate(corpora) if not _missing(corpus, labels)}
    left = [i for i in range(len(corpora)) if i not in done]
    while left:
        if not done:
            raise TrainingError(
                "no corpus teaches all labels; completing the others needs one that does"
            )
        fewest = min(len(_missing(corpora[i], labels)) for i in left)
        now = [i for i in left if len(_missing(corpora[i], labels)) == fewest]
        tagger = train(list(done.values()))
        for i in now:
            report(f"completing {corpora[i].name or 'a corpus'}", 0.0)
            missing = _missing(corpora[i], labels)
            documents = [
                document  # many at once: a document may be a single sentence
                for group in batches(corpora[i].documents, BATCH, AnnotatedText.size)
                for document in add_missing(group, missing, tagger)
            ]
            done[i] = replace(corpora[i], documents=documents, taught=labels)
        left = [i for i in left if i not in now]
    return [done[i] for i in range(len(corpora))]


def mark_expressions(corpora: Sequence[Corpus], labels: tuple[str, ...]) -> list[Corpus]:
    """Return the corpora with number-like mentions that they do not teach marked by patterns."""
    marked = []
    for corpus in corpora:
        missing = [label for label in _missing(corpus, labels) if label in EXPRESSION_NAMES]
        if missing:
            documents = [_with_expressions(one, missing) for one in corpus.documents]
            taught, guessed = (*corpus.taught, *missing), (*corpus.guessed, *missing)
            corpus = replace(corpus, documents=documents, taught=taught, guessed=guessed)
        marked.append(corpus)
    return marked


def _with_expressions(document: AnnotatedText, missing: Sequence[str]) -> AnnotatedText:
    passage = read_passage(document.text)
    found = [span for span in sure_expressions(passage) if span[2] in missing]
    return _with(document, to_mentions(found, passage))


def _with(document: AnnotatedText, found: Sequence[Mention]) -> AnnotatedText:
    """Return a document with those of some mentions that do not overlap its own."""
    kept = apart(found, document.mentions)
    return replace(document, mentions=(*document.mentions, *kept))


def _missing(corpus: Corpus, labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(label for label in labels if label not in corpus.taught)


def add_missing(
    documents: Sequence[AnnotatedText], missing: Sequence[str], tagger: LinearEntityTagger
) -> list[AnnotatedText]:
    """Return documents with mentions of the missing labels added outside their own mentions."""
    passage, begins = joined_passage([one.text for one in documents])
    scheme, known = tagger.scheme, join(documents, APART).mentions
    gold = scheme.encode(to_tokens(known, passage), len(passage.tokens))
    is_open = np.array([tag == "O" or tag[2:] in missing for tag in scheme.tags])
    added: list[tuple[TokenSpan, float]] = []
    for piece in tagger.score(passage):
        marked = gold[piece.tokens]
        inside = np.flatnonzero(marked)
        closing = np.tile(np.where(is_open, 0, CLOSED).astype(np.int32), (len(marked), 1))
        closing[inside] = CLOSED
        closing[inside, marked[inside]] = 0
        tags = tagger.decode(piece.raised(closing))
        added += [
            ((piece.start + a, piece.start + b, label), 1.0)
            for a, b, label in token_spans(tags, piece.passage.lines, scheme)
            if label in missing
        ]
    found = to_documents(added, passage, begins)
    return list(map(_with, documents, found))
