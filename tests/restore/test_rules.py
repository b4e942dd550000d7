"""What users rule themselves: forms of a glossary and protected text, and the laws with both."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import majuscule
from majuscule.errors import CorpusError, UsageError
from majuscule.restore.plan import Plan
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text import decode, encode, fold, recase

FORMS = ("OpenAI", "npm", "Bank of America", "New york", "bErlin", "Booking.com", "the")
PROTECT = (r"merkel \w+", r"ticket-\d+", r"\bun\b")
PIECES = st.sampled_from(
    [
        *str.split(
            "the OpenAI npm Bank of America new york berlin. BOOKING.com met merkel un, Ticket-7 "
            "<b> </b> <br> &nbsp; &amp; &eacute;t&eacute; {Name} %s $HOME #ORG# `Code x` \\textbf{ "
            "} {{Cite a}} 1a2b3c4d5e Subject: From: X-Id: [INFO] 2024-01-05 10:33:07 ``` . ? Said"
        ),
        *"\n\n",
        "\n```\n",
    ]
)
WAYS = st.sampled_from([str, str.lower, str.upper, str.title, str.swapcase])
TEXTS = st.lists(st.builds(lambda way, piece: way(piece), WAYS, PIECES), max_size=25).map(" ".join)


@pytest.fixture(scope="module")
def ruled() -> Truecaser:
    return load("en").with_rules(glossary=FORMS, protect=PROTECT)


def folded(text: str) -> str:
    return decode(fold(encode(text)))


@settings(max_examples=150, deadline=None)
@example("BOOKING.COM THE", "auto")
@given(TEXTS, st.sampled_from(["auto", "ignore"]))
def test_only_case_differs_and_twice_is_once(ruled: Truecaser, text: str, case: str) -> None:
    restored = ruled.restore(text, case=case)
    assert len(restored) == len(text)
    assert folded(restored) == folded(text)
    assert ruled.restore(restored, case=case) == restored


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_the_case_of_the_input_plays_no_part(ruled: Truecaser, text: str) -> None:
    expected = ruled.plan(recase(text, "lower"), case="ignore").to_json()
    for form in (text, recase(text, "upper")):
        assert ruled.plan(form, case="ignore").to_json() == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, max_size=4), st.sampled_from(["auto", "ignore"]))
def test_texts_together_are_restored_as_each_alone(
    ruled: Truecaser, texts: list[str], case: str
) -> None:
    alone = [ruled.restore(text, case=case) for text in texts]
    assert list(ruled.restore_many(texts, case=case, jobs=1)) == alone


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_a_plan_and_an_analysis_give_the_same(ruled: Truecaser, text: str) -> None:
    restored = ruled.restore(text, case="ignore")
    plan = ruled.plan(text, case="ignore")
    assert Plan.from_json(plan.to_json()).apply(text) == restored
    assert ruled.analyze(text, case="ignore").text == restored


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_what_is_protected_is_not_changed(ruled: Truecaser, text: str) -> None:
    import re

    restored = ruled.restore(text, case="ignore")
    for line, after in zip(text.split("\n"), restored.split("\n"), strict=True):
        for pattern in PROTECT:
            for found in re.finditer(pattern, line, re.IGNORECASE):
                assert after[found.start() : found.end()] == found[0]


def test_the_glossary_wins_over_model_memory_and_place(ruled: Truecaser) -> None:
    text = "npm and openai opened in new york and berlin. the bank of america is there."
    expected = "npm and OpenAI opened in New york and bErlin. the Bank of America is there."
    assert ruled.restore(text) == expected


def test_protected_text_wins_over_the_glossary() -> None:
    ruled = load("en").with_rules(glossary=["OpenAI"], protect="openai-[a-z]+|open\\w+ x")
    assert ruled.restore("openai and OPENAI-beta, openAI X") == "OpenAI and OPENAI-beta, openAI X"


def test_well_cased_lines_are_left_alone(ruled: Truecaser) -> None:
    text = "The offices of Openai in New York and Berlin were closed on Monday."
    assert ruled.restore(text) == text


def test_the_analysis_names_the_glossary(ruled: Truecaser) -> None:
    tokens = {token.text: token for token in ruled.analyze("they saw openai in paris").tokens}
    assert tokens["openai"].reason == "glossary"
    assert tokens["openai"].confidence == 1
    assert tokens["openai"].alternatives == ()
    assert tokens["paris"].reason == "model"


def test_the_shipped_glossary_is_on_for_english_and_can_be_left_out() -> None:
    en = load("en")
    assert en.restore("they use tvos at home") == "They use tvOS at home"
    assert en.with_rules(alone=True).restore("they use tvos at home") != "They use tvOS at home"
    assert en.with_rules(glossary=["TVos"]).restore("they use tvos") == "They use TVos"
    assert not en.with_rules(alone=True).glossary


def test_rules_are_added_to_rules(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text("FooBar\n", "utf-8")
    one = load("en").with_rules(glossary=path, protect="x-1")
    two = one.with_rules(glossary=majuscule.Glossary.of(["QuuX"]), protect=["x-2"])
    assert two.restore("foobar, quux, X-1 and X-2") == "FooBar, QuuX, X-1 and X-2"
    assert pickle.loads(pickle.dumps(two)).restore("they saw foobar") == "They saw FooBar"


def test_files_are_restored_by_the_rules(tmp_path: Path) -> None:
    source, target = tmp_path / "in.srt", tmp_path / "out.srt"
    cue = "1\n00:00:01,000 --> 00:00:02,500\n"
    source.write_text(f"{cue}they saw foobar near ticket-a in paris\n", "utf-8")
    majuscule.restore_file(source, target, glossary=["FooBar"], protect="ticket-a in paris")
    assert target.read_text("utf-8") == f"{cue}They saw FooBar near ticket-a in paris\n"


def test_bad_rules_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no such file"):
        load("en").with_rules(glossary=tmp_path / "none.txt")
    with pytest.raises(UsageError, match="is not a regular expression"):
        load("en").with_rules(protect="(")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>the un met in <b>new york</b>.</p>", "<p>The UN met in <b>New York</b>.</p>"),
        ("%s files in {Name}. they left", "%s files in {Name}. They left"),
        ("#PRS_ORG# said that #PRS_PER#'s dog left.", "#PRS_ORG# said that #PRS_PER#'s dog left."),
        ("\\textbf{angela merkel} met them", "\\textbf{Angela Merkel} met them"),
        ("run `Git Log` in paris", "Run `Git Log` in Paris"),
        ("they left at&amp;t in &quot;paris&quot;", "They left AT&amp;T in &quot;Paris&quot;"),
        ("[ERROR] the server in berlin died", "[ERROR] The server in Berlin died"),
    ],
)  # fmt: skip
def test_the_words_around_protected_text_are_restored(text: str, expected: str) -> None:
    assert load("en").restore(text, case="ignore") == expected
