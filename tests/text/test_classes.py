from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.text import (
    CA,
    CLASS_NAMES,
    KEEP,
    LC,
    MC,
    UC,
    apply,
    case_tables,
    classes_of,
    decode,
    encode,
    fold,
    masks_of,
    rewrite,
    tokenize,
)
from tests.text.case_files import cases

CASED = st.sampled_from("aZßŉİıǄǅǆΣσςοΟ\u0301\u0345\u212aKſﬁ\u00b5ÅẞⅧⓐａЖжՖևᏣთⴀ𐐨𐐀' -.")
TEXTS = st.one_of(st.text(st.characters()), st.text(CASED))
GROWS = {char for char in map(chr, range(0x110000)) if char.islower() and len(char.upper()) > 1}
GROWS -= set(map(chr, range(0x1F00, 0x2000)))  # Greek with two accents, which begins no word
GROWS |= {"ı", "İ"}


def mask_bits(mask: int, length: int) -> str:
    return "".join("1" if mask >> k & 1 else "0" for k in range(length))


def mask_of(bits: str) -> int:
    return sum(1 << k for k, bit in enumerate(bits) if bit == "1")


@pytest.mark.parametrize("case", cases("masks.json", "read"))
def test_classes_and_masks_are_read_as_the_cases_say(case: dict[str, Any]) -> None:
    codes = encode(case["input"])
    tokens = tokenize(codes)
    classes = classes_of(codes, tokens.starts, tokens.ends)
    masks = masks_of(codes, tokens.starts, tokens.ends)
    found = []
    for i, class_ in enumerate(classes):
        name = CLASS_NAMES[class_]
        if class_ == MC:
            name += " " + mask_bits(int(masks[i]), int(tokens.ends[i] - tokens.starts[i]))
        found.append(name)
    assert found == case["expected"]


@pytest.mark.parametrize("case", cases("masks.json", "written"))
def test_classes_and_masks_are_written_as_the_cases_say(case: dict[str, Any]) -> None:
    codes = encode(case["input"])
    starts, ends = np.zeros(1, np.int32), np.array([len(codes)], np.int32)
    classes = np.array([CLASS_NAMES.index(case["class"])], np.uint8)
    masks = np.array([mask_of(case.get("mask", ""))], np.uint64)
    assert decode(apply(codes, starts, ends, classes, masks)) == case["expected"]


@st.composite
def decided(draw: st.DrawFn) -> tuple[str, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Any text, any spans that do not overlap, any classes and masks."""
    text = draw(TEXTS)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    cuts = cuts[: len(cuts) // 2 * 2]
    n = len(cuts) // 2
    classes = draw(st.lists(st.integers(LC, KEEP), min_size=n, max_size=n))
    masks = draw(st.lists(st.integers(0, 2**64 - 1), min_size=n, max_size=n))
    return (
        text,
        np.array(cuts[::2], np.int32),
        np.array(cuts[1::2], np.int32),
        np.array(classes, np.uint8),
        np.array(masks, np.uint64),
    )


@given(decided())
def test_applying_changes_nothing_but_case(
    drawn: tuple[str, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
) -> None:
    text, *decisions = drawn
    codes, tables = encode(text), case_tables()
    out = apply(codes, *decisions)
    assert len(out) == len(codes)
    assert np.array_equal(fold(out), fold(codes))
    inside = codes < len(tables.lower)
    cased = np.zeros(len(codes), bool)
    cased[inside] = tables.lower[codes[inside]] != tables.upper[codes[inside]]
    assert np.array_equal(out[~cased], codes[~cased])
    assert len(decode(out)) == len(text)


@given(decided())
def test_applying_twice_is_applying_once(
    drawn: tuple[str, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
) -> None:
    text, *decisions = drawn
    once = apply(encode(text), *decisions)
    assert np.array_equal(apply(once, *decisions), once)


@given(decided())
def test_what_is_applied_does_not_depend_on_the_case_that_was(
    drawn: tuple[str, np.ndarray, np.ndarray, np.ndarray, np.ndarray],
) -> None:
    text, starts, ends, classes, masks = drawn
    classes = np.where(classes == KEEP, LC, classes).astype(np.uint8)
    codes, tables = encode(text.replace("ς", "σ")), case_tables()
    upper = codes.copy()
    inside = codes < len(tables.upper)
    upper[inside] = tables.upper[codes[inside]]
    one = apply(codes, starts, ends, classes, masks)
    other = apply(upper, starts, ends, classes, masks)
    covered = np.zeros(len(codes), bool)
    for start, end in zip(starts, ends, strict=True):
        covered[start:end] = True
    # small sigma is left in the form it came in; made from a capital it is final where it ends
    one, other = (np.where(text == 0x3C2, 0x3C3, text) for text in (one, other))
    assert np.array_equal(one[covered], other[covered])


@given(TEXTS)
def test_text_rewritten_as_it_is_written_stays(text: str) -> None:
    codes = encode(text)
    tokens = tokenize(codes)
    spans = tokens.starts, tokens.ends
    short = tokens.ends - tokens.starts <= 64
    classes = np.where(short, classes_of(codes, *spans), KEEP).astype(np.uint8)
    out = apply(codes, *spans, classes, masks_of(codes, *spans))
    # the one freedom: which capital form a digraph takes
    digraphs = np.isin(fold(codes), [0x1C6, 0x1C9, 0x1CC, 0x1F3])
    assert np.array_equal(out[~digraphs], codes[~digraphs])


@given(TEXTS, st.sampled_from([LC, UC, CA]))
def test_classes_applied_are_the_classes_read(text: str, class_: int) -> None:
    codes = encode(text)
    tokens = tokenize(codes)
    spans = tokens.starts, tokens.ends
    classes = np.full(len(tokens), class_, np.uint8)
    out = apply(codes, *spans, classes, np.zeros(len(tokens), np.uint64))
    read = classes_of(out, *spans)
    letters = np.array(
        [bin(int(m)).count("1") for m in masks_of(rewrite(codes, tokens, CA), *spans)], np.int64
    )
    # what begins with a letter that cannot change case in place shows no capital at its front
    plain = [not GROWS & set(text[start:end]) for start, end in zip(*spans, strict=True)]
    sure = (read != KEEP) & (tokens.kinds != 3) & (letters > 1) & np.array(plain, bool)
    assert (read[sure] == class_).all()


def test_masks_end_at_the_sixty_fourth_code_point() -> None:
    codes = encode("A" * 70)
    starts, ends = np.zeros(1, np.int32), np.array([70], np.int32)
    assert masks_of(codes, starts, ends).tolist() == [2**64 - 1]
    written = apply(codes, starts, ends, np.array([MC], np.uint8), np.array([2**64 - 1], np.uint64))
    assert decode(written) == "A" * 64 + "a" * 6


def test_rewriting_leaves_machine_text_alone() -> None:
    codes = encode("See Foo.org, NOW")
    tokens = tokenize(codes)
    assert decode(rewrite(codes, tokens, LC)) == "see Foo.org, now"
    assert decode(rewrite(codes, tokens, UC)) == "See Foo.org, Now"


def test_letters_whose_capital_is_longer_take_none_and_give_none_away() -> None:
    for char in sorted(GROWS):
        codes = encode(f"{char}rst")
        spans = np.zeros(1, np.int32), np.array([4], np.int32)
        out = apply(codes, *spans, np.array([UC], np.uint8), np.zeros(1, np.uint64))
        assert decode(out) == f"{char}rst"
