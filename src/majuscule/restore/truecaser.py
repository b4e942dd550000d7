"""The truecaser: what users hold in their hands.

Text -> passage -> what needs restoring (detection) -> decisions (a restorer) -> second look
(memory) -> plan -> text.  A string is one document: memory reaches from its first line to its last.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from majuscule.detection.verdicts import LineVerdicts, detect_lines
from majuscule.errors import UsageError
from majuscule.models import ModelFile, ModelHeader, model_path, read_model
from majuscule.restore.analysis import Alternative, Analysis, AnalyzedToken
from majuscule.restore.interface import LEFT, MODEL, REASON_NAMES, Decisions, Restorer
from majuscule.restore.kinds import restorer_of
from majuscule.restore.memory import recall
from majuscule.restore.plan import Plan, text_digest
from majuscule.text import classes as case
from majuscule.text.classes import CLASS_NAMES, KEEP, LC, MC, UC
from majuscule.text.codepoints import CodePoints, decode
from majuscule.text.passages import Passage, read_passage
from majuscule.text.sentences import sentence_starts

CASES = ("auto", "ignore")

GROUP, LARGEST = 1 << 15, 1 << 18
"""Characters of short texts that are worked on together: few at first, so that the first answers
come soon; then more, since many tokens at a time are scored twice as fast."""


@dataclass(frozen=True)
class Truecaser:
    """Restores case with one model.  Immutable; may be used from several threads at once.

    >>> import majuscule
    >>> majuscule.load("en").restore("the un met in new york on tuesday.")
    'The UN met in New York on Tuesday.'
    """

    restorer: Restorer
    header: ModelHeader
    digest: str = ""

    def restore(self, text: str, *, case: str = "auto", memory: bool = True) -> str:
        """Return the text with its capitals back: same length, only case differs.

        ``case``: ``auto`` leaves well-cased lines exactly as they are and restores the others;
        ``ignore`` restores everything as if the input had no case.  ``memory``: whether the other
        mentions of a word in this text count.
        """
        passage = read_passage(text)
        decisions = self._decide(passage, case, memory)
        return _write(passage, decisions) if decisions is not None else text

    def restore_many(
        self,
        texts: Iterable[str],
        *,
        case: str = "auto",
        memory: bool = True,
        jobs: int | None = None,
    ) -> Iterator[str]:
        """Yield each text restored, in order; each is a document.

        Short texts are worked on together, so a million lines go as fast as one text of a million
        lines.  ``jobs`` threads work at once (default: one a core); at most two groups of LARGEST
        characters are held for each.
        """
        jobs = jobs or os.cpu_count() or 1
        _check_case(case)
        groups = _groups(texts)
        if jobs == 1:
            for group in groups:
                yield from self._restore_group(group, case, memory)
            return
        with ThreadPoolExecutor(jobs) as pool:
            pending: deque[Future[list[str]]] = deque()
            for group in groups:
                pending.append(pool.submit(self._restore_group, group, case, memory))
                if len(pending) >= 2 * jobs:
                    yield from pending.popleft().result()
            while pending:
                yield from pending.popleft().result()

    def _restore_group(self, texts: list[str], case: str, memory: bool) -> list[str]:
        """Return texts restored, each a document of its own."""
        if len(texts) == 1:
            return [self.restore(texts[0], case=case, memory=memory)]
        # A blank line between: a line is read in the light of the one before only where they touch.
        joined = "\n\n".join(texts)
        lines = np.cumsum([0] + [text.count("\n") + 2 for text in texts[:-1]])
        passage = read_passage(joined)
        decisions = self._decide(passage, case, memory, lines)
        if decisions is None:
            return texts
        restored = _write(passage, decisions)
        ends = np.cumsum([len(text) + 2 for text in texts]).tolist()
        return [
            restored[end - 2 - len(text) : end - 2] for text, end in zip(texts, ends, strict=True)
        ]

    def plan(self, text: str, *, case: str = "auto", memory: bool = True) -> Plan:
        """Return what restoring would change, to be applied later or elsewhere."""
        passage = read_passage(text)
        return _plan(passage, self._decide(passage, case, memory))

    def analyze(
        self, text: str, *, case: str = "auto", memory: bool = True, below: float | None = None
    ) -> Analysis:
        """Return each token with form, class, confidence, alternatives and what decided it.

        ``below``: only the tokens whose confidence is lower; the restored text stays whole.
        """
        passage = read_passage(text)
        decisions = self._decide(passage, case, memory, posteriors=True) or _untouched(passage)
        restored = _write(passage, decisions)
        tokens = tuple(_explain(passage, decisions, text, restored, below))
        return Analysis(restored, tokens, _plan(passage, decisions))

    def detect(self, text: str) -> LineVerdicts:
        """Return how each line of a text is written (:mod:`majuscule.detection.verdicts`)."""
        passage = read_passage(text)
        evidence = self.restorer.evidence(passage)
        return detect_lines(passage.codes, passage.tokens, evidence=evidence)

    def _decide(
        self,
        passage: Passage,
        case: str,
        memory: bool,
        documents: npt.NDArray[np.int64] | None = None,
        posteriors: bool = False,
    ) -> Decisions | None:
        """Return the decisions, or None where nothing is to be done.

        ``documents``: the lines that begin one; none: the passage is one.
        """
        _check_case(case)
        wanted = evidence = None
        if case == "auto":
            evidence = self.restorer.evidence(passage)
            wanted = _wanted(passage, passage.codes, evidence, documents)
            if not wanted.any():
                return None
        decisions = self.restorer.decide(passage, posteriors=posteriors)
        if memory:
            decisions = recall(passage, decisions, documents=documents)
        # Restoring some lines may show a neighbour in another light; ask again until nothing is
        # added, so that restoring twice is restoring once.
        while wanted is not None and not wanted.all():
            chosen = _only(decisions, wanted)
            more = _wanted(passage, _apply(passage, chosen), evidence, documents) & ~wanted
            if not more.any():
                return chosen
            wanted |= more
        return decisions


def _wanted(
    passage: Passage,
    codes: CodePoints,
    evidence: npt.NDArray[np.float32] | None,
    documents: npt.NDArray[np.int64] | None,
) -> npt.NDArray[np.bool_]:
    """Tell for each token whether its case is to be restored, given the text so far."""
    found = detect_lines(codes, passage.tokens, evidence=evidence, documents=documents)
    return found.to_restore()


def _only(decisions: Decisions, wanted: npt.NDArray[np.bool_]) -> Decisions:
    """Return the decisions for some tokens; the others are left as they came."""
    classes, reasons = decisions.classes.copy(), decisions.reasons.copy()
    classes[~wanted], reasons[~wanted] = KEEP, LEFT
    return replace(decisions, classes=classes, reasons=reasons)


def load(name: str | os.PathLike[str] = "en") -> Truecaser:
    """Return the truecaser of a shipped model's name, or of a model file's path."""
    return truecaser_of(read_model(model_path(name)))


def truecaser_of(file: ModelFile) -> Truecaser:
    """Return the truecaser that a model file holds."""
    return Truecaser(restorer_of(file), file.header, file.digest)


def _groups(texts: Iterable[str]) -> Iterator[list[str]]:
    """Yield texts in groups of about GROUP characters, each larger than the last up to LARGEST."""
    group: list[str] = []
    size, enough = 0, GROUP
    for text in texts:
        group.append(text)
        size += len(text) + 1
        if size >= enough:
            yield group
            group, size, enough = [], 0, min(2 * enough, LARGEST)
    if group:
        yield group


def _check_case(case: str) -> None:
    if case not in CASES:
        raise UsageError(f"case is {case!r}; it may be {' or '.join(CASES)}")


def _apply(passage: Passage, decisions: Decisions) -> CodePoints:
    tokens = passage.tokens
    return case.apply(passage.codes, tokens.starts, tokens.ends, decisions.classes, decisions.masks)


def _write(passage: Passage, decisions: Decisions) -> str:
    return decode(_apply(passage, decisions))


def _untouched(passage: Passage) -> Decisions:
    n = len(passage.tokens)
    return Decisions(
        np.full(n, KEEP, np.uint8),
        np.zeros(n, np.uint64),
        np.zeros(n, np.float32),
        np.full(n, LEFT, np.uint8),
        posteriors=np.zeros((n, KEEP), np.float32),
    )


def _plan(passage: Passage, decisions: Decisions | None) -> Plan:
    """Return the plan: the tokens that are decided, whether they change or not."""
    tokens = passage.tokens
    decisions = decisions or _untouched(passage)
    kept = np.flatnonzero(decisions.classes != KEEP)
    masks = np.where(decisions.classes[kept] == MC, decisions.masks[kept], np.uint64(0))
    return Plan(
        tokens.starts[kept],
        tokens.ends[kept],
        decisions.classes[kept],
        masks,
        text_digest(passage.codes),
    )


def _explain(
    passage: Passage,
    decisions: Decisions,
    text: str,
    restored: str,
    below: float | None,
) -> Iterator[AnalyzedToken]:
    """Yield the tokens for people; with ``below``, those of lower confidence."""
    tokens, probabilities = passage.tokens, decisions.posteriors
    assert probabilities is not None
    written = case.classes_of(passage.codes, tokens.starts, tokens.ends)
    beginning = sentence_starts(tokens.positions)
    forms = _forms(passage, decisions.masks)
    judged = (written != KEEP) & (decisions.reasons != LEFT)
    rated = judged & (decisions.classes != KEEP)
    own = np.where(rated, decisions.classes, 0)
    confidences = np.where(rated, probabilities[np.arange(len(own)), own], 1.0)
    wanted = np.arange(len(tokens)) if below is None else np.flatnonzero(confidences < below)
    spans = zip(tokens.starts[wanted].tolist(), tokens.ends[wanted].tolist(), strict=True)
    for index, (start, end) in zip(wanted.tolist(), spans, strict=True):
        class_ = int(decisions.classes[index])
        reason = int(decisions.reasons[index])
        row = probabilities[index]
        cased = bool(judged[index])
        sure = float(confidences[index])
        name = REASON_NAMES[reason]
        if reason == MODEL and beginning[index] and class_ == UC:
            name = "sentence start"
        others: list[Alternative] = []
        if cased:
            seen = {restored[start:end]}
            for other in np.argsort(-row, kind="stable").tolist():
                form = forms[other][start:end]
                formless = other == MC and not decisions.masks[index]
                if form not in seen and row[other] >= 0.001 and not formless:
                    seen.add(form)
                    probability = round(float(row[other]), 4)
                    others.append(Alternative(form, CLASS_NAMES[other], probability))
        shown = class_ if class_ != KEEP else int(written[index])
        yield AnalyzedToken(
            start,
            end,
            text[start:end],
            restored[start:end],
            CLASS_NAMES[shown],
            round(sure, 4),
            name,
            tuple(others),
        )


def _forms(passage: Passage, masks: npt.NDArray[np.uint64]) -> list[str]:
    """Return the whole text in each class, so that a token's forms are slices."""
    classes = np.empty(len(passage.tokens), np.uint8)
    whole = replace(_untouched(passage), classes=classes, masks=masks)
    found = []
    for class_ in range(LC, MC + 1):
        classes[:] = class_
        found.append(_write(passage, whole))
    return found
