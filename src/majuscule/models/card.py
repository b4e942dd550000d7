"""A model card in Markdown, made from the header alone.

After Mitchell et al., "Model Cards for Model Reporting" (2019), reduced to what users of this
package ask: what is it, what was it made from, may I use it, how good is it, where does it fail.
Editing a card leaves the arrays, and so the results and the digest, unchanged.
"""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from majuscule.markdown import table
from majuscule.models.header import ModelHeader, Score, Source
from majuscule.models.model_file import ModelFile, read_model
from majuscule.models.stored import Storable
from majuscule.models.writing import write_model

SHOWN = 50
"""Sources that are shown one by one."""


def model_card(header: ModelHeader, *, digest: str = "", size: int | None = None) -> str:
    """Return the card of the model with this ``header``.

    ``digest`` and ``size`` (bytes) are those of a :class:`~majuscule.models.ModelFile`.

    >>> print(model_card(ModelHeader("tagger.v1", "en", licence="CC0", library="0.1.0")))
    # Model `en`
    <BLANKLINE>
    |           |                 |
    | :-------- | :-------------- |
    | Kind      | tagger.v1       |
    | Licence   | CC0             |
    | Made with | majuscule 0.1.0 |
    <BLANKLINE>
    """
    parts = [f"# Model `{header.name or 'unnamed'}`"]
    if header.description:
        parts.append(header.description)
    facts = [
        ("Kind", header.kind),
        ("Language", header.language),
        ("Licence", header.licence),
        ("Trained on", f"{header.words:,} words" if header.words else ""),
        ("Size", f"{size / 1e6:.1f} MB" if size is not None else ""),
        ("Digest", f"`{digest}`" if digest else ""),
        ("Made with", f"majuscule {header.library}"),
        ("Command", f"`{header.command}`" if header.command else ""),
    ]
    parts.append(_table(("", ""), [fact for fact in facts if fact[1]]))
    if header.corpora:
        rows = [
            (one.name, f"{one.words:,}", one.licence, one.origin, one.digest[:16])
            for one in shown_sources(header)
        ]
        parts.append("## Sources")
        parts.append(_table(("Corpus", "Words", "Licence", "Origin", "SHA-256"), rows, (1,)))
    if header.scores:
        parts.append("## Scores")
        parts.append(_scores(header.scores))
    if header.weak_spots:
        parts.append("## Known weak spots")
        parts.append("\n".join(f"- {spot}" for spot in header.weak_spots))
    if header.options:
        options = [(name, json.dumps(header.options[name])) for name in sorted(header.options)]
        parts.append("## Training options")
        parts.append(_table(("Option", "Value"), options))
    return "\n\n".join(parts) + "\n"


def shown_sources(header: ModelHeader) -> Sequence[Source]:
    """Return the sources; of very many, as from a folder of articles, the largest and the rest."""
    if len(header.corpora) <= SHOWN:
        return header.corpora
    ranked = sorted(header.corpora, key=lambda one: -one.words)
    words, count = sum(one.words for one in ranked[SHOWN:]), len(ranked) - SHOWN
    return [*ranked[:SHOWN], Source(f"{count:,} smaller ones", words)]


def _scores(scores: Iterable[Score]) -> str:
    """Return a table of scores, with their long signatures below it."""
    rows: list[list[str]] = []
    notes: list[str] = []
    for score in scores:
        interval = ""
        if score.low is not None and score.high is not None:
            interval = f"{score.low:.2f} to {score.high:.2f}"
        value = "N/A" if score.value is None else f"{score.value:.2f}"
        rows.append([score.data, score.condition, score.measure, value, interval])
        if score.signature and score.signature not in notes:
            notes.append(score.signature)
    header = ("Data", "Condition", "Measure", "Value", "95 % interval")
    return "\n\n".join([_table(header, rows, (3,)), *(f"`{note}`" for note in notes)])


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Container[int] = ()) -> str:
    """Return a Markdown table without the columns that are empty in every row."""
    kept = [at for at, head in enumerate(heads) if not head or any(row[at] for row in rows)]
    shown = [[row[at] for at in kept] for row in rows]
    return table([heads[at] for at in kept], shown, right)


@dataclass(frozen=True)
class Card:
    """The card of a model: the fields of its header that people write."""

    name: str = ""
    language: str = ""
    description: str = ""
    licence: str = ""
    weak_spots: tuple[str, ...] = ()
    command: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def adapted(self, below: ModelFile, to: str) -> Card:
        """Return the card of ``below`` adapted ``to`` something; empty fields are filled from the
        card of ``below``."""
        header = below.header
        return replace(
            self,
            language=self.language or header.language,
            description=self.description or f"{header.name} adapted to {to}.",
            licence=self.licence or header.licence,
            weak_spots=self.weak_spots or header.weak_spots,
            metadata={**self.metadata, "base": header.name, "base_digest": below.digest},
        )

    def write(
        self,
        model: Storable,
        output: str | os.PathLike[str] | None,
        sources: Iterable[Source] = (),
        metadata: Mapping[str, Any] | None = None,
    ) -> ModelHeader:
        """Write a model with this card to ``output``, if there is one; return its header."""
        header = ModelHeader(
            model.kind,
            name=self.name or Path(output or model.kind).name.removesuffix(".model"),
            language=self.language,
            description=self.description,
            licence=self.licence,
            options=model.options(),
            corpora=tuple(sources),
            weak_spots=self.weak_spots,
            command=self.command,
            metadata={**self.metadata, **(metadata or {})},
        )
        if output is not None:
            write_model(output, header, model.arrays())
        return header


def record_scores(path: Path, scores: Iterable[Score]) -> ModelFile:
    """Write scores into a model's card, replacing those of the same data, condition and measure.

    Data are named by their file alone, so that no local folder gets into the card.
    """
    file = read_model(path)
    known = {(one.data, one.condition, one.measure): one for one in file.header.scores}
    for score in scores:
        named = replace(score, data=Path(score.data).name)
        known[named.data, named.condition, named.measure] = named
    return _rewrite(file, replace(file.header, scores=tuple(known.values())))


def edit_card(path: Path, **changes: Any) -> ModelFile:
    """Rewrite a model's card with other values of the header's fields."""
    file = read_model(path)
    return _rewrite(file, replace(file.header, **changes))


def _rewrite(file: ModelFile, header: ModelHeader) -> ModelFile:
    write_model(file.path, header, file.arrays)
    return read_model(file.path)
