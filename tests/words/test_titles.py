"""Names from the titles of articles."""

from __future__ import annotations

import numpy as np
import pytest

from majuscule.reading import Document
from majuscule.text import hash_words, read_passage
from majuscule.words.gazetteers.titles import (
    FIRST_NAME,
    LAST_NAME,
    ORGANIZATION,
    OTHER,
    PERSON,
    PLACE,
    TitleLists,
    kind_of,
    learn_titles,
)
from majuscule.words.tables.table import WordTable, bucket


@pytest.mark.parametrize(
    ("title", "text", "kind"),
    [
        ("Ann Lee", "Ann Lee (March 3, 1900 – May 1970) wrote.", PERSON),
        ("Ann Lee", "Ann Lee is a Korean-born American poet and a mother of two.", PERSON),
        ("Ann Lee", "Lee began her career at a small club.", PERSON),
        ("Oslo Harbour", "It was built long ago.", PLACE),
        ("Harbour", "It was built long ago.", 0),
        ("Ann Lee", "It was painted by her mother.", 0),
        ("Lee & Sons", "Lee & Sons was an American toy manufacturer based in Ohio.", ORGANIZATION),
        ("The Lees", "The Lees were an English rock band.", ORGANIZATION),
        ("Amoeba (album)", "Amoeba was recorded in 1999.", OTHER),
        ("Lupercalia", "Lupercalia was very ancient.", 0),
    ],
)
def test_the_first_sentence_tells_the_kind(title: str, text: str, kind: int) -> None:
    assert kind_of(title, text) == kind


def test_titles_and_parts_of_names_become_lists() -> None:
    articles = [
        ("Ann Lee", "Ann Lee is a poet."),
        ("Target", "Target is an American retailer."),
        ("Rome, Georgia", "Rome is a city in Georgia."),
        ("eBay", "eBay is an American retailer."),
    ]
    documents = [Document(t, (p,), t) for t, p in articles]
    counts = np.array([[90], [10], [0], [0]], np.int32)
    buckets = bucket(np.array([100], np.int32), counts)
    words = WordTable.build(hash_words(["target"]), buckets, np.zeros(1, np.int32))
    lists = learn_titles(documents, words)
    found = lists.find(read_passage("ann lee left rome for target").tokens.words)
    assert found[0] & PERSON
    assert found[0] & FIRST_NAME
    assert found[1] & LAST_NAME
    assert found[1] & PERSON << 8
    assert found[3] == PLACE
    assert found[5] == 0  # mostly written small: no evidence
    assert lists.find(hash_words(["ebay"])).tolist() == [0]  # its title begins small
    again = TitleLists(lists.hashes, lists.flags)
    assert again.find(hash_words(["rome"])).tolist() == [PLACE]
