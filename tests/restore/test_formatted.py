"""Files that are held in memory: what is no text stays, and offsets are those of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from majuscule.restore.formatted import HELD, analyze_formatted, restore_formatted, without_marks
from majuscule.restore.streams import restore_file
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text.editing.edits import Edit, EditedText
from tests.golden import train_tiny, write_corpus

CUES = "00:00:01{0}000 --> 00:00:02{0}000\n<i>angela merkel met\nanna.</i> at at&amp;t\n\n"
SAMPLES = {
    "text": "angela merkel met anna.\n\nthe un met in berlin.\n",
    "srt": "1\n" + CUES.format(",") + "2\n" + CUES.format(",").replace("01,", "02,"),
    "vtt": "WEBVTT\n\n" + CUES.format("."),
    "ctm": "talk 1 0.0 0.5 angela\ntalk 1 0.5 0.5 merkel\ntalk 1 9.0 0.5 anna\n",
    "html": "<p>a &#97;nna &#109;erkel met <b>ang</b>ela merkel &amp; &aacute; "
    "nasa <button>angela merkel</button> <code>berlin</code>.</p>",
    "markdown": "# angela merkel\n\nthe **un** met `anna` in berlin.\n",
    "po": 'msgid "a"\nmsgstr "angela %s merkel"\n',
    "ass": "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,S,A,0,0,0,,angela\\Nmerkel met anna\n",
    "json": '{"text": "angela merkel", "segments": [{"text": "angela merkel"}]}',
    "xml": "<text><p>the un met &#97;nna merkel in berlin.</p></text>",
}


@pytest.fixture(scope="module")
def truecaser(tmp_path_factory: pytest.TempPathFactory) -> Truecaser:
    folder = tmp_path_factory.mktemp("formatted")
    return load(train_tiny(write_corpus(folder), folder))


@pytest.mark.parametrize("format", SAMPLES)
def test_offsets_are_those_of_the_restored_file(
    format: str, truecaser: Truecaser, tmp_path: Path
) -> None:
    content = SAMPLES[format]
    found = analyze_formatted(truecaser, content, format, case="ignore")
    assert found.text == restore_formatted(truecaser, content, format, case="ignore") != content
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(content.encode())
    restore_file(source, target, truecaser, format=format, case="ignore")
    assert found.text == target.read_bytes().decode()

    assert found.tokens
    inside = [range(start, end) for start, end in found.stretches]
    for token in found.tokens:
        assert found.text[token.start : token.end] == token.form
        assert any(token.start in one and token.end - 1 in one for one in inside)
    text = "".join(found.text[start:end] for start, end in found.stretches)
    assert not any(mark in text for mark in ("<", "-->", "00:", "&", "talk"))
    unsure = analyze_formatted(truecaser, content, format, case="ignore", below=0.9)
    assert set(unsure.tokens) == {one for one in found.tokens if one.confidence < 0.9}


def test_tokens_stand_where_they_would_without_the_marks_that_were_put_in(
    truecaser: Truecaser,
) -> None:
    said = "we met a u.s team in berlin but anna left"
    marks = [(12, "."), (27, ","), (len(said), ".")]  # the first becomes part of its word
    made = EditedText.make(said, [Edit(at, at, mark) for at, mark in marks])
    text, tokens = without_marks(truecaser.analyze(str(made), case="ignore"), made)
    assert made == "we met a u.s. team in berlin, but anna left."
    assert text.lower() == said
    assert [one.text for one in tokens] == said.split()
    assert [text[one.start : one.end] for one in tokens] == [one.form for one in tokens]
    others = [(one.form, other.form) for one in tokens for other in one.alternatives]
    assert others
    assert all(form.lower() == other.lower() for form, other in others)


def test_every_format_that_is_text_is_for_holding() -> None:
    assert set(SAMPLES) | {"nlp"} <= set(HELD)
    assert not {"csv", "jsonl", "parquet"} & set(HELD)
