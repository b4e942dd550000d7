"""Adapt a model to corrections and write the adapted model: whole, with its card, or not at all."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from majuscule.errors import UsageError
from majuscule.files import OutputError
from majuscule.models import ModelHeader, Source, model_path, read_model, write_model
from majuscule.restore.adapted.training import AdapterOptions


def adapt_model(
    corrections: Sequence[str],
    base: str,
    output: str,
    settings: Mapping[str, Any],
    *,
    name: str,
    description: str,
    licence: str,
    language: str,
    command: Sequence[str],
    report: Callable[[str, float], None] = lambda _what, _share: None,
) -> str:
    """Write the model ``base`` adapted to corrections to ``output``; return what was learnt."""
    from majuscule.corrections.export import read_records
    from majuscule.learn.corrections import corrected_texts
    from majuscule.restore.adapted.training import adapt
    from majuscule.restore.truecaser import truecaser_of

    options = _options(dict(settings))
    target = Path(output)
    if not target.resolve().parent.is_dir():
        raise OutputError(f"{output}: cannot be written: there is no such folder; make it first")
    report("reading", 0.0)
    texts = corrected_texts(record for one in corrections for record in read_records(one))
    file = read_model(model_path(base))
    report("adapting", 0.0)
    adapted = adapt(truecaser_of(file).restorer, texts, options)
    below = file.header
    words = sum(int(text.checked.sum()) for text in texts)
    kept = [one for one in below.corpora if one.name != "corrections"]
    header = ModelHeader(
        adapted.kind,
        name=name or target.name.removesuffix(".model"),
        language=language or below.language,
        description=description or f"{below.name} adapted to corrections.",
        licence=licence or below.licence,
        options=adapted.options(),
        corpora=(*kept, Source("corrections", words=words)),
        weak_spots=below.weak_spots,
        command=shlex.join(["majuscule", *command]),
        metadata={"base": below.name, "base_digest": file.digest},
    )
    write_model(target, header, adapted.arrays())
    return (
        f"{output}: {base} adapted to {words:,} words that people looked at, in "
        f"{len(texts):,} {'document' if len(texts) == 1 else 'documents'}"
    )


def _options(given: dict[str, Any]) -> AdapterOptions:
    """Return options from names and values; unknown names and wrong types are refused."""
    known = {field.name: field.default for field in fields(AdapterOptions)}
    for name, value in given.items():
        if name not in known:
            raise UsageError(f"unknown option {name!r}; options are {', '.join(known)}")
        kind = type(known[name])
        if type(value) is not kind and (kind, type(value)) != (float, int):
            raise UsageError(f"option {name} must be like {known[name]!r}, not {value!r}")
    return AdapterOptions(**given)
