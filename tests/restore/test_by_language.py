"""Several languages in one text: each line by its own model, the others left and named."""

from __future__ import annotations

import pickle
import unicodedata
from dataclasses import replace
from unittest.mock import Mock

import pytest

from majuscule.detection.hint import ENOUGH, LanguageHint
from majuscule.detection.languages import (
    UNKNOWN,
    known_languages,
    languages_of,
    main_language,
    other_language,
)
from majuscule.errors import ModelError
from majuscule.models import ModelHeader
from majuscule.reading import Extract
from majuscule.restore.languages import restorer
from majuscule.restore.languages.hint import shown_hint
from majuscule.restore.languages.restorer import (
    AccentsByLanguage,
    ByLanguage,
    languages,
    load_languages,
)
from majuscule.restore.policy import checked_policy
from majuscule.restore.streams import Options, restored
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text import read_passage
from majuscule.text.characters.codepoints import recase

LINES = {
    "en": "what is that, and where have they been?",
    "de": "das ist nicht der mann, den wir gesehen haben",
    "fr": "elle est dans la maison avec ses amis",
    "es": "los niños están en la calle y no quieren volver",
    "it": "non è una cosa che si dice della gente",
    "pt": "ele não está em casa mas também não saiu",
    "nl": "hij heeft het niet van zijn vader gekregen",
    "sv": "det är inte så att hon har något mot honom",
    "pl": "nie wiem czy to jest dla mnie ważne",
    "cs": "to není jen tak, protože jsme to už viděli",
    "ru": "это было не то, что он хотел",
    "tr": "bu çok güzel bir gün ama daha iyi olabilir",
}


@pytest.mark.parametrize("language", LINES)
def test_lines_are_told_in_any_case(language: str) -> None:
    for text in (LINES[language], recase(LINES[language], "upper")):
        assert languages_of(read_passage(text)) == [language]


SHARED = {
    "i said a man was in": "en",
    "this is a man": "en",
    "she met him at the door": "en",
    "on me dit que à": "fr",
    "il part à rome à midi": "fr",
    "da war also ja": "de",
    "lui ha poco tempo": "it",
    "bien para mi": "es",
    "ja ni har mig": "sv",
    "demain matin à lyon": "fr",
    "guten morgen": "de",
    "buenos dias": "es",
    "domani andiamo a roma": "it",
    "jutro jedziemy do warszawy i do krakowa": "pl",
    "zitra jedeme do prahy a do brna": "cs",
}
"""Short lines of words that other languages have too, some without their accents."""
LETTERED = {
    "zítra jedu do brna přes řeku": "cs",
    "jutro jadę pociągiem": "pl",
    "yarın ığdır'a gidiyorum": "tr",
    "mañana voy con ana": "es",
    "amanhã falarão": "pt",
}
"""Lines that their letters tell, in part."""
UNSURE = ("si era a mi", "todos sobre esta terra", "angela merkel", "")
OTHERS = (
    "jeg ved ikke hvor han er henne",
    "nem tudom hogy hol van a kutya",
    "nu stiu unde este cainele",
    "ja sam bio kod kuce cijeli dan",
    "я не знаю, де він і що з ним",
    "δεν ξέρω πού είναι",
    "我不知道他在哪里",
)
"""Languages that no model is for: some of them neighbours of those that one is for."""


@pytest.mark.parametrize("text", SHARED)
def test_short_lines_of_shared_words_are_told(text: str) -> None:
    assert languages_of(read_passage(text)) == [SHARED[text]]


@pytest.mark.parametrize("text", LETTERED)
def test_letters_of_one_language_count(text: str) -> None:
    assert languages_of(read_passage(text)) == [LETTERED[text]]
    assert languages_of(read_passage(recase(text, "upper"))) == [LETTERED[text]]
    assert languages_of(read_passage(f"what is that?\n\n{text}")) == ["en", "", LETTERED[text]]


@pytest.mark.parametrize("text", OTHERS)
def test_a_line_of_another_language_is_of_none(text: str) -> None:
    assert languages_of(read_passage(text)) == [""]


@pytest.mark.parametrize("language", LINES)
def test_accents_may_be_decomposed_or_missing(language: str) -> None:
    apart = unicodedata.normalize("NFD", LINES[language])
    bare = "".join(one for one in apart if not unicodedata.combining(one))
    assert languages_of(read_passage(f"{apart}\n\n{bare}")) == [language, "", language]


@pytest.mark.parametrize("text", UNSURE)
def test_a_short_line_that_may_be_of_several_languages_is_of_none(text: str) -> None:
    assert languages_of(read_passage(text)) == [""]


def test_every_language_that_is_known_has_a_line_here() -> None:
    assert set(known_languages()) == set(LINES)


def test_a_word_tells_no_more_when_it_comes_again() -> None:
    rows = ["angela merkel"] * 5000
    assert main_language("\n".join(rows)) == UNKNOWN
    told = languages_of(read_passage("\n".join([*rows, "", "merkel said it is all hers", "12:30"])))
    assert told[-2:] == ["en", "en"]


def test_a_line_that_tells_nothing_goes_with_its_block_alone() -> None:
    text = f"{LINES['de']}\notto schmidt\n\n12:30\notto schmidt"
    assert languages_of(read_passage(text)) == ["de", "de", "", "", ""]


def test_a_doubtful_line_is_in_one_of_the_languages_around_it() -> None:
    lines = ["numero de telefono", "telefonnummer (optional)", "otto", "12:30"]
    text = "\n".join([LINES["de"], LINES["de"], LINES["es"], *lines])
    assert languages_of(read_passage(text))[3:] == ["es", "de", "de", "de"]


@pytest.fixture
def truecaser(small_restorer) -> Truecaser:
    return Truecaser(ByLanguage({"en": small_restorer}), ModelHeader("languages", "auto"))


def test_lines_are_restored_by_their_model_and_others_left(truecaser: Truecaser) -> None:
    english = "the press met angela merkel in berlin and they were not there."
    text = f"{english}\n\n{LINES['de']}\n\n"
    restored = truecaser.restore(text, case="ignore")
    first, _, second, *_ = restored.split("\n")
    assert "Merkel in Berlin and they" in first
    assert second == LINES["de"]
    assert truecaser.analyze(text, case="ignore").text == restored
    assert truecaser.plan(text, case="ignore").apply(text) == restored
    assert list(truecaser.restore_many([english, LINES["de"]], case="ignore")) == [first, second]
    both = truecaser.restorer
    assert isinstance(both, ByLanguage)
    said = both.said.sentence()
    assert said == f"en: 4 lines, left alone: 4 lines ({LINES['de'][:40]}...)"
    with pytest.raises(ModelError, match="save each on its own"):
        both.arrays()


def test_dutch_lines_have_the_capitals_of_dutch(small_restorer) -> None:
    both = Truecaser(ByLanguage({"nl": small_restorer}), ModelHeader("languages", "auto"))
    line = "het is van meneer de wit en niet van zijn moeder"
    assert "De Wit" in both.restore(line, case="ignore")


def test_each_line_gets_the_accents_of_its_language(
    truecaser: Truecaser, monkeypatch: pytest.MonkeyPatch
) -> None:
    accents = Mock()
    accents.restore_many.side_effect = lambda texts, **_: [texts[0].replace("e", "é")]
    monkeypatch.setattr(restorer, "resolve", lambda _path: {"fr": accents}.get)
    french = "le president est alle dans la ville avec les autres"
    text = f"{LINES['en']}\n\n{french}\n{french}\n\n{LINES['en']}\n"
    found = replace(truecaser, accents=AccentsByLanguage(["fr-accents"])).restore(
        text, accents=True
    )
    assert found.split("\n")[2:4] == [french.replace("e", "é")] * 2
    assert found.replace("é", "e") == truecaser.restore(text)
    accents.restore_many.assert_called_once()
    # A line of a paragraph has the paragraph's language, as for case, whatever it is alone.
    wrapped = f"{french} de\nthe new york times and the\nguardian"
    both = AccentsByLanguage(["fr-accents"])
    [found] = both.restore_many([wrapped], lines="wrapped", protect=())
    assert found == wrapped.replace("e", "é")
    [found] = both.restore_many([wrapped], lines="separate", protect=())
    assert "the new york times" in found


def test_languages_of_a_text_have_their_places() -> None:
    text = f"{LINES['en']}\n{LINES['tr']}\n"
    found = languages(text)
    assert [(one.language, text[one.start : one.end]) for one in found][:2] == [
        ("en", LINES["en"]),
        ("tr", LINES["tr"]),
    ]
    assert [one.restored for one in found] == [True, False, False]
    with pytest.raises(TypeError, match=r"^text is bytes; it must be str$"):
        languages(text.encode())


@pytest.mark.parametrize(("own", "language", "told"), [
    ("en", "de", ["a: this looks like German; to restore it, install its model (x) and use -m de"]),
    ("en", "en", []),
    ("en-GB", "en", []),
    ("de", "en", ["a: this looks like English; restore it with -m en"]),
    ("fi", "de", []),
])  # fmt: skip
def test_text_in_another_language_than_the_models_is_told_once(
    own: str, language: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("majuscule.restore.languages.hint.known_models", lambda: ("en",))
    monkeypatch.setattr("majuscule.models.names.ListedModel.how", lambda _self: "x")
    said: list[str] = []
    hint = LanguageHint(own, lambda *found: said.append(shown_hint(*found)))
    hint.begin("a")
    for _ in range(ENOUGH):
        hint.add(LINES[language])
    hint.end()
    assert said == told


def test_nothing_is_told_of_short_text_nor_of_what_does_not_change() -> None:
    said: list[str] = []
    truecaser = load("en")
    for text in ("alles gut", truecaser.restore(LINES["de"])):
        hint = LanguageHint("en", lambda _name, language: said.append(language))
        options = Options(checked_policy({}), hint=hint)
        restored(truecaser, [Extract(text, 1, text)], options, None)
        hint.end()
    assert said == []


@pytest.mark.parametrize(("text", "own", "other"), [
    ("王小明在上海", "en", "zh"),
    ("王小明在上海的一家商店里工作，他说 he is on the bus", "en", "zh"),
    ("王小明在上海", "zh", ""),
    ("大統領は上海に行きました", "zh", "ja"),
    ("대통령은 서울에 갔다", "en", "ko"),
    ("ذهب الرئيس إلى القاهرة", "en", "ar"),
    ("berlin", "zh", "und"),
    ("berlin", "en", ""),
    ("12:30", "zh", ""),
    (LINES["de"], "zh", "de"),
    (LINES["de"], "de-AT", ""),
    (LINES["de"], "fi", ""),
])  # fmt: skip
def test_scripts_tell_other_languages_too(text: str, own: str, other: str) -> None:
    assert other_language(text, own) == other
    assert other_language(text, own, scripts=False) in ("", main_language(text))


def test_each_line_has_the_glossary_and_the_floors_of_its_language() -> None:
    truecaser = load_languages()
    text = "what is that, do they use tvos at home?"
    assert truecaser.restore(text) == load("en").restore(text)
    assert "tvOS" in truecaser.restore(text)
    assert "tvOS" not in truecaser.with_rules(alone=True).restore(text)
    assert "TVos" in truecaser.with_rules(glossary=["TVos"]).restore(text)


def test_another_process_loads_all_languages_again() -> None:
    truecaser = load_languages()
    text = "what is that, do they use tvos at home?\n\nсреди ночи."
    sent = pickle.dumps(truecaser.with_rules(glossary=["TVos"]))
    again = pickle.loads(sent)
    assert repr(again) == repr(truecaser) == f"<Truecaser auto languages {truecaser.digest[:12]}>"
    assert len(sent) < 1_000_000
    assert "TVos" in again.restore(text)
    assert again.restorer.options() == truecaser.restorer.options()
