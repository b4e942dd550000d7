"""Tag schemes: admissible tags say what the spans say, and broken ones are repaired and counted."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.reading.annotations.schemes import Scheme, is_tag, read_tags

LABELS = ("PER", "ORG", "LOC")


@st.composite
def spans(draw: st.DrawFn) -> tuple[list[tuple[int, int, str]], int]:
    cuts = sorted(draw(st.sets(st.integers(0, 20), max_size=8)))
    found = [
        (a, b, draw(st.sampled_from(LABELS)))
        for a, b in itertools.pairwise(cuts)
        if draw(st.booleans())
    ]
    return found, (cuts[-1] if cuts else 0) + draw(st.integers(0, 3))


@pytest.mark.parametrize("name", ["bio2", "bceu"])
@given(spans())
def test_spans_come_back_and_tags_are_admissible(name, given_spans):
    found, length = given_spans
    scheme = Scheme(name, LABELS)
    tags = scheme.encode(found, length)
    assert scheme.decode(tags) == found
    assert read_tags([scheme.tags[tag] for tag in tags]) == (found, 0)
    if length:
        assert scheme.begins[tags[0]]
        assert scheme.ends[tags[-1]]
    assert all(scheme.follows[a, b] for a, b in itertools.pairwise(tags))


@pytest.mark.parametrize(
    "tags",
    ["B-PER I-PER E-PER S-LOC", "B-PER I-PER L-PER U-LOC", "B-PER M-PER E-PER S-LOC"],
)
def test_schemes_of_others_are_read(tags):
    assert all(map(is_tag, tags.split()))
    assert read_tags(tags.split()) == ([(0, 3, "PER"), (3, 4, "LOC")], 0)


@given(st.lists(st.sampled_from(["O", "B-PER", "I-PER", "E-PER", "C-LOC", "U-LOC", "I-LOC"])))
def test_any_tags_give_flat_spans(tags):
    found, repairs = read_tags(tags)
    assert repairs >= 0
    end = 0
    for start, stop, _ in found:
        assert end <= start < stop <= len(tags)
        end = stop


@pytest.mark.parametrize("name", ["bio2", "bceu"])
def test_sequences_without_repair_are_the_admissible_ones(name):
    scheme = Scheme(name, ("A", "B"))
    for length in (1, 2, 3):
        for tags in itertools.product(range(len(scheme.tags)), repeat=length):
            admissible = bool(
                scheme.begins[tags[0]]
                and scheme.ends[tags[-1]]
                and all(scheme.follows[a, b] for a, b in itertools.pairwise(tags))
            )
            if admissible:
                found, repairs = read_tags([scheme.tags[tag] for tag in tags])
                assert repairs == 0
                assert scheme.encode(found, length).tolist() == list(tags)


def test_the_scheme_of_chieu_and_ng_has_29_tags_for_the_muc_classes():
    assert len(Scheme("bceu", tuple("abcdefg")).tags) == 29


def test_broken_tags_are_counted():
    assert read_tags(["O", "I-PER", "I-LOC", "I-LOC"]) == ([(1, 2, "PER"), (2, 4, "LOC")], 2)
    assert read_tags(["B-PER", "C-PER"]) == ([(0, 2, "PER")], 1)
    assert read_tags(["B-PER", "C-PER", "B-LOC", "O"]) == ([(0, 2, "PER"), (2, 3, "LOC")], 1)


def test_an_unknown_scheme_lists_the_known():
    with pytest.raises(UsageError, match="bio2, bceu"):
        Scheme("iob1", LABELS)
    assert not is_tag("B-")
    assert is_tag("B-GPE-CITY")
