"""Train a restorer on a corpus and write its model file atomically, with its card."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from majuscule.errors import UsageError
from majuscule.files import Names, OutputError, several
from majuscule.learn.corpora import CorpusText, SourceFiles, read_source
from majuscule.models import model_output
from majuscule.models.card import Card
from majuscule.options import Progress, cores, no_progress
from majuscule.reading import Errors, find_files
from majuscule.restore.interface import Restorer
from majuscule.restore.kinds import KINDS, trainer, versioned
from majuscule.restore.truecaser import Truecaser, load

_STAGE_SUFFIXES = ("", ".packed")
"""Suffixes of the checkpoint files of a training's stages."""


def train(
    corpora: Names,
    output: str | os.PathLike[str] | None = None,
    *,
    kind: str = "tagger",
    options: Mapping[str, Any] | None = None,
    card: Card | None = None,
    sources: Sequence[str | SourceFiles] = (),
    corrections: Names = (),
    format: str | None = None,
    field: str | None = None,
    header: bool = True,
    titles: bool = True,
    unmarked: float = 0.0,
    small: Sequence[str] = (),
    words: int = 0,
    keep: str = "cased",
    errors: Errors = "strict",
    encoding: str = "",
    checkpoint: str | os.PathLike[str] | None = None,
    report: Progress = no_progress,
) -> Truecaser:
    """Return a truecaser trained on well-cased text; with ``output`` write its model there.

    ``corpora``: files, folders and patterns.  ``kind``: one of
    :data:`majuscule.restore.kinds.KINDS`, each with its own ``options``.  ``card``: the model's
    card.  ``sources``: where files come from, as :func:`majuscule.learn.corpora.read_source` reads
    them.  ``corrections``: files of corrected documents to learn from too.  ``titles``: learn from
    titles too.  ``words``: stop after about this many words (0: use all).  ``keep``: learn from
    documents that are well ``cased``, or from ``all``.  ``unmarked``: the share of the lines that
    lose their final mark, so that a line without a full stop is not taken for a headline.
    ``small``: words that the language writes small inside a sentence unless a figure is beside
    them, even if the text does not.

    ``checkpoint`` (:func:`checkpoint_of`) keeps the state of a long training, which resumes from
    it; it is deleted when the model is written.  ``report`` is called with the current step and the
    share done.  The header's metadata give the number of documents of each verdict.

    Raises :class:`~majuscule.errors.TrainingError` for text with nothing to learn from.

    >>> import majuscule
    >>> majuscule.train(["articles.jsonl"], "mine.model").header.words  # doctest: +SKIP
    1204332
    """
    name, target = versioned(kind), model_output(output)
    learn: Callable[..., Restorer] = trainer(kind)
    declared = [read_source(one) if isinstance(one, str) else one for one in sources]
    if not KINDS[name].weighs and any(one.times != 1 for one in declared):
        raise UsageError(
            f"--source ...,times=N works only with the kinds tagger and neural; {kind} cannot "
            "weight text"
        )
    given, storage = dict(options or {}), KINDS[name].checkpoint
    state = Path(checkpoint) if checkpoint is not None and storage else None
    if storage == "file":
        given.setdefault("threads", cores())
        given.setdefault("checkpoint", str(state or ""))
    elif state is not None:
        if state.exists() and not state.is_dir():
            raise OutputError(
                f"{state}: is not a folder, so finished shards cannot be kept in it; move it away"
            )
        learn = partial(learn, folder=state)
    files = [*find_files(given.get("elsewhere", ())), *filter(None, [given.get("dictionary")])]
    elsewhere = [one for one in declared if one.files and any(map(one.covers, files))]
    declared = [one for one in declared if one not in elsewhere]
    stage = "reading"

    def begin(what: str, share: float) -> None:
        nonlocal stage
        stage = what
        report(what, share)

    text = CorpusText(
        corpora,
        format=format,
        field=field,
        header=header,
        errors=errors,
        encoding=encoding,
        titles=titles,
        unmarked=unmarked,
        small=small,
        words=words,
        keep=keep,
        language=card.language if card else "",
        declared=declared,
        corrections=several(corrections),
        progress=lambda share: report(stage, share),
    )
    begin(stage, 0.0)
    restorer = learn(text, given, begin)
    corpora_used = (*text.sources, *(one.source for one in elsewhere))
    written = (card or Card()).write(restorer, target, corpora_used, text.about)
    if state is not None:
        _clear(state)
    truecaser = Truecaser(restorer, written) if target is None else load(target)
    return replace(truecaser, header=written)


def checkpoint_of(output: str | os.PathLike[str], kind: str) -> Path | None:
    """Return the default checkpoint path, beside the model; None for kinds that train quickly."""
    resumable = KINDS[versioned(kind)].checkpoint and not Path(output).is_char_device()
    return Path(f"{os.fspath(output)}.checkpoint") if resumable else None


def _clear(checkpoint: Path) -> None:
    """Delete the checkpoint of a finished training."""
    if checkpoint.is_dir():
        for shard in checkpoint.glob("shard-*.counts"):
            shard.unlink()
        # The folder stays if it holds anything else.
        with suppress(OSError):
            checkpoint.rmdir()
        return
    for suffix in _STAGE_SUFFIXES:
        checkpoint.with_name(checkpoint.name + suffix).unlink(missing_ok=True)
