"""Case detection: is a line all lower case, ALL UPPER, a Title Case Headline, or well cased?

Input case is evidence about the text, and this tells which (Niu et al. 2004, section 3.2, filter
whole documents so; here every sentence is judged, since documents mix).  A sentence is in one of
a few states; each of its words is drawn from the state's distribution over written forms (small,
capital, capitals, mixed), given where the word stands and how often it is capitalised elsewhere.
Sentences form a chain: one keeps the state of the one before or draws a new one, so that ``FYI`` or
``ok`` is judged by its neighbours and a caps headline over a story by itself.

What a word is elsewhere comes from the caller (a restorer's lexicon: ``evidence``).  Without it
only closed-class words and frequent English ones are known, and two things can hardly be told:
headlines without such words from lists of names, and text that has capitals at sentence starts only
(``Barack obama met angela merkel``) from text without names.  Both then pass for well cased.

The probabilities (:mod:`majuscule.detection.probabilities`) and the options were set on the dev
texts of Wikinews, Wikipedia, EN-Wiki and EWT with their lower-, upper- and title-cased copies
(``benchmarks/detection.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from majuscule.arrays import F32, F64, I32, I64, U8, U64, Bools
from majuscule.detection import detection_kernel
from majuscule.detection import probabilities as table
from majuscule.detection.words import COMMON_WORDS, FUNCTION_WORDS, NAME_WORDS
from majuscule.scratch import Scratch
from majuscule.text.characters.codepoints import case_tables
from majuscule.text.tokenizing.classes import KEEP, LC, classes_of
from majuscule.text.tokenizing.passages import NEWLINE, Passage
from majuscule.text.tokenizing.tokens import hash_words

NOTHING, CASED, LOWER, UPPER, TITLE, STARTS, PARTLY, MIXED = range(8)
"""NOTHING: no way to tell; STARTS: capitals at sentence starts only; PARTLY: some capitals are
lost, and those that are left mean something; MIXED is for documents."""

VERDICTS = ("nothing", "cased", "lower", "upper", "title", "starts", "partly", "mixed")
"""What they are called, on the command line too."""

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
"""Tokens of a text for which scratch is kept; there are some 170 bytes for each."""

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
    sure_of_some: float = 0.6
    """A short line that is not well cased with this probability only is PARTLY: to fill it takes no
    capital away."""
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
        """Return how probable each state must be, or for CASED all others, to be a verdict."""
        return np.array(
            [*[self.sure] * 3, *[self.sure_of_capitals] * 2, self.sure, self.sure_of_some]
        )

    @cached_property
    def judges(self) -> Scratch[detection_kernel.Judge]:
        """Hold what judges, one for each thread that ever worked at once."""
        return Scratch(self.new_judge)

    def new_judge(self) -> detection_kernel.Judge:
        """Return what judges, with scratch for one thread."""
        written, signs = (table.LEVELS, table.form_table()), (_COMMAS, _CLOSERS)
        own = self.prior, self.least, self.stay, self.stay_in_line
        return detection_kernel.Judge(_words(), written, table.NAME, signs, case_tables(), own)


DEFAULT = DetectionOptions()

FOR_DOCUMENTS = DetectionOptions(sure=0.5, sure_of_capitals=0.5, lists=0.02, stay=0.9)
"""A corpus filter guesses: it loses little by a document too few, such as a list of names."""

FOR_LEARNING = replace(FOR_DOCUMENTS, partly=0.0)
"""What a model is to learn from never counts as partly cased.  Without evidence only sentences that
begin small tell that state, and those are common in well-cased novels (``»Hur?» sade hon``) and in
clauses of laws that have a line each: it took 94 % of Swedish, 99.9 % of Polish and 79 % of Italian
text away, where 4, 30 and 3 % are left out without it."""


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """How a line is written, for people.

    ``start`` and ``end`` are offsets into the text; ``verdict`` is one of VERDICTS, as the command
    prints them; ``restored`` tells whether the policy ``auto`` restores any of it.
    """

    start: int
    end: int
    verdict: str
    restored: bool


@dataclass(frozen=True)
class LineVerdicts:
    """How each line of a text is written, and each part of a line where a line mixes.

    ``lines``: int32 (lines, 2), the tokens of each line; ``verdicts``: uint8 (lines,), that of most
    of the line's words.  Runs of tokens in a line with one verdict are its parts: ``rows``: int32
    (5, m), of each the first token, the end, the line, the words that could tell, the verdict;
    ``confidences``: float32 (m,), how probable it is that the part is well cased, or is not, as the
    verdict says.
    """

    lines: I32
    verdicts: U8
    rows: I32
    confidences: F32

    @property
    def parts(self) -> I32:
        """Return the tokens of each part, shape (m, 2)."""
        return self.rows[:2].T

    @property
    def part_lines(self) -> I32:
        return np.asarray(self.rows[2])

    @property
    def part_words(self) -> I32:
        """Return how many words of each part could tell."""
        return np.asarray(self.rows[3])

    @property
    def part_verdicts(self) -> I32:
        return np.asarray(self.rows[4])

    @cached_property
    def kinds(self) -> frozenset[int]:
        """Return the verdicts that some part has; hardly ever more than one."""
        return frozenset(self.rows[4].tolist())

    def all_to_be(self, action: int) -> bool:
        """Tell whether the policy ``auto`` does the same with every token."""
        return self.kinds <= _DONE[action]

    def actions(self) -> U8:
        """Return what is to be done with each token: the policy ``auto``.

        Well-cased text and text of which nothing can be told are left as they are.
        """
        return np.repeat(_ACTIONS[self.part_verdicts], self.rows[1] - self.rows[0])

    def upper(self) -> Bools:
        """Tell which tokens stand in capitals: there, no capital means anything."""
        return np.repeat(self.part_verdicts == UPPER, self.rows[1] - self.rows[0])

    def raised(self, passage: Passage) -> Bools:
        """Tell which tokens have a capital in a part of small letters, where it was meant."""
        found = np.repeat(self.part_verdicts == LOWER, self.rows[1] - self.rows[0])
        if LOWER in self.kinds:
            tokens = passage.tokens
            written = classes_of(passage.codes, tokens.starts, tokens.ends)
            found &= (written != LC) & (written != KEEP)
        return np.asarray(found)

    def by_line(self, passage: Passage) -> list[LineVerdict]:
        """Return the verdict of each line of the passage's text by name."""
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
    r"""Return how each line of a passage is written, as its code points stand.

    ``evidence``: float32 (n,), for each token how often its word is capitalised away from sentence
    starts, NaN where that is not known; ``documents``: the numbers of the lines that begin a
    document (0 is one), for documents are no context to each other.

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
    """Return the verdicts (d,), shares of words (d, 7) and words (d,) of documents.

    That is Niu et al.'s question, whether to learn from them.  ``documents``: the lines where they
    begin, ascending, of which the first is 0.  A document has the verdict of nearly all of its
    words (``options.document``), else it is MIXED; without words that tell, NOTHING.

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
    counts = np.bincount(cell, weights=found.part_words, minlength=len(documents) * MIXED)
    counts = counts.reshape(len(documents), MIXED)
    words = counts.sum(axis=1)
    shares = counts / np.maximum(words, 1)[:, None]
    told = counts[:, 1:].sum(axis=1)
    best = counts[:, 1:].argmax(axis=1) + 1
    most = counts[np.arange(len(counts)), best]
    verdicts = np.where(told == 0, NOTHING, np.where(most >= options.document * told, best, MIXED))
    return verdicts.astype(np.uint8), shares, words.astype(np.int64)


_ACTIONS = np.full(MIXED + 1, RESTORE, np.uint8)
_ACTIONS[[NOTHING, CASED]], _ACTIONS[PARTLY] = LEAVE, FILL


def action_of(verdict: int) -> int:
    """Return what the policy ``auto`` does with text of a verdict."""
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
