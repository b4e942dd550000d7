"""Letters typed for others: respelt where the text means them, and never where it does not."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import majuscule
from majuscule.accents import spelling
from majuscule.accents.restorer import AccentRestorer
from majuscule.accents.spelling import DIGRAPHS, respell
from majuscule.accents.training import train_accents
from majuscule.errors import UsageError
from majuscule.models import ModelHeader
from majuscule.models.card import Card
from majuscule.punctuation.plan import MarkEdit, MarkPlan
from majuscule.reading.extracts import Extract
from majuscule.restore.formatted import analyze_formatted, restore_formatted
from majuscule.restore.plan import Plan
from majuscule.restore.policy import checked_policy
from majuscule.restore.streams import Options, restore_stream
from majuscule.restore.truecaser import Truecaser
from majuscule.server import services
from majuscule.server.services import Services
from majuscule.text.characters.accents import as_given
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.protecting.protection import Patterns
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.tables.table import number_table
from tests.conftest import OPTIONS

TEXTS = (
    "Die neue Straße in München führt über die Brücke zum Gebäude. Masse und Abenteuer!",
    "Frau Müller aus Köln heißt so, weil sie schöne Grüße schickt. Die Flüsse sind groß.",
    "Wir müssen für die Steuer genau so viel tun, dass die Bauern in Israel aktuell essen.",
    "Eine Größe weiß er. Das ist schon schön.",
    "Das Feuer in der Halle dauert; die Hauptsache ist die Treue.",
)
TYPED = {letter: pair for pair, letter in DIGRAPHS["de"].items()} | {"Ü": "Ue", "Ö": "Oe"}
ODD = st.text(st.one_of(st.sampled_from("aeousßüÜ \nUEs'é̈"), st.characters()), max_size=30)
SAID = [" Strasse ", "MUELLER ", " ueber", "gru\u0308sse ", "Brueckenstrasse"]
MIXED = st.lists(st.sampled_from(SAID) | ODD, max_size=4).map("".join)


def typed(text: str) -> str:
    return "".join(TYPED.get(one, one) for one in text)


@pytest.fixture(scope="module")
def italian(tmp_path_factory: pytest.TempPathFactory) -> AccentRestorer:
    path = tmp_path_factory.mktemp("italian") / "text.txt"
    text = "Perché la città è così? C'è la verità, e più virtù di là. Un po' di papà e di casa."
    path.write_text("\n".join([text] * 12), encoding="utf-8")
    return train_accents([path], card=Card(language="it"), options={"words": 1})


@pytest.mark.parametrize(
    ("given", "accented", "respelt"),
    [
        ("perche' c'e' piu' virtu'?", None, "perché c'è più virtù?"),
        ("PERCHE’ LA CITTA’", None, "PERCHÉ LA CITTÀ"),
        # Words that are shortened, or have no accent; elisions; unknown words.
        ("un po' di casa'", None, None),
        ("cosicche' andro' lunedi'", None, "cosicché andrò lunedì"),
        # Where an apostrophe opens a quotation, another may close it.
        ("'la citta' e' casa\ncosi'", None, "'la citta' e' casa\ncosì"),
        ("cosi'\n('la citta' e' casa", None, "così\n('la citta' e' casa"),
        ("''la citta'' e' '", "''la città'' e' '", "''la citta'' è '"),
        ("la citta e piu'", "la città è piu'", "la citta e più"),
    ],
)
def test_italian_apostrophes_stand_for_accents(
    italian: AccentRestorer, given: str, accented: str | None, respelt: str | None
) -> None:
    """Accents alone leave them, or there would be both; respelling replaces them."""
    assert italian.restore(given) == (accented or given)
    assert str(respell(given, "it", italian)) == (respelt or given)
    apart = unicodedata.normalize("NFD", "è ")
    found = str(respell(apart + given, "it", italian))
    assert found == unicodedata.normalize("NFD", apart + (respelt or given))


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Truecaser:
    path = tmp_path_factory.mktemp("german") / "text.jsonl"
    rows = [json.dumps({"id": str(at), "paragraphs": TEXTS}) for at in range(12)]
    path.write_text("\n".join(rows))
    model, card = path.with_name("de-accents.model"), Card(language="de")
    train_accents([path], model, card=card)
    accents = AccentRestorer.from_file(majuscule.read_model(model))
    options = OPTIONS | {"held_out": 0, "slots": 20_000, "epochs": 8}
    return replace(majuscule.train([path], options=options, card=card), accents=accents)


@pytest.fixture(scope="module")
def accents(german: Truecaser) -> AccentRestorer:
    assert isinstance(german.accents, AccentRestorer)
    return german.accents


@pytest.mark.parametrize(
    ("given", "respelt"),
    [
        ("in Mu\u00adenchen stra\u00adsse", "in München stra\u00adße"),
        ("die stras-\nse", "die stras-\nse"),  # a letter cannot stand on two lines
        ("die strass-\ne von muen-\r\nchen", "die straß-\ne von mün-\r\nchen"),
        ("> heisst so\n> schoene", "> heißt so\n> schoene"),  # protected, below
    ],
)
def test_broken_words_are_respelt(accents: AccentRestorer, given: str, respelt: str) -> None:
    kept = Patterns.of("so schoene")
    assert str(respell(given, "de", accents, lines="wrapped", protect=kept)) == respelt


def test_decomposed_letters_of_another_language_are_respelt() -> None:
    given = unicodedata.normalize("NFD", "Braşov şi Iaşi, ș")
    assert str(respell(given, "ro")) == unicodedata.normalize("NFD", "Brașov și Iași, ș")


def test_what_was_typed_in_two_letters_comes_back(accents: AccentRestorer) -> None:
    for text in TEXTS:
        made = respell(typed(text), "de", accents)
        assert made == text
        assert made.before == typed(text)


def test_switzerland_writes_no_eszett(accents: AccentRestorer) -> None:
    given = "Die Strasse in Muenchen ist gross."
    assert respell(given, "de", accents) == "Die Straße in München ist groß."
    assert respell(given, "de-CH", accents) == "Die Strasse in München ist gross."


def test_words_that_are_written_so_stay(accents: AccentRestorer) -> None:
    text = "Neue Masse, Abenteuer, genau, Feuer, Steuer, dass, essen, Bauern, aktuell, Israel"
    assert respell(text, "de", accents) == text


def test_compounds_of_known_words_are_respelt(accents: AccentRestorer) -> None:
    assert respell("Brueckenstrasse Feuerstrasse", "de", accents) == "Brückenstraße Feuerstraße"
    assert respell("Bruecken-Strasse, Xyzstrasse", "de", accents) == "Brücken-Straße, Xyzstrasse"


def test_an_s_may_join_the_parts_and_words_may_have_endings(accents: AccentRestorer) -> None:
    assert respell("Feuersstrasse Xyzsstrasse", "de", accents) == "Feuersstraße Xyzsstrasse"
    assert respell("gebaeudes, feuergebaeudes", "de", accents) == "gebäudes, feuergebäudes"
    assert respell("Massen der Feuerhallen", "de", accents) == "Massen der Feuerhallen"


def test_a_word_without_pairs_is_none_of_the_typed_words(accents: AccentRestorer) -> None:
    # The table takes one word in some thousands for another.
    table = number_table(hash_words(["halle"]), np.array([1], np.uint32))
    other = replace(accents, arrays_=replace(accents.arrays_, respelt=table))
    assert respell("Hallemasse", "de", other) == "Hallemasse"


def test_a_word_written_both_ways_is_respelt_like_its_inflected_forms(
    accents: AccentRestorer,
) -> None:
    table = number_table(hash_words(["massen", "essene"]), np.array([1, 1], np.uint32))
    other = replace(accents, arrays_=replace(accents.arrays_, respelt=table))
    assert respell("Masse", "de", other) == "Maße"
    assert respell("essen", "de", other) == "essen"  # essenen is not


def test_letters_of_other_languages_need_no_model() -> None:
    assert respell("Braşov, Ţara", "ro") == "Brașov, Țara"
    assert respell("ișık i\u0307yi", "tr") == "işık iyi"
    assert respell("I\u0307yi q\u0307 i\u0307", "tr") == "I\u0307yi q\u0307 i"
    kept = respell("Braşov https://x.ro/ţara şi ţ-1", "ro", protect=Patterns.of("ţ-1"))
    assert kept == "Brașov https://x.ro/ţara și ţ-1"
    with pytest.raises(
        UsageError, match="respelling does not support 'fr', only az, de, it, ro, tr"
    ):
        respell("ete", "fr")
    with pytest.raises(
        UsageError, match="needs the language of the text, one of: az, de, it, ro, tr"
    ):
        respell("ete", "")


@given(MIXED)
def test_nothing_but_pairs_of_letters_changes(accents: AccentRestorer, text: str) -> None:
    made = respell(text, "de", accents)
    pairs = {**DIGRAPHS["de"]}
    for edit in made.edits:
        letter = unicodedata.normalize("NFC", edit.text).lower()
        assert pairs[text[edit.start : edit.end].lower()] == letter
    assert made.before == text
    assert respell(made, "de", accents) == made


TYPED_ITALIAN = [
    "perche' ",
    "perche´ ",
    "C'E’ ",
    "po' ",
    "'",
    "\n",
    "citta''",
    " cosi'",
    "E\u0300' ",
    "dell'",
]


@given(st.lists(st.sampled_from(TYPED_ITALIAN) | ODD, max_size=5).map("".join))
def test_nothing_but_vowels_with_apostrophes_changes(italian: AccentRestorer, text: str) -> None:
    made = respell(text, "it", italian)
    for edit in made.edits:
        assert text[edit.start + 1 : edit.end] in ("'", "’", "´", "ʼ")
        parts = unicodedata.normalize("NFD", edit.text)
        assert parts in (text[edit.start] + "\u0300", text[edit.start] + "\u0301")
    assert made.before == text
    assert respell(made, "it", italian) == made
    assert len(italian.restore(text)) == len(text) or not unicodedata.is_normalized("NFC", text)


def test_marks_that_are_put_in_come_before(german: Truecaser, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ja er wohnt in der Strasse")

    def marks(extracts: Sequence[Extract]) -> list[EditedText]:
        return [EditedText.make(one.text, [Edit(2, 2, ",")]) for one in extracts]

    policy = checked_policy({"respell": True, "case": "ignore"})
    parts: list[bytes] = []
    restore_stream(german, tmp_path / "a.txt", parts.append, Options(policy, marks=marks))
    assert b"".join(parts).decode().lower() == "ja, er wohnt in der straße"


class Ending:
    """Puts a comma in after the first word and a full stop at the end, in place of a network."""

    header = ModelHeader("punctuation.v1", language="de")

    def with_rules(self, **_: Any) -> Self:
        return self

    def plan_many(self, texts: list[str], *, sentences: bool, **_: Any) -> Iterator[MarkPlan]:
        assert not sentences  # nobody reads them
        for text in texts:
            comma, end = text.index(" "), len(text)
            marks = MarkEdit(comma, comma, ",", 0.9), MarkEdit(end, end, ".", 0.8)
            yield MarkPlan(text, text, marks, ())


def test_an_analysis_is_respelt_apart_from_the_marks_that_are_put_in(german: Truecaser) -> None:
    said = "die neue strasse in muenchen ist gross"
    served = Services(german, None, lambda: pytest.fail("no names"), Ending)
    values = {"format": "text", "glossary": None, "language": "", "punctuation": "add"}
    policy = {"respell": True, "case": "ignore", "lines": "auto"}
    found = json.loads(services.analyze(served, {**values, **policy, "text": said}))
    assert found["text"] == "Die neue Straße in München ist groß"
    assert [(one["at"], one["mark"]) for one in found["marks"]] == [(3, ","), (38, ".")]
    assert [one["text"] for one in found["tokens"]] == said.split()
    assert [said[one["start"] : one["end"]] for one in found["tokens"]] == said.split()
    assert [one["form"] for one in found["tokens"]] == found["text"].split()


def test_case_comes_after_and_offsets_lead_back(german: Truecaser) -> None:
    for text in TEXTS:
        for case in (str.lower, str.upper):
            given_text = case(typed(text))
            policy = {"respell": True, "case": "ignore"}
            restored = german.restore(given_text, **policy)
            assert restored == text
            analysis = german.analyze(given_text, **policy)
            assert isinstance(analysis.text, EditedText)
            assert analysis.text == text
            for one in analysis.tokens:
                assert given_text[one.start : one.end] == one.text
                assert one.form == analysis.text.within(one.start, one.end)
            plan = german.plan(given_text, **policy)
            assert Plan.from_json(plan.to_json()).apply(given_text) == text
            assert analysis.plan.apply(given_text) == text
            with pytest.raises(UsageError, match="made for another text"):
                plan.apply(text + " Und so.")


def test_files_keep_what_stands_around(german: Truecaser, tmp_path: Path) -> None:
    film = "1\n00:00:01,000 --> 00:00:02,000\n<i>frau mueller aus</i> koeln.\n"
    done = film.replace("frau mueller", "Frau Müller").replace("koeln", "Köln")
    assert restore_formatted(german, film, "srt", respell=True, case="ignore") == done
    (tmp_path / "a.srt").write_text(film)
    majuscule.restore_file(
        tmp_path / "a.srt", tmp_path / "b.srt", german, respell=True, case="ignore"
    )
    assert (tmp_path / "b.srt").read_text() == done
    with pytest.raises(UsageError, match="only plain text can be respelt"):
        analyze_formatted(german, film, "srt", respell=True)


def test_decomposed_text_stays_decomposed(german: Truecaser, accents: AccentRestorer) -> None:
    text = unicodedata.normalize("NFD", "Grüße aus Muenchen")
    made = respell(text, "de", accents)
    assert made == unicodedata.normalize("NFD", "Grüße aus München")
    assert german.restore(text, respell=True) == made


def test_the_normal_form_of_a_text_is_asked_for_once(
    accents: AccentRestorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Mock(side_effect=as_given)  # it reads the whole text
    monkeypatch.setattr(spelling, "as_given", asked)
    assert respell("Strasse, Bruecke, Strasse", "de", accents) == "Straße, Brücke, Straße"
    assert asked.call_count == 1


def test_a_model_that_knows_no_typed_words_says_so(accents: AccentRestorer) -> None:
    old = replace(accents, arrays_=replace(accents.arrays_, respelt=None))
    with pytest.raises(UsageError, match="cannot respell"):
        respell("Muenchen", "de", old)
