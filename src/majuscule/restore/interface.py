"""What a restorer is: it decides the case class of each token; everything around it is shared.

The data's way: text -> :class:`~majuscule.text.tokenizing.passages.Passage` -> ``Restorer.decide``
-> :class:`Decisions` -> :meth:`Decisions.apply` -> text.  Detection of the input's
case, document memory, plans and formats are the same for every kind.  Kinds are listed in
:mod:`majuscule.restore.kinds`; a new one is its own file and a line there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from majuscule.arrays import F32, I64, U8, U64, Bools
from majuscule.errors import ModelError
from majuscule.models import ModelFile
from majuscule.models.stored import Storable
from majuscule.options import Progress, unheard
from majuscule.text.characters.codepoints import CodePoints, decode, fold
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.classes import KEEP
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import INSIDE
from majuscule.text.tokenizing.tokens import FIXED
from majuscule.words.glossaries.glossary import Glossary

if TYPE_CHECKING:
    from majuscule.learn.batches import TrainingText
    from majuscule.words.rules.doubts import Doubts

MODEL, LEXICON, PATTERN, MEMORY, CONTEXT, LEFT, GLOSSARY = range(7)
"""What decided a token: the model, the lexicon of mixed forms, a pattern (Mc-), the word's other
occurrences in the document, the context classifier, nothing (left as it came), or the glossary."""

REASON_NAMES = ("model", "lexicon", "pattern", "memory", "context", "left alone", "glossary")


_ADDRESS = re.compile(r"@\w+|[\w.+-]+@[\w.-]+|\w+://\S+|[\w-]+(?:[./\\][\w-]+)+(?:[/?:#]\S*)?")
_PLACEHOLDER = re.compile(r"#{1,4}[a-z][a-z0-9_]+#{1,4}|# [a-z][a-z0-9]*_[a-z0-9_]+ #")
"""Machine text that people write small: addresses, handles, names of hosts and files."""


@dataclass(frozen=True)
class Decisions:
    """What becomes of each of n tokens.

    ``classes``: uint8, one of LC UC CA MC KEEP; ``masks``: uint64, the form where the class is MC
    (bit k: the k-th code point is a capital); ``margins``: float32, how far the class was ahead of
    the next best, in the restorer's own unit, at least 0; ``reasons``: uint8, what decided.
    ``scores``: float32 (n, 4), log odds of LC UC CA MC against the best (which has 0), or None
    where the restorer has none; document memory works on them.  ``posteriors``: float32 (n, 4),
    the probability of LC UC CA MC, rows that sum to 1, or None where they were not asked for.
    """

    classes: U8
    masks: U64
    margins: F32
    reasons: U8
    scores: F32 | None = None
    posteriors: F32 | None = None

    @classmethod
    def nothing(cls, passage: Passage) -> Self:
        """Return the decisions that leave all tokens as they came."""
        n = len(passage.tokens)
        return cls(
            np.full(n, KEEP, np.uint8),
            np.zeros(n, np.uint64),
            np.zeros(n, np.float32),
            np.full(n, LEFT, np.uint8),
        )

    def only(self, wanted: Bools) -> Decisions:
        """Return the decisions for some tokens; the others are left as they came."""
        classes, reasons = self.classes.copy(), self.reasons.copy()
        classes[~wanted], reasons[~wanted] = KEEP, LEFT
        return replace(self, classes=classes, reasons=reasons)

    def in_forms(self, glossary: Glossary, passage: Passage) -> Decisions:
        """Return the decisions with a glossary's forms written as they are there."""
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
        """Return the decisions after a look at doubtful capitals and where speech begins.

        ``shares``: as a restorer's ``evidence``.

        Restorers without scores are sure of everything.
        """
        if self.scores is None:
            return self
        return replace(self, classes=doubts.settle(passage, self.classes, self.scores, shares))

    def above(self, floor: float, passage: Passage) -> Decisions:
        """Return the decisions without capitals inside sentences that are less probable.

        Restorers without scores are sure of everything.
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
        """Return the decisions with both letters of a digraph raised where a word begins with it.

        The word has an initial capital: ``IJmuiden``.
        """
        first, second = map(ord, digraph)
        starts, folded = passage.tokens.starts, passage.tokens.folded
        at = np.flatnonzero((self.classes == case.UC) & (starts + 1 < passage.tokens.ends))
        at = at[(folded[starts[at]] == first) & (folded[starts[at] + 1] == second)]
        classes, masks = self.classes.copy(), self.masks.copy()
        classes[at], masks[at] = case.MC, 0b11
        return replace(self, classes=classes, masks=masks)

    def filling(self, passage: Passage, some: Bools | None = None) -> Decisions:
        """Return the decisions that leave tokens with a capital as they came, all or ``some``.

        A mixed form that the glossary or the lexicon knows gets those it lacks: ``macBook``.
        """
        tokens = passage.tokens
        written = case.classes_of(passage.codes, tokens.starts, tokens.ends)
        small = written == case.LC
        known = (self.reasons == GLOSSARY) | (self.reasons == LEXICON)
        mixed = np.flatnonzero(known & (self.classes == case.MC) & ~small)
        if len(mixed):
            own = case.masks_of(passage.codes, tokens.starts[mixed], tokens.ends[mixed])
            small[mixed] = (own & ~self.masks[mixed]) == 0
        return self.only(small if some is None else small | ~some)

    def with_placeholders(self, passage: Passage, *, keep: bool) -> Decisions:
        """Return the decisions with words between signs (``#prs_org#``, ``# prs_org #``) in
        capitals, as they are written; ``keep``: one that has a capital stays."""
        tokens, hash_ = passage.tokens, ord("#")
        fixed = np.flatnonzero(tokens.kinds == FIXED)
        if not len(fixed):
            return self
        text, codes = passage.codes, passage.codes if keep else fold(passage.codes)
        first, last = tokens.starts[fixed], tokens.ends[fixed]
        # Signs that stand apart, as tokenizers leave them, are two further out.
        apart = np.where(text[first] == hash_, 0, 2)
        first, last = (first - apart).clip(min=0), (last + apart).clip(max=len(text))
        signed = (text[first] == hash_) & (text[last - 1] == hash_)
        spans = zip(fixed[signed].tolist(), first[signed], last[signed], strict=True)
        at = [one for one, *span in spans if _PLACEHOLDER.fullmatch(decode(codes[slice(*span)]))]
        if not at:
            return self
        classes, reasons = self.classes.copy(), self.reasons.copy()
        classes[at], reasons[at] = case.CA, PATTERN
        return replace(self, classes=classes, reasons=reasons)

    def lowering(self, passage: Passage, some: Bools, owners: I64) -> Decisions:
        """Return the decisions that also lower addresses and file names among some tokens.

        In capitals ``WWW.EXAMPLE.COM`` says nothing; where it stands in other case in the same
        document, that is how it is written.  ``owners`` (n,): each token's document.
        """
        tokens = passage.tokens
        fixed = np.flatnonzero(tokens.kinds == FIXED)
        if not some[fixed].any():
            return self
        pairs = zip(fixed.tolist(), owners[fixed].tolist(), strict=True)
        keys = [(owner, passage.folded(at)) for at, owner in pairs]
        masks = case.masks_of(passage.codes, tokens.starts[fixed], tokens.ends[fixed]).tolist()
        upper = some[fixed].tolist()
        known = {key: mask for key, mask, one in zip(keys, masks, upper, strict=True) if not one}
        classes, found = self.classes.copy(), self.masks.copy()
        for at, key, one in zip(fixed.tolist(), keys, upper, strict=True):
            if one and _ADDRESS.fullmatch(key[1]):
                classes[at], found[at] = case.MC, known.get(key, 0)
        return replace(self, classes=classes, masks=found)

    def apply(self, passage: Passage) -> CodePoints:
        """Return the text as decided."""
        spans = passage.tokens.starts, passage.tokens.ends
        return case.apply(passage.codes, *spans, self.classes, self.masks)


def likelihoods(odds: F32) -> F32:
    """Return probabilities, rows that sum to 1, from log odds against the best class."""
    shares = np.exp(odds)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


class Restorer(Storable, Protocol):
    """A trained model that decides case.  Immutable; may be used from several threads at once.

    A class method ``from_file(file)``, or ``from_file(file, below)`` of a kind that stands on
    others, makes one of its model file: what :meth:`arrays` and :meth:`options` gave.
    """

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the best class of each token, on request with the probabilities of all classes.

        The case of the input plays no part; the passage is scored once.
        """
        ...

    def evidence(self, passage: Passage) -> F32 | None:
        """Return how often each token's word is capitalised inside sentences, NaN where unknown.

        Case detection uses it; None where the restorer knows nothing of the kind.
        """
        ...


class Trainer(Protocol):
    """Trains a restorer from text; unknown options and text with nothing to learn raise."""

    def __call__(
        self,
        text: TrainingText,
        options: Mapping[str, Any] | None = None,
        report: Progress = unheard,
    ) -> Restorer:
        """Return the restorer."""
        ...


@dataclass(frozen=True)
class Below:
    """How a kind that stands on other restorers gets them."""

    restorer_of: Callable[[ModelFile], Restorer]
    trainer: Callable[[str], Trainer]

    def beneath(self, file: ModelFile, kind: str, prefix: str) -> Restorer:
        """Return the restorer under a layer of some kind in the same model file.

        ``prefix``: how the names of the layer's arrays begin; the others are the restorer's, and
        the option ``below`` holds its kind and options.
        """
        header = file.header
        if header.kind == kind:
            below = header.options.get("below")
            if not isinstance(below, Mapping) or not {"kind", "options"} <= below.keys():
                raise ModelError(f"{file.path}: does not say which restorer its {kind} is built on")
            header = replace(header, kind=below["kind"], options=below["options"])
        arrays = {k: v for k, v in file.arrays.items() if not k.startswith(prefix)}
        entries = tuple(one for one in file.entries if not one.name.startswith(prefix))
        return self.restorer_of(replace(file, header=header, arrays=arrays, entries=entries))


def describe(below: Restorer) -> dict[str, Any]:
    """Return the option ``below`` of a layer, which :meth:`Below.beneath` reads."""
    return {"kind": below.kind, "options": dict(below.options())}
