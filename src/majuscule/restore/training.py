"""Train a restorer on a corpus and write its model file: whole, with its card, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from majuscule.detection.verdicts import VERDICT_NAMES
from majuscule.files import OutputError
from majuscule.learn.corpora import CorpusText
from majuscule.models import ModelHeader, write_model
from majuscule.models.card import Card
from majuscule.restore.interface import Restorer
from majuscule.restore.kinds import CHECKPOINTS, trainer, versioned

PARTS = ("", ".packed")
"""What is added to the name of a checkpoint by the stages of a training."""


def train_model(
    text: CorpusText,
    kind: str,
    output: Path,
    card: Card,
    options: Mapping[str, Any] | None = None,
    *,
    checkpoint: Path | None = None,
    report: Callable[[str, float], None] | None = None,
) -> ModelHeader:
    """Train, write the model to ``output``, and return its header.

    ``checkpoint``: a file that the state is kept in and taken up from, deleted when the model is
    written; a folder of finished shards for kinds that count; the unigram has none.
    """
    name = versioned(kind)
    train: Callable[..., Restorer] = trainer(kind)
    if not output.resolve().parent.is_dir():
        raise OutputError(f"{output}: cannot be written: there is no such folder; make it first")
    given = dict(options or {})
    if checkpoint is not None and CHECKPOINTS.get(name) == "file":
        given.setdefault("checkpoint", str(checkpoint))
    if checkpoint is not None and CHECKPOINTS.get(name) == "folder":
        if checkpoint.exists() and not checkpoint.is_dir():
            raise OutputError(
                f"{checkpoint}: finished shards cannot be kept there: it is no folder; move it away"
            )
        train = partial(train, folder=checkpoint)
    restorer = train(text, given, report)
    about = {"documents": _documents(text)}
    header = card.header(restorer.kind, output, restorer.options(), text.sources, about)
    write_model(output, header, restorer.arrays())
    if checkpoint is not None:
        _clear(checkpoint)
    return header


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


def _documents(text: CorpusText) -> dict[str, int]:
    """Return how many documents were read of each verdict, and kept, for the header."""
    counts = {VERDICT_NAMES[verdict]: n for verdict, n in text.verdicts.most_common()}
    return {"kept": text.kept, **counts}
