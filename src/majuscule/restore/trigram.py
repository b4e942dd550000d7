"""The trigram restorer of Lita et al. 2003, section 2.2: the most probable sequence of word forms.

The unit is a word with its case; Equation 1 mixes trigram, bigram, unigram and uniform
probabilities with weights learnt on held-out text (deleted interpolation), and Equation 2 is solved
for each sentence by Viterbi over all forms that each word was seen in, with a history of two.

What is ours: weights for each level of how often a history was seen (``levels`` 1 gives one set,
as printed); rare words, which all are the one unknown word, keep to the forms they were seen in
(``rare_forms``); the first letter of a sentence is made a capital (``first_letters``, the "+" of
the paper's Table 1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from majuscule.counts import Frame, Piece, count_shards
from majuscule.counts.keys import top
from majuscule.counts.smoothing import interpolation_weights
from majuscule.counts.tables import Keys
from majuscule.errors import UsageError
from majuscule.models import ModelFile
from majuscule.restore import trigram_kernel
from majuscule.restore.evidence import log_odds
from majuscule.restore.forms import (
    CASELESS,
    FORMS,
    MASKS,
    MIXED,
    OTHER_MIXED,
    FormTable,
    FormTally,
)
from majuscule.restore.hmm_counts import sequence_starts
from majuscule.restore.interface import (
    CA,
    KEEP,
    LC,
    LEFT,
    MC,
    MODEL,
    UC,
    Decisions,
    Report,
    TrainingBatch,
    TrainingText,
)
from majuscule.restore.letters import count_cased
from majuscule.restore.trigram_tables import TrigramTables, available_orders
from majuscule.restore.trigram_units import (
    FORM_BITS,
    START_UNIT,
    UNKNOWN,
    WORD_BITS,
    count_batch,
    count_of_tokens,
    forms_before,
    past_of,
    read_units,
    sentence_index,
    tell_openings,
    units_of,
)
from majuscule.restore.unigram import check_case
from majuscule.restore.unigram_options import read_options
from majuscule.text.passages import Passage
from majuscule.text.sentences import INSIDE, sentence_starts

_CLASS_OF_FORM = np.array([LC, UC, CA, KEEP, MC, MC, MC, MC], np.uint8)
_SMALLEST = 1e-20


@dataclass(frozen=True)
class TrigramOptions:
    """How the trigram model learns and decides."""

    rare: int = 2
    """Words seen fewer times are the unknown word."""
    rare_forms: bool = True
    """Rare words keep to the forms they were seen in; else they may take any."""
    mixed: int = 3
    """How many of a word's mixed forms, the most frequent ones, are considered."""
    starts: str = "masked"
    """Sentence starts are "learnt" as part of n-grams, or "masked": kept out of them."""
    discard: int = 1
    """With masked starts, how many words of each sentence are not learnt from."""
    placed: bool = True
    """A capital that may be due to the place (sentence starts, opening quotes, colons) is no part
    of what follows; opening quotes are told from closing ones."""
    first_letters: bool = True
    """Capitalise the first word of a sentence where the model says lower case."""
    least: int = 2
    """Trigrams seen fewer times are dropped; raising it makes the model smaller."""
    levels: int = 12
    """How many levels of histories get weights of their own; 1: as in the paper."""
    held_out: int = 100
    """One in so many documents is kept to learn the weights on."""
    beam: int = 0
    """How many states of each token go on; 0: all."""

    def __post_init__(self) -> None:
        if self.starts not in ("learnt", "masked"):
            raise UsageError(f"sentence starts are learnt or masked, not {self.starts!r}")
        lowest = {"rare": 2, "mixed": 0, "discard": 0, "least": 1, "levels": 1, "held_out": 2}
        for name, least in {**lowest, "beam": 0}.items():
            if getattr(self, name) < least:
                raise UsageError(f"{name} must be {least} or more, not {getattr(self, name)}")
        if self.mixed > MASKS or self.levels > 32:
            raise UsageError(f"mixed can be {MASKS} at most, and levels 32")


class _Trellis(NamedTuple):
    """The possible forms of n tokens, packed to the left, and the kernel's results."""

    sizes: npt.NDArray[np.int32]
    forms: npt.NDArray[np.uint8]
    first: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]
    parts: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    best: npt.NDArray[np.uint8]


class TrigramRestorer:
    """The trigram model; margins are differences of log probabilities of paths."""

    kind: ClassVar[str] = "trigram.v1"

    def __init__(self, tables: TrigramTables, rare: FormTable, options: TrigramOptions) -> None:
        self._tables = tables
        self._rare = rare
        self._options = options

    def decide(self, passage: Passage) -> Decisions:
        """Return the forms on the most probable path; the case of the input plays no part."""
        passage = self._read(passage)
        letters = count_cased(passage.tokens)
        cased = letters > 0
        trellis = self._search(passage, letters, self._options.beam)
        n = len(letters)
        support = np.empty((n, FORMS))
        trigram_kernel.find_support(
            trellis.sizes, trellis.first, trellis.offsets, trellis.parts, trellis.scores, support
        )
        forms = trellis.forms[np.arange(n), trellis.best]
        classes = _CLASS_OF_FORM[forms]
        ordered = np.sort(support, axis=1)
        margins = np.maximum(-np.log(np.maximum(ordered[:, -2], _SMALLEST)), 0)
        if self._options.first_letters:
            first = sentence_starts(passage.tokens.positions) & (classes == LC)
            classes[first] = UC
        classes[~cased] = KEEP
        margins[~cased] = 0
        mixed = np.flatnonzero(classes == MC)
        masks = np.zeros(n, np.uint64)
        masks[mixed] = self._masks(passage.tokens.words[mixed], forms[mixed])
        reasons = np.where(cased, MODEL, LEFT).astype(np.uint8)
        likelihoods = np.zeros((n, KEEP + 1))
        for place in range(FORMS):
            inside = np.flatnonzero(place < trellis.sizes)
            at = _CLASS_OF_FORM[trellis.forms[inside, place]]
            likelihoods[inside, at] = np.maximum(likelihoods[inside, at], support[inside, place])
        if self._options.first_letters:
            likelihoods[first, UC], likelihoods[first, LC] = likelihoods[first, LC], 0
        scores = log_odds(likelihoods[:, :KEEP], cased)
        return Decisions(classes, masks, margins.astype(np.float32), reasons, scores)

    def evidence(self, passage: Passage) -> npt.NDArray[np.float32] | None:
        """Return how often each token's word has capitals inside sentences, NaN where unknown.

        None where the first words of sentences were counted like any other.
        """
        if self._options.starts != "masked" or self._options.discard < 1:
            return None
        rows, known = self._tables.forms.find(passage.tokens.words)
        shares = np.append(self._tables.capital_shares, np.float32(np.nan))
        return np.asarray(shares[np.where(known, rows, len(self._tables.forms))])

    def posteriors(self, passage: Passage) -> npt.NDArray[np.float32]:
        """Return the probability of each class by forward-backward, shape (n, 4)."""
        passage = self._read(passage)
        letters = count_cased(passage.tokens)
        trellis = self._search(passage, letters, 0)
        n = len(letters)
        marginals, forward = np.empty((n, FORMS)), np.empty((n, 64))
        trigram_kernel.find_marginals(
            trellis.sizes, trellis.first, trellis.offsets, trellis.parts, forward, marginals
        )
        found = np.zeros((n, 5))
        for place in range(FORMS):
            inside = np.flatnonzero(place < trellis.sizes)
            classes = _CLASS_OF_FORM[trellis.forms[inside, place]]
            np.add.at(found, (inside, classes), marginals[inside, place])
        if self._options.first_letters:
            first = sentence_starts(passage.tokens.positions)
            found[first, UC] += found[first, LC]
            found[first, LC] = 0
        found[letters == 0] = (1, 0, 0, 0, 0)
        return found[:, :4].astype(np.float32)

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file."""
        return {**self._tables.arrays(), **self._rare.arrays("rare_")}

    def options(self) -> Mapping[str, Any]:
        """Return the options it was trained with."""
        return asdict(self._options)

    def with_beam(self, beam: int) -> Self:
        """Return the same model with another beam width."""
        return type(self)(self._tables, self._rare, replace(self._options, beam=beam))

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer that a model file holds."""
        file.expect_kind(cls.kind)
        return cls(
            TrigramTables.from_file(file),
            FormTable.from_file(file, "rare_"),
            read_options(TrigramOptions, file.header.options),
        )

    @classmethod
    def train(
        cls,
        text: TrainingText,
        options: Mapping[str, Any] | None = None,
        report: Report | None = None,
        *,
        folder: Path | None = None,
        jobs: int = 2,
    ) -> Self:
        """Count word forms in one pass over the text and n-grams in a second, then weigh orders.

        With a ``folder``, finished shards are kept there and a stopped training takes them up.
        """
        chosen = read_options(TrigramOptions, options)
        say = report or (lambda what, done: None)
        held_lines = _choose_held_out(text, chosen.held_out)
        forms, held, total, inside = _count_forms(text, chosen, held_lines, say)
        known = forms.keep(chosen.rare)
        masked = chosen.starts == "masked"
        lower = _usually_lower(known, inside) if chosen.placed else None

        def pieces() -> Any:
            for batch in _batches(text, chosen):
                counted = ~count_of_tokens(batch.passage, held_lines(batch))
                yield Piece(
                    len(batch.classes),
                    Piece.checksum_of(batch.passage.tokens.words, batch.masks, counted),
                    partial(count_batch, batch, known, lower, counted, masked, chosen.discard),
                )

        tables = count_shards(
            pieces(),
            Frame(_units(chosen), 3, _digest(known)),
            folder,
            jobs=jobs,
            report=lambda done: say("trigram: counting", done / total),
        ).tables
        levels = available_orders(chosen.levels)
        even = levels / levels.sum(axis=1, keepdims=True)
        model = TrigramTables.of(known, tables, chosen.least, even, lower)
        say("trigram: weighing the orders", 1.0)
        weights = _weigh(model, held, chosen)
        # What is in neither table costs no room: a rare word is one that is only here.
        rare = forms.without(known.words) if chosen.rare_forms else forms.keep(1 << 40)
        return cls(replace(model, weights=weights), rare, chosen)

    def _read(self, passage: Passage) -> Passage:
        return tell_openings(passage) if self._options.placed else passage

    def _search(self, passage: Passage, letters: npt.NDArray[np.int64], beam: int) -> _Trellis:
        tokens = passage.tokens
        n = len(tokens)
        starts = sequence_starts(passage, True)
        rows, known = self._tables.forms.find(tokens.words)
        possible = self._possible(tokens.words, rows, known, letters)
        rows = np.where(known, rows, len(self._tables.forms))
        words = np.where(known, tokens.words, UNKNOWN)
        sizes = possible.sum(axis=1).astype(np.int32)
        forms = np.argsort(~possible, axis=1, kind="stable").astype(np.uint8)
        past = forms_before(forms, tokens, rows, self._tables.lower)
        units = units_of(np.repeat(words[:, None], FORMS, axis=1), past)
        prefixes = (top(words, WORD_BITS) << np.uint64(FORM_BITS)).astype(np.uint32)
        before, earlier = np.ones(n, np.int64), np.ones(n, np.int64)
        before[1:], earlier[2:] = sizes[:-1], sizes[:-2]
        place = sentence_index(starts)
        before[place < 1], earlier[place < 2] = 1, 1
        ends = np.cumsum(before * earlier * sizes)
        offsets = np.append(0, ends).astype(np.int64)
        trellis = _Trellis(
            sizes,
            forms,
            starts.astype(np.uint8),
            offsets,
            np.empty(int(offsets[-1])),
            np.empty((n, 64)),
            np.empty(n, np.uint8),
        )
        trigram_kernel.search(
            sizes,
            forms,
            units,
            prefixes,
            np.take_along_axis(self._tables.shares[rows], forms.astype(np.int64), axis=1),
            trellis.first,
            int(START_UNIT),
            *self._tables.bigrams_to_search,
            *self._tables.trigrams_to_search,
            self._tables.weights,
            self._tables.levels,
            self._tables.uniform,
            beam,
            offsets,
            trellis.parts,
            trellis.scores,
            np.empty((n, 64), np.uint8),
            trellis.best,
        )
        return trellis

    def _possible(
        self,
        words: Keys,
        rows: npt.NDArray[np.int64],
        known: npt.NDArray[np.bool_],
        letters: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.bool_]:
        """Return which forms each token may take, (n, 8); at least one each."""
        allowed = np.zeros((len(words), FORMS), np.bool_)
        allowed[:, LC] = allowed[:, UC] = letters > 0
        allowed[:, CA] = letters > 1
        allowed[:, CASELESS] = letters == 0
        wider = allowed.copy()
        wider[:, MIXED:OTHER_MIXED] = (letters > 1)[:, None]
        possible = allowed.copy()
        at = np.flatnonzero(known)
        possible[at] = wider[at] & (self._tables.forms.counts[rows[at]] > 0)
        at = np.flatnonzero(~known)
        rare_rows, rare = self._rare.find(words[at])
        at = at[rare]
        possible[at] = wider[at] & (self._rare.counts[rare_rows[rare]] > 0)
        none = ~possible.any(axis=1)
        possible[none] = allowed[none]
        return possible

    def _masks(self, words: Keys, forms: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
        return self._tables.forms.masks(words, forms) | self._rare.masks(words, forms)


def _batches(text: TrainingText, chosen: TrigramOptions) -> Iterator[TrainingBatch]:
    for batch in text.batches():
        told = tell_openings(batch.passage) if chosen.placed else batch.passage
        yield replace(batch, passage=told)


def _units(chosen: TrigramOptions) -> str:
    """Return what the tables of a training count, for their files."""
    masked = chosen.starts == "masked"
    return f"trigram.v1 masked={masked} discard={chosen.discard} placed={chosen.placed}"


def _usually_lower(forms: FormTable, inside: FormTally) -> npt.NDArray[np.bool_]:
    """Return which words are small more often than not inside sentences; unknown ones are not."""
    counts = inside.table(0)
    rows, known = counts.find(forms.words)
    found = known.copy()
    found[known] = counts.counts[rows[known], LC] >= counts.counts[rows[known], UC]
    return np.append(found, False)


def _choose_held_out(
    text: TrainingText, one_in: int
) -> Callable[[TrainingBatch], npt.NDArray[np.bool_]]:
    """Return what tells for each line of a batch whether it is held out.

    Whole documents are, by their hash; lines are where there are too few documents.
    """

    def by_document(batch: TrainingBatch) -> npt.NDArray[np.bool_]:
        return np.asarray(batch.documents % np.uint32(one_in) == 0)

    def by_line(batch: TrainingBatch) -> npt.NDArray[np.bool_]:
        return np.asarray(np.arange(len(batch.documents)) % one_in == one_in - 1)

    some, others = False, False
    for batch in text.batches():
        held = by_document(batch)
        some, others = some or bool(held.any()), others or not held.all()
        if some and others:
            return by_document
    return by_line


def _count_forms(
    text: TrainingText,
    chosen: TrigramOptions,
    held_lines: Callable[[TrainingBatch], npt.NDArray[np.bool_]],
    report: Report,
) -> tuple[FormTable, list[TrainingBatch], int, FormTally]:
    """Return the forms of words that are not held out, the lines that are, the number of tokens.

    A held-out line is a batch without its text.  The last is a tally of the words that stand where
    no capital is due to the place.
    """
    tally, inside = FormTally(), FormTally()
    held: list[TrainingBatch] = []
    seen = lower = 0
    for batch in _batches(text, chosen):
        lines = held_lines(batch)
        counted = ~count_of_tokens(batch.passage, lines)
        tally.add(batch, counted)
        if chosen.placed:
            small = batch.classes <= UC
            inside.add(batch, counted & small & (batch.passage.tokens.positions == INSIDE))
        held += _cut(batch, lines)
        seen += len(batch.classes)
        lower += int((batch.classes == LC).sum())
        report(f"trigram: {seen:,} tokens read for the word forms", 0.0)
    check_case(seen, lower)
    return tally.table(chosen.mixed), held, seen, inside


def _cut(batch: TrainingBatch, lines: npt.NDArray[np.bool_]) -> list[TrainingBatch]:
    """Return each chosen line of a batch as a batch, without its text.

    All copies: a view would keep the whole batch in memory.
    """
    found = []
    tokens = batch.passage.tokens
    for begin, end in batch.passage.lines[lines].tolist():
        if begin == end:
            continue
        part = slice(begin, end)
        line = replace(
            tokens,
            starts=tokens.starts[part].copy(),
            ends=tokens.ends[part].copy(),
            kinds=tokens.kinds[part].copy(),
            words=tokens.words[part].copy(),
            affixes=tokens.affixes[:, :0].copy(),
            positions=tokens.positions[part].copy(),
            folded=tokens.folded[:0].copy(),
        )
        passage = Passage(
            batch.passage.codes[:0].copy(), line, np.array([[0, end - begin]], np.int32)
        )
        found.append(
            TrainingBatch(
                passage,
                batch.classes[part].copy(),
                batch.masks[part].copy(),
                batch.documents[:1].copy(),
            )
        )
    return found


def _weigh(
    model: TrigramTables, held: list[TrainingBatch], chosen: TrigramOptions
) -> npt.NDArray[np.float64]:
    """Return the weights of Equation 1, learnt on what was held out."""
    words, forms, past, starts = [], [], [], []
    for batch in held:
        one, written = read_units(batch, model.forms)
        words.append(one)
        forms.append(written)
        past.append(past_of(batch.passage.tokens, written, model.forms, model.lower))
        starts.append(sequence_starts(batch.passage, True))
    if not held:
        none = np.zeros((0, 4))
        return interpolation_weights(none, np.zeros(0, np.int64), available_orders(chosen.levels))
    begins = np.concatenate(starts)
    parts, levels = model.observe(
        np.concatenate(words), np.concatenate(forms), begins, np.concatenate(past)
    )
    if chosen.starts == "masked":
        learnt = sentence_index(begins) >= chosen.discard
        parts, levels = parts[learnt], levels[learnt]
    return interpolation_weights(parts, levels, available_orders(chosen.levels))


def _digest(forms: FormTable) -> str:
    """Return a digest of the words and mixed forms that are told apart."""
    digest = hashlib.sha256(forms.words.tobytes())
    digest.update(forms.mixed_words.tobytes())
    digest.update(forms.mixed_masks.tobytes())
    return digest.hexdigest()[:16]
