"""The neural tagger as a restorer: words in, case classes out, by a small convolutional network.

Each token is embedded as a sum of vectors (:mod:`majuscule.words.inputs`); gated convolutions add
its context; a linear layer scores the same tags as the linear tagger, whose lexicon and patterns
then give the forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F32, I64, U32, Array
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, read_stored
from majuscule.network.engine import NetworkEngine
from majuscule.network.pieces import Pieces, cut_lines, tokens_of
from majuscule.restore.interface import Decisions, likelihoods
from majuscule.restore.linear.restorer import write_forms
from majuscule.restore.neural.calibration import CERTAIN, NeuralCalibration, calibrated
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import WORD
from majuscule.words.inputs import CASE, KIND, Tables, read_network
from majuscule.words.tables.lexicon import Lexicon
from majuscule.words.tables.tags import INNER

PIECE = 8192
"""Tokens per run of the network."""


@dataclass(frozen=True, repr=False)
class NeuralRestorer:
    """The neural tagger of case: see the module."""

    tables: Tables
    engine: NetworkEngine
    lexicon: Lexicon
    calibration: NeuralCalibration
    longest: int
    trained_with: Mapping[str, Any] = field(default_factory=dict)

    kind: ClassVar[str] = KIND

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        odds = np.empty((len(passage.tokens), INNER), np.float32)
        for start, stop, piece in passage.pieces(PIECE):
            odds[start:stop] = self.log_odds(piece, self.cut(piece))
        shares = likelihoods(odds) if posteriors else None
        classes = odds.argmax(axis=1).astype(np.uint8)
        return write_forms(passage, classes, odds, self.lexicon, shares)

    def evidence(self, passage: Passage) -> F32:
        return self.tables.words.capital_shares(passage.tokens.words)

    def cut(self, passage: Passage) -> Pieces:
        """Return the pieces of a passage that the network reads independently."""
        return cut_lines(passage, self.longest)

    def scores(self, passage: Passage, pieces: Pieces) -> F32:
        """Return scores (n, TAGS) for the n tokens of the pieces, one piece after the other."""
        at, bounds = tokens_of(pieces)
        return self.engine.run(self.tables.read(passage, at), bounds)[CASE]

    def buckets(self, passage: Passage, at: I64) -> U32:
        """Return the buckets of the words of the tokens ``at``."""
        return self.tables.words.look_up(passage.tokens.words[at])[0]

    def log_odds(self, passage: Passage, pieces: Pieces) -> F32:
        """Return log odds (n, 4) of LC, UC, CA, MC against the best (which has 0), as in scores."""
        at = tokens_of(pieces)[0]
        buckets = self.buckets(passage, at)
        odds = calibrated(self.scores(passage, pieces), self.calibration, buckets)
        odds[passage.tokens.kinds[at] != WORD] = (0, -CERTAIN, -CERTAIN, -CERTAIN)
        return odds

    def arrays(self) -> Mapping[str, Array]:
        return {
            **arrays_of(self.tables),
            **arrays_of(self.engine),
            **arrays_of(self.lexicon, "lexicon_"),
        }

    def options(self) -> Mapping[str, Any]:
        return {**self.trained_with, "calibration": asdict(self.calibration)}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the network that a model file holds; its session starts on first use.

        Raises :class:`~majuscule.errors.UsageError` without onnxruntime.
        """
        tables, engine = read_network(file)
        options = dict(file.header.options)
        constants = options.pop("calibration", {})
        engine.check()
        return cls(
            tables,
            engine,
            read_stored(Lexicon, file, "lexicon_"),
            NeuralCalibration(**{**constants, "bias": tuple(constants["bias"])}),
            int(options["longest"]),
            options,
        )
