"""Which marks are put behind the words of texts, and where their sentences end.

A place is *open* where a mark may be put: behind a word, where neither a mark nor another word
stands.  Text that has its marks is closed, but for long stretches without any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from majuscule.arrays import F32, F64, I64, U8, Bools
from majuscule.network.pieces import Pieces
from majuscule.punctuation.labels import Labels
from majuscule.punctuation.neural.decoding import decide
from majuscule.punctuation.neural.inputs import BREAK, MARK, NO_BREAK, show
from majuscule.punctuation.neural.network import MarkNetwork
from majuscule.punctuation.policy import MarkPolicy
from majuscule.punctuation.rules.questions import asks, may_ask
from majuscule.punctuation.rules.spoken import said_as_one
from majuscule.text.characters.codepoints import DIGIT, case_tables, decode, upper
from majuscule.text.protecting.shapes import PROGRAM
from majuscule.text.tokenizing.classes import KEEP, LC, MC, UC, classes_of
from majuscule.text.tokenizing.marks import DASH, DOTTED, ENDS, GLUED, NONE, QUESTION, Words
from majuscule.text.tokenizing.passages import NEWLINE, Passage
from majuscule.text.tokenizing.sentences import INSIDE
from majuscule.text.tokenizing.tokens import FIXED
from majuscule.words.glossaries.glossary import shipped_glossary
from majuscule.words.inputs import CASE
from majuscule.words.rules.doubts import DOUBTS
from majuscule.words.tables.tags import INNER

FEW = 40
"""Words a sentence: text with fewer marks at ends of sentences than one in so many has none."""
LONG = 60
"""Words in a row without a mark, in text with marks, among which some are looked for."""
_HEADS = frozenset("#|>-*+=~`•")
"""What begins a line that is no sentence: a heading, a table, an item of a list."""
_NOTES = (0x2669, 0x266C)
"""The signs of music, from and to: a line with one is sung, and songs are written without marks."""
_HEADER = re.compile(
    r"(?i:from|to|cc|bcc|date|sent|subject|re|reply-to|sender|message-id|content-type|x-[\w-]+): "
)
"""What begins a header of a mail."""


@dataclass(frozen=True)
class Decided:
    """What was decided of n words.

    ``marks`` and ``given`` uint8 (n,): what stands after each then and before, NONE for what is no
    mark; ``breaks`` bool (n,): a sentence ends there; ``added`` bool (n,): by a mark that is put
    in; ``chances`` float32 (n,): the mark's probability; ``tags`` uint8 (n,): how the word is
    written inside sentences; ``whole`` bool (n,): its text has no case, and is given all of it.
    """

    marks: U8
    given: U8
    breaks: Bools
    added: Bools
    chances: F32
    tags: U8
    whole: Bools

    def slice(self, first: int, last: int) -> Decided:
        """Return what was decided of some words."""
        return Decided(**{name: part[first:last] for name, part in vars(self).items()})

    def undone(self) -> Decided:
        """Return this as if no mark had been put in."""
        return replace(self, marks=self.given, breaks=self.breaks & ~self.added)


def decide_marks(
    network: MarkNetwork,
    passage: Passage,
    words: Words,
    bounds: Pieces,
    labels: Labels,
    policy: MarkPolicy,
    pauses: F64,
    language: str = "",
    *,
    sentences: bool = True,
) -> Decided:
    """Return what becomes of the words of texts, given by ``bounds`` (texts, 2).

    ``labels``: what stands beside what is said;
    ``pauses`` (n,): seconds of silence behind each word, NaN where nothing is known;
    ``language``: the model's;
    ``sentences``: whether they are wanted beside marks and case: otherwise ``breaks`` may lack
    those behind a full stop that belongs to a word, in texts of which nothing else is asked.
    """
    n = len(words)
    given = np.where(words.after <= DASH, words.after, NONE).astype(np.uint8)
    after, positions = words.after.copy(), passage.tokens.positions[words.at].copy()
    owner = np.repeat(np.arange(len(bounds)), bounds[:, 1] - bounds[:, 0])
    ignored = policy["marks"] == "ignore"
    anew = (given != NONE) & _single(passage, words) if ignored else np.zeros(n, np.bool_)
    open_ = (after == NONE) | anew
    if not ignored:
        open_ &= ~_closed(passage, words, owner, bounds)
    if open_.any():
        open_ &= may_end(passage, words, language) & ~(labels.times | labels.names)
        # Figures alone are no sentences.
        open_ &= np.bincount(owner[worded(passage, words)], minlength=len(bounds))[owner] > 0
    anew &= open_
    after[anew] = NONE
    positions[1:][anew[:-1]] = INSIDE
    marks, chances = np.where(anew, NONE, given).astype(np.uint8), np.ones(n, np.float32)
    tags, whole = np.zeros(n, np.uint8), np.zeros(n, np.bool_)
    asked = open_.copy()
    asked[1:] |= open_[:-1]  # how the word behind a new mark is written
    # Which full stops could be question marks, and how likely these are.
    close, questions = np.zeros(0, np.int64), np.zeros(0, np.float32)
    if policy["case"] == "auto":
        whole = caseless(passage, words, bounds, labels)[owner]
        asked |= whole
    dotted = (words.after == DOTTED) & ~(words.breaks | words.lines)
    if not sentences:
        dotted &= np.bincount(owner[asked], minlength=len(bounds))[owner] > 0
    asked |= dotted
    if asked.any():
        columns = network.known.read(passage, words)
        show(columns, positions, after, words.lines, bounds[:, 0])
        scores = network.scores(columns, bounds, asked)
        tags = case_tags(network, passage, words, scores[CASE], language)
        new = np.flatnonzero(open_)
        told = _with_pauses(scores[MARK][new], pauses[new])
        chosen, shares = decide(told, network.thresholds)
        # What a speaker says ends with a mark.
        turns = labels.turns[new]
        chosen[turns] = np.take(ENDS, shares[turns][:, ENDS].argmax(axis=1))
        marks[new], chances[new] = chosen, shares[np.arange(len(new)), chosen]
        asking = may_ask(chosen, shares)
        close, questions = new[asking], shares[asking, QUESTION]
        dotted &= scores[BREAK].argmax(axis=1) != NO_BREAK
    added = (marks != given) & np.isin(marks, ENDS)
    breaks = (words.breaks & ~anew) | words.lines | (words.breaks & np.isin(marks, ENDS))
    breaks |= added | dotted
    begun = np.flatnonzero(breaks | labels.unsaid)
    starts = passage.tokens.starts[words.at[np.concatenate([[0], begun + 1])[:-1]]]
    for at, chance in zip(close.tolist(), questions, strict=True):
        end = passage.tokens.ends[words.at[at]]
        first = starts[np.searchsorted(starts, end) - 1]
        if asks(decode(passage.codes[first:end]), language):
            marks[at], chances[at] = QUESTION, chance
    return Decided(marks, given, breaks, added, chances, tags, whole)


def case_tags(
    network: MarkNetwork, passage: Passage, words: Words, scores: F32, language: str
) -> U8:
    """Return how words are written inside sentences, by the network's scores of case (n, 5).

    Capitals of short lines that are too doubtful in the language are small, as in restored text.
    (Not so in a stream, where nobody knows yet how long a line will be.)
    """
    tags: U8 = scores.argmax(axis=1).astype(np.uint8)
    doubts = DOUBTS.get(language.partition("-")[0])
    if doubts is None:
        return tags
    tokens, n = passage.tokens, len(passage.tokens)
    classes, odds = np.full(n, KEEP, np.uint8), np.zeros((n, 4), np.float32)
    own = scores - scores[np.arange(len(tags)), tags][:, None]
    own[:, LC] = np.logaddexp(own[:, LC], own[:, INNER])
    classes[words.at], odds[words.at] = np.where(tags == INNER, LC, tags), own[:, :INNER]
    shares = network.known.words.capital_shares(tokens.words)
    return np.asarray(doubts.settle(passage, classes, odds, shares)[words.at], np.uint8)


def caseless(passage: Passage, words: Words, bounds: Pieces, labels: Labels) -> Bools:
    """Tell which texts have no capitals, or nothing else: their case is restored.

    What stands in brackets, such as a sound, and a speaker's name before a colon say nothing, and
    words all in capitals say nothing of those that are not.
    """
    codes, starts, ends = (
        passage.codes,
        passage.tokens.starts[words.at],
        passage.tokens.ends[words.at],
    )
    spoken = (passage.tokens.kinds[words.at] != FIXED) & ~labels.unsaid
    raised = np.concatenate([[0], np.cumsum(upper(codes) != codes)])
    written = classes_of(codes, starts, ends)
    capitals = spoken & ((written == UC) | (written == MC))
    small = spoken & (raised[ends] > raised[starts])
    counted = [np.concatenate([[0], np.cumsum(one)]) for one in (capitals, small)]
    many, few = (one[bounds[:, 1]] - one[bounds[:, 0]] for one in counted)
    return np.asarray((many == 0) | (few == 0))


def _with_pauses(scores: F32, pauses: F64) -> F32:
    """Return scores of marks with what a silence behind the word says."""
    known = ~np.isnan(pauses)
    if not known.any():
        return scores
    table = np.array(_PAUSES, np.float32)
    found = scores.copy()
    found[known] += table[np.digitize(pauses[known], SECONDS)]
    return found


SECONDS = (0.05, 0.2, 0.4, 0.7, 1.2)
_PAUSES = (
    (0.0, -0.57, -1.26, -0.99, -1.7, -1.7, -1.85, 0.0),
    (0.0, 1.33, 0.75, 0.83, 0.75, 1.5, 1.34, 0.0),
    (0.0, 1.76, 1.5, 1.46, 1.5, 1.83, 1.83, 0.0),
    (0.0, 2.11, 2.44, 2.18, 2.42, 2.42, 2.27, 0.0),
    (0.0, 2.2, 3.61, 2.72, 3.45, 2.2, 2.2, 0.0),
    (0.0, 1.3, 3.61, 3.96, 3.54, 1.3, 1.3, 0.0),
)
"""Log odds of each mark by the silence behind the word: ``python -m benchmarks.punctuation
--pauses``, from calls that nothing is scored on."""


def may_end(passage: Passage, words: Words, language: str) -> Bools:
    """Tell behind which words a mark may stand: not inside what is glued, one form of the
    language's glossary (``SW1A 1AA``), a number said digit by digit or an address that is said,
    behind symbols, in a line of a song, nor at the end of a heading, a table's row, an item, a
    header of a mail."""
    codes, tokens = passage.codes, passage.tokens
    kinds = case_tables().kind[np.minimum(codes, 0x10FFFF)]
    lettered = np.concatenate([[0], np.cumsum(kinds >= 2)])  # letters, digits, combining marks
    starts, ends = tokens.starts[words.at], tokens.ends[words.at]
    found: Bools = (lettered[ends] > lettered[starts]) | (codes[starts] == ord("%"))
    found &= (words.after != GLUED) & ~shipped_glossary(language).goes_on(tokens)[words.at]
    if language.partition("-")[0] == "en":
        found &= ~said_as_one(tokens.words[words.at], words.lines)
    lines = np.flatnonzero(codes == NEWLINE)
    begins = np.concatenate([[0], lines + 1])
    text = decode(codes)
    heads = np.array([_is_head(text[at : at + 24]) for at in begins.tolist()])
    notes = np.flatnonzero((codes >= _NOTES[0]) & (codes <= _NOTES[1]))
    if heads.any() or len(notes):
        line = np.searchsorted(lines, starts)
        found &= ~(heads[line] & words.lines) & ~np.isin(line, np.searchsorted(lines, notes))
    return found


def is_code(text: str) -> bool:
    """Tell whether a text is a program or settings rather than prose: half of its lines look so.

    >>> is_code("for i in range(10):\\n    print(i)\\nreturn x"), is_code("we met (again)\\nyes")
    (True, False)
    """
    if not any(sign in text for sign in "({=;"):
        return False
    lines = [line for line in text.split("\n") if line.strip()]
    odd = (line for line in lines if any(sign in line for sign in "({}>=;"))  # most have none
    return len(lines) > 1 and 2 * sum(1 for line in odd if PROGRAM.search(line)) >= len(lines)


def worded(passage: Passage, words: Words) -> Bools:
    """Tell which words are no figures."""
    kinds = case_tables().kind[np.minimum(passage.codes, 0x10FFFF)]
    return np.asarray(kinds[passage.tokens.starts[words.at]] != DIGIT)


def _is_head(begin: str) -> bool:
    """Tell whether a line that begins so is no sentence."""
    line = begin.partition("\n")[0].lstrip()
    if line[:1] in _HEADS or not line:
        return bool(line) and line[:2] not in ("- ", "> ", "-\t")  # said by somebody
    return bool(_HEADER.match(line))


def _single(passage: Passage, words: Words) -> Bools:
    """Tell which words have one mark behind them, and nothing else."""
    signs = passage.codes[np.maximum(words.ends - 1, 0)]
    own = passage.tokens.ends[words.at]
    found: Bools = (words.ends - own == 1) & np.isin(signs, [ord(one) for one in ",.?!:;-"])
    return found


def _closed(passage: Passage, words: Words, owner: I64, bounds: Pieces) -> Bools:
    """Tell which words stand in text that has its marks."""
    after, texts = words.after, len(bounds)
    own = passage.codes[passage.tokens.ends[words.at] - 1] == ord(".")
    # A full stop that was put behind an abbreviation at the end is read as a part of it.
    final = np.isin(after, ENDS) | ((after == DOTTED) & ~own & words.lines)
    ends = np.bincount(owner[final], minlength=texts)
    marked = ends * FEW >= np.maximum(1, bounds[:, 1] - bounds[:, 0])
    stops = ((after != NONE) & (after != GLUED)) | words.lines
    run = np.cumsum(np.concatenate([[0], stops[:-1]]))[: len(after)]
    sizes = np.bincount(run, minlength=1)
    return np.asarray(marked[owner] & (sizes[run] <= LONG))
