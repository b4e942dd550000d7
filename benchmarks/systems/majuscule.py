"""This project, by its public calls: ``majuscule.load(...).restore(text, case=...)``.

``whole=False`` calls it once per line, as the peers are called: lines are independent texts.
``whole=True`` passes all lines as one text, as the command line does with a file, so that evidence
on a name in one line counts in the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from benchmarks.systems.case_labels import choose

_SMALL = {"epochs": 10, "least": 1, "words": 1, "held_out": 10}

CANDIDATES: tuple[Mapping[str, Any], ...] = (
    {},
    {**_SMALL, "margin": 16},
    {**_SMALL, "margin": 64},
)
"""Tried on held-out training text; ``{}`` is the tagger's defaults, which suit large text."""

Case = Literal["auto", "ignore"]


class Majuscule:
    """A loaded restorer; ``case``: whether the case of the input counts as evidence."""

    def __init__(self, model: str = "en", case: Case = "ignore", whole: bool = False) -> None:
        import majuscule
        from majuscule.models import model_path

        self._restorer = majuscule.load(model)
        self._case = case
        self._whole = whole
        spec = self._restorer.header.options
        files = [model, *(str(spec[part]) for part in ("linear", "network") if part in spec)]
        self.model_bytes = sum(model_path(file).stat().st_size for file in files)
        self.versions = {"majuscule": majuscule.__version__}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        restore, case = self._restorer.restore, self._case
        if how == "analyze":
            return [self._restorer.analyze(line, case=case).text for line in lines]
        if self._whole:
            return restore("\n".join(lines), case=case).split("\n")
        return [restore(line, case=case) for line in lines]

    def restore_many(self, texts: Sequence[str], threads: int) -> list[str]:
        return list(self._restorer.restore_many(texts, case=self._case, jobs=threads))

    @staticmethod
    def train(lines: str, model: str) -> dict[str, Any]:
        part = Path(model + ".part.txt")

        def attempt(candidate: Mapping[str, Any], training: Sequence[str]) -> Majuscule:
            part.write_text("".join(line + "\n" for line in training), "utf-8")
            _train(str(part), model, candidate)
            return Majuscule(model)

        sentences = Path(lines).read_text("utf-8").splitlines()
        tried, best = choose("majuscule", CANDIDATES, sentences, attempt)
        part.unlink()
        _train(lines, model, best)
        return {
            "algorithm": "tagger",
            "parameters": dict(best),
            "tried": [{"f1": f1, "algorithm": "tagger", **one} for f1, one in tried],
        }


def _train(lines: str, model: str, options: Mapping[str, Any]) -> None:
    from majuscule.learn.corpora import CorpusText
    from majuscule.models.card import Card
    from majuscule.restore.linear.training import train_tagger

    text = CorpusText([lines], format="lines", keep="all")
    restorer = train_tagger(text, {"threads": 1, **options})
    description = f"trained by the benchmark with {json.dumps(dict(options))}"
    Card(description=description).write(restorer, model)
