"""Training of an adapter: logistic regression on corrected words, the base model held fixed
(:mod:`majuscule.tagging.training.layer`).

Only words that people checked are learnt from.  Giving the unchecked ones a small weight halved the
gain from corrections in the domains whose capitals differ most from the model's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from majuscule.arrays import F64, I64, U64
from majuscule.errors import TrainingError
from majuscule.learn.batches import CorrectedText
from majuscule.options import Progress, no_progress
from majuscule.restore.adapted.restorer import STYLE, AdaptedRestorer, Adapter, features
from majuscule.restore.interface import LEFT, Restorer
from majuscule.tagging.training.layer import CERTAIN, LayerOptions, learn_layer
from majuscule.text.tokenizing.classes import KEEP, MC, UC
from majuscule.text.tokenizing.tokens import WORD


@dataclass(frozen=True)
class AdapterOptions(LayerOptions):
    """How an adapter learns."""

    penalty: float = 0.1  # L2, of squared weights; results from 0.1 to 1 differ little
    # Learn how readily the domain capitalises at all: the domain gains more, other text loses more.
    style: bool = True


def adapt(
    base: Restorer,
    texts: Sequence[CorrectedText],
    options: AdapterOptions | None = None,
    report: Progress = no_progress,
) -> AdaptedRestorer:
    """Return ``base`` with an adapter that learnt from corrected texts.

    Raises :class:`TrainingError` where nobody checked a word.
    """
    chosen = options or AdapterOptions()
    if isinstance(base, AdaptedRestorer):
        # The texts hold all corrections: start from the base, not from an earlier adapter.
        base = base.base
    examples = [_read(base, text) for text in texts]
    checked = sum(int(text.checked.sum()) for text in texts)
    if not checked:
        raise TrainingError("nobody has corrected or confirmed a word yet: nothing to learn from")
    hashes = np.concatenate([one[0] for one in examples])
    offsets = np.concatenate([one[1] for one in examples])
    gold = np.concatenate([one[2] for one in examples])
    if not chosen.style:
        hashes = hashes[:, :STYLE]
    report("adapting", 0.0)
    adapter = Adapter(learn_layer(hashes, offsets, gold, chosen), *_forms(texts))
    return AdaptedRestorer(base, adapter, {**asdict(chosen), "checked": checked})


def _read(base: Restorer, text: CorrectedText) -> tuple[U64, F64, I64]:
    """Return features (m, 8), base log odds (m, 4) and classes (m,) of the tokens to learn from."""
    passage = text.batch.passage
    below = base.decide(passage)
    if below.scores is None:
        raise TrainingError(
            f"a restorer of kind {base.kind} gives no scores, so it cannot be adapted"
        )
    usable = text.checked & (text.batch.classes != KEEP) & (below.reasons != LEFT)
    usable &= passage.tokens.kinds == WORD
    chosen = np.flatnonzero(usable)
    gold = text.batch.classes[chosen].astype(np.int64)
    # UC and MC count as one class, the base's favourite: the list of forms tells them apart.
    offsets = np.maximum(below.scores[chosen], -CERTAIN).astype(np.float64)
    gold[(gold == MC) & (offsets[:, UC] > offsets[:, MC])] = UC
    gold[(gold == UC) & (offsets[:, MC] > offsets[:, UC]) & (below.masks[chosen] != 0)] = MC
    return features(passage, below.scores)[chosen], offsets, gold


def _forms(texts: Sequence[CorrectedText]) -> tuple[U64, U64]:
    """Return the words that were corrected to have capitals, and the most common mask of each."""
    seen: Counter[tuple[int, int]] = Counter()
    for text in texts:
        batch = text.batch
        chosen = np.flatnonzero(text.checked & ((batch.classes == UC) | (batch.classes == MC)))
        masks = np.where(batch.classes == MC, batch.masks, np.uint64(0))[chosen]
        words = batch.passage.tokens.words[chosen]
        seen.update(zip(words.tolist(), masks.tolist(), strict=True))
    best: dict[int, int] = {}
    for word, _, mask in sorted((word, -count, mask) for (word, mask), count in seen.items()):
        best.setdefault(word, mask)
    return np.array(list(best), np.uint64), np.array(list(best.values()), np.uint64)
