"""Engines that work as one: a parser of one and the names of another, say.

``joined:spacy:PIPELINE+majuscule:MODEL``: what several of them give comes from the last.  An engine
whose own name holds a ``+`` cannot be joined.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from majuscule.degrade.interface import DEPENDENCIES, ENTITIES, LINKS, Annotation, Engine
from majuscule.errors import UsageError


class JoinedEngines:
    """Several engines, each for what no later one gives."""

    def __init__(self, name: str, engines: Sequence[Engine]) -> None:
        if len(engines) < 2:
            raise UsageError(
                f"{name} names only one engine; join several with +, as in "
                "joined:spacy:PIPELINE+majuscule:MODEL"
            )
        self.name, self._engines = name, engines
        self._giver = {
            what: number for number, engine in enumerate(self._engines) for what in engine.gives
        }
        self.gives = frozenset(self._giver)
        told = "+".join(engine.digest for engine in self._engines)
        self.digest = hashlib.sha256(told.encode()).hexdigest()

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        found = [
            engine.annotate(texts) if number in self._giver.values() else None
            for number, engine in enumerate(self._engines)
        ]

        def given(what: str, text: int) -> Annotation:
            answers = found[self._giver[what]] if what in self._giver else None
            return Annotation() if answers is None else answers[text]

        return [
            Annotation(
                given(ENTITIES, text).mentions,
                given(LINKS, text).links,
                given(DEPENDENCIES, text).dependencies,
            )
            for text in range(len(texts))
        ]
