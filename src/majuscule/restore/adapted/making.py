"""Adapt a model to corrections and write the adapted model atomically, with its card."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from majuscule.corrections.export import read_records
from majuscule.files import Names, several
from majuscule.learn.corrections import corrected_texts
from majuscule.models import Source, model_output, model_path, read_model
from majuscule.models.card import Card
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.adapted import training
from majuscule.restore.adapted.training import AdapterOptions
from majuscule.restore.truecaser import Truecaser, load, truecaser_of


def adapt(
    corrections: Names,
    output: str | os.PathLike[str] | None = None,
    *,
    base: str | os.PathLike[str] = "en",
    options: Mapping[str, Any] | None = None,
    card: Card | None = None,
    report: Progress = no_progress,
) -> Truecaser:
    """Return the model ``base`` adapted to corrections; with ``output`` write its model there.

    ``corrections``: databases of the page, or lines exported from them.  ``options``: those of
    :class:`~majuscule.restore.adapted.training.AdapterOptions`.  What ``card`` leaves open is taken
    from the card of ``base``.

    Raises :class:`~majuscule.errors.TrainingError` if nobody has checked a word.

    >>> import majuscule
    >>> majuscule.adapt(["corrections.db"], "mine.model").header.kind  # doctest: +SKIP
    'adapted.v1'
    """
    chosen, card = read_options(AdapterOptions, options), card or Card()
    target = model_output(output)
    report("reading", 0.0)
    records = [one for name in several(corrections) for one in read_records(name)]
    file = read_model(model_path(base))
    truecaser = truecaser_of(file)
    texts = corrected_texts(records, truecaser.alphabet)
    adapted = training.adapt(truecaser.restorer, texts, chosen, report)
    kept = (one for one in file.header.corpora if one.name != "corrections")
    words = sum(int(text.checked.sum()) for text in texts)
    sources = (*kept, Source("corrections", words=words))
    about = {"documents": len(texts)}
    header = card.adapted(file, "corrections").write(adapted, target, sources, about)
    return Truecaser(adapted, header) if target is None else load(target)
