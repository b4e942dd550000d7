"""Training of the entity network, from corpora to tagger.

1. Linear taggers are trained on parts of the corpora, and each scores the documents that it has not
   seen (cross-fitting): otherwise the network would learn to trust them blindly.
2. The network of a truecasing model, its vectors and layers, is trained further to predict the tag
   of each token, from its previous inputs, the columns of the linear tagger, and those scores.  It
   learns every text as written and in lower case, which to the network is the same as capitals.
3. The linear tagger is trained on everything; the weights of the two are those with the best F1 on
   documents unseen by both the network and the linear tagger that scored them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product, starmap
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import F32, I64, U8, filled
from majuscule.entities.corpora import labelled_passages
from majuscule.entities.decoding import span_f1, token_spans
from majuscule.entities.interface import Corpus, Knowledge, Training, trainer
from majuscule.entities.linear.memory import EntityMemoryOptions
from majuscule.entities.linear.passages import Constants, PassageTagger, ScoredPassage
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.linear.training import train_tagger
from majuscule.entities.neural.inputs import (
    BARE,
    HEAD,
    ColumnReader,
    VectorRows,
    cut_body,
    network_inputs,
)
from majuscule.entities.neural.tagger import Mixture, NeuralEntityTagger
from majuscule.errors import TrainingError, UsageError
from majuscule.extras import require
from majuscule.models.checkpoint import fingerprint_of
from majuscule.network.export import export
from majuscule.network.inputs import IGNORED, Columns
from majuscule.network.options import NetworkOptions
from majuscule.network.pieces import Pieces, cut_lines, cut_pieces
from majuscule.network.start import Start
from majuscule.reading import find_files
from majuscule.reading.annotations.schemes import Scheme, TokenSpan
from majuscule.tagging.scoring.chain import UNITS, log_normalised
from majuscule.words.inputs import load_start
from majuscule.words.neighbours.profiles import learn_profiles
from majuscule.words.tables.table import WordTable

SAMPLE = 8
"""Pieces of held-out text on which quantisation ranges are measured."""

WEIGHTS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
OUTSIDE = (-0.6, -0.3, 0.0, 0.3, 0.6)
"""Candidate weights of the linear tagger, that of the network being 1, and of O."""


@dataclass(frozen=True)
class NeuralEntityOptions(NetworkOptions):
    """Options of ``majuscule entities train --kind neural-entities``: the network's, and more."""

    start: str = "en-accurate"  # model of case whose network is taken over; empty for none
    layers: str = "conv:1:5 conv:2:5 conv:5:3 conv:9:3"  # those of en-accurate, or them and more
    epochs: int = 4
    rate: float = 0.002
    dropout: float = 0.1
    average: float = 0.998
    frequent: int = 12_000  # words that keep a vector of their own
    folds: int = 2  # parts of the corpora for cross-fitting
    held_out: int = 20  # one document in this many is kept for fitting the mixture
    linear_epochs: int = 2  # of the linear tagger
    linear_least: int = 4  # features seen fewer times get no weight in it
    linear_sample: int = 6_000  # features of a template that its codebook is made from
    profiles: tuple[str, ...] = ()  # files of text to learn profiles of words from; none without

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.folds < 2 or self.held_out < 2 or self.frequent < 1:
            raise UsageError("folds and held_out must be 2 or more, and frequent 1 or more")

    def model_options(self) -> dict[str, Any]:
        options = super().model_options()
        files = [Path(one).name for one in options.pop("profiles")]
        return {**options, "profiles": files} if files else options


BATCH = 200_000
"""Characters that are read at once."""

DOUBT = 0.1
"""Probability of untaught labels from which a token has no target."""


@dataclass(frozen=True)
class Read:
    """A piece of annotated text scored by a linear tagger: its columns, and its tags, IGNORED where
    the corpus does not determine them."""

    piece: ScoredPassage
    columns: Columns
    tags: U8


def read_texts(
    corpus: Corpus, scheme: Scheme, linear: PassageTagger, reader: ColumnReader
) -> Iterator[Read]:
    """Yield a corpus read as written, and in lower case.

    Outside mentions, the tags of two kinds of tokens are IGNORED: those of expressions that
    patterns left unmarked in a corpus marked by patterns, and those to which the linear tagger
    gives a label that the corpus does not teach.
    """
    untaught = np.array([tag != "O" and tag[2:] not in corpus.taught for tag in scheme.tags])
    for passage, tags, _ in labelled_passages([corpus], scheme, BATCH, caseless=True):
        for piece in linear.score(passage):
            own = tags[piece.tokens].copy()
            unknown = np.zeros(len(own), np.bool_)
            if corpus.guessed:
                unknown |= piece.padded.column("q") > 0
            if untaught.any():
                posteriors = piece.posteriors(linear.constants.scale)
                unknown |= posteriors[:, untaught].sum(axis=1) > DOUBT
            own[unknown & (own == 0)] = IGNORED
            yield Read(piece, reader.read(piece, linear), own)


@dataclass(frozen=True)
class NetworkText:
    """Training text, N tokens: ``all_columns`` (N, columns), ``tags`` and ``positions`` (N,),
    ``lines`` (lines, 2)."""

    all_columns: Columns
    tags: U8
    lines: I64
    positions: U8

    @classmethod
    def of(cls, parts: Iterable[tuple[Read, int]]) -> NetworkText:
        """Return text that was read, each part repeated as often as it is to be learnt."""
        columns, tags, lines, positions = [], [], [], []
        at = 0
        for read, times in parts:
            own = read.piece.passage.lines.astype(np.int64) + at
            lines.append(np.repeat(filled(own), times, axis=0))
            columns.append(read.columns)
            tags.append(read.tags)
            positions.append(read.piece.passage.tokens.positions)
            at += len(read.tags)
        if not columns:
            raise TrainingError("the training text is empty")
        return cls(
            np.concatenate(columns),
            np.concatenate(tags),
            np.concatenate(lines),
            np.concatenate(positions),
        )

    def pieces(self, longest: int) -> Pieces:
        """Return the sequences of an epoch."""
        return cut_pieces(self.lines, self.positions, longest)

    def columns(self, at: I64) -> Columns:
        """Return the columns of some tokens."""
        return self.all_columns[at]

    def labels(self, at: I64) -> dict[str, U8]:
        """Return the tags of some tokens."""
        return {HEAD: self.tags[at]}

    def weights(self, at: I64) -> dict[str, F32]:
        """Return no weights: all tokens count equally."""
        return {}


@trainer(NeuralEntityOptions)
def train_neural(given: Training[NeuralEntityOptions]) -> NeuralEntityTagger:
    """Return the network beside the linear tagger, both trained on some corpora.

    Raises :class:`~majuscule.errors.UsageError` without PyTorch, onnx or onnxruntime.
    """
    for name in ("torch", "onnx", "onnxruntime"):  # some are used only much later
        require(name, "training a neural tagger", "train")
    from majuscule.network.training import train

    options, scheme = given.options, Scheme("bio2", given.labels)
    words, table, body = _begin(given)
    options = options.sized(body)
    knowledge = replace(given.knowledge, words=table)
    files = find_files(options.profiles)
    profiles = learn_profiles(files, given.report) if files else None
    inputs = network_inputs(
        body.inputs if body else BARE, len(scheme.tags), profiles=profiles is not None
    )
    options.check_coarse(inputs)
    reader, heads = ColumnReader(table, words, inputs, profiles), {HEAD: len(scheme.tags)}
    learnt, held_out = _read(given, scheme, knowledge, reader)
    text = NetworkText.of(learnt)
    learnt.clear()
    mark = fingerprint_of(options.model_options(), text.all_columns, text.tags)
    learner = train(text, inputs, heads, options, start=body, fingerprint=mark, report=given.report)
    pieces = [(one.columns, cut_lines(one.piece.passage, options.longest)) for one, _ in held_out]
    engine = export(inputs, heads, learner.weights(), options, pieces[:SAMPLE])
    given.report("training the linear tagger", 0.0)
    linear = _linear(given, given.corpora, knowledge)
    tagger = NeuralEntityTagger(
        linear,
        reader.words,
        engine,
        options.longest,
        Mixture(),
        Constants(1 / UNITS, 0),
        EntityMemoryOptions(),
        {**options.model_options(), **({"start": body.name} if body else {})},
        profiles,
    )
    given.report("fitting the mixture", 0.0)
    return fit_mixture(tagger, held_out)


def _begin(given: Training[NeuralEntityOptions]) -> tuple[VectorRows, WordTable, Start | None]:
    """Return the vector rows, the table of words, and the network to start from (None for random
    weights, without word vectors)."""
    if not given.options.start:
        return VectorRows(np.zeros(16, np.uint32)), given.knowledge.words, None
    tables, start = load_start(given.options.start)
    return VectorRows(tables.rows), tables.words, cut_body(start, given.options.frequent)


def _linear(
    given: Training[NeuralEntityOptions], corpora: Sequence[Corpus], knowledge: Knowledge
) -> LinearEntityTagger:
    options = given.options
    chosen = {
        "epochs": options.linear_epochs,
        "least": options.linear_least,
        "sample": options.linear_sample,
        "seed": options.seed,
        "threads": options.threads,
    }
    repairs = given.repairs if corpora is given.corpora else None
    return train_tagger(corpora, given.labels, knowledge, chosen, repairs=repairs)


HeldOut = tuple[Read, LinearEntityTagger]


def _read(
    given: Training[NeuralEntityOptions], scheme: Scheme, knowledge: Knowledge, reader: ColumnReader
) -> tuple[list[tuple[Read, int]], list[HeldOut]]:
    """Return the training texts with their repeats, and the held-out ones with the linear tagger
    that scored them."""
    folds, one_in = given.options.folds, given.options.held_out
    learnt: list[tuple[Read, int]] = []
    held: list[HeldOut] = []
    for fold in range(folds):
        given.report(f"cross-fitting {fold + 1} of {folds}", fold / folds)
        parts = [one.split_documents(fold, folds) for one in given.corpora]
        linear = _linear(given, [rest for rest, _ in parts], knowledge)
        for _, unseen in parts:
            own, kept = unseen.split_documents(one_in - 1, one_in)
            for read in read_texts(own, scheme, linear, reader):
                learnt.append((read, own.repeat))
            for read in read_texts(kept, scheme, linear, reader):
                held.append((read, linear))
    return learnt, held


def fit_mixture(tagger: NeuralEntityTagger, held_out: Sequence[HeldOut]) -> NeuralEntityTagger:
    """Return the tagger with the best weights on held-out text, unchanged if there is none."""
    if not held_out:
        return tagger
    scored = []
    for read, linear in held_out:
        crossed = replace(tagger, linear=linear)
        pieces = cut_lines(read.piece.passage, tagger.longest)
        scored.append((read, crossed, tagger.engine.run(read.columns, pieces)[HEAD]))
    best, best_f1 = tagger.mixture, -1.0
    for linear_weight, outside in product(WEIGHTS, OUTSIDE):
        mixture = Mixture(linear_weight, 1.0, outside)
        f1 = _f1(scored, mixture)
        if f1 > best_f1:
            best, best_f1 = mixture, f1
    return replace(tagger, mixture=best)


def _f1(scored: Sequence[tuple[Read, NeuralEntityTagger, F32]], mixture: Mixture) -> float:
    def spans(
        read: Read, tagger: NeuralEntityTagger, scores: F32
    ) -> tuple[list[TokenSpan], list[TokenSpan]]:
        piece = replace(tagger, mixture=mixture).mixed(read.piece, log_normalised(scores))
        known, lines, scheme = read.tags != IGNORED, read.piece.passage.lines, tagger.scheme
        guess = token_spans(tagger.decode(piece), lines, scheme)
        gold = token_spans(np.where(known, read.tags, 0), lines, scheme)
        return gold, [span for span in guess if known[span[0] : span[1]].all()]

    return span_f1(starmap(spans, scored))
