"""Lines for documents: numbered, decoded, without their ends."""

import io

import hypothesis.strategies as some
import pytest
from hypothesis import given

from majuscule.errors import CorpusError
from majuscule.reading import Tally, streams
from majuscule.reading.decoding import Codec
from majuscule.reading.streams import read_blocks, read_lines


def numbered(content: bytes) -> list[tuple[int, str]]:
    return list(read_lines(io.BytesIO(content), "x.txt"))


@given(some.text(some.characters(exclude_characters="\ufeff", exclude_categories=["Cs"])))
def test_lines_are_those_between_newlines(text):
    expected = [line.removesuffix("\r") for line in text.split("\n")]
    if text.endswith("\n") or not text:
        expected.pop()
    else:  # a last line without a newline loses its carriage return all the same
        expected[-1] = text.split("\n")[-1].removesuffix("\r")
    assert numbered(text.encode()) == list(enumerate(expected, 1))


def test_a_byte_order_mark_is_dropped_at_the_start_only():
    assert numbered("\ufeffa\n\ufeffb".encode()) == [(1, "a"), (2, "\ufeffb")]


def test_nul_bytes_are_text():
    assert numbered(b"a\0b\n") == [(1, "a\0b")]


@pytest.mark.parametrize(
    ("content", "line", "byte"),
    [
        (b"a\nb\xff\n", 2, 3),
        (b"\xef\xbb\xbfab\xe9", 1, 5),
        (b"caf\xc3\n\xa9", 1, 3),
    ],
)
def test_bytes_that_are_not_utf8_are_placed(content, line, byte):
    with pytest.raises(CorpusError) as caught:
        numbered(content)
    assert str(caught.value).startswith(
        f"x.txt:{line}: not UTF-8: byte 0x{content[byte]:02x} at byte {byte} of the file; convert"
    )


def test_replaced_bytes_are_counted_and_genuine_signs_are_not():
    tally = Tally()
    content = io.BytesIO(b"\xff\xff" + "\ufffd\n".encode() + b"ok\n\xc3")
    found = list(read_lines(content, "x.txt", codec=Codec("", "replace", tally)))
    assert found == [(1, "\ufffd\ufffd\ufffd"), (2, "ok"), (3, "\ufffd")]
    assert tally.replacements == 3


def test_a_line_too_long_for_a_paragraph_is_refused(monkeypatch):
    monkeypatch.setattr(streams, "LONGEST_LINE", 8)

    def joined(content):
        blocks = read_blocks(io.BytesIO(content), size=2, longest=3)
        return list(streams.bare_lines(blocks, "x.txt"))

    assert joined(b"12345678\n12345678\r\n12345678") == [(n, "12345678") for n in (1, 2, 3)]
    for end in (b"", b"\n"):
        with pytest.raises(CorpusError, match=r"x\.txt:2: a line of more than"):
            joined(b"a\n123456789abcdefgh" + end)
