"""What is no prose is refused, by name and by how it begins, unless the format is given."""

from pathlib import Path

import pytest

from majuscule.errors import MajusculeError
from majuscule.reading import open_source
from majuscule.reading.prose import check_prose
from majuscule.reading.streams import Block

PROGRAM = 'def restore(text):\n    return "angela"\n'


def texts(path: Path, format: str | None = None) -> str:
    with open_source(path, format) as opened:
        return "".join(one.text for one in opened.extracts())


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.py",
            PROGRAM,
            "a.py: a program, not prose; to restore it as text all the same, use",
        ),
        ("a.PY.gz", PROGRAM, "a program, not prose"),
        ("a.yaml", "a: b\n", "settings or data, not prose; to restore it as text"),
        ("Makefile", "a:\n\tb\n", "settings or data"),
        (".env", "A=b\n", "settings or data"),
        ("CMakeLists.txt", "add_test(a b)\n", "settings or data"),
        ("Makefile.in", "a:\n\tb\n", "settings or data"),
        ("a.h.in", "int a;\n", "a program, not prose"),
        ("a.pdf", "%PDF", "a PDF, not text; extract its text first"),
        ("a.ftl", "a = b\n", "settings or data"),
        ("a.scc", "Scenarist", "captions in codes, not text; convert them to .srt or .vtt first"),
        ("a.doc", "", "save it as .docx or .odt"),
        ("a", "%PDF-1.7 abc", "it looks like a PDF, not text"),
        ("a", "GIF\0abc", "NUL characters, so it seems to be binary; to restore it as text"),
        ("a", "a\0n\0n\0a\0", "a byte-order mark; if it is, use --encoding utf-16-le"),
        ("a", "\0a\0n\0n\0a", "a byte-order mark; if it is, use --encoding utf-16-be"),
        ("a", "#!/bin/sh\ncd\n", "seems to be a program"),
        ("a.log", '{"a": "b"}\n', "looks like JSON lines; if it is, use --format jsonl"),
        ("a.txt", '{\n "a": "b"\n}\n', "looks like JSON; if it is, use --format json"),
        ("a", '[{"a": "b"}]\n', "looks like JSON; if it is, use --format json"),
        ("a", '{"a": [\n  "b"\n]}\n', "looks like JSON; if it is, use --format json"),
        ("a", '[\n  [\n    "a", "b"\n  ]\n]\n', "looks like JSON; if it is, use --format json"),
        ("a", '{"a": "' + "b " * 800_000 + '"}', "looks like JSON; if it is, use --format json"),
        ("a", "<!DOCTYPE html>\n<p>a", "looks like HTML; if it is, use --format html"),
        ("a", '<?xml version="1.0"?>\n<p/>', "looks like XML; if it is, use --format xml"),
    ],
)
def test_it_is_refused_in_a_sentence(name, content, message, tmp_path):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(MajusculeError) as caught:
        texts(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    if not name.endswith(".gz"):
        assert texts(path, "text") == content


@pytest.mark.parametrize(
    "content",
    [
        "",
        "notes\n",
        "[1] angela\n",
        '["yes," she said]\n',
        "{sic} she said\n",
        "{\nangela\n}\n",
        "# heading\n",
        "<b>\n",
    ],
)
def test_prose_is_not_refused(content, tmp_path):
    path = tmp_path / "notes"
    path.write_text(content)
    assert texts(path) == content


def test_json_spread_over_the_lines_of_a_live_pipe_is_refused():
    blocks = [Block("{\n"), Block('  "text": "angela"\n'), Block("}\n")]
    with pytest.raises(MajusculeError, match="<stdin>: looks like JSON; if it is, use --format js"):
        list(check_prose(blocks, "<stdin>", is_file=False))
    notes = [Block("{\n"), Block("angela\n"), Block("}\n")]
    assert list(check_prose(notes, "<stdin>", is_file=False)) == notes
