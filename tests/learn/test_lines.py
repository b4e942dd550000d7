"""Which lines of a document are learnt from: short ones without their mark, fragments of others."""

from __future__ import annotations

import pytest

from majuscule.learn.lines import FRAGMENT, TrainingLines, fragment_of
from majuscule.reading import Document

SHORT = "See you at noon."
LONG = "When the rain had ended, Anna Port went to the station in Rome, as she had said she would."
MANY = tuple(Document(f"{n}", (SHORT, LONG)) for n in range(200))


def lines_of(documents: tuple[Document, ...], **how: float) -> list[str]:
    return [line for one in documents for line in TrainingLines(**how).of(one)]  # type: ignore[arg-type]


def test_lines_are_learnt_from_as_they_are_unless_one_says_otherwise() -> None:
    titled = Document("d", (SHORT,), title="Anna Port")
    assert lines_of((titled,)) == ["Anna Port", SHORT]
    assert lines_of((titled,), titles=False) == [SHORT]


def test_a_share_of_the_lines_loses_its_mark_the_same_ones_each_time() -> None:
    found = lines_of(MANY, unmarked=0.3)
    assert found == lines_of(MANY, unmarked=0.3)
    for line in (SHORT, LONG):
        assert 0.2 < found.count(line[:-1]) / len(MANY) < 0.4


def test_long_lines_may_keep_their_marks() -> None:
    found = lines_of(MANY, unmarked=0.5, unmarked_words=12)
    assert found.count(SHORT[:-1]) > 60
    assert found.count(LONG) == len(MANY)


def test_fragments_come_after_a_share_of_the_lines() -> None:
    found = lines_of(MANY, fragments=0.4)
    others = [line for line in found if line not in (SHORT, LONG)]
    assert 0.3 < len(others) / (2 * len(MANY)) < 0.5
    assert all(line[0].isupper() and line[-1].isalpha() for line in others)
    assert {len(line.split()) for line in others} <= set(FRAGMENT)
    assert len(set(others)) > 10


@pytest.mark.parametrize(
    "line", [LONG, "The office of Anna Port in Rome - and iPods (too) for all of us"]
)
def test_a_fragment_is_words_of_the_line_begun_with_a_capital(line: str) -> None:
    for chance in range(500):
        found = fragment_of(line, chance)
        first, *others = found.split()
        begin = line.lower().index(found.lower())
        assert line[begin + len(first) :].startswith(found[len(first) :])
        assert first[0].isupper()
        assert "," not in found
        assert len(others) + 1 in FRAGMENT


def test_too_few_words_give_no_fragment() -> None:
    assert [fragment_of(line, 5) for line in ("", "Yes.", "Well, no: go!")] == ["", "", ""]
