"""Whatever the source: nothing but the case of letters changes, or an error names file and line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majuscule.errors import CorpusError
from majuscule.reading import FORMATS, REWRITTEN
from tests.reading.formats.laws import check, read, rewritten, swap, texts

TEXT_FORMATS = [name for name in REWRITTEN if not FORMATS[name].binary]
PARTS = {
    "text": ["a", "B c", "\n", "\n\n", "é\u0301", "\x00", "\r"],
    "jsonl": ['{"text": "', 'a"}', "\n", '{"text": "b\\u00e9 c"}\n', "[", '"paragraphs": ["a"]}'],
    "json": [
        '{"text": "a B"',
        ', "segments": [',
        '{"text": "a"}',
        '{"text": " B", "words": [{"word": "b"}]}',
        ",",
        "]",
        "}",
        "\n",
        '"words": [{"word": "\\u00e9 c"}]',
        '{"1": ["a", null], "2": {"1": "b"}}',
        "[",
    ],
    "csv": ["a", "Bc", ",", ";", '"', '""', "\n", "\r\n", "\r", "text", "\ufeff", "é", "\x00"],
    "tsv": ["a", "Bc", "\t", '"', '""', "\n", "\r\n", "text\n", "\ufeff", "é"],
    "srt": [
        "1\n",
        "00:00:01,000 --> 00:00:02,000\n",
        "a b\n",
        "\n",
        "\r\n",
        "<i>",
        "</i>",
        "{\\an8}",
        "&amp;",
        "- c",
        "12",
        "00:00:03.5 --> 00:00:01\r\n",
        "[d]",
        " ",
        "\\N",
        "\ufeff",
        "x",
    ],
    "vtt": [
        "WEBVTT\n\n",
        "00:01.000 --> 00:02.000 line:0\n",
        "a b\n",
        "\n",
        "<v Anna>",
        "</v>",
        "c",
        "NOTE d\n",
        "&nbsp;",
        "&lt;",
        "id\n",
        "<00:01.500>",
        "STYLE\n",
        "\r\n",
        ">> ",
        "♪",
    ],
    "ctm": [
        "f 1 0.5 0.1 a 0.9\n",
        "f 1 0.7 0.2 B\n",
        "f 2 9 1 c\r\n",
        ";; note\n",
        "\n",
        "f A 3 1 <unk>\n",
        "f 1 x 1 d\n",
        "f 1\n",
        " ",
    ],
    "nlp": [
        "token|speaker|ts|endTs|punctuation\n",
        "a|1|0.1|0.2|\n",
        "B|1|0.3|0.4|.\n",
        "c|2|||\r\n",
        "\n",
        "d|1\n",
        "\ufeff",
    ],
    "ass": [
        "[Events]\n",
        "Format: Start, End, Text\r\n",
        "Dialogue: 0:00:01.00,0:00:02.00,a B",
        "Dialogue: 0,0:00:01.00,0:00:02.00,S,Anna,0,0,0,,{\\i1}a, B",
        "\\N",
        "{c}",
        "{\\p1}",
        "\n",
        "Comment: a\n",
        "[Fonts]\n",
        "é",
        "\ufeff",
    ],
    "po": [
        'msgid "a"\n',
        'msgstr "b',
        "C %s {name} $x",
        "&file _open",
        '\\n"\n',
        '"d <b>e</b> &eacute;"\r\n',
        '"',
        'msgid ""\n',
        'msgstr[1] "f"\n',
        "\\",
        "# g\n",
        "\n",
        '#~ msgstr "h"\n',
        "\ufeff",
    ],
    "markdown": [
        "---\n",
        "# a ##\n",
        "b C\n",
        "\n",
        "```\n",
        "`d`",
        "**",
        "_",
        "[e](",
        ")",
        "[f]: g\n",
        "- ",
        "> ",
        "    ",
        "| a | b |\n",
        "|---|\n",
        "<!--",
        "-->",
        "<b>",
        "&eacute;",
        "$x$",
        "\\*",
        "\r\n",
        "\ufeff",
        "1. ",
    ],
    "html": [
        "<button>",
        "</button>",
        "<option>",
        "<![x",
        "<p>",
        "</p>",
        "a",
        "B ",
        "<b class='x Y'>",
        "</b>",
        "&amp;",
        "&eacute;",
        "&x",
        "&#97;",
        "&",
        "<",
        ">",
        "<!-- c -->",
        "<script>",
        "</script>",
        "<code>",
        "</code>",
        "<br/>",
        "\n",
        "\r\n",
        "<!",
        "<?",
        '"',
        "<img alt=d>",
        "<a href='",
        "]]>",
        "&#",
        ";",
        "<![CDATA[",
        "</",
    ],
    "xml": [
        "<a>",
        "</a>",
        "b C",
        "<d/>",
        "&amp;",
        "&#xe9;",
        "\n",
        "\r\n",
        "<![CDATA[",
        "]]>",
        "<!-- e -->",
        "<?xml version='1.0'?>",
        "<f g='H'>",
        "</f>",
        " ",
        "<",
        "\ufeff",
        "é",
    ],
}
WORDS = st.text(st.characters(categories=["Lu", "Ll", "Nd", "Zs"]), max_size=8)


def sources(format: str) -> st.SearchStrategy[str]:
    return st.lists(st.one_of(st.sampled_from(PARTS[format]), WORDS), max_size=14).map("".join)


@pytest.mark.parametrize("format", TEXT_FORMATS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_nothing_but_case_changes_however_the_bytes_arrive(
    format: str, data: st.DataObject
) -> None:
    source = data.draw(sources(format))
    sizes = data.draw(st.lists(st.integers(1, 40), max_size=4))
    reading = {"fields": data.draw(st.sampled_from([(), ("1",), ("2", "1")]))}
    if "header" not in FORMATS[format].takes:
        reading = {}
    reading["keep_broken"] = data.draw(st.booleans())
    try:
        whole = read(format, source, **reading)
    except CorpusError as error:
        with pytest.raises(CorpusError, match=f"^{re.escape(str(error))}$"):
            read(format, source, sizes=sizes, longest=9, **reading)
        return
    end = "\r\n|\n|\r" if format in ("csv", "tsv") else "\n"
    # Whisper says the same several times; the text of a button is read after what is around it.
    ordered = format not in ("json", "html", "xml")
    check(whole, source, end, ordered=ordered)
    again = read(format, source, sizes=sizes, longest=9, **reading)
    check(again, source, end, ordered=ordered)
    if format != "text":
        assert texts(again) == texts(whole)


def bare(html: str) -> str:
    """Return a page without what may be written anew."""
    return re.sub(r"&[#\w]+;", "&", html)


@pytest.mark.parametrize("format", ["html", "xml"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_markup_comes_back_byte_for_byte(format: str, data: st.DataObject) -> None:
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
        ("text", "a\x00b\r\n\r\nc"),
        ("json", '\ufeff{"text":\t"a", "segments": [{"text": "a"}]}\r\n'),
        ("csv", '\ufefftext,n\r\n"a ""b""\r\nc",1\r\nd,2'),
        ("csv", "text\n\n\x00a\n"),
        ("tsv", 'text\tn\n"a b"\t1\n"c\t2\n'),
        ("srt", "\ufeff1\r\n00:00:01,000 --> 00:00:02,000 X1:10\r\n{\\an8}<i>a b</i>\\Nc\r\n\r\n"),
        ("srt", "00:00:01.0 --> 00:00:02.0\na\n\nb after a blank\n\n1\n\n42\n"),
        ("srt", "7\n00:00:05,000 --> 00:00:09,000\na\n\n7\n00:00:01,000 --> 00:00:06,000\nb"),
        ("vtt", "WEBVTT a\n\nNOTE b\n\n1\n00:01.000 --> 00:02.000 align:start\n<v C d>e &amp; f"),
        ("ass", "\ufeff[Events]\r\nDialogue: 0,0:00:01.00,0:00:02.00,S,A,0,0,0,,a, {b}c\\Nd"),
        ("po", 'msgid "a"\nmsgstr ""\n"b %s\\n"\n"c"\n\n#~ msgstr "d"'),
        ("markdown", "---\na: b\n---\r\n# c #\n\n- d `e`\n  f\n\n    g\n|h|i|\n"),
        ("html", "<p>a <button>b</button> c <![d e> f"),
        ("ctm", ";; a\nf A 0 1 b\nf A 1 1 <unk>\nf A 2 1 c"),
        ("nlp", "token|punctuation\r\na|.\r\nb|\r\n"),
        ("html", "\ufeff<p>a &unknown; b&c <b title='D'>e</p\n>f"),
        ("xml", "<?xml version='1.0'?>\r\n<a b='C'>d\r\ne<![CDATA[<f>]]></a>\r\n"),
    ],
)
def test_odd_sources_come_back(format: str, source: str) -> None:
    check(read(format, source), source, ordered=format not in ("json", "html"))
