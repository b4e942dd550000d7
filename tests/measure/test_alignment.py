import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.measure import align
from majuscule.measure.alignment import Alignment

sequences = st.text(alphabet="abc", max_size=40)


def textbook(reference: str, hypothesis: str) -> int:
    row = list(range(len(hypothesis) + 1))
    for i, left in enumerate(reference, 1):
        corner, row[0] = row[0], i
        for j, right in enumerate(hypothesis, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (left != right))
    return row[-1]


def check(found: Alignment, reference: str, hypothesis: str) -> None:
    """Every token stands once and in order, and the counts are those of the pairs."""
    left, right = found.pairs[:, 0], found.pairs[:, 1]
    assert left[left >= 0].tolist() == list(range(len(reference)))
    assert right[right >= 0].tolist() == list(range(len(hypothesis)))
    both = [(reference[a], hypothesis[b]) for a, b in found.pairs.tolist() if a >= 0 and b >= 0]
    assert found.matches == sum(a == b for a, b in both)
    assert found.substitutions == len(both) - found.matches
    assert found.deletions == int((right < 0).sum())
    assert found.insertions == int((left < 0).sum())


@given(sequences, sequences)
def test_alignment_is_as_cheap_as_the_textbook_table(reference, hypothesis):
    found = align(reference, hypothesis)
    check(found, reference, hypothesis)
    assert found.errors == textbook(reference, hypothesis)


def test_long_sequences_agree_with_rapidfuzz():
    distance = pytest.importorskip("rapidfuzz.distance")
    generator = np.random.default_rng(1)
    reference = generator.integers(0, 300, size=3000).tolist()
    hypothesis = [
        word if generator.random() < 0.85 else int(generator.integers(0, 300))
        for word in reference
        if generator.random() < 0.95
    ]
    found = align(reference, hypothesis)
    assert found.errors == distance.Levenshtein.distance(reference, hypothesis)
    assert found.matches + found.substitutions + found.deletions == 3000
    assert found.matches + found.substitutions + found.insertions == len(hypothesis)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "pairs"),
    [
        ("", "", []),
        ("ab", "", [[0, -1], [1, -1]]),
        ("", "ab", [[-1, 0], [-1, 1]]),
        ("ab", "xy", [[0, 0], [1, 1]]),
        ("aa", "a", [[0, -1], [1, 0]]),
        ("ab", "b", [[0, -1], [1, 0]]),
        ("ab", "c", [[0, -1], [1, 0]]),
    ],
)
def test_ties_are_broken_from_the_end_diagonal_first(reference, hypothesis, pairs):
    assert align(reference, hypothesis).pairs.tolist() == pairs


def test_tokens_may_be_any_hashable_things():
    assert align([("a", 1), None], [None]).deletions == 1
