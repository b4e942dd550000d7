"""The bigram HMM restorer of Niu et al. 2004, section 2.2, Equations 1 to 7 as printed.

Three tags (all lower case, all upper case, mixed case) and five token features; Witten-Bell
back-off weights; a separate HMM, trained on text in which words found in only one half are
``#Unknown#``, for bigrams with an unknown word; a lexicon of irregular mixed case is looked up
first; elsewhere, mixed case means an initial capital.

Differences from the paper: a sentence starts after a start symbol, where the paper had no sentence
boundaries (``sentence_starts``), and letters without a capital cannot get one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from majuscule.arrays import F32, F64, U8, U64, Bools
from majuscule.counts.keys import shifted
from majuscule.errors import UsageError
from majuscule.models.stored import CountModel, part
from majuscule.restore.hmm import trellis_kernel as hmm_kernel
from majuscule.restore.hmm.counts import LOWER, MIXED, START, UPPER, mark_unknown
from majuscule.restore.hmm.tables import HmmTables
from majuscule.restore.interface import LEFT, LEXICON, MODEL, Decisions
from majuscule.text.keys import Keys
from majuscule.text.tokenizing.classes import CA, KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import Passage, sequence_starts
from majuscule.words.evidence import log_odds, margins, shares_at
from majuscule.words.letters import count_cased, token_features
from majuscule.words.tables.lexicon import Lexicon

_TAG_SET = np.array(
    [1 << LOWER, 1 << LOWER | 1 << MIXED, 1 << LOWER | 1 << UPPER | 1 << MIXED], np.uint8
)
"""Sets of tags allowed to a token with no, one, or more cased letters, as bits."""

_CLASS_OF_TAG = np.array([LC, CA, UC], np.uint8)


@dataclass(frozen=True)
class HmmOptions:
    """How the HMM learns."""

    sentence_starts: bool = True
    """Start each sentence after a start symbol; otherwise after the preceding token."""
    lexicon: bool = True
    """Learn a lexicon of irregular mixed case from the same text, and look words up in it first."""
    lexicon_share: float = 0.5
    """Words with more than this share of mixed-case occurrences enter the lexicon."""
    lexicon_least: int = 2
    """Forms seen fewer times do not enter it."""
    lexicon_file: str = ""
    """Use the lexicon of this file or model, learnt from more text perhaps, instead."""

    def __post_init__(self) -> None:
        if self.lexicon_file and not self.lexicon:
            raise UsageError(
                "lexicon_file names a lexicon, but lexicon=false wants none; drop one of them"
            )


class _PreparedPassage(NamedTuple):
    """A passage of n tokens as the HMM's input.

    ``starts``: tokens that begin a sequence; ``cased``: tokens with cased letters; ``allowed``:
    sets of tags; ``masks``: forms of ``irregular`` words; ``matrices``: Equation 1, (n, 3, 3).
    """

    starts: U8
    cased: Bools
    allowed: U8
    masks: U64
    irregular: Bools
    matrices: F64


@dataclass(frozen=True, repr=False)
class HmmRestorer(CountModel):
    """The two HMMs and the lexicon; margins are differences of log probabilities of paths."""

    known: HmmTables = part(HmmTables, "known_")
    unknown: HmmTables = part(HmmTables, "unknown_")
    lexicon: Lexicon = part(Lexicon, "lexicon_")
    chosen: HmmOptions = HmmOptions()

    kind: ClassVar[str] = "hmm.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the classes on the most probable path."""
        prepared = self._prepare(passage)
        forward, back, support = _weigh_tags(prepared, True)
        marginals = _weigh_tags(prepared, False)[2] if posteriors else None
        best = np.empty(len(support), np.uint8)
        hmm_kernel.trace(prepared.starts, forward, back, best)
        classes = _CLASS_OF_TAG[best]
        classes[prepared.irregular] = MC
        classes[~prepared.cased] = KEEP
        reasons = np.where(prepared.irregular, LEXICON, np.where(prepared.cased, MODEL, LEFT))
        return Decisions(
            classes,
            prepared.masks,
            margins(support, prepared.cased),
            reasons.astype(np.uint8),
            log_odds(_by_class(support, prepared), prepared.cased),
            None if marginals is None else _by_class(marginals, prepared).astype(np.float32),
        )

    def evidence(self, passage: Passage) -> F32 | None:
        """Return the share of capitals of each token's word inside sentences, NaN if unknown.

        None if training did not distinguish sentence starts.
        """
        if not self.chosen.sentence_starts:
            return None
        return shares_at(self.known.capital_shares, self.known.rows(passage.tokens.words))

    def _prepare(self, passage: Passage) -> _PreparedPassage:
        tokens = passage.tokens
        letters = count_cased(tokens)
        cased = letters > 0
        starts = sequence_starts(passage, self.chosen.sentence_starts)
        masks, irregular = self.lexicon.look_up(tokens.words)
        irregular &= cased
        allowed = _TAG_SET[np.minimum(letters, 2)]
        allowed[irregular] = 1 << MIXED
        return _PreparedPassage(
            starts.astype(np.uint8),
            cased,
            allowed,
            np.where(irregular, masks, np.uint64(0)),
            irregular,
            self._score(tokens.words, token_features(tokens), starts),
        )

    def _score(self, words: Keys, features: U8, starts: Bools) -> F64:
        """Return Equation 1 for each token and each pair of tags, shape (n, 3, 3)."""
        matrices = np.empty((len(words), 3, 3))
        rows = self.known.rows(words)
        missing = rows == len(self.known.words)
        before = np.append(False, missing[:-1])[: len(words)]
        before[starts] = False
        unknown = missing | before
        start = np.array([START])

        previous = np.empty_like(rows)
        previous[1:] = rows[:-1]
        previous[starts] = self.known.rows(start)[0]
        at = np.flatnonzero(~unknown)
        self.known.score(at, previous[at], rows[at], features[at], words[at], matrices)

        at = np.flatnonzero(unknown)
        if len(at):
            inside = self.unknown.rows(words) < len(self.unknown.words)
            marked = np.where(inside, words, mark_unknown(words, features, words[:0]))
            history = shifted(marked, starts, START)[at]
            self.unknown.score(
                at,
                self.unknown.rows(history),
                self.unknown.rows(marked[at]),
                features[at],
                marked[at],
                matrices,
            )
        return matrices


def _weigh_tags(prepared: _PreparedPassage, best: bool) -> tuple[F64, U8, F64]:
    """Return forward weights, back pointers and shares of tags, by the best path or all paths."""
    forward, shares = np.empty((2, len(prepared.starts), 3))
    back = np.empty(forward.shape, np.uint8)
    inputs = prepared.matrices, prepared.starts, prepared.allowed, best
    hmm_kernel.find_forward(*inputs, forward, back)
    hmm_kernel.weigh_tags(*inputs, forward, shares)
    return forward, back, shares


def _by_class(shares: F64, prepared: _PreparedPassage) -> F64:
    """Return shares of tags as shares of classes, (n, 4); words of the lexicon are MC."""
    by_class = np.zeros((len(shares), 4))
    by_class[:, _CLASS_OF_TAG] = shares
    by_class[prepared.irregular] = (0, 0, 0, 1)
    return by_class
