"""Accents: learnt words come back in their context, and nothing but marks changes in any text."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.accents.marks import composed, marked, plain
from majuscule.accents.restorer import AccentRestorer, load_accents
from majuscule.accents.training import train_accents
from majuscule.errors import TrainingError, UsageError
from majuscule.models import read_model
from majuscule.restore.plan import Plan
from majuscule.restore.truecaser import Truecaser
from majuscule.text.codepoints import decode, encode, recase
from tests.accents.conftest import TEXTS

ODD = st.text(st.one_of(st.sampled_from("aeoéèAÉ \n.'’́̂çıIİijłøйё"), st.characters()), max_size=40)


def bare(text: str) -> str:
    """Return a text without marks, its case kept."""
    parts = unicodedata.normalize("NFD", text)
    return "".join(one for one in parts if not unicodedata.combining(one))


def test_what_was_learnt_comes_back_in_its_context(accents: AccentRestorer) -> None:
    for text in TEXTS:
        assert accents.restore(bare(text)) == text
        assert accents.restore(bare(text).upper()) == text.upper()
    assert accents.restore("Ou est la tache ?") == "Où est la tache ?"


def test_the_case_of_each_letter_stays(accents: AccentRestorer) -> None:
    assert accents.restore("GENEVE Geneve geneve") == "GENÈVE Genève genève"


def test_words_that_bear_a_mark_are_left_alone_unless_asked(accents: AccentRestorer) -> None:
    assert accents.restore("pèche a Geneve") == "pèche à Genève"
    assert accents.restore("pèche", again=True) in ("pêche", "péché")


def test_the_form_of_the_text_stays(accents: AccentRestorer) -> None:
    given = unicodedata.normalize("NFD", "fermée a Geneve")
    assert accents.restore(given) == unicodedata.normalize("NFD", "fermée à Genève")
    mixed = "é" + given
    assert composed(mixed) is None
    assert accents.restore(mixed) == mixed


@given(ODD)
def test_nothing_but_marks_changes(accents: AccentRestorer, text: str) -> None:
    out = accents.restore(text)
    if unicodedata.is_normalized("NFC", text):
        assert len(out) == len(text)
        before, after = encode(text), encode(out)
        assert plain(before).tolist() == plain(after).tolist()
        assert not (marked(before) & (before != after)).any()
        for code, to in zip(text, out, strict=True):
            assert (recase(code, "lower") == code) == (recase(to, "lower") == to) or code == to
    else:
        composed_out = unicodedata.normalize("NFC", out)
        want = plain(encode(unicodedata.normalize("NFC", text)))
        assert plain(encode(composed_out)).tolist() == want.tolist()
    assert accents.restore(out) == out


@given(ODD)
def test_marks_that_are_there_can_be_decided_again(accents: AccentRestorer, text: str) -> None:
    whole = unicodedata.normalize("NFC", text)
    out = accents.restore(whole, again=True)
    assert plain(encode(out)).tolist() == plain(encode(whole)).tolist()
    assert accents.restore(out, again=True) == out


def test_case_and_accents_come_back_together(truecaser: Truecaser) -> None:
    for text in TEXTS:
        for case in ("lower", "upper"):
            given = recase(bare(text), case)
            assert truecaser.restore(given, accents=True, case="ignore") == text
            analysis = truecaser.analyze(given, accents=True, case="ignore")
            assert analysis.text == text
            assert all(one.form == text[one.start : one.end] for one in analysis.tokens)
            assert all(one.text == given[one.start : one.end] for one in analysis.tokens)
            for plan in (analysis.plan, truecaser.plan(given, accents=True, case="ignore")):
                again = Plan.from_json(plan.to_json())
                assert again.apply(given) == text
                assert again.apply(bare(text)) == text
    assert truecaser.restore("une peche", case="ignore") == "Une peche"


def test_a_plan_refuses_marks_that_are_none(truecaser: Truecaser) -> None:
    plan = truecaser.plan("une peche", accents=True).to_json()
    with pytest.raises(UsageError, match="a mark is a place and one letter"):
        Plan.from_json({**plan, "marks": [[1, "ab"]]})


def test_the_model_file_says_what_it_was_made_from(model: Path) -> None:
    header = read_model(model).header
    assert (header.kind, header.language, header.licence) == ("accents.v1", "fr", "CC0")
    assert header.corpora[0].words > 0
    assert header.options["words"] == 1


def test_a_language_without_a_model_is_refused_in_a_sentence(model: Path) -> None:
    with pytest.raises(
        UsageError, match=r"no model restores the accents of 'en'; (none is|there are)"
    ):
        load_accents("en")
    assert load_accents(str(model)).language == "fr"


def test_text_without_marks_teaches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("There are no marks here.")
    with pytest.raises(TrainingError, match="no letter with a mark"):
        train_accents([path])


def test_plain_letters() -> None:
    assert decode(plain(encode("Żółć Ångström йё ﬁ ß"))) == "zolc angstrom йе ﬁ ß"
