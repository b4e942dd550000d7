"""Decides which marks to insert after the words of texts, and where their sentences end.

The place after a word is *open* if a mark may be inserted there: it has no mark, and no other word
follows directly.  Punctuated text is closed, except for long stretches without marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from majuscule.arrays import F32, F64, I64, U8, Bools
from majuscule.detection.languages import SCRIPTS_FROM, is_latin
from majuscule.network.pieces import Pieces
from majuscule.punctuation.labels import Labels
from majuscule.punctuation.neural.decoding import decide
from majuscule.punctuation.neural.inputs import BREAK, MARK, NO_BREAK, show
from majuscule.punctuation.neural.network import MarkNetwork
from majuscule.punctuation.policy import MarkPolicy
from majuscule.punctuation.rules.attributions import is_attributed
from majuscule.punctuation.rules.ordinals import is_ordinal
from majuscule.punctuation.rules.questions import in_doubt, settled
from majuscule.punctuation.rules.spoken import continues_unit
from majuscule.text.characters.codepoints import DIGIT, case_tables, decode, upper
from majuscule.text.tokenizing.classes import KEEP, LC, MC, UC, classes_of
from majuscule.text.tokenizing.marks import DASH, DOTTED, ENDING, ENDS, GLUED, MARKS, NONE, Words
from majuscule.text.tokenizing.passages import NEWLINE, Passage
from majuscule.text.tokenizing.sentences import INSIDE
from majuscule.text.tokenizing.tokens import FIXED
from majuscule.words.glossaries.glossary import NO_GLOSSARY, Glossary
from majuscule.words.inputs import CASE
from majuscule.words.rules.doubts import DOUBTS
from majuscule.words.tables.tags import INNER

FEW = 40
"""Text with fewer sentence-ending marks than one in this many words counts as unpunctuated."""
LONG = 60
"""In punctuated text, longer runs of words without a mark are open."""
RARE = 60
"""Text with at most one capitalised word to this many others has lost its capitals all the same:
Amazon's recogniser, say, capitalises after some of its pauses only."""
_HEADS = frozenset("#|>-*+=~`•")
"""First characters of lines that are no sentence: headings, table rows, list items."""
_REPLY = re.compile(r"-[ \t]|> |>>+ ?(?=\w)")
"""The beginning of a dialogue's line, of a quoted reply, or of another speaker in captions."""
_ITEM = re.compile(r"(?:[*•]|\d{1,2}[.)])[ \t]")
SHORT = 9
"""A list item of at most this many words, with its sign, is no sentence: in Wikipedia half of them
end in a mark, and 85 % of longer ones."""
_NOTES = (0x2669, 0x266C)
"""First and last music sign: lines with one are lyrics, which are written without marks."""
_HEADER = re.compile(
    r"(?i:from|to|cc|bcc|date|sent|subject|re|reply-to|sender|message-id|content-type|x-[\w-]+): "
)
"""The beginning of a mail header."""
_SECTION = re.compile(
    r"\d{1,2}(?:\.\d{1,2})+\.?(?!\s+(?:percent|million|billion)\b)(?:\s+\S+){1,6}\s*"
)
"""A heading whose number has several parts: of 19 such lines in English text, two end in a mark."""


@dataclass(frozen=True)
class Decided:
    """The decisions about n words.

    ``marks`` and ``given`` uint8 (n,): the mark after each word in the output and in the input,
    NONE for anything else; ``breaks`` bool (n,): a sentence ends there; ``added`` bool (n,): it
    does so by an inserted mark; ``confidence`` float32 (n,): the mark's probability; ``tags`` uint8
    (n,): the word's case inside sentences; ``caseless`` bool (n,): its text has no case and gets
    all of it.
    """

    marks: U8
    given: U8
    breaks: Bools
    added: Bools
    confidence: F32
    tags: U8
    caseless: Bools

    def slice(self, first: int, last: int) -> Decided:
        """Return the decisions about the words ``first`` to ``last``."""
        return Decided(**{name: part[first:last] for name, part in vars(self).items()})

    def undone(self) -> Decided:
        """Return the decisions without inserted marks."""
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
    glossary: Glossary = NO_GLOSSARY,
    sentences: bool = True,
) -> Decided:
    """Return the decisions about the words of texts, given by ``bounds`` (texts, 2).

    ``labels``: words that nobody says;
    ``pauses`` (n,): seconds of silence after each word, NaN if unknown;
    ``language``: the model's; ``glossary``: forms that no mark cuts;
    ``sentences``: whether all sentences are needed; otherwise ``breaks`` may lack those after a
    full stop that belongs to its word, in texts that need the network for nothing else.
    """
    n = len(words)
    given, after = words.marks, words.after.copy()
    positions = passage.tokens.positions[words.at].copy()
    owner = np.repeat(np.arange(len(bounds)), bounds[:, 1] - bounds[:, 0])
    open_ = _open_places(passage, words, bounds, owner, labels, policy, language, glossary)
    anew = open_ & (given != NONE)
    hidden = anew | labels.times
    after[hidden] = NONE
    positions[1:][hidden[:-1]] = INSIDE
    marks, confidence = np.where(anew, NONE, given).astype(np.uint8), np.ones(n, np.float32)
    tags, caseless = np.zeros(n, np.uint8), np.zeros(n, np.bool_)
    needed = open_.copy()  # words whose scores are needed
    needed[1:] |= open_[:-1]  # for the case of the word after a new mark
    # Words whose mark the first words of the sentence decide, and the probabilities of marks there.
    doubtful, probable = np.zeros(0, np.int64), np.zeros((0, MARKS), np.float32)
    bare = caseless_texts(passage, words, bounds, labels)[owner]
    if policy["case"] == "auto":
        caseless = bare
        needed |= caseless
    dotted = (words.after == DOTTED) & ~(words.breaks | words.lines)
    if not sentences:
        dotted &= np.bincount(owner[needed], minlength=len(bounds))[owner] > 0
    needed |= dotted
    if needed.any():
        columns = network.known.read(passage, words)
        show(columns, positions, after, words.lines, bounds[:, 0])
        scores = network.scores(columns, bounds, needed)
        tags = case_tags(network, passage, words, scores[CASE], language)
        new = np.flatnonzero(open_)
        mark_scores = _with_pauses(scores[MARK][new], pauses[new])
        chosen, shares = decide(mark_scores, network.thresholds)
        # A speaker's turn ends with a sentence-ending mark.
        turns = labels.turns[new]
        chosen[turns] = np.take(ENDS, shares[turns][:, ENDS].argmax(axis=1))
        marks[new], confidence[new] = chosen, shares[np.arange(len(new)), chosen]
        asking = in_doubt(chosen, shares)
        doubtful, probable = new[asking], shares[asking]
        dotted &= scores[BREAK].argmax(axis=1) != NO_BREAK
    added = (marks != given) & ENDING[marks]
    breaks = words.breaks & (~anew | ENDING[marks]) & ~is_attributed(passage, words, bare)
    breaks |= words.lines
    breaks |= added | dotted
    turn = labels.turns & ~words.lines  # the next word is the sign of another speaker
    breaks |= turn
    breaks[1:] &= ~turn[:-1] | words.lines[1:]
    if language.partition("-")[0] == "de":
        breaks &= ~is_ordinal(passage, words)
    begun = np.flatnonzero(breaks | labels.unsaid)
    starts = passage.tokens.starts[words.at[np.concatenate([[0], begun + 1])[:-1]]]
    for at, own in zip(doubtful.tolist(), probable, strict=True):
        end = passage.tokens.ends[words.at[at]]
        first = starts[np.searchsorted(starts, end) - 1]
        sentence = decode(passage.codes[first:end])
        marks[at] = settled(sentence, int(marks[at]), own, language)
        confidence[at] = own[marks[at]]
    return Decided(marks, given, breaks, added, confidence, tags, caseless)


def _open_places(
    passage: Passage,
    words: Words,
    bounds: Pieces,
    owner: I64,
    labels: Labels,
    policy: MarkPolicy,
    language: str,
    glossary: Glossary,
) -> Bools:
    """Return after which words a mark may be inserted, or decided anew if marks are ignored."""
    found: Bools = words.after == NONE
    if policy["marks"] == "ignore":
        found |= (words.after <= DASH) & _single(passage, words)
    else:
        found &= ~_closed(passage, words, owner, bounds, labels.times)
    if found.any():
        found &= may_end(passage, words, language, glossary) & ~labels.unsaid
        # Figures alone are no sentences.
        found &= np.bincount(owner[worded(passage, words)], minlength=len(bounds))[owner] > 0
    return found


def case_tags(
    network: MarkNetwork, passage: Passage, words: Words, scores: F32, language: str
) -> U8:
    """Return the tags of words inside sentences, by the network's scores of case (n, 5).

    Too doubtful capitals in short lines are lowered, by the language's rules, as in restoring.
    (Streams do not use this: the length of a line is not known yet.)
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


def caseless_texts(passage: Passage, words: Words, bounds: Pieces, labels: Labels) -> Bools:
    """Return which texts have hardly any capitals, or nothing else: they get their case, (texts,).

    Labels, such as sounds in brackets and speakers' names, do not count, nor do words all in
    capitals in text that has others: acronyms, *I*, ``:D``.
    """
    codes, tokens = passage.codes, passage.tokens
    starts, ends = tokens.starts[words.at], tokens.ends[words.at]
    spoken = (tokens.kinds[words.at] != FIXED) & ~labels.unsaid
    written = classes_of(codes, starts, ends)
    capitals = spoken & (((written == UC) & (ends - starts > 1)) | (written == MC))
    small = spoken & (tokens.count(upper(codes) != codes)[words.at] > 0)
    counted = [np.concatenate([[0], np.cumsum(one)]) for one in (capitals, small)]
    capitalised, lowered = (one[bounds[:, 1]] - one[bounds[:, 0]] for one in counted)
    return np.asarray((capitalised * RARE <= lowered) | (lowered == 0))


def _with_pauses(scores: F32, pauses: F64) -> F32:
    """Return the scores of marks with the log odds of the pause after each word added."""
    known = ~np.isnan(pauses)
    if not known.any():
        return scores
    table = np.array(_PAUSES, np.float32)
    raised = scores.copy()
    raised[known] += table[np.digitize(pauses[known], SECONDS)]
    return raised


SECONDS = (0.05, 0.2, 0.4, 0.7, 1.2)
_PAUSES = (
    (0.0, -0.57, -1.26, -0.99, -1.7, -1.7, -1.85, 0.0),
    (0.0, 1.33, 0.75, 0.83, 0.75, 1.5, 1.34, 0.0),
    (0.0, 1.76, 1.5, 1.46, 1.5, 1.83, 1.83, 0.0),
    (0.0, 2.11, 2.44, 2.18, 2.42, 2.42, 2.27, 0.0),
    (0.0, 2.2, 3.61, 2.72, 3.45, 2.2, 2.2, 0.0),
    (0.0, 1.3, 3.61, 3.96, 3.54, 1.3, 1.3, 0.0),
)
"""Log odds of each mark by the length of the pause, in the bins of SECONDS; from ``python -m
benchmarks.punctuation --pauses``, on calls that no score is reported on."""


def may_end(passage: Passage, words: Words, language: str, glossary: Glossary) -> Bools:
    """Return after which words a mark may follow.

    Not in a line that is all in another script, inside glued words, a form of the glossary (``SW1A
    1AA``), a number said digit by digit or a spoken address; nor after symbols, in lyrics, or at
    the end of a heading, table row, list item or mail header."""
    codes, tokens = passage.codes, passage.tokens
    kinds = case_tables().kind[np.minimum(codes, 0x10FFFF)]
    lettered = tokens.count(kinds >= 2)[words.at] > 0  # letters, digits, combining marks
    starts, ends = tokens.starts[words.at], tokens.ends[words.at]
    found: Bools = lettered | (codes[starts] == ord("%"))
    found &= (words.after != GLUED) & ~glossary.goes_on(tokens)[words.at]
    # The colon of a mail header is no mark, but none follows it.
    found &= (words.after != NONE) | (codes[np.minimum(ends, len(codes) - 1)] != ord(":"))
    if language.partition("-")[0] == "en":
        found &= ~continues_unit(tokens.words[words.at], words.lines)
    lines = np.flatnonzero(codes == NEWLINE)
    other = codes >= SCRIPTS_FROM
    if other.any() and is_latin(language):
        line, letters = np.searchsorted(lines, starts), (kinds >= 2) & (kinds != DIGIT)
        own, others = (line[tokens.count(letters & one)[words.at] > 0] for one in (~other, other))
        found &= ~np.isin(line, np.setdiff1d(others, own))
    heads = np.array([_is_head(line) for line in decode(codes).split("\n")])
    notes = np.flatnonzero((codes >= _NOTES[0]) & (codes <= _NOTES[1]))
    if heads.any() or len(notes):
        line = np.searchsorted(lines, starts)
        found &= ~(heads[line] & words.lines) & ~np.isin(line, np.searchsorted(lines, notes))
    return found


def is_code(text: str) -> bool:
    """Return whether a text is a program or settings rather than prose: half of its lines look so.

    >>> is_code("for i in range(10):\\n    print(i)\\nreturn x"), is_code("we met (again)\\nyes")
    (True, False)
    """
    if not any(sign in text for sign in "({=;"):
        return False
    lines = [line for line in text.split("\n") if line.strip()]
    odd = [line for line in lines if any(sign in line for sign in "({}>=;")]  # most have none
    if len(lines) < 2 or 2 * len(odd) < len(lines):
        return False
    from majuscule.text.protecting.blocks import is_program  # its expressions are slow to compile

    return 2 * sum(1 for line in odd if is_program(line)) >= len(lines)


def worded(passage: Passage, words: Words) -> Bools:
    """Return which words do not begin with a digit."""
    kinds = case_tables().kind[np.minimum(passage.codes, 0x10FFFF)]
    return np.asarray(kinds[passage.tokens.starts[words.at]] != DIGIT)


def _is_head(line: str) -> bool:
    """Return whether a line is no sentence."""
    line = line.lstrip()
    if _ITEM.match(line):
        return len(line.split()) <= SHORT
    if line[:1] in _HEADS or not line:
        return bool(line) and not _REPLY.match(line)
    return bool(_HEADER.match(line) or _SECTION.fullmatch(line))


def _single(passage: Passage, words: Words) -> Bools:
    """Return which words are followed by a single mark and nothing else."""
    signs = passage.codes[np.maximum(words.ends - 1, 0)]
    own = passage.tokens.ends[words.at]
    found: Bools = (words.ends - own == 1) & np.isin(signs, [ord(one) for one in ",.?!:;-"])
    return found


def _closed(passage: Passage, words: Words, owner: I64, bounds: Pieces, numbers: Bools) -> Bools:
    """Return which words are in punctuated text, and not in a long run without marks."""
    after, texts = words.after, len(bounds)
    own = passage.codes[passage.tokens.ends[words.at] - 1] == ord(".")
    # A full stop inserted after an abbreviation at the end is read back as part of it.
    final = ENDING[after] | ((after == DOTTED) & ~own & words.lines)
    ends = np.bincount(owner[final & ~numbers], minlength=texts)
    marked = ends * FEW >= np.maximum(1, bounds[:, 1] - bounds[:, 0])
    stops = ((after != NONE) & (after != GLUED)) | words.lines
    run = np.cumsum(np.concatenate([[0], stops[:-1]]))[: len(after)]
    sizes = np.bincount(run, minlength=1)
    return np.asarray(marked[owner] & (sizes[run] <= LONG))
