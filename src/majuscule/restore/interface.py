"""The restorer interface: a restorer decides the case class of each token; all else is shared.

Data flow: text -> :class:`~majuscule.text.tokenizing.passages.Passage` -> ``Restorer.decide``
-> :class:`Decisions` -> :meth:`Decisions.apply` -> text.  Case detection, document memory, plans
and formats are the same for every kind.  :mod:`majuscule.restore.kinds` lists the kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

import numpy as np

from majuscule.arrays import F32, I64, U8, U64, Bools
from majuscule.models import ModelFile
from majuscule.models.stored import Storable
from majuscule.options import Progress, no_progress
from majuscule.text.characters.codepoints import CodePoints, decode, fold
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.classes import KEEP
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import INSIDE
from majuscule.text.tokenizing.tokens import FIXED, WORD
from majuscule.words.glossaries.glossary import Glossary

if TYPE_CHECKING:
    from majuscule.learn.batches import TrainingText
    from majuscule.words.rules.doubts import Doubts

MODEL, LEXICON, PATTERN, MEMORY, CONTEXT, LEFT, GLOSSARY = range(7)
"""Reasons for a token's class: the model, the lexicon of mixed forms, a pattern (Mc-), the word's
other occurrences in the document, the context classifier, left unchanged, the glossary."""

REASON_NAMES = ("model", "lexicon", "pattern", "memory", "context", "left alone", "glossary")


_SURE = 4.0
"""Log odds from which a capital is beyond doubt."""
_ADDRESS = r"@\w+|[\w.+-]+@[\w.-]+|\w+://\S+|[\w-]+(?:[./\\][\w-]+)+(?:[/?:#]\S*)?"
"""Machine text usually written in lower case: addresses, handles, names of hosts and files."""
_CODE = r"\d{4,6}z|[a-z]\d{5,}|[a-z]{2,4}\d{3,}|[a-z]+\d+(?!s$)[a-z]+\w*|\d+(?!x\d+$)[a-z]+\d\w*"
"""Words of letters and figures that are codes, not plurals or sizes."""
_PLACEHOLDER = r"#{1,4}[a-z][a-z0-9_]+#{1,4}|# [a-z][a-z0-9]*_[a-z0-9_]+ #"


@dataclass(frozen=True, eq=False)
class Decisions:
    """How each of n tokens is to be cased.

    ``classes``: uint8, one of LC UC CA MC KEEP; ``masks``: uint64, the form where the class is MC
    (bit k: the k-th code point is a capital); ``margins``: float32, the lead of the class over the
    runner-up, in the restorer's own unit, at least 0; ``reasons``: uint8, MODEL to GLOSSARY.
    ``scores``: float32 (n, 4), log odds of LC UC CA MC against the best (which has 0), or None
    if the restorer computes none; document memory needs them.  ``posteriors``: float32 (n, 4),
    probabilities of LC UC CA MC, rows sum to 1, or None if not requested.
    """

    classes: U8
    masks: U64
    margins: F32
    reasons: U8
    scores: F32 | None = None
    posteriors: F32 | None = None

    @classmethod
    def nothing(cls, passage: Passage) -> Self:
        """Return decisions that leave all tokens unchanged."""
        n = len(passage.tokens)
        return cls(
            np.full(n, KEEP, np.uint8),
            np.zeros(n, np.uint64),
            np.zeros(n, np.float32),
            np.full(n, LEFT, np.uint8),
        )

    def only(self, wanted: Bools) -> Decisions:
        """Return the decisions with all but the ``wanted`` tokens left unchanged."""
        classes, reasons = self.classes.copy(), self.reasons.copy()
        classes[~wanted], reasons[~wanted] = KEEP, LEFT
        return replace(self, classes=classes, reasons=reasons)

    def with_glossary(self, glossary: Glossary, passage: Passage) -> Decisions:
        """Return the decisions with the glossary's forms in place of the model's."""
        at, found, forms = glossary.find(passage.tokens)
        if not len(at):
            return self
        classes, masks, reasons = self.classes.copy(), self.masks.copy(), self.reasons.copy()
        margins, posteriors = self.margins.copy(), self.posteriors
        classes[at], masks[at], reasons[at], margins[at] = found, forms, GLOSSARY, np.inf
        if posteriors is not None:
            posteriors = posteriors.copy()
            posteriors[at] = np.eye(KEEP, dtype=np.float32)[found]
        return replace(
            self,
            classes=classes,
            masks=masks,
            margins=margins,
            reasons=reasons,
            posteriors=posteriors,
        )

    def settled(self, doubts: Doubts, passage: Passage, shares: F32 | None) -> Decisions:
        """Return the decisions after the language's rules for doubtful capitals and openings.

        ``shares``: as a restorer's ``evidence``.  Without scores, nothing changes.
        """
        if self.scores is None:
            return self
        return replace(self, classes=doubts.settle(passage, self.classes, self.scores, shares))

    def above(self, floor: float, passage: Passage) -> Decisions:
        """Return the decisions without sentence-internal capitals less probable than ``floor``.

        Without scores, nothing changes.
        """
        if self.scores is None:
            return self
        capital = (self.classes >= case.UC) & (self.classes <= case.MC)
        at = np.flatnonzero(capital & (passage.tokens.positions == INSIDE))
        odds = self.scores[at]
        doubtful = at[1 / np.exp(odds - odds.max(axis=1, keepdims=True)).sum(axis=1) < floor]
        classes = self.classes.copy()
        classes[doubtful] = case.LC
        return replace(self, classes=classes)

    def with_digraph(self, passage: Passage, digraph: str) -> Decisions:
        """Return the decisions with an initial digraph capitalised as one letter: ``IJmuiden``."""
        first, second = map(ord, digraph)
        starts, folded = passage.tokens.starts, passage.tokens.folded
        at = np.flatnonzero((self.classes == case.UC) & (starts + 1 < passage.tokens.ends))
        at = at[(folded[starts[at]] == first) & (folded[starts[at] + 1] == second)]
        classes, masks = self.classes.copy(), self.masks.copy()
        classes[at], masks[at] = case.MC, 0b11
        return replace(self, classes=classes, masks=masks)

    def expecting(self, passage: Passage, some: Bools | bool = True) -> Decisions:
        """Return the decisions in view of the capitals that the text still has, for all tokens or
        ``some``.

        How many of a line's undoubted capitals are missing tells what share of them it has lost; by
        Bayes' rule, the odds that a word in lower case had one are that share of the restorer's.
        Scores of words with a capital are changed alike, or restoring one would be evidence for
        another.  Without scores, nothing changes.
        """
        if self.scores is None or not np.any(some):
            return self
        written, scores = passage.written(), self.scores.copy()
        small, large = written == case.LC, (written != case.LC) & (written < KEEP)
        sure = scores[:, 1:].max(axis=1) - scores[:, 0] > _SURE
        share = np.where(some, passage.lost_share(sure & small, sure & large), 1)[:, None]
        scores[:, 1:] += np.log(share)
        scores -= scores.max(axis=1, keepdims=True)
        dropped = small & some & (self.classes < KEEP) & (scores[:, 0] == 0)
        classes = np.where(dropped, case.LC, self.classes).astype(np.uint8)
        probabilities = self.posteriors
        if probabilities is not None:
            probabilities = np.concatenate([probabilities[:, :1], share * probabilities[:, 1:]], 1)
            probabilities /= probabilities.sum(axis=1, keepdims=True)
        return replace(self, classes=classes, scores=scores, posteriors=probabilities)

    def filling(self, passage: Passage, some: Bools | None = None) -> Decisions:
        """Return the decisions with tokens that have a capital left unchanged, all or ``some``.

        A known mixed form still gets the capitals it lacks: ``macBook``.
        """
        tokens, small = passage.tokens, passage.written() == case.LC
        known = (self.reasons == GLOSSARY) | (self.reasons == LEXICON)
        mixed = np.flatnonzero(known & (self.classes == case.MC) & ~small)
        if len(mixed):
            own = case.masks_of(passage.codes, tokens.starts[mixed], tokens.ends[mixed])
            small[mixed] = (own & ~self.masks[mixed]) == 0
        return self.only(small if some is None else small | ~some)

    def with_placeholders(self, passage: Passage, *, keep: bool) -> Decisions:
        """Return the decisions with placeholders (``#prs_org#``, ``# prs_org #``) in capitals.

        ``keep``: a placeholder that has a capital is left to the decisions."""
        tokens, hash_ = passage.tokens, ord("#")
        fixed = np.flatnonzero(tokens.kinds == FIXED)
        if not len(fixed):
            return self
        text, codes = passage.codes, passage.codes if keep else fold(passage.codes)
        first, last = tokens.starts[fixed], tokens.ends[fixed]
        # Signs split off by a tokenizer are two code points further out.
        apart = np.where(text[first] == hash_, 0, 2)
        first, last = (first - apart).clip(min=0), (last + apart).clip(max=len(text))
        signed = (text[first] == hash_) & (text[last - 1] == hash_)
        spans = zip(fixed[signed].tolist(), first[signed], last[signed], strict=True)
        texts = ((one, decode(codes[slice(*span)])) for one, *span in spans)
        at = [one for one, text in texts if re.fullmatch(_PLACEHOLDER, text)]
        if not at:
            return self
        classes, reasons = self.classes.copy(), self.reasons.copy()
        classes[at], reasons[at] = case.CA, PATTERN
        return replace(self, classes=classes, reasons=reasons)

    def lowering(self, passage: Passage, in_capitals: Bools, owners: I64) -> Decisions:
        """Return the decisions with addresses and file names in all-capital text lowered, and with
        codes in capitals left as they are.

        ``WWW.EXAMPLE.COM`` in such text says nothing about its case; if the document has it
        elsewhere too, it is written as there.  One that has small letters (``@TfL``) stays, and
        so do forms of the glossary, and all of them if no word of such text in the document
        changes: it may consist of acronyms.
        ``in_capitals`` (n,): the tokens of all-capital lines; ``owners`` (n,): each token's
        document.
        """
        tokens = passage.tokens
        fixed = np.flatnonzero(tokens.kinds == FIXED)
        kept = self._keeping_codes(passage)
        if not in_capitals[fixed].any():
            return kept
        pairs = zip(fixed.tolist(), owners[fixed].tolist(), strict=True)
        keys = [(owner, passage.folded(at)) for at, owner in pairs]
        written = case.masks_of(passage.codes, tokens.starts[fixed], tokens.ends[fixed]).tolist()
        spans = zip(tokens.starts[fixed], tokens.ends[fixed], strict=True)
        small = np.array([not decode(passage.codes[slice(*span)]).isupper() for span in spans])
        moved = np.flatnonzero(kept.apply(passage) != passage.codes)
        changed = np.searchsorted(tokens.starts, moved, "right") - 1
        loud = np.isin(
            owners, owners[changed[in_capitals[changed] & (tokens.kinds[changed] == WORD)]]
        )
        upper = ((in_capitals & loud)[fixed] & ~small).tolist()
        known = {key: mask for key, mask, one in zip(keys, written, upper, strict=True) if not one}
        classes, masks = kept.classes.copy(), kept.masks.copy()
        for at, key, one in zip(fixed.tolist(), keys, upper, strict=True):
            if one and self.reasons[at] != GLOSSARY and re.fullmatch(_ADDRESS, key[1]):
                classes[at], masks[at] = case.MC, known.get(key, 0)
        return replace(kept, classes=classes, masks=masks)

    def _keeping_codes(self, passage: Passage) -> Decisions:
        """Return the decisions with codes in capitals left as they are: ``EC635``,
        ``16032G45KT``.  So is what touches them (``AS-350B2``), but for commas and rows of dots."""
        tokens, text = passage.tokens, passage.tokens.folded
        figures = np.flatnonzero(text - np.uint32(ord("0")) < 10)  # below 0 it wraps around
        owners = np.searchsorted(tokens.starts, figures, "right") - 1
        owners = np.unique(owners[(owners >= 0) & (figures < tokens.ends[owners])])
        known = np.isin(self.reasons[owners], (GLOSSARY, LEXICON))
        at = owners[(tokens.kinds[owners] == WORD) & ~known].tolist()
        codes = [one for one in at if re.fullmatch(_CODE, passage.folded(one))]
        spans = ((tokens.starts[one], tokens.ends[one]) for one in codes)
        upper = [decode(passage.codes[slice(*span)]).isupper() for span in spans]
        if not any(upper):
            return self
        breaks = (text <= ord(" ")) | (text == ord(","))
        breaks[1:] |= (text[1:] == ord(".")) & (text[:-1] == ord("."))
        runs = np.cumsum(breaks)[tokens.starts]
        return self.only(~np.isin(runs, runs[list(compress(codes, upper))]))

    def apply(self, passage: Passage) -> CodePoints:
        """Return the text, cased as decided."""
        spans = passage.tokens.starts, passage.tokens.ends
        return case.apply(passage.codes, *spans, self.classes, self.masks)


def likelihoods(odds: F32) -> F32:
    """Return probabilities, rows that sum to 1, from log odds against the best class."""
    shares = np.exp(odds)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


class Restorer(Storable, Protocol):
    """A trained model that decides case.  Immutable and thread-safe.

    A class method ``from_file(file)``, or ``from_file(file, below)`` for kinds layered on others,
    reads it back from a model file that holds its ``arrays`` and ``options``.
    """

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the best class of each token, with ``posteriors`` the probabilities of all too.

        The case of the input must make no difference.
        """
        ...

    def evidence(self, passage: Passage) -> F32 | None:
        """Return the share of capitals of each token's word inside sentences, NaN if unknown.

        Case detection uses it; None if the restorer has no such counts.
        """
        ...


class Trainer(Protocol):
    """Trains a restorer; raises on unknown options and on text with nothing to learn from."""

    def __call__(
        self,
        text: TrainingText,
        options: Mapping[str, Any] | None = None,
        report: Progress = no_progress,
    ) -> Restorer:
        """Return the restorer."""
        ...


class Below(NamedTuple):
    """Reads and trains the restorer beneath a kind that is layered on another."""

    restorer_of: Callable[[ModelFile], Restorer]
    trainer: Callable[[str], Trainer]

    def read_base(self, file: ModelFile, kind: str, prefix: str) -> Restorer:
        """Return the restorer beneath a layer of ``kind`` in the same model file.

        Arrays named with ``prefix`` are the layer's, the others the base's; the option ``below``
        holds the kind and options of the base.
        """
        header = file.header
        if header.kind == kind:
            below = header.options.get("below")
            if not isinstance(below, Mapping) or not {"kind", "options"} <= below.keys():
                raise file.faulty(f"does not say which restorer its {kind} is built on")
            header = replace(header, kind=below["kind"], options=below["options"])
        arrays = {k: v for k, v in file.arrays.items() if not k.startswith(prefix)}
        entries = tuple(one for one in file.entries if not one.name.startswith(prefix))
        return self.restorer_of(replace(file, header=header, arrays=arrays, entries=entries))


def describe(below: Restorer) -> dict[str, Any]:
    """Return the option ``below`` of a layer, which :meth:`Below.read_base` reads."""
    return {"kind": below.kind, "options": dict(below.options())}


class AccentMarker(Protocol):
    """Restores accents (:class:`majuscule.accents.restorer.AccentRestorer`)."""

    def restore_many(
        self,
        texts: Sequence[str],
        *,
        again: bool = False,
        lines: str = "auto",
        protect: Patterns = NO_PATTERNS,
    ) -> list[str]:
        """Return texts with their accents restored outside protected spans; ``again``: in accented
        words too; ``lines``: what a line break means."""
        ...
