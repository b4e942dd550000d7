"""The linear tagger as a restorer: folded words in, case classes out.

Tags are LC, UC, CA, MC and INNER, a lower-case word inside a name
(:mod:`majuscule.words.tables.tags`), which counts as LC.  A word tagged UC or MC that is in the
lexicon gets its form there; other MC words are written by a pattern, else with an initial capital.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F32, I32, U8, Array
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, read_stored
from majuscule.restore.interface import Decisions
from majuscule.restore.linear import decision_kernel
from majuscule.restore.linear.columns import COLUMNS, LEFT_OUT, LINKS, TEMPLATES
from majuscule.scratch import Scratch
from majuscule.tagging.features.padding import cut_long
from majuscule.tagging.features.templates import REACH
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.chain import Chain
from majuscule.tagging.scoring.chain import posteriors as tag_posteriors
from majuscule.tagging.scoring.packing import PackedWeights, buckets_of
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.text.tokenizing.classes import LC
from majuscule.text.tokenizing.passages import Passage
from majuscule.words.tables.lexicon import Lexicon
from majuscule.words.tables.table import WordTable
from majuscule.words.tables.tags import INNER, TAGS

PIECE = 1 << 16
"""Tokens scored at once: enough to reuse each part of the model while it is cached, few enough for
20 MB of scratch."""


@dataclass(frozen=True)
class Calibration:
    """Constants fitted on held-out text after training.

    ``scale``: log odds of a score unit, for calibrated posteriors; ``bias``: added to each tag's
    score, for the best F1; ``elsewhere``, ``unseen``: added to capitals too, in words known only
    from other languages and in unseen words.
    """

    scale: float = 0.004
    bias: tuple[int, ...] = (0,) * TAGS
    elsewhere: int = 0
    unseen: int = 0

    @property
    def of_sorts(self) -> I32:
        """Return the bias of capitals by :func:`majuscule.words.tables.table.origins_of`."""
        return np.array([0, self.elsewhere, self.unseen], np.int32)


def case_spec(groups: int = 0) -> Spec:
    """Return the compiled templates of the case tagger, of an older one if it has this many groups.

    Older models have all templates.  The hashes of a template are the same in both.
    """
    spec = Spec.of(TAGS, TEMPLATES, LINKS, COLUMNS)
    if groups == spec.groups:
        return spec
    kept = [number for number, one in enumerate(TEMPLATES) if one not in LEFT_OUT]
    return replace(spec, templates=spec.templates[kept])


@dataclass(frozen=True, repr=False, eq=False)
class TaggerRestorer:
    """The linear tagger of case: see the module."""

    tagger: LinearTagger
    words: WordTable
    lexicon: Lexicon
    calibration: Calibration
    trained_with: Mapping[str, Any]

    kind: ClassVar[str] = "tagger.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the best class of each token."""
        n = len(passage.tokens)
        out = classes, masks, margins, reasons, scores = (
            np.empty(n, np.uint8),
            np.empty(n, np.uint64),
            np.empty(n, np.float32),
            np.empty(n, np.uint8),
            np.empty((n, INNER), np.float32),
        )
        shares = np.empty((n, INNER), np.float32) if posteriors else None
        decider = self.deciders.take()
        for start, stop, piece in passage.pieces(PIECE):
            tokens, bounds = piece.tokens, cut_long(piece, piece.lines)
            decider.decide(
                tokens.folded,
                tokens.starts,
                tokens.ends,
                tokens.words,
                tokens.positions,
                tokens.affixes,
                tokens.kinds,
                piece.lines,
                bounds,
                *(array[start:stop] for array in out),
            )
            if shares is not None:
                chain = Chain(*(array[: stop - start] for array in decider.chain))
                likely = tag_posteriors(chain, bounds, self.calibration.scale)
                likely[:, LC] += likely[:, INNER]
                shares[start:stop] = likely[:, :INNER]
        self.deciders.give(decider, decider.tokens <= 2 * PIECE)
        return Decisions(classes, masks, margins, reasons, scores, shares)

    @cached_property
    def deciders(self) -> Scratch[decision_kernel.Decider]:
        """Return the pool of kernels, of which each thread takes one."""
        lexicon = self.lexicon
        return Scratch(
            lambda: decision_kernel.Decider(
                self.tagger.scorer(),
                self.words.table,
                lexicon.words,
                lexicon.masks,
                self.calibration.scale,
                self.calibration.of_sorts,
                len(COLUMNS),
                REACH,
            )
        )

    def evidence(self, passage: Passage) -> F32:
        """Return the share of capitals of each token's word inside sentences, NaN if unknown."""
        return self.words.capital_shares(passage.tokens.words)

    def arrays(self) -> Mapping[str, Array]:
        """Return the arrays of the model file."""
        own = arrays_of(self.tagger.packed) | arrays_of(self.words)
        return own | arrays_of(self.lexicon, "lexicon_")

    def options(self) -> Mapping[str, Any]:
        """Return the options and constants."""
        return {**self.trained_with, "calibration": asdict(self.calibration)}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger that a model file holds."""
        file.expect_kind(cls.kind)
        options = dict(file.header.options)
        constants = options.pop("calibration", {})
        calibration = Calibration(**{**constants, "bias": tuple(constants["bias"])})
        packed = read_stored(PackedWeights, _upgraded(file))
        spec = case_spec(len(packed.regions))
        if not packed.fits_spec(spec):
            raise file.faulty("its weights are not those of a case tagger")
        return cls(
            LinearTagger(spec, packed, np.array(calibration.bias, np.int32)),
            read_stored(WordTable, file),
            read_stored(Lexicon, file, "lexicon_"),
            calibration,
            options,
        )


def _upgraded(file: ModelFile) -> ModelFile:
    """Return a file with its table in today's format: before 0.2, slots of three bytes."""
    if file.arrays.get("table", np.empty(0)).dtype != np.uint8:
        return file
    table = buckets_of(file.array("table", "|u1", dimensions=2))
    return replace(file, arrays={**file.arrays, "table": table})


def write_forms(
    passage: Passage, classes: U8, scores: F32, lexicon: Lexicon, posteriors: F32 | None = None
) -> Decisions:
    """Return decisions from classes: words get their forms, all other tokens are left unchanged.

    ``scores`` (n, 4): log odds of the classes.
    """
    tokens, n = passage.tokens, len(passage.tokens)
    classes, masks, reasons = classes.copy(), np.empty(n, np.uint64), np.empty(n, np.uint8)
    margins = np.empty(n, np.float32)
    decision_kernel.write_forms(
        tokens.folded,
        tokens.starts,
        tokens.ends,
        tokens.kinds,
        tokens.words,
        scores,
        lexicon.words,
        lexicon.masks,
        classes,
        masks,
        margins,
        reasons,
    )
    return Decisions(classes, masks, margins, reasons, scores, posteriors)
