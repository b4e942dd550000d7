from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.detection.verdicts import (
    CASED,
    LEAVE,
    LOWER,
    MIXED,
    NOTHING,
    PARTLY,
    STARTS,
    TITLE,
    UPPER,
    VERDICT_NAMES,
    LineVerdicts,
    detect_documents,
    detect_lines,
)
from majuscule.text import (
    CA,
    LC,
    UC,
    decode,
    encode,
    hash_words,
    read_passage,
    rewrite,
    tokenize,
)

CASES = json.loads(
    (Path(__file__).parents[1] / "cases" / "detection.json").read_text(encoding="utf-8")
)

STORY = """\
The mayor of Leeds said on Monday that the old bridge would be closed for two years. Mr. Brown and
his colleagues had warned of the damage in March, but nobody in London had listened to them.

"We were told that it was safe," said Anna Schmidt, who lives beside the river. She has written to
the BBC and to the Department of Transport. Nothing has come of it so far.

Work begins in June. It is to cost £5m and will be paid for by the county. A company from Norway,
Nordbro, has the contract."""


def detect(text: str, **options: Any) -> LineVerdicts:
    return detect_lines(read_passage(text), **options)


def evidence_for(text: str, **shares: float) -> np.ndarray:
    """Return evidence on some words of a text; nothing is known of the others."""
    tokens = tokenize(encode(text))
    evidence = np.full(len(tokens), np.nan, np.float32)
    for word, share in shares.items():
        evidence[tokens.words == hash_words([word])[0]] = share
    return evidence


def parameters(group: str) -> list[Any]:
    return [
        pytest.param(
            case,
            id=case["label"],
            marks=pytest.mark.xfail(strict=True, reason=case["comment"]) if "fails" in case else (),
        )
        for case in CASES[group]
    ]


@pytest.mark.parametrize("case", parameters("alone"))
def test_a_line_alone_is_judged_as_the_cases_say(case: dict[str, Any]) -> None:
    (verdict,) = detect(case["input"]).verdicts
    assert VERDICT_NAMES[verdict] in case["expected"]


@pytest.mark.parametrize("case", parameters("in context"))
def test_lines_in_context_are_judged_as_the_cases_say(case: dict[str, Any]) -> None:
    verdicts = [VERDICT_NAMES[verdict] for verdict in detect(case["input"]).verdicts]
    assert verdicts == case["expected"]


def test_a_story_is_left_alone_and_its_copies_are_told() -> None:
    passage = read_passage(STORY)
    assert not detect(STORY).actions().any()
    for class_, expected in ((LC, LOWER), (CA, UPPER), (UC, TITLE)):
        found = detect(decode(rewrite(passage.codes, passage.tokens, class_)))
        full = found.lines[:, 1] > found.lines[:, 0]
        assert set(found.verdicts[full].tolist()) == {expected}
        assert found.actions().all()


def test_a_line_that_mixes_is_judged_in_parts() -> None:
    text = (
        "The mayor of Leeds said so on Monday. He was not asked again by Mr. Brown. "
        "i do not know what i think of that. i will ask him when i see him if i can. "
    )
    found = detect(text)
    assert found.part_verdicts.tolist() == [CASED, LOWER]
    assert found.part_lines.tolist() == [0, 0]
    tokens = tokenize(encode(text))
    first = found.parts[1, 0]
    assert decode(encode(text)[tokens.starts[first] :]).startswith("i do not")
    assert (found.actions() != LEAVE).tolist() == [i >= first for i in range(len(tokens))]


def test_evidence_tells_capitals_at_sentence_starts_only() -> None:
    text = "Barack obama met angela merkel in berlin."
    evidence = evidence_for(text, obama=0.99, angela=0.99, merkel=0.99, berlin=0.99)
    assert detect(text, evidence=evidence).verdicts.tolist() == [STARTS]
    cased = "Barack Obama met Angela Merkel in Berlin."
    assert detect(cased, evidence=evidence).verdicts.tolist() == [CASED]


def test_a_small_i_tells_nothing_where_it_is_a_common_word() -> None:
    text = "Vi bor i Lund och jobbar i Malmö.\nHon bor i Lund i en liten lägenhet."
    assert detect(text).actions().any()
    assert not detect(text, evidence=evidence_for(text, i=0.01)).actions().any()


def test_two_names_written_small_tell() -> None:
    text = "We went to paris and rome with Anna."
    evidence = evidence_for(text, paris=0.99, rome=0.99, anna=0.99)
    assert detect(text, evidence=evidence).verdicts.tolist() == [PARTLY]


def test_a_name_written_small_tells_once() -> None:
    text = " ".join(["The turkey ate and slept."] * 30)
    evidence = evidence_for(text, turkey=0.99)
    assert not detect(text, evidence=evidence).actions().any()


def test_evidence_tells_headlines_from_names() -> None:
    text = "Obama Visits Berlin as Protests Grow\nStocks Fall as Leaders Demand Reforms in Europe"
    low = dict.fromkeys(
        ["visits", "protests", "grow", "stocks", "fall", "leaders", "demand", "reforms"], 0.02
    )
    evidence = evidence_for(text, obama=0.99, berlin=0.99, europe=0.99, **low)
    assert detect(text, evidence=evidence).verdicts.tolist() == [TITLE, TITLE]


def test_documents_are_no_context_to_each_other() -> None:
    text = "THE ROCKET WAS LATE TODAY\nok\nTHE ROCKET IS GONE"
    alone = detect(text, documents=np.arange(3)).verdicts
    assert alone[1] == detect("ok").verdicts[0]
    for line, verdict in zip(text.split("\n"), alone.tolist(), strict=True):
        assert detect(line).verdicts.tolist() == [verdict]


def test_documents_are_told_for_a_corpus_filter() -> None:
    passage = read_passage(STORY)
    lines = STORY.split("\n")
    lower = STORY.lower().split("\n")
    pool = {
        CASED: STORY,
        LOWER: STORY.lower(),
        UPPER: STORY.upper(),
        TITLE: decode(rewrite(passage.codes, passage.tokens, UC)),
        MIXED: "\n".join([*lines[:4], *lower[4:]]),
        NOTHING: "1999\n\n2004",
    }
    for expected, text in pool.items():
        verdicts, _, _ = detect_documents(read_passage(text), np.zeros(1, np.int64))
        assert verdicts.tolist() == [expected]
    begins = np.cumsum([0, *(text.count("\n") + 1 for text in pool.values())])[:-1]
    whole = read_passage("\n".join(pool.values()))
    verdicts, shares, words = detect_documents(whole, begins)
    assert verdicts.tolist() == list(pool)
    assert np.allclose(shares.sum(axis=1), words > 0)


@given(st.text(st.characters(), max_size=80))
def test_any_text_has_a_verdict_for_each_line_and_token(text: str) -> None:
    tokens = tokenize(encode(text))
    found = detect(text)
    assert len(found.verdicts) == text.count("\n") + 1
    assert len(found.actions()) == len(tokens)
    assert np.isfinite(found.confidences).all()
    if len(tokens):
        assert found.parts[0, 0] == 0
        assert found.parts[-1, 1] == len(tokens)
        assert (found.parts[1:, 0] == found.parts[:-1, 1]).all()


WORDS = st.sampled_from([*STORY.split(), *STORY.lower().split(), "NASA", "\n"])


@given(st.lists(WORDS, max_size=40))
def test_verdicts_do_not_depend_on_other_documents(words: list[str]) -> None:
    text = " ".join(words)
    size = text.count("\n") + 1
    both = detect(f"{text}\n{STORY}\n{text}", documents=np.array([0, size, size + 8]))
    alone = detect(text).verdicts.tolist()
    assert both.verdicts[:size].tolist() == alone
    assert both.verdicts[-size:].tolist() == alone


def test_posteriors_are_those_of_enumeration() -> None:
    from itertools import product

    from majuscule.detection import posterior_kernel

    rng = np.random.default_rng(1)
    likelihoods = rng.random((4, 3))
    likelihoods /= likelihoods.max(axis=1, keepdims=True)
    prior = np.array([0.5, 0.3, 0.2])
    stays = np.array([0.0, 0.7, 0.0, 0.9])  # a document, a line, a document, the same line
    units = np.array([[0, 3, 5, 9], [0, 1, 2, 2], [0, 0, 0, 0]], np.int32)
    marks = np.array([[0, 0, 0, 2], [1, 0, 1, 0]], np.uint8)
    scores = np.stack([np.log(likelihoods), np.empty((4, 3))])
    posterior_kernel.smooth(4, units, marks, 0.7, 0.9, prior, np.empty(3), scores)
    expected = np.zeros((4, 3))
    for path in product(range(3), repeat=4):
        weight = 1.0
        for i, state in enumerate(path):
            drawn = (1 - stays[i]) * prior[state]
            kept = stays[i] if i and path[i - 1] == state else 0
            weight *= (drawn + kept) * likelihoods[i, state]
        expected[np.arange(4), path] += weight
    assert np.allclose(scores[1], expected / expected.sum(axis=1, keepdims=True))


def test_names_of_speakers_say_nothing_of_what_they_say() -> None:
    said = "Sarah: right.\nTom: well, no.\nSarah: ok then."
    assert [VERDICT_NAMES[one] for one in detect(said).verdicts] == ["lower case"] * 3
    said = "MR. SMITH: in boston.\nINTERVIEWER: and then?\nMR. SMITH: well, i left."
    assert [VERDICT_NAMES[one] for one in detect(said).verdicts] == ["lower case"] * 3
    assert detect("NARRATOR: one night\nMAN: hey").actions().any()
    once = detect("Size: large\nColour: blue").verdicts
    assert "lower case" not in [VERDICT_NAMES[one] for one in once]


def test_speakers_in_capitals_do_not_make_what_they_say_capitals() -> None:
    said = "S. O'BRIEN, ANCHOR: Good morning.\nANN LEE, CNN REPORTER: Good morning."
    assert detect(said).all_are(LEAVE)
    form = "NAME: JOHN SMITH\nPAGE: 5\nNOTE: CALL BACK LATER\nNAME: ANN SMITH\nPAGE: 6"
    assert detect(form).kinds == {UPPER}


def test_a_label_says_nothing_of_what_follows() -> None:
    for text in ("UPDATE: the train to london is late", "Subject: a trip to london"):
        assert detect(text, evidence=evidence_for(text, london=0.99)).actions().all()
    assert not detect("ERROR: could not open the file").actions().any()
    assert not detect("USA: two trains collide in Texas").actions().any()


def test_a_line_without_words_is_in_capitals_where_the_lines_around_it_are() -> None:
    assert detect("THANK YOU ALL FOR COMING\nEXAMPLE.COM/ABC").kinds == {UPPER}
    assert detect(f"{STORY}\nEXAMPLE.COM/ABC").all_are(LEAVE)


def test_small_letters_of_items_say_nothing() -> None:
    items = "a. Fixed a fault in it.\nb. Changed the house.\n\nc. Added the other road."
    assert detect(items).all_are(LEAVE)
    assert not detect(items.lower()).all_are(LEAVE)


def test_a_heading_in_capitals_says_nothing_of_small_lines_under_it() -> None:
    menu = "MENU\nsoup of the day\ngrilled chicken"
    assert [VERDICT_NAMES[one] for one in detect(menu).verdicts[1:]] == ["lower case"] * 2
    assert VERDICT_NAMES[detect("Anna\nsoup of the day").verdicts[1]] != "lower case"


def test_lists_of_small_items_are_left_alone_where_the_prose_around_them_is_well_cased() -> None:
    items = "ask the county\nwrite to the press\nlook at the bridge again\nopen the other road"
    assert detect(f"{STORY}\n\n{items}").all_are(LEAVE)
    assert not detect(f"{STORY.lower()}\n\n{items}").all_are(LEAVE)
    assert LOWER in detect(items).kinds
    # Names that are small tell that capitals were lost there.
    lost = items.replace("county", "bbc in london").replace("press", "mayor of leeds")
    names = evidence_for(f"{STORY}\n\n{lost}", bbc=0.99, london=0.99, leeds=0.99)
    assert not detect(f"{STORY}\n\n{lost}", evidence=names).all_are(LEAVE)
