from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from majuscule.text import read_passage


@given(st.text(st.sampled_from("ab \n.\r\t")))
def test_each_line_has_the_tokens_that_it_has_alone(text: str) -> None:
    passage = read_passage(text)
    lines = text.split("\n")
    assert len(passage.lines) == len(lines)
    for line, (first, last) in zip(lines, passage.lines.tolist(), strict=True):
        assert last - first == len(read_passage(line).tokens)
    assert passage.lines[0, 0] == 0
    assert passage.lines[-1, 1] == len(passage.tokens)


def test_an_empty_text_is_one_line_without_tokens() -> None:
    assert read_passage("").lines.tolist() == [[0, 0]]
