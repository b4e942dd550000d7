"""Files and standard input are opened as counted streams, or it is said why not."""

import io
import os
import sys
from pathlib import Path

import pytest

from majuscule.errors import CorpusError
from majuscule.reading import Tally, open_bytes

CONTENT = "".join(f"line {n} of a text, é\n" for n in range(40_000)).encode()


def test_a_plain_file_is_read_and_counted(tmp_path):
    path = tmp_path / "news.txt"
    path.write_bytes(CONTENT)
    tally = Tally()
    steps: list[int] = []
    with open_bytes(path, tally=tally, progress=steps.append) as stream:
        assert b"".join(stream) == CONTENT
    assert (tally.size, sum(steps)) == (len(CONTENT), len(CONTENT))
    assert len(steps) > 2


def fails(path: Path) -> str:
    with pytest.raises(CorpusError) as caught, open_bytes(path) as stream:
        stream.read()
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_what_cannot_be_opened_is_said(tmp_path):
    assert fails(tmp_path / "absent.txt") == "no such file"
    assert fails(tmp_path) == "is a folder; name a file"


def test_standard_input_is_read_and_left_open(monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(b"from outside\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    with open_bytes("-") as stream:
        assert stream.read() == b"from outside\n"
    assert not stdin.closed


@pytest.mark.skipif(os.name != "posix", reason="non-blocking pipes of POSIX")
def test_an_empty_non_blocking_pipe_is_not_taken_for_the_end(monkeypatch):
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with open(reading, encoding="utf-8") as stdin:  # noqa: PTH123 - a descriptor, not a path
        monkeypatch.setattr(sys, "stdin", stdin)
        with open_bytes("-") as stream:
            assert os.get_blocking(reading)
            os.write(writing, b"late\n")
            os.close(writing)
            assert stream.read() == b"late\n"


@pytest.mark.parametrize("absent", [None, io.StringIO("text")])
def test_a_missing_standard_input_is_said(monkeypatch, absent):
    monkeypatch.setattr(sys, "stdin", absent)
    with pytest.raises(CorpusError, match="standard input"):
        open_bytes("-")
