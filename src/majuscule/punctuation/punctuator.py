"""The punctuator: the class that users work with.

Text -> view (without soft line breaks) -> words, with the marks after them -> network scores ->
marks at open places -> case -> plan -> text.  A string is one document.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain, pairwise, repeat, zip_longest
from typing import Any, Unpack

import numpy as np

from majuscule.arrays import I64, Bools
from majuscule.detection.joined import Joined
from majuscule.detection.languages import other_languages
from majuscule.errors import UsageError
from majuscule.models import (
    ModelFile,
    ModelHeader,
    catalogue,
    known_models,
    model_path,
    read_model,
)
from majuscule.models.model_file import load_again, not_stored, reference_of
from majuscule.network.pieces import Pieces
from majuscule.punctuation.deciding import Decided, decide_marks, is_code
from majuscule.punctuation.forms import lay_case
from majuscule.punctuation.labels import labels_of
from majuscule.punctuation.neural.network import MarkNetwork
from majuscule.punctuation.plan import MarkEdit, MarkPlan, Sentence, sentence_spans
from majuscule.punctuation.policy import MarkPolicy, checked_marks, checked_pauses
from majuscule.punctuation.rules.figures import Kept
from majuscule.punctuation.stream import MarkStream
from majuscule.text.batches import batches, map_in_order
from majuscule.text.characters.codepoints import checked, checked_texts, decode, encode
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.editing.figures import find_figures
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing.marks import NONE, SIGNS, Words, words_of
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.views import TextView
from majuscule.words.glossaries.glossary import NO_GLOSSARY, Glossary, shipped_glossary

GROUP = 1 << 16
"""Characters per batch of short texts."""

ROUNDS = 8
"""Most times a result is punctuated again; two were enough for every text tried."""

_NUMBER = re.compile(r"\(?(?:\d{1,3}(?:\.\d{1,2})*|[a-hA-H]|[ivxIVX]{1,4})[.)]")
"""The number of a list item."""

Pauses = Sequence[tuple[int, float]]
"""A speaker's pauses: the offset of the word after each, and its length in seconds."""


@dataclass(frozen=True, repr=False, eq=False)
class Punctuator:
    """Punctuates text with one model.  Immutable; may be used from several threads at once.

    >>> import majuscule
    >>> said = "hello everyone thanks for joining how are you"
    >>> majuscule.load_punctuator().punctuate(said)  # doctest: +SKIP
    'Hello, everyone. Thanks for joining. How are you?'
    """

    network: MarkNetwork
    header: ModelHeader
    digest: str = ""
    source: str = ""
    glossary: Glossary = NO_GLOSSARY  # forms that override the model, and that no mark cuts
    protect: Patterns = NO_PATTERNS  # what is left alone beside markup and machine text

    def __repr__(self) -> str:
        return f"<Punctuator {self.header.name or 'unnamed'} {self.header.kind} {self.digest[:12]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.source:
            raise not_stored("punctuator")
        rules: list[tuple[str, Any]] = [("protect", self.protect)]
        if self.glossary is not shipped_glossary(self.header.language):
            rules.append(("glossary", self.glossary))
        return load_again, (punctuator_of, self.source, self.digest, *rules)

    def with_rules(
        self,
        *,
        glossary: Glossary | Iterable[str] | str | os.PathLike[str] = (),
        protect: Patterns | Iterable[str] | str = (),
        alone: bool = False,
    ) -> Punctuator:
        """Return the punctuator with forms that override the model, and with protected text, as
        :meth:`majuscule.Truecaser.with_rules` does.  No mark is put inside either, and neither
        becomes figures.
        """
        forms, patterns = Glossary.of(glossary), Patterns.of(protect)
        if not alone:
            forms, patterns = self.glossary | forms, self.protect | patterns
        return replace(self, glossary=forms, protect=patterns)

    def punctuate(
        self, text: str, *, pauses: Pauses = (), **policy: Unpack[MarkPolicy]
    ) -> EditedText:
        """Return the text with marks and capitals: a string that knows its way back
        (:class:`~majuscule.text.editing.edits.EditedText`).

        Removing the marks and folding the rest gives the input; punctuated text stays as it is,
        and so do programs and text in another language than the model's
        (:attr:`MarkPlan.language`).
        The options are those of :class:`~majuscule.punctuation.policy.MarkPolicy`: ``marks``,
        ``case``, ``lines`` and ``figures``.  ``pauses``: where a speaker paused, if the text is a
        transcript with times.
        """
        given = [(checked(text), pauses)]
        return self._plans(given, self._checked(policy), sentences=False)[0].apply()

    def punctuate_many(
        self,
        texts: Iterable[str],
        *,
        pauses: Iterable[Pauses] | None = None,
        jobs: int | None = None,
        **policy: Unpack[MarkPolicy],
    ) -> Iterator[EditedText]:
        """Yield each text punctuated, in order; each is a document.

        The answers are those of :meth:`punctuate`; short texts are processed together.
        """
        plans = self.plan_many(texts, pauses=pauses, jobs=jobs, sentences=False, **policy)
        return (plan.apply() for plan in plans)

    def plan_many(
        self,
        texts: Iterable[str],
        *,
        pauses: Iterable[Pauses] | None = None,
        jobs: int | None = None,
        sentences: bool = True,
        **policy: Unpack[MarkPolicy],
    ) -> Iterator[MarkPlan]:
        """Yield the plan of each text, in order, as :meth:`plan` gives it.

        ``pauses``: one entry for each text; too few or too many are an error.
        ``sentences``: whether they are worked out, which takes time; without, a plan has none.
        """
        chosen = self._checked(policy)
        given = checked_texts(texts)
        both = zip(given, repeat(())) if pauses is None else _with_pauses(given, pauses)
        groups = batches(both, GROUP, lambda one: len(one[0]))
        work = partial(self._plans, policy=chosen, sentences=sentences)
        return chain.from_iterable(map_in_order(work, groups, jobs))

    def plan(self, text: str, *, pauses: Pauses = (), **policy: Unpack[MarkPolicy]) -> MarkPlan:
        """Return what :meth:`punctuate` would change: marks with confidences, sentences, case."""
        return self._plans([(checked(text), pauses)], self._checked(policy))[0]

    def sentences(self, text: str, **policy: Unpack[MarkPolicy]) -> list[Sentence]:
        """Return the sentences of a text, punctuated or not, as spans of it."""
        return list(self.plan(text, **policy).sentences)

    def stream(
        self,
        lookahead: int = 4,
        *,
        restore: Callable[[str], str] | None = None,
        **policy: Unpack[MarkPolicy],
    ) -> MarkStream:
        """Return a stream: takes words as they come, gives final text ``lookahead`` words later.

        ``restore``: what gives sentences their case in place of this model, as a truecaser's
        ``restore`` does.

        >>> import majuscule
        >>> stream = majuscule.load_punctuator().stream(lookahead=2)  # doctest: +SKIP
        >>> stream.feed("hello everyone thanks for ") + stream.end()  # doctest: +SKIP
        'Hello, everyone. Thanks for.'
        """
        return MarkStream(
            self.network,
            lookahead,
            self._checked(policy),
            language=self.header.language,
            glossary=self.glossary,
            protect=self.protect,
            restore=restore,
        )

    def _checked(self, policy: Mapping[str, Any]) -> MarkPolicy:
        """Return the checked policy; raise if the model's language does not support it."""
        chosen = checked_marks(policy)
        if chosen["figures"] and self.header.language.partition("-")[0] not in ("", "en"):
            raise UsageError(
                f"figures work only for English, and {self.header.name} is a model for "
                f"{self.header.language}; leave them out"
            )
        return chosen

    def _plans(
        self, given: Sequence[tuple[str, Pauses]], policy: MarkPolicy, *, sentences: bool = True
    ) -> list[MarkPlan]:
        """Return the plans of texts; each is a document.

        Results are punctuated again until nothing changes, so that punctuating is idempotent; this
        runs the network only on texts that still have few marks.
        """
        plans = self._once(given, policy, sentences)
        waiting = list(range(len(plans))) if policy["marks"] == "add" else []
        for number in range(1, ROUNDS + 1):
            waiting = [at for at in waiting if plans[at].changes]
            results = [plans[at].apply() for at in waiting]
            texts = [(str(one), ()) for one in results]
            again = self._once(texts, {**policy, "figures": False}, sentences, number)
            changed = [one.changes for one in again]
            for at, one, edited in zip(waiting, again, results, strict=True):
                plans[at] = plans[at].then(one, edited)
            waiting = [at for at, more in zip(waiting, changed, strict=True) if more]
            if not waiting:
                break
        return plans

    def _once(
        self,
        given: Sequence[tuple[str, Pauses]],
        policy: MarkPolicy,
        sentences: bool,
        number: int = 0,
    ) -> list[MarkPlan]:
        """Return the plans of one round, without sentences if another round follows.

        ``sentences``: whether they are wanted at all; ``number``: of the round, from 0; later
        rounds take the texts to be in the model's language.
        """
        texts = [text for text, _ in given]
        begins = [0, *accumulate(len(text) + 2 for text in texts)]
        lines = policy["lines"]
        joined = Joined.of(texts, lines)
        passage, _ = joined.passage(self.protect)
        words = words_of(passage)
        starts, ends = _spans(passage, words)
        edges = np.searchsorted(starts, begins)
        bounds = np.stack([edges[:-1], edges[1:]], axis=1).astype(np.int64)
        waits = np.full(len(words), np.nan)
        for begin, (_, pauses) in zip(begins, given, strict=False):
            for offset, seconds in checked_pauses(pauses):
                at = int(np.searchsorted(starts, begin + offset)) - 1
                if 0 <= at < len(words):
                    waits[at] = seconds
        network, language = self.network, self.header.language
        labels = labels_of(passage, words, bounds)
        given_words = passage, words, bounds, labels
        own: Any = {"language": language, "glossary": self.glossary}
        decided = decide_marks(network, *given_words, policy, waits, **own, sentences=sentences)
        codes = lay_case(network.lexicon, *given_words, decided, policy, **own)
        cased = decode(passage.lay(codes))
        plans = []
        others = repeat("") if number else self._others(passage, words, bounds)
        final = policy["marks"] != "add" or number == ROUNDS
        kept = Kept.of(passage, self.glossary) if policy["figures"] else None
        for text, begin, (first, last), other in zip(
            texts, begins, bounds.tolist(), others, strict=False
        ):
            part, recased = decided.slice(first, last), cased[begin : begin + len(text)]
            alone = bool(other) or is_code(text)
            if alone:
                part, recased = part.undone(), text
            stops = ends[first:last] - begin
            plan = _plan(text, recased, stops, part, other)
            if kept and not alone:
                plan = replace(plan, figures=tuple(kept.leaving(_figures(plan, lines), begin)))
            if sentences and (final or not plan.changes):
                spans = (starts[first:last] - begin).tolist(), stops.tolist()
                plan = replace(plan, sentences=tuple(_sentences(text, *spans, part.breaks)))
            plans.append(plan)
        return plans

    def _others(self, passage: Passage, words: Words, bounds: Pieces) -> list[str]:
        """Return the language of each text, empty if it is the model's or unknown."""
        at = np.append(words.at, len(passage.tokens))
        return other_languages(passage, at[bounds], self.header.language)


def _spans(passage: Passage, words: Words) -> tuple[I64, I64]:
    """Return the offset of each word in the text, and the offset for a mark after it."""
    spans = passage.tokens.starts[words.at].astype(np.int64), words.ends
    if passage.view is None:
        return spans
    starts, ends = passage.view.spans(*spans)
    return starts, passage.view.past_unseen(ends)


def _plan(text: str, cased: str, ends: I64, decided: Decided, language: str) -> MarkPlan:
    """Return the plan of one text, without sentences and figures.

    ``ends``: the offset for a mark after each word."""
    changed = np.flatnonzero(decided.marks != decided.given)
    lasts, signs = ends[changed], [SIGNS[mark] for mark in decided.marks[changed].tolist()]
    # A mark in the input, decided anew, is the last character before the offset.
    firsts = lasts - (decided.given[changed] != NONE)
    columns = firsts.tolist(), lasts.tolist(), signs, decided.confidence[changed].tolist()
    marks = tuple(map(MarkEdit, *columns))
    return MarkPlan(text, cased, marks, (), (), language)


def _figures(plan: MarkPlan, lines: str) -> Iterator[Edit]:
    """Yield the edits that write the numbers of a plan's text in figures.

    A number that crosses a soft line break is read whole and stays in words: no part of it is
    another number."""
    text = plan.text
    view = Joined.of([text], lines).view
    if view is None:
        view = TextView.of(encode(text))
    at = np.searchsorted(view.places, [one.at for one in plan.marks]).tolist()
    signs = (one.mark for one in plan.marks)
    for one in find_figures(decode(view.codes), dict(zip(at, signs, strict=True))):
        start, end = int(view.places[one.start]), int(view.places[one.end - 1]) + 1
        if "\n" not in text[start:end]:
            yield Edit(start, end, one.text)


def _sentences(text: str, starts: list[int], ends: list[int], breaks: Bools) -> Iterator[Sentence]:
    """Return the sentences of a text from the spans of its words and the breaks after them."""
    edges = [0]
    for last in np.flatnonzero(breaks).tolist():
        if not _opens(text, starts, ends, edges[-1], last):
            edges.append(last + 1)
    if edges[-1] < len(starts):
        edges.append(len(starts))
    return sentence_spans(text, [(starts[a], ends[b - 1]) for a, b in pairwise(edges)])


def _opens(text: str, starts: list[int], ends: list[int], first: int, last: int) -> bool:
    """Return whether words are only signs (``>``, ``+``), the number of a list item (``1.``,
    ``b)``) or the name of a mail header (``to:``), with other words after them in the line."""
    start, end = starts[first], ends[last]
    if text[start].isalnum() and " " in text[start:end]:  # fast path: most sentences
        return False
    begins = not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>*-")
    named = begins and text.endswith(":", start, end)
    numbered = begins and _NUMBER.fullmatch(text, start, end) is not None
    return (
        (named or numbered or not any(map(str.isalnum, text[start:end])))
        and last + 1 < len(starts)
        and "\n" not in text[start : starts[last + 1]]
    )


def _with_pauses(texts: Iterable[str], pauses: Iterable[Pauses]) -> Iterator[tuple[str, Pauses]]:
    for text, own in zip_longest(texts, pauses):
        if text is None or own is None:
            raise UsageError(
                f"there are more {'pauses' if text is None else 'texts'} than "
                f"{'texts' if text is None else 'pauses'}; give one entry of pauses for each text"
            )
        yield text, own


def speech_model(language: str) -> str:
    """Return the name of the punctuation model for a language, the English one if there is none.

    >>> speech_model("de"), speech_model("")
    ('de-speech', 'en-speech')
    """
    name = f"{language.partition('-')[0]}-speech"
    return name if name in {*known_models(), *catalogue()} else "en-speech"


def check_language(punctuator: Punctuator, language: str) -> None:
    """Raise :class:`UsageError` if a language is another than that of the punctuator."""
    own, primary = punctuator.header.language, language.partition("-")[0].lower()
    if primary not in ("", "auto") and own and primary != own.partition("-")[0]:
        raise UsageError(
            f"there is no model that punctuates {primary}, only {punctuator.header.name} for "
            f"{own}; restore its case alone"
        )


def load_punctuator(name: str | os.PathLike[str] = "en-speech") -> Punctuator:
    """Return the punctuator for a model's name, or for the path of a model file."""
    return punctuator_of(read_model(model_path(name)))


def punctuator_of(file: ModelFile) -> Punctuator:
    """Return the punctuator that a model file holds."""
    network, glossary = MarkNetwork.from_file(file), shipped_glossary(file.header.language)
    return Punctuator(network, file.header, file.digest, reference_of(file), glossary)
