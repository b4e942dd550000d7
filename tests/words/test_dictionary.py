"""Words that a dictionary knows, and what a tagger learns of them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

import majuscule
from majuscule.errors import UsageError
from majuscule.models.card import Card
from majuscule.text import hash_words
from majuscule.words.tables.dictionary import ACRONYM, NAME, SMALL, dictionary_words
from tests.conftest import OPTIONS
from tests.words.test_elsewhere import bucket_of

OFTEN = {
    "nl": {"rond": 1e-4, "film": 1e-4, "kees": 1e-5, "knmi": 1e-6, "ijssel": 1e-6, "zxcv": 1e-7},
    "en": {"film": 1e-4},
}
FORMS = {"rond", "film", "Kees", "KNMI", "IJssel"}


class Hunspell:
    """What the package does: small words and names may be all capitals too."""

    def __init__(self, name: str, hunspell_data_dir: str) -> None:
        assert (Path(hunspell_data_dir) / f"{name}.dic").is_file()

    def spell(self, word: str) -> bool:
        if word == "zxcv":
            raise UnicodeEncodeError("latin-2", word, 0, 1, "no such letter")
        return word in FORMS or word in {one.upper() for one in FORMS}

    def suggest(self, word: str) -> list[str]:
        return [one for one in FORMS if one.lower() == word]


@pytest.fixture
def dictionary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "nl.dic").touch()
    frequent, hunspell = ModuleType("wordfreq"), ModuleType("hunspell")
    monkeypatch.setattr(
        frequent, "get_frequency_dict", lambda language, _: OFTEN[language], raising=False
    )
    monkeypatch.setattr(hunspell, "Hunspell", Hunspell, raising=False)
    monkeypatch.setitem(sys.modules, "wordfreq", frequent)
    monkeypatch.setitem(sys.modules, "hunspell", hunspell)
    return str(tmp_path / "nl")


def test_frequent_words_are_known_as_the_dictionary_writes_them(dictionary: str) -> None:
    first, others = dictionary_words(dictionary, "nl-BE", 10)
    assert first.words.tolist() == hash_words(["rond"]).tolist()  # no English word
    assert bucket_of(first, "rond") == SMALL
    assert [bucket_of(others, one) for one in ("film", "kees", "knmi")] == [SMALL, NAME, ACRONYM]
    assert len(others.words) == 3  # IJssel is mixed, and nobody knows zxcv
    assert len(dictionary_words(dictionary, "nl", 1)[1].words) == 0


def test_what_is_missing_is_named(dictionary: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"no-such.dic is missing; install .* hunspell-nl"):
        dictionary_words("no-such", "nl", 10)
    for language in ("", "xx"):
        with pytest.raises(
            UsageError, match=f"wordfreq has none for '{language}'; set the language"
        ):
            dictionary_words(dictionary, language, 10)
    monkeypatch.setitem(sys.modules, "hunspell", None)
    with pytest.raises(UsageError, match=r"needs chunspell: pip install 'majuscule\[words\]'"):
        dictionary_words(dictionary, "nl", 10)


def test_a_tagger_writes_them_so(dictionary: str, tmp_path: Path) -> None:
    corpus = tmp_path / "own.txt"
    names = [f"b{a}{b}r" for a in "aeiou" for b in "klmnprst"]
    corpus.write_text(
        "\n\n".join(f"Wij zagen {one.title()} en een d{one[1:]} daar." for one in names)
    )
    options = OPTIONS | {"held_out": 0, "dictionary": dictionary}
    source = "name=Words,licence=CC0,files=*/nl"
    card = Card(language="nl")
    made = majuscule.train([corpus], options=options, sources=[source], card=card)
    assert made.restore("wij zagen kees en een film daar.", case="ignore") == (
        "Wij zagen Kees en een film daar."
    )
    assert [one.name for one in made.header.corpora] == ["own", "Words"]
    assert "dictionary" not in made.header.options
