"""Accents: learnt words come back in their context, and nothing but marks changes in any text."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
import textwrap
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from majuscule.accents import restorer
from majuscule.accents.columns import WORDS, letter_columns, word_columns, word_places
from majuscule.accents.contexts import UNIT
from majuscule.accents.forms import FIRST, MOST, PLAIN, AccentedForms
from majuscule.accents.learning.fitting import LEAST, PRICE, fitted
from majuscule.accents.restorer import AccentRestorer, load_accents
from majuscule.accents.rules.regions import as_written_in
from majuscule.accents.training import train_accents
from majuscule.arrays import I32, I64, U32
from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.models import read_model
from majuscule.models.card import Card
from majuscule.restore.plan import Plan
from majuscule.restore.streams import restore_file
from majuscule.restore.truecaser import Truecaser
from majuscule.tagging.scoring.packing import CODES
from majuscule.text.characters.accents import composed, marked, plain
from majuscule.text.characters.codepoints import decode, encode, recase
from majuscule.text.protecting.protection import Patterns
from majuscule.text.tokenizing.passages import Passage, passage_of
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.tables.table import number_table
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


@dataclass(frozen=True)
class Leaning:
    """A context in which every accented form leads every plain one, by ``lead`` log odds."""

    lead: float

    def scores(self, passage: Passage, forms: AccentedForms, numbers: U32, at: I64) -> I32:
        rows = numbers[at].astype(np.int64) - FIRST
        exists = np.arange(MOST) < forms.counts[rows][:, None]
        leads = np.where(forms.unmarked(rows), 0, self.lead * UNIT) - np.where(exists, 0, 1e6)
        return leads.astype(np.int32) - forms.biases(rows)


def test_a_line_that_kept_its_accents_gets_no_doubtful_ones(accents: AccentRestorer) -> None:
    doubtful = replace(accents, context=Leaning(1.5))
    kept = "Hélène a été à Genève ou là"
    assert doubtful.restore(kept) == "Hélène a été à Genève ou là"
    assert doubtful.restore(bare(kept)) == "Hélène à été à Genève où là"
    # Half of what has one form only is lost, so as much may be lost of what has several.
    assert doubtful.restore("Helene a ete à Genève ou là") == "Hélène à été à Genève où là"
    assert replace(accents, context=Leaning(9)).restore(kept) == "Hélène à été à Genève où là"
    assert doubtful.restore(kept, again=True) == "Hélène à été à Genève où là"
    # Other lines play no part.
    assert doubtful.restore(f"{kept}\n\nou va Helene ?").endswith("\n\noù va Hélène ?")


def test_the_form_of_the_text_stays(accents: AccentRestorer) -> None:
    given = unicodedata.normalize("NFD", "fermée a Geneve")
    assert accents.restore(given) == unicodedata.normalize("NFD", "fermée à Genève")
    mixed = "é" + given
    assert composed(mixed) is None
    assert accents.restore(mixed) == mixed
    lines = f"Il va a Geneve\n{mixed}\n{given}"
    kept = accents.restore(lines).split("\n")
    assert kept == ["Il va à Genève", mixed, unicodedata.normalize("NFD", "fermée à Genève")]


def test_texts_get_the_same_together_as_alone(accents: AccentRestorer) -> None:
    mixed = "e\u0301te\u0301 \u00e9te"  # neither composed nor decomposed
    texts = [*TEXTS, "", "```\n", mixed, unicodedata.normalize("NFD", "La pêche est la"), "\n", "a"]
    given = [*map(bare, TEXTS), *texts]
    found = accents.restore_many(given)
    assert found == [accents.restore(text) for text in given]
    assert found[: len(TEXTS)] == list(TEXTS)
    assert mixed in found
    assert accents.restore_many([]) == []


def test_wrapped_text_gets_the_same_accents(accents: AccentRestorer, truecaser: Truecaser) -> None:
    text = " ".join(TEXTS)
    for width in (20, 30, 40):
        wrapped = textwrap.fill(text, width, break_on_hyphens=False)
        assert accents.restore(bare(wrapped), lines="wrapped") == wrapped
        found = truecaser.restore(bare(wrapped).lower(), accents=True, lines="wrapped")
        assert found == truecaser.restore(wrapped.lower(), lines="wrapped")
    broken = "Elle a pensé à la forêt. La fenê-\ntre est fermée ou ouverte."
    assert accents.restore(bare(broken), lines="wrapped") == broken
    # Of a word, what is protected in one line stays, wherever the lines are joined.
    kept = accents.restore("a la fete\na la fete", lines="wrapped", protect=Patterns.of("^a la"))
    assert kept == "a la fête\na la fête"
    kept = accents.restore("> a la\n> fete", lines="wrapped", protect=Patterns.of("la f[eê]te"))
    assert kept == "> à la\n> fete"


@pytest.mark.parametrize("sign", ["\u00a0", "\u202f", "\u3000", "’", "'", "—"])
def test_the_vowels_of_the_word_before_a_sign_are_no_features(sign: str) -> None:
    span = np.array([3]), np.array([5])
    expected = letter_columns(encode("lu mo"), *span)[0]
    assert np.array_equal(letter_columns(encode(f"lu{sign}mo"), *span)[0], expected)


def test_a_word_is_spelt_alike_whatever_words_follow() -> None:
    alone = letter_columns(encode("lut"), np.array([0]), np.array([3]))[0]
    first = letter_columns(encode("lut\nomo"), np.array([0]), np.array([3]))[0]
    assert np.array_equal(first, alone)


def test_the_last_vowels_of_the_word_before_are_features() -> None:
    groups, numbers = np.zeros(1, np.uint16), np.full(2, FIRST, np.uint32)
    for text, vowel in (("zelu vas", "u"), ("zula vas", "a"), ("zul vas", "u"), ("zl vas", "`")):
        columns = word_columns(passage_of(encode(text)), groups, numbers, np.array([1]))
        assert columns[WORDS.index("x"), word_places(1) - 1] == ord(vowel) - ord("`")


def test_the_model_of_a_language_is_loaded_once(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Mock(side_effect=read_model)
    monkeypatch.setattr(restorer, "read_model", read)
    monkeypatch.setattr(restorer, "model_of", lambda *_: "xx-accents")
    monkeypatch.setattr(restorer, "model_path", lambda _: model)
    assert load_accents("xx").restore("ete") == load_accents("xx").restore("ete") == "été"
    assert read.call_count == 1


@pytest.mark.parametrize(
    ("language", "given", "written"),
    [
        ("pt-PT", "o bebê econômico, guichês", "o bebé económico, guichés"),
        ("pt-PT", "a fêmea tem estômago, você vê", None),
        ("pt-BR", "o fenómeno econômico, gémeos", "o fenômeno econômico, gêmeos"),
        ("pt-BR", "gómez só bebe café, também", None),
        ("pt", "o fenómeno econômico", None),
    ],
)
def test_countries_write_some_vowels_otherwise(
    language: str, given: str, written: str | None
) -> None:
    assert decode(as_written_in(encode(given), language)) == (written or given)


def test_a_tag_with_a_country_gives_the_accents_of_the_country(
    accents: AccentRestorer, truecaser: Truecaser
) -> None:
    portuguese = replace(accents, language="pt-PT")
    assert portuguese.restore("GENEVE, Gêmea") == "GENÈVE, Gêmea"  # what is there stays
    there = truecaser.in_region("pt_PT")
    assert (there.region, truecaser.in_region("pt") is truecaser) == ("pt-pt", True)


def test_what_the_user_protects_gets_no_accents(truecaser: Truecaser) -> None:
    text = "ou est la fete a Geneve ?"
    kept = truecaser.with_rules(protect="gen[eè]ve")
    assert truecaser.restore(text, accents=True, case="ignore") == "Où est la fête à Genève ?"
    for made in (
        kept.restore(text, accents=True, case="ignore"),
        kept.plan(text, accents=True, case="ignore").apply(text),
        kept.analyze(text, accents=True, case="ignore").text,
    ):
        assert made == "Où est la fête à Geneve ?"


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


@given(ODD)
@example("ᾈ")  # its lower case has two code points
@example("ʇ")  # its capital is far from it
def test_case_and_marks_that_are_there_can_be_decided_again(
    truecaser: Truecaser, text: str
) -> None:
    whole = unicodedata.normalize("NFC", text)
    out = truecaser.restore(whole, accents_again=True)
    assert plain(encode(out)).tolist() == plain(encode(whole)).tolist()
    assert truecaser.analyze(whole, accents_again=True).text == out
    assert truecaser.plan(whole, accents_again=True).apply(whole) == out
    apart = unicodedata.normalize("NFD", text)
    analysis = truecaser.analyze(apart, accents_again=True)
    assert analysis.plan.apply(apart) == analysis.text
    assert plain(encode(bare(analysis.text))).tolist() == plain(encode(bare(apart))).tolist()


def test_wrong_marks_are_put_right_if_that_is_asked(truecaser: Truecaser, tmp_path: Path) -> None:
    given = "il à été a genéve."
    assert truecaser.restore(given, accents=True) == "Il à été à genéve."
    done = "Il a été à genève."
    assert truecaser.restore(given, accents_again=True) == done
    film, made = tmp_path / "a.srt", tmp_path / "b.srt"
    cue = "1\n00:00:01,000 --> 00:00:02,000\n<i>{}</i>\n"
    # Offsets in decomposed text would move, so there accents stay.
    for form, accented in ("NFC", done), ("NFD", "Il à été a genéve."):
        film.write_text(unicodedata.normalize(form, cue.format(given)))
        restore_file(film, made, truecaser, accents_again=True)
        assert made.read_text() == unicodedata.normalize(form, cue.format(accented))


def test_a_plan_refuses_marks_that_are_none(truecaser: Truecaser) -> None:
    plan = truecaser.plan("une peche", accents=True).to_json()
    with pytest.raises(UsageError, match="each mark must be a place and one letter"):
        Plan.from_json({**plan, "marks": [[1, "ab"]]})


def test_the_model_file_says_what_it_was_made_from(model: Path) -> None:
    header = read_model(model).header
    assert (header.kind, header.language, header.licence) == ("accents.v1", "fr", "CC0")
    assert header.corpora[0].words > 0
    assert header.options["words"] == 1


def test_a_line_of_english_gets_no_accents(accents: AccentRestorer) -> None:
    english = "when you are the one who can open a door\nthat peche is not on the list of files"
    assert accents.restore(f"elle va a la fete a geneve\n\n{english}") == (
        f"elle va à la fête à genève\n\n{english}"
    )


def test_a_language_without_a_model_is_refused_in_a_sentence(model: Path) -> None:
    with pytest.raises(UsageError, match=r"no model restores accents in 'en'; (none is|there are)"):
        load_accents("en")
    assert load_accents(str(model)).language == "fr"


def test_a_model_in_the_folder_of_the_model_of_case_restores_accents(
    model: Path, truecaser: Truecaser, tmp_path: Path
) -> None:
    shutil.copyfile(model, tmp_path / "zz-accents.model")
    header = replace(truecaser.header, language="zz")
    own = replace(truecaser, header=header, accents=None, source=str(tmp_path / "zz.model"))
    assert own.restore("ete", accents=True).lower() == "été"
    with pytest.raises(UsageError, match="no model restores accents in 'zz'"):
        replace(own, source="zz").restore("ete", accents=True)


def test_a_restorer_is_sent_to_processes_and_says_what_is_no_text(model: Path) -> None:
    restorer = replace(load_accents(model), language="fr-CA")
    again = pickle.loads(pickle.dumps(restorer))
    assert (again.language, again.digest) == ("fr-CA", read_model(model).digest)
    assert again.restore_many(iter(["a geneve", ""])) == ["à genève", ""]
    assert repr(again) == f"<AccentRestorer fr-CA accents.v1 {again.digest[:12]}>"
    with pytest.raises(TypeError, match="text is NoneType; it must be str"):
        restorer.restore(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="accent restorer was not loaded from a file"):
        pickle.dumps(replace(restorer, source=""))


def test_text_without_marks_teaches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("There are no marks here.")
    with pytest.raises(TrainingError, match="no accented letter"):
        train_accents([path])


def test_another_kind_is_refused_before_anything_is_read() -> None:
    with pytest.raises(ModelError, match="there is no accent restorer of kind 'tagger'"):
        train_accents("nowhere.txt", kind="tagger")


def test_plain_letters() -> None:
    assert decode(plain(encode("Żółć Ångström йё ﬁ ß"))) == "zolc angstrom йе ﬁ ß"


def test_a_list_of_words_teaches_what_the_text_lacks(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"tournée": 1e-4, "tournee": 1e-6, "menu": 1e-3, "thé": 1e-5, "the": 1e-9}
    listed = ModuleType("wordfreq")
    given = {"fr": words}
    monkeypatch.setattr(
        listed, "get_frequency_dict", lambda language, _name: given[language], raising=False
    )
    monkeypatch.setitem(sys.modules, "wordfreq", listed)
    made = train_accents([corpus], card=Card(language="fr"), options={"listed": 4})
    assert made.restore("menu tournee the") == "menu tournée thé"
    assert made.restore(bare(TEXTS[0])) == TEXTS[0]


def test_rare_forms_that_english_writes_plain_are_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "text.jsonl"
    line = "La fée a vu Agüero, Hélène a vu Agüeros. Agüeros va à Nice."
    corpus.write_text(json.dumps({"id": "0", "paragraphs": [line]}))
    words = {"agüero": 2e-7, "agüeros": 2e-7, "hélène": 2e-6, "fée": 1e-7, "à": 1e-2, "a": 1e-2}
    english = {"helene": 1e-4, "aguero": 1e-6, "agueros": 1e-6, "fee": 1e-7, "kane": 1e-7}
    listed = ModuleType("wordfreq")
    of_language = {"fr": words, "en": english}
    monkeypatch.setattr(
        listed, "get_frequency_dict", lambda one, _name: dict(of_language[one]), raising=False
    )
    monkeypatch.setitem(sys.modules, "wordfreq", listed)
    options = {"words": 1, "listed": 5, "english": 5}
    for option, name in ((0, "Agüero"), (5, "Aguero")):
        made = train_accents(
            [corpus], card=Card(language="fr"), options={**options, "english": option}
        )
        assert made.restore("Aguero, Agueros, Helene, fee") == f"{name}, Agüeros, Hélène, fée"
    assert made.arrays_.forms.find(hash_words(["kane"]))[0] == PLAIN


def test_a_list_of_words_that_is_not_installed_is_named(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(UsageError, match=r"needs wordfreq: pip install 'majuscule\[words\]'"):
        train_accents([corpus], card=Card(language="fr"), options={"listed": 4})


def test_forms_that_are_no_longer_written_are_not_learnt(corpus: Path) -> None:
    old = {"words": 1, "old": ["où"]}
    made = train_accents([corpus], card=Card(language="fr"), options=old)
    assert made.restore("ou est helene ?") == "ou est hélène ?"


def test_forms_that_are_written_more_often_today_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "text.jsonl"
    old = ["Luc revint à Rome. Anne alla à Nice.", "Luc a dit non."]
    corpus.write_text(json.dumps({"id": "0", "paragraphs": [*old[:1] * 12, *old[1:]]}))
    listed = ModuleType("wordfreq")
    now = {"à": 1e-6, "a": 2e-5}
    monkeypatch.setattr(listed, "get_frequency_dict", lambda *_: dict(now), raising=False)
    monkeypatch.setitem(sys.modules, "wordfreq", listed)
    text = "elle revint a lyon"
    for today, expected in ((0, "elle revint à lyon"), (8000, "elle revint a lyon")):
        made = train_accents(
            [corpus], tmp_path / "a.model", card=Card(language="fr"),
            options={"words": 1, "listed": 2, "today": today},
        )  # fmt: skip
        assert made.restore(text) == expected
        again = AccentRestorer.from_file(read_model(tmp_path / "a.model"))
        assert again.restore(text) == expected
    with pytest.raises(UsageError, match="it must be from 0 to 8000"):
        train_accents([corpus], card=Card(language="fr"), options={"today": 8001})
    forms = made.arrays_.forms
    assert forms.fits()
    assert not replace(forms, today=forms.today[1:]).fits()
    # 20 to 1 now and 1 to 24 then: the odds are held to four units of the logarithm.
    assert forms.today.tolist() == [0, 8000 * 4]


def test_training_twice_gives_the_same_arrays(corpus: Path, accents: AccentRestorer) -> None:
    again = train_accents([corpus], card=Card(language="fr"), options={"words": 1})
    for name, array in accents.arrays().items():
        assert np.array_equal(array, again.arrays()[name]), name


def test_models_without_the_later_templates_are_read(accents: AccentRestorer) -> None:
    parts = accents.arrays_
    book = parts.letters.book(parts.letters.codebook.shape[1])
    fewer = replace(
        parts,
        letters=replace(
            parts.letters,
            codebook=np.delete(book, slice(12 * CODES, 19 * CODES), axis=0),
            regions=np.delete(parts.letters.regions, slice(12, 19), axis=0),
            codes=None,
        ),
    )
    assert fewer.fits()
    old = replace(accents, arrays_=fewer)
    assert (
        plain(encode(old.restore("fenetre a peche"))).tolist() == encode("fenetre a peche").tolist()
    )


def test_vowels_that_agree_are_learnt_for_words_that_nobody_knows(tmp_path: Path) -> None:
    stems = [f"{a}{v}{b}" for a in "dbtmgy" for b in "mnrlz" for v in "aeıiuü"]
    agree = {"a": "ı", "e": "i", "ı": "ı", "i": "i", "u": "u", "ü": "ü"}
    words = [f"{one}l{agree[one[1]]}k{agree[one[1]]}n" for one in stems if one[0] != "g"]
    (tmp_path / "text.txt").write_text("\n".join(f"{one} ve su şu ve." for one in words * 3))
    made = train_accents(
        [tmp_path / "text.txt"], card=Card(language="tr"), options={"least": 1, "epochs": 6}
    )
    for stem in ("gan", "gel"):
        wanted = f"{stem}l{agree[stem[1]]}k{agree[stem[1]]}n"
        assert made.restore(bare(wanted).replace("ı", "i")) == wanted


def test_vowels_agree_with_vowels_that_have_been_decided(tmp_path: Path) -> None:
    stems = [f"{a}{v}{b}" for a in "dbtmy" for b in "mnrlz" for v in "ıi"]
    words = [one + "l{0}k{0}n{0}ğ{0}".format(one[1]) for one in stems if one != "bır"]
    (tmp_path / "text.txt").write_text("\n".join(f"{one} {one}" for one in words * 3))
    card, options = Card(language="tr"), {"least": 1, "epochs": 6, "harmony": True}
    made = train_accents([tmp_path / "text.txt"], card=card, options=options)
    for letters in ("birlikiniği", "gilikiniğikiniği"):
        found = made.restore(letters.replace("ğ", "g"))
        assert found in (letters, letters.replace("i", "ı"))


def test_what_follows_an_apostrophe_agrees_with_the_name(tmp_path: Path) -> None:
    lines = [f"{one}tan'{v}n." for one, v in zip("abcd", "ııii", strict=True)]
    lines += [f"{one}ren'{v}n." for one, v in zip("abcd", "iiıı", strict=True)]
    lines += [f"{one}a{two}'nın, {one}e{two}'nin." for one in "kmprs" for two in "kmprs"]
    (tmp_path / "text.txt").write_text("\n".join(lines * 3))
    card, options = Card(language="tr"), {"least": 1, "harmony": True}
    made = train_accents([tmp_path / "text.txt"], card=card, options=options)
    assert made.restore("Lat'nin, Let'nin") == "Lat'nın, Let'nin"


def test_unknown_compounds_have_the_forms_of_their_halves(tmp_path: Path) -> None:
    corpus = tmp_path / "text.jsonl"
    lines = ["Ett märke, en stil, lägenheten och byggnaderna på gatan.", "Hon sa nej, så gick han."]
    corpus.write_text(json.dumps({"id": "0", "paragraphs": lines * 4}), encoding="utf-8")
    text, expected = "Stilsmarke, lagenhetenbyggnaderna", "Stilsmärke, lägenhetenbyggnaderna"
    card = Card(language="sv")
    for options, right in (({}, False), ({"compounds": True}, True)):
        made = train_accents([corpus], card=card, options=options)
        assert (made.restore(text) == expected) == right
        assert plain(encode(made.restore("xmarke stilx märkemarke"))).tolist() == (
            plain(encode("xmarke stilx markemarke")).tolist()
        )


@pytest.mark.parametrize("compounds", [False, True])
def test_rare_words_that_letters_spell_right_are_not_stored(
    monkeypatch: pytest.MonkeyPatch, corpus: Path, compounds: bool
) -> None:
    monkeypatch.setattr("majuscule.accents.training.LONG", 5)
    words = hash_words(["elle", "foret", "fenetre", "fermee", "orleans", "pecheur"])
    known = []
    for common in (0, 60_000):
        options = {"words": 1, "common": common, "compounds": compounds}
        made = train_accents([corpus], card=Card(language="fr"), options=options)
        known.append(np.count_nonzero(made.arrays_.forms.find(words)))
        for text in TEXTS:
            assert made.restore(bare(text)) == text
    assert known[0] < known[1] == len(words)


@pytest.mark.parametrize("form", ["pêche", "pêché", "péché"])
def test_doubtful_forms_are_those_of_text_of_the_kind_to_be_restored(
    corpus: Path, tmp_path: Path, form: str
) -> None:
    text = tmp_path / "text.jsonl"
    rows = [
        json.dumps({"id": str(at), "paragraphs": ["La pêche, un pêché, le péché."]})
        for at in range(9)
    ]
    text.write_text(corpus.read_text() + "\n" + "\n".join(rows))
    kind = tmp_path / "kind.txt"
    kind.write_text(f"Dire {form} !\n" * 8)
    made = train_accents(
        [text], card=Card(language="fr"), options={"words": 1, "fitted_on": [str(kind)]}
    )
    assert made.restore("Dire peche !") == f"Dire {form} !"
    assert made.restore("Il a peche la.").endswith(" a pêché là.")


@given(
    st.lists(st.tuples(st.integers(-900, 900), st.booleans()), min_size=LEAST, max_size=9),
)
def test_a_bias_is_the_best_for_its_price(occurrences: list[tuple[int, bool]]) -> None:
    lead = np.array([one for one, _ in occurrences])
    wanted = np.array([one for _, one in occurrences])

    def worth(bias: int) -> int:
        return PRICE * int(((lead + bias > 0) == wanted).sum()) - abs(bias)

    scores = np.stack([np.zeros_like(lead), lead], axis=1).astype(np.int32)
    one = number_table(np.array([7], np.uint64), np.array([FIRST], np.uint32))
    few, letters = np.array([2], np.uint8), np.array([233], np.uint32)
    sizes, edits = np.array([0, 1], np.uint8), np.array([0], np.uint16)
    forms = AccentedForms(one, few, sizes, edits, letters)
    made = fitted(forms, np.zeros(len(lead), np.int64), scores, wanted.astype(np.int64))
    assert made.today is not None
    assert worth(int(made.today[1])) == max(map(worth, range(-1000, 1001)))


def test_biases_are_stored_for_words_with_several_forms_and_in_older_models_for_all() -> None:
    one = number_table(np.array([7], np.uint64), np.array([FIRST], np.uint32))
    counts, letters = np.array([2, 1, 3], np.uint8), np.array([233], np.uint32)
    sizes, edits = np.array([0, 1, 1, 0, 1, 1], np.uint8), np.zeros(4, np.uint16)
    forms = AccentedForms(one, counts, sizes, edits, letters)
    every = np.array([1, 2, 3, 4, 5, 60_000])
    made = forms.with_biases(every)
    assert made.today is not None
    assert made.fits()
    assert made.today.tolist() == [1, 2, 4, 5, 32_767]
    older = replace(forms, today=every.clip(0, 32_767).astype(np.int16))
    assert older.fits()
    for some in (made, older):
        assert some.biases(np.array([2, 0])).tolist() == [[4, 5, 32_767, 0], [1, 2, 0, 0]]
        more = some.with_biases(every).today
        assert more is not None
        assert more.tolist() == [2, 4, 8, 10, 32_767]
    assert not replace(forms, today=every[:4].astype(np.int16)).fits()


def test_a_word_that_the_table_takes_for_another_is_unknown(accents: AccentRestorer) -> None:
    forms, word = accents.arrays_.forms, encode("geneve pomadi")
    row = np.full(2, int(forms.find(hash_words(["geneve"]))[0]) - FIRST)
    misread = forms.collides(row, np.array([0, 7]), np.array([6, 6]), word)
    assert misread.tolist() == [False, True]
