"""The truecaser from outside: text in, text out, and the laws that hold for any text."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.restore.plan import Plan
from majuscule.text.codepoints import decode, encode, fold

STORY = "Angela Merkel met the press in New York on Tuesday. The press praised Merkel too."


def folded(text: str) -> str:
    return decode(fold(encode(text)))


def test_restores_a_story_from_small_letters_and_from_capitals(truecaser):
    assert truecaser.restore(STORY.lower(), case="ignore") == STORY
    assert truecaser.restore(STORY.upper(), case="ignore") == STORY


def test_lower_and_upper_input_give_the_same_text_with_detection_too(truecaser):
    assert truecaser.restore(STORY.lower()) == truecaser.restore(STORY.upper()) == STORY


def test_well_cased_text_is_returned_as_it_is(truecaser):
    odd = "He met Xavier BLAIR of the eBay team in Bonn. They saw A B and C, too, and left."
    assert truecaser.restore(odd) == odd


def test_a_caps_headline_over_a_story_is_restored_alone(truecaser):
    text = f"MERKEL MET THE PRESS IN BERLIN\n{STORY}\n{STORY}\n"
    restored = truecaser.restore(text)
    assert restored.split("\n")[0] == "Merkel met the press in Berlin"
    assert restored.split("\n")[1:] == [STORY, STORY, ""]


def test_mixed_forms_come_from_the_lexicon(truecaser):
    assert "McDonald" in truecaser.restore("ada mcdonald saw the press in berlin on tuesday.")


def test_machine_text_is_left_alone(truecaser):
    text = "angela merkel saw https://Example.com/BERLIN?q=Obama and mail@Berlin.de in berlin."
    restored = truecaser.restore(text, case="ignore")
    assert "https://Example.com/BERLIN?q=Obama" in restored
    assert "mail@Berlin.de" in restored


def test_white_space_and_line_ends_stay(truecaser):
    text = "  angela\tmerkel  met \r\n\n the press\n\x0b in berlin \u2028 on tuesday.\n\n"
    assert folded(truecaser.restore(text)) == text


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "\n\n\n", "1 2 3", "...", "\ud800", "\x00", "日本"]
)
def test_text_without_letters_is_returned_as_it_is(truecaser, text):
    for case in ("auto", "ignore"):
        assert truecaser.restore(text, case=case) == text


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200), st.booleans())
def test_only_case_differs_and_twice_is_once(truecaser, text, ignore):
    case = "ignore" if ignore else "auto"
    restored = truecaser.restore(text, case=case)
    assert len(restored) == len(text)
    assert folded(restored) == folded(text)
    if ignore:
        assert truecaser.restore(restored, case=case) == restored


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="aAbBéÉ zZ.'-\n\"1µßİǆ", max_size=80))
def test_the_case_of_the_input_plays_no_part_when_ignored(truecaser, text):
    assert truecaser.restore(text.swapcase(), case="ignore") == truecaser.restore(
        text.swapcase(), case="ignore"
    )
    lowered = decode(fold(encode(text)))
    restored = truecaser.restore(text, case="ignore")
    assert folded(restored) == lowered


def test_restore_many_keeps_order_on_any_number_of_threads(truecaser):
    texts = [f"angela merkel met {n} friends in berlin." for n in range(60)]
    one = [truecaser.restore(text) for text in texts]
    assert list(truecaser.restore_many(texts, jobs=1)) == one
    assert list(truecaser.restore_many(texts, jobs=3)) == one


def test_restore_many_asks_for_texts_only_as_it_goes(truecaser):
    asked = 0

    def texts():
        nonlocal asked
        while True:
            asked += 1
            yield "angela merkel met the press."

    stream = truecaser.restore_many(texts(), jobs=2)
    assert next(stream) == "Angela Merkel met the press."
    assert asked < 20_000


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet="aAbB mM.\n'é1", max_size=40), max_size=12), st.booleans())
def test_texts_together_are_restored_as_each_alone(truecaser, texts, ignore):
    case = "ignore" if ignore else "auto"
    alone = [truecaser.restore(text, case=case) for text in texts]
    assert list(truecaser.restore_many(texts, case=case, jobs=1)) == alone


def test_stories_together_are_restored_as_each_alone(truecaser):
    stories = [STORY.lower(), STORY, STORY.upper(), "merkel", "", "in berlin\nMERKEL\n", STORY]
    alone = [truecaser.restore(text) for text in stories]
    assert list(truecaser.restore_many(stories, jobs=1)) == alone


def test_a_plan_can_be_replayed_in_any_case_and_from_json(truecaser):
    plan = truecaser.plan(STORY.lower())
    assert plan.apply(STORY.lower()) == STORY
    assert plan.apply(STORY.upper()) == STORY
    assert Plan.from_json(plan.to_json()).apply(STORY.upper()) == STORY


def test_a_plan_refuses_another_text(truecaser):
    with pytest.raises(UsageError, match="another text"):
        truecaser.plan("angela merkel").apply("angela merkels")


@pytest.mark.parametrize(
    "data",
    [{}, {"digest": "x"}, {"digest": "x", "edits": [[3, 1, "UC"]]},
     {"digest": "x", "edits": [[0, 2, "UC"], [1, 3, "LC"]]},
     {"digest": "x", "edits": [[0, 2, "XX"]]}, {"digest": "x", "edits": 7}],
)  # fmt: skip
def test_what_is_not_a_plan_is_refused(data):
    with pytest.raises(UsageError, match="not a plan"):
        Plan.from_json(data)


def test_analysis_explains_each_token(truecaser):
    text = "ada mcdonald met the press. see https://x.org/a in 1999"
    analysis = truecaser.analyze(text, case="ignore")
    assert analysis.text == truecaser.restore(text, case="ignore")
    assert all(text[t.start : t.end] == t.text for t in analysis.tokens)
    assert all(analysis.text[t.start : t.end] == t.form for t in analysis.tokens)
    by_text = {token.text: token for token in analysis.tokens}
    assert by_text["mcdonald"].reason == "lexicon"
    assert by_text["mcdonald"].form == "McDonald"
    assert by_text["ada"].reason == "sentence start"
    assert by_text["https://x.org/a"].reason == "left alone"
    assert by_text["1999"].reason == "left alone"
    assert all(0 <= token.confidence <= 1 for token in analysis.tokens)
    for token in analysis.tokens:
        assert token.form not in {other.form for other in token.alternatives}
        for other in token.alternatives:
            assert folded(other.form) == folded(token.form)
    assert analysis.plan.apply(text) == analysis.text


def test_analysis_of_well_cased_text_leaves_all_alone(truecaser):
    analysis = truecaser.analyze(STORY)
    assert analysis.text == STORY
    assert {token.reason for token in analysis.tokens} == {"left alone"}


def test_posteriors_are_distributions(truecaser):
    from majuscule.text.passages import read_passage

    passage = read_passage(STORY.lower())
    found = truecaser.restorer.decide(passage, posteriors=True).posteriors
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-5)


def test_an_unknown_case_policy_is_named(truecaser):
    with pytest.raises(UsageError, match="auto or ignore"):
        truecaser.restore("x", case="lower")


def test_a_long_line_gives_the_same_as_its_sentences(truecaser):
    sentence = "angela merkel met the press in berlin on tuesday. "
    once = truecaser.restore(sentence, case="ignore", memory=False)
    many = truecaser.restore(sentence * 3000, case="ignore", memory=False)
    assert many == once * 3000


def test_analysing_what_is_unsure_gives_those_tokens_of_the_whole_analysis(truecaser):
    text = "angela merkel met the old friend in new york on tuesday"
    whole = truecaser.analyze(text)
    limit = sorted(token.confidence for token in whole.tokens)[3] + 1e-4
    part = truecaser.analyze(text, below=limit)
    assert part.text == whole.text
    assert 0 < len(part.tokens) < len(whole.tokens)
    assert part.tokens == tuple(one for one in whole.tokens if one.confidence < limit)
