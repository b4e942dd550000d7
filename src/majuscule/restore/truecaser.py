"""The truecaser: the class that users work with.

Text -> view (without soft line breaks) -> passage -> case detection (which lines to restore) ->
decisions (restorer) -> document memory -> rules -> glossary -> text.  A string is one document.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from majuscule.arrays import F32, I64, U8
from majuscule.detection.joined import Joined
from majuscule.detection.languages import without_region
from majuscule.detection.verdicts import (
    FILL,
    LEAVE,
    RESTORE,
    LineVerdict,
    LineVerdicts,
    detect_lines,
)
from majuscule.errors import ModelError
from majuscule.kinds import resolve
from majuscule.models import ModelFile, ModelHeader, model_path, read_model
from majuscule.models.model_file import load_again, not_stored, reference_of
from majuscule.options import Lines
from majuscule.restore.interface import AccentMarker, Decisions, Restorer
from majuscule.restore.kinds import KINDS, restorer_of
from majuscule.restore.linear.plain import PlainRestorer
from majuscule.restore.linear.restorer import TaggerRestorer
from majuscule.restore.policy import Policy, checked_policy, checked_share
from majuscule.restore.rules.headings import capitalize_headings, in_title_case
from majuscule.restore.rules.languages import follow_rules, needs_rules
from majuscule.restore.rules.memory import recall
from majuscule.text.batches import batches, map_in_order
from majuscule.text.characters.accents import in_place
from majuscule.text.characters.alphabets import LATIN, Alphabet, alphabet_of
from majuscule.text.characters.codepoints import checked, checked_texts, decode
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing.passages import Passage
from majuscule.words.glossaries.glossary import NO_GLOSSARY, Glossary, shipped_glossary
from majuscule.words.rules.doubts import DOUBTS, Doubts

if TYPE_CHECKING:  # analysis and plans are imported on first use
    from majuscule.restore.analysis import Analysis
    from majuscule.restore.plan import Plan
    from majuscule.text.editing.edits import EditedText

GROUP, LARGEST = 1 << 15, 1 << 18
"""Characters per batch of short texts: few at first, for a quick first result, growing to LARGEST,
since large batches are scored twice as fast."""

ACCENTS = "majuscule.accents.restorer:load_accents"
_RESPELL = "majuscule.accents.spelling:respell"
_RULES = "glossary", "protect", "accents", "region"


@dataclass(frozen=True, repr=False, eq=False)
class Truecaser:
    """Restores case with one model.  Immutable; may be used from several threads at once.

    Another process loads it again from its file (``source``), which must hold the same model there.

    >>> import majuscule
    >>> majuscule.load("en").restore("the un met in new york on tuesday.")
    'The UN met in New York on Tuesday.'
    """

    restorer: Restorer
    header: ModelHeader
    digest: str = ""
    source: str = ""  # a shipped model's name, or the path of a model file
    glossary: Glossary = NO_GLOSSARY  # forms that win over the model
    protect: Patterns = NO_PATTERNS  # what is left alone beside markup and machine text
    accents: AccentMarker | None = None  # what restores accents, if not the language's own model
    region: str = ""  # tag of a country's spelling, such as de-CH, for accents and respelt words

    @cached_property
    def alphabet(self) -> Alphabet:
        """Return how the model's language pairs lower and upper case."""
        return alphabet_of(self.header.language)

    @cached_property
    def doubts(self) -> Doubts | None:
        """Return how probable the capitals of short lines must be in the model's language."""
        return DOUBTS.get(self.header.language.partition("-")[0])

    def __repr__(self) -> str:
        return f"<Truecaser {self.header.name or 'unnamed'} {self.header.kind} {self.digest[:12]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.source:
            rules = [(one, getattr(self, one)) for one in _RULES]
            if self.glossary is shipped_glossary(self.header.language):
                del rules[0]
            return load_again, (truecaser_of, self.source, self.digest, *rules)
        if self.restorer.kind in KINDS:
            raise not_stored("truecaser")
        # Restores by several models, each with a file of its own.
        return Truecaser, tuple(getattr(self, one.name) for one in fields(self))

    def with_rules(
        self,
        *,
        glossary: Glossary | Iterable[str] | str | os.PathLike[str] = (),
        protect: Patterns | Iterable[str] | str = (),
        alone: bool = False,
    ) -> Truecaser:
        r"""Return the truecaser with forms that override the model, and with protected text.

        ``glossary``: forms, the path of a file with one per line, or a :class:`Glossary`;
        ``protect``: regular expressions for text that is never changed.  Both are added to existing
        rules and to the language's shipped glossary, which ``alone`` leaves out.

        >>> import majuscule
        >>> en = majuscule.load("en").with_rules(glossary=["FooBar", "npm"], protect=r"ticket-\w+")
        >>> en.restore("npm and foobar are in ticket-AbC.")
        'npm and FooBar are in ticket-AbC.'
        """
        forms, patterns = Glossary.of(glossary).into(self.alphabet), Patterns.of(protect)
        if alone:
            own = getattr(self.restorer, "without_glossaries", lambda: self.restorer)()
            return replace(self, restorer=own, glossary=forms, protect=patterns)
        return replace(self, glossary=self.glossary | forms, protect=self.protect | patterns)

    def in_region(self, tag: str) -> Truecaser:
        """Return the truecaser with the spelling of the country in a tag, if it has one."""
        region = tag.lower().replace("_", "-")
        return replace(self, region=region) if "-" in region else self

    def restore(self, text: str, **policy: Unpack[Policy]) -> str:
        """Return the text with its capitals back: same length, only case differs.

        The options are those of :class:`~majuscule.restore.policy.Policy`.

        >>> import majuscule
        >>> majuscule.load("en").restore("i met Anna in paris.", case="fill")
        'I met Anna in Paris.'
        """
        return self._restore([checked(text)], checked_policy(policy))[0]

    def restore_many(
        self, texts: Iterable[str], *, jobs: int | None = None, **policy: Unpack[Policy]
    ) -> Iterator[str]:
        """Yield each text restored, in order; each is a document.

        Short texts are processed together, as fast as one long text.  ``jobs``: threads (default:
        one per core), of at most two groups of LARGEST characters; else as :meth:`restore`.
        """
        groups = batches(checked_texts(texts), LARGEST, len, first=GROUP)
        work = partial(self._restore, policy=checked_policy(policy))
        return chain.from_iterable(map_in_order(work, groups, jobs))

    def _restore(self, texts: list[str], policy: Policy) -> list[str]:
        """Return the restored texts; each is a document."""
        if policy["respell"]:
            texts = [self.respelt(text, policy["lines"]) for text in texts]
        texts = self._with_accents(texts, policy)
        joined = self._joined(texts, policy["lines"])
        whole = any(needs_rules(text, self.header.language) for text in texts)
        if joined.plain and self._plain is not None and not whole:
            written = self._plain.restore(joined.codes, policy)
            if written is not None:
                return texts if written is joined.codes else [decode(written)]
        passage, documents = joined.passage(self.protect)
        decisions = self._decide(passage, policy, documents)
        if decisions is None:
            return texts
        return joined.parts(self.alphabet.out(decode(passage.lay(decisions.apply(passage)))))

    def plan(self, text: str, **policy: Unpack[Policy]) -> Plan:
        """Return what restoring would change, to apply it later or elsewhere."""
        from majuscule.restore.plan import Plan

        chosen = checked_policy(policy)
        if chosen["respell"]:
            respelt = self.respelt(checked(text), chosen["lines"])
            chosen["respell"] = False
            return self.plan(respelt, **chosen).of_edited(respelt)
        [marked] = self._marked([checked(text)], chosen)
        passage, _ = self._joined([marked], chosen["lines"]).passage(self.protect)
        decisions = self._decide(passage, chosen) or Decisions.nothing(passage)
        plan = Plan.of(passage, decisions.classes, decisions.masks)
        if self.alphabet.places:
            plan = replace(plan, language=self.header.language)
        return plan.with_marks(text, marked) if chosen["accents"] else plan

    def analyze(
        self, text: str, *, below: float | None = None, **policy: Unpack[Policy]
    ) -> Analysis:
        """Return each token with its form, class, confidence, alternatives and reason.

        ``below``: return only tokens with a lower confidence; the restored text stays complete.
        """
        checked_share("below", below)
        return self._analyze([checked(text)], checked_policy(policy), below)[0]

    def analyze_many(
        self, texts: Iterable[str], *, below: float | None = None, **policy: Unpack[Policy]
    ) -> Iterator[Analysis]:
        """Yield the analysis of each text, in order; each is a document, as in :meth:`analyze`.

        Short texts are processed together, several times faster than one after another.

        >>> import majuscule
        >>> found = majuscule.load("en").analyze_many(["i saw ann.", "see you in rome"])
        >>> [one.text for one in found]
        ['I saw Ann.', 'See you in Rome']
        """
        chosen, below = checked_policy(policy), checked_share("below", below)
        for group in batches(checked_texts(texts), GROUP, len, first=GROUP):
            yield from self._analyze(group, chosen, below)

    def _analyze(self, texts: list[str], policy: Policy, below: float | None) -> list[Analysis]:
        """Return the analyses of texts; each is a document."""
        from majuscule.restore.analysis import explain

        if policy["respell"]:
            respelt = [self.respelt(text, policy["lines"]) for text in texts]
            after = self._analyze([*respelt], {**policy, "respell": False}, below)
            return [one.of_edited(text) for one, text in zip(after, respelt, strict=True)]
        marked = self._marked(texts, policy)
        passage, documents = self._joined(marked, policy["lines"]).passage(self.protect)
        decisions = self._decide(passage, policy, documents, posteriors=True)
        decisions = decisions or Decisions.nothing(passage)
        analyses = list(explain(passage, decisions, texts, below, self.header.language))
        if policy["accents"]:
            rows = zip(analyses, texts, marked, strict=True)
            analyses = [replace(one, edits=one.edits.with_marks(*both)) for one, *both in rows]
        return analyses

    def detect(self, text: str, *, lines: Lines = "auto") -> list[LineVerdict]:
        """Return how each line of a text is cased.

        >>> import majuscule
        >>> [line.verdict for line in majuscule.load("en").detect("Hi, Ann.\\nTHE UN MET IN ROME.")]
        ['cased', 'upper']
        """
        lines = checked_policy({"lines": lines})["lines"]
        passage, _ = self._joined([checked(text)], lines).passage(self.protect)
        evidence = self.restorer.evidence(passage)
        return detect_lines(passage, evidence=evidence).by_line(passage)

    def respelt(self, text: str, lines: Lines = "auto") -> EditedText:
        """Return a text with substitute letters replaced by those of its language."""
        own = text, self.region or self.header.language, self.accents, self.source
        respelt: EditedText = resolve(_RESPELL)(*own, lines=lines, protect=self.protect)
        return respelt

    def _with_accents(self, texts: list[str], policy: Policy) -> list[str]:
        """Return texts with their accents, if wanted; composed (NFC) text keeps its length."""
        if not policy["accents"]:
            return texts
        tag = self.region or self.header.language
        marker: AccentMarker = self.accents or resolve(ACCENTS)(tag, self.source)
        again, lines = policy["accents_again"], policy["lines"]
        return marker.restore_many(texts, again=again, lines=lines, protect=self.protect)

    def _marked(self, texts: list[str], policy: Policy) -> list[str]:
        """Return texts with their accents, if wanted, unchanged where that would shift offsets."""
        both = zip(texts, self._with_accents(texts, policy), strict=True)
        return [marked if in_place(text, marked) else text for text, marked in both]

    def _decide(
        self,
        passage: Passage,
        policy: Policy,
        documents: I64 | None = None,
        posteriors: bool = False,
    ) -> Decisions | None:
        """Return the decisions, or None if the whole text is left unchanged.

        ``documents``: the indices of the lines that begin a document; None: the passage is one.
        """
        detecting, fill = policy["case"] == "auto", policy["case"] == "fill"
        evidence = self.restorer.evidence(passage) if detecting else None

        def judge(passage: Passage) -> LineVerdicts:
            return detect_lines(passage, evidence=evidence, documents=documents)

        # Tokens of title-case headings, and the strongest action that these may undergo.
        titled = None if policy["style"] == "sentence" else in_title_case(passage)
        limit = LEAVE if policy["style"] == "keep" else FILL

        def planned(verdicts: LineVerdicts, passage: Passage) -> U8:
            actions = verdicts.actions()
            actions[verdicts.raised(passage)] = FILL
            return actions if titled is None else np.where(titled, actions.clip(max=limit), actions)

        def with_headings(decisions: Decisions) -> Decisions:
            titling = policy["style"] == "title"
            return capitalize_headings(passage, decisions, self.glossary) if titling else decisions

        verdicts = judge(passage) if detecting else None
        nothing_to_do = verdicts is not None and (
            verdicts.all_are(LEAVE) or not (titled is None or planned(verdicts, passage).any())
        )
        if nothing_to_do and policy["style"] != "title":
            return None
        decisions = self.restorer.decide(passage, posteriors=posteriors)
        actions = None if verdicts is None else planned(verdicts, passage)
        decisions = decisions.expecting(passage, fill if actions is None else actions == FILL)
        decisions = self._revised(passage, decisions, policy, documents, evidence)
        if verdicts is None or actions is None:
            if titled is not None and limit == LEAVE:
                decisions = decisions.only(~titled)
            return with_headings(decisions.filling(passage) if fill else decisions)
        decisions = decisions.lowering(passage, verdicts.upper(), passage.owners(documents))
        if titled is None and (actions == RESTORE).all():
            return decisions
        # Restored lines may change the verdict on others: repeat, so that restoring is idempotent.
        while True:
            chosen = decisions.filling(passage, actions == FILL).only(actions != LEAVE)
            restored = replace(passage, codes=with_headings(chosen).apply(passage))
            more = np.maximum(actions, planned(judge(restored), restored))
            if (more == actions).all():
                return with_headings(chosen)
            actions = more

    def _revised(
        self,
        passage: Passage,
        decisions: Decisions,
        policy: Policy,
        documents: I64 | None,
        evidence: F32 | None,
    ) -> Decisions:
        """Return the restorer's decisions revised by memory, the language's rules and glossary."""
        if policy["memory"]:
            decisions = recall(passage, decisions, documents=documents)
        shares = self.restorer.evidence(passage) if evidence is None else evidence
        if policy["floor"] is not None:
            decisions = decisions.above(policy["floor"], passage)
        elif self.doubts is not None:
            decisions = decisions.settled(self.doubts, passage, shares)
        decisions = follow_rules(passage, decisions, self.header.language, shares, documents)
        if self.alphabet.digraph:
            decisions = decisions.with_digraph(passage, self.alphabet.digraph)
        decisions = decisions.with_glossary(self.glossary, passage)
        return decisions.with_placeholders(passage, keep=policy["case"] != "ignore")

    @cached_property
    def _plain(self) -> PlainRestorer | None:
        """Return the one-call restorer of plain text; None if the model or a rule rules it out."""
        if not isinstance(self.restorer, TaggerRestorer) or self.protect.sources:
            return None
        if self.alphabet is not LATIN:
            return None
        return PlainRestorer(self.restorer, self.doubts, self.glossary)

    def _joined(self, texts: list[str], lines: Lines) -> Joined:
        """Return the texts joined into one; ``lines``: what a line break means."""
        return Joined.of([self.alphabet.into(text) for text in texts], lines)


def load(name: str | os.PathLike[str] = "en") -> Truecaser:
    """Return the truecaser for a model's name, or for the path of a model file.

    A language tag with a region (*de-CH*) stands for the model of its language; accents and respelt
    words are written as there.
    """
    try:
        return truecaser_of(read_model(model_path(name)))
    except ModelError:
        language = without_region(str(name))
        if language == str(name):
            raise
    return load(language).in_region(str(name))


def truecaser_of(file: ModelFile) -> Truecaser:
    """Return the truecaser that a model file holds, with the glossary of its language."""
    glossary = shipped_glossary(file.header.language)
    return Truecaser(restorer_of(file), file.header, file.digest, reference_of(file), glossary)


def detect(text: str, model: str | os.PathLike[str] | Truecaser = "en") -> list[LineVerdict]:
    """Return how each line of a text is cased, judged by a model's knowledge of its words.

    >>> [(line.start, line.verdict) for line in detect("We saw Ann in Rome.\\nthe un met in rome.")]
    [(0, 'cased'), (20, 'lower')]
    """
    known = _english() if model == "en" else model
    return (known if isinstance(known, Truecaser) else load(known)).detect(text)


_english = cache(load)  # loading takes a hundred times as long as judging a line
