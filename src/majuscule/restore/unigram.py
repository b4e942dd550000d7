"""The unigram restorer: each word in its most frequent form (Lita et al. 2003, section 2.1).

The baseline of the paper.  A word that was never seen gets an initial capital, as section 2.3
proposes.  The first word of a sentence gets one whatever its most frequent form, the rule that the
paper's Table 1 calls "+"; both can be turned off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from majuscule.arrays import F32, Bools
from majuscule.errors import UsageError
from majuscule.learn.batches import TrainingText, check_case
from majuscule.models.stored import CountModel, part, stored
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.interface import LEFT, MODEL, Decisions
from majuscule.text.tokenizing.classes import CA, CLASS_NAMES, KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.words.evidence import capital_share, log_odds, raise_first, shares_at
from majuscule.words.forms import CASELESS, MIXED, FormCounts, FormTally
from majuscule.words.letters import count_cased


@dataclass(frozen=True)
class UnigramOptions:
    """How the unigram model learns and decides."""

    unknown: str = "UC"
    """Class of words never seen: UC, LC or CA."""
    first_letters: bool = True
    """Capitalise the first word of a sentence where its most frequent form is lower case."""
    count_starts: bool = False
    """Count words at sentence starts too, where even common words have capitals."""
    least: int = 1
    """Words seen fewer times are unknown; raising it makes the model smaller."""

    def __post_init__(self) -> None:
        if self.unknown not in CLASS_NAMES[:MC] or self.least < 1:
            raise UsageError(
                f"unknown is {self.unknown!r} and least {self.least!r}; unknown must be LC, UC "
                "or CA, and least 1 or more"
            )


@dataclass(frozen=True, repr=False)
class UnigramRestorer(CountModel):
    """Each word in its most frequent form; margins are differences of relative frequencies.

    ``at_starts_only``: which words of the table were seen only at sentence starts.
    """

    forms: FormCounts = part(FormCounts, "forms_")
    at_starts_only: Bools = stored("|b1")
    chosen: UnigramOptions = UnigramOptions()

    kind: ClassVar[str] = "unigram.v1"

    def fits(self) -> bool:
        return len(self.at_starts_only) == len(self.forms)

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the most frequent form of each token."""
        tokens = passage.tokens
        shares = self._look_up(passage)
        # Of equally frequent forms, argmax takes the smaller class.
        classes = shares.argmax(axis=1).astype(np.uint8)
        ordered = np.sort(shares, axis=1)
        cased = count_cased(tokens) > 0
        classes[~cased] = KEEP
        masks = np.zeros(len(tokens), np.uint64)
        mixed = classes == MC
        masks[mixed] = self.forms.masks(
            tokens.words[mixed], np.full(int(mixed.sum()), MIXED, np.uint8)
        )
        return Decisions(
            classes,
            masks,
            np.where(cased, ordered[:, -1] - ordered[:, -2], 0).astype(np.float32),
            np.where(cased, MODEL, LEFT).astype(np.uint8),
            log_odds(shares, cased),
            shares if posteriors else None,
        )

    def evidence(self, passage: Passage) -> F32 | None:
        """Return the share of capitals of each token's word inside sentences, NaN if unknown.

        None if sentence starts were counted along with the rest.
        """
        if self.chosen.count_starts:
            return None
        return shares_at(self._capital_shares, self.forms.rows(passage.tokens.words))

    def _look_up(self, passage: Passage) -> F32:
        """Return the share of LC, UC, CA and the most frequent MC form, shape (n, 4)."""
        tokens = passage.tokens
        letters = count_cased(tokens)
        shares = self._shares[self.forms.rows(tokens.words)]
        single = letters == 1
        shares[single, UC] += shares[single, CA]
        shares[single, CA] = 0
        if self.chosen.first_letters:
            raise_first(shares, sentence_starts(tokens.positions) & (letters > 0))
        shares[letters == 0] = (1, 0, 0, 0)
        return shares

    @cached_property
    def _shares(self) -> F32:
        """Return the share of each class for each word, (words + 1, 4).

        The last row is that of unknown words.
        """
        counts = self.forms.counts[:, [LC, UC, CA, MIXED]]
        unknown = self._unknown_shares()
        total = counts.sum(axis=1, dtype=np.float32)[:, None]
        shares = np.where(total > 0, counts / np.maximum(total, 1), unknown).astype(np.float32)
        return np.concatenate([shares, unknown[None]])

    @cached_property
    def _capital_shares(self) -> F32:
        """Return the share of capitalised occurrences of each word, NaN if seen at starts only."""
        counts = self.forms.counts.astype(np.int64)
        lower, caseless = counts[:, LC], counts[:, CASELESS]
        cased = counts.sum(axis=1) - caseless
        return capital_share(cased - lower, np.where(self.at_starts_only, 0, cased))

    def _unknown_shares(self) -> F32:
        """Return the class distribution of unknown words, estimated from words seen once.

        The class that ``unknown`` names swaps its share with the most probable one.
        """
        counts = self.forms.counts
        once = counts.sum(axis=1, dtype=np.int64) == 1
        seen = counts[once][:, [LC, UC, CA]].sum(axis=0, dtype=np.int64) + 1.0
        chosen, best = CLASS_NAMES.index(self.chosen.unknown), int(seen.argmax())
        seen[[chosen, best]] = seen[[best, chosen]]
        seen[chosen] += 0.5  # a tie must not overrule the option
        shares = np.append(seen / seen.sum(), 0.0)
        return shares.astype(np.float32)


def train_unigram(
    text: TrainingText, options: Mapping[str, Any] | None = None, report: Progress = no_progress
) -> UnigramRestorer:
    """Count the forms of words in one pass over the text."""
    chosen = read_options(UnigramOptions, options)
    inside, at_starts = FormTally(), FormTally()
    seen = cased = 0
    for batch in text.batches():
        starts = sentence_starts(batch.passage.tokens.positions)
        if chosen.count_starts:
            starts[:] = False
        inside.add(batch, ~starts)
        at_starts.add(batch, starts)
        seen += len(starts)
        cased += int((batch.classes == LC).sum())
        report(f"unigram: {seen:,} tokens counted", 0.0)
    check_case(seen, cased)
    found = inside.table()
    forms = _complete(found, at_starts.table()).keep(chosen.least)
    return UnigramRestorer(forms, ~np.isin(forms.words, found.words, assume_unique=True), chosen)


def _complete(inside: FormCounts, at_starts: FormCounts) -> FormCounts:
    """Return the sentence-internal counts, plus those at starts of words seen only there."""
    missing = ~np.isin(at_starts.words, inside.words, assume_unique=True)
    words = np.concatenate([inside.words, at_starts.words[missing]])
    counts = np.concatenate([inside.counts, at_starts.counts[missing]])
    alone = ~np.isin(at_starts.mixed_words, inside.words, assume_unique=True)
    mixed_words = np.concatenate([inside.mixed_words, at_starts.mixed_words[alone]])
    masks = np.concatenate([inside.mixed_masks, at_starts.mixed_masks[alone]])
    order, mixed_order = np.argsort(words), np.argsort(mixed_words)
    return FormCounts(words[order], counts[order], mixed_words[mixed_order], masks[mixed_order])
