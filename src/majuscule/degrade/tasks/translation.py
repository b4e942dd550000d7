"""Translation: cased BLEU and chrF of systems whose case was taken away (Lita et al. 2003, 3.3,
Table 1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from majuscule.degrade.interface import Annotation, Input, digest_files
from majuscule.degrade.tasks.translation_counts import References
from majuscule.degrade.tasks.translation_metrics import CHARACTERS, ORDER, TranslationMetric
from majuscule.errors import CorpusError
from majuscule.measure.metric import IntArray


class Translation:
    """Outputs of translation systems with their references, in a folder.

    ``NAME.hyp.SYSTEM.LANGUAGE`` are outputs, ``NAME.ref.WHO.LANGUAGE`` references, a segment a
    line.  The texts are the segments, one system after the other.  Which of them belong to one
    story is not told: the output of a system is one document, as who restores its file has it.
    """

    needs: frozenset[str] = frozenset()
    measure = "bleu"
    tokenizer = "13a+c6"
    unit = "segment"
    shown = ("bleu", "chrf", *(f"{n}-gram precision" for n in range(1, ORDER + 1)))
    labels: tuple[str, ...] = ()

    def __init__(self, folder: str, data: Path) -> None:
        place = Path(folder) if folder else data / "translation"
        self.name = "translation"
        outputs = sorted(place.glob("*.hyp.*"))
        references = [_lines(path) for path in sorted(place.glob("*.ref.*"))]
        if not outputs or not references:
            raise CorpusError("holds no NAME.hyp.SYSTEM and NAME.ref.WHO files", str(place))
        systems = [path.name.split(".hyp.")[1].rsplit(".", 1)[0] for path in outputs]
        read = [_lines(path) for path in outputs]
        size = len(references[0])
        for path, lines in zip(outputs, read, strict=True):
            if len(lines) != size:
                raise CorpusError(f"has {len(lines)} lines, not {size}", str(path))
        self._references = list(zip(*references, strict=True))
        self.parts = {name: (n * size, (n + 1) * size) for n, name in enumerate(systems)}
        self.note = (
            f"{len(systems)} systems, {size:,} segments, {len(references)} references; as "
            f"sacrebleu's nrefs:{len(references)}|case:mixed|eff:no|tok:13a|smooth:none and "
            f"chrF2|nrefs:{len(references)}|case:mixed|eff:yes|nc:{CHARACTERS}|nw:0|space:no."
        )
        self.documents = [n for n in range(len(systems)) for _ in range(size)]
        self.metric = TranslationMetric()
        self.digest = digest_files([*outputs, *sorted(place.glob("*.ref.*"))])
        self.texts = [line for lines in read for line in lines]

    @property
    def blocks(self) -> list[int]:
        """Return the segment that each row is an output for."""
        return [number % len(self._references) for number in range(len(self.texts))]

    @cached_property
    def _counted(self) -> References:
        return References(self._references)

    def references(self, number: int) -> tuple[str, ...]:
        """Return the references of a text."""
        return self._references[number % len(self._references)]

    def score(self, inputs: Sequence[Input], found: Sequence[Annotation]) -> IntArray:
        """Return a row for each segment of each system."""
        rows = []
        for first, last in self.parts.values():
            outputs = [one.text for one in inputs[first:last]]
            rows.append(np.hstack([self._counted.bleu(outputs), self._counted.chrf(outputs)]))
        return np.vstack(rows)


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")
