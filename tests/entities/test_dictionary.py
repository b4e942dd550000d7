"""The dictionary of the Chinese tagger: read, looked up, cutting lines into words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from majuscule.entities.chinese.dictionary import Dictionary
from majuscule.errors import CorpusError, UsageError

ENTRIES = [("北京", 50, "ns"), ("北京大学", 19, "nt"), ("大学", 40, "n"), ("去", 90, "v")]


def test_a_line_is_cut_at_its_likeliest_words() -> None:
    dictionary = Dictionary.of(ENTRIES)
    found = list(dictionary.cut("我去北京大学"))
    assert found == [(0, 1, ""), (1, 2, "v"), (2, 6, "nt")]
    assert list(dictionary.cut([])) == []


def test_words_inside_words_are_named_too() -> None:
    dictionary = Dictionary.of(ENTRIES)
    found = set(dictionary.words(dictionary.look_up("去北京大学")))
    assert found == {(1, 3, "ns"), (1, 5, "nt"), (3, 5, "n")}


def test_an_empty_dictionary_knows_no_word() -> None:
    found = list(Dictionary.none().cut("北京"))
    assert found == [(0, 1, ""), (1, 2, "")]
    assert Dictionary.none().fits()


def test_a_file_is_read_and_its_broken_lines_are_told(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("北京 1 ns\n\n大学 40 n\n学大 4 n\n", "utf-8")
    assert len(Dictionary.read(file).hashes) == 2
    file.write_text("北京 50 ns\n大学 viel n\n", "utf-8")
    with pytest.raises(CorpusError, match=r"words\.txt:2: '大学 viel n' is not a word"):
        Dictionary.read(file)
    file.write_bytes("北京 50 ns\n".encode("gb18030"))
    with pytest.raises(CorpusError, match=r"words\.txt"):
        Dictionary.read(file)


def test_jieba_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jieba", None)
    with pytest.raises(UsageError, match=r"pip install 'majuscule\[chinese\]'"):
        Dictionary.read("jieba")


def test_numbers_that_no_class_has_do_not_fit() -> None:
    dictionary = Dictionary.of(ENTRIES)
    broken = Dictionary(
        dictionary.hashes, np.full(4, 9, np.uint8), dictionary.rarities, dictionary.names
    )
    assert dictionary.fits()
    assert not broken.fits()
