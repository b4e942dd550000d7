"""Each format gives the documents that its description promises, or says what is wrong."""

import json
from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from majuscule.errors import CorpusError, UsageError
from majuscule.reading import (
    FORMATS,
    Document,
    Reading,
    TaggedSentence,
    corpus_format_of,
    format_of,
    read_objects,
)
from majuscule.reading.extracts import Extract, SourceSpan
from majuscule.reading.formats.documents import text
from majuscule.reading.formats.tables import columns
from majuscule.reading.formats.tables.columns import read_sentences
from majuscule.reading.inputs import Input, Notes
from majuscule.reading.streams import Block
from majuscule.reading.table import format_called

READERS = [name for name, one in FORMATS.items() if one.documents]


def numbered(content: str) -> Iterable[tuple[int, str]]:
    return enumerate(content.split("\n"), 1)


def read(name: str, content: str, where: str, *fields: str) -> Iterator[Document]:
    source = Input([Block(content)], where, Reading(fields=fields), Notes(where))
    found: Iterator[Document] = FORMATS[name].load_documents()(source)
    return found


def documents(name: str, content: str) -> list[tuple[str, tuple[str, ...], str]]:
    found = read(name, content, "dir/x.txt.gz")
    return [(one.id, one.paragraphs, one.where.removeprefix("dir/x.txt.gz")) for one in found]


PROSE = "\n\na one\na two\n \t\n\nb one\n"


def test_text_is_split_at_blank_lines():
    assert documents("text", PROSE) == [
        ("x-3", ("a one", "a two"), ":3"),
        ("x-7", ("b one",), ":7"),
    ]


def test_lines_are_documents_of_their_own():
    assert documents("lines", PROSE) == [
        ("x-3", ("a one",), ":3"),
        ("x-4", ("a two",), ":4"),
        ("x-7", ("b one",), ":7"),
    ]


def test_whole_is_one_document():
    assert documents("whole", PROSE) == [("x-3", ("a one", "a two", "b one"), ":3")]


@pytest.mark.parametrize("name", READERS)
def test_nothing_gives_no_document(name):
    assert documents(name, "\n \n\n") == []


def test_a_document_without_end_comes_in_parts(monkeypatch):
    monkeypatch.setattr(text, "LONGEST_READ", 10)
    monkeypatch.setattr(columns, "LONGEST_READ", 10)
    parts = documents("whole", "123456\n123456\n123456\n\n1")
    assert [part[:2] for part in parts] == [
        ("x-1", ("123456", "123456")),
        ("x-3", ("123456", "1")),
    ]
    parts = documents("conll", "# doc d\n" + "123456\tO\n\n" * 3)
    assert [part[:2] for part in parts] == [("d", ("123456", "123456")), ("d", ("123456",))]


def records(value: dict[str, object], *fields: str) -> Iterator[Document]:
    return read("jsonl", "\n" * 6 + json.dumps(value), "x.jsonl", *fields)


def test_json_documents_carry_id_title_and_paragraphs():
    found = list(records({"id": "n1", "title": "T", "paragraphs": ["a", " ", "b\nc"]}))
    assert found == [Document("n1", ("a", "b", "c"), "T", "x.jsonl:7")]


def test_json_text_stands_in_a_known_or_a_named_field():
    assert next(records({"text": "a\r\n\nb"})).paragraphs == ("a", "b")
    assert next(records({"text": "a"})).id == "x-7"
    assert next(records({"body": "b", "text": "a", "id": 3}, "body")) == Document(
        "3", ("b",), where="x.jsonl:7"
    )
    assert list(records({"text": " "})) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON: expecting property name enclosed in double quotes at column 2"),
        ('{"text": "a"} x', "not JSON: extra data at column 15"),
        ("[1]", "holds a list, but a JSON object is needed"),
        ("3", "holds a number, but a JSON object is needed"),
        ("null", "holds null, but"),
        ("true", "holds true or false, but"),
        ('{"text": 1}', "field 'text' is neither a string nor a list of strings"),
        ('{"text": ["a", 1]}', "field 'text[1]' is neither a string nor a list of strings"),
        ('{"text": "a", "title": ["b"]}', "field 'title' is not a string"),
        ("[" * 100_000, "JSON that cannot be read: "),
        ('{"n": ' + "1" * 5000 + "}", "JSON that cannot be read: "),
    ],
)
def test_a_wrong_json_line_is_named(content, message):
    found = read("jsonl", f'\n{{"text": "fine"}}\n{content}', "x.jsonl")
    next(found)
    with pytest.raises(CorpusError) as caught:
        next(found)
    assert str(caught.value).startswith(f"x.jsonl:3: {message}")


def test_a_missing_named_field_is_named():
    with pytest.raises(CorpusError, match="no field 'body'"):
        list(records({"text": "a"}, "body"))


def test_objects_keep_all_their_fields():
    assert list(read_objects([(7, '{"a": 1, "b": [2]}')], "x.jsonl")) == [(7, {"a": 1, "b": [2]})]


COLUMNS = "# doc one\nin\tO\nRome\tB-LOC\n\n# a comment\n#tag\tO\n# \tO\n \n# doc two\n\tO\nend\tO"


def test_two_columns_give_sentences_with_places():
    found = list(read_sentences(numbered(COLUMNS), "x.tsv"))
    assert found == [
        TaggedSentence(("in", "Rome"), ("O", "B-LOC"), "one", "x.tsv", 2),
        TaggedSentence(("#tag", "# "), ("O", "O"), "one", "x.tsv", 6),
        TaggedSentence(("", "end"), ("O", "O"), "two", "x.tsv", 10),
    ]
    assert found[2].where(1) == "x.tsv:11"


def test_two_columns_give_documents():
    found = list(read("conll", COLUMNS, "x.tsv"))
    assert [(one.id, one.paragraphs, one.where) for one in found] == [
        ("one", ("in Rome", "#tag # "), "x.tsv:2"),
        ("two", (" end",), "x.tsv:10"),
    ]
    apart = list(read("conll", "a\tO\n\nb\tO\n", "x.tsv"))
    assert [(one.id, one.paragraphs) for one in apart] == [("x-1", ("a",)), ("x-3", ("b",))]


@pytest.mark.parametrize("blank", [" ", "\t"])
def test_columns_as_of_conll_2003_give_the_first_and_the_last(blank):
    rows = ["-DOCSTART- -X- -X- O", "", "In IN I-PP O", "Rome NNP I-NP B-LOC", "", ". . O O"]
    content = "\n".join(rows).replace(" ", blank)
    found = [(one.tokens, one.tags, one.document) for one in read_sentences(numbered(content), "x")]
    assert found == [(("In", "Rome"), ("O", "B-LOC"), "x-1"), ((".",), ("O",), "x-1")]


def test_columns_have_tags_of_any_scheme_and_documents_without_blank_lines():
    content = "Ann NNP S-PER\n-DOCSTART- -X- O\nNew NNP B-LOC\nYork NNP L-LOC"
    found = [(one.tokens, one.document, one.line) for one in read_sentences(numbered(content), "x")]
    assert found == [(("Ann",), "", 1), (("New", "York"), "x-2", 3)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a\tO\nword", "x.tsv:2: needs TOKEN<TAB>TAG but has 1 column"),
        ("a\tb\tNN", "x.tsv:1: needs TOKEN<TAB>TAG but has 3 columns"),
        ("a\t", "x.tsv:1: needs TOKEN<TAB>TAG but has an empty tag"),
        ("a\tO\n# doc x", "x.tsv:2: a comment inside a sentence; put a blank line before it"),
    ],
)
def test_a_wrong_column_line_is_named(content, message):
    with pytest.raises(CorpusError) as caught:
        list(read_sentences(numbered(content), "x.tsv"))
    assert str(caught.value) == message


def test_formats_are_known_by_name_and_by_suffix():
    assert corpus_format_of("a/b.TXT") == "text"
    assert corpus_format_of("b.conll.xz") == "conll"
    assert corpus_format_of("-") == "text"
    assert (corpus_format_of("b.tsv"), format_of("b.tsv")) == ("conll", "tsv")
    assert (corpus_format_of("b.srt"), format_of("b.srt")) == ("srt", "srt")
    for name in ("b", "b.gz", "b.log"):
        assert format_of(name) == "text"
        with pytest.raises(UsageError, match="does not determine its format"):
            corpus_format_of(name)
    assert FORMATS["text"].load_documents() is text.read_text
    assert format_called("conll", rewritten=False).what == "two columns, TOKEN<TAB>TAG"
    with pytest.raises(UsageError, match="formats are text, lines, whole, jsonl, json, conll, csv"):
        format_called("doc", rewritten=False)
    with pytest.raises(UsageError, match="'conll'; formats are text, jsonl, json, csv"):
        format_called("conll")


def test_where_a_mention_is_written_is_found_without_a_look_at_all_spans():
    class Counted(tuple[SourceSpan, ...]):
        looks = 0

        def __getitem__(self, at):
            Counted.looks += 1
            return super().__getitem__(at)

        def __iter__(self):
            Counted.looks += len(self)
            return super().__iter__()

    # As in a recogniser's output: words in an order of their own, each written twice.
    draw = np.random.default_rng(1).permutation(1000).tolist()
    spans = [SourceSpan(9 * one, 9 * one + 4, 4 * at, 4 * at + 4) for one, at in enumerate(draw)]
    spans += [one._replace(start=one.start + 9000, end=one.end + 9000) for one in spans]
    document = Extract("-" * 18000, 1, "word" * 1000, Counted(spans))
    for start in range(0, 3990, 3):
        near = [one for one in spans if one.at < start + 6 and one.stop > start]
        found = document.sources(start, start + 6)
        pairs = zip(near, found, strict=True)
        assert all(one.start <= begin and end <= one.end for one, (begin, end) in pairs)
        assert sum(end - begin for begin, end in found) == 12
    assert Counted.looks < 16 * 2000
