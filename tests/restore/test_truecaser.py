"""The truecaser from outside: text in, text out, and the laws that hold for any text."""

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.entities.kinds import load_entities
from majuscule.errors import ModelError, UsageError
from majuscule.models import read_model
from majuscule.restore.plan import Plan
from majuscule.restore.truecaser import Truecaser, detect, load, truecaser_of
from majuscule.text.characters.codepoints import decode, encode, fold, recase
from tests.saved import save

STORY = "Angela Merkel met the press in New York on Tuesday. The press praised Merkel too."


PROSE = """the minister anna port met Angela MERKEL in berlin . , U.N. iphone mcdonald's NASA ( 3rd
New York on monday I said: a-b www.A.com e-mail@Un.org shares of Apple fell 3% ; The press ? prices
of polish turkey rose in may , said the us government ! dr. o'neill won't see é "oil" """


def folded(text: str) -> str:
    return decode(fold(encode(text)))


def lowered(text: str) -> str:
    return recase(text, "lower")


def mixed_text() -> st.SearchStrategy[str]:
    """Draw lines of prose in which each word may be written in any way, and some of any text."""
    ways = st.sampled_from([str, str, str.lower, str.upper, str.title, str.swapcase])
    words = st.builds(lambda way, word: way(word), ways, st.sampled_from([*PROSE.split(), "\n"]))
    prose = st.lists(words, max_size=40).map(" ".join)
    written = st.builds(lambda way, text: way(text), ways, prose)
    noise = st.text(alphabet="aAbBéÉ zZ.'-\n\"1µßİǆΣς", max_size=30)
    return st.lists(written | prose | noise | st.text(max_size=20), max_size=4).map("\n".join)


@pytest.fixture(scope="module")
def shipped() -> Truecaser:
    return load("en")


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
    assert truecaser.restore(restored, case=case) == restored


@settings(max_examples=60, deadline=None)
@given(mixed_text())
def test_the_case_of_the_input_plays_no_part_when_ignored(shipped, text):
    expected = shipped.plan(lowered(text), case="ignore").to_json()
    for form in (text, text.swapcase(), recase(text, "upper")):
        # Where Python changes more than case, it is another text.
        if lowered(form) == lowered(text):
            assert shipped.plan(form, case="ignore").to_json() == expected


@settings(max_examples=150, deadline=None)
@given(mixed_text(), st.booleans())
def test_twice_is_once_whatever_is_left_as_it_is(shipped, text, memory):
    restored = shipped.restore(text, memory=memory)
    assert shipped.restore(restored, memory=memory) == restored


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


def test_a_plan_that_was_kept_fits_its_text_for_ever():
    kept = {"digest": "1680d5d5bb230ee0", "edits": [[0, 2, "UC"], [3, 9, "UC"]]}
    assert Plan.from_json(kept).apply("in berlin") == "In Berlin"


def test_a_plan_refuses_another_text(truecaser):
    plan = truecaser.plan("angela merkel")
    with pytest.raises(UsageError, match="another text"):
        plan.apply("angela merkels")
    for more in ({"edits": [[0, 1 << 30, "UC"]]}, {"marks": [[13, "é"]]}):
        with pytest.raises(UsageError, match="another text"):
            Plan.from_json(plan.to_json() | more).apply("angela merkel")


def test_plans_are_equal_that_do_the_same(truecaser):
    lower, upper = (truecaser.plan(text, case="ignore") for text in ("in berlin", "IN BERLIN"))
    assert lower == upper == Plan.from_json(lower.to_json())
    assert len({lower, upper, truecaser.plan("berlin"), truecaser.plan("in")}) == 3
    assert lower != Plan.from_json({**lower.to_json(), "edits": []})
    assert truecaser.analyze("in berlin") == truecaser.analyze("in berlin")


@pytest.mark.parametrize(
    "data",
    [{}, {"digest": "x"}, {"digest": "x", "edits": [[3, 1, "UC"]]},
     {"digest": "x", "edits": [[0, 2, "UC"], [1, 3, "LC"]]},
     {"digest": "x", "edits": [[0, 2, "XX"]]}, {"digest": "x", "edits": 7}, "{}", None, [],
     {"digest": "x", "edits": [[-1, 2, "UC"]]},
     {"digest": "x", "edits": [[0.5, 2, "UC"]]}, {"digest": "x", "edits": [[0, True, "UC"]]}],
)  # fmt: skip
def test_what_is_not_a_plan_is_refused(data):
    with pytest.raises(UsageError, match=r"not a plan(; give one|: its spans)"):
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
        shares = [other.probability for other in token.alternatives]
        assert shares == sorted(shares, reverse=True)
    assert {other.form for other in by_text["see"].alternatives} == {"SEE", "see"}
    assert analysis.plan.apply(text) == analysis.text


def test_analysis_of_well_cased_text_leaves_all_alone(truecaser):
    analysis = truecaser.analyze(STORY)
    assert analysis.text == STORY
    assert {token.reason for token in analysis.tokens} == {"left alone"}


def test_posteriors_are_distributions(truecaser):
    from majuscule.text.tokenizing.passages import read_passage

    passage = read_passage(STORY.lower())
    found = truecaser.restorer.decide(passage, posteriors=True).posteriors
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-5)


def test_models_may_be_keys_and_are_compared(shipped):
    again = load("en")
    assert {shipped: 1}[shipped]
    assert shipped in [again, shipped]
    assert load_entities() not in {load_entities()}


def test_an_unknown_case_policy_is_named(truecaser):
    for jobs in (-1, 0, 2.5, "2"):
        with pytest.raises(UsageError, match=f"jobs is {jobs!r}; it must be a whole number"):
            list(truecaser.restore_many(["angela"], jobs=jobs))
    with pytest.raises(TypeError, match="text is int; it must be str"):
        truecaser.with_rules(glossary=[7])
    with pytest.raises(UsageError, match="auto, fill, ignore"):
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


def test_wrong_types_are_refused_in_words(truecaser):
    with pytest.raises(TypeError, match=r"^text is bytes; it must be str$"):
        truecaser.restore(b"angela merkel")
    plan = truecaser.plan("angela")
    for method in (truecaser.plan, plan.apply, truecaser.analyze, truecaser.detect):
        with pytest.raises(TypeError, match=r"^text is NoneType; it must be str$"):
            method(None)
    for texts in ("angela merkel", None):
        with pytest.raises(TypeError, match=r"texts is \w+; it must be a collection of str"):
            truecaser.restore_many(texts)
    with pytest.raises(TypeError, match=r"texts\[1\] is float; each must be str"):
        list(truecaser.restore_many(["angela", float("nan")], jobs=1))
    with pytest.raises(UsageError, match="lines is 'soft'; it may be auto"):
        truecaser.detect("angela", lines="soft")
    for below in ("0.5", 1.5):
        with pytest.raises(UsageError, match=f"below is {below!r}; it must be from 0 to 1"):
            truecaser.analyze("angela", below=below)
    with pytest.raises(UsageError, match="auto, fill, ignore"):
        truecaser.restore_many([], case="lower")


def test_a_truecaser_is_one_line(truecaser):
    assert repr(truecaser) == f"<Truecaser small tagger.v1 {truecaser.digest[:12]}>"


def test_another_process_loads_the_same_model_again(shipped, small_restorer, tmp_path):
    assert shipped.source == "en"
    path = save(tmp_path, small_restorer)
    mine = load(path)
    sent = pickle.dumps(mine)
    assert max(len(sent), len(pickle.dumps(shipped))) < 1000
    save(path, small_restorer, options={**small_restorer.options(), "epochs": 99})
    with pytest.raises(ModelError, match="is not the model that was loaded before"):
        pickle.loads(sent)
    save(path, small_restorer)
    again = pickle.loads(sent)
    assert again.digest == mine.digest
    assert again.restore(STORY.lower()) == STORY
    assert pickle.loads(sent) is again
    ruled = pickle.dumps(mine.with_rules(glossary=["FooBar"]))
    assert pickle.loads(ruled) is pickle.loads(ruled) is not again
    with pytest.raises(TypeError, match="not loaded from a file"):
        pickle.dumps(replace(mine, source=""))
    assert truecaser_of(read_model(path)).source == str(path)


def test_detection_names_how_lines_are_written(truecaser):
    lower = "angela merkel left the press in berlin on tuesday. the press left too."
    text = f"{STORY}\n\nMERKEL MET THE PRESS IN BERLIN\n{lower}"
    found = truecaser.detect(text)
    assert [line.verdict for line in found] == ["cased", "nothing", "upper", "lower"]
    assert [line.restored for line in found] == [False, False, True, True]
    assert "\n".join(text[line.start : line.end] for line in found) == text
    assert detect(text, truecaser) == found
    assert [line.verdict for line in truecaser.detect("")] == ["nothing"]


LETTER = """dear angela merkel, the press met in new york on tuesday and the press praised the
united nations for a long meeting in the morning, so that we saw an old friend in new york
too. it was a long day in new york for the press and for barack obama, who called the
united nations on tuesday."""


def test_wrapped_and_unwrapped_text_get_the_same_capitals(truecaser):
    whole = truecaser.restore(LETTER.replace("\n", " "))
    assert truecaser.restore(LETTER) == truecaser.restore(LETTER, lines="wrapped")
    assert truecaser.restore(LETTER).replace("\n", " ") == whole
    quoted = "> " + LETTER.replace("\n", "\n> ")
    assert truecaser.restore(quoted).replace("\n> ", " ") == "> " + whole
    assert "\nUnited" in truecaser.restore(LETTER, lines="separate")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "I met An\u200bna\u200e in Pa\u00adris.",
            "\u00ad",
            "McDon\u00adald's\n\ufeffIn Ber\u00adlin",
        ),
        *("We\u2067 flew\u2069 to Mal\u200caysia.", "The Beyonce\u0301 and Zu\u0308rich I\u02bcm"),
        "That isn\u00b4t Anna\u00b4s, it\u00b4s McDonald\u00b4s.",
    ],
)
def test_words_are_read_whole_across_what_is_not_seen(shipped, text):
    small = folded(text)
    assert shipped.restore(small) == shipped.plan(small).apply(small) == text
    assert list(shipped.restore_many([small, "in rome", small])) == [text, "In Rome", text]
    found = shipped.analyze(small)
    assert found.text == text
    assert all(text[one.start : one.end] == one.form for one in found.tokens)


@pytest.mark.parametrize("end", ["\n", "\r\n", " \n", "\n> "])
def test_protected_words_are_found_across_soft_breaks(shipped, end):
    guarded = shipped.with_rules(protect="rome office", glossary=["Bank oF Rome"])
    text = f"we met in the ROME{end}OFFICE and the bank of{end}rome."
    text = "> " + text if ">" in end else text
    restored = guarded.restore(text, case="ignore", lines="wrapped")
    assert f"the ROME{end}OFFICE and the Bank oF{end}Rome." in restored


def test_plans_and_analyses_of_wrapped_text_have_its_offsets(truecaser):
    text = LETTER.replace("praised", "prai-\nsed").replace("angela merkel", "ada mcdo-\nnald")
    restored = truecaser.restore(text, lines="wrapped")
    assert "ada McDo-\nnald" in restored.replace("Ada", "ada")
    assert truecaser.plan(text, lines="wrapped").apply(text) == restored
    found = truecaser.analyze(text, lines="wrapped")
    assert found.text == restored
    assert [text[one.start : one.end] for one in found.tokens] == [one.text for one in found.tokens]
    assert [restored[one.start : one.end] for one in found.tokens] == [
        one.form for one in found.tokens
    ]


def test_fill_keeps_capitals_and_adds_missing_ones(truecaser):
    assert truecaser.restore("angela Merkel met The Press in new york.", case="fill") == (
        "Angela Merkel met The Press in New York."
    )


def test_fill_adds_the_capitals_that_a_known_mixed_form_lacks(shipped):
    assert shipped.restore("I love My new macBook", case="fill") == "I love My new MacBook"
    assert shipped.restore("My Iphone", case="fill") == "My Iphone"


@pytest.mark.parametrize("case", ["auto", "fill", "ignore"])
def test_placeholders_between_signs_get_capitals_with_the_rest(shipped, case):
    restored = shipped.restore("the #prs_org# said it met #prs_per#'s son, #nasa", case=case)
    assert restored == "The #PRS_ORG# said it met #PRS_PER#'s son, #nasa"
    assert shipped.restore(restored, case=case) == restored
    mixed = shipped.restore("see #Prs_Org# there", case=case)
    assert mixed == f"See {'#PRS_ORG#' if case == 'ignore' else '#Prs_Org#'} there"
    apart = shipped.restore("he saw # prs_org #, # my_name and # one #.", case=case)
    assert apart == "He saw # PRS_ORG #, # my_name and # one #."


def test_lines_that_lost_some_capitals_are_filled(shipped):
    assert shipped.restore("i went to New York with john.") == "I went to New York with John."
    assert shipped.restore("hi Tom, are you ok?") == "Hi Tom, are you ok?"
    assert shipped.restore("lunch with Anna at noon?") == "Lunch with Anna at noon?"


def test_a_line_that_kept_its_capitals_gets_fewer_than_one_that_lost_them(shipped):
    kept = "On Monday Tom Brown of the foundation met Ann in Boston, and Anna flew to Paris."
    assert shipped.restore(kept, case="fill") == kept
    lost = shipped.restore(lowered(kept), case="fill")
    assert lost == shipped.restore(lowered(kept), case="ignore")
    assert lost == kept.replace("foundation", "Foundation")
    small, raised = (
        next(token for token in shipped.analyze(text, case="fill").tokens if token.start == 27)
        for text in (kept, lowered(kept))
    )
    assert (small.form, raised.form) == ("foundation", "Foundation")
    assert small.confidence > 0.5 < raised.confidence  # the analysis says the same


def test_a_label_that_ends_a_text_says_nothing_of_the_next(shipped):
    texts = ["We met anna in Rome and john.\nANNA LEE:", "... we met"]
    assert list(shipped.restore_many(texts, jobs=1)) == [shipped.restore(one) for one in texts]


@pytest.mark.parametrize(
    "text", ["Yesterday ann took BA24901 to rome.", "Ann Took Flight BA24901 To Rome On Monday"]
)
def test_codes_stay_in_title_case_and_behind_a_capital_alone(shipped, text):
    restored = shipped.restore(text)
    assert "BA24901" in restored
    assert "took" in restored
    assert restored == shipped.plan(text).apply(text) == shipped.restore(restored)


def test_machine_text_in_capitals_is_written_as_elsewhere_or_small(truecaser):
    text = "ANGELA MERKEL SAW WWW.BERLIN.DE AND EXAMPLE.COM/ABC IN BERLIN ON TUESDAY.\n" + STORY
    text += " See example.com/Abc."
    restored = truecaser.restore(text)
    assert "www.berlin.de" in restored.split("\n")[0]
    assert "example.com/Abc" in restored.split("\n")[0]
    mixed = truecaser.restore("MERKEL ASKED @BerlinZoo AND @BERLINZOO ABOUT READ_ME.Txt IN BERLIN.")
    assert "@BerlinZoo and @BerlinZoo" in mixed
    assert "READ_ME.Txt" in mixed


@pytest.mark.parametrize(
    ("text", "restored"),
    [
        ("ΐ @HANDLE npm2024-01-05", "ΐ @HANDLE NPM2024-01-05"),
        ("NASA @ESA", "NASA @ESA"),
        ("NASA AGREES @ESA", "NASA agrees @esa"),
    ],
)
def test_addresses_beside_acronyms_alone_stay_as_they_are(shipped, text, restored):
    assert shipped.restore(text) == restored
    assert shipped.restore(restored) == restored


def test_codes_and_words_with_small_letters_in_text_in_capitals_stay(shipped):
    text = "WE LEFT ELM Street WITH 5 kg OF EC635, 16032G45KT AND AS-350B2/X AT 080600Z FOR $20M."
    made = "We left Elm Street with 5 kg of EC635, 16032G45KT and AS-350B2/X at 080600Z for $20m."
    assert shipped.restore(text) == made
    assert shipped.restore(made) == made
    assert shipped.restore("WE LEFT NVZ462...AND IT RAINED.") == "We left NVZ462...and it rained."
    assert shipped.restore("Zone FLZ023-025 Is Closed Today") == "Zone FLZ023-025 is closed today"


@given(text=mixed_text(), case=st.sampled_from(["auto", "fill", "ignore"]))
def test_the_laws_hold_in_every_mode(truecaser, text, case):
    for lines in ("auto", "wrapped"):
        once = truecaser.restore(text, case=case, lines=lines)
        assert len(once) == len(text)
        assert folded(once) == folded(text)
        assert truecaser.restore(once, case=case, lines=lines) == once
        if case == "fill":
            pairs = zip(text, once, strict=True)
            assert all(old == new or old == lowered(old) for old, new in pairs)


def test_unknown_options_are_refused(truecaser):
    with pytest.raises(UsageError, match="lines is 'no'; it may be auto, wrapped, separate"):
        truecaser.restore("a", lines="no")
    with pytest.raises(UsageError, match="memory is 'no'; it may be True or False"):
        truecaser.restore("a", memory="no")
    with pytest.raises(UsageError, match="floor is 'low'; it must be from 0 to 1"):
        truecaser.restore("a", floor="low")
    with pytest.raises(TypeError, match="unknown option 'line' of restoring"):
        truecaser.restore("a", line="auto")


def test_a_floor_leaves_out_capitals_that_are_doubtful(shipped):
    text = "the press met mary in berlin and anna in the port of new york."
    counts = []
    for floor in (0.0, 0.5, 0.9, 1.0):
        restored = shipped.restore(text, case="ignore", floor=floor)
        assert restored[0] == "T"
        counts.append(sum(letter.isupper() for letter in restored))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    with pytest.raises(UsageError, match="floor is 2; it must be from 0 to 1"):
        shipped.restore("a", floor=2)


def test_many_analyses_are_those_of_each_text_alone(truecaser):
    texts = ["angela merkel met\nthe press", "", STORY, "a port. mr port", "THE UN MET", "a port"]
    for policy in ({"case": "ignore"}, {"case": "auto", "below": 0.9}, {"style": "title"}):
        found = list(truecaser.analyze_many(iter(texts), **policy))
        alone = [truecaser.analyze(text, **policy) for text in texts]
        assert [one.to_json() for one in found] == [one.to_json() for one in alone]
        for text, one in zip(texts, found, strict=True):
            assert one.plan.apply(text) == one.text
            assert [json.loads(token.written()) for token in one.tokens] == one.to_json()["tokens"]
            moved = [json.loads(token.written(2))["start"] for token in one.tokens]
            assert moved == [token.start - 2 for token in one.tokens]
    with pytest.raises(TypeError, match="it must be a collection of str"):
        next(truecaser.analyze_many("a"))


def test_a_capital_among_small_letters_stays() -> None:
    shipped = load("en")
    text = "this breaks on python, and getUserName may return None."
    assert shipped.restore(text) == "This breaks on Python, and getUserName may return None."
    assert shipped.plan(text).apply(text) == shipped.restore(text)
    assert "getUserName" not in shipped.restore(text, case="ignore")
    once = shipped.restore("we saw Anna\n\nTHE UN MET IN ROME TODAY. npm is There")
    assert shipped.restore(once) == once
