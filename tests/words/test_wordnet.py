"""Case-ambiguous words from WordNet's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from majuscule.errors import CorpusError
from majuscule.words.wordnet import PARTS, ambiguous_words, read_lemmas

NOUNS = """  1 This software and database is being provided to you.
01794158 05 n 02 turkey 0 Meleagris_gallopavo 0 003 @ 01789740 n 0000 | large bird
09039411 15 n 02 Turkey 0 Republic_of_Turkey 0 001 @i 08700255 n 0000 | a republic
00000001 15 n 01 X-ray 0 000 | not letters only
00000002 15 n 0a a 0 b 0 c 0 d 0 e 0 f 0 g 0 h 0 i 0 White 0 000 | ten words, hexadecimal
"""


def wordnet(folder: Path) -> Path:
    for part in PARTS:
        (folder / f"data.{part}").write_text("")
    (folder / "data.noun").write_text(NOUNS)
    (folder / "data.adj").write_text("1 00 a 02 white(a) 0 China 0 000 | of a colour\n")
    return folder


def test_words_with_a_lower_and_a_capital_entry_are_found(tmp_path: Path) -> None:
    assert ambiguous_words(wordnet(tmp_path)) == ["turkey", "white"]


def test_a_missing_database_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="install Debian's package wordnet-base"):
        ambiguous_words(tmp_path / "none")


def test_a_file_of_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "data.noun").write_text("1 2 n 01 a 0\nsome text here\n")
    with pytest.raises(CorpusError, match=r"data\.noun:2: is not a synset"):
        list(read_lemmas(tmp_path / "data.noun"))
