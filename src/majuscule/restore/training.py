"""Train a restorer on a corpus and write its model file: whole, with its card, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from majuscule.detection.verdicts import VERDICT_NAMES
from majuscule.errors import UsageError
from majuscule.files import Names, OutputError, several
from majuscule.learn.corpora import CorpusText, SourceFiles, read_source
from majuscule.models import model_output
from majuscule.models.card import Card
from majuscule.options import Progress, cores, unheard
from majuscule.reading import Errors, find_files
from majuscule.restore.interface import Restorer
from majuscule.restore.kinds import KINDS, trainer, versioned
from majuscule.restore.truecaser import Truecaser, load

PARTS = ("", ".packed")
"""What is added to the name of a checkpoint by the stages of a training."""


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
    titles: bool = True,
    unmarked: float = 0.0,
    small: Sequence[str] = (),
    words: int = 0,
    keep: str = "cased",
    errors: Errors = "strict",
    checkpoint: str | os.PathLike[str] | None = None,
    report: Progress = unheard,
) -> Truecaser:
    """Return a truecaser trained on well-cased text; with ``output`` write its model there.

    ``corpora``: files, folders and patterns.  ``kind``: one of
    :data:`majuscule.restore.kinds.KINDS`, each with its own ``options``.  ``card``: the model's
    card.  ``sources``: where files come from, as :func:`majuscule.learn.corpora.read_source` reads
    them.  ``corrections``: files of corrected documents to learn from too.  ``titles``: learn from
    titles too.  ``words``: stop after about so many words (0: use all).  ``keep``: learn from
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
    given, keeps = dict(options or {}), KINDS[name].checkpoint
    kept_in = Path(checkpoint) if checkpoint is not None and keeps else None
    if keeps == "file":
        given.setdefault("threads", cores())
        given.setdefault("checkpoint", str(kept_in or ""))
    elif kept_in is not None:
        if kept_in.exists() and not kept_in.is_dir():
            raise OutputError(
                f"{kept_in}: is not a folder, so finished shards cannot be kept in it; move it away"
            )
        learn = partial(learn, folder=kept_in)
    files = [*find_files(given.get("elsewhere", ())), *filter(None, [given.get("dictionary")])]
    elsewhere = [one for one in declared if one.files and any(map(one.covers, files))]
    declared = [one for one in declared if one not in elsewhere]
    stage = "reading"

    def tell(what: str, share: float) -> None:
        nonlocal stage
        stage = what
        report(what, share)

    text = CorpusText(
        corpora,
        format=format,
        field=field,
        errors=errors,
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
    tell(stage, 0.0)
    restorer = learn(text, given, tell)
    counts = {VERDICT_NAMES[verdict]: n for verdict, n in text.verdicts.most_common()}
    about = {"documents": {"kept": text.kept, **counts}}
    made_of = (*text.sources, *(one.source for one in elsewhere))
    header = (card or Card()).write(restorer, target, made_of, about)
    if kept_in is not None:
        _clear(kept_in)
    made = Truecaser(restorer, header) if target is None else load(target)
    return replace(made, header=header)


def checkpoint_of(output: str | os.PathLike[str], kind: str) -> Path | None:
    """Return where the state of a training is best kept: beside its model; None for short ones."""
    known = KINDS[versioned(kind)].checkpoint and not Path(output).is_char_device()
    return Path(f"{os.fspath(output)}.checkpoint") if known else None


def _clear(checkpoint: Path) -> None:
    """Delete what a finished training needs no more."""
    if checkpoint.is_dir():
        for shard in checkpoint.glob("shard-*.counts"):
            shard.unlink()
        # Whatever else somebody put there stays.
        with suppress(OSError):
            checkpoint.rmdir()
        return
    for part in PARTS:
        checkpoint.with_name(checkpoint.name + part).unlink(missing_ok=True)
