"""Pieces: cut where sentences begin, dealt into batches of one length."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.network.pieces import (
    batch_by_length,
    cut_pieces,
    cut_sentences,
    in_groups,
    tokens_of,
)
from majuscule.text.tokenizing.sentences import INSIDE, SENTENCE


@settings(deadline=None)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=8), st.integers(1, 12), st.randoms())
def test_pieces_cover_lines_once_and_in_order(sizes, longest, random):
    stops = np.cumsum([size + 3 for size in sizes])
    bounds = np.stack([stops - sizes, stops], axis=1)
    size = int(stops[-1])
    positions = np.array([random.choice([INSIDE, SENTENCE]) for _ in range(size)], np.uint8)
    tokens = np.concatenate([np.arange(*bound) for bound in bounds])
    for cut in (cut_pieces, cut_sentences):
        pieces = cut(bounds, positions, longest)
        assert np.array_equal(tokens_of(pieces)[0], tokens)
        assert (pieces[:, 1] - pieces[:, 0] <= longest).all()
    # Of sentences, none but the first token begins one.
    assert not any((positions[first + 1 : last] == SENTENCE).any() for first, last in pieces)


@settings(deadline=None)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=50), st.integers(8, 100))
def test_groups_hold_each_piece_once_in_order(sizes, tokens):
    stops = np.cumsum(sizes)
    pieces = np.stack([stops - sizes, stops], axis=1)
    groups = [pieces[one] for one in in_groups(pieces, tokens)]
    assert [one for group in groups for one in group.tolist() if one[0] < one[1]] == [
        one for one in pieces.tolist() if one[0] < one[1]
    ]
    for group in groups:
        assert 0 < (group[:, 1] - group[:, 0]).sum() < tokens + max(sizes)


def test_dealing_is_the_same_for_a_seed_and_drops_little():
    sizes = np.random.default_rng(1).integers(1, 30, 500)
    stops = np.cumsum(sizes)
    pieces = np.stack([stops - sizes, stops], axis=1)
    once, again = (list(batch_by_length(pieces, 100, np.random.default_rng(7))) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(once, again, strict=True))
    dealt = np.concatenate(once)
    assert len(set(dealt.tolist())) == len(dealt) > 300
