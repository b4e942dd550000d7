"""Several engines as one, such as the parser of one and the entities of another.

``joined:spacy:PIPELINE+majuscule:MODEL``: an annotation that several of them give is taken from the
last.  An engine whose own name contains a ``+`` cannot be joined.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from majuscule.degrade.interface import DEPENDENCIES, ENTITIES, LINKS, Annotation, Engine
from majuscule.errors import UsageError


class JoinedEngines:
    """Several engines; each gives the annotations that no later one gives."""

    def __init__(self, name: str, engines: Sequence[Engine]) -> None:
        if len(engines) < 2:
            raise UsageError(
                f"{name} names only one engine; join several with +, as in "
                "joined:spacy:PIPELINE+majuscule:MODEL"
            )
        self.name, self._engines = name, engines
        self._engine_of = {
            what: number for number, engine in enumerate(self._engines) for what in engine.gives
        }
        self.gives = frozenset(self._engine_of)
        digests = "+".join(engine.digest for engine in self._engines)
        self.digest = hashlib.sha256(digests.encode()).hexdigest()

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        found = [
            engine.annotate(texts) if number in self._engine_of.values() else None
            for number, engine in enumerate(self._engines)
        ]

        def answer(what: str, text: int) -> Annotation:
            answers = found[self._engine_of[what]] if what in self._engine_of else None
            return Annotation() if answers is None else answers[text]

        return [
            Annotation(
                answer(ENTITIES, text).mentions,
                answer(LINKS, text).links,
                answer(DEPENDENCIES, text).dependencies,
            )
            for text in range(len(texts))
        ]
