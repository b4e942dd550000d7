"""The laws of marks on the shipped model: what it puts in can be taken out, and nothing is cut."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.punctuation.files import punctuate_file, punctuate_live
from majuscule.punctuation.neural.network import MarkNetwork
from majuscule.punctuation.punctuator import Punctuator, load_punctuator
from majuscule.punctuation.rules.spoken import continues_unit, spelled
from majuscule.text.tokenizing.tokens import hash_words

SAID = (
    "good afternoon everyone and thanks for joining us today how are you doing we sold more than "
    "we did last year which is good but i am not sure that it will stay so what do you think "
    "angela merkel met the prime minister in new york on tuesday no we have not seen it yet"
)
WHOLE = (
    "5:30 10:45pm 3,500 1.25 $4.50 7% 24/7 2019-03-14 192.168.0.1 +49-30-1234 v2.0.1 U.S. u.k. "
    "e.g. i.e. a.m. Dr. mr. St. https://example.org/a?b=c,d;e www.example.com ann@example.org "
    "don't o'neill x-ray rock'n'roll C++ AT&T @ann #tag file_name.txt"
)
"""What no mark may cut."""
WRITTEN = ["Yes,", "no.", "what?", "(so)", '"go"', "\n", "\n\n", "—", "...", "[applause]", "😀"]
WORDS = st.one_of(
    st.sampled_from(SAID.split()), st.sampled_from(WHOLE.split()), st.sampled_from(WRITTEN)
)


def run_of_speech(begin: int, length: int) -> str:
    return " ".join(SAID.split()[begin : begin + length])


PIECES = st.one_of(WORDS, st.builds(run_of_speech, st.integers(0, 50), st.integers(3, 30)))
TEXTS = st.lists(PIECES, max_size=12).map(" ".join)
LAWS = settings(max_examples=10, deadline=None)


@pytest.fixture(scope="module")
def marks() -> Punctuator:
    return load_punctuator()


@LAWS
@given(TEXTS)
def test_without_marks_and_case_it_is_the_input(marks: Punctuator, text: str) -> None:
    made = marks.punctuate(text)
    assert made.before.lower() == text.lower()
    assert all(edit.start == edit.end and edit.text in set(",.?!:;") for edit in made.edits)


@LAWS
@given(TEXTS)
def test_twice_is_once(marks: Punctuator, text: str) -> None:
    once = str(marks.punctuate(text))
    assert str(marks.punctuate(once)) == once


@LAWS
@given(st.lists(TEXTS, max_size=4))
def test_alone_is_as_in_a_batch(marks: Punctuator, texts: list[str]) -> None:
    together = [str(one) for one in marks.punctuate_many(texts)]
    assert together == [str(marks.punctuate(text)) for text in texts]


@LAWS
@given(st.lists(TEXTS, max_size=4))
def test_marks_and_case_are_the_same_without_sentences(marks: Punctuator, texts: list[str]) -> None:
    told = marks.plan_many(texts)
    assert [replace(one, sentences=()) for one in told] == [
        *marks.plan_many(texts, sentences=False)
    ]


def test_the_network_is_asked_for_sentences_alone_only_where_they_are_wanted(
    marks: Punctuator, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "They live in the U.S. We do not. Nor does anybody else whom we know."
    monkeypatch.setattr(MarkNetwork, "scores", None)
    assert str(marks.punctuate(text)) == text
    with pytest.raises(TypeError):
        marks.sentences(text)


def test_a_mark_at_the_end_of_one_text_raises_nothing_in_the_next(marks: Punctuator) -> None:
    assert [str(one) for one in marks.punctuate_many(["good", "good Dr."])][1] == "good Dr."


@LAWS
@given(TEXTS)
def test_what_is_one_thing_is_never_cut(marks: Punctuator, text: str) -> None:
    made = str(marks.punctuate(text)).lower()
    for given_, written in zip(text.lower().split(), made.split(), strict=True):
        assert re.fullmatch(re.escape(given_) + "[,.?!:;]?", written)


@LAWS
@given(TEXTS, st.sampled_from([0, 2, 4]), st.data())
def test_a_stream_is_final(
    marks: Punctuator, text: str, lookahead: int, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(text)))
    whole, stream = marks.stream(lookahead), marks.stream(lookahead)
    expected = whole.feed(text) + whole.end()
    first = stream.feed(text[:cut])
    assert expected.startswith(first)
    assert first + stream.feed(text[cut:]) + stream.end() == expected
    assert len(expected.split()) == len(text.split())
    for given_, written in zip(text.lower().split(), expected.lower().split(), strict=True):
        assert re.fullmatch(re.escape(given_) + "[,.?!:;]?", written)


def test_lines_that_are_wrapped_end_no_sentence_in_a_stream(marks: Punctuator) -> None:
    said = "we stopped at\nthe bridge can you\nstart without me\n\nthe end"
    stream, flat = (marks.stream(lookahead=4, lines="wrapped") for _ in range(2))
    made = stream.feed(said) + stream.end()
    assert made.splitlines()[:2] == ["We stopped at", "the bridge. Can you"]
    assert "me?\n\nThe end" in made
    one = said.replace("\n", " ").replace("  ", "\n\n")
    assert made.split() == (flat.feed(one) + flat.end()).split()


GERMAN = "wir haben das nicht gesehen und es ist auch nicht von mir aber ich weiss dass er da war"


def test_text_in_another_language_is_left_alone_and_said(marks: Punctuator) -> None:
    plan = marks.plan(GERMAN, figures=True)
    assert (plan.language, plan.changes, len(plan.sentences)) == ("de", False, 1)
    both = [str(one) for one in marks.punctuate_many([GERMAN, run_of_speech(0, 30), "ja"])]
    assert both[0] == GERMAN
    assert both[1].startswith("Good afternoon")
    assert marks.plan("Das ist nicht von mir. Das war auch nicht von dir.").language == "de"


@pytest.mark.parametrize(
    ("said", "language"),
    [("今天天气很好", "zh"), ("元気ですか", "ja"), ("어디에 있나요", "ko"), ("כמה זה עולה", "he")],
)
def test_text_in_another_script_gets_no_marks(marks: Punctuator, said: str, language: str) -> None:
    plan = marks.plan(said)
    assert (plan.language, plan.changes) == (language, False)
    bilingual = f"how are you\n{said}\nwe met 王小明 in rome"
    made = str(marks.punctuate(bilingual, lines="separate"))
    assert made == f"How are you?\n{said}\nWe met 王小明 in Rome."
    stream = marks.stream(lookahead=2)
    assert stream.feed(f"{said}\n") + stream.end() == f"{said}\n"
    assert stream.others[language]


def test_a_file_in_another_language_is_named(marks: Punctuator, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        json.dumps({"text": GERMAN}) + "\n" + json.dumps({"text": SAID})
    )
    told: list[str] = []
    punctuate_file(tmp_path / "a.jsonl", tmp_path / "b.jsonl", "en-speech", tell=told.append)
    assert told == [
        f"{tmp_path / 'a.jsonl'}: 1 document is not in the model's language (de, not en), and "
        "left alone; try --language de"
    ]
    first, second = (tmp_path / "b.jsonl").read_text().splitlines()
    assert json.loads(first)["text"] == GERMAN
    assert json.loads(second)["text"].startswith("Good afternoon")


def test_words_in_another_language_are_left_alone_in_a_stream(marks: Punctuator) -> None:
    said, given = SAID + " ", GERMAN.lower().replace(".", "") + " "
    one, cut = marks.stream(lookahead=4), marks.stream(lookahead=4)
    made = one.feed(said + 3 * given) + one.end()
    assert made.endswith(given)
    assert made.startswith("Good afternoon")
    assert one.others["de"] > len(given.split())
    assert "".join(map(cut.feed, said + 3 * given)) + cut.end() == made
    told: list[str] = []
    pipe = io.BytesIO((3 * given).encode())
    punctuate_live(marks, pipe, lambda _content: None, 4, tell=told.append)
    why = "not in the model's language (de, not en), and left alone; try --language de"
    assert told == [f"<stdin>: words are {why}"]


def test_programs_are_left_alone(marks: Punctuator) -> None:
    for text in (
        "for i in range(10):\n    print(i)\nreturn x\n",
        "a = 1\nb = a\nif (b) {\n  go();\n}",
    ):
        assert str(marks.punctuate(text)) == text


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("[music] what is your name", "[music] What is your name?"),
        ("JOHN: so we met anna in paris", "JOHN: So we met Anna in Paris."),
        ("[APPLAUSE] thank you angela", "[APPLAUSE] Thank you, Angela."),
        ("1 2 3 4 5 100 2000", "1 2 3 4 5 100 2000"),
        ("yes", "Yes."),
        ("save it as a .txt file and send it", "Save it as a .txt file and send it."),
        ("😀 so what 😀", "😀 So what 😀"),
        ("thank you for coming we met mr. low", "Thank you for coming. We met Mr. Low."),
        ("we met people of NASA in houston", "We met people of NASA in Houston."),
    ],
)
def test_odd_text(marks: Punctuator, said: str, written: str) -> None:
    made = str(marks.punctuate(said))
    assert made == written
    stream = marks.stream(lookahead=30)
    assert stream.feed(said) + stream.end() == made


def test_a_sentence_that_begins_as_a_question_ends_as_one(marks: Punctuator) -> None:
    said = "the travel is too expensive do we really need to send five people to denver i don't"
    made = str(marks.punctuate(said))
    assert "Do we really need to send five people to Denver? I don't" in made
    stream = marks.stream(lookahead=30)
    assert stream.feed(said) + stream.end() == made


def test_case_follows_the_glossary_and_doubts_short_lines_as_restoring_does(
    marks: Punctuator,
) -> None:
    said = "did u see the game last night\nsend the iphone to sw1a 1aa\nhow r u"
    written = "Did u see the game last night?\nSend the iPhone to SW1A 1AA.\nHow r u?"
    assert str(marks.punctuate(said)) == written


def test_no_mark_cuts_a_form_of_the_glossary(marks: Punctuator) -> None:
    said = "i live at 12 elm grove cardiff cf10 3at my iban is de89 3704 0044 0532 0130 00"
    for made in (str(marks.punctuate(said)), marks.stream(lookahead=4).feed(said)):
        assert "CF10 3AT" in made
    assert str(marks.punctuate(said)).endswith("DE89 3704 0044 0532 0130 00.")


def test_no_mark_cuts_a_number_that_is_said_digit_by_digit(marks: Punctuator) -> None:
    said = "zero seven nine four six triple one two"
    for text in (said, f"my number is {said}\ncall me on {said} thank you"):
        assert marks.punctuate(text).lower().count(said) == text.count(said)
    said = "two one two three four five oh five oh five double five"
    words = hash_words(said.split(" "))
    lines = np.zeros(len(words), np.bool_)
    assert not continues_unit(words[1:6], lines[1:6]).any()  # somebody counts
    assert continues_unit(words, lines).tolist() == [True] * 11 + [False]
    lines[[3, 6, 8]] = True
    assert not continues_unit(words, lines).any()
    assert continues_unit(words[:0], lines[:0]).tolist() == []


def test_no_mark_cuts_an_address_that_is_said(marks: Punctuator) -> None:
    said = (
        "write to joe at gmail dot com or go to w w w dot example dot co dot uk slash help please"
    )
    words = said.split(" ")
    lines = np.zeros(len(words), np.bool_)
    goes_on = continues_unit(hash_words(words), lines)
    assert [word for word, on in zip(words, goes_on, strict=True) if not on] == [
        *["write", "to", "com", "or", "go", "to", "help", "please"],
    ]
    made = marks.punctuate("my email is joe at gmail dot com", figures=True)
    assert made == "My email is joe@gmail.com."


def test_a_short_number_is_one_where_a_word_says_so() -> None:
    for said in (
        "flight four four seven to rome",
        "in room two oh five please",
        "now dial nine one one",
    ):
        words = said.split(" ")
        goes_on = continues_unit(hash_words(words), np.zeros(len(words), np.bool_))
        assert goes_on.sum() == 3
    assert (
        continues_unit(hash_words(["nine", "one", "one", "what"]), np.zeros(4, np.bool_)).sum() == 2
    )
    said = "i will take two one for me"
    assert not continues_unit(hash_words(said.split(" ")), np.zeros(7, np.bool_)).any()


def test_letters_that_are_said_one_by_one_are_one_word_in_capitals(marks: Punctuator) -> None:
    for said, written in (
        ("my name is spelled s m i t h", "My name is spelled S M I T H."),
        ("a question from r b c please go ahead", "A question from R B C please go ahead."),
        ("it rose on the n y s e today", "It rose on the N Y S E today."),
        ("how r u", "How r u?"),  # chat
    ):
        assert marks.punctuate(said) == written
    said = "we have a a a plan and in the u s i think x y z"
    words = said.split(" ")
    lines = np.zeros(len(words), np.bool_)
    found = [
        word for word, one in zip(words, spelled(hash_words(words), lines), strict=True) if one
    ]
    assert found == ["u", "s", "x", "y", "z"]
    lines[-2] = True
    assert spelled(hash_words(words), lines).sum() == 2


def test_a_sentence_that_gets_a_mark_gets_a_capital_among_others(marks: Punctuator) -> None:
    said = "so we met Anna in Berlin\n[music]\nhow are you"
    assert marks.punctuate(said) == "So we met Anna in Berlin.\n[music]\nHow are you?"
    assert marks.punctuate("so we met Anna. she left.") == "so we met Anna. she left."


def test_single_capitals_are_no_case(marks: Punctuator) -> None:
    said = "so I went to london with anna"
    assert marks.punctuate(said) == "So I went to London with Anna."
    said = "ok that was fun :D we gave anna vitamin C"
    assert str(marks.punctuate(said)).endswith(":D we gave Anna vitamin C.")


def test_a_cue_in_capitals_and_labels_leave_the_others_their_case(marks: Punctuator) -> None:
    said = "so we met anna in paris\nTHE END\nSarah: how are you\nSarah: yes\n"
    written = str(marks.punctuate(said, lines="separate"))
    assert written.splitlines()[0] == "So we met Anna in Paris."
    assert "THE END" in written
    assert "Sarah: How are you?" in written
    apart = ["Sarah: how are you", "Sarah: yes"]
    assert [*map(str, marks.punctuate_many(apart))] == [str(marks.punctuate(one)) for one in apart]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (
            "00:12 speaker 1: what do you think\n00:15 speaker 2: no\n1:00:18 speaker 1: yes",
            "00:12 Speaker 1: What do you think?\n00:15 Speaker 2: No.\n1:00:18 Speaker 1: Yes.",
        ),
        (
            "Q. where were you on monday\nA. at home\nQ. did she come\nA. no she did not",
            "Q. Where were you on Monday?\nA. At home.\nQ. Did she come?\nA. No, she did not.",
        ),
        (
            "00:12 so what do you think anna\n00:15 i am fine\n1:00:20 let's go to berlin",
            "00:12 So what do you think Anna?\n00:15 I am fine.\n1:00:20 Let's go to Berlin.",
        ),
        (
            "caller: hi there\nagent: oh i'm sorry\ncaller: yes",
            "Caller: Hi there.\nAgent: Oh, I'm sorry.\nCaller: Yes.",
        ),
        (
            "1272-12810-0000 anna lives in berlin\n1272-12810-0001 where do you live",
            "1272-12810-0000 Anna lives in Berlin.\n1272-12810-0001 Where do you live?",
        ),
        (
            "Unknown Speaker  0:02  \ncan you hear me\n\nAnna Low  0:05\nyes i can hear you",
            "Unknown Speaker  0:02  \nCan you hear me?\n\nAnna Low  0:05\nYes, I can hear you.",
        ),
        (
            "0:00\nwe saw new\n0:03\nyork and then\n0:04\nwe left\n0:06\n[Music]\n0:09\nok",
            "0:00\nWe saw New\n0:03\nYork and then\n0:04\nwe left.\n0:06\n[Music]\n0:09\nOk.",
        ),
        (
            "anna: okay let's go\nbob: okay are you coming\nanna: yes",
            "Anna: Okay, let's go.\nBob: Okay, are you coming?\nAnna: Yes.",
        ),
        (
            ">> are you ready anna >> yes i am\n>>>good evening\n>> it is nine o'clock",
            ">> Are you ready Anna? >> Yes, I am.\n>>>Good evening.\n>> It is nine o'clock.",
        ),
        ("go to settings >> privacy >> cookies", "Go to settings >> Privacy >> Cookies."),
        (
            "it was late\n[speaker 1] hello there\n[speaker 2] hi how are you",
            "It was late.\n[speaker 1] Hello there.\n[speaker 2] Hi. How are you?",
        ),
    ],
)
def test_times_and_names_before_what_is_said_get_no_mark(
    marks: Punctuator, said: str, written: str
) -> None:
    assert str(marks.punctuate(said)) == written
    assert str(marks.punctuate(written)) == written


def test_a_sentence_goes_on_behind_a_quoted_question(marks: Punctuator) -> None:
    text = 'She came in. "What is it?" he asked. "Go!" groans Ann.'
    cut = [text[one.start : one.end] for one in marks.sentences(text)]
    assert cut == ["She came in.", '"What is it?" he asked.', '"Go!" groans Ann.']
    made = '"What is it?" he asked. "Go home!" said the man.'
    for case in ("auto", "keep"):
        assert len(marks.sentences(made.lower(), case=case)) == 2
    assert marks.punctuate(made.lower()) == made


def test_what_a_day_is_no_question(marks: Punctuator) -> None:
    for said in ("what a day", "oh well what a lovely house you have"):
        for written in (str(marks.punctuate(said)), _streamed(marks, said)):
            assert written[-1] in ".!"
    assert str(marks.punctuate("what day is it")) == "What day is it?"


def _streamed(marks: Punctuator, said: str) -> str:
    stream = marks.stream(2)
    return stream.feed(said) + stream.end()


def test_the_sign_of_another_speaker_begins_a_sentence(marks: Punctuator) -> None:
    said = ">> is she safe >> yes >> good >>\n>> so we left"
    cut = [said[one.start : one.end] for one in marks.sentences(said)]
    assert [" ".join(one.split()) for one in cut] == [
        ">> is she safe",
        ">> yes",
        ">> good >>",
        ">> so we left",
    ]


def test_what_stands_in_brackets_is_left_alone_in_a_stream(marks: Punctuator) -> None:
    said = "[speaker 2] hi how are you\n[ sirens wailing in distance ] is she safe\n"
    heard = "[speaker 2] Hi, how are you?\n[ sirens wailing in distance ] Is she safe?\n"
    assert _streamed(marks, said) == heard
    assert _streamed(marks, "[so this is never closed and we go on and on").endswith("on and on.")


def test_a_heading_with_a_number_of_several_parts_gets_no_mark(marks: Punctuator) -> None:
    said = "2.3 results of both trials\n\nwe found no more than we had hoped to find"
    written = "2.3 results of both trials\n\nWe found no more than we had hoped to find."
    assert str(marks.punctuate(said)) == written
    for prose in ("2.5 million people came", "2.5 is what seven people gave the new film"):
        assert str(marks.punctuate(prose)).endswith(".")


def test_the_number_of_an_item_is_no_sentence(marks: Punctuator) -> None:
    text = "1. Approval\n2. Budget\n(b) It was raised to 4.\nHe won 1. She won 2."
    found = [text[one.start : one.end] for one in marks.sentences(text)]
    assert found == [
        "1. Approval",
        "2. Budget",
        "(b) It was raised to 4.",
        "He won 1.",
        "She won 2.",
    ]


@pytest.mark.parametrize("number", ["1.", "2)", "> 3."])
def test_an_item_after_its_number_is_punctuated_as_any_text(marks: Punctuator, number: str) -> None:
    said = f"{number} good afternoon everyone and thanks for joining us today how are you doing"
    written = (
        f"{number} Good afternoon everyone and thanks for joining us today. How are you doing?"
    )
    made = str(marks.punctuate(f"{said}\n{said}"))
    assert made.replace(",", "") == f"{written}\n{written}"


@pytest.mark.parametrize("space", [" ", "  ", "\xa0", "\u2009", " \xad"])
def test_figures_are_the_same_whatever_space_is_between_words(
    marks: Punctuator, space: str
) -> None:
    said = "it cost twen\xadty one million dollars in nineteen eighty four".replace(" ", space)
    made = str(marks.punctuate(said, figures=True))
    assert " ".join(made.replace("\xad", "").split()) == "It cost $21 million in 1984."


def test_a_number_over_a_soft_line_break_stays_in_words(marks: Punctuator) -> None:
    said = "> it cost two hundred and\n> fifty dollars and thirty two\n> people paid"
    made = str(marks.punctuate(said, figures=True, lines="wrapped"))
    assert (
        made.replace(",", "") == "> It cost two hundred and\n> fifty dollars and 32\n> people paid."
    )


def test_songs_get_no_marks(marks: Punctuator) -> None:
    said = "♪ so how are you my friend ♪\n♪ we met angela"
    written = str(marks.punctuate(said, lines="separate"))
    assert written.lower() == said
    assert written.startswith("♪ So")


@pytest.fixture(scope="module")
def german() -> Punctuator:
    model = Path(__file__).parents[2] / "models/de/majuscule_de/de-speech.model"
    if not model.is_file():
        pytest.skip("the model de-speech is not in this checkout")
    return load_punctuator(model)


GERMAN = (
    "ich glaube dass wir das morgen machen können aber ich bin nicht sicher die bundeskanzlerin "
    "hat gestern in berlin mit dem präsidenten gesprochen was halten sie davon"
)


def test_german_gets_its_marks_and_its_case(german: Punctuator) -> None:
    made = german.punctuate(GERMAN)
    assert made.before.lower() == GERMAN
    assert str(made).startswith("Ich glaube, dass wir das morgen machen können")
    assert "Bundeskanzlerin hat gestern in Berlin mit dem Präsidenten gesprochen. Was" in made
    assert str(made).endswith("?")
    assert str(german.punctuate(str(made))) == str(made)
    assert german.plan(SAID).language == "en"


def test_german_sentences_do_not_end_at_ordinals(german: Punctuator) -> None:
    text = "Am 3. Oktober kam Dr. Beck. Im 19. Jahrhundert war z. B. die 2. Liga da. Er geht."
    found = [text[one.start : one.end] for one in german.sentences(text)]
    assert found == [text[:27], text[28:72], text[73:]]


@LAWS
@given(st.lists(st.sampled_from([*GERMAN.split(), *WHOLE.split(), *WRITTEN]), max_size=25))
def test_german_without_marks_and_case_is_the_input(german: Punctuator, words: list[str]) -> None:
    text = " ".join(words)
    once = german.punctuate(text)
    assert once.before.lower() == text.lower()
    assert str(german.punctuate(str(once))) == str(once)


def test_a_few_capitals_are_not_yet_case(marks):
    made = str(marks.punctuate(f"So {SAID} {SAID} {SAID} and this was Polina"))
    assert made.count("Angela Merkel met the Prime Minister in New York") == 3
    assert made.endswith("Polina.")
    cased = str(marks.punctuate("So we asked where they have met angela merkel"))
    assert "angela merkel" in cased
