"""What is broken is named in one sentence, with file and line; or kept, where the user says so."""

import re

import pytest

from majuscule.errors import CorpusError
from majuscule.reading.inputs import Notes
from tests.reading.formats.laws import check, read

CUE = "1\n00:00:01,000 --> 00:00:02,000\na\n\n"

BROKEN = [
    ("jsonl", '{"text": "a"}\n{"text"\n', r"x:2: not JSON: expecting ':' delimiter at column 8"),
    ("csv", "id,text\n1,a\n2\n", r"x:3: has 1 cell, but the first row has 2; a cell that holds"),
    ("csv", "id,text\n1,a,b\n", r"x:2: has 3 cells, but the first row has 2"),
    ("csv", 'id,text\n1,"a\n2,b\n', r"x:2: a quoted cell of this row is never closed"),
    (
        "csv",
        "id,name\n1,a\n",
        r"x:1: name the column that holds the text with --column; there are: id, n",
    ),
    ("tsv", 'id\ttext\n1\t"a\nb"\n', r"x:3: has 1 cell, but the first row has 2; a cell cannot"),
    ("srt", "hello there\n", r"x:1: not SubRip: needs a number or a line like"),
    ("srt", CUE + "2\n00:00:03,000 -> 00:00:04,000\nb\n", r"x:6: invalid line of times"),
    ("srt", CUE + "2\n00:00:03 --> \nb\n", r"x:6: invalid line of times '00:00:03"),
    ("srt", "1\n\nhello\n", r"x:2: no line of times follows the cue's number"),
    ("srt", "", r"x: holds no cue"),
    ("srt", f"{'9' * 5000}\n" + CUE[2:], r"x:1: not SubRip: needs a number"),
    ("vtt", "1\n00:01.000 --> 00:02.000\na\n", r"x:1: not WebVTT: its first line must be WEBVTT"),
    ("vtt", "WEBVTT\n\n00:01 --> 00:02.000\na\n", r"x:3: invalid line of times"),
    ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000s\na\n", r"x:3: invalid line of times"),
    ("vtt", "WEBVTT\n\nNOTE a\n", r"x: holds no cue"),
    ("ctm", "f 1 0.5 0.1 a\nf 1 0.6\n", r"x:2: is not FILE CHANNEL START DURATION WORD"),
    ("ctm", "f 1 0,5 0.1 a\n", r"x:1: start '0,5' and duration '0.1' must be numbers of seconds"),
    ("nlp", "a|b\n", r"x:1: the first line must name the fields"),
    ("nlp", "token|speaker\na|1\nb\n", r"x:3: has 1 fields, but the first line names 2"),
    ("html", "hello there\n", r"x: has no tags, so it is not HTML; to restore it as text, use"),
    ("po", "hello there\n", r"x: has no msgid, so it is no catalogue; to restore it as text, use"),
    ("xml", "<a>b</c>", r"x:1: not XML: mismatched tag at column 7; for HTML use --format html"),
    ("xml", "<a>\nb", r"x:2: not XML: no element found at column 2"),
    ("xml", "hello", r"x:1: not XML: syntax error"),
]


@pytest.mark.parametrize(("format", "source", "message"), BROKEN)
def test_what_is_broken_is_named(format, source, message):
    with pytest.raises(CorpusError, match=f"^{message}") as caught:
        read(format, source)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("format", "source", "line"),
    [
        ("jsonl", '{"text": "a"}\nb\n{"text": "c"}\n', 2),
        ("jsonl", '{"text": "a"}\n{"id": [1], "text": "b"}\n{"text": "c"}\n', 2),
        ("csv", "id,text\n1,a\nb\n2,c\n", 3),
        ("srt", CUE + "2\n00:00:03,000 -> 00:00:04,000\nc\n", 6),
        ("vtt", "WEBVTT\n\n00:01 --> 00:02\nb\n\n00:03.000 --> 00:04.000\nc\n", 3),
        ("ctm", "f 1 0 1 a\nf 1\nf 1 2 1 c\n", 2),
        ("nlp", "token|speaker\na|1\nb\nc|1\n", 3),
    ],
)
def test_what_is_broken_is_kept_and_told_where_one_says_so(format, source, line):
    notes = Notes("x")
    documents = read(format, source, notes=notes, keep_broken=True)
    check(documents, source)
    text = " ".join(document.text for document in documents)
    assert "c" in text
    assert "b" not in text
    (told,) = list(notes.sentences())[:1]
    assert told.startswith(f"x:{line}: copied unchanged: ")


@pytest.mark.parametrize(
    ("format", "source", "told"),
    [
        (
            "srt",
            CUE + CUE.replace("1\n", "5\n", 1) + CUE.replace("1\n", "5\n", 1),
            r"x:5: cue numbers out of order, left unchanged \(and 1 more\)",
        ),
        ("srt", CUE + "00:00:03,000 --> 00:00:04,000\nb\n", "x:5: a cue without a number"),
        ("srt", "1\n00:00:03,000 --> 00:00:02,000\na\n", "x:2: a cue that ends before it begins"),
        (
            "srt",
            CUE + "2\n00:00:00,000 --> 00:00:01,000\nb\n",
            "x:6: a cue that begins before the one ahead of it",
        ),
        ("srt", CUE + "b after a blank line\n", "x:5: text after a blank line, taken as part of"),
        ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nb\n", "x:6: a block without a line of t"),
        ("ctm", "f 1 9 1 a\nf 1 2 1 b\n", "x:2: a word that begins before the one ahead of it"),
    ],
)
def test_what_is_odd_is_told(format, source, told):
    notes = Notes("x")
    check(read(format, source, notes=notes), source)
    (sentence,) = notes.sentences()
    assert re.match(told, sentence)


def test_cues_may_overlap():
    notes = Notes("x")
    read("srt", CUE + "2\n00:00:01,500 --> 00:00:04,000\nb\n", notes=notes)
    assert list(notes.sentences()) == []
