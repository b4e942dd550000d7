"""The truecaser: what users hold in their hands.

Text -> passage -> what needs restoring (detection) -> decisions (a restorer) -> second look
(memory) -> glossary -> plan -> text.  A string is one document: memory reaches from its first line
to its last.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from typing import Any, Literal, get_args

import numpy as np

from majuscule.arrays import I64, Bools
from majuscule.detection.verdicts import LineVerdict, detect_lines
from majuscule.errors import UsageError
from majuscule.models import ModelFile, ModelHeader, model_path, read_model
from majuscule.models.reading import read_again, source_of
from majuscule.restore.analysis import Analysis, explain
from majuscule.restore.interface import Decisions, Restorer
from majuscule.restore.kinds import restorer_of
from majuscule.restore.memory import recall
from majuscule.restore.plan import Plan
from majuscule.text.batches import batches, in_order
from majuscule.text.codepoints import CodePoints, checked, decode
from majuscule.text.passages import Passage, read_passage
from majuscule.text.protection import NO_PATTERNS, Patterns
from majuscule.words.glossary import NO_GLOSSARY, Glossary, shipped_glossary

Case = Literal["auto", "ignore"]
CASES: tuple[str, ...] = get_args(Case)

GROUP, LARGEST = 1 << 15, 1 << 18
"""Characters of short texts that are worked on together: few at first, so that the first answers
come soon; then more, since many tokens at a time are scored twice as fast."""


@dataclass(frozen=True, repr=False)
class Truecaser:
    """Restores case with one model.  Immutable; may be used from several threads at once.

    In another process it is loaded again from its file (``source``): there, the file must hold the
    same model.

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

    def __repr__(self) -> str:
        return f"<Truecaser {self.header.name or 'unnamed'} {self.header.kind} {self.digest[:12]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.source:
            raise TypeError("this truecaser is of no file, so no other process can load it")
        return _load_again, (self.source, self.digest, self.glossary, self.protect)

    def with_rules(
        self,
        *,
        glossary: Glossary | Iterable[str] | str | os.PathLike[str] = (),
        protect: Patterns | Iterable[str] | str = (),
        alone: bool = False,
    ) -> Truecaser:
        r"""Return the truecaser with forms that win over the model, and with protected text.

        ``glossary``: forms, the path of a file with one a line, or a :class:`Glossary` that was
        made once; ``protect``: regular expressions of text that is never changed.  Both are added
        to what there is, the shipped glossary of English models too; ``alone`` leaves that out.

        >>> import majuscule
        >>> en = majuscule.load("en").with_rules(glossary=["FooBar", "npm"], protect=r"ticket-\w+")
        >>> en.restore("npm and foobar are in ticket-AbC.")
        'npm and FooBar are in ticket-AbC.'
        """
        forms, patterns = Glossary.of(glossary), Patterns.of(protect)
        if alone:
            return replace(self, glossary=forms, protect=patterns)
        return replace(self, glossary=self.glossary | forms, protect=self.protect | patterns)

    def restore(self, text: str, *, case: Case = "auto", memory: bool = True) -> str:
        """Return the text with its capitals back: same length, only case differs.

        ``case``: ``auto`` leaves well-cased lines exactly as they are and restores the others;
        ``ignore`` restores everything as if the input had no case.  ``memory``: whether the other
        occurrences of a word in this text count.
        """
        return self._restore([checked(text)], case, memory)[0]

    def restore_many(
        self,
        texts: Iterable[str],
        *,
        case: Case = "auto",
        memory: bool = True,
        jobs: int | None = None,
    ) -> Iterator[str]:
        """Yield each text restored, in order; each is a document.

        Short texts are worked on together, so a million lines go as fast as one text of a million
        lines.  ``jobs`` threads work at once (default: one a core); at most two groups of LARGEST
        characters are held for each.
        """
        checked_case(case)
        if isinstance(texts, str | bytes):
            raise TypeError(
                f"texts is {type(texts).__name__}; it must be several str, such as a list; "
                "restore takes a single one"
            )
        groups = batches(map(checked, texts), LARGEST, len, first=GROUP)
        work = partial(self._restore, case=case, memory=memory)
        return chain.from_iterable(in_order(work, groups, jobs or os.cpu_count() or 1))

    def _restore(self, texts: list[str], case: Case, memory: bool) -> list[str]:
        """Return texts restored, each a document of its own."""
        # A blank line between: a line is read in the light of the one before only where they touch.
        ends = list(accumulate(len(text) + 2 for text in texts))
        passage = read_passage("\n\n".join(texts), self.protect, ends[:-1])
        lines = None
        if len(texts) > 1:
            lines = np.cumsum([0] + [text.count("\n") + 2 for text in texts[:-1]])
        decisions = self._decide(passage, case, memory, lines)
        if decisions is None:
            return texts
        restored = decode(decisions.apply(passage))
        return [
            restored[end - 2 - len(text) : end - 2] for text, end in zip(texts, ends, strict=True)
        ]

    def plan(self, text: str, *, case: Case = "auto", memory: bool = True) -> Plan:
        """Return what restoring would change, to be applied later or elsewhere."""
        passage = read_passage(checked(text), self.protect)
        found = self._decide(passage, case, memory) or Decisions.nothing(passage)
        return Plan.of(passage, found.classes, found.masks)

    def analyze(
        self, text: str, *, case: Case = "auto", memory: bool = True, below: float | None = None
    ) -> Analysis:
        """Return each token with form, class, confidence, alternatives and what decided it.

        ``below``: only the tokens whose confidence is lower; the restored text stays whole.
        """
        passage = read_passage(checked(text), self.protect)
        found = self._decide(passage, case, memory, posteriors=True) or Decisions.nothing(passage)
        return explain(passage, found, text, below)

    def detect(self, text: str) -> list[LineVerdict]:
        """Return how each line of a text is written.

        >>> import majuscule
        >>> [line.verdict for line in majuscule.load("en").detect("Hi, Ann.\\nTHE UN MET IN ROME.")]
        ['cased', 'upper']
        """
        passage = read_passage(checked(text), self.protect)
        evidence = self.restorer.evidence(passage)
        return detect_lines(passage, evidence=evidence).by_line(passage.codes)

    def _decide(
        self,
        passage: Passage,
        case: Case,
        memory: bool,
        documents: I64 | None = None,
        posteriors: bool = False,
    ) -> Decisions | None:
        """Return the decisions, or None where nothing is to be done.

        ``documents``: the lines that begin one; none: the passage is one.
        """
        checked_case(case)
        evidence = self.restorer.evidence(passage) if case == "auto" else None

        def to_restore(codes: CodePoints) -> Bools:
            """Tell for each token whether its case is to be restored, as the text stands."""
            found = replace(passage, codes=codes)
            return detect_lines(found, evidence=evidence, documents=documents).to_restore()

        wanted = to_restore(passage.codes) if case == "auto" else None
        if wanted is not None and not wanted.any():
            return None
        decisions = self.restorer.decide(passage, posteriors=posteriors)
        if memory:
            decisions = recall(passage, decisions, documents=documents)
        decisions = decisions.in_forms(self.glossary, passage)
        # Restoring some lines may show a neighbour in another light; ask again until nothing is
        # added, so that restoring twice is restoring once.
        while wanted is not None and not wanted.all():
            chosen = decisions.only(wanted)
            more = to_restore(chosen.apply(passage)) & ~wanted
            if not more.any():
                return chosen
            wanted |= more
        return decisions


def load(name: str | os.PathLike[str] = "en") -> Truecaser:
    """Return the truecaser of a shipped model's name, or of a model file's path."""
    return truecaser_of(read_model(model_path(name)))


def truecaser_of(file: ModelFile) -> Truecaser:
    """Return the truecaser that a model file holds, with the glossary of its language."""
    glossary = shipped_glossary(file.header.language)
    return Truecaser(restorer_of(file), file.header, file.digest, source_of(file), glossary)


def detect(text: str, model: str | os.PathLike[str] | Truecaser = "en") -> list[LineVerdict]:
    """Return how each line of a text is written, as a model knows its words.

    >>> [(line.start, line.verdict) for line in detect("Hi, Ann.\\nthe un met in rome.")]
    [(0, 'cased'), (9, 'lower')]
    """
    return (model if isinstance(model, Truecaser) else load(model)).detect(text)


def checked_case(case: str) -> Case:
    """Return a policy for the input's case, if it is one."""
    if case not in CASES:
        raise UsageError(f"case is {case!r}; it may be {' or '.join(CASES)}")
    return case  # type: ignore[return-value]


def _load_again(source: str, digest: str, glossary: Glossary, protect: Patterns) -> Truecaser:
    found = truecaser_of(read_again(source, digest))
    return replace(found, glossary=glossary, protect=protect)
