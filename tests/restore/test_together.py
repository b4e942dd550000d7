"""Documents restored together come out as each does alone."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from majuscule.restore.truecaser import Truecaser

SAMPLE = """the minister anna port met Angela MERKEL in berlin . , U.N. iphone mcdonald's NASA é
( “ 3rd New York on monday I said: a-b www.A.com"""
WORDS = st.sampled_from([*SAMPLE.split(), "\n"])
DOCUMENTS = st.lists(WORDS, max_size=12).map(" ".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(
    texts=st.lists(st.one_of(DOCUMENTS, st.text(max_size=20)), max_size=5),
    case=st.sampled_from(["auto", "ignore"]),
    memory=st.booleans(),
)
def test_together_is_as_one_by_one(
    truecaser: Truecaser, texts: list[str], case: str, memory: bool
) -> None:
    alone = [truecaser.restore(text, case=case, memory=memory) for text in texts]
    assert list(truecaser.restore_many(texts, case=case, memory=memory, jobs=1)) == alone


@pytest.mark.parametrize("ending", ["", "\n", "\n\n"])
def test_endings_do_not_matter(truecaser: Truecaser, ending: str) -> None:
    texts = [f"angela merkel met the un{ending}", f"anna was in new york{ending}"]
    alone = [truecaser.restore(text) for text in texts]
    assert list(truecaser.restore_many(texts, jobs=1)) == alone
