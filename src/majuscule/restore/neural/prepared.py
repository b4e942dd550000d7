"""Training text prepared for the network: encoded, counted and cut into pieces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import F32, I32, I64, U8, U16
from majuscule.errors import UsageError
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.learn.corpora import CorpusText
from majuscule.network.inputs import IGNORED, Columns
from majuscule.network.pieces import Pieces, cut_pieces
from majuscule.network.start import Start
from majuscule.options import Progress, no_progress
from majuscule.restore.neural.options import NeuralOptions
from majuscule.text.tokenizing.classes import LC
from majuscule.text.tokenizing.sentences import inside_sentences
from majuscule.words.inputs import (
    CASE,
    HEADS,
    Tables,
    affix_columns,
    case_inputs,
    input_columns,
    load_start,
)
from majuscule.words.learning import read_text
from majuscule.words.neighbours.classes import ClassOptions, find_classes
from majuscule.words.neighbours.phrases import PhraseOptions, count_phrases
from majuscule.words.neighbours.triples import TripleOptions, count_triples
from majuscule.words.tables.lexicon import Lexicon, LexiconTally
from majuscule.words.tables.table import number_table
from majuscule.words.tables.vocabulary import EncodedText


@dataclass(frozen=True)
class PreparedText:
    """Encoded text as the network learns from it: N padded tokens of V words.

    By word number, 0 being padding: ``buckets`` uint16 (FOLDS, V + 1), ``classes`` uint16 and
    ``rows`` int32 (V + 1,), ``affixes`` int32 (V + 1, 8).  By token, uint8 (N,): ``tags`` (IGNORED
    for caseless tokens), ``pairs``, and ``triples`` if the network has that column.
    """

    encoded: EncodedText
    buckets: U16
    classes: U16
    rows: I32
    affixes: Columns
    tags: U8
    pairs: U8
    triples: U8 | None

    def __len__(self) -> int:
        """Return the number of padded tokens, which always have the same columns and labels."""
        return len(self.tags)

    def pieces(self, longest: int) -> Pieces:
        """Return the pieces of an epoch in text order, repeated as their lines' ``times`` say."""
        text = self.encoded
        pieces = cut_pieces(text.bounds, text.positions, longest)
        line = np.searchsorted(text.bounds[:, 0], pieces[:, 0], side="right") - 1
        return np.repeat(pieces, text.times[line], axis=0)

    def columns(self, at: I64) -> Columns:
        """Return the input columns of the padded tokens ``at``."""
        ids = self.encoded.ids[at]
        return input_columns(
            self.buckets[self.encoded.folds[at], ids],
            self.classes[ids],
            self.encoded.positions[at],
            self.affixes[ids],
            (self.pairs[at], self.pairs[at + 1]),
            self.rows[ids],
            None if self.triples is None else self.triples[at],
        )

    def labels(self, at: I64) -> dict[str, U8]:
        """Return the tags of the padded tokens ``at``, IGNORED for caseless ones."""
        return {CASE: self.tags[at]}

    def weights(self, at: I64) -> dict[str, F32]:
        """Return no weights: all tokens count alike."""
        return {}


@dataclass(frozen=True)
class Preparation:
    """The results of reading the training text.  ``start``, ``teacher``: networks to start and to
    learn from."""

    text: PreparedText
    tables: Tables
    lexicon: Lexicon
    held_out: list[TrainingBatch]
    start: Start | None = None
    teacher: Start | None = None


def prepare(
    text: TrainingText, options: NeuralOptions, report: Progress = no_progress
) -> Preparation:
    """Read training text once and build the word tables of the network's inputs."""
    before, start = _begin(text, options)  # first, to tell what does not fit before long reading
    tally = LexiconTally()
    encoded, held_out = read_text(text, options, tally, report)
    vocabulary = encoded.vocabulary
    if before is not None:
        # Keep the numbers that its vectors belong to; count words and pairs anew.
        known, count = before.fewer(vocabulary.words, options.frequent)
        classes = before.words.look_up(vocabulary.words)[1].astype(np.int32)
    else:
        report("word classes", 0.0)
        classes = find_classes(
            encoded.ids - 1, len(vocabulary.words), ClassOptions(classes=options.classes)
        )
        frequent = vocabulary.common(options.words)[: options.frequent]
        count = len(frequent)
        known = number_table(vocabulary.words[frequent], np.arange(1, count + 1, dtype=np.int32))
    report("phrases", 0.0)
    phrases, pairs = count_phrases(encoded, PhraseOptions(options.pairs, options.surprise))
    triples, middles = None, None
    if options.triples:
        wanted = TripleOptions(options.triples, options.unexpected)
        triples, middles = count_triples(encoded, phrases, wanted)
    words = vocabulary.table(classes, options.words)
    tables = Tables(words, known, phrases, count, triples)
    prepared = _prepare_text(encoded, classes, tables, pairs, middles)
    lexicon = tally.lexicon()
    if options.teacher:
        return Preparation(prepared, tables, lexicon, held_out, teacher=start)
    return Preparation(prepared, tables, lexicon, held_out, start)


def _begin(text: TrainingText, options: NeuralOptions) -> tuple[Tables | None, Start | None]:
    """Return the word tables to keep and the network to start or to learn from, if there are any.

    Raises :class:`UsageError` for a network that does not fit the options or the text."""
    options.check_coarse(case_inputs(options.frequent, triples=options.triples > 0))
    if not (named := options.start or options.teacher):
        return None, None
    before, start = load_start(named)
    own = text.language.partition("-")[0] if isinstance(text, CorpusText) else ""
    if own and start.language.partition("-")[0] not in ("", own) and not options.translated:
        raise UsageError(
            f"{start.name} knows the words of {start.language!r}, and the text is in {own!r}; name "
            "a model of its language, or start from this one with translated=true"
        )
    if before.triples is not None and not options.triples:
        raise UsageError(f"{start.name} knows triples of words; leave out triples=0")
    if before.triples is None and options.triples and options.teacher:
        raise UsageError(f"{start.name} knows no triples of words; learn from it with triples=0")
    frequent = min(before.frequent, options.frequent)
    inputs = case_inputs(frequent, triples=options.triples > 0)
    if options.teacher:
        start.check_teacher(inputs, HEADS)
    else:
        sized = options.sized(start)
        start.check_start(inputs, sized.layers, sized.width)
    if options.translated:
        return None, start.without("class", "word")
    return before, start


def _prepare_text(
    encoded: EncodedText, classes: I32, tables: Tables, pairs: U8, triples: U8 | None
) -> PreparedText:
    vocabulary = encoded.vocabulary
    size = len(vocabulary.words) + 1
    buckets = vocabulary.buckets_by_fold()
    rows = np.zeros(size, np.int32)
    rows[1:] = tables.numbers(vocabulary.words)
    affixes = np.zeros((size, 8), np.int32)
    affixes[1:] = affix_columns(vocabulary.affixes.T)
    numbered = np.append(0, classes).astype(np.uint16)
    return PreparedText(encoded, buckets, numbered, rows, affixes, _tags(encoded), pairs, triples)


def _tags(encoded: EncodedText) -> U8:
    """Return the tags, IGNORED for caseless tokens inside sentences and for padding."""
    caseless = np.append(True, encoded.vocabulary.written.sum(axis=(0, 1)) == 0)
    inside = inside_sentences(encoded.positions)
    tags = encoded.tags.copy()
    step = 1 << 22
    for first in range(0, len(tags), step):
        part = slice(first, first + step)
        ignored = caseless[encoded.ids[part]] & (tags[part] == LC)
        ignored &= inside[part] | (encoded.ids[part] == 0)
        tags[part][ignored] = IGNORED
    return tags
