"""What languages write otherwise than English: letters, apostrophes, marks that open a sentence."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import majuscule
from majuscule.models.card import Card
from majuscule.restore.interface import Decisions
from majuscule.restore.plan import Plan
from majuscule.restore.rules.dutch import raise_dutch
from majuscule.restore.truecaser import Truecaser
from majuscule.text import read_passage
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import decode, recase
from majuscule.text.tokenizing.classes import CA, LC, UC
from majuscule.trials.evaluation import evaluate
from tests.conftest import OPTIONS

CASES = json.loads((Path(__file__).parents[1] / "cases" / "languages.json").read_text("utf-8"))
TEXTS = {
    "tr": (
        "Ahmet dün İstanbul'da Işıl ile buluştu. Ilgın ve İzmir'in ışıkları iyi.",
        "İnsanlar iyi.",
    ),
    "nl": ("Zij gaan naar IJsland en naar 's-Hertogenbosch. 's Avonds ijlen wij.", "Wij ijlen."),
    "el": ("Ο Γιώργος πήγε στην Αθήνα. Ο δρόμος ήταν μεγάλος.", "Ο μεγάλος δρόμος."),
}


@pytest.fixture(scope="module", params=sorted(TEXTS))
def truecaser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Truecaser:
    path = tmp_path_factory.mktemp("languages") / "text.jsonl"
    rows = [json.dumps({"id": str(at), "paragraphs": TEXTS[request.param]}) for at in range(12)]
    path.write_text("\n".join(rows))
    card = Card(language=request.param)
    options = OPTIONS | {"held_out": 0, "slots": 20_000}
    return majuscule.train([path], path.with_name("x.model"), options=options, card=card)


def test_a_text_that_was_learnt_comes_back_from_either_case(truecaser: Truecaser) -> None:
    language = truecaser.header.language
    for text in TEXTS[language]:
        for case in ("lower", "upper"):
            given = alphabet_of(language).recase(text, case)
            assert truecaser.restore(given, case="ignore") == text
            plan = Plan.from_json(truecaser.plan(given, case="ignore").to_json())
            assert plan.apply(given) == text == plan.apply(text)
            analysis = truecaser.analyze(given, case="ignore")
            assert analysis.text == text
            assert all(one.form == text[one.start : one.end] for one in analysis.tokens)
            assert all(one.text == given[one.start : one.end] for one in analysis.tokens)


def test_dutch_ij_rises_as_one() -> None:
    passage = read_passage("ijmuiden ijs is rijk")
    classes = np.array([UC, LC, UC, CA], np.uint8)
    decisions = replace(Decisions.nothing(passage), classes=classes)
    assert decode(decisions.with_digraph(passage, "ij").apply(passage)) == "IJmuiden ijs Is RIJK"


@pytest.mark.parametrize("case", CASES["dutch"], ids=lambda case: case["input"])
def test_dutch_speech_clitics_headings_and_surnames_have_capitals(case: dict) -> None:
    passage = read_passage(case["input"])
    small = np.full(len(passage.tokens), LC, np.uint8)
    decisions = raise_dutch(passage, replace(Decisions.nothing(passage), classes=small), "nl")
    decisions = decisions.with_digraph(passage, "ij")
    assert decode(decisions.apply(passage)) == case["expected"]


def test_dutch_titles_are_small_and_megawatts_are_not() -> None:
    passage = read_passage("aan dhr. bos: 5 mw. mw. bos")
    capitals = np.full(len(passage.tokens), CA, np.uint8)
    decisions = raise_dutch(passage, replace(Decisions.nothing(passage), classes=capitals), "nl")
    assert decode(decisions.apply(passage)) == "AAN dhr. BOS: 5 MW. Mw. BOS"


@pytest.mark.parametrize("case", CASES["tokens"], ids=lambda case: case["input"])
def test_names_stand_apart_from_what_is_elided_before_and_added_after(case: dict) -> None:
    text = case["input"]
    tokens = read_passage(text).tokens
    spans = zip(tokens.starts.tolist(), tokens.ends.tolist(), strict=True)
    assert [text[start:end] for start, end in spans] == case["expected"]


def test_a_final_sigma_is_small_at_the_end_and_rises_like_any() -> None:
    assert recase("ΟΔΟΣ οδός", "upper") == "ΟΔΟΣ ΟΔΌΣ"
    assert [*read_passage("οδος").tokens.words] == [*read_passage("ΟΔΟΣ").tokens.words]


def test_forms_are_found_in_the_letters_of_the_language(truecaser: Truecaser) -> None:
    ruled = truecaser.with_rules(glossary=["TÜBİTAK", "ışIK"])
    given = alphabet_of(truecaser.header.language).recase("bugün TÜBİTAK ve ışIK", "lower")
    assert ruled.restore(given, case="ignore").split()[1::2] == ["TÜBİTAK", "ışIK"]


def test_a_turkish_model_is_scored_by_turkish_letters(tmp_path: Path) -> None:
    corpus, held_out = tmp_path / "text.jsonl", tmp_path / "other.txt"
    rows = [json.dumps({"id": str(at), "paragraphs": TEXTS["tr"]}) for at in range(12)]
    corpus.write_text("\n".join(rows))
    held_out.write_text(TEXTS["tr"][0].replace("iyi", "İyi"))
    options = OPTIONS | {"held_out": 0, "slots": 20_000}
    model = tmp_path / "tr.model"
    majuscule.train([corpus], model, options=options, card=Card(language="tr"))
    scored = evaluate(str(model), [str(held_out)], resamples=0, memories=[False])
    # İyi has its capital here alone: it is missed, and is no other letter.
    assert [one.report["recall"].value for one in scored.scores] == [5 / 6, 5 / 6]


def test_a_model_is_adapted_by_the_letters_of_its_language(
    truecaser: Truecaser, tmp_path: Path
) -> None:
    model, lines = Path(truecaser.source), tmp_path / "corrections.jsonl"
    text = "Ahmet dün Irmak ile İtmek gördü. " * 12
    words = [[found.start(), found.end()] for found in re.finditer("Irmak|İtmek", text)]
    lines.write_text(json.dumps({"id": "a", "text": text, "checked": words}))
    adapted = majuscule.adapt(lines, base=model)
    given = alphabet_of(truecaser.header.language).recase(
        "Ahmet dün Irmak ile İtmek gördü.", "lower"
    )
    assert adapted.restore(given, case="ignore").split()[2:5] == ["Irmak", "ile", "İtmek"]
