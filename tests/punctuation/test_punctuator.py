"""The laws of marks, on a model that puts them anywhere; files, streams, sentences."""

import itertools
import json
import pickle
import re
import string
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from majuscule.errors import UsageError
from majuscule.punctuation.files import MarkOptions, pauses_of, punctuate_file, punctuate_stream
from majuscule.punctuation.plan import MarkEdit, MarkPlan, sentence_spans
from majuscule.punctuation.policy import checked_marks
from majuscule.punctuation.punctuator import load_punctuator, speech_model
from majuscule.punctuation.subtitles import Written, write_subtitles
from majuscule.reading.inputs import Reading
from majuscule.reading.sources import read_content
from majuscule.text.editing.edits import EditedText

SAID = "hello everyone thanks for joining how are you we met angela merkel in berlin at 5:30"
WORDS = st.sampled_from(
    [*SAID.split(), "5pm", "U.S.", "e.g.", "www.x.com", "don't", "x-ray", "3,500", "a", "Mr", "—",
     "etc", "b", "no.", "yes,", "what?", "(so)", '"go"', "\n", "\n\n", "i", "İ", "😀", "%", "..."]
)  # fmt: skip
TEXTS = st.one_of(st.lists(WORDS, max_size=30).map(" ".join), st.text(max_size=40))


@pytest.fixture(scope="module")
def marks(marks_file):
    return load_punctuator(marks_file)


def test_it_puts_marks_in(marks):
    made = marks.punctuate(SAID)
    assert len(made) > len(SAID)
    assert made[0] == "H"


def test_figures_are_wanted_or_not(marks):
    with pytest.raises(UsageError, match="figures is 'no'; it may be True or False"):
        marks.punctuate("we met", figures="no")


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_without_the_marks_the_text_is_what_it_was(marks, text):
    made = marks.punctuate(text)
    left = list(made)
    for edit, at in reversed(list(zip(made.edits, made.outputs, strict=True))):
        assert made[at : at + len(edit.text)] == edit.text
        del left[at : at + len(edit.text)]
    assert "".join(left) == made.before
    assert made.before.lower() == text.lower()
    assert len(made.before) == len(text)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_twice_is_once(marks, text):
    once = str(marks.punctuate(text))
    assert str(marks.punctuate(once)) == once


@settings(max_examples=30, deadline=None)
@given(st.lists(TEXTS, max_size=5))
def test_the_answer_is_the_same_alone_and_beside_others(marks, texts):
    together = [str(one) for one in marks.punctuate_many(texts)]
    assert together == [str(marks.punctuate(text)) for text in texts]


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_offsets_lead_there_and_back(marks, text):
    made = marks.punctuate(text)
    for at in range(len(text)):
        assert made.source(made.output(at)) == made.source(made.after(at)) == at
        assert made[made.after(at)] == made.before[at]


@settings(max_examples=60, deadline=None)
@example("A\xad and b\u200b\u200d c\u2060")
@given(TEXTS)
def test_a_mark_stands_only_where_white_space_or_an_end_follows(marks, text):
    for edit in marks.punctuate(text).edits:
        assert edit.start == len(text) or text[edit.start].isspace()


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_sentences_follow_each_other_and_hold_all_words(marks, text):
    found = marks.sentences(text)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    covered = "".join(text[one.start : one.end] for one in found)
    assert [c for c in covered if c.isalnum()] == [c for c in text if c.isalnum()]


@settings(max_examples=40, deadline=None)
@given(TEXTS, st.integers(0, 4), st.data())
def test_a_stream_takes_no_word_back_however_it_is_fed(marks, text, lookahead, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    whole, parts = marks.stream(lookahead), marks.stream(lookahead)
    expected = whole.feed(text) + whole.end()
    fed = [parts.feed(text[a:b]) for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert "".join(fed) + parts.end() == expected
    stripped = expected.translate(str.maketrans("", "", string.punctuation + "—"))
    assert (
        stripped.lower() == text.translate(str.maketrans("", "", string.punctuation + "—")).lower()
    )


def test_a_stream_gives_words_when_their_time_has_come(marks):
    stream = marks.stream(lookahead=2)
    assert stream.feed("hello everyone thanks") == ""
    assert stream.feed(" for ").lower().strip(",.?!:;- ").startswith("hello")
    assert "thanks" in stream.pause().lower()
    for lookahead in (-1, "4"):
        with pytest.raises(UsageError, match=f"lookahead is {lookahead!r}"):
            marks.stream(lookahead=lookahead)
    with pytest.raises(UsageError, match="figures need the whole text"):
        marks.stream(figures=True)


def test_text_with_its_marks_stays(marks):
    text = "Hello, everyone. Thanks for joining: how are you?\n\nHeading\n"
    assert str(marks.punctuate(text)) == text


def test_headings_and_headers_get_no_mark_at_their_end(marks):
    for head in ("# ", "Subject: ", "| her | ", "  * ", "1. we met\n# "):
        assert marks.punctuate(f"{head}we met her\n").lower().endswith(" her\n")
    for head in ("", "- ", "> ", "we met re: ", "# so\n"):
        assert marks.punctuate(f"{head}we met her\n").lower().endswith(" her,\n")


def test_long_list_items_get_marks_and_short_ones_none(marks):
    for sign in ("* ", "• ", "1. ", "12) "):
        assert marks.punctuate(f"{sign}we met her\n").lower().endswith(" her\n")
        long = f"{sign}we met her and her and her and her and her\n"
        assert marks.punctuate(long).lower().endswith(" her,\n")


def test_the_signs_of_a_quoted_line_leave_its_marks_as_they_are(marks):
    plain, given = marks.plan(SAID), f"> > {SAID}"
    made, at = marks.plan(given), given.index("hello")
    assert [one.mark for one in made.marks] == [one.mark for one in plain.marks]
    assert made.apply()[at:] == plain.apply()
    assert [(one.start, one.end) for one in made.sentences[1:]] == [
        (one.start + at, one.end + at) for one in plain.sentences[1:]
    ]


def test_a_quoted_blank_line_is_no_sentence(marks):
    text = "> we met.\n>\n> we left."
    assert [text[one.start : one.end] for one in marks.sentences(text)] == [
        "> we met.",
        ">\n> we left.",
    ]


@pytest.mark.parametrize("sign", ["\u00ad", "\u200b", "\ufeff"])
def test_signs_that_nobody_sees_change_no_mark(marks, sign):
    given = " ".join(word[:1] + sign + word[1:] for word in SAID.split())
    assert str(marks.punctuate(given)).replace(sign, "") == str(marks.punctuate(SAID))
    stream, plain = marks.stream(2), marks.stream(2)
    streamed = stream.feed(given) + stream.end()
    assert streamed.replace(sign, "") == plain.feed(SAID) + plain.end()


@pytest.mark.parametrize("space", ["\u202f", "\u2009", "\xa0"])
def test_words_are_apart_by_any_space(marks, space):
    made = str(marks.punctuate(SAID.replace(" ", space)))
    assert made.replace(space, " ") == str(marks.punctuate(SAID))


def test_a_percent_sign_may_have_a_mark_and_other_signs_have_none(marks):
    assert marks.punctuate("we met %") == "We met, %,"
    assert marks.punctuate("we met *") == "We met *"


def test_marks_are_judged_anew(marks):
    made = marks.punctuate("hello. everyone, thanks? for joining", marks="ignore")
    plain = marks.punctuate("hello everyone thanks for joining")
    assert str(made).lower() == str(plain).lower()


def test_case_is_kept_on_request(marks):
    assert marks.punctuate(SAID, case="keep").before == SAID
    cased = "we met Ann and then we went home"
    assert "Ann" in marks.punctuate(cased)


def test_capitals_alone_are_no_case(marks):
    made = marks.punctuate("I'M SURE A MAN O'NEILL MET IS IN THE U.S. NOW")
    assert "sure" in made.lower()
    assert not str(made).isupper()


def test_figures_are_english_alone(marks):
    german = replace(marks, header=replace(marks.header, name="mine", language="de"))
    with pytest.raises(UsageError, match="only for English, and mine is a model for de"):
        german.punctuate("wir zahlten einundzwanzig euro", figures=True)
    with pytest.raises(UsageError, match="leave them out"):
        list(german.punctuate_many(["a"], figures=True))


def test_a_language_has_its_own_model_of_marks():
    assert [speech_model(one) for one in ("de", "de-AT", "fr", "en", "auto", "")] == [
        "de-speech", "de-speech", *["en-speech"] * 4
    ]  # fmt: skip


def test_figures(marks):
    made = marks.punctuate("we paid twenty one dollars", figures=True)
    assert "2" in made
    assert made.source(made.index("2")) == 8


def test_a_plan_says_where_and_how_sure(marks):
    plan = marks.plan(SAID)
    data = plan.to_json()
    assert data["text"] == str(plan.apply())
    assert len(data["marks"]) == len(plan.marks) > 0
    assert all(0 <= one["confidence"] <= 1 for one in data["marks"])
    assert all(data["text"][one["output"]] == one["mark"] for one in data["marks"])
    assert "".join(one["text"] for one in data["sentences"]).count(" ") > 5


def test_a_plan_says_what_a_mark_replaces_and_whether_anything_changes():
    dash = MarkEdit(4, 6, ",", 0.9)
    marked, cased = MarkPlan("well - yes", "well - yes", (dash,), ()), MarkPlan("a", "A", (), ())
    assert marked.apply() == "well, yes"
    assert marked.to_json()["marks"][0]["replaces"] == " -"
    assert marked.changes
    assert cased.changes
    assert not MarkPlan("a", "a", (), ()).changes


def test_unknown_options_are_refused(marks):
    with pytest.raises(TypeError, match="unknown option"):
        marks.punctuate("a", mark="add")
    with pytest.raises(UsageError, match="marks is"):
        marks.punctuate("a", marks="all")
    with pytest.raises(TypeError, match="a collection of str"):
        marks.punctuate_many("a")
    for pauses in (None, 5, "ab", [(1, "x")]):
        with pytest.raises(UsageError, match="pauses must be pairs"):
            marks.punctuate("a b", pauses=pauses)


def test_another_process_loads_it_again(marks):
    sent = pickle.dumps(marks)
    assert str(pickle.loads(sent).punctuate(SAID)) == str(marks.punctuate(SAID))
    assert pickle.loads(sent) is pickle.loads(sent)


CTM = "".join(f"call 1 {number:.2f} 0.80 {word} 0.9\n" for number, word in enumerate(SAID.split()))


def written(marks, content, name, tmp_path, **options):
    source, target = tmp_path / name, tmp_path / f"new-{name}"
    source.write_text(content)
    punctuate_file(source, target, marks, **options)
    return target.read_text()


KEPT = "we met foobar and npm at area fifty one on code we met her and twenty others"


@pytest.fixture
def ruled(marks):
    forms = ["FooBar", "npm", "Area Fifty One", "via Zoom"]
    return marks.with_rules(glossary=forms, protect=r"code( \w+){3}")


def test_a_glossary_wins_and_no_mark_is_in_protected_text(marks, ruled):
    stream = ruled.stream(9)
    for made in (str(ruled.punctuate(KEPT)), stream.feed(KEPT) + stream.end()):
        assert "FooBar" in made
        assert " npm" in made
        assert "Area Fifty One" in made
        assert "code we met her" in made
    assert "code we met her" not in str(marks.punctuate(KEPT))
    assert ruled.with_rules(alone=True).punctuate(KEPT) == marks.punctuate(KEPT)
    assert "FooBar" in pickle.loads(pickle.dumps(ruled)).punctuate(KEPT)


def test_a_small_word_that_opens_a_form_is_raised_where_a_sentence_begins(ruled):
    made = str(ruled.punctuate("via zoom " + " ".join(f"{one} via zoom" for one in SAID.split())))
    before = [made[: one.start()].rstrip()[-1:] for one in re.finditer("(?i)via zoom", made)]
    assert {"", "?", ","} <= {*before}
    raised = ["Via" if one in ".?!" else "via" for one in before]
    assert re.findall("(?i)via(?= Zoom)", made) == raised


def test_protected_words_that_come_one_by_one_get_a_mark_after_the_last(ruled):
    for lookahead in (3, 9):
        stream = ruled.stream(lookahead)
        made = stream.feed("we met her code we met her we met\n") + stream.end()
        assert re.search(r"code we met her\W? ", made), made


def test_figures_leave_forms_and_protected_text_whole(ruled):
    kept = ruled.with_rules(protect="order twenty one", glossary=["Twenty", "Gmail"])
    said = "area fifty one and fifty people order twenty one and twenty and bob at gmail dot com"
    made = re.sub("[,.?!:;-](?= )", "", str(kept.punctuate(said, case="keep", figures=True)))
    assert made.startswith(
        "area fifty one and 50 people order twenty one and twenty and bob@gmail.com"
    )


def test_words_with_times_keep_their_lines(marks, tmp_path):
    found = written(marks, CTM, "a.ctm", tmp_path).splitlines()
    assert len(found) == len(CTM.splitlines())
    plain = [line.split()[4].lower().rstrip(",.?!:;-") for line in found]
    assert plain == SAID.split()
    assert [line.split()[4] for line in found] != SAID.split()


def test_figures_that_cannot_be_written_are_told(marks, tmp_path):
    said = "flight two oh nine and flight four four seven"
    lines = [f"a 1 {at} 1 {one}\n" for at, one in enumerate(said.split())]
    (tmp_path / "a.ctm").write_text("".join(lines))
    segment = {"text": " we took flight four four seven", "start": 1, "end": 2}
    (tmp_path / "a.json").write_text(json.dumps({"segments": [segment]}))
    (tmp_path / "a.txt").write_text(said)
    told, english = [], replace(marks, header=replace(marks.header, language="en"))
    how = {"figures": True, "marks": "add", "case": "keep", "tell": told.append}
    for name in ("a.ctm", "a.json", "a.txt"):
        punctuate_file(tmp_path / name, tmp_path / "out", english, **how)
    punctuate_file(tmp_path / "a.ctm", tmp_path / "out", english, to="text", **how)
    written = "in words that are written apart, as with times; --to text writes figures"
    assert told == [
        f"{tmp_path / 'a.ctm'}: 2 numbers stay {written}",
        f"{tmp_path / 'a.json'}: 1 number stays {written}",
    ]


def test_a_transcript_becomes_text_and_subtitles(marks, tmp_path):
    text = written(marks, CTM, "a.ctm", tmp_path, to="text")
    subtitles = written(marks, CTM, "a.ctm", tmp_path, to="srt")
    shown = [line for line in subtitles.splitlines() if line and "-->" not in line]
    words = " ".join(line for line in shown if not line.isdigit())
    assert words == text.strip()
    assert "00:00:00,000 --> 00:00:0" in subtitles
    assert max(map(len, shown)) <= 42
    assert written(marks, CTM, "a.ctm", tmp_path, to="vtt").startswith("WEBVTT\n\n00:00:00.000")


def test_subtitles_of_two_channels_go_forward_in_time():
    source = "f A 0 0.2 we\nf A 0.2 0.2 met\nf B 0.1 0.2 yes\nf A 0.5 0.2 anna\nf B 9 0.2 no\n"
    extracts = read_content(source, "ctm", Reading(split_sentences=False))
    pairs = [(one, EditedText.make(one.text, ())) for one in extracts]
    shown = "".join(write_subtitles(pairs, "srt", Written()))
    cues = [cue.splitlines()[1:] for cue in shown.strip().split("\n\n")]
    assert [text for _, text in cues] == ["we met anna", "yes", "no"]
    assert sorted(cues) == cues


def test_subtitles_need_times(marks, tmp_path):
    film = "1\n00:00:01,000 --> 00:00:02,000\nhello\n"
    for text, name in (("hello\n", "a.txt"), (film, "a.srt")):
        with pytest.raises(UsageError, match=r"need the times .* or only those of other subtitles"):
            written(marks, text, name, tmp_path, to="vtt")


def test_odd_times_of_words_are_left_out(marks, tmp_path):
    rows = "token|speaker|ts|endTs\nhello|1|1|1.5\nthere|1|nan|inf\n"
    found = written(marks, rows, "a.nlp", tmp_path, to="srt")
    assert "00:00:01,000 --> 00:00:01,500" in found


def test_a_mark_goes_into_its_field(marks, tmp_path):
    head = "token|speaker|ts|endTs|punctuation|case\n"
    rows = [f"{word}|1|||" + "|LC\n" for word in SAID.split()]
    found = written(marks, head + "".join(rows), "a.nlp", tmp_path).splitlines()[1:]
    assert [row.split("|")[0].lower() for row in found] == SAID.split()
    assert any(row.split("|")[4] for row in found)


def test_a_cell_has_all_its_words(marks, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    pa = pytest.importorskip("pyarrow")
    source, target = tmp_path / "a.parquet", tmp_path / "b.parquet"
    parquet.write_table(pa.table({"text": [SAID, None, SAID]}), source)
    punctuate_file(source, target, marks)
    first, nothing, second = parquet.read_table(target).column("text").to_pylist()
    assert nothing is None
    assert first == second == marks.punctuate(SAID) != SAID


def test_cues_stay(marks, tmp_path):
    cues = "1\n00:00:01,000 --> 00:00:02,000\n<i>hello everyone thanks</i>\nfor joining\n\n"
    found = written(marks, cues, "a.srt", tmp_path)
    assert found.count("\n") == cues.count("\n")
    assert found.lower().replace(",", "").replace(".", "") != found
    assert "00:00:01,000 --> 00:00:02,000\n<i>" in found


@pytest.mark.parametrize("name", ["a.csv", "a.html", "a.md"])
def test_formats_in_which_marks_are_code_are_refused(marks, tmp_path, name):
    with pytest.raises(UsageError, match="cannot be added to"):
        written(marks, "text\n", name, tmp_path)


@pytest.mark.parametrize("text", ["> yes", "+49 30 12", ">> no\n> yes\n>"])
def test_signs_that_open_a_line_are_no_sentence(marks, text):
    found = marks.sentences(text, lines="separate", marks="ignore")
    lines = {line for line in text.split("\n") if line.strip(">+ ")}
    starts = {text[one.start : one.end].split()[0] for one in found}
    assert {line.split()[0] for line in lines} <= starts
    assert all(any(map(str.isalnum, text[one.start : one.end])) for one in found[:-1])


def test_sentences_are_listed(marks, tmp_path):
    (tmp_path / "a.txt").write_text("We met Ann. She was well.\n")
    got = []
    options = MarkOptions(checked_marks({}), sentences=True)
    punctuate_stream(marks, tmp_path / "a.txt", got.append, options)
    assert b"".join(got) == b"We met Ann.\nShe was well.\n"


def test_sentences_of_a_quoted_reply_lose_the_signs_between(marks, tmp_path):
    (tmp_path / "a.txt").write_text("> We met Ann in the\n> old\n> city. She was well.\n")
    got = []
    options = MarkOptions(checked_marks({"lines": "wrapped"}), sentences=True)
    punctuate_stream(marks, tmp_path / "a.txt", got.append, options)
    assert b"".join(got) == b"> We met Ann in the old city.\nShe was well.\n"


def test_pauses_are_the_time_between_words():
    (extract,) = read_content("a 1 0 0.5 we 1\na 1 0.75 0.25 go 1\n", "ctm")
    assert pauses_of(extract) == [(3, 0.25)]


def test_pauses_are_those_of_each_text(marks):
    assert len(list(marks.punctuate_many([SAID, SAID], pauses=[[], [(6, 0.5)]]))) == 2
    with pytest.raises(UsageError, match="more texts than pauses; give one"):
        list(marks.punctuate_many([SAID, SAID], pauses=[[]]))
    with pytest.raises(UsageError, match="more pauses than texts; give one"):
        list(marks.punctuate_many([SAID], pauses=[[], []]))


def test_a_punctuator_may_be_a_key(marks):
    assert {marks: 1}[marks]


def test_times_without_a_gap_tell_no_pauses():
    (extract,) = read_content("a 1 0 0.5 we 1\na 1 0.5 0.25 go 1\n", "ctm")
    assert pauses_of(extract) == []


def test_whisper_becomes_subtitles(marks, tmp_path):
    words = [
        {"word": f" {word}", "start": at, "end": at + 0.5} for at, word in enumerate(SAID.split())
    ]
    segments = [{"text": "".join(one["word"] for one in words), "words": words}]
    (tmp_path / "said.json").write_text(json.dumps({"segments": segments}))
    punctuate_file(tmp_path / "said.json", tmp_path / "said.srt", marks, to="srt")
    times = re.findall(r"(\S+) --> (\S+)", (tmp_path / "said.srt").read_text())
    assert (times[0][0], times[-1][1]) == ("00:00:00,000", "00:00:15,500")


def test_turns_of_whisper_are_named(marks, tmp_path):
    turns = ("Ann  <A>", " we met anna"), ("Ann  <A>", " in rome"), ("Tom", " yes"), (None, " no")
    segments = [
        {"text": text, "start": at, "end": at + 0.9, "speaker": speaker}
        for at, (speaker, text) in enumerate(turns)
    ]
    source = json.dumps({"segments": segments})
    said = written(marks, source, "a.json", tmp_path, to="text").splitlines()
    assert [line[: line.index(":")] for line in said] == ["Ann  <A>", "Tom"]
    shown = written(marks, source, "a.json", tmp_path, to="vtt")
    voices = re.findall(r"^<v (.*?)>(?=\w)", shown, re.MULTILINE)
    assert list(dict.fromkeys(voices)) == ["Ann &lt;A&gt;", "Tom"]
    assert len(voices) == shown.count("-->")
    assert "<v" not in written(marks, source, "a.json", tmp_path, to="srt")


def test_words_without_times_share_those_of_their_segment():
    segments = [
        {"start": 1, "end": 2, "text": " we met", "words": [{"word": " we"}, {"word": " met"}]},
        {"start": 4, "end": 6, "text": " anna we"},
        {"start": 7, "end": 9, "text": " go", "words": [{"word": " go", "start": 8, "end": 8.5}]},
        {"start": 9, "text": " no"},
    ]
    (extract,) = read_content(json.dumps({"segments": segments}), "json")
    found = [(one.at, one.start, round(one.end, 2)) for one in extract.times]
    assert found == [(1, 1, 1.4), (4, 1.4, 2), (8, 4, 5.33), (13, 4 + 8 / 6, 6), (16, 8, 8.5)]
    assert pauses_of(extract) == []  # what stands between segments may be longer, or shorter


@given(st.text('ab .?\n(["', max_size=30), st.data())
def test_sentences_leave_out_nothing_but_blanks(text, data):
    words = [match.span() for match in re.finditer(r"[ab]+", text)]
    ends = data.draw(st.sets(st.sampled_from(range(1, len(words) + 1)))) if words else set()
    ends = sorted(ends | ({len(words)} if words else set()))
    spans = [(words[a][0], words[b - 1][1]) for a, b in itertools.pairwise([0, *ends])]
    found = list(sentence_spans(text, spans))
    assert len(found) == (len(spans) or bool(text.strip()))
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    inside = {at for one in found for at in range(one.start, one.end)}
    assert all(one.isspace() for at, one in enumerate(text) if at not in inside)
    assert not any(text[one.start].isspace() or text[one.end - 1].isspace() for one in found)


def test_a_rule_of_underscores_takes_no_time(marks):
    rule = "_" * 60
    made = marks.punctuate(f"hello everyone thanks for joining\n{rule}\nthe list is here\n")
    assert f"\n{rule}\n" in made


def test_the_name_of_a_mail_header_is_no_sentence(marks):
    text = "from: ann low\n> to: bob\n> cc: eve\n"
    found = [text[one.start : one.end] for one in marks.sentences(text)]
    assert [one for one in found if one.endswith(":")] == []
    assert str(marks.punctuate(text)).lower().startswith("from: ann")
