"""Names in Chinese text over characters: what the chain sees, and what it finds."""

from __future__ import annotations

import pytest

from majuscule.entities.chinese.character_training import gold_tags, running, train_characters
from majuscule.entities.chinese.characters import CharacterTagger
from majuscule.entities.chinese.columns import COLUMNS, read_columns
from majuscule.entities.interface import Corpus
from majuscule.errors import UsageError
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from majuscule.text import hash_words
from tests.entities.test_kinds import chinese

LABELS = ("PER", "LOC", "DATE", "MONEY")


@pytest.fixture(scope="module")
def tagger() -> CharacterTagger:
    return train_characters([chinese()], LABELS, None, {"least": 1, "folds": 2})


@pytest.mark.parametrize("text", ["马丁 去 北京 工作 了 。", "马丁去北京工作了。"])
def test_names_are_found_with_and_without_spaces(tagger: CharacterTagger, text: str) -> None:
    found = [(one.of(text), one.label) for one in tagger.tag(text)]
    assert found == [("马丁", "PER"), ("北京", "LOC")]


@pytest.mark.parametrize(
    ("label", "sure", "memory", "found"),
    [
        ("LOC", 0.9, True, [4, 11]),
        ("PER", 0.9, True, [4, 11]),
        ("ORG", 0.9, True, [4]),
        ("LOC", 0.5, True, [4]),
        ("LOC", 0.9, False, [4]),
    ],
)
def test_a_sure_name_is_found_wherever_the_words_of_its_document_allow(
    tagger: CharacterTagger,
    monkeypatch: pytest.MonkeyPatch,
    label: str,
    sure: float,
    memory: bool,
    found: list[int],
) -> None:
    one = Mention(4, 6, label, sure)
    monkeypatch.setattr(CharacterTagger, "names", lambda _self, _read: [one])
    text = "在 去 北京 了 。\n北京 北京人"
    places = tagger.tag(text, memory=memory)
    assert places == [Mention(start, start + 2, label, sure) for start in found]


def test_dates_and_sums_are_found_by_rule(tagger: CharacterTagger) -> None:
    text = "2008年李华在上海付了30美元。"
    found = [(one.of(text), one.label) for one in tagger.tag(text)]
    assert ("2008年", "DATE") in found
    assert ("30美元", "MONEY") in found
    assert ("李华", "PER") in found


def test_running_text_keeps_mentions_and_latin_spaces() -> None:
    document = AnnotatedText("马丁 在 New York 了", (Mention(5, 13, "LOC"),))
    without = running(document)
    assert without.text == "马丁在New York了"
    assert without.mentions[0].of(without.text) == "New York"


def test_columns_say_where_an_atom_stands(tagger: CharacterTagger) -> None:
    read = read_columns("马丁 在 北京\n北京", tagger.lattice, tagger.dictionary)
    assert read.columns.shape[0] == len(COLUMNS)
    characters = read.columns[COLUMNS.index("c")][read.at]
    assert characters.tolist() == hash_words("马丁在北京北京").tolist()
    places = read.columns[COLUMNS.index("s")][read.at[:5]]
    assert places.tolist() == hash_words(["B", "E", "S", "B", "E"]).tolist()
    tags = gold_tags(
        read, AnnotatedText("马丁 在 北京\n北京", (Mention(5, 7, "LOC"),)), tagger.scheme
    )
    assert [tagger.scheme.tags[tag] for tag in tags[read.at]] == ["O"] * 3 + ["B-LOC", "I-LOC"] + [
        "O"
    ] * 2


def test_one_fold_is_refused() -> None:
    with pytest.raises(UsageError, match="folds is 1; it must be 2 or more"):
        train_characters([chinese()], LABELS, None, {"folds": 1})
    with pytest.raises(UsageError, match="add one that is learnt"):
        train_characters([Corpus([], ("DATE",))], ("DATE",))
