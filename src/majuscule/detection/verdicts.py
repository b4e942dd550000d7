"""Case detection: is a line all lower case, ALL UPPER, a Title Case Headline, or well cased?

Niu et al. 2004 (section 3.2) filter whole documents this way; here every sentence is judged, since
documents mix.  A sentence is in one of a few states; each of its words is drawn from the state's
distribution over written forms (lower case, initial capital, capitals, mixed), given its place and
how often it is capitalised elsewhere.  Sentences form a chain: each keeps the state of the one
before or draws a new one, so that ``FYI`` or ``ok`` is judged by its neighbours and a caps headline
above a story by itself.

Capital shares of words come from the caller (a restorer's lexicon: ``evidence``).  Without them
only closed-class words and frequent English ones are known, and two pairs can hardly be
distinguished: headlines without such words from lists of names, and text with capitals at sentence
starts only (``Barack obama met angela merkel``) from text without names.  Both then count as well
cased.

The probabilities (:mod:`majuscule.detection.probabilities`) and the options were set on the dev
texts of Wikinews, Wikipedia, EN-Wiki and EWT with their lower-, upper- and title-cased copies
(``benchmarks/detection.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from majuscule.arrays import F32, F64, I32, I64, U8, U64, Bools
from majuscule.detection import detection_kernel
from majuscule.detection import probabilities as table
from majuscule.detection.words import COMMON_WORDS, FUNCTION_WORDS, NAME_WORDS
from majuscule.scratch import Scratch
from majuscule.text.characters.codepoints import case_tables
from majuscule.text.tokenizing.classes import KEEP, LC, UC, classes_of
from majuscule.text.tokenizing.passages import NEWLINE, Passage
from majuscule.text.tokenizing.tokens import hash_words

NOTHING, CASED, LOWER, UPPER, TITLE, STARTS, PARTLY, MIXED = range(8)
"""NOTHING: undecided; STARTS: capitals at sentence starts only; PARTLY: some capitals are missing,
and the remaining ones are meant; MIXED: for documents only."""

VERDICTS = ("nothing", "cased", "lower", "upper", "title", "starts", "partly", "mixed")
"""Their names in output and on the command line."""

VERDICT_NAMES = (
    "nothing to tell",
    "well cased",
    "lower case",
    "upper case",
    "title case",
    "sentence starts only",
    "partly cased",
    "mixed",
)

KEPT = 1 << 16
"""The longest text, in tokens, for which scratch is kept: some 170 bytes per token."""

LEAVE, FILL, RESTORE = range(3)
"""What the policy ``auto`` does with a token: nothing, restore it if it has no capital, or
restore it."""

Hashes = U64


@dataclass(frozen=True)
class DetectionOptions:
    """How readily verdicts are given."""

    sure: float = 0.9
    """Text that is well cased, or is not, with less than this probability gets NOTHING."""
    sure_of_capitals: float = 0.99
    """The same for TITLE and STARTS, for which well-cased text is more easily taken."""
    sure_of_some: float = 0.65
    """Text that has lost capitals and is not well cased with this probability only is PARTLY: to
    fill it takes no capital away."""
    stay_in_line: float = 0.97
    """How likely a sentence is written like the one before in its line: lower splits more."""
    stay: float = 0.85
    """The same across lines; higher makes lone lines follow their neighbours more."""
    lower: float = 0.09
    """How often text is all lower case, before it is seen; likewise the next four."""
    upper: float = 0.05
    title: float = 0.03
    starts: float = 0.02
    partly: float = 0.03
    lists: float = 0.05
    """How often well-cased text is a run of names rather than prose."""
    document: float = 0.9
    """The share of a document's words that must have one verdict for the document to have it."""

    @cached_property
    def prior(self) -> F64:
        """Return the probabilities of the states: CASED, the others, and lists."""
        others = [self.lower, self.upper, self.title, self.starts, self.partly, self.lists]
        return np.array([1 - sum(others), *others])

    @cached_property
    def least(self) -> F64:
        """Return the least probability that makes each state a verdict; last, ``sure_of_some``."""
        return np.array(
            [*[self.sure] * 3, *[self.sure_of_capitals] * 2, self.sure, self.sure_of_some]
        )

    @cached_property
    def judges(self) -> Scratch[detection_kernel.Judge]:
        """Return a pool of judges, one per concurrent thread."""
        return Scratch(self.new_judge)

    def new_judge(self) -> detection_kernel.Judge:
        """Return a new judge, for one thread at a time."""
        forms, signs = (table.LEVELS, table.form_table()), (_COMMAS, _CLOSERS)
        options = self.prior, self.least, self.stay, self.stay_in_line
        return detection_kernel.Judge(_words(), forms, table.NAME, signs, case_tables(), options)


DEFAULT = DetectionOptions()

FOR_DOCUMENTS = DetectionOptions(sure=0.5, sure_of_capitals=0.5, lists=0.02, stay=0.9)
"""For filtering corpora, where a wrong guess, such as about a list of names, costs little."""

FOR_LEARNING = replace(FOR_DOCUMENTS, partly=0.0)
"""For training text, without PARTLY.  Without capital shares, only lower-case sentence starts are
evidence for that state, and they are common in well-cased novels (``»Hur?» sade hon``) and in laws
with a clause per line: it removed 94 % of Swedish, 99.9 % of Polish and 79 % of Italian text, where
4, 30 and 3 % are left out without it."""


class LineVerdict(NamedTuple):
    """How a line is written, for people.

    ``start`` and ``end`` are offsets into the text; ``verdict`` is one of VERDICTS, as the command
    prints them; ``restored`` tells whether the policy ``auto`` restores any of it.
    """

    start: int
    end: int
    verdict: str
    restored: bool


@dataclass(frozen=True, eq=False)
class LineVerdicts:
    """The verdicts of the lines of a text and of their parts: runs of tokens with one verdict.

    ``lines``: int32 (lines, 2), token spans; ``verdicts``: uint8 (lines,), the verdict of most of
    the line's words; ``rows``: int32 (5, parts), first token, end, line, number of words that are
    evidence, verdict; ``confidences``: float32 (parts,), the probability that the part is well
    cased, or that it is not, as the verdict says.
    """

    lines: I32
    verdicts: U8
    rows: I32
    confidences: F32

    @property
    def parts(self) -> I32:
        """Return the token span of each part, (parts, 2)."""
        return self.rows[:2].T

    @property
    def part_lines(self) -> I32:
        return np.asarray(self.rows[2])

    @property
    def part_words(self) -> I32:
        """Return how many words of each part are evidence."""
        return np.asarray(self.rows[3])

    @property
    def part_verdicts(self) -> I32:
        return np.asarray(self.rows[4])

    @cached_property
    def kinds(self) -> frozenset[int]:
        """Return the verdicts that occur; mostly one."""
        return frozenset(self.rows[4].tolist())

    def all_are(self, action: int) -> bool:
        """Return whether the policy ``auto`` takes this action for every token."""
        return self.kinds <= _DONE[action]

    def actions(self) -> U8:
        """Return the action of the policy ``auto`` for each token, uint8 (n,).

        Well-cased and undecided text is left as it is.
        """
        return np.repeat(_ACTIONS[self.part_verdicts], self.rows[1] - self.rows[0])

    def upper(self) -> Bools:
        """Return which tokens are in UPPER parts, where capitals mean nothing; bool (n,)."""
        return np.repeat(self.part_verdicts == UPPER, self.rows[1] - self.rows[0])

    def raised(self, passage: Passage) -> Bools:
        """Return which tokens have a capital that was meant: in LOWER parts, and in UPPER parts
        before small letters; bool (n,)."""
        verdicts = np.repeat(self.part_verdicts, self.rows[1] - self.rows[0])
        low, loud = verdicts == LOWER, verdicts == UPPER
        if low.any() or loud.any():
            starts, ends = passage.tokens.starts, passage.tokens.ends
            classes = classes_of(passage.codes, starts, ends)
            low &= (classes != LC) & (classes != KEEP)
            loud &= classes == UC
            if loud.any():
                loud &= classes_of(passage.codes, np.minimum(starts + 1, ends), ends) == LC
        return np.asarray(low | loud)

    def by_line(self, passage: Passage) -> list[LineVerdict]:
        """Return the verdict of each line of the passage's text, for people."""
        codes, lines = passage.codes, np.arange(len(self.lines))
        if passage.view is not None:
            codes, lines = passage.view.text, passage.view.lines
        breaks = np.flatnonzero(codes == NEWLINE).tolist()
        starts, ends = [0, *(one + 1 for one in breaks)], [*breaks, len(codes)]
        before = np.append(0, np.cumsum(self.actions() != LEAVE))
        some = before[self.lines[:, 1]] > before[self.lines[:, 0]]
        some &= self.verdicts != CASED
        names = [VERDICTS[verdict] for verdict in self.verdicts[lines].tolist()]
        restored = some[lines].tolist()
        return [LineVerdict(*one) for one in zip(starts, ends, names, restored, strict=True)]


def detect_lines(
    passage: Passage,
    *,
    evidence: F32 | None = None,
    documents: I64 | None = None,
    options: DetectionOptions | None = None,
) -> LineVerdicts:
    r"""Return the verdicts of the lines of a passage, by the case of its code points.

    ``evidence``: float32 (n,), the capital share of each token's word away from sentence starts,
    NaN where unknown; ``documents``: the first line of each document, from 0; documents are no
    context for each other.

    >>> from majuscule.text import read_passage
    >>> text = "STOCKS FALL AFTER VOTE\nShares in London fell. He left.\nno idea what i did"
    >>> verdicts = detect_lines(read_passage(text)).verdicts
    >>> [VERDICT_NAMES[v] for v in verdicts]
    ['upper case', 'nothing to tell', 'lower case']
    """
    tokens, lines = passage.tokens, passage.lines
    judges = (options or DEFAULT).judges
    judge = judges.take()
    found = judge.judge(
        passage.codes,
        tokens.folded,
        tokens.starts,
        tokens.ends,
        tokens.kinds,
        tokens.positions,
        tokens.words,
        _UNKNOWN if evidence is None else evidence,
        lines,
        _NO_DOCUMENTS if documents is None else documents,
    )
    verdicts, parts = np.empty(len(lines), np.uint8), np.empty((5, found), np.int32)
    confidences = np.empty(found, np.float32)
    judge.tell(verdicts, parts, confidences)
    judges.give(judge, judge.tokens <= KEPT)
    return LineVerdicts(lines, verdicts, parts, confidences)


def detect_documents(
    passage: Passage,
    documents: I64,
    *,
    evidence: F32 | None = None,
    options: DetectionOptions | None = None,
) -> tuple[U8, F64, I64]:
    """Return the verdicts (d,), shares of words by verdict (d, 7) and words (d,) of documents.

    As in Niu et al. 2004, to choose documents to learn from.  ``documents``: their first lines,
    ascending, from 0.  A document has the verdict of nearly all of its words
    (``options.document``), else it is MIXED; without evidence, NOTHING.

    >>> from majuscule.text import read_passage
    >>> passage = read_passage("THE MINISTER SAID NO. SHE LEFT FOR PARIS.")
    >>> verdicts, _, _ = detect_documents(passage, np.array([0]))
    >>> VERDICT_NAMES[verdicts[0]]
    'upper case'
    """
    options = options or FOR_DOCUMENTS
    found = detect_lines(passage, evidence=evidence, documents=documents, options=options)
    owner = np.searchsorted(documents, found.part_lines, side="right") - 1
    cell = owner * MIXED + found.part_verdicts
    cells = np.bincount(cell, weights=found.part_words, minlength=len(documents) * MIXED)
    counts = cells.reshape(len(documents), MIXED)
    words = counts.sum(axis=1)
    shares = counts / np.maximum(words, 1)[:, None]
    decided = counts[:, 1:].sum(axis=1)
    best = counts[:, 1:].argmax(axis=1) + 1
    uniform = counts[np.arange(len(counts)), best] >= options.document * decided
    verdicts = np.where(decided == 0, NOTHING, np.where(uniform, best, MIXED))
    return verdicts.astype(np.uint8), shares, words.astype(np.int64)


_ACTIONS = np.full(MIXED + 1, RESTORE, np.uint8)
_ACTIONS[[NOTHING, CASED]], _ACTIONS[PARTLY] = LEAVE, FILL


def action_of(verdict: int) -> int:
    """Return the action of the policy ``auto`` for a verdict."""
    return int(_ACTIONS[verdict])


_DONE = [frozenset(np.flatnonzero(one == _ACTIONS).tolist()) for one in range(RESTORE + 1)]

_COMMAS = np.array([ord(c) for c in ",;:()]}…"], np.uint32)
_CLOSERS = np.array([ord(c) for c in ".!?\"')]}»”’。"], np.uint32)
_UNKNOWN, _NO_DOCUMENTS = np.empty(0, np.float32), np.empty(0, np.int64)


@cache
def _words() -> tuple[Hashes, Hashes, Hashes, int, int]:
    """Return the hashes of closed-class words (all, those of prose), common words, I, n't."""
    pronoun, not_ = hash_words(["i", "n't"]).tolist()
    prosaic = set(FUNCTION_WORDS) - set(NAME_WORDS)
    lists = (np.sort(hash_words(words)) for words in (FUNCTION_WORDS, prosaic, COMMON_WORDS))
    return *lists, pronoun, not_
