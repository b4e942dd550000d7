"""Train a restorer on a corpus and write its model file: whole, with its card, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from majuscule.cli.corpora import CorpusText
from majuscule.errors import UsageError
from majuscule.files import OutputError
from majuscule.models import ModelHeader, Source, write_model
from majuscule.restore.detection import VERDICT_NAMES
from majuscule.restore.kinds import restorer_class

RESUMABLE = ("tagger.v1", "neural.v1")
"""Kinds that keep the state of a long training in a file, given as the option ``checkpoint``."""

COUNTED = ("hmm.v1", "trigram.v1")
"""Kinds that keep the finished shards of a long count in a folder, and take them up from there."""

WEIGHING = ("neural.v1",)
"""Kinds that may learn from some sources more often than from others."""

PARTS = ("", ".packed")
"""What is added to the name of a checkpoint by the stages of a training."""


@dataclass(frozen=True)
class Card:
    """What people are told about a model."""

    name: str = ""
    language: str = ""
    description: str = ""
    licence: str = ""
    weak_spots: tuple[str, ...] = ()
    command: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def header(
        self,
        kind: str,
        output: Path,
        options: Mapping[str, Any],
        sources: tuple[Source, ...],
        metadata: Mapping[str, Any],
    ) -> ModelHeader:
        """Return the header of a model that is written to ``output``."""
        return ModelHeader(
            kind,
            name=self.name or output.name.removesuffix(".model"),
            language=self.language,
            description=self.description,
            licence=self.licence,
            options=options,
            corpora=sources,
            weak_spots=self.weak_spots,
            command=self.command,
            metadata={**self.metadata, **metadata},
        )


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
    trainer = restorer_class(kind)
    if not output.resolve().parent.is_dir():
        raise OutputError(f"{output}: cannot be written: there is no such folder; make it first")
    given = dict(options or {})
    if checkpoint is not None and trainer.kind in RESUMABLE:
        given.setdefault("checkpoint", str(checkpoint))
    if checkpoint is not None and trainer.kind in COUNTED:
        if checkpoint.exists() and not checkpoint.is_dir():
            raise OutputError(
                f"{checkpoint}: finished shards cannot be kept there: it is no folder; move it away"
            )
        count: Any = trainer.train
        restorer = count(text, given, report, folder=checkpoint)
    else:
        restorer = trainer.train(text, given, report)
    about = {"documents": _documents(text)}
    header = card.header(trainer.kind, output, restorer.options(), text.sources, about)
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


def read_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """Return options from ``name=value``; numbers, true and false are read as such.

    >>> read_settings(("epochs=2", "starts=learnt", "lexicon=false"))
    {'epochs': 2, 'starts': 'learnt', 'lexicon': False}
    """
    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise UsageError(f"option {setting!r} is not of the form name=value")
        if name in options:
            raise UsageError(f"option {name!r} is given twice")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options
