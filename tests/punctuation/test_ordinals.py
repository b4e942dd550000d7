"""The full stop of a German ordinal ends no sentence."""

from __future__ import annotations

import pytest

from majuscule.punctuation.rules.ordinals import is_ordinal
from majuscule.text.tokenizing.marks import words_of
from majuscule.text.tokenizing.passages import read_passage


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("am 3. Oktober und die 2. Liga", "3 2"),
        ("um 1900, 5. Mai, im 19. Jh. so", "5 19"),
        ("es sind 5. Dann kam der, 7. Er", ""),
        ("der 100. Tag, die 2, der\n3. Mann", ""),
        ("das ist der 5.\nDann", ""),
    ],
)
def test_figures_after_articles_and_before_months_are_ordinals(text: str, expected: str) -> None:
    passage = read_passage(text)
    words = words_of(passage)
    starts, ends = passage.tokens.starts[words.at], passage.tokens.ends[words.at]
    found = is_ordinal(passage, words)
    spans = zip(starts[found], ends[found], strict=True)
    assert [text[start:end] for start, end in spans] == expected.split()
