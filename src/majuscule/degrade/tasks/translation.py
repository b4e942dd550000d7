"""Translation: cased BLEU and chrF of systems' outputs whose case was removed (Lita et al. 2003,
3.3, Table 1).

BLEU (Papineni et al. 2002) and chrF (Popović 2015) are sacrebleu's: a row of the statistics holds
its counts for a segment, and measures are its scores of summed rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import F64, I64
from majuscule.degrade.interface import Annotation, EngineInput, Task
from majuscule.errors import CorpusError
from majuscule.extras import require
from majuscule.reading import read_file_lines
from majuscule.trials.cells import digest_files

ORDER = 4
CHARACTERS = 6
"""The longest n-grams of BLEU, in words, and of chrF, in characters."""


@dataclass(frozen=True)
class TranslationMetric:
    """BLEU with its n-gram precisions and brevity penalty, and chrF2; a row is a segment."""

    name: str = "bleu+chrf"
    columns: tuple[str, ...] = (
        "length",
        "reference length",
        *(f"{n}-gram {what}" for what in ("matches", "total") for n in range(1, ORDER + 1)),
        *(
            f"{n} characters {what}"
            for n in range(1, CHARACTERS + 1)
            for what in ("total", "reference", "matches")
        ),
    )

    def measures(self, totals: I64) -> dict[str, F64]:
        bleu, chrf = _scorers()
        rows = totals.reshape(-1, len(self.columns)).tolist()
        words = [bleu.compute_bleu(row[2:6], row[6:10], row[0], row[1]) for row in rows]
        letters = [chrf._compute_score_from_stats(row[10:]).score for row in rows]
        found = {"bleu": [one.score / 100 for one in words], "brevity": [one.bp for one in words]}
        for n in range(ORDER):
            found[f"{n + 1}-gram precision"] = [one.precisions[n] / 100 for one in words]
        found["chrf"] = [score / 100 for score in letters]
        return {name: np.array(each).reshape(totals.shape[:-1]) for name, each in found.items()}


class References:
    """Translations of all segments, one or more of each, whose n-grams are counted once."""

    def __init__(self, references: Sequence[Sequence[str]]) -> None:
        self._scorers = _scorers(references)

    def statistics(self, outputs: Sequence[str]) -> I64:
        """Return a row of :class:`TranslationMetric` for each segment."""
        # Private, but used by sacrebleu's significance tests; nothing public gives chrF's counts.
        columns = [one._extract_corpus_statistics(outputs, None) for one in self._scorers]
        return np.hstack([np.array(each, np.int64) for each in columns])


def _scorers(references: Sequence[Sequence[str]] | None = None) -> tuple[Any, Any]:
    metrics = require("sacrebleu.metrics", "the task translation", "degrade")
    bleu = metrics.BLEU(smooth_method="none", force=True, references=references)
    return bleu, metrics.CHRF(references=references)


class Translation(Task):
    """Outputs of translation systems with their references, in a folder.

    ``NAME.hyp.SYSTEM.LANGUAGE`` are outputs, ``NAME.ref.WHO.LANGUAGE`` references, a segment a
    line.  The texts are the segments, system by system.  The output of a system is one document,
    because the files do not mark stories.
    """

    measure = "bleu"
    tokenizer = "13a+c6"
    unit = "segment"
    shown = ("bleu", "chrf", *(f"{n}-gram precision" for n in range(1, ORDER + 1)))

    def __init__(self, folder: str, data: Path) -> None:
        place = Path(folder) if folder else data / "translation"
        self.name = "translation"
        outputs, named = sorted(place.glob("*.hyp.*")), sorted(place.glob("*.ref.*"))
        if not outputs or not named:
            raise CorpusError("holds no NAME.hyp.SYSTEM and NAME.ref.WHO files", str(place))
        systems = [path.name.split(".hyp.")[1].rsplit(".", 1)[0] for path in outputs]
        read, references = ([_lines(path) for path in paths] for paths in (outputs, named))
        size = len(references[0])
        for path, lines in zip((*outputs, *named), (*read, *references), strict=True):
            if len(lines) != size:
                raise CorpusError(f"has {len(lines)} lines, not {size}", str(path))
        self._references = references
        self.parts = {name: (n * size, (n + 1) * size) for n, name in enumerate(systems)}
        self.note = (
            f"{len(systems)} systems, {size:,} segments, {len(references)} references; as "
            f"sacrebleu's nrefs:{len(references)}|case:mixed|eff:no|tok:13a|smooth:none and "
            f"chrF2|nrefs:{len(references)}|case:mixed|eff:yes|nc:{CHARACTERS}|nw:0|space:no."
        )
        self.documents = [n for n in range(len(systems)) for _ in range(size)]
        self.blocks = [*range(size)] * len(systems)
        self.metric = TranslationMetric()
        self.digest = digest_files([*outputs, *named])
        self.texts = [line for lines in read for line in lines]

    @cached_property
    def _counted(self) -> References:
        return References(self._references)

    def score(self, inputs: Sequence[EngineInput], found: Sequence[Annotation]) -> I64:
        texts = [one.text for one in inputs]
        parts = self.parts.values()
        return np.vstack([self._counted.statistics(texts[first:last]) for first, last in parts])


def _lines(path: Path) -> list[str]:
    return [line for _, line in read_file_lines(path)]
