"""Each kernel gives the same answers interpreted, from its source, as compiled.

Where the kernels are not compiled both sides are the same source and the tests say little.
"""

import ast
import importlib
import importlib.util
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from textwrap import wrap
from types import ModuleType
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import majuscule
from majuscule.detection import detection_kernel
from majuscule.detection.breaks import BreakOptions, _constants, _open_words, read_lines
from majuscule.detection.probabilities import PLACES
from majuscule.learn.text import DocumentText
from majuscule.reading import Document
from majuscule.restore.hmm.training import train_hmm
from majuscule.restore.linear.columns import COLUMNS
from majuscule.restore.trigram.training import train_trigram
from majuscule.tagging.features.templates import REACH, compile_templates
from majuscule.tagging.features.text import Spec
from majuscule.tagging.scoring.chain import powers_of
from majuscule.tagging.scoring.index import KeyIndex
from majuscule.tagging.scoring.packing import EMPTY, PackedWeights, group_of_slots, pack
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.text import (
    KEEP,
    LC,
    Passage,
    case_tables,
    classes_of,
    encode,
    fold,
    hash_words,
    read_passage,
)
from majuscule.text.protecting.protection import triggers
from majuscule.text.tokenizing.sentences import ABBREVIATIONS, JOINING
from majuscule.text.tokenizing.tokens import AFFIXES, DOMAINS, ELIDED, ENDINGS, SUFFIXES
from majuscule.words.gazetteers.names import NameLists
from majuscule.words.glossaries.glossary import _group
from majuscule.words.tables.table import WordTable, number_table
from tests.restore.source_kernels import interpreted

SOURCE = Path(majuscule.__file__).parent
KERNELS = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in SOURCE.rglob("*_kernel.py")
)
PIECES = st.sampled_from(
    str.split(
        "a B mcdonald O'Neill's don't U.S. j.k.rowling www.a.com /usr/bin @b #c 3rd 5pm 1,000 ? "
        "... “ ” `` '' -LRB- 's é ΟΔΟΣ ς ǆ Ǆ 👩 東京 . , : ; ( ) _x a_b Σ <b> &lt; {x} $y %s #z# "
        "#a1b2c3 \\c `d` 1a2b3c4 [x] \ufdd0 ``` *** * wanna lovin' oh! 'cause no."
    )
)
TEXTS = st.one_of(
    st.text(st.characters(), max_size=60),
    st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "\n"])), max_size=20).map(
        lambda pairs: "".join(piece + space for piece, space in pairs)
    ),
)
TAGS = 3

Arrays = tuple[Any, ...]
Call = tuple[str, Arrays, Arrays]
"""A function of a kernel, its arguments, and after them what it overwrites; or a class, what it is
made of, and calls of its methods."""


def blank(shape: Any, dtype: Any) -> npt.NDArray[Any]:
    return np.full(shape, 7, dtype)


def case_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    tables, codes = case_tables(), encode(text)
    for table in (tables.lower, tables.upper, tables.folded):
        for name in ("look_up", "recode"):
            yield name, (codes, table), (blank(len(codes), np.uint32),)
    for sign in "en":
        yield "holds", (codes, (np.arange(0x80) == ord(sign)).astype(np.uint8)), ()
    tokens = read_passage(text).tokens
    where, n = (tokens.starts, tokens.ends), len(tokens)
    yield "read_masks", (codes, tables.lower, *where), (blank(n, np.uint64),)
    classes = draw.integers(LC, KEEP + 1, n).astype(np.uint8)
    masks = draw.integers(0, 2**64, n, np.uint64)
    given = (codes, tables.kind, tables.lower, tables.upper, *where, classes, masks)
    yield "apply", given, (blank(len(codes), np.uint32),)
    yield "classify", (codes, tables.lower, tables.upper, *where), (blank(n, np.uint8),)
    steps = (
        ("classes_of", (codes, *where), (blank(n, np.uint8),)),
        ("masks_of", (codes, *where), (blank(n, np.uint64),)),
        ("write", (codes, *where, classes, masks), (blank(len(codes), np.uint32),)),
    )
    yield "Caser", (tables,), steps


def token_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    codes = encode(text)
    lists = (np.sort(hash_words(words)) for words in (ENDINGS, DOMAINS, ELIDED, SUFFIXES))
    spans = blank(len(codes), np.int32)
    given = (fold(codes), case_tables().kind, *lists)
    yield "scan", given, (spans, spans, blank(len(codes), np.uint8))


def fixed_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    lists = [np.sort(hash_words(words)) for words in (ENDINGS, DOMAINS)]
    for chunk in text.split():
        codes = fold(encode(chunk))
        yield "is_fixed", (codes, case_tables().kind, *lists, 0, len(codes)), ()


def passage_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    codes, tokens = encode(text), read_passage(text).tokens
    words = (ENDINGS, DOMAINS, ELIDED, SUFFIXES, ABBREVIATIONS, JOINING)
    given = (case_tables(), triggers(), *(np.sort(hash_words(one)) for one in words))
    made = [
        blank(one.shape, one.dtype)
        for one in (tokens.starts, tokens.ends, tokens.kinds, tokens.words, tokens.affixes)
    ]
    lines = blank((text.count("\n") + 1, 2), np.int32)
    steps = (
        ("fold", (codes,), (blank(len(codes), np.uint32),)),
        ("scan", (tokens.folded,), ()),
        ("describe", (codes, tokens.folded), (*made, blank(len(tokens), np.uint8), lines)),
    )
    yield "Reader", given, steps


def protection_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    for begin in ("", "subject: ", "2024-01-05 ", "jan 12 10:00 ", "> ~~~ "):
        codes = encode(begin + text)
        given = (fold(codes), case_tables().kind, triggers())
        yield "find_candidates", given, (blank(len(codes) + 1, np.int32),)


def word_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    codes, folded = encode(text), fold(encode(text))
    tokens = read_passage(text).tokens
    where, n = (tokens.starts, tokens.ends), len(tokens)
    made = (blank(n, np.uint64), blank((AFFIXES, n), np.uint64))
    yield "describe", (folded, *where, tokens.kinds), made
    short = (np.sort(hash_words(words)) for words in (ABBREVIATIONS, JOINING))
    given = (folded, *where, tokens.kinds, tokens.words, *short)
    yield "place", given, (blank(n, np.uint8),)
    lines = text.count("\n") + 1
    yield "count_lines", (codes,), ()
    yield "bound_lines", (codes, tokens.starts), (blank((lines, 2), np.int32),)
    table = np.zeros(1 << (2 * n).bit_length(), np.int32)
    yield "number_keys", (tokens.words,), (table, blank(n, np.int32), blank(n, np.int64))


def glossary_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    tokens = read_passage(text).tokens
    forms = ["eBay", "Don't", "U.S. McDonald's", "McDonald", "a", "A.com", "é ?", "0 B", "A0 0"]
    given = (tokens.folded, tokens.starts, tokens.ends, tokens.words)
    steps = (("find", given, (blank(len(tokens), np.int32),)),)
    yield "Forms", _group(forms)[1], steps


def detection_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    codes, passage = encode(text), read_passage(text)
    tokens, lines = passage.tokens, passage.lines
    n, states = len(tokens), 7
    functions = np.sort(hash_words(["the", "of", "is", "a", "b"]))
    shares = draw.random(n).astype(np.float32)
    shares[::3] = np.nan
    marks = np.array([ord(one) for one in ".,;"], np.uint32)
    given = (
        (functions, functions[:2], functions[2:], *hash_words(["i", "n't"]).tolist()),
        (np.sort(draw.random(7)), np.log(draw.random((PLACES, 12, 6, states)))),
        9,
        (marks[1:], marks[:1]),
        case_tables(),
        (draw.dirichlet(np.ones(states)), draw.random(states), 0.85, 0.97),
    )
    seen = (
        *(codes, tokens.folded, tokens.starts, tokens.ends, tokens.kinds, tokens.positions),
        *(tokens.words, shares, lines, np.flatnonzero(draw.integers(0, 2, len(lines)))),
    )
    judge = detection_kernel.Judge(*given)
    parts = judge.judge(*seen)
    made = blank((5, parts), np.int32), blank(parts, np.float32)
    steps = (("judge", seen, ()), ("tell", (), (blank(len(lines), np.uint8), *made)))
    yield "Judge", given, steps


def posterior_calls(_text: str, draw: np.random.Generator) -> Iterator[Call]:
    states = 7
    units = np.sort(draw.integers(0, 5, (3, 4)).astype(np.int32))
    marks = np.array([[0, 0, 0, 0], [1, 0, 0, 1]], np.uint8)
    given = (4, units, marks, 0.85, 0.97, draw.dirichlet(np.ones(states)))
    yield "smooth", given, (blank(states, np.float64), draw.random((2, 4, states)))


def speaker_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    spoken = "ANN LEE, ANCHOR: Good day.\nAnn: Yes.\nB. COX: It is.\nAnn: NO: it was. PAGE: 5"
    tokens = read_passage(f"{spoken}\n{text}").tokens
    classes = classes_of(encode(f"{spoken}\n{text}"), tokens.starts, tokens.ends)
    seen = tokens.folded, tokens.starts, tokens.ends, tokens.kinds, classes, tokens.positions
    for i in range(len(tokens)):
        yield "speaker_end", (*seen, i), ()
        yield "is_answer", (*seen, i), ()
    for first, end in np.sort(draw.integers(0, len(tokens) + 1, (4, 2))).tolist():
        yield "is_dialogue", (*seen, tokens.words, blank(16, np.uint64), first, end), ()


def wrapped_lines(text: str) -> str:
    """Return the text wrapped, before a quotation and a line that hangs below a label."""
    text = "\n".join(wrap(text, 32)) + "\n> the coast of norway for two days, until the\n> end"
    text += "\n\nann lee:\twe sailed along the coast for two days;\n\t\tnobody minded\n\t\tthe rain"
    return text


def line_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    codes = encode(wrapped_lines(text))
    yield "read_lines", (codes, _open_words()), (blank(read_lines(codes).shape, np.int32),)


def break_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    lines = read_lines(encode(wrapped_lines(text)))
    n = len(lines)
    documents = np.unique([0, int(draw.integers(0, n)), n])
    options = BreakOptions()
    for always in (False, True):
        given = (lines, documents, *_constants(options), 0.05, 0.4, -3.0, always)
        room = (
            blank(n, np.int32),
            blank(n, np.float64),
            blank(6, np.float64),
            blank(5, np.float64),
        )
        yield "find_breaks", given, (*room, np.zeros(n, np.uint8))


def count_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    keys = [np.sort(draw.integers(0, 30, size).astype(np.uint64)) for size in (20, 5)]
    yield "count_runs", (), (keys[0], blank(20, np.uint32))
    tables = []
    for one in keys:
        found, counts = np.unique(one, return_counts=True)
        tables += [found, counts.astype(np.uint32)]
    room = len(tables[0]) + len(tables[2])
    yield "merge", tuple(tables), (blank(room, np.uint64), blank(room, np.uint32))
    tables[1][:] = tables[3][:] = 2**32 - 1  # sums that need 33 bits
    yield "merge", tuple(tables), (blank(room, np.uint64), blank(room, np.uint32))


def word_table_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = read_passage(text)
    tokens, n = passage.tokens, len(passage.tokens)
    known = np.unique(tokens.words)[::2].copy()
    values = draw.integers(0, 1 << 19, len(known), np.uint32)
    yield "insert", (known, values), (np.zeros(len(known) * 3 // 2 + 2, np.uint32),)
    buckets, classes = draw.integers(0, [[450], [500]], (2, len(known))).astype(np.int32)
    table = WordTable.build(known, buckets, classes).table
    yield "look_up", (tokens.words, table), (blank(n, np.uint32),)
    for known_word in known.tolist():
        yield "find_slot", (memoryview(table), known_word), ()
    for bucket in (0, 1, 400, 420, 421, 486):
        yield "class_code", (bucket % 2, bucket), ()
        yield "capitals_code", (bucket,), ()
    for word in ("mcdonald", "macdonald", "ngos", text):
        yield "pattern_mask", (encode(word), 0, len(word)), ()
    shares = draw.random(512).astype(np.float32)
    yield "look_up_shares", (tokens.words, table, shares), (blank(n, np.float32),)
    padded = n + REACH * (len(passage.lines) + 1)
    yield (
        "fill_columns",
        (tokens.words, tokens.positions, tokens.affixes, passage.lines, table, REACH),
        (
            blank((len(COLUMNS), padded), np.uint64),
            blank(padded, np.uint64),
            blank(n, np.int64),
        ),
    )


def name_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = read_passage(text)
    tokens, lists = passage.tokens, NameLists.of([("a B", 1), ("B", 34), ("é : a . B", 4)])
    keys, flags = lists.hashes, draw.integers(0, 256, len(lists.hashes)).astype(np.uint8)
    for index in (KeyIndex.of(keys), KeyIndex.of(keys[:0])):
        table = index.cells, index.homes, flags[: index.size]
        given = (tokens.words, passage.lines, 4, *table, 0b10010, 3)
        yield "find_names", given, (np.zeros(len(tokens), np.int32),)
    known = np.unique(tokens.words[::2])
    given = (tokens.words, known, draw.integers(1, 9, len(known), np.uint8))
    yield "look_up", given, (blank(len(tokens), np.uint8),)


def entity_column_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    codes, passage, tables = encode(text), read_passage(text), case_tables()
    tokens, lines = passage.tokens, passage.lines
    n, where = len(tokens), (tokens.starts, tokens.ends)
    classes = classes_of(codes, *where)
    given = (codes, tables.lower, tables.upper, *where, classes, lines)
    yield "line_modes", given, (blank(len(lines), np.int64),)
    padded = n + REACH * (len(lines) + 1)
    known = np.unique(tokens.words[::2])
    table = number_table(known, draw.integers(0, 1 << 19, len(known)))
    small = [draw.integers(0, 20, n, np.uint8) for _ in range(3)]
    names = [draw.integers(0, 1 << 16, n).astype(np.int32) for _ in range(2)]
    given = (
        *(codes, tables.lower, tables.upper, *where, tokens.words, tokens.affixes),
        *(tokens.positions, lines, table, *small[:2], names[0], small[2], names[1]),
        *(draw.integers(0, 2**64, 18, np.uint64), REACH, np.array([17, 0, 9], np.int32)),
    )
    scratch = blank(n, np.uint8), blank(len(lines), np.int64)
    made = blank((18, padded), np.uint64), blank(padded, np.uint64), blank(n, np.int64)
    yield "fill_columns", given, (*scratch, *made)


def some_columns(draw: np.random.Generator) -> tuple[npt.NDArray[np.uint64], Spec]:
    """Return three columns of ten tokens with padding, and templates over them."""
    columns = draw.integers(0, 9, (3, 10 + 2 * REACH)).astype(np.uint64)
    templates = compile_templates(["a", "b-1", "a b", "a-2 b c+3", "a-1 a b b+1"], "abc")
    return columns, Spec(TAGS, templates, compile_templates(["c"], "abc", seed=99))


def feature_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    columns, spec = some_columns(draw)
    stop, hashes = REACH + 10, blank((len(spec.templates), 10), np.uint32)
    yield "hash_templates", (columns, spec.templates, 0, REACH, stop), (hashes,)
    links = blank((TAGS, 10), np.uint32)
    yield "hash_templates", (columns, spec.links, TAGS, REACH, stop), (links,)
    seen = draw.integers(0, 64, (4, 20)).astype(np.uint32)
    valid = draw.integers(0, 2, 20).astype(np.uint8)
    for low, bits, counted in (
        (5, 8, draw.integers(250, 256, 64, np.uint8)),
        (6, 4, draw.integers(200, 256, 32, np.uint8)),
    ):
        yield "count_features", (seen, valid, low, 60, bits), (blank(21, np.uint32), counted)
    rows, numbers = draw.integers(-1, 9, (4, 20)).astype(np.int32), np.arange(4, dtype=np.int32)
    yield "mark_groups", (rows, numbers), (draw.integers(0, 3, 9).astype(np.uint8),)
    for bits in (4, 8):
        counted = draw.integers(0, 256, 32, np.uint8)
        yield "find_frequent", (counted, bits, 9), (blank(64, np.uint32),)
    for keys in (np.unique(seen)[::2], draw.integers(0, 2**32, 40, np.uint32)):
        index = KeyIndex.of(np.unique(keys))
        given = (seen, index.cells, index.homes)
        yield "find_keys", given, (blank(seen.shape, np.int32),)


def some_weights(
    spec: Spec, draw: np.random.Generator
) -> tuple[PackedWeights, npt.NDArray[np.uint32], npt.NDArray[np.uint8]]:
    """Return packed weights of sixty features, their hashes and their templates."""
    groups = draw.integers(0, spec.groups, 60).astype(np.uint8)
    hashes = draw.integers(0, 2**32, 60, np.uint32)
    weights = draw.integers(-9, 9, (60, TAGS)).astype(np.float32)
    return pack(hashes, groups, weights, spec, 400), hashes, groups


def scoring_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    columns, spec = some_columns(draw)
    packed = some_weights(spec, draw)[0]
    codebook = packed.book(8)
    before, values = len(spec.templates), 6
    links = blank((1, values, TAGS**2), np.int32)
    regions = packed.regions[before:]
    given = (spec.links, before, values, TAGS, regions, packed.table, codebook)
    yield "link_weights", given, (links,)
    tagger = LinearTagger(spec, packed, np.arange(TAGS, dtype=np.int32))
    model = (packed.regions, packed.table, codebook, tagger.bias, tagger.links, spec.links)
    keys, places = np.arange(columns.shape[1], dtype=np.uint64), np.arange(REACH, REACH + 10)
    made = (blank((10, TAGS), np.int32), blank((10, TAGS**2), np.int32))
    open_ = draw.integers(0, 2, 10).astype(np.uint8)
    given = (columns.reshape(-1), columns.shape[1], keys, places, open_)
    for remembered in (0, 1 << 12):
        yield "Scorer", (*tagger._layout, model, remembered), (("score", given, made),) * 2


def some_chain(draw: np.random.Generator) -> Arrays:
    """Return emissions and transitions of ten tokens, and the bounds of three sequences."""
    emissions = draw.integers(-50, 50, (10, TAGS)).astype(np.int32)
    transitions = draw.integers(-20, 20, (10, TAGS, TAGS)).astype(np.int32)
    emissions[3, 1] = transitions[5, 0, 2] = -(1 << 22)
    return emissions, transitions, np.array([[0, 4], [4, 4], [4, 10]], np.int32)


def chain_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    emissions, transitions, bounds = some_chain(draw)
    scores, tags = blank(emissions.shape, np.int32), blank(emissions.shape, np.uint8)
    for name in ("viterbi", "find_best"):
        yield name, (emissions, transitions, bounds), (scores, tags, blank(10, np.uint8))
    written = (scores, tags, blank(10, np.uint8), blank(emissions.shape, np.int32))
    yield "find_marginals", (emissions, transitions, bounds), written
    best = draw.integers(0, TAGS, 10).astype(np.uint8)
    back = draw.integers(0, TAGS, emissions.shape).astype(np.uint8)
    lost = blank(emissions.shape, np.int32)
    yield "max_marginals", (transitions, bounds), (emissions.copy(), back, best, lost)
    scratch = blank((10, TAGS), np.float64)
    steps, out = blank((10, TAGS, TAGS), np.float64), blank((10, TAGS), np.float32)
    yield "posteriors", (*some_chain(draw), 0.02, powers_of(0.02)), (scratch, scratch, steps, out)


def packing_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    vectors = draw.integers(-9, 9, (12, TAGS)).astype(np.float32)
    centres = draw.integers(-9, 9, (TAGS, 32)).astype(np.float32)
    blocks = centres.reshape(TAGS, 2, 16)
    boxes = np.stack([blocks.min(axis=2), blocks.max(axis=2)])
    given = (vectors, centres, draw.permutation(32).astype(np.int32), boxes, 1, 11)
    yield "nearest", given, (blank(18, np.float32), blank(12, np.uint16))
    packed, hashes, groups = some_weights(some_columns(draw)[1], draw)
    given = (hashes, groups, draw.permutation(60), packed.regions)
    yield "place", given, (np.full(400, EMPTY, np.uint16), np.full(400, -1, np.int64))
    asked = np.stack([hashes[:20], hashes[20:40]])
    owners = group_of_slots(packed.regions, 400)[[1, 2]].astype(np.int32)
    given = (asked, owners, packed.regions, packed.weights()[0].fingerprints)
    yield "find_slots", given, (blank(asked.shape, np.int32),)


def training_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    rows = draw.integers(-1, 8, (4, 10)).astype(np.int32)
    links = draw.integers(-1, 8, (2 * TAGS, 10)).astype(np.int32)
    weights = draw.integers(-50, 50, (8, TAGS)).astype(np.int32)
    gold, best = draw.integers(0, TAGS, (2, 10)).astype(np.uint8)
    chain = blank((10, TAGS), np.int32), blank((10, TAGS, TAGS), np.int32)
    yield "score", (rows, links, weights, gold, 20), chain
    bounds = some_chain(draw)[2]
    changes, rates = draw.integers(0, 9, 8).astype(np.uint32), np.array([9, 4, 2, 1], np.int32)
    sums = draw.integers(-50, 50, (8, TAGS))
    for step in (0, 3):
        own = weights, changes, sums
        yield "update", (rows, links, bounds, gold, best, step, 1, 2, rates), own


def likelihood_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    rows = draw.integers(-1, 8, (4, 10)).astype(np.int32)
    links = draw.integers(-1, 8, (2 * TAGS, 10)).astype(np.int32)
    gold, open_ = draw.integers(0, TAGS, 10).astype(np.uint8), np.ones((TAGS + 1, TAGS), np.uint8)
    bounds, weights = some_chain(draw)[2], draw.normal(size=(8, TAGS))
    plane, cube = blank((10, TAGS), np.float64), blank((10, TAGS, TAGS), np.float64)
    room = plane, cube, plane, plane, blank(10, np.float64)
    yield "loss", (rows, links, bounds, gold, open_, weights), (*room, np.zeros((8, TAGS)))


def decision_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    tokens = read_passage(text).tokens
    n = len(tokens)
    tags, lost = draw.integers(0, 5, n).astype(np.uint8), draw.integers(-50, 1, (n, 5))
    made = blank(n, np.uint8), blank((n, 4), np.float32)
    yield "read_tags", (tags, lost.astype(np.int32), 0.003), made
    known = np.unique(tokens.words)[::2].copy()
    forms = draw.integers(0, 2**64, len(known), np.uint64)
    scores = -draw.random((n, 4)).astype(np.float32)
    spans = tokens.folded, tokens.starts, tokens.ends
    given = (*spans, tokens.kinds, tokens.words, scores, known, forms)
    made = (blank(n, np.uint64), blank(n, np.float32), blank(n, np.uint8))
    yield "write_forms", given, (tags, *made)


def memory_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    introduced = "a port and port. mr. x y, y; ms z, the z. national security letters (nsls)."
    tokens = read_passage(f"{introduced}\n{text} {text}").tokens
    n = len(tokens)
    classes = draw.integers(0, 5, n).astype(np.uint8)
    scores = -5 * draw.random((n, 4)).astype(np.float32)
    seen = tokens.folded, tokens.starts, tokens.ends, tokens.words, tokens.kinds, tokens.positions
    masks = draw.integers(0, 3, n, np.uint64)
    change = ("change", (), (classes.copy(), masks, blank(n, np.uint8)))
    yield "Memory", (1.0, 1.5, 4.5), (("find", (*seen, classes, scores), ()), change)


def opened(text: str) -> Passage:
    """Return a text with lines that rules look for before it."""
    lines = 'x: y\nx: "z."\n3) d e.\n(a) f\nr (ap) - s.\nr, m 1 -- t?\nx (y): z.'
    lines += "\n1:2 b\n3:4 pm c\n5:6 d\nmr. x ms a mrs. b c 5 ms. x mx y mr"
    lines += "\nliba libc++-2.1-b p-dev b-c-p. (py3-d) ls.x(1), x(1p b(7pm) lib-\n* x y z w: v."
    lines += "\n1.1 e f.\n1.2 g\n1.3\n2.3.9 b\n2.3.10 b. 4(b)(ii) (i) d (ii) e d\n(iv) d f (a"
    lines += "\nx --a b. --c .d e.f.g ab.cd.ef /y (/z e' f. x? a! b) c."
    lines += "\n[a b] c d.\n2. [e] f.\n[a [b] c.\n[d]\n(3) e f.\n[a b] ."
    lines += '\nx \'\'a!\' a b. "c?" c d "e" a e.'
    lines += "\nrt @x rt rt@y glorbazimab cdlxxxviii\n[e] b. f\n[e f] c d\n[the e] b."
    lines += "\na b > c d → e f g h i j k › l, b>c b > > d › a ▸ b >\nthe b > a c\nthe a > d > c"
    lines += "\nöffnen sie sie. um sie a, klicken sie d. sie"
    return read_passage(f"a b c u.s. B\n5km 3d\n{lines}\n{text}")


def opening_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    spans, tokens = (passage.tokens.folded, passage.tokens.starts), passage.tokens
    for line in passage.lines.tolist():
        yield "has_final_mark", (*spans, *line), ()
    lists = ["a", "c", "the"], ["a", "the"], ["e"], ["b", "f"], ["a", "b"], ["n."]
    hashed = [np.sort(hash_words(words)) for words in lists]
    for _ in range(2):
        made = (draw.integers(0, 5, len(tokens)).astype(np.uint8),)
        steps = (("open", (*spans, passage.lines, tokens.words), made),)
        yield "Opener", tuple(hashed), steps


def numbering_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    spans, lines = (passage.tokens.folded, passage.tokens.starts), passage.lines
    for at in range(len(passage.tokens)):
        yield "is_item", (*spans, at), ()
        yield "is_cited", (*spans, at), ()
    for line, (first, last) in enumerate(lines.tolist()):
        for at in range(first + 1, last):
            yield "is_listed", (*spans, at, first, last), ()
        if first < last:
            yield "find_bracket", (*spans, first, last), ()
            yield "find_item", (*spans, first, last), ()
        yield "has_number", (*spans, lines, line), ()
        yield "clause_of", (*spans, lines, line), ()
        yield "is_clause", (*spans, lines, line, line + 1), ()
        words, shares = passage.tokens.words, draw.random(len(passage.tokens)).astype(np.float32)
        lists = (np.sort(hash_words(one)) for one in (["c.", "g", "the"], ["a", "it"]))
        classes = draw.integers(0, 5, len(shares)).astype(np.uint8)
        yield "lower_measured", (*spans, words, *lists, shares, first, last), (classes,)


def label_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens, lines = passage.tokens, passage.lines
    spans, classes = (tokens.folded, tokens.starts), draw.integers(0, 4, len(tokens), np.uint8)
    for line, (first, last) in enumerate(lines.tolist()):
        if first < last:
            yield "is_bullet", (*spans, first, last), ()
            yield "find_colon", (*spans, first, last), ()
            yield "find_dash", (*spans, classes, first, last), ()
            yield "is_repeated", (lines, tokens.words, line, first), ()
            yield "is_among_sentences", (*spans, lines, classes, line), ()
            yield "is_examined", (*spans, lines, line), ()
            yield "skip_remark", (*spans, first, last), ()


def spelt_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens = passage.tokens
    for first, last in passage.lines.tolist():
        classes = draw.integers(0, 5, len(tokens)).astype(np.uint8)
        yield "raise_spelt", (tokens.folded, tokens.starts, first, last), (classes,)
        for at in range(first, last):
            yield "is_masked", (tokens.folded, classes, int(tokens.starts[at]), at, first), ()


def spoken_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens, classes = passage.tokens, draw.integers(0, 5, len(passage.tokens)).astype(np.uint8)
    lists = [np.sort(hash_words(words)) for words in (["met", "wanna"], ["be", "is", "us"])]
    shares = draw.random(len(tokens)).astype(np.float32)
    for first, last in passage.lines.tolist():
        for at in range(first, last):
            given = tokens.folded, tokens.starts, tokens.words, classes
            for some in (shares, shares[:0]):
                yield "is_spoken", (*given, some, *lists, at, first, last), ()
            for name in ("answers", "is_clipped", "is_drawn", "is_exclaimed"):
                yield name, (tokens.folded, int(tokens.starts[at])), ()


def place_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens, shares = passage.tokens, draw.random(len(passage.tokens)).astype(np.float32)
    lists = (np.sort(hash_words(words)) for words in (["in", "of", "to"], ["it", "is", "so"]))
    given = tokens.folded, tokens.starts, tokens.words, *lists
    for some in (shares, shares[:0]):
        for line in passage.lines.tolist():
            classes = draw.integers(0, 3, len(tokens)).astype(np.uint8)
            yield "raise_places", (*given, some, *line), (classes,)


def machine_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens = passage.tokens
    packaged, shares = np.sort(hash_words(["dev", "py3"])), draw.random(len(tokens))
    given = tokens.folded, tokens.starts, tokens.words
    for first, last in passage.lines.tolist():
        for at in range(first, last):
            for some in (shares.astype(np.float32), np.empty(0, np.float32)):
                yield "is_machine_name", (*given, some, packaged, first, at, at == first), ()


def sentence_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens, n = passage.tokens, len(passage.tokens)
    spans = tokens.folded, tokens.starts, passage.lines, tokens.positions, tokens.words
    lists = ["dev", "py3"], ["a", "sie"], ["b", "il"]
    hashed = [np.sort(hash_words(words)) for words in lists]
    for size in (n, 0):
        made = (draw.integers(0, 5, n).astype(np.uint8),)
        steps = (("start", (*spans, draw.random(size).astype(np.float32)), made),)
        yield "Starter", tuple(hashed), steps


def small_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens, n = passage.tokens, len(passage.tokens)
    shares, classes = draw.random(n).astype(np.float32), draw.integers(0, 4, n, np.uint8)
    spans = tokens.folded, tokens.starts, classes
    for first, last in passage.lines.tolist():
        for at in range(first, last):
            yield "has_accent", (*spans, at, first, last), ()
            yield "is_second_half", (*spans, shares, at, first), ()
            yield "is_electronic", (tokens.folded, tokens.starts[at]), ()
            yield "is_times", (tokens.folded, tokens.starts[at]), ()


def doubt_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    passage = opened(text)
    tokens = passage.tokens
    n = len(tokens)
    scores = (-5 * draw.random((n, 4))).astype(np.float32)
    shares = draw.random(n).astype(np.float32)
    shares[::3] = np.nan
    floors = draw.random((4, 5)).astype(np.float32)
    limits = np.array([0.2, 0.5, 0.8], np.float32)
    lists = (
        ["d"],
        ["is"],
        ["cause"],
        ["e"],
        ["a", "c", "the"],
        ["f"],
        ["b"],
        ["mr", "ms"],
        ["a", "b"],
    )
    lists = *lists, ["dev", "py3"], ["e"], ["a", "c"], ["b", "d"], ["the"], ["in", "of"]
    lists = *lists, ["it", "to"], ["c.", "the"]
    hashed = [np.sort(hash_words(words)) for words in lists]
    spans = (tokens.folded, tokens.starts, passage.lines, tokens.positions, tokens.words)
    given = (*spans, scores)
    for some, accented in ((shares, True), (shares[:0], False)):
        made = (draw.integers(0, 5, n).astype(np.uint8),)
        steps = (("settle", (*given, some), made),)
        yield "Doubter", (limits, floors, 6, 0.8, accented, accented, *hashed), steps


def vector_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    columns = draw.integers(0, 4, (10, 3)).astype(np.int32)
    table = draw.integers(-127, 128, (8, 6)).astype(np.int8)
    halves = draw.integers(0, 256, (4, 3)).astype(np.uint8)
    scales = (2.0 ** draw.integers(-3, 3, 12)).astype(np.float32)
    offsets, starts = np.array([[0, 4, 8], [0, 0, 4]], np.int32)
    coarse = np.array([0, 1, 0], np.uint8)
    given = (columns, offsets, starts, coarse, table, halves, scales)
    yield "sum_rows", given, (blank((10, 6), np.float32),)


def no_calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
    """Ask nothing: the kernel holds a class of TOGETHER alone."""
    yield from ()


class Recorder:
    """Stands in for a kernel and notes what it is asked, before it overwrites anything."""

    def __init__(self, kernel: ModuleType) -> None:
        self._kernel = kernel
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            # Arrays that are written to are copied for each side, and so are all others.
            self.calls.append((name, (), tuple(map(copied, arguments))))
            return getattr(self._kernel, name)(*arguments)

        return call


LESSONS = (
    "The new office in New York is here. Ann said new York and an eBay office.",
    "An eBay office, new in New York. New ideas for Ebay and EBAY. See the new office.",
    "Paris is new. Zoe is in Paris, said Smith. An office of an eBay in Rome.",
)


def trellis_calls(
    kind: str, train: Callable[[DocumentText], Any], modules: tuple[str, ...]
) -> Callable[[str, np.random.Generator], Iterator[Call]]:
    """Return what a model trained on a few lines asks of its kernel for a text."""

    @cache
    def model() -> Any:
        return train(DocumentText(tuple(Document(f"{n}", (one,)) for n, one in enumerate(LESSONS))))

    def calls(text: str, draw: np.random.Generator) -> Iterator[Call]:
        recorder = Recorder(importlib.import_module(f"majuscule.restore.{kind}.trellis_kernel"))
        found = model()
        with ExitStack() as patches:
            for module in modules:
                patches.enter_context(patch(f"majuscule.restore.{kind}.{module}_kernel", recorder))
            found.decide(read_passage(f"the new office, {text} of eBay in rome."), posteriors=True)
        yield from recorder.calls

    return calls


CALLS: dict[str, Callable[[str, np.random.Generator], Iterator[Call]]] = {
    "counts.table_kernel": count_calls,
    "detection.break_kernel": break_calls,
    "detection.line_kernel": line_calls,
    "detection.detection_kernel": detection_calls,
    "detection.posterior_kernel": posterior_calls,
    "detection.speaker_kernel": speaker_calls,
    "entities.linear.columns_kernel": entity_column_calls,
    "network.vector_kernel": vector_calls,
    "restore.hmm.trellis_kernel": trellis_calls("hmm", train_hmm, ("tables.hmm", "restorer.hmm")),
    "words.rules.doubt_kernel": doubt_calls,
    "words.rules.machine_kernel": machine_calls,
    "words.rules.label_kernel": label_calls,
    "words.rules.numbering_kernel": numbering_calls,
    "words.rules.opening_kernel": opening_calls,
    "words.rules.spelt_kernel": spelt_calls,
    "words.rules.spoken_kernel": spoken_calls,
    "words.rules.place_kernel": place_calls,
    "words.rules.sentence_kernel": sentence_calls,
    "words.rules.small_kernel": small_calls,
    "restore.linear.decision_kernel": decision_calls,
    "restore.linear.pass_kernel": no_calls,
    "restore.rules.memory_kernel": memory_calls,
    "restore.trigram.trellis_kernel": trellis_calls(
        "trigram", train_trigram, ("restorer.trigram",)
    ),
    "tagging.scoring.chain_kernel": chain_calls,
    "tagging.features.feature_kernel": feature_calls,
    "tagging.training.likelihood_kernel": likelihood_calls,
    "tagging.scoring.packing_kernel": packing_calls,
    "tagging.scoring.scoring_kernel": scoring_calls,
    "tagging.training.averaging_kernel": training_calls,
    "text.characters.case_kernel": case_calls,
    "text.tokenizing.passage_kernel": passage_calls,
    "text.protecting.protection_kernel": protection_calls,
    "text.tokenizing.fixed_kernel": fixed_calls,
    "text.tokenizing.token_kernel": token_calls,
    "text.tokenizing.word_kernel": word_calls,
    "words.gazetteers.names_kernel": name_calls,
    "words.glossaries.glossary_kernel": glossary_calls,
    "words.tables.table_kernel": word_table_calls,
}
"""What each kernel is asked, all of its functions; a new kernel is missed below."""

TOGETHER = {"Decider", "Pass"}
"""Classes that call into other kernels: tests/restore/test_interpreted.py asks them all at once."""


def copied(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def answers(kernel: Any, call: Call) -> list[Any]:
    """Return what a function gives, and what it leaves in the arrays that it may overwrite."""
    function, arguments, outputs = call
    if isinstance(made := getattr(kernel, function), type):
        one = made(*arguments)
        return [answer for step in outputs for answer in answers(one, step)]
    own = tuple(map(copied, outputs))
    value = getattr(kernel, function)(*arguments, *own)
    return [value, *own]


def test_every_kernel_is_tested_here():
    assert sorted(CALLS) == KERNELS


@pytest.mark.parametrize("name", CALLS)
def test_every_function_of_a_kernel_is_asked(name):
    path = SOURCE.joinpath(*name.split("."))
    types = path.with_suffix(".pxd")
    internal = re.findall(
        r"^cdef .*?(\w+)\(", types.read_text("utf-8") if types.exists() else "", re.M
    )
    functions = {
        one.name
        for one in ast.parse(path.with_suffix(".py").read_text("utf-8")).body
        if isinstance(one, ast.FunctionDef | ast.ClassDef)
    }.difference(internal, TOGETHER)
    asked = {call[0] for call in CALLS[name]("ada mcdonald met us.", np.random.default_rng(1))}
    assert asked == functions


@pytest.mark.parametrize("name", CALLS)
@given(text=TEXTS, seed=st.integers(0, 1000))
@example(text=".", seed=0)  # a page's number was looked for beyond the end
@settings(max_examples=25, deadline=None)
def test_a_kernel_answers_the_same_interpreted(name, text, seed):
    compiled = importlib.import_module(f"majuscule.{name}")
    for call in CALLS[name](text, np.random.default_rng(seed)):
        pairs = zip(
            answers(compiled, call), answers(interpreted(f"majuscule.{name}"), call), strict=True
        )
        for one, other in pairs:
            # NaN is equal to itself here: an array that a kernel fills in only partly keeps what
            # its memory held, and that may be NaN.
            np.testing.assert_array_equal(one, other, call[0], strict=True)
