"""The bigram HMM restorer of Niu et al. 2004, section 2.2, Equations 1 to 7 as printed.

Three tags (all lower case, all upper case, mixed case) and five token features; back-off weights
by Witten and Bell; a separate HMM, trained on text where words that only half of it knows are
``#Unknown#``, for bigrams that hold an unknown word; words of the irregular mixed-case lexicon are
looked up first; mixed case means an initial capital otherwise.

What is ours: a sentence starts after a symbol of its own, where the paper had no sentence
boundaries (``sentence_starts``), and a letter that has no capital cannot get one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from majuscule.arrays import F32, F64, U8, U64, Bools
from majuscule.counts.keys import shifted
from majuscule.errors import UsageError
from majuscule.models.stored import Counted, part
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
"""Tags that a token with no, one, or more letters that can be capitals may have."""

_CLASS_OF_TAG = np.array([LC, CA, UC], np.uint8)


@dataclass(frozen=True)
class HmmOptions:
    """How the HMM learns."""

    sentence_starts: bool = True
    """Let a sentence start after a symbol of its own; else after the token before it."""
    lexicon: bool = True
    """Learn a lexicon of irregular mixed case from the same text and look words up there first."""
    lexicon_share: float = 0.5
    """Words in mixed case in more than this part of their occurrences get into the lexicon."""
    lexicon_least: int = 2
    """Forms seen fewer times do not."""
    lexicon_file: str = ""
    """Take the lexicon of this file or model, built from more text say, instead of learning one."""

    def __post_init__(self) -> None:
        if self.lexicon_file and not self.lexicon:
            raise UsageError(
                "lexicon_file names a lexicon, but lexicon=false wants none; drop one of them"
            )


class _PreparedPassage(NamedTuple):
    """A passage as the HMM sees it; n tokens."""

    starts: U8
    cased: Bools
    allowed: U8
    masks: U64
    irregular: Bools
    matrices: F64


@dataclass(frozen=True, repr=False)
class HmmRestorer(Counted):
    """Two HMMs and a lexicon, which is looked up before the HMM is asked.

    Margins are differences of log probabilities of paths.
    """

    known: HmmTables = part(HmmTables, "known_")
    unknown: HmmTables = part(HmmTables, "unknown_")
    lexicon: Lexicon = part(Lexicon, "lexicon_")
    chosen: HmmOptions = HmmOptions()

    kind: ClassVar[str] = "hmm.v1"

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the classes on the most probable path; the case of the input plays no part."""
        seen = self._prepare(passage)
        forward, back, support = _weigh_tags(seen, True)
        best = np.empty(len(support), np.uint8)
        hmm_kernel.trace(seen.starts, forward, back, best)
        classes = _CLASS_OF_TAG[best]
        classes[seen.irregular] = MC
        classes[~seen.cased] = KEEP
        reasons = np.where(seen.irregular, LEXICON, np.where(seen.cased, MODEL, LEFT))
        return Decisions(
            classes,
            seen.masks,
            margins(support, seen.cased),
            reasons.astype(np.uint8),
            log_odds(_by_class(support, seen), seen.cased),
            _by_class(_weigh_tags(seen, False)[2], seen).astype(np.float32) if posteriors else None,
        )

    def evidence(self, passage: Passage) -> F32 | None:
        """Return how often each token's word has capitals inside sentences, NaN where unknown.

        None where sentence starts were not told apart in training.
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


def _weigh_tags(seen: _PreparedPassage, best: bool) -> tuple[F64, U8, F64]:
    """Return what leads to each tag and how probable each is: by the best path, or by all paths."""
    forward, shares = np.empty((2, len(seen.starts), 3))
    back = np.empty(forward.shape, np.uint8)
    known = seen.matrices, seen.starts, seen.allowed, best
    hmm_kernel.find_forward(*known, forward, back)
    hmm_kernel.weigh_tags(*known, forward, shares)
    return forward, back, shares


def _by_class(shares: F64, seen: _PreparedPassage) -> F64:
    """Return shares of tags as shares of classes, (n, 4); what the lexicon knows is mixed."""
    found = np.zeros((len(shares), 4))
    found[:, _CLASS_OF_TAG] = shares
    found[seen.irregular] = (0, 0, 0, 1)
    return found
