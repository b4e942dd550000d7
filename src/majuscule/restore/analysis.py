"""Explains decisions to people: each token's form, class, confidence, alternatives and reason."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from json.encoder import encode_basestring as _quoted
from typing import Any, NamedTuple

import numpy as np

from majuscule.arrays import F32, I64
from majuscule.restore.interface import LEFT, MODEL, REASON_NAMES, Decisions
from majuscule.restore.plan import Plan, text_digest
from majuscule.text.characters.alphabets import Alphabet, alphabet_of
from majuscule.text.characters.codepoints import decode, encode
from majuscule.text.editing.edits import EditedText
from majuscule.text.tokenizing.classes import CLASS_NAMES, KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.sentences import sentence_starts

REASONS = (*REASON_NAMES, "sentence start")

_LEAST_PROBABLE = 0.001
"""Alternatives below this probability are not listed."""


_written = lru_cache(1 << 14, typed=True)(repr)
"""Writes numbers, of which shares of four digits recur."""


class Alternative(NamedTuple):
    """Another way to write a token, and how probable the model finds it."""

    form: str
    class_: str
    probability: float

    def to_json(self) -> dict[str, Any]:
        """Return the alternative as JSON data."""
        return {"form": self.form, "class": self.class_, "probability": self.probability}


class AnalyzedToken(NamedTuple):
    """One token of the input and what becomes of it.

    ``start`` and ``end`` are offsets into the input string.  ``confidence`` is the calibrated
    probability that the class is right.  ``reason`` is one of model, lexicon, pattern, memory,
    context, sentence start, glossary, left alone.
    """

    start: int
    end: int
    text: str
    form: str
    class_: str
    confidence: float
    reason: str
    alternatives: tuple[Alternative, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the token as JSON data."""
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "form": self.form,
            "class": self.class_,
            "confidence": self.confidence,
            "reason": self.reason,
            "alternatives": [other.to_json() for other in self.alternatives],
        }

    def written(self, begin: int = 0) -> str:
        """Return the JSON data as text, three times as fast as ``json``; offsets from ``begin``."""
        start, end, text, form, class_, confidence, reason, alternatives = self
        others, given = "", _quoted(text)
        for other, name, share in alternatives:
            others += (
                f'{", " if others else ""}{{"form": {_quoted(other)}, "class": "{name}", '
                f'"probability": {_written(share)}}}'
            )
        return (
            f'{{"start": {start - begin}, "end": {end - begin}, "text": {given}, '
            f'"form": {given if form == text else _quoted(form)}, "class": "{class_}", '
            f'"confidence": {_written(confidence)}, "reason": "{reason}", '
            f'"alternatives": [{others}]}}'
        )


# As ``_make``, but faster.
_TOKEN: Any = partial(tuple.__new__, AnalyzedToken)
_ALTERNATIVE: Any = partial(tuple.__new__, Alternative)


@dataclass(frozen=True)
class Analysis:
    """A restored text with its tokens."""

    text: str  # restored
    tokens: tuple[AnalyzedToken, ...]
    edits: Plan = field(compare=False)  # may lack its digest, which ``plan`` computes on demand

    @property
    def plan(self) -> Plan:
        """Return the plan that restores the text."""
        if self.edits.digest:
            return self.edits
        codes = encode(alphabet_of(self.edits.language).into(self.text))
        return replace(self.edits, digest=text_digest(codes))

    def of_edited(self, text: EditedText) -> Analysis:
        """Return the analysis of a respelt text with the offsets of the text before respelling."""
        tokens = tuple(
            one._replace(start=start, end=end, text=text.before[start:end])
            for one in self.tokens
            for start, end in [(text.source(one.start), text.source(one.end))]
        )
        restored = text.recased(self.text) if len(self.text) == len(text) else text
        return Analysis(restored, tokens, self.plan.of_edited(text))

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as JSON data."""
        return {"text": self.text, "tokens": [token.to_json() for token in self.tokens]}


def written(fields: Mapping[str, Any], tokens: Iterable[AnalyzedToken]) -> str:
    """Return JSON of some fields and tokens, which take most of the time and write themselves."""
    shown = ", ".join(one.written() for one in tokens)
    return f'{json.dumps(fields, ensure_ascii=False)[:-1]}, "tokens": [{shown}]}}'


def explain(
    passage: Passage,
    decisions: Decisions,
    texts: Sequence[str],
    below: float | None,
    language: str = "",
) -> Iterator[Analysis]:
    """Yield the analysis of each of ``texts``, which the passage joins by blank lines.

    ``decisions`` must hold posteriors, unless they leave every token; ``below``: list only tokens
    of lower confidence; ``language``: the texts' language.
    """
    alphabet, plan = alphabet_of(language), Plan.of(passage, decisions.classes, decisions.masks)
    restored = decode(passage.lay(decisions.apply(passage)))
    shown = alphabet.out(restored)
    begins = np.cumsum([0, *(len(text) + 2 for text in texts)])
    cuts = np.searchsorted(passage.spans()[0], begins)
    shifts = np.repeat(begins[:-1], np.diff(cuts))
    wanted, tokens = _tokens(passage, decisions, "\n\n".join(texts), restored, shown, shifts, below)
    if alphabet.places:
        tokens = tuple(_in_alphabet(one, alphabet) for one in tokens)
    rows = np.searchsorted(wanted, cuts).tolist()
    edits = np.searchsorted(plan.starts, begins).tolist()
    for number, begin in enumerate(begins[:-1].tolist()):
        row, edit = slice(*rows[number : number + 2]), slice(*edits[number : number + 2])
        own = Plan(
            plan.starts[edit] - np.int32(begin),
            plan.ends[edit] - np.int32(begin),
            plan.classes[edit],
            plan.masks[edit],
            "",
            language if alphabet.places else "",
        )
        yield Analysis(shown[begin : begin + len(texts[number])], tokens[row], own)


def _in_alphabet(token: AnalyzedToken, alphabet: Alphabet) -> AnalyzedToken:
    """Return a token whose alternatives pair upper and lower case as their language does."""
    others = (one._replace(form=alphabet.out(one.form)) for one in token.alternatives)
    return token._replace(alternatives=tuple(others))


def _tokens(
    passage: Passage,
    decisions: Decisions,
    text: str,
    restored: str,
    shown_text: str,
    shifts: I64,
    below: float | None,
) -> tuple[I64, tuple[AnalyzedToken, ...]]:
    """Return the indices of the tokens to list, and these tokens, built column by column.

    ``shifts`` (n,): the offset in the passage at which each token's own text begins.
    """
    tokens, classes = passage.tokens, decisions.classes
    written = passage.written()
    posteriors = decisions.posteriors
    if posteriors is None:
        posteriors = np.zeros((len(tokens), KEEP), np.float32)
    decided = (written != KEEP) & (decisions.reasons != LEFT)
    rated = decided & (classes != KEEP)
    every = np.arange(len(tokens))
    confidence = np.where(rated, posteriors[every, np.where(rated, classes, 0)], 1.0)
    wanted = every if below is None else np.flatnonzero(confidence < below)
    probable = posteriors >= _LEAST_PROBABLE
    probable[rated, classes[rated]] = False
    rivals: list[tuple[Alternative, ...]] = [()] * len(tokens)
    at = wanted[(decided & probable.any(axis=1))[wanted]]
    _find_rivals(passage, decisions, posteriors, restored, at, rivals)
    starts_sentence = sentence_starts(tokens.positions)
    sentence_start = starts_sentence & (decisions.reasons == MODEL) & (classes == UC)
    starts, ends = (each[wanted].tolist() for each in passage.spans())
    shown = np.where(classes != KEEP, classes, written)[wanted]
    reasons = np.where(sentence_start, len(REASON_NAMES), decisions.reasons)[wanted]
    columns = (
        (passage.spans()[0] - shifts)[wanted].tolist(),
        (passage.spans()[1] - shifts)[wanted].tolist(),
        [text[start:end] for start, end in zip(starts, ends, strict=True)],
        [shown_text[start:end] for start, end in zip(starts, ends, strict=True)],
        map(CLASS_NAMES.__getitem__, shown.tolist()),
        np.round(confidence[wanted].astype(np.float64), 4).tolist(),
        map(REASONS.__getitem__, reasons.tolist()),
        map(rivals.__getitem__, wanted.tolist()),
    )
    return wanted, tuple(map(_TOKEN, zip(*columns, strict=True)))


def _find_rivals(
    passage: Passage,
    decisions: Decisions,
    posteriors: F32,
    restored: str,
    at: I64,
    rivals: list[tuple[Alternative, ...]],
) -> None:
    """Fill in the alternatives of the tokens with indices ``at``, the most probable first."""
    if not len(at):
        return
    tokens, classes = passage.tokens, np.arange(LC, MC + 1)
    # Write the whole text in each class: a token's forms are slices of these.
    uniform = (np.full(len(tokens), class_, np.uint8) for class_ in classes)
    written = (replace(decisions, classes=one).apply(passage) for one in uniform)
    forms = [decode(passage.lay(one)) for one in written]
    starts, ends = passage.spans()
    # A token without a mask has no mixed form.
    own, shares = decisions.classes[at, None], posteriors[at]
    wanted = (shares >= _LEAST_PROBABLE) & (classes != own)
    wanted[:, MC] &= decisions.masks[at] != 0
    order = np.argsort(-shares, axis=1, kind="stable")
    rows, ranks = np.nonzero(np.take_along_axis(wanted, order, axis=1))
    others, numbers = order[rows, ranks], at[rows]
    said = np.round(shares[rows, others].astype(np.float64), 4)
    columns = numbers, starts[numbers], ends[numbers], others, said
    # At first, no token has rivals, so the last may be given none once more.
    last, seen, own_rivals = -1, list[str](), list[Alternative]()
    for number, start, end, other, share in zip(*(one.tolist() for one in columns), strict=True):
        if number != last:
            rivals[last] = tuple(own_rivals)
            last, seen, own_rivals = number, [restored[start:end]], []
        rival = forms[other][start:end]
        if rival not in seen:
            seen.append(rival)
            own_rivals.append(_ALTERNATIVE((rival, CLASS_NAMES[other], share)))
    rivals[last] = tuple(own_rivals)
