"""Subtitles: tags and times are no text, and sentences run across lines and cues."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.errors import CorpusError
from majuscule.reading import inputs
from majuscule.reading.extracts import Builder
from majuscule.reading.inputs import Notes, Reading
from majuscule.reading.sources import open_source, read_content
from majuscule.text.editing.edits import Edit, EditedText
from tests.reading.formats.laws import check, read, rewritten, texts


def srt(*cues: str, gap: float = 0.5) -> str:
    """Return cues of a second each, with a gap between."""
    parts = []
    at = 0.0
    for number, text in enumerate(cues, 1):
        parts.append(f"{number}\n00:00:{at:06.3f} --> 00:00:{at + 1:06.3f}\n{text}\n\n")
        at += 1 + gap
    return "".join(parts)


@pytest.mark.parametrize(
    ("cues", "text"),
    [
        (["so we met angela", "merkel. she left."], "so we met angela merkel. she left."),
        (["we met\nangela."], "we met angela."),
        (["- who left?\n- angela."], "who left?\nangela."),
        (["<i>we</i> met {\\an8}<b>An</b>na."], "we met Anna."),
        (["we met\\Nanna\\hport."], "we met anna port."),
        (["he left. and", "[slam]", "she stayed."], "he left. and\n[slam]\nshe stayed."),
        (["he left, and", "KAREN: no.", "MAN 2: so"], "he left, and\nKAREN: no.\nMAN 2: so"),
        (["he left, and", "[laughs] no."], "he left, and\n[laughs] no."),
        (["he left, and", "(sighs) no."], "he left, and\n(sighs) no."),
        (["THERE IS, AFTER", "ALL, ONE", "RULE: GO."], "THERE IS, AFTER ALL, ONE RULE: GO."),
        (["at&amp;t left &lt;now&gt;."], "at&t left <now>."),
        (["5 < 6 and 7 > 6."], "5 < 6 and 7 > 6."),
        (["  we left.  ", "\tand she."], "we left.   and she."),
        (["so.", "♪ we met", "angela ♪", "so"], "so.\n♪ we met angela ♪\nso"),
        (["we met<br>anna&nbsp;port.", "&nbsp;", "so"], "we met anna port. so"),
    ],
)
def test_cues_are_joined_as_the_sentences_run(cues, text):
    assert texts(read("srt", srt(*cues))) == [text]


def rolling(*lines: str) -> str:
    """Return captions as YouTube makes them: a line word by word, then alone, then above the next.

    Where there is no line above, a blank stands in its place.
    """
    parts, above = ["WEBVTT\n\n"], " "
    for at, line in enumerate(lines):
        first, *rest = line.split()
        said = "".join(f"<00:00:0{at}.500><c> {word}</c>" for word in rest)
        parts.append(f"00:0{at}.000 --> 00:0{at}.900\n{above}\n{first}{said}\n\n")
        parts.append(f"00:0{at}.900 --> 00:0{at}.910\n{line}\n \n\n")
        above = line
    return "".join(parts)


def test_lines_of_captions_that_roll_are_read_once():
    source = rolling("so we met", "anna at&amp;t home", "in the", "in the")
    (extract,) = read_content(source, "vtt")
    assert extract.text == "so we met anna at&t home in the in the"
    marks = [Edit(9, 9, "."), Edit(24, 24, ",")]
    text = EditedText.make("So we met Anna at&t home in the in the", marks)
    assert extract.rewrite(text) == (
        rolling("so we met", "anna at&amp;t home", "in the", "in the")
        .replace("so", "So")
        .replace("anna", "Anna")
        .replace("met", "met.")
        .replace(" home", " home,")
    )


def test_lines_that_roll_without_times_of_their_words_are_read_once_too():
    lines = ["so we met", "anna and the", "un in rome", "on a monday", "- and left", "at noon"]
    source = srt(*map("\n".join, pairwise(lines)))
    (extract,) = read("srt", source)
    assert " ".join(extract.text.split()) == " ".join(lines).replace("- ", "")
    assert extract.rewrite(extract.text.upper()) == source.upper()


def test_a_line_that_comes_back_in_other_captions_is_read_again():
    assert texts(read("srt", srt("no.", "no.", "we left.", "so."))) == ["no. no. we left. so."]


def test_a_cue_may_be_called_like_what_is_no_cue():
    source = "WEBVTT\n\nNOTE2\n00:01.000 --> 00:02.000\nin rome\n\nNOTE 3\n"
    assert texts(read("vtt", source)) == ["in rome"]


@pytest.mark.parametrize("more", ["-", "1", " "])
def test_a_line_that_begins_like_times_is_read_in_linear_time(more):
    said = f"1:1{more * 100_000}a"  # quadratic time would take minutes
    assert texts(read("srt", srt(said)))[0].split() == said.split()


def test_a_silence_parts_sentences():
    assert texts(read("srt", srt("we left.", "and", gap=9))) == ["we left.\nand"]


def test_a_cue_that_is_shown_far_longer_than_its_words_take_ends_with_silence():
    chapters = "00:00.000 --> 00:30.000\nthe bird\n\n00:30.000 --> 01:00.000\na long\nway home\n"
    chapters += "\n01:00.000 --> 01:02.000\nand so\n\n01:02.000 --> 01:04.000\nwe left.\n"
    expected = ["the bird\na long way home\nand so we left."]
    assert texts(read("vtt", f"WEBVTT\n\n{chapters}")) == expected


def test_voices_part_sentences():
    source = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>and so\n<v Anna>we left.\n<v Port>no"
    assert texts(read("vtt", source)) == ["and so we left.\nno"]


def test_cues_without_punctuation_are_cut_by_words():
    (text,) = texts(read("srt", srt("thank you very much", "thank you all", "in the", "car")))
    assert "much\nthank" in text
    assert "in the car" in text
    said = "we will thank you very much good morning everyone"
    assert texts(read("srt", srt(said))) == [
        "we will \nthank you very much \ngood morning everyone"
    ]


def test_captions_of_youtube_have_other_times_and_breaks():
    source = "0:00:00.599,0:00:04.160\n>> ann: we met[br]angela\n\n0:00:04.160,0:00:06\nmerkel."
    (document,) = read("srt", source)
    assert document.text == "ann: we met angela merkel."
    written = (
        source.replace("we met", "We Met").replace("angela", "Angela").replace("merkel", "Merkel")
    )
    assert document.rewrite("Ann: We Met Angela Merkel.") == written.replace("ann", "Ann")


def test_a_sign_inside_a_line_and_one_that_is_escaped_begin_a_turn():
    for sign in (">>", "&gt;&gt;", "&gt;&gt;&gt;"):
        source = srt(f"{sign} Is ann here?{sign} yes {sign}", f"{sign} <i>no</i>, she left.")
        (document,) = read("srt", source)
        assert document.text == "Is ann here? \nyes \nno, she left."
        written = source.replace("ann", "Ann").replace("yes", "Yes").replace("no", "No")
        assert document.rewrite("Is Ann here? \nYes \nNo, she left.") == written


def test_units_are_cues():
    (document,) = read("srt", srt("we met angela", "merkel."))
    found = [(unit.place, document.text[unit.start : unit.end]) for unit in document.units or ()]
    assert found == [
        ({"line": 1, "cue": "1"}, "we met angela"),
        ({"line": 5, "cue": "2"}, "merkel."),
    ]


def test_karaoke_keeps_its_times():
    source = "WEBVTT\n\n00:01.000 --> 00:02.000\nwe<00:01.500><c> met</c><00:01.700><c> anna</c>."
    documents = read("vtt", source)
    assert texts(documents) == ["we met anna."]
    assert rewritten(documents, str.title) == source.replace("we", "We").replace(
        "met", "Met"
    ).replace("anna", "Anna")


def test_a_very_long_file_is_cut_between_cues(monkeypatch):
    monkeypatch.setattr(inputs, "LONGEST", 1000)
    source = srt(*["so we met angela merkel and left."] * 12) * 9
    documents = read("srt", source)
    assert len(documents) > 1
    assert "".join(document.raw for document in documents) == source
    assert documents[1].line == 1 + documents[0].raw.count("\n")
    assert documents[1].raw[0].isdigit()


ASS = r"""[Script Info]
Title: angela
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,angela
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,anna,0,0,0,,{\i1}we met, angela{\i0}\Nmerkel in
Comment: 0,0:00:01.00,0:00:02.00,Default,anna,0,0,0,,angela
Dialogue: 0,0:00:02.10,0:00:03.00,Default,,0,0,0,,{\k20}ber{\k30}lin {note angela}yesterday.
Dialogue: 0,0:00:02.10,0:00:03.00,Default,,0,0,0,,{\p1}m 0 0 l 10 10{\p0}
"""


def test_dialogue_of_substation_alpha_is_text():
    (document,) = read("ass", ASS)
    assert document.text == "we met, angela merkel in berlin yesterday."
    assert [(unit.place["line"], unit.place["cue"]) for unit in document.units or ()] == [
        (6, "anna"),
        (8, ""),
    ]
    check([document], ASS)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("angela\n", "x: not an .ass file: it has no section such as"),
        ("[Events]\nDialogue: a,b\n", "x:2: has 2 fields, but 10 are named"),
        ("[Events]\nFormat: Text, Start\n", "x:2: the format of the events must name"),
        ("[Events]\nFormat: Start, End, Text\nDialogue: 1,2,a\n", "x:3: invalid line of times"),
    ],
)
def test_broken_substation_alpha_is_named(content, message):
    with pytest.raises(CorpusError, match=message):
        read("ass", content)


MICRODVD = """{1}{1}25.000
{DEFAULT}{c:$anna}
{25}{60}{y:i}we met angela|merkel in
{61}{}berlin.|/she {c:$0000ff}left
{1000}{1100}- anna?|- no.
"""


def test_lines_of_microdvd_are_cues():
    (document,) = read("sub", MICRODVD)
    assert document.text == "we met angela merkel in berlin. she left\nanna?\nno."
    assert [unit.place["line"] for unit in document.units or ()] == [3, 4, 5]
    check([document], MICRODVD)
    assert texts(read("sub", "[10][40]we met|/anna,\n[500][]so")) == ["we met anna,\nso"]


LYRICS = """[ti:angela]
[00:12.00][01:12.00]we met angela, and
[00:13.00]<00:13.00>anna <00:13.50>left [00:14.00]us

# anna
anna
[00:20]
[00:21]thank you very much good morning
"""


def test_each_line_of_a_song_is_a_line():
    notes = Notes("x")
    (document,) = read("lrc", LYRICS, notes=notes)
    assert document.text == ("we met angela, and\nanna left us\nthank you very much good morning")
    check([document], LYRICS)
    assert [*notes.sentences()] == ["x:6: a line without a time, left unchanged"]


SAMI = """<SAMI><HEAD><TITLE>angela</TITLE>
<STYLE TYPE="text/css"><!-- P { color: white } .EN { Name: anna } --></STYLE></HEAD>
<BODY>
<SYNC Start=1000><P Class=EN>
we met angela<br>merkel <!-- anna --> in
<Sync start="2500"><p class=EN>berlin.</p>{}
<SYNC Start=4000><P Class=EN>&nbsp;
<SYNC Start=9000><P Class=EN>and Tom &amp; anna</P></SYNC>
</BODY></SAMI>
"""


def test_paragraphs_of_sami_are_cues():
    source = SAMI.replace("{}", "")
    (document,) = read("smi", source)
    assert document.text == "we met angela merkel  in berlin.\nand Tom & anna"
    found = [(unit.place["line"], unit.place["cue"]) for unit in document.units or ()]
    assert found == [(4, "EN"), (6, "EN"), (8, "EN")]
    assert document.rewrite(document.text.upper()) == (
        source.replace("we met angela<br>merkel", "WE MET ANGELA<br>MERKEL")
        .replace("> in\n", "> IN\n")
        .replace("berlin", "BERLIN")
        .replace("and Tom &amp; anna", "AND TOM &amp; ANNA")
    )


def test_languages_of_sami_are_apart():
    source = SAMI.replace("{}", "<P Class=DE>in berlin")
    text = "we met angela merkel  in berlin.\nin berlin\nand Tom & anna"
    assert texts(read("smi", source)) == [text]


@pytest.mark.parametrize(
    ("format", "content", "message"),
    [
        ("sub", "anna\n", "x:1: not MicroDVD: 'anna' must begin with frames, like {25}{50}"),
        ("sub", "{1}{1}25\n", "x: holds no cue"),
        ("lrc", "[ar:anna]\n", "x: not lyrics: no line has a time"),
        ("smi", "<smil></smil>\n", "x: not SAMI: it has no <SYNC Start"),
        ("smi", "<SYNC Start=a>\n", "x:1: invalid line of times '<SYNC Start=a>'; it must look"),
    ],
)
def test_what_is_not_the_format_is_named(format, content, message):
    with pytest.raises(CorpusError) as caught:
        read(format, content)
    assert str(caught.value).startswith(message)


def test_images_of_subtitles_are_refused_in_a_sentence(tmp_path):
    path = tmp_path / "a.sub"
    path.write_bytes(b"\x00\x00\x01\xba\x44\x00")
    with open_source(path) as opened, pytest.raises(CorpusError) as caught:
        list(opened.extracts())
    assert str(caught.value).endswith(
        "VobSub, images of subtitles, not text: convert it to .srt first"
    )


def put_in(content: str, *marks: tuple[int, str], format: str = "srt") -> str:
    """Return subtitles of one document with marks put in at offsets of its text."""
    (extract,) = read_content(content, format, Reading(split_sentences=False))
    return extract.rewrite(EditedText.make(extract.text, [Edit(at, at, one) for at, one in marks]))


def test_a_cue_that_still_fits_keeps_its_lines():
    assert put_in(srt("we met\nangela"), (6, ","), (13, ".")) == srt("we met,\nangela.")


def test_lines_that_grow_too_long_are_broken_anew_at_marks():
    one = "we stay where we are now i think we will so"
    assert put_in(srt(one), (24, ","), (43, ".")) == srt(
        "we stay where we are now,\ni think we will so."
    )
    crlf = srt(one).replace("\n", "\r\n")
    assert "now,\r\ni think we will so.\r\n" in put_in(crlf, (24, ","), (43, "."))


def test_other_ways_to_break_a_line_stay():
    head = "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:03.00,"
    said = "we left when they came and so did\\Nall who had been there for years"
    made = put_in(f"{head}{said}\n", (22, ","), (len(said) - 1, "."), format="ass")
    assert made == f"{head}{said.replace('came', 'came,')}.\n"
    one = "we stay where we are now i think we will so"
    made = put_in(f"{head}{one}\n", (24, ","), (43, "."), format="ass")
    assert made == f"{head}we stay where we are now,\\Ni think we will so.\n"
    remark = "{a long remark of somebody} " + one
    made = put_in(f"{head}{remark}\n", (24, ","), (43, "."), format="ass")
    assert made == f"{head}{remark.replace('now', 'now,')}.\n"
    for before, after, line_break, format in (
        ("{1}{90}", "", "|", "sub"),
        ("[00:01.00]", "", " ", "lrc"),
        ("<SYNC Start=1><P Class=EN>\n", "\n</P>", "<br>", "smi"),
    ):
        made = put_in(f"{before}{one}{after}\n", (24, ","), (43, "."), format=format)
        assert made == f"{before}we stay where we are now,{line_break}i think we will so.{after}\n"


def test_marks_that_do_not_fit_are_left_out_commas_first():
    line = "we stay where we are as long as we may now"
    assert len(line) == 42
    speakers = f"- {line[:40]}\n- {line[:40]}"
    assert put_in(srt(speakers), (7, ","), (40, "."), (81, ".")) == srt(speakers)
    full = f"{line}\n{line[:-1]}"
    assert put_in(srt(full), (7, ","), (84, ".")) == srt(f"{full}.")


def test_the_marks_of_an_endless_cue_are_left_out_in_few_steps():
    tried = []
    builder = Builder(1).take("so we are " * 1000)
    extract = builder.laid(0, lambda _before, after: tried.append(after)).build()
    marked = EditedText.make(extract.text, [Edit(at, at, ",") for at in range(9, 10_000, 10)])
    assert extract.rewrite(marked) == extract.text
    assert len(tried) < 100


@given(
    st.lists(st.sampled_from(["we", "stay", "here,", "extraordinarily", "<b>so</b>"]), max_size=40),
    st.lists(st.integers(1, 60), max_size=3),
    st.data(),
)
@settings(max_examples=60, deadline=None)
def test_no_line_grows_past_what_fits(words, cuts, data):
    lines = [*map(" ".join, _cut(words, cuts))]
    before = srt("\n".join(line for line in lines if line) or "so")
    (extract,) = read_content(before, "srt", Reading(split_sentences=False))
    ends = [found.end() for found in re.finditer(r"\w(?!\S)", extract.text)]
    chosen = sorted(data.draw(st.sets(st.sampled_from(ends)))) if ends else []
    after = put_in(before, *((at, data.draw(st.sampled_from(",.?"))) for at in chosen))
    longest = max(42, *(len(_bare(line)) for line in before.splitlines()))
    assert all(len(_bare(line)) <= longest for line in after.splitlines())
    assert re.sub(r"[,.?\s]", "", _bare(after)) == re.sub(r"[,.?\s]", "", _bare(before))


def _bare(text: str) -> str:
    return re.sub("<[^>]*>", "", text)


def _cut(words: list[str], cuts: list[int]) -> list[list[str]]:
    places = [0, *sorted({one for one in cuts if one < len(words)}), len(words)]
    return [words[a:b] for a, b in pairwise(places)]
