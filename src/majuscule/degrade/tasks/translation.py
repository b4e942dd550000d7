"""Translation: cased BLEU of systems whose case was taken away (Lita et al. 2003, 3.3, Table 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.degrade.interface import Annotation, Input, digest_files
from majuscule.errors import CorpusError, UsageError
from majuscule.measure.metric import FloatArray, IntArray

ORDER = 4


@dataclass(frozen=True)
class BleuMetric:
    """Corpus BLEU (Papineni et al. 2002) and its n-gram precisions, as sacrebleu has them.

    Columns: matches and n-grams of each order, length of output and of the closest reference; a row
    is a sentence.
    """

    name: str = "bleu"
    columns: tuple[str, ...] = (
        *(f"{n}-gram {what}" for n in range(1, ORDER + 1) for what in ("matches", "total")),
        "length",
        "reference length",
    )

    def measures(self, totals: IntArray) -> dict[str, FloatArray]:
        """Return ``bleu``, precisions and the brevity penalty, of shape ``[...]``."""
        counts = totals[..., :-2].reshape(*totals.shape[:-1], ORDER, 2).astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            precisions = counts[..., 0] / counts[..., 1]
            logs = np.log(precisions).mean(axis=-1)
            ratio = totals[..., -1] / totals[..., -2]
        brevity = np.exp(np.minimum(0.0, 1.0 - ratio))
        found = {"bleu": np.exp(logs) * brevity, "brevity": brevity}
        return found | {f"{n + 1}-gram precision": precisions[..., n] for n in range(ORDER)}


class Translation:
    """Outputs of translation systems with their references, in a folder.

    ``NAME.hyp.SYSTEM.LANGUAGE`` are outputs, ``NAME.ref.WHO.LANGUAGE`` references, a segment a
    line.  The texts are the segments, one system after the other; which of them belong to one story
    is not told, so each stands alone.
    """

    needs: frozenset[str] = frozenset()
    measure = "bleu"
    tokenizer = "13a"
    unit = "segment"
    documents: Sequence[int] = ()
    shown = ("bleu", *(f"{n}-gram precision" for n in range(1, ORDER + 1)))
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
        self.note = f"{len(systems)} systems, {size:,} segments, {len(references)} references."
        self.metric = BleuMetric()
        self.digest = digest_files([*outputs, *sorted(place.glob("*.ref.*"))])
        self.texts = [line for lines in read for line in lines]

    def score(self, inputs: Sequence[Input], found: Sequence[Annotation]) -> IntArray:
        """Return a row for each segment of each system."""
        bleu = _sacrebleu()
        rows = []
        for number, one in enumerate(inputs):
            right = self._references[number % len(self._references)]
            score = bleu.sentence_score(one.text, right)
            pairs = zip(score.counts, score.totals, strict=True)
            rows.append([*(n for pair in pairs for n in pair), score.sys_len, score.ref_len])
        return np.array(rows, np.int64)


def _sacrebleu() -> Any:
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError as error:
        raise UsageError(
            "the task translation needs sacrebleu: pip install 'majuscule[degrade]'"
        ) from error
    return BLEU(effective_order=True)


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")
