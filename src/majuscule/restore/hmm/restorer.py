"""The bigram HMM restorer of Niu et al. 2004, section 2.2, Equations 1 to 7 as printed.

Three tags (all lower case, all upper case, mixed case) and five token features; back-off weights
by Witten and Bell; a separate HMM, trained on text where words that only half of it knows are
``#Unknown#``, for bigrams that hold an unknown word; words of the irregular mixed-case lexicon are
looked up first; mixed case means an initial capital otherwise.

What is ours: a sentence starts after a symbol of its own, where the paper had no sentence
boundaries (``sentence_starts``), and a letter that has no capital cannot get one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from majuscule.counts.sequences import sequence_starts, shifted
from majuscule.counts.tables import Keys
from majuscule.models import ModelFile
from majuscule.options import read_options
from majuscule.restore.hmm import trellis_kernel as hmm_kernel
from majuscule.restore.hmm.counts import (
    LOWER,
    MIXED,
    START,
    UPPER,
    mark_unknown,
)
from majuscule.restore.hmm.tables import HmmTables
from majuscule.restore.interface import LEFT, LEXICON, MODEL, Decisions
from majuscule.text.classes import CA, KEEP, LC, MC, UC
from majuscule.text.passages import Passage
from majuscule.words.evidence import log_odds
from majuscule.words.letters import count_cased, token_features
from majuscule.words.lexicon import Lexicon

_TAG_SET = np.array(
    [1 << LOWER, 1 << LOWER | 1 << MIXED, 1 << LOWER | 1 << UPPER | 1 << MIXED], np.uint8
)
"""Tags that a token with no, one, or more letters that can be capitals may have."""

_CLASS_OF_TAG = np.array([LC, CA, UC], np.uint8)
_SMALLEST = 1e-20


@dataclass(frozen=True)
class HmmOptions:
    """How the HMM learns."""

    sentence_starts: bool = True
    """Let a sentence start after a symbol of its own; else after the token before it."""
    lexicon: bool = True
    """Learn a lexicon of irregular mixed case from the same text and look words up there first."""
    lexicon_share: float = 0.5
    """Words in mixed case in more than this part of their mentions get into the lexicon."""
    lexicon_least: int = 2
    """Forms seen fewer times do not."""


class _Prepared(NamedTuple):
    """A passage as the HMM sees it; n tokens."""

    starts: npt.NDArray[np.uint8]
    cased: npt.NDArray[np.bool_]
    allowed: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint64]
    irregular: npt.NDArray[np.bool_]
    matrices: npt.NDArray[np.float64]


class HmmRestorer:
    """Two HMMs and a lexicon; margins are differences of log probabilities of paths."""

    kind: ClassVar[str] = "hmm.v1"

    def __init__(
        self, known: HmmTables, unknown: HmmTables, lexicon: Lexicon, options: HmmOptions
    ) -> None:
        self._known = known
        self._unknown = unknown
        self._lexicon = lexicon
        self._options = options

    @property
    def lexicon(self) -> Lexicon:
        """Return the lexicon that is looked up before the HMM is asked."""
        return self._lexicon

    def with_lexicon(self, lexicon: Lexicon) -> Self:
        """Return the same HMM with another lexicon, learnt from more text, say."""
        return type(self)(self._known, self._unknown, lexicon, self._options)

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the classes on the most probable path; the case of the input plays no part."""
        seen = self._prepare(passage)
        n = len(seen.starts)
        best, back = np.empty(n, np.uint8), np.empty((n, 3), np.uint8)
        forward, support = np.empty((n, 3)), np.empty((n, 3))
        known = seen.matrices, seen.starts, seen.allowed
        hmm_kernel.find_path(*known, forward, back, best)
        hmm_kernel.weigh_tags(*known, forward, True, support)
        classes = _CLASS_OF_TAG[best]
        classes[seen.irregular] = MC
        classes[~seen.cased] = KEEP
        ordered = np.sort(support, axis=1)
        margins = np.maximum(-np.log(np.maximum(ordered[:, 1], _SMALLEST)), 0)
        margins[~seen.cased] = 0
        reasons = np.where(seen.irregular, LEXICON, np.where(seen.cased, MODEL, LEFT))
        likelihoods = np.zeros((n, 4))
        likelihoods[:, _CLASS_OF_TAG] = support
        likelihoods[seen.irregular] = (0, 0, 0, 1)
        return Decisions(
            classes,
            seen.masks,
            margins.astype(np.float32),
            reasons.astype(np.uint8),
            log_odds(likelihoods, seen.cased),
            self._posteriors(seen) if posteriors else None,
        )

    def evidence(self, passage: Passage) -> npt.NDArray[np.float32] | None:
        """Return how often each token's word has capitals inside sentences, NaN where unknown.

        None where sentence starts were not told apart in training.
        """
        if not self._options.sentence_starts:
            return None
        shares = np.append(self._known.capital_shares, np.float32(np.nan))
        return np.asarray(shares[self._known.rows(passage.tokens.words)])

    def _posteriors(self, seen: _Prepared) -> npt.NDArray[np.float32]:
        """Return the probability of each class by forward-backward, shape (n, 4)."""
        n = len(seen.starts)
        forward, marginals = np.empty((n, 3)), np.empty((n, 3))
        known = seen.matrices, seen.starts, seen.allowed
        hmm_kernel.find_forward(*known, forward)
        hmm_kernel.weigh_tags(*known, forward, False, marginals)
        found = np.zeros((n, 4), np.float32)
        for tag in (LOWER, UPPER, MIXED):
            found[:, _CLASS_OF_TAG[tag]] = marginals[:, tag]
        found[seen.irregular] = (0, 0, 0, 1)
        return found

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        return {
            **self._known.arrays("known_"),
            **self._unknown.arrays("unknown_"),
            **self._lexicon.arrays(),
        }

    def options(self) -> Mapping[str, Any]:
        """Return the options it was trained with."""
        return asdict(self._options)

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer that a model file holds."""
        file.expect_kind(cls.kind)
        return cls(
            HmmTables.from_file(file, "known_"),
            HmmTables.from_file(file, "unknown_"),
            Lexicon.from_file(file),
            read_options(HmmOptions, file.header.options),
        )

    def _prepare(self, passage: Passage) -> _Prepared:
        tokens = passage.tokens
        letters = count_cased(tokens)
        cased = letters > 0
        starts = sequence_starts(passage, self._options.sentence_starts)
        masks, irregular = self._lexicon.look_up(tokens.words)
        irregular &= cased
        allowed = _TAG_SET[np.minimum(letters, 2)]
        allowed[irregular] = 1 << MIXED
        return _Prepared(
            starts.astype(np.uint8),
            cased,
            allowed,
            np.where(irregular, masks, np.uint64(0)),
            irregular,
            self._score(tokens.words, token_features(tokens), starts),
        )

    def _score(
        self, words: Keys, features: npt.NDArray[np.uint8], starts: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.float64]:
        """Return Equation 1 for each token and each pair of tags, shape (n, 3, 3)."""
        matrices = np.empty((len(words), 3, 3))
        rows = self._known.rows(words)
        missing = rows == len(self._known.words)
        before = np.append(False, missing[:-1])[: len(words)]
        before[starts] = False
        unknown = missing | before
        start = np.array([START])

        previous = np.empty_like(rows)
        previous[1:] = rows[:-1]
        previous[starts] = self._known.rows(start)[0]
        at = np.flatnonzero(~unknown)
        self._known.score(at, previous[at], rows[at], features[at], words[at], matrices)

        at = np.flatnonzero(unknown)
        if len(at):
            inside = self._unknown.rows(words) < len(self._unknown.words)
            marked = np.where(inside, words, mark_unknown(words, features, words[:0]))
            history = shifted(marked, starts, START)[at]
            self._unknown.score(
                at,
                self._unknown.rows(history),
                self._unknown.rows(marked[at]),
                features[at],
                marked[at],
                matrices,
            )
        return matrices
