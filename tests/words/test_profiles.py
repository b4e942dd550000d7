"""Profiles of words: words that stand among the same words share numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from majuscule.errors import TrainingError
from majuscule.text import hash_words
from majuscule.words.neighbours import profiles
from majuscule.words.neighbours.profiles import COLUMNS, LEAST, learn_profiles
from majuscule.words.neighbours.space import count_neighbours

ANIMALS, CITIES = ("cat", "dog", "horse", "hen"), ("Rome", "Oslo", "Paris", "Cairo")


@pytest.fixture
def text(tmp_path: Path) -> list[str]:
    lines = [f"We saw the old {one} asleep and then flew to {city} again." for one, city in product(
        ANIMALS, CITIES
    )]  # fmt: skip
    path = tmp_path / "text.txt"
    path.write_text("\n".join(lines * LEAST), encoding="utf-8")
    return [str(path)]


def test_words_that_are_used_alike_have_a_profile_alike(
    text: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "GROUPS", 6)
    learnt = learn_profiles(text)
    assert learnt.fits()
    animals, cities = (
        learnt.look_up(hash_words([one.lower() for one in some])) for some in (ANIMALS, CITIES)
    )
    assert animals.shape == (4, len(COLUMNS))
    assert (animals == animals[0]).all(axis=0)[0]
    assert (cities == cities[0]).all(axis=0)[0]
    assert (animals[0] != cities[0]).any()
    assert not learnt.look_up(hash_words(["zebra"])).any()


def test_profiles_need_text_and_fit_together(text: list[str], tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text("Only once does Anna say this.", encoding="utf-8")
    with pytest.raises(TrainingError, match="text for profiles is too short"):
        learn_profiles([str(short)])
    learnt = learn_profiles(text)
    assert not replace(learnt, codes=learnt.codes[:, 1:]).fits()
    assert not replace(learnt, codes=learnt.codes + np.uint16(2000)).fits()
    # Rows of a damaged file that are not there are those of the last word.
    damaged = replace(learnt, codes=learnt.codes[:2])
    assert damaged.look_up(hash_words(["cat", "rome", "again"])).shape == (3, len(COLUMNS))


def test_neighbours_are_counted_where_they_stand() -> None:
    ranks = np.array([0, 1, 2, -1, 1, 0], np.int32)
    beside = count_neighbours(ranks, 3, 2, ([-1], [1]))
    assert beside[0].tolist() == [0, 1, 0, 1]  # a 1 stands left of one 0, and right of another
    assert beside[2].tolist() == [0, 1, 0, 0]
    around = count_neighbours(ranks, 3, 2, ([-2, 2],))
    assert around[2].tolist() == [1, 1]
