"""Glossaries: which forms are found, how they are written, and which files are refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import majuscule.words
from majuscule.errors import CorpusError, UsageError
from majuscule.text import KEEP, apply, decode, read_passage, recase
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.words.glossaries.glossary import NO_GLOSSARY, Glossary, shipped_glossary

CASES = json.loads((Path(__file__).parents[1] / "cases" / "languages.json").read_text("utf-8"))
SHIPPED = Path(majuscule.words.__file__).parent / "glossaries"
FORMS = (
    "OpenAI",
    "iOS",
    "npm",
    "Bank of America",
    "Bank of America Tower",
    "JPMorgan Chase & Co.",
    "JPMorgan",
    "L'Oréal",
    "3Com",
    "Wi-Fi",
    "Booking.com",
    "C#",
    "0 dB",
    "0 V",
    ", OR 00000",
    "3rd",
    "Day 0",
    "Day 00",
    "A0 0AA",
    "A0A 0A0",
    "AA00 0AA",
    "AA0A 0AA",
)


def written(text: str, glossary: Glossary) -> str:
    """Return the text with the glossary's forms written as they are there."""
    passage = read_passage(text)
    at, classes, masks = glossary.find(passage.tokens)
    spans = passage.tokens.starts[at], passage.tokens.ends[at]
    assert (classes != KEEP).all()
    return decode(apply(passage.codes, *spans, classes, masks))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OPENAI and openai's ios", "OpenAI and OpenAI's iOS"),
        ("Npm is here", "npm is here"),
        ("the bank of america, bank  of\tamerica", "the Bank of America, Bank  of\tAmerica"),
        ("bank of america tower", "Bank of America Tower"),
        ("bank\nof america", "bank\nof america"),
        ("bank of <b>america</b>", "Bank of <b>America</b>"),
        ("jpmorgan chase & co. said jpmorgan chase", "JPMorgan Chase & Co. said JPMorgan chase"),
        ("l’oréal and l'ORÉAL", "L’Oréal and L'Oréal"),
        ("3com and 4com", "3Com and 4com"),
        ("wi-fi, wi - fi, wi fi", "Wi-Fi, wi - fi, wi fi"),
        ("see BOOKING.COM or foo.com", "see Booking.com or foo.com"),
        ("c# and c", "C# and c"),
        ("preopenai", "preopenai"),
        ("openais, npms, OPENAIS' and 3coms", "OpenAIs, npms, OpenAIs' and 3coms"),
        ("5 DB, ½ db or 30\u00a0db", "5 dB, ½ dB or 30\u00a0dB"),
        ("the DB, a 5 and DB, five DB\n5\nDB", "the DB, a 5 and DB, five DB\n5\nDB"),
        ("salem, or 97205, or 5000", "salem, OR 97205, or 5000"),
        ("or 97205, or97205 ,or 97205", "or 97205, or97205 ,or 97205"),
        ("`openai` {npm}", "`openai` {npm}"),
        ("to sw1a 1aa, m1 1ae\nor Eh12\u00a06Nn.", "to SW1A 1AA, M1 1AE\nor EH12\u00a06NN."),
        ("ec1a 1bb, m5v  3L9, m5v 3ll", "EC1A 1BB, M5V  3L9, m5v 3ll"),
        ("pi day 7, day 12, day 123", "pi Day 7, Day 12, day 123"),
        ("b1 3rd, b1 4th, b1 5DB, b1 5v", "b1 3rd, B1 4TH, b1 5dB, b1 5v"),
        ("5DB, 25DB, 2500DB, 1.5DB, 12v", "5dB, 25dB, 2500dB, 1.5DB, 12v"),
        ("sw1a\n1aa, sw1a  1aa, sw1a 1aab, abc1 1aa", "sw1a\n1aa, SW1A  1AA, sw1a 1aab, abc1 1aa"),
    ],
)
def test_forms_are_written_as_the_glossary_has_them(text: str, expected: str) -> None:
    assert written(text, Glossary.of(FORMS)) == expected


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", ["lower", "upper"])
def test_every_form_is_found_in_any_case(form: str, case: str) -> None:
    assert written(f"x {recase(form, case)} y", Glossary.of(FORMS)) == f"x {form} y"


def test_a_form_goes_on_behind_all_its_tokens_but_the_last() -> None:
    tokens = read_passage("bank of america npm, to sw1a 1aa 5 db").tokens
    assert Glossary.of(FORMS).goes_on(tokens).nonzero()[0].tolist() == [0, 1, 6]
    assert not NO_GLOSSARY.goes_on(tokens).any()


WORDS = st.sampled_from(["a", "b", "aB", "Ab", "c-d", "C-d", "a.b", "e", "f"])


@given(st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), max_size=6), st.data())
def test_finding_is_longest_first_from_the_left(forms: list[str], data: st.DataObject) -> None:
    glossary = Glossary.of(forms)
    known = {form.lower(): form for form in forms}
    words = data.draw(st.lists(WORDS, max_size=12))
    expected, at = [], 0
    while at < len(words):
        sizes = (size for size in (3, 2, 1) if " ".join(words[at : at + size]).lower() in known)
        size = next((size for size in sizes if at + size <= len(words)), 0)
        text = " ".join(words[at : at + max(size, 1)])
        expected.append(known[text.lower()] if size else text)
        at += max(size, 1)
    assert written(" ".join(words), glossary) == " ".join(expected)


def test_the_last_of_two_forms_counts() -> None:
    glossary = Glossary.of(["Npm", "eBay"]) | Glossary.of(["npm"])
    assert written("NPM and EBAY", glossary) == "npm and eBay"
    assert len(glossary) == 2
    assert glossary | NO_GLOSSARY == NO_GLOSSARY | glossary == glossary


def test_no_glossary_finds_nothing() -> None:
    assert not NO_GLOSSARY
    assert written("OPENAI", NO_GLOSSARY) == "OPENAI"


def test_a_file_has_a_form_a_line_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text(
        "\ufeff# firms\nOpenAI  # a comment\n\n Bank  of America\nC#\nOpenAI\n", "utf-8"
    )
    glossary = Glossary.read(path)
    assert glossary.forms == ("OpenAI", "Bank of America", "C#")
    assert Glossary.of(path) == Glossary.of(str(path)) == glossary
    assert "bank OF america" in glossary
    assert "bank" not in glossary


def test_a_line_may_hold_the_endings_of_a_form(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text("Prah{a,y}\nDolní Lhot{a, y}  # {not, these}\n{New,Old} Acm{e,es,e}\n", "utf-8")
    forms = "Praha;Prahy;Dolní Lhota;Dolní Lhoty;New Acme;New Acmes;Old Acme;Old Acmes"
    assert Glossary.read(path).forms == tuple(forms.split(";"))
    assert Glossary.of(["Acm{e,es}"]).forms == ("Acme", "Acmes")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("eBay\nEbay", r"line 2: 'Ebay' is 'eBay' on line 1; keep one"),
        ("eBay\n1999", r"line 2: the form '1999' has no letter that could be a capital"),
        ("x\nE{bay,xx}\ne{B,b}ay", r"line 3: 'eBay' is 'Ebay' on line 2; keep one"),
        ("# x\n{Name}", r"line 2: the form '\{Name\}' holds markup or a placeholder"),
        ("aB" * 40, r"line 1: the form '.*' has a word of more than 64 characters"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(lines: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text(lines, "utf-8")
    with pytest.raises(UsageError, match=rf"terms\.txt, {problem}"):
        Glossary.read(path)


def test_a_missing_file_is_told() -> None:
    with pytest.raises(CorpusError, match="no/such: no such file"):
        Glossary.read("no/such")


def test_a_file_may_be_in_utf_16_and_one_that_is_in_neither_is_told(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text("OpenAI\nL'Oréal\n", "utf-16")
    assert Glossary.read(path).forms == ("OpenAI", "L'Oréal")
    path.write_text("OpenAI\nL'Oréal\n", "latin-1")
    with pytest.raises(
        CorpusError, match=r"terms\.txt:2: not UTF-8: byte 0xe9 at byte 11 .*UTF-8$"
    ):
        Glossary.read(path)


def test_a_form_that_cannot_be_used_is_refused() -> None:
    with pytest.raises(UsageError, match="the form '' has no letter"):
        Glossary.of(["eBay", "", "12"])


def test_a_form_may_hold_half_a_letter_and_forms_are_no_single_text() -> None:
    assert len(Glossary.of(["\ud800x"]).digest) == 64
    with pytest.raises(
        TypeError, match=r"forms is str; make a glossary from forms with Glossary.of"
    ):
        Glossary("OpenAI")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"forms is int; give the forms alone, as a list"):
        Glossary.of(7)
    with pytest.raises(TypeError, match=r"forms is dict; give the forms alone, as a list"):
        Glossary.of({"openai": "OpenAI"})
    with pytest.raises(TypeError, match=r"forms is bytes; give the forms alone, as a list"):
        Glossary.of(b"OpenAI")


def test_a_glossary_travels() -> None:
    glossary = Glossary.of(FORMS)
    assert written("ios", glossary) == "iOS"
    assert pickle.loads(pickle.dumps(glossary)) == glossary
    assert Glossary.of(reversed(FORMS)).digest == glossary.digest
    assert repr(glossary).startswith(f"<Glossary of {len(FORMS)} forms ")


def test_each_shipped_glossary_has_the_forms_of_all_languages() -> None:
    glossary = shipped_glossary("en")
    assert shipped_glossary("en-GB") == glossary
    assert shipped_glossary("") == shipped_glossary("xx") == NO_GLOSSARY
    french = shipped_glossary("fr")
    assert "xixe" not in glossary
    assert "api" in glossary
    assert "api" not in french


def test_a_small_word_that_opens_a_form_keeps_the_capital_of_a_sentence() -> None:
    glossary = Glossary.of(["via Zoom", "npm", "k.d. lang", "c/o"])
    text = "Via ZOOM. Via zoom! And VIA zoom, C/O npm"
    assert written(text, glossary) == "Via Zoom. Via Zoom! And via Zoom, c/o npm"
    assert written("NPM", glossary) == "npm"
    assert written("K.D. Lang", glossary) == "k.d. lang"
    assert written("Z. B. so, Z. B. SO", Glossary.of(["z. B."])) == "Z. B. so, z. B. SO"


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.txt")), ids=lambda path: path.stem)
def test_shipped_glossaries_are_sorted_and_found(path: Path) -> None:
    for group in path.read_text("utf-8").strip().split("\n\n")[1:]:
        title, *forms = group.split("\n")
        assert title.startswith("# ")
        assert forms
        assert forms == sorted(forms, key=lambda form: (form.lower(), form)), title
    language = "en" if path.stem == "international" else path.stem
    glossary, alphabet = shipped_glossary(language), alphabet_of(language)
    for form in Glossary.read(path).forms:
        given = alphabet.into(f"x {alphabet.recase(form, 'upper')} y")
        assert alphabet.out(written(given, glossary)) == f"x {form} y"


@pytest.mark.parametrize("case", CASES["glossaries"], ids=lambda case: case["input"])
def test_names_of_a_language_are_written_so(case: dict) -> None:
    assert written(case["input"], shipped_glossary(case["language"])) == case["expected"]
