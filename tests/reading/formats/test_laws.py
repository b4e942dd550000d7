"""Whatever the source: nothing but the case of letters changes, or an error names file and line."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.errors import CorpusError
from majuscule.reading import FORMATS, REWRITTEN
from tests.reading.formats.laws import check, read, rewritten, swap, texts

ROOT = Path(__file__).parents[3]
TEXT_FORMATS = [name for name in REWRITTEN if not FORMATS[name].binary]
PARTS = json.loads((ROOT / "tests" / "odd_sources.json").read_text(encoding="utf-8"))
WORDS = st.text(st.characters(categories=["Lu", "Ll", "Nd", "Zs"]), max_size=8)

ROLLING = ("srt", "vtt", "ass", "lrc", "sub", "smi")
"""Captions may show a line again, which stands in their text once."""


SPEECH = '{"text": "the UN the UN", "segments": ['
CUES = [
    "{0}01{1}000 --> {0}02{1}500\nthe un <i>in</i>\n- b C\n\n",
    "{0}03{1}000 --> {0}04{1}0\nd\n\n",
]
SOUND = {
    "jsonl": ("", ['{"text": "b\\u00e9"}\n', '{"text": ["C", null], "1": "d"}\r\n', "\n"], ""),
    "json": (SPEECH, ['{"text": "the un"}, ', '{"text": "b", "words": [{"word": "B"}]}, '], "{}]}"),
    "csv": ("text,1\n", ["a,B\n", '"c ""D""\n",e\n', "\r\n"], ""),
    "tsv": ("text\t1\n", ["a\tB\n", '"c ""D"""\te\n', "\r\n"], ""),
    "srt": ("", [f"1\n{one.format('00:00:', ',')}" for one in CUES], ""),
    "vtt": ("WEBVTT\n\n", [one.format("00:", ".") for one in CUES] + ["NOTE e\n\n"], ""),
    "lrc": ("[ar:a B]\n", ["[00:01.00]a B\n", "[00:02]c <00:03.00>d\r\n", "\n", "e\n"], ""),
    "sub": ("{1}{1}25\n", ["{1}{30}a|B\n", "{31}{}/c {y:i}d\r\n", "[9][10]e\n"], ""),
    "smi": ("<SAMI>", ["<SYNC Start=1>", "<P Class=a>b<br>C\n", "<P>&amp;d</P>\n", "&nbsp;"], ""),
    "ctm": ("", ["f 1 0.5 0.1 a\n", "f 2 0.7 1 B 0.9\n", "g 1 9 1 c\r\n", ";; d\n"], ""),
    "nlp": ("token|punctuation|speaker|ts\n", ["a||1|0\n", "B|.|1|1\n", "c||2|9\r\n", "\n"], ""),
    "xml": (
        "<a>",
        ["<p>b &amp; C</p>", "<i d='E'>f</i>", "&#233; ", "<![CDATA[g]]>", "\r\n"],
        "</a>",
    ),
}
"""How sound sources of some formats begin, go on and end; odd parts seldom make one of these."""


def sources(format: str) -> st.SearchStrategy[str]:
    odd = st.lists(st.one_of(st.sampled_from(PARTS[format]), WORDS), max_size=14).map("".join)
    if format not in SOUND:
        return odd
    head, parts, tail = SOUND[format]
    sound = st.lists(st.sampled_from(parts), min_size=1, max_size=9).map("".join)
    return odd | sound.map(lambda body: head + body + tail)


@pytest.mark.parametrize("format", TEXT_FORMATS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_nothing_but_case_changes_however_the_bytes_arrive(format, data):
    source = data.draw(sources(format))
    sizes = data.draw(st.lists(st.integers(1, 40), max_size=4))
    reading = {"fields": data.draw(st.sampled_from([(), ("1",), ("2", "1")]))}
    if "header" not in FORMATS[format].takes:
        reading = {}
    reading["keep_broken"] = data.draw(st.booleans())
    try:
        whole = read(format, source, **reading)
    except CorpusError as error:
        with pytest.raises(CorpusError, match=f"^{told(error)}"):
            read(format, source, sizes=sizes, longest=9, **reading)
        return
    end = "\r\n|\n|\r" if format in ("csv", "tsv") else "\n"
    # Whisper says the same several times; the text of a button is read after what is around it, and
    # what one channel says after what the other does.
    ordered = format not in ("json", "html", "xml", "ctm", *ROLLING)
    check(whole, source, end, ordered=ordered)
    again = read(format, source, sizes=sizes, longest=9, **reading)
    check(again, source, end, ordered=ordered)
    if format != "text":
        assert texts(again) == texts(whole)


def told(error: CorpusError) -> str:
    """Return what an error says, as a pattern: of XML that it is none, since expat gives the first
    or the last thing wrong behind the end of a document, as the bytes come."""
    before, xml, _ = str(error).partition("not XML")
    return re.escape(before) + (xml or "$")


def bare(html: str) -> str:
    """Return a page without what may be written anew."""
    return re.sub(r"&[#\w]+;", "&", html)


@pytest.mark.parametrize("format", ["html", "xml"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_markup_comes_back_byte_for_byte(format, data):
    source = data.draw(sources(format))
    try:
        documents = read(format, source)
    except CorpusError:
        return
    changed = bare(rewritten(documents))
    for old, new in zip(bare(source), changed, strict=True):
        assert new in (old, swap(old))
    tags = r"<[A-Za-z/!?][^<>]*>"
    if "<!" not in source and "<?" not in source and "'" not in source:
        assert re.findall(tags, changed) == re.findall(tags, bare(source))


@pytest.mark.parametrize(
    ("format", "source"),
    [
        ("text", "\ufeffa\x00b\r\n\r\nc"),
        ("json", '\ufeff{"text":\t"a", "segments": [{"text": "a"}]}\r\n'),
        ("csv", '\ufefftext,n\r\n"a ""b""\r\nc",1\r\nd,2'),
        ("csv", "text\n\n\x00a\n"),
        ("tsv", 'text\tn\n"a b"\t1\n"c\t2\n'),
        ("srt", "\ufeff1\r\n00:00:01,000 --> 00:00:02,000 X1:10\r\n{\\an8}<i>a b</i>\\Nc\r\n\r\n"),
        ("srt", "\n \n1\n00:00:01,000 --> 00:00:02,000\na\n"),
        ("srt", "00:00:01.0 --> 00:00:02.0\na\n\nb after a blank\n\n1\n\n42\n"),
        ("srt", "7\n00:00:05,000 --> 00:00:09,000\na\n\n7\n00:00:01,000 --> 00:00:06,000\nb"),
        ("vtt", "WEBVTT a\n\nNOTE b\n\n1\n00:01.000 --> 00:02.000 align:start\n<v C d>e &amp; f"),
        ("ass", "\ufeff[Events]\r\nDialogue: 0,0:00:01.00,0:00:02.00,S,A,0,0,0,,a, {b}c\\Nd"),
        ("lrc", "\ufeff[ti:A]\r\n[00:01.00][00:09]a b\r\n\r\nc\n[00:02.00]"),
        ("sub", "\ufeff{1}{1}25.000\r\n{DEFAULT}{C:$f}\r\n{5}{9}{y:i}a|/b\r\n[9][]c"),
        ("smi", "\ufeff<SAMI>\r\n<P>a<SYNC Start=1>b<P Class=C>\r\nd&nbsp<br>e</P>\r\nf"),
        ("po", 'msgid "a"\nmsgstr ""\n"b %s\\n"\n"c"\n\n#~ msgstr "d"'),
        ("markdown", "---\na: b\n---\r\n# c #\n\n- d `e`\n  f\n\n    g\n|h|i|\n"),
        ("html", "<p>a <button>b</button> c <![d e> f"),
        ("ctm", ";; a\n \nf A 0 1 b\nf A 1 1 <unk>\nf A 2 1 c"),
        ("ctm", "f 1 0.5 0.1 a 0.9\nf 2 9 1 c\r\nf 1 0.5 0.1 a 0.9\n"),
        ("nlp", "token|punctuation\r\na|.\r\nb|\r\n"),
        ("html", "\ufeff<p>a &unknown; b&c <b title='D'>e</p\n>f"),
        ("xml", "<?xml version='1.0'?>\r\n<a b='C'>d\r\ne<![CDATA[<f>]]></a>\r\n"),
    ],
)
def test_odd_sources_come_back(format, source):
    check(read(format, source), source, ordered=format not in ("json", "html", "ctm", *ROLLING))
