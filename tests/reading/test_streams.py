"""Blocks put together are the input, character by character, in bounded memory and at once."""

import io
import os
import threading
from collections.abc import Iterator

import hypothesis.strategies as some
import pytest
from hypothesis import example, given

from majuscule.errors import CorpusError
from majuscule.reading import Tally, split_lines, split_terminator
from majuscule.reading.decoding import Codec
from majuscule.reading.streams import Block, read_blocks

TRICKY = "a b\n\r\r\n\t\x0b\x0c\x85\u2028\u3000\x00éß\u0301\ufeff\ufffd😀"
texts = some.text(some.sampled_from(TRICKY) | some.characters(exclude_categories=["Cs"]))
scraps = some.sampled_from(
    [b"\n", b"\r", b" ", b"a", b"\xc3", b"\xa9", b"\xef\xbf\xbd", b"\xf0\x9f"]
)
junk = some.binary() | some.lists(scraps).map(b"".join)


class Dribble(io.RawIOBase):
    """A stream that gives as much at a time as it likes, as a pipe does."""

    def __init__(self, content: bytes, portions: list[int]) -> None:
        self.content = content
        self.portions = portions

    def read(self, size: int = -1, /) -> bytes:
        portion = self.portions.pop() if self.portions else size
        portion = min(portion, size)
        given, self.content = self.content[:portion], self.content[portion:]
        return given


def check_marks(blocks: list[Block]) -> None:
    """Check the marks of cut lines."""
    for number, block in enumerate(blocks, 1):
        assert block.text
        assert block.complete == (block.text.endswith("\n") or number == len(blocks))


@given(texts, some.lists(some.integers(1, 5)), some.integers(1, 30), some.integers(1, 30))
def test_blocks_put_together_are_the_input(text, portions, size, longest):
    stream = Dribble(text.encode(), portions)
    blocks = list(read_blocks(stream, size=size, longest=longest))
    assert "".join(block.text for block in blocks) == text
    assert all(len(block.text) <= longest + size for block in blocks)
    check_marks(blocks)


@given(junk, some.lists(some.integers(1, 5)), some.integers(1, 30), some.integers(1, 30))
@example(b"\xe2\x82", [1], 1, 1)
def test_replacing_gives_the_same_however_the_stream_is_cut(content, portions, size, longest):
    tally = Tally()
    stream = Dribble(content, portions)
    blocks = list(
        read_blocks(stream, size=size, longest=longest, codec=Codec("", "replace", tally))
    )
    expected = content.decode("utf-8", "replace")
    assert "".join(block.text for block in blocks) == expected
    assert tally.replacements == expected.count("\ufffd") - content.count(b"\xef\xbf\xbd")
    check_marks(blocks)


@given(junk, some.lists(some.integers(1, 5)), some.integers(1, 30))
def test_strictness_names_the_first_wrong_byte_however_the_stream_is_cut(content, portions, size):
    wrong = None
    whole = content
    try:
        content.decode()
    except UnicodeDecodeError as error:
        wrong = error.start
        whole = content[: content.rfind(b"\n", 0, wrong) + 1]
    blocks: list[Block] = []
    message = ""
    try:
        blocks.extend(read_blocks(Dribble(content, portions), "in.txt", size=size))
    except CorpusError as error:
        message = str(error)
    assert "".join(block.text for block in blocks).encode() == whole
    if wrong is None:
        assert not message
    else:
        line = content.count(b"\n", 0, wrong) + 1
        start = f"in.txt:{line}: not UTF-8: byte 0x{content[wrong]:02x} at byte {wrong} of the file"
        assert message.startswith(start)


def test_only_a_newline_ends_a_line():
    text = "a\rb\x0bc\x0cd\x85e\u2028f\x1cg\r\nh"
    assert split_lines(text) == ["a\rb\x0bc\x0cd\x85e\u2028f\x1cg\r\n", "h"]


@given(texts)
def test_lines_put_together_are_the_text(text):
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(line.endswith("\n") for line in lines[:-1])
    assert sum(line.count("\n") for line in lines) == text.count("\n")
    assert [a + b for a, b in map(split_terminator, lines)] == lines
    assert all("\n" not in split_terminator(line)[0] for line in lines)


def test_nothing_in_gives_nothing_out():
    assert list(read_blocks(io.BytesIO())) == []


def test_a_block_holds_many_lines():
    text = "a line of text\n" * 10_000
    assert len(list(read_blocks(io.BytesIO(text.encode())))) == 1


def endless(count: int, portion: bytes) -> Iterator[bytes]:
    for _ in range(count):
        yield portion
    yield b""


class Endless(io.RawIOBase):
    def __init__(self, count: int, portion: bytes) -> None:
        self.portions = endless(count, portion)

    def read(self, size: int = -1, /) -> bytes:
        return next(self.portions)


@pytest.mark.parametrize(
    "portion", [b"word and word ", b"solid", "漢字".encode(), "e\u0301".encode(), b"\r", b"\0"]
)
def test_a_line_that_does_not_end_comes_in_bounded_pieces(portion):
    stream = Endless(3000, portion)
    total = 0
    for block in read_blocks(stream, longest=500):
        assert len(block.text) <= 500 + len(portion)
        total += len(block.text.encode())
        if not block.complete and portion == b"word and word ":
            assert block.text.endswith(" ")
        if portion[:1] == b"e":
            assert not block.text.startswith("\u0301")
    assert total == 3000 * len(portion)


def test_a_cut_never_parts_a_windows_line_end():
    for length in range(1, 80):
        content = ("x" * length + "\r\n") * 4
        blocks = list(read_blocks(Dribble(content.encode(), []), size=1, longest=20))
        assert "".join(block.text for block in blocks) == content
        assert not any(block.text.startswith("\n") for block in blocks)


def test_a_line_comes_out_of_a_pipe_before_the_next_goes_in():
    reading, writing = os.pipe()
    answered = threading.Event()

    def write():
        for line in (b"first\n", b"second\nthi"):
            os.write(writing, line)
            assert answered.wait(10)
            answered.clear()
        os.write(writing, b"rd")
        os.close(writing)

    writer = threading.Thread(target=write)
    writer.start()
    with open(reading, "rb") as stream:  # noqa: PTH123 - a descriptor, not a path
        blocks = read_blocks(stream)
        assert next(blocks).text == "first\n"
        answered.set()
        assert next(blocks).text == "second\n"
        answered.set()
        assert next(blocks) == Block("third")
    writer.join()
    assert not list(blocks)


@pytest.mark.parametrize(
    ("content", "kind"), [(b"\x1f\x8b\x08\x00", "gzip"), (b"%PDF-1.7\n\xff", "PDF")]
)
def test_what_is_no_text_is_called_by_its_name(content, kind):
    with pytest.raises(CorpusError, match=f"looks like .*{kind}"):
        list(read_blocks(io.BytesIO(content), "in.txt"))
