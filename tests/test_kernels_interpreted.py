"""Each kernel gives the same answers interpreted, from its source, as compiled.

Where the kernels are not compiled both sides are the same source and the tests say little.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import majuscule
from majuscule.text import KEEP, LC, case_tables, classes_of, encode, fold, hash_words, tokenize
from majuscule.text.sentences import ABBREVIATIONS, SENTENCE
from majuscule.text.tokens import AFFIXES, DOMAINS, ENDINGS

SOURCE = Path(majuscule.__file__).parent
KERNELS = sorted(
    ".".join(("majuscule", *path.relative_to(SOURCE).with_suffix("").parts))
    for path in SOURCE.rglob("*_kernel.py")
)
PIECES = st.sampled_from(
    str.split(
        "a B mcdonald O'Neill's don't U.S. j.k.rowling www.a.com /usr/bin @b #c 3rd 5pm 1,000 ? "
        "... “ ” `` '' -LRB- 's é ΟΔΟΣ ς ǆ Ǆ 👩 東京 . , : ; ( ) _x a_b Σ"
    )
)
TEXTS = st.one_of(
    st.text(st.characters(), max_size=60),
    st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "\n"])), max_size=20).map(
        lambda pairs: "".join(piece + space for piece, space in pairs)
    ),
)


@cache
def interpreted(name: str) -> ModuleType:
    """Return a kernel loaded from its source file, whether it was compiled or not."""
    path = SOURCE.joinpath(*name.split(".")[1:]).with_suffix(".py")
    spec = importlib.util.spec_from_file_location(name + "_source", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_can_be_loaded_from_its_source(name: str) -> None:
    compiled = importlib.import_module(name)
    source = interpreted(name)
    public = {n for n in vars(source) if callable(getattr(source, n)) and not n.startswith("_")}
    for function in public:
        if getattr(compiled, function, None) is None:
            continue  # a C function of the compiled kernel
        assert callable(getattr(compiled, function))


def both(name: str, function: str, arguments: tuple[Any, ...], outputs: tuple[Any, ...]) -> Any:
    """Call a function of both kernels with outputs of their own, and return what the two gave."""
    results = []
    for module in (importlib.import_module(name), interpreted(name)):
        own = tuple(np.full_like(output, 7) for output in outputs)
        value = getattr(module, function)(*arguments, *own)
        results.append((value, *[array.tolist() for array in own]))
    return results


@given(TEXTS)
@settings(max_examples=60)
def test_the_text_kernels_agree(text: str) -> None:
    tables = case_tables()
    codes = encode(text)
    name = "majuscule.text.case_kernel"
    empty = np.empty(len(codes), np.uint32)
    for table in (tables.lower, tables.upper, tables.folded):
        compiled, source = both(name, "look_up", (codes, table), (empty,))
        assert compiled == source

    folded = fold(codes)
    endings, domains = np.sort(hash_words(ENDINGS)), np.sort(hash_words(DOMAINS))
    spans = np.empty(len(codes), np.int32)
    compiled, source = both(
        "majuscule.text.token_kernel",
        "scan",
        (folded, tables.kind, endings, domains),
        (spans, spans, np.empty(len(codes), np.uint8)),
    )
    assert compiled == source

    tokens = tokenize(codes)
    n = len(tokens)
    where = (tokens.starts, tokens.ends)
    name = "majuscule.text.word_kernel"
    compiled, source = both(
        name,
        "describe",
        (folded, *where, tokens.kinds),
        (np.empty(n, np.uint64), np.empty((AFFIXES, n), np.uint64)),
    )
    assert compiled == source
    short = np.sort(hash_words(ABBREVIATIONS))
    compiled, source = both(
        name, "place", (folded, *where, tokens.kinds, tokens.words, short), (np.empty(n, np.uint8),)
    )
    assert compiled == source
    compiled, source = both(
        name, "classify", (codes, tables.lower, tables.upper, *where), (np.empty(n, np.uint8),)
    )
    assert compiled == source


@given(TEXTS, st.data())
@settings(max_examples=60)
def test_the_case_kernels_agree(text: str, data: st.DataObject) -> None:
    tables = case_tables()
    codes = encode(text)
    tokens = tokenize(codes)
    n = len(tokens)
    classes = np.array(data.draw(st.lists(st.integers(LC, KEEP), min_size=n, max_size=n)), np.uint8)
    masks = np.array(
        data.draw(st.lists(st.integers(0, 2**64 - 1), min_size=n, max_size=n)), np.uint64
    )
    where = (tokens.starts, tokens.ends)
    name = "majuscule.text.case_kernel"
    compiled, source = both(
        name, "read_masks", (codes, tables.lower, *where), (np.empty(n, np.uint64),)
    )
    assert compiled == source
    compiled, source = both(
        name,
        "apply",
        (codes, tables.kind, tables.lower, tables.upper, *where, classes, masks),
        (np.empty(len(codes), np.uint32),),
    )
    assert compiled == source


@given(TEXTS, st.data())
@settings(max_examples=60)
def test_the_detection_kernels_agree(text: str, data: st.DataObject) -> None:
    codes = encode(text)
    tokens = tokenize(codes)
    n = len(tokens)
    begins = tokens.positions == SENTENCE
    begins[:1] = True
    units = np.append(np.flatnonzero(begins), n)
    u = len(units) - 1
    draw = np.random.default_rng(data.draw(st.integers(0, 1000)))
    functions = np.sort(hash_words(["the", "of", "is", "a", "b"]))
    name = "majuscule.detection.detection_kernel"
    compiled, source = both(
        name,
        "score",
        (
            tokens.folded,
            tokens.starts,
            tokens.ends,
            tokens.kinds,
            classes_of(codes, tokens.starts, tokens.ends),
            tokens.positions,
            tokens.words,
            draw.integers(0, 12, n).astype(np.uint8),
            functions,
            functions[:2],
            functions[2:],
            int(hash_words(["n't"])[0]),
            9,
            11,
            units,
            draw.integers(0, 3, u).astype(np.uint8),
            draw.integers(0, 2, u).astype(np.uint8),
            draw.random((7, 12, 6, 6)),
        ),
        (np.empty(16, np.uint64), np.empty(u, np.int32), np.empty((u, 6))),
    )
    assert compiled == source
    prior = draw.dirichlet(np.ones(6))
    compiled, source = both(
        name,
        "smooth",
        (draw.random((u, 6)), draw.random(u), prior),
        (np.empty(6), np.empty((u, 6))),
    )
    assert compiled == source
