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

from dataclasses import dataclass
from functools import cache

import numpy as np

from majuscule.arrays import F32, F64, I32, I64, U8, U64, Bools
from majuscule.detection import detection_kernel
from majuscule.detection import probabilities as table
from majuscule.detection.words import COMMON_WORDS, FUNCTION_WORDS, NAME_WORDS
from majuscule.text import classes as case
from majuscule.text.codepoints import CodePoints
from majuscule.text.sentences import SENTENCE
from majuscule.text.tokens import Tokens, hash_words

NOTHING, CASED, LOWER, UPPER, TITLE, STARTS, MIXED = range(7)
"""NOTHING: no way to tell; STARTS: capitals at sentence starts only; MIXED is for documents."""

VERDICTS = ("nothing", "cased", "lower", "upper", "title", "starts", "mixed")
"""What they are called, on the command line too."""

VERDICT_NAMES = (
    "nothing to tell",
    "well cased",
    "lower case",
    "upper case",
    "title case",
    "sentence starts only",
    "mixed",
)

_NEWLINE = 0x0A

Hashes = U64


@dataclass(frozen=True)
class DetectionOptions:
    """How readily verdicts are given."""

    sure: float = 0.9
    """Text that is well cased, or is not, with less than this probability gets NOTHING."""
    sure_of_capitals: float = 0.99
    """The same for TITLE and STARTS, for which well-cased text is more easily taken."""
    stay_in_line: float = 0.97
    """How likely a sentence is written like the one before in its line: lower splits more."""
    stay: float = 0.85
    """The same across lines; higher makes lone lines follow their neighbours more."""
    lower: float = 0.09
    """How often text is all lower case, before it is seen; likewise the next three."""
    upper: float = 0.05
    title: float = 0.03
    starts: float = 0.02
    lists: float = 0.05
    """How often well-cased text is a run of names rather than prose."""
    document: float = 0.9
    """The share of a document's words that must have one verdict for the document to have it."""

    def prior(self) -> F64:
        """Return the probabilities of the states: CASED, the others, and lists."""
        others = [self.lower, self.upper, self.title, self.starts, self.lists]
        return np.array([1 - sum(others), *others])


FOR_DOCUMENTS = DetectionOptions(sure=0.5, sure_of_capitals=0.5, lists=0.02, stay=0.9)
"""A corpus filter guesses: it loses little by a document too few, such as a list of names."""


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
    of the line's words.  ``parts``: int32 (m, 2), runs of tokens in a line with one verdict;
    ``part_verdicts``, ``part_lines``: uint8 and int32 (m,); ``confidences``: float32 (m,), how
    probable it is that the part is well cased, or is not, as the verdict says; ``part_words``:
    int32 (m,), words that could tell.
    """

    lines: I32
    verdicts: U8
    parts: I32
    part_verdicts: U8
    part_lines: I32
    part_words: I32
    confidences: F32

    def to_restore(self) -> Bools:
        """Tell for each token whether its case is to be restored: the policy ``auto``.

        Well-cased text and text of which nothing can be told are left as they are.
        """
        needed = (self.part_verdicts != CASED) & (self.part_verdicts != NOTHING)
        return np.repeat(needed, self.parts[:, 1] - self.parts[:, 0])

    def by_line(self, codes: CodePoints) -> list[LineVerdict]:
        """Return the verdict of each line by name; ``codes`` are those of the text."""
        breaks = np.flatnonzero(codes == _NEWLINE).tolist()
        starts, ends = [0, *(one + 1 for one in breaks)], [*breaks, len(codes)]
        before = np.append(0, np.cumsum(self.to_restore()))
        some = before[self.lines[:, 1]] > before[self.lines[:, 0]]
        some &= self.verdicts != CASED
        names = [VERDICTS[verdict] for verdict in self.verdicts.tolist()]
        return [LineVerdict(*one) for one in zip(starts, ends, names, some.tolist(), strict=True)]


def detect_lines(
    codes: CodePoints,
    tokens: Tokens,
    *,
    evidence: F32 | None = None,
    documents: I64 | None = None,
    options: DetectionOptions | None = None,
) -> LineVerdicts:
    r"""Return how each line is written.

    ``evidence``: float32 (n,), for each token how often its word is capitalised away from sentence
    starts, NaN where that is not known; ``documents``: the numbers of the lines that begin a
    document (0 is one), for documents are no context to each other.

    >>> from majuscule.text import encode, tokenize
    >>> text = "STOCKS FALL AFTER VOTE\nShares in London fell. He left.\nno idea what i did"
    >>> codes = encode(text)
    >>> verdicts = detect_lines(codes, tokenize(codes)).verdicts
    >>> [VERDICT_NAMES[v] for v in verdicts]
    ['upper case', 'well cased', 'lower case']
    """
    options = options or DetectionOptions()
    lines = _lines(codes, tokens)
    n = len(tokens)
    if n == 0:
        empty = np.empty(0, np.int32)
        return LineVerdicts(
            lines,
            np.zeros(len(lines), np.uint8),
            np.empty((0, 2), np.int32),
            empty.astype(np.uint8),
            empty,
            empty,
            empty.astype(np.float32),
        )
    occupied = lines[:, 1] > lines[:, 0]
    firsts = lines[occupied, 0]
    begins = tokens.positions == SENTENCE
    begins[firsts] = True
    units = np.flatnonzero(begins)
    unit_lines = np.searchsorted(lines[:, 1], units, side="right")
    new_line = np.append(True, unit_lines[1:] != unit_lines[:-1])
    places = np.full(len(units), table.SENTENCE, np.uint8)
    places[new_line] = np.where(_continued(tokens, lines)[occupied], table.CONTINUED, table.FRESH)
    fresh = np.zeros(len(units), np.uint8)
    fresh[0] = 1
    if documents is not None:
        # the first unit on or after each line that begins a document
        at = np.searchsorted(unit_lines, documents)
        fresh[at[at < len(units)]] = 1
    words, scores = _score(codes, tokens, units, places, fresh, evidence)
    stays = np.where(new_line, options.stay, options.stay_in_line)
    stays[fresh == 1] = 0
    scores -= scores.max(axis=1, keepdims=True)
    likelihoods = np.exp(np.maximum(scores, -200.0))
    posteriors = np.empty_like(likelihoods)
    detection_kernel.smooth(likelihoods, stays, options.prior(), np.empty(table.STATES), posteriors)
    return _gather(lines, n, units, unit_lines, words, posteriors, options)


def detect_documents(
    codes: CodePoints,
    tokens: Tokens,
    documents: I64,
    *,
    evidence: F32 | None = None,
    options: DetectionOptions | None = None,
) -> tuple[U8, F64, I64]:
    """Return the verdicts (d,), shares of words (d, 6) and words (d,) of documents.

    That is Niu et al.'s question, whether to learn from them.  ``documents``: the lines where they
    begin, ascending, of which the first is 0.  A document has the verdict of nearly all of its
    words (``options.document``), else it is MIXED; without words that tell, NOTHING.

    >>> from majuscule.text import encode, tokenize
    >>> codes = encode("THE MINISTER SAID NO. SHE LEFT FOR PARIS.")
    >>> verdicts, _, _ = detect_documents(codes, tokenize(codes), np.array([0]))
    >>> VERDICT_NAMES[verdicts[0]]
    'upper case'
    """
    options = options or FOR_DOCUMENTS
    found = detect_lines(codes, tokens, evidence=evidence, documents=documents, options=options)
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


def _lines(codes: CodePoints, tokens: Tokens) -> I32:
    breaks = np.flatnonzero(codes == _NEWLINE)
    cuts = np.searchsorted(tokens.starts, breaks)
    return np.stack([np.append(0, cuts), np.append(cuts, len(tokens))], axis=1).astype(np.int32)


def _score(
    codes: CodePoints, tokens: Tokens, units: I64, places: U8, fresh: U8, evidence: F32 | None
) -> tuple[I32, F64]:
    """Return for each unit how many words tell, and its log likelihood in each state."""
    known = np.zeros(len(tokens), np.uint8)
    if evidence is not None:
        told = ~np.isnan(evidence)
        known[told] = table.KNOWN + np.digitize(evidence[told], table.LEVELS)
    functions, prosaic, common, pronoun, not_ = _words()
    known[tokens.words == pronoun] = table.PRONOUN
    counts, scores = np.empty(len(units), np.int32), np.empty((len(units), table.STATES))
    detection_kernel.score(
        tokens.folded,
        tokens.starts,
        tokens.ends,
        tokens.kinds,
        case.classes_of(codes, tokens.starts, tokens.ends),
        tokens.positions,
        tokens.words,
        known,
        functions,
        prosaic,
        common,
        not_,
        table.NAME,
        table.PRONOUN,
        np.append(units, len(tokens)),
        places,
        fresh,
        table.form_table(),
        np.zeros(16, np.uint64),
        counts,
        scores,
    )
    return counts, scores


def _continued(tokens: Tokens, lines: I32) -> Bools:
    """Tell for each line whether a sentence goes on in it from the line before.

    So it may after a line that ends without a full stop, and where a line begins with a comma.
    """
    full = lines[:, 1] > lines[:, 0]
    last = tokens.folded[tokens.ends[np.maximum(lines[:, 1], 1) - 1] - 1]
    closed = np.append(True, (~full | _among(last, _CLOSERS))[:-1])
    first = tokens.folded[tokens.starts[np.minimum(lines[:, 0], len(tokens) - 1)]]
    on: Bools = full & (_among(first, _COMMAS) | ~closed)
    return on


def _among(codes: CodePoints, some: CodePoints) -> Bools:
    # np.isin would import numpy.ma, which costs a start 20 ms.
    return np.asarray((codes[:, None] == some).any(axis=1))


def _gather(
    lines: I32,
    n: int,
    units: I64,
    unit_lines: I64,
    words: I32,
    posteriors: F64,
    options: DetectionOptions,
) -> LineVerdicts:
    """Return verdicts of units merged to parts and lines."""
    posteriors[:, table.IN_PROSE] += posteriors[:, table.IN_LISTS]
    best = posteriors[:, : table.IN_LISTS].argmax(axis=1)
    cased = posteriors[:, table.IN_PROSE]
    sure = np.where(best == table.IN_PROSE, cased, 1 - cased)
    verdict = best + 1
    doubtful = (verdict == TITLE) | (verdict == STARTS)
    least = np.where(doubtful, options.sure_of_capitals, options.sure)
    verdict[sure < least] = NOTHING
    # Units without words that tell go with what stands before them in their line.
    of_line = np.zeros((len(lines), MIXED))
    np.add.at(of_line, (unit_lines, verdict), words)
    line_verdicts = np.where(of_line.sum(axis=1) > 0, of_line.argmax(axis=1), NOTHING)
    verdict = np.where(words > 0, verdict, line_verdicts[unit_lines])
    split = np.append(True, (verdict[1:] != verdict[:-1]) | (unit_lines[1:] != unit_lines[:-1]))
    first = np.flatnonzero(split)
    part_starts = units[first]
    parts = np.stack([part_starts, np.append(part_starts[1:], n)], axis=1).astype(np.int32)
    return LineVerdicts(
        lines,
        line_verdicts.astype(np.uint8),
        parts,
        verdict[first].astype(np.uint8),
        unit_lines[first].astype(np.int32),
        np.add.reduceat(words, first).astype(np.int32),
        np.maximum.reduceat(sure, first).astype(np.float32),
    )


_COMMAS = np.array([ord(c) for c in ",;:()]}…"], np.uint32)
_CLOSERS = np.array([ord(c) for c in ".!?\"')]}»”’。"], np.uint32)


@cache
def _words() -> tuple[Hashes, Hashes, Hashes, int, int]:
    """Return the hashes of closed-class words (all, those of prose), common words, I, n't."""
    pronoun, not_ = hash_words(["i", "n't"]).tolist()
    prosaic = set(FUNCTION_WORDS) - set(NAME_WORDS)
    lists = (np.sort(hash_words(words)) for words in (FUNCTION_WORDS, prosaic, COMMON_WORDS))
    return *lists, pronoun, not_
