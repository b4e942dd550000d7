"""The inputs of a case network: columns of integers for each token, embedded by the network.

The columns are the word's bucket, how a sentence could begin there, prefixes and suffixes of one to
four letters, the word class, the codes of the pairs with its left and right neighbour, the word
itself if it is frequent, and the code of the triple around it.  Words are folded, so nothing
depends on the case of the input.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I64, U8, U32, U64, Items
from majuscule.errors import UsageError
from majuscule.models import ModelFile, model_path, read_model
from majuscule.models.stored import part, read_stored, stored
from majuscule.network.engine import NetworkEngine
from majuscule.network.inputs import Columns, Inputs
from majuscule.network.start import Start
from majuscule.text.tokenizing.passages import Passage
from majuscule.words.neighbours.phrases import CODES, TRIPLES, pair_hashes, triple_hashes
from majuscule.words.tables.table import (
    BUCKETS,
    CLASSES,
    UNSEEN,
    WordTable,
    class_column,
    look_up_numbers,
    number_table,
)
from majuscule.words.tables.tags import TAGS

CASE = "scores"
"""The name of the only head in the graphs of shipped models."""

HEADS = {CASE: TAGS}

AFFIX_SIZES = (512, 2048, 8192, 16384) * 2
"""Number of values of the prefixes of one to four letters, then of the suffixes: hash buckets."""

_PREFIXES = ("prefix1", "prefix2", "prefix3", "prefix4")
_SUFFIXES = ("suffix1", "suffix2", "suffix3", "suffix4")
_SIZES = {
    "bucket": BUCKETS,
    "position": 16,
    **dict(zip((*_PREFIXES, *_SUFFIXES), AFFIX_SIZES, strict=True)),
    "class": CLASSES,
    "left": CODES,
    "right": CODES,
}


def case_inputs(frequent: int, *, triples: bool = True) -> Inputs:
    """Return the columns; ``frequent`` words have an embedding each, all others share one.

    Models from before there were triples have no column of ``triples``.
    """
    middle = {"middle": TRIPLES} if triples else {}
    return Inputs({**_SIZES, "word": frequent + 1, **middle})


def affix_columns(affixes: U64) -> Columns:
    """Return affix hashes (8, n) as columns (n, 8)."""
    columns = np.empty((affixes.shape[1], len(AFFIX_SIZES)), np.int32)
    for k, size in enumerate(AFFIX_SIZES):
        columns[:, k] = (affixes[k] >> np.uint64(17)) & np.uint64(size - 1)
    return columns


def input_columns(
    buckets: Items,
    classes: Items,
    positions: U8,
    affixes: Columns,
    pairs: tuple[Items, Items],
    words: Items,
    triples: Items | None,
) -> Columns:
    """Return the columns of n tokens, shape (n, columns).

    ``affixes`` (n, 8): from :func:`affix_columns`; ``pairs``: the codes (n,) of the pair with the
    word before each token and of that with the word after; ``words`` (n,): numbers of the words
    that have an embedding, from 1, or 0; ``triples`` (n,): the codes of the triples around each
    token, or None for models without that column.
    """
    columns = np.empty((len(positions), len(_SIZES) + 1 + (triples is not None)), np.int32)
    unseen = buckets == UNSEEN
    columns[:, 0] = buckets
    columns[:, 1] = positions
    columns[:, 2:10] = affixes
    columns[:, 10] = class_column(np.where(unseen, 0, classes), buckets)
    columns[:, 11], columns[:, 12] = pairs
    columns[:, 13] = np.where(unseen, 0, words)
    if triples is not None:
        columns[:, 14] = triples
    return columns


@dataclass(frozen=True)
class Tables:
    """The model's look-up tables of words, pairs and triples.

    ``words``: buckets and classes; ``rows``: numbers of the ``frequent`` words that have an
    embedding; ``phrases``: codes of pairs of neighbours; ``triples``: codes of words between
    neighbours, None in older models; the last three as ``number_table`` makes them.
    """

    words: WordTable = part(WordTable)
    rows: U32 = stored("<u4")
    phrases: U32 = stored("<u4")
    frequent: int = 0
    triples: U32 | None = stored("<u4", optional=True)

    @property
    def inputs(self) -> Inputs:
        """Return the description of the columns that :meth:`read` returns."""
        return case_inputs(self.frequent, triples=self.triples is not None)

    def numbers(self, words: U64) -> U32:
        """Return the numbers of words by hash, 0 for those without an embedding of their own."""
        return np.minimum(look_up_numbers(words, self.rows), np.uint32(self.frequent))

    def fewer(self, words: U64, most: int) -> tuple[U32, int]:
        """Return ``rows`` and ``frequent`` restricted to the ``most`` frequent of ``words``."""
        if most >= self.frequent:
            return self.rows, self.frequent
        numbers = self.numbers(words)
        kept = (numbers > 0) & (numbers <= most)
        return number_table(words[kept], numbers[kept]), most

    def read(self, passage: Passage, at: I64) -> Columns:
        """Return the columns of the tokens ``at``, shape (len(at), columns)."""
        tokens = passage.tokens
        words = tokens.words[at]
        buckets, classes = self.words.look_up(words)
        begins = np.zeros(len(tokens) + 1, np.bool_)
        begins[passage.lines.reshape(-1)] = True
        before = tokens.words[np.maximum(at - 1, 0)]
        after = tokens.words[np.minimum(at + 1, len(tokens) - 1)]
        left = look_up_numbers(pair_hashes(before, words), self.phrases)
        right = look_up_numbers(pair_hashes(words, after), self.phrases)
        left[begins[at]] = 0
        right[begins[at + 1]] = 0
        middle = None
        if self.triples is not None:
            middle = look_up_numbers(triple_hashes(before, words, after), self.triples)
            middle[begins[at] | begins[at + 1]] = 0
        return input_columns(
            buckets,
            classes,
            tokens.positions[at],
            affix_columns(tokens.affixes[:, at]),
            (left, right),
            self.numbers(words),
            middle,
        )


KIND = "neural.v1"
"""The kind of models that hold a case network."""


def read_network(file: ModelFile) -> tuple[Tables, NetworkEngine]:
    """Return the tables and the network of a case model.

    Raises :class:`ModelError` for a file of another kind.
    """
    file.expect_kind(KIND)
    least = case_inputs(0, triples="triples" in file.arrays).rows
    frequent = len(file.array("scales", "<f2", older="<f4")) - least
    if frequent < 0:
        raise file.faulty("its vectors are not those of a neural tagger")
    tables = read_stored(Tables, file, frequent=frequent)
    return tables, read_stored(NetworkEngine, file, inputs=tables.inputs, heads=HEADS)


def load_start(name: str) -> tuple[Tables, Start]:
    """Return the tables and weights of a case model, to initialise another network with.

    ``name`` as :func:`majuscule.models.model_path` takes it.  The columns of the other network must
    begin with those of ``tables.read``.

    Raises :class:`UsageError` for a model of another kind.
    """
    file = read_model(model_path(name))
    if file.header.kind != KIND:
        raise UsageError(
            f"{name} is a model of kind {file.header.kind}, which has no case network to start or "
            "learn from; name one of kind neural"
        )
    tables, engine = read_network(file)
    layers = str(file.header.options.get("layers"))
    name = f"{file.path.stem} ({file.digest[:12]})"
    return tables, Start.of(engine, layers, name, file.header.language)
