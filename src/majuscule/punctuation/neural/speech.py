"""Training examples from written text, made to look like a recogniser's output.

Marks are hidden and become the labels.  In "spoken" documents, figures are spelt out, dotted
letters lose their dots, hyphens become spaces, some words are dropped, doubled or misheard, and
fillers are inserted.  Some documents keep all or some marks: the model must handle them too.
Everything is drawn from the documents' hashes and one seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from majuscule.arrays import I32, I64, U8, Array, Bools
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.learn.text import describe_batch
from majuscule.network.inputs import IGNORED, Columns
from majuscule.network.pieces import Pieces
from majuscule.options import Progress, no_progress
from majuscule.punctuation.neural.inputs import (
    AFTER,
    BREAK,
    MARK,
    NO_BREAK,
    PARAGRAPH_BREAK,
    SENTENCE_BREAK,
    KnownWords,
    Spellings,
    as_read,
    show,
)
from majuscule.punctuation.neural.options import PunctuationOptions
from majuscule.text.characters.codepoints import decode
from majuscule.text.editing.numerals import say_figures
from majuscule.text.keys import GOLDEN
from majuscule.text.tokenizing.classes import CA, KEEP, MC
from majuscule.text.tokenizing.marks import (
    COMMA,
    DOTTED,
    ELLIPSIS,
    GLUED,
    MARKS,
    NONE,
    OTHER,
    Words,
    words_of,
)
from majuscule.text.tokenizing.passages import Passage, read_passage
from majuscule.text.tokenizing.sentences import ABBREVIATED, INSIDE
from majuscule.words.inputs import CASE
from majuscule.words.tables.tags import tags_of

_DOTTED_LETTERS = re.compile(r"\b(?:[A-Za-z]\.){2,}")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
FILLERS = "uh um uh um you know i mean well like so okay"


@dataclass(frozen=True)
class MarkedText:
    """N words to learn from.

    ``table`` uint16 (N, columns): the network's input columns, and those of :class:`Spellings` if
    words are ``spelt``: the spellings, by number; ``marks``, ``breaks``, ``tags`` uint8 (N,):
    labels; ``bounds`` (documents, 2): the words of each document.
    """

    table: Array
    marks: U8
    breaks: U8
    tags: U8
    bounds: I64
    spelt: Sequence[str] = ()

    def __len__(self) -> int:
        """Return the number of words, which always have the same columns and labels."""
        return len(self.marks)

    def pieces(self, longest: int) -> Pieces:
        """Return the documents cut into pieces of ``longest`` words, the last ones shorter."""
        parts = []
        for first, last in self.bounds.tolist():
            cuts = np.append(np.arange(first, last, longest), last)
            parts.append(np.stack([cuts[:-1], cuts[1:]], axis=1))
        return np.concatenate(parts) if parts else np.empty((0, 2), np.int64)

    def columns(self, at: I64) -> Columns:
        """Return the columns of the words ``at``."""
        return np.ascontiguousarray(self.table[at, : AFTER + 1].astype(np.int32))

    def spelling(self) -> tuple[I32, Sequence[str]]:
        """Return the number of each word with what is shown after it, and what these numbers
        read."""
        words, after = Spellings.numbers(self.table[:, AFTER + 1 :]), self.table[:, AFTER]
        pairs, numbers = np.unique(words.astype(np.int64) << 5 | after, return_inverse=True)
        read = [as_read(self.spelt[one >> 5], one & 31) for one in pairs.tolist()]
        return numbers.astype(np.int32), read

    def labels(self, at: I64) -> dict[str, U8]:
        """Return each head's labels of the words ``at``."""
        return {MARK: self.marks[at], BREAK: self.breaks[at], CASE: self.tags[at]}

    def weights(self, at: I64) -> dict[str, Array]:
        """Return no weights: all words count alike."""
        return {}


def marked_text(
    text: TrainingText,
    known: KnownWords,
    options: PunctuationOptions,
    report: Progress = no_progress,
    spellings: Spellings | None = None,
) -> tuple[MarkedText, MarkedText]:
    """Return the examples to learn from, and the held-out ones.

    ``spellings``: numbers the words, for a teacher that reads them."""
    passage = read_passage(FILLERS)
    read = partial(_read, known, spellings)
    fillers = read(passage, words_of(passage))
    learnt: list[MarkedText] = []
    held: list[MarkedText] = []
    seen = 0
    for number, batch in enumerate(text.batches()):
        generator = np.random.default_rng((options.seed, number))
        for spoken, part in _as_spoken(batch, options):
            marked, owners = _label(part, spoken, read, fillers, options, generator)
            times = {} if part.times is None else dict(zip(part.documents, part.times, strict=True))
            out = owners % np.uint32(options.held_out) == 0
            for where, chosen in ((learnt, ~out), (held, out)):
                if chosen.any():
                    where.append(_chosen(marked, chosen, owners, times if where is learnt else {}))
            seen += len(owners)
        report(f"reading: {seen:,} words", 0.0)
    spelt = spellings.words if spellings is not None else ()
    return replace(_joined(learnt), spelt=spelt), _joined(held)


def _read(
    known: KnownWords, spellings: Spellings | None, passage: Passage, words: Words
) -> Columns:
    """Return the columns of words, with those of their spellings if there are any."""
    columns = known.read(passage, words)
    if spellings is None:
        return columns
    return np.concatenate([columns, spellings.columns(passage, words)], axis=1)


def _as_spoken(
    batch: TrainingBatch, options: PunctuationOptions
) -> Iterator[tuple[bool, TrainingBatch]]:
    """Yield the documents of a batch that stay as written, then those rewritten as spoken."""
    spoken = _drawn(batch.documents, "spoken") < options.spoken
    lines = decode(batch.passage.codes).split("\n")
    for side in (False, True):
        at = np.flatnonzero(spoken == side)
        if len(at):
            text = "\n".join(lines[one] for one in at.tolist())
            if side:
                text = _HYPHEN.sub(" ", say_figures(text))
                text = _DOTTED_LETTERS.sub(_spelt, text)
            times = None if batch.times is None else batch.times[at]
            yield side, describe_batch(text, batch.documents[at].tolist(), times)


def _spelt(match: re.Match[str]) -> str:
    """Return dotted letters without dots, but with a full stop if they seem to end a sentence."""
    return " ".join(match[0].replace(".", "")) + ("." if _ends_sentence(match) else "")


def _ends_sentence(match: re.Match[str]) -> bool:
    rest = match.string[match.end() : match.end() + 12].lstrip(" ")
    return not rest or rest[0] == "\n" or rest.startswith(("The ", "He ", "It ", "In ", "But "))


def _drawn(documents: Array, purpose: str) -> Array:
    """Return a number from 0 to 1 for each document's hash, independent for each ``purpose``."""
    salt = np.uint64(int.from_bytes(purpose.encode()[:7], "little"))
    mixed = (documents.astype(np.uint64) ^ salt) * np.uint64(GOLDEN)
    return (mixed >> np.uint64(40)).astype(np.float64) / 2**24


def _label(
    batch: TrainingBatch,
    spoken: bool,
    read: Callable[[Passage, Words], Columns],
    fillers: Columns,
    options: PunctuationOptions,
    generator: np.random.Generator,
) -> tuple[MarkedText, Array]:
    """Return the words of a batch with their labels, and the hash of each one's document."""
    passage = batch.passage
    words = words_of(passage)
    owners = passage.by_token(batch.documents)[words.at]
    ends = np.append(owners[1:] != owners[:-1], True)
    after, positions = words.after, passage.tokens.positions[words.at]
    marks = np.where(after < MARKS, after, NONE).astype(np.uint8)
    marks[np.isin(after, (ELLIPSIS, GLUED))] = IGNORED
    breaks = np.where(words.breaks, SENTENCE_BREAK, NO_BREAK).astype(np.uint8)
    breaks[words.lines] = PARAGRAPH_BREAK
    draw = _drawn(owners, "shown")
    shown = draw < options.shown
    some = ~shown & (draw < options.shown + options.some)
    # Either only commas are missing, or each mark is with a probability of 1/2.
    half = generator.random(len(after)) < 0.5
    kept = shown | (some & np.where(_drawn(owners, "which") < 0.5, after != COMMA, half))
    if spoken:
        kept &= shown
    lines = words.lines & ((_drawn(owners, "joined") >= options.joined) | ends)
    visible = np.where(
        kept | (after == GLUED) | (after == DOTTED) & _own_dot(passage, words.at), after, NONE
    )
    columns = read(passage, words)
    show(columns, positions, visible.astype(np.uint8), lines)
    marks[kept & (visible != NONE) & (visible != OTHER)] = IGNORED
    classes = batch.classes[words.at]
    tags = tags_of(batch.classes)[words.at]
    # An initial capital that the hidden position may cause is no label.
    known_position = np.isin(positions, (INSIDE, ABBREVIATED)) | (columns[:, 1] == positions)
    tags[(classes == KEEP) | ~(known_position | np.isin(classes, (CA, MC)))] = IGNORED
    text = MarkedText(columns.astype(np.uint16), marks, breaks, tags, np.empty((0, 2), np.int64))
    if spoken and options.slips:
        return _with_slips(text, owners, words.lines | ends, fillers, options.slips, generator)
    return text, owners


def _own_dot(passage: Passage, at: I64) -> Bools:
    """Return which words end in a full stop of their own."""
    return np.asarray(passage.codes[passage.tokens.ends[at] - 1] == ord("."))


def _with_slips(
    text: MarkedText,
    owners: Array,
    fixed: Bools,
    fillers: Columns,
    share: float,
    generator: np.random.Generator,
) -> tuple[MarkedText, Array]:
    """Return the words with misheard, dropped and doubled words, and fillers.

    Nothing is dropped, doubled or inserted at ``fixed`` words."""
    n = len(owners)
    table, tags = text.table.copy(), text.tags.copy()
    # Misheard: replaced by another word of the text, but for the columns of its context.
    wrong = np.flatnonzero(generator.random(n) < share)
    keep = [1, AFTER]
    others = table[generator.integers(0, n, len(wrong))]
    others[:, keep] = table[wrong][:, keep]
    table[wrong] = others
    tags[wrong] = IGNORED
    times = np.ones(n, np.int64)
    free = (text.marks == NONE) & ~fixed
    times[free & (generator.random(n) < share)] = 0
    double = ~fixed & (generator.random(n) < share)
    times[double] = 2
    at = np.repeat(np.arange(n), times)
    first = np.append(at[1:] == at[:-1], False)  # of a doubled pair: no mark follows it
    table, marks, breaks, tags = table[at], text.marks[at], text.breaks[at], tags[at]
    marks[first], breaks[first] = NONE, NO_BREAK
    owners = owners[at]
    hesitant = np.flatnonzero(~fixed[at] & (generator.random(len(at)) < share))
    chosen = fillers[generator.integers(0, len(fillers), len(hesitant))].astype(np.uint16)
    before = hesitant + 1
    table = np.insert(table, before, chosen, axis=0)
    changed = MarkedText(
        table,
        np.insert(marks, before, IGNORED),
        np.insert(breaks, before, NO_BREAK),
        np.insert(tags, before, IGNORED),
        text.bounds,
    )
    return changed, np.insert(owners, before, owners[hesitant])


def _chosen(text: MarkedText, chosen: Bools, owners: Array, times: Mapping[int, int]) -> MarkedText:
    """Return the chosen words, with the bounds of their documents repeated ``times``."""
    kept = owners[chosen]
    changes = np.flatnonzero(kept[1:] != kept[:-1]) + 1
    edges = np.concatenate([[0], changes, [len(kept)]])
    bounds = np.stack([edges[:-1], edges[1:]], axis=1).astype(np.int64)
    counts = [times.get(one, 1) for one in kept[edges[:-1]].tolist()]
    bounds = np.repeat(bounds, counts, axis=0)
    return MarkedText(
        text.table[chosen], text.marks[chosen], text.breaks[chosen], text.tags[chosen], bounds
    )


def _joined(parts: list[MarkedText]) -> MarkedText:
    if not parts:
        none = np.empty(0, np.uint8)
        return MarkedText(
            np.empty((0, AFTER + 3), np.uint16), none, none, none, np.empty((0, 2), np.int64)
        )
    sizes = np.cumsum([0, *(len(one.marks) for one in parts)])
    return MarkedText(
        np.concatenate([one.table for one in parts]),
        np.concatenate([one.marks for one in parts]),
        np.concatenate([one.breaks for one in parts]),
        np.concatenate([one.tags for one in parts]),
        np.concatenate([one.bounds + size for one, size in zip(parts, sizes, strict=False)]),
    )
