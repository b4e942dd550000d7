"""The laws hold for each language that is shipped, whatever is given: letters stay as they are."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from majuscule.accents.restorer import SUFFIX, AccentRestorer
from majuscule.detection.languages import known_languages
from majuscule.models import read_model
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text.characters.accents import marked, plain
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import encode, fold

MODELS = sorted((Path(__file__).parents[2] / "models").glob("*/majuscule_*/*.model"))
if not MODELS:
    pytest.skip("models of languages are not in this checkout", allow_module_level=True)
WAYS = ("", "-accurate", "-cascade")
CASE = [
    one for one in MODELS if any(one.stem == of + way for of in known_languages() for way in WAYS)
]
ACCENTS = [one for one in MODELS if one.stem.endswith(SUFFIX)]

ODD = (
    "",
    "\n\n",
    "ein wort, une forêt, dos niños, trzy żółwie, på ön, İstanbul'da ışık",
    "MIXED Москва и 東京 with العربية and עברית in one line: ÅNGSTRÖM",
    "مرحبا بالعالم، كيف حالك؟ שלום עולם",
    "half accented: fenêtre et fenetre, żółw i zolw, schön und schon",
    "e\u0301te\u0301 and une\u0301 fe\u0302te, Zu\u0308rich, i\u0307stanbul",
    "\u0301 alone \u0308\u0308 and x\u0301\u0323\u0307y",
    "ΣΟΦΟΣ ΟΔΟΣ ﬁne ßtrange ŉ ǆ Ǆ ǅ",
    "https://example.com/Été?q=ÄÖ mail@beispiel.de C:\\Für\\x.txt {name} <b>fett</b>",
    "'s-hertogenbosch, l'oréal, d'artagnan, dell'arizona, ankara'nın, o'neill",
    "a\u200bb \ufeff \x00 \ud7ff \U0001f600 \U00010400 1ère 2º 3ª",
    "¿qué? ¡no! «où» „gut“ »so« ...eh? (sí) [já]",
    "i ı I İ ii ıı II İİ ij IJ Ĳ",
    "x" * 300 + " " + "é" * 300,
)


@pytest.fixture(scope="module", params=CASE, ids=lambda one: one.stem)
def truecaser(request: pytest.FixtureRequest) -> Truecaser:
    return load(request.param)


@pytest.fixture(scope="module", params=ACCENTS, ids=lambda one: one.stem)
def accents(request: pytest.FixtureRequest) -> AccentRestorer:
    return AccentRestorer.from_file(read_model(request.param))


@pytest.mark.parametrize("case", ["auto", "ignore", "fill"])
def test_case_alone_changes_and_twice_is_once(truecaser: Truecaser, case: str) -> None:
    lower = truecaser.alphabet.recase
    for text in (
        *ODD,
        *(lower(one, "upper") for one in ODD),
        *(lower(one, "lower") for one in ODD),
    ):
        out = truecaser.restore(text, case=case)  # type: ignore[arg-type]
        assert len(out) == len(text)
        into = truecaser.alphabet.into
        assert fold(encode(into(out))).tolist() == fold(encode(into(text))).tolist()
        assert truecaser.restore(out, case=case) == out  # type: ignore[arg-type]
        assert truecaser.analyze(text, case=case).text == out  # type: ignore[arg-type]


def test_marks_alone_change_and_taking_them_away_gives_the_letters(accents: AccentRestorer) -> None:
    alphabet = alphabet_of(accents.language)
    for text in ODD:
        out = accents.restore(text)
        assert accents.restore(out) == out
        composed = unicodedata.is_normalized("NFC", text)
        if composed or unicodedata.is_normalized("NFD", text):
            assert unicodedata.is_normalized("NFC" if composed else "NFD", out)
        before, after = (
            encode(alphabet.into(unicodedata.normalize("NFC", one))) for one in (text, out)
        )
        assert plain(after).tolist() == plain(before).tolist()
        had = marked(before)
        assert (fold(after)[had] == fold(before)[had]).all()


def test_what_has_no_letters_of_the_language_stays(accents: AccentRestorer) -> None:
    for text in ("مرحبا بالعالم، كيف حالك؟ שלום עולם", "東京 1234 ...", "https://example.com/ete"):
        assert accents.restore(text) == text
