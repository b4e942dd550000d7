"""Mentions in files of any format come with their place in the source."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from majuscule.entities.files import tag_files, tag_format
from majuscule.reading import Extract, Reading, extracts
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.extracts import Unit


class Names:
    """Tags the names of a list."""

    labels = ("X",)

    def __init__(self, language: str = "") -> None:
        self.language = language

    def tag(self, text: str, **how: Any) -> list[Mention]:
        return next(self.tag_many([text], **how))

    def tag_many(
        self,
        texts: Iterable[str],
        *,
        memory: bool = True,
        lines: str = "auto",
        jobs: int | None = None,
    ) -> Iterator[list[Mention]]:
        for text in texts:
            found = re.finditer(r"new\s+york|anna|é\S+", text)
            yield [Mention(one.start(), one.end(), "X", 1.0) for one in found]


def ignore(_content: bytes) -> None:
    pass


def tag(path: Path, shape: str = "jsonl", **reading: Any) -> list[str]:
    written: list[bytes] = []
    tag_files(Names(), [str(path)], written.append, shape, reading=Reading(**reading))
    return b"".join(written).decode().splitlines(keepends=True)


SOURCES = {
    "a.srt": (
        "\ufeff1\n00:00:01,000 --> 00:00:02,000\nin <i>new</i>\n\n"
        "2\n00:00:02,500 --> 00:00:03,000\nyork anna left.\n",
        [(["new", "york"], {"line": 1, "cue": "1", "start": 3, "end": 6}),
         (["anna"], {"line": 5, "cue": "2", "start": 5, "end": 9})],
    ),
    "a.csv": (
        'id,text\nanna,in \n7,"an ""anna"""\n',
        [(["anna"], {"line": 3, "column": "text", "start": 4, "end": 8})],
    ),
    "a.html": (
        "<p>at <b>new</b> york &amp; &eacute;lan</p>\n<p>anna",
        [(["new", " york"], {"line": 1, "start": 3, "end": 11}),
         (["&eacute;lan"], {"line": 1, "start": 14, "end": 18}),
         (["anna"], {"line": 2, "start": 0, "end": 4})],
    ),
    "a.jsonl": (
        ['{"n": 1}', '{"id": "x", "text": ["a", "in \\u0061 new\\nyork"]}\n'][1],
        [(["new\\nyork"],
          {"line": 1, "id": "x", "field": "text", "index": 1, "start": 5, "end": 13})],
    ),
    "a.ctm": (
        "f 1 0 0.2 at 1\nf 1 0.2 0.2 new 1\nf 1 0.4 0.2 york 1\n",
        [(["new", "york"], {"line": 1, "start": 3, "end": 11})],
    ),
    "a.txt": ("so\r\nanna\n", [(["anna"], {"line": 2, "start": 0, "end": 4})]),
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_a_mention_is_found_in_its_source(tmp_path: Path, name: str) -> None:
    source, expected = SOURCES[name]
    path = tmp_path / name
    path.write_bytes(source.encode())
    records = [json.loads(line) for line in tag(path)]
    found = []
    for record in records:
        for one in record["mentions"]:
            assert record["text"][one["start"] : one["end"]] == one["text"]
            parts = [source[start:end] for start, end in one["source"]]
            found.append((parts, one["place"]))
    assert found == expected
    lines = source.split("\n")
    for row, (parts, _) in zip(tag(path, "list"), expected, strict=True):
        _, line, column, *_ = row.split("\t")
        assert lines[int(line) - 1][int(column) - 1 :].startswith(parts[0])


def test_the_lines_of_a_document_are_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were found again for each mention: a minute for a file of 20,000 lines."""
    asked: list[Extract] = []

    def units_of(extract: Extract) -> Sequence[Unit]:
        asked.append(extract)
        return extracts.units_of(extract)

    monkeypatch.setattr("majuscule.entities.files.units_of", units_of)
    path = tmp_path / "a.txt"
    path.write_text("anna\n\n  anna\n" * 5)
    (line,) = tag(path)
    places = [one["place"]["line"] for one in json.loads(line)["mentions"]]
    assert places == [1, 3, 4, 6, 7, 9, 10, 12, 13, 15]
    assert len(asked) == 1


def test_other_shapes_need_no_source(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,so anna\n2,anna\n")
    assert tag(path, "list") == [
        f"{path}:2\t2\t6\t3\t7\tX\t1.00\tanna\n",
        f"{path}:3\t3\t3\t0\t4\tX\t1.00\tanna\n",
    ]
    assert "anna\tB-X\n" in "".join(tag(path, "columns"))
    assert '">anna</' in "".join(tag(path, "sgml"))


def test_ids_with_tabs_and_line_ends_break_no_line(tmp_path: Path) -> None:
    path = tmp_path / "a\tb\nc.txt"
    path.write_text("anna left\n")
    (row,) = "".join(tag(path, "list")).splitlines()
    assert row.split("\t")[1:] == ["1", "1", "0", "4", "X", "1.00", "anna"]
    path = tmp_path / "d.jsonl"
    path.write_text('{"id": "a\\tb\\nc", "text": "anna left"}\n')
    assert "".join(tag(path, "list")).split("\t")[0] == "a b c"
    assert "".join(tag(path, "columns")).splitlines()[:2] == ["# doc a b c", "anna\tB-X"]


def test_no_digit_is_shown_for_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>at 0 with <button>him</button> anna <img> left")
    record = json.loads(tag(path)[0])
    assert record["text"] == "at 0 with \ufffc anna \ufffc left\nhim"
    assert [record["text"][one["start"] : one["end"]] for one in record["mentions"]] == ["anna"]
    assert tag(path, "inline")[0] == "at 0 with \ufffc [anna](X) \ufffc left\n"


def test_what_only_stands_in_for_code_is_no_mention(tmp_path: Path) -> None:
    class Digits(Names):
        def tag_many(self, texts: Iterable[str], **_how: Any) -> Iterator[list[Mention]]:
            for text in texts:
                yield [Mention(*one.span(), "X") for one in re.finditer("0", text)]

    path, written = tmp_path / "a.md", []
    path.write_text("at `him` 0")
    for shape in ("list", "inline"):
        tag_files(Digits(), [str(path)], written.append, shape)
    assert written[0].decode().split("\t")[2:5] == ["10", "5", "6"]
    assert written[1].decode() == "at \ufffc [0](X)\n"


def test_parquet_has_rows_and_columns(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    table = pytest.importorskip("pyarrow").table({"a": ["x", "y"], "text": ["b", "so anna"]})
    pq.write_table(table, tmp_path / "a.parquet")
    lines = tag(tmp_path / "a.parquet", fields=("a", "text"))
    (mention,) = json.loads(lines[1])["mentions"]
    assert mention["place"] == {"row": 2, "column": "text", "start": 3, "end": 7}
    assert "source" not in mention
    (row,) = tag(tmp_path / "a.parquet", "list", fields=("text",))
    assert row.split("\t")[1:5] == ["1", "4", "3", "7"]


def test_texts_are_asked_for_only_as_their_mentions_are_taken(tagger) -> None:
    asked = 0

    def texts() -> Iterator[str]:
        nonlocal asked
        while True:
            asked += 1
            yield "angela merkel met a friend in new york on tuesday ."

    stream = tagger.tag_many(texts(), jobs=2)
    assert [one.label for one in next(stream)] == ["PER", "LOC", "DATE"]
    assert asked < 60_000


def test_corpora_are_known_by_their_names() -> None:
    assert [tag_format(name) for name in ("a.tsv.gz", "a.sgml", "a.srt", "a", "-")] == [
        "columns",
        "sgml",
        "srt",
        "text",
        "text",
    ]


def test_text_in_another_language_is_said_to_be(tmp_path: Path) -> None:
    texts = {
        "en": "what is that, and where have they been in berlin?",
        "few": "barack obama met angela merkel in berlin on tuesday",
        "de": "das ist nicht der mann, den wir gesehen haben\n\nund er war es nicht",
        "zh": "王小明在上海。",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "\n")
    files = [str(tmp_path / name) for name in texts]
    said: list[str] = []
    for language in ("en", "zh"):
        tag_files(Names(language), files, ignore, tell=said.append)
    poor = "results will be poor"
    assert said == [
        f"{tmp_path / 'de'}: this looks like German, but the tagger is for English; {poor}",
        f"{tmp_path / 'zh'}: this looks like Chinese, but the tagger is for English; {poor}",
        f"{tmp_path / 'en'}: this looks like English, but the tagger is for Chinese; {poor}",
        f"{tmp_path / 'few'}: this looks like another language, but the tagger is for Chinese; "
        + poor,
        f"{tmp_path / 'de'}: this looks like German, but the tagger is for Chinese; {poor}",
    ]
    tag_files(Names(), files, ignore, tell=said.append)
    assert len(said) == 5


def test_documents_of_several_files_have_different_names(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    for name in files:
        Path(name).write_text('{"text": "anna"}\n{"id": "x", "text": "anna"}\n')
    written: list[bytes] = []
    tag_files(Names(), files, written.append, "jsonl")
    ids = [json.loads(line)["id"] for line in b"".join(written).splitlines()]
    assert ids == [f"{files[0]}:1", "x", f"{files[1]}:1", "x"]


@pytest.mark.parametrize(("format", "document"), [
    ("text", b"anna left\n"), ("jsonl", b'{"text": "anna left"}\n'),
])  # fmt: skip
def test_a_stream_is_answered_document_by_document(
    format: str, document: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    given, answered = [], []
    too_late = Timer(10, os.close, [writing])  # the input would wait for an answer for ever

    def give() -> None:
        given.append(os.write(writing, document))

    def take(content: bytes) -> None:
        answered.append(content.decode().split("\t")[0])
        if len(given) == 3:
            too_late.cancel()
            os.close(writing)
        else:
            give()

    with os.fdopen(reading, "rb") as stream:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(stream))
        give()
        too_late.start()
        tag_files(Names(), ["-"], take, format=format)
    assert answered == ["<stdin>:1", "<stdin>:2", "<stdin>:3"]
