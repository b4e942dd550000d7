"""HTML and XML: which text is one line, what is left alone, how references are written."""

import pytest

from majuscule.reading.formats.markup import nodes as markup
from majuscule.reading.formats.markup.references import write_reference
from majuscule.reading.inputs import Notes
from tests.reading.formats.laws import read, rewritten, texts


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>a <b>b</b> c</p><p>d</p>", "a b c\nd"),
        ("<h1>a</h1>\n<ul>\n<li>b<li>c</ul>", "a\nb\nc"),
        ("a<br>b", "a\nb"),
        ("<p>a\n  b</p>", "a   b"),
        ("<p>run <code>git a</code> now</p>", "run 0 now"),
        ("<p>a <img alt='b'> c</p>", "a 0 c"),
        ("<script>a</script><style>b</style><pre>c</pre><p>d", "d"),
        ("<p>a<style>b</style> <script>c</script>d <picture><source><img></picture> e", "a d 0 e"),
        ("<textarea>a</textarea><kbd>b <b>c</b></kbd> d", "0 d"),
        ("<p>a<!-- b --> c<?d?></p>", "a c"),
        ("<p>AT&T &amp; c &#233; &unknown; d</p>", "AT&T & c é 0 d"),
        ("<p>a&nbsp;b</p>", "a\xa0b"),
        ("<p>a &bne; b</p>", "a 0 b"),  # two characters
        ("<P CLASS=a>b</P>", "b"),
        ("<p>3 < 4</p>", "3 < 4"),
        ("<p>press <button>save <b>it</b></button> now</p>", "press 0 now\nsave it"),
        ("<button>a</button><button>b</button> c", "a\nb\nc"),
        ("<p>a <select><option>b<option>c</select> d</p>", "a 000 d\nb\nc"),
        ("<p>a <button>b<p>c", "a 0\nb\nc"),
        ("<p>a <![CDATA[b]]> c <![d e> f", "a  c  f"),
        ("<p>a</ b>c</p></i> d <! e > <", "ac\nd  <"),
        ("<p>a <b c <i>d</i> e</p>", "a d e"),
    ],
)
def test_the_text_of_a_page(source, text):
    assert texts(read("html", source)) == [text]


def test_only_the_elements_that_are_wanted():
    source = "<h1>a</h1><p>b <b>c</b><p>d<div>e</div><td>f</td>"
    assert texts(read("html", source, fields=("p",))) == ["b c\nd"]
    assert texts(read("html", source, fields=("h1", "td"))) == ["a\nf"]
    assert texts(read("xml", "<x:a><B>b</B> c</x:a>", fields=("b",))) == ["b"]


def test_inline_elements_of_manuals_and_translations_end_no_sentence():
    source = (
        "<a><para><command>ls</command> lists the <replaceable>files</replaceable> of "
        "<application>a</application>, see <guimenu>b</guimenu>.</para>"
        "<target>click <g id='1'>save</g> to go on<x id='2'/>.</target></a>"
    )
    expected = "0 lists the 0 of a, see b.\nclick save to go on."
    assert texts(read("xml", source)) == [expected]


def test_what_an_edition_marks_ends_no_sentence_and_new_lines_part_words():
    source = (
        "<TEI><title>a</title><p>we <add>also</add> met <choice><abbr>mr</abbr><expan>mister"
        "</expan></choice> b in new<lb/>york<note>see <hi>c</hi>.</note>, mer<lb break='no'/>kel "
        "in <title>the <hi>d</hi></title> too.</p></TEI>"
    )
    lines = ["a", "we also met mr mister b in new york, merkel in the d too.", "see c."]
    assert texts(read("xml", source)) == ["\n".join(lines)]


def test_sentences_run_across_the_cues_of_timed_text():
    source = (
        "<tt><head><metadata>a film</metadata></head><body><div>"
        "<p begin='1s'>we have\n <i>seen</i><br/>the mayor</p>\n<p>of bergen.</p><p>[laughs]</p>"
        "<p>so</p><p>he left.</p></div></body></tt>"
    )
    (document,) = read("xml", source)
    lines = [" ".join(line.split()) for line in document.text.split("\n")]
    assert lines == ["we have seen the mayor of bergen.", "[laughs]", "so he left."]
    assert document.rewrite(document.text.title()).lower() == source.lower()


def test_of_a_translation_only_the_target_is_text():
    source = "<xliff><body><source>in rome</source><target>a <g>rome</g>.</target></body></xliff>"
    assert texts(read("xml", source)) == ["a rome."]
    assert texts(read("xml", source, fields=("source",))) == ["in rome"]


def test_xml_text_and_sections_are_text_and_entities_are_not_expanded():
    source = (
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'expanded'>]>\n"
        "<a b='c'><p>d &e; <hi>f</hi> &#x67;</p><p><![CDATA[h <i>]]></p></a>"
    )
    documents = read("xml", source)
    assert texts(documents) == ["d 0 f g\nh <i>"]
    assert rewritten(documents, str.upper) == source.replace("d &e", "D &e").replace(
        "<hi>f<", "<hi>F<"
    ).replace("#x67", "#x47").replace("h <i>]", "H <I>]")


def test_a_chapter_may_name_what_only_its_book_declares():
    source = "<para>d &version; e</para>"
    assert rewritten(read("xml", source), str.upper) == "<para>D &version; E</para>"


@pytest.mark.parametrize(
    ("raw", "old", "new", "written"),
    [
        ("&eacute;", "é", "É", "&Eacute;"),
        ("&#233;", "é", "É", "&#201;"),
        ("&#x00e9;", "é", "É", "&#x00c9;"),
        ("&#XE9;", "é", "É", "&#XC9;"),
        ("&#x61;", "a", "A", "&#x41;"),
        ("&zcaron;", "ž", "Ž", "&#381;"),
    ],
)
def test_a_reference_stays_one(raw, old, new, written):
    assert write_reference(raw, old, new) == written


def test_xml_may_not_know_a_name():
    source = "<!DOCTYPE a [<!ENTITY eacute '&#233;'>]><a>&eacute;</a>"
    changed = rewritten(read("xml", source), str.upper)
    assert changed == source.replace("<a>&eacute;", "<a>&#201;")


def test_a_long_page_is_cut_between_lines(monkeypatch):
    monkeypatch.setattr(markup, "LONGEST", 1000)
    source = "<p>so we met angela merkel.</p>\n" * 200
    documents = read("html", source)
    assert len(documents) > 1
    assert "".join(document.raw for document in documents) == source
    assert sum(len(document.text.split("\n")) for document in documents) == 200


@pytest.mark.parametrize("source", ["<p>a <a href='b>c</a> d", "<p>a <!-- b c", "<p>a <script>b c"])
def test_what_a_page_does_not_close_is_kept_and_remarked_on(source):
    notes = Notes("x")
    found = read("html", source, notes=notes)
    assert texts(found) == ["a "]
    assert rewritten(found) == source.replace("a", "A", 1)
    assert "that is not closed, left unchanged" in "".join(notes.sentences())
