"""Adapt a punctuation model to corrections from the page, and write it atomically."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from majuscule.corrections.export import read_records
from majuscule.files import Names, several
from majuscule.models import Source, model_output, model_path, read_model
from majuscule.models.card import Card
from majuscule.options import Progress, no_progress, read_options
from majuscule.punctuation.neural.adapter import CheckedMarks, MarkAdapterOptions, fit_adapter
from majuscule.punctuation.neural.inputs import MARK, show
from majuscule.punctuation.neural.network import MarkNetwork
from majuscule.punctuation.punctuator import Punctuator, punctuator_of
from majuscule.text.characters.codepoints import encode
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.tokenizing.marks import NONE, SIGNS, words_of
from majuscule.text.tokenizing.passages import passage_of
from majuscule.words.glossaries.glossary import shipped_glossary


def adapt_marks(
    corrections: Names,
    output: str | os.PathLike[str] | None = None,
    *,
    base: str | os.PathLike[str] = "en-speech",
    options: Mapping[str, Any] | None = None,
    card: Card | None = None,
    report: Progress = no_progress,
) -> Punctuator:
    """Return the punctuation model ``base`` adapted to corrections; with ``output`` write it there.

    Arguments as in :func:`majuscule.restore.adapted.making.adapt`; ``options``: those of
    :class:`~majuscule.punctuation.neural.adapter.MarkAdapterOptions`.

    Raises :class:`~majuscule.errors.TrainingError` if nobody has checked a mark.
    """
    chosen, card = read_options(MarkAdapterOptions, options), card or Card()
    target = model_output(output)
    report("reading", 0.0)
    file = read_model(model_path(base))
    # The records hold all corrections: start from the network, without an earlier adapter.
    network = replace(MarkNetwork.from_file(file), adapter=None)
    records = [one for name in several(corrections) for one in read_records(name)]
    texts = [_checked_marks(network, one) for one in records if one.get("checked_marks")]
    report("adapting", 0.5)
    adapted = replace(
        network,
        adapter=fit_adapter(texts, chosen),
        trained_with={**network.trained_with, "adapter": asdict(chosen)},
    )
    kept = (one for one in file.header.corpora if one.name != "corrections")
    sources = (*kept, Source("corrections", words=sum(int(one.checked.sum()) for one in texts)))
    about = {"documents": len(texts)}
    header = card.adapted(file, "corrections").write(adapted, target, sources, about)
    if target is not None:
        return punctuator_of(read_model(target))
    return Punctuator(adapted, header, glossary=shipped_glossary(header.language))


def _checked_marks(network: MarkNetwork, record: Mapping[str, Any]) -> CheckedMarks:
    """Return the words of an exported document, read without inserted marks, and their labels."""
    text, places = record["text"], record.get("marks", [])
    bare = EditedText.make(text, (Edit(at, at + 1, "") for at in places))
    passage = passage_of(encode(str(bare)))
    words = words_of(passage)
    columns = network.known.read(passage, words)
    show(columns, passage.tokens.positions[words.at], words.after, words.lines)
    bounds = np.array([[0, len(words)]], np.int64)
    inserted = {bare.output(at): SIGNS.index(text[at]) for at in places if text[at] in SIGNS[1:]}
    both = zip(words.ends.tolist(), words.marks, strict=True)
    marks = [inserted.get(end, mark) for end, mark in both]
    checked = np.zeros(len(words), np.bool_)
    ends = passage.tokens.ends[words.at]
    stops = [bare.output(stop) for _, stop in record["checked_marks"]]
    at = np.searchsorted(ends, stops)
    checked[at[at < len(words)]] = True
    checked &= words.after == NONE
    scores = network.scores(columns, bounds)[MARK]
    return CheckedMarks(columns, bounds, scores, np.array(marks, np.uint64), checked)
