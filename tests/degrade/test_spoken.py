from __future__ import annotations

import pytest

from majuscule.degrade.spoken import spoken_words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("We'll see, uh, forward-looking", "WE WILL SEE FORWARD LOOKING"),
        ("<unk> the company 's U S plan <laugh>", "THE COMPANY'S US PLAN"),
        ("I I can't, it wasn't", "I I CAN NOT IT WAS NOT"),
        ("FIFTY PER CENT", "FIFTY PERCENT"),
        ("50%", "FIFTY PERCENT"),
        ("he 'll go", "HE WILL GO"),
        ("the company's e b i t d a's a plus", "THE COMPANY'S EBITDA'S A PLUS"),
        ("'s", "'S"),
        ("", ""),
    ],
)
def test_ways_of_writing_become_one(text: str, said: str) -> None:
    assert " ".join(one.word for one in spoken_words(text)) == said


def test_words_know_where_they_stand() -> None:
    text = "uh the u s won't pay $5 million"
    found = {one.word: text[one.start : one.end] for one in spoken_words(text)}
    assert found["US"] == "u s"
    assert found["WILL"] == found["NOT"] == "won't"
    assert found["FIVE"] == "$5"
    assert found["DOLLARS"] == "million"
