"""Encodings: read as they are, written back the same, and wrong ones told."""

import io
from pathlib import Path

import pytest

from majuscule.errors import CorpusError, UsageError
from majuscule.reading import Reading, open_source
from majuscule.reading.decoding import MARKS, Codec, checked_encoding
from majuscule.reading.streams import read_blocks
from tests.reading.formats.laws import Dribble, swap

TEXT = "in São Paulo\r\nstraße, weiß\nčau\n"
TEXTS = {
    "utf-8": TEXT,
    "utf-16-le": "\ufeff" + TEXT,
    "utf-16-be": "\ufeff" + TEXT,
    "utf-32-le": "\ufeff" + TEXT,
    "cp1252": TEXT.replace("č", "c"),
    "cp1251": "в Москве\nи в Туле\n",
    "gb18030": "在 berlin，東京\nin rom\n",
    "shift_jis": "東京 tower\nソニー\n",
    "euc_kr": "서울 tower\n",
}


def rewritten(path: Path, change: object = str, **reading: str) -> bytes:
    """Return what becomes of a file whose text is changed."""
    with open_source(path, "text", Reading(**reading)) as opened:  # type: ignore[arg-type]
        extracts = list(opened.extracts())
        return bytes(opened.render(extracts, [change(one.text) for one in extracts]))  # type: ignore[operator]


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_is_written_back_in_its_encoding(name, tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(TEXTS[name].encode(name))
    given = {} if name.startswith("utf") else {"encoding": name}
    assert rewritten(path, **given) == path.read_bytes()
    assert rewritten(path, swap, **given).decode(name) == swap(TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_text_is_the_same_however_its_bytes_arrive(name, size):
    stream = Dribble(TEXTS[name].encode(name), [size] * 1000)
    codec = Codec("" if name.startswith("utf") else name)
    blocks = read_blocks(stream, codec=codec)  # type: ignore[arg-type]
    assert "".join(one.text for one in blocks) == TEXTS[name]
    assert codec.name == checked_encoding(name)


def test_a_letter_that_the_encoding_lacks_stays(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("l'haÿ, 5 µm, weiß ß".encode("latin-1"))
    found = rewritten(
        path, lambda text: text.replace("ÿ", "Ÿ").replace("a", "A"), encoding="latin1"
    )
    assert found.decode("latin-1") == "l'hAÿ, 5 µm, weiß ß"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("utf-8", "in São Paulo und weiß\n"),
        ("cp1252", "Der Minister war über die Straße nach Köln gefahren, sagte er. " * 4),
        ("cp1251", "Она сказала, что министр встретил его в Москве и потом уехал. " * 4),
        ("utf-16-le", "\ufeffin São Paulo\n"),
        ("iso8859-2", "<meta charset='iso-8859-2'>čau"),
    ],
)
def test_an_encoding_is_found(name, text, tmp_path):
    pytest.importorskip("charset_normalizer")
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(name))
    told: list[str] = []
    with open_source(path, "text", Reading(encoding="auto"), tell=told.append) as opened:
        assert "".join(one.raw for one in opened.extracts()) == text
    assert len(told) == 1
    assert told[0].startswith(f"{path}: read and written as ")


def test_bytes_of_another_encoding_are_named():
    with pytest.raises(CorpusError, match=r"x:2: not UTF-8: byte 0xe3 .* convert it to UTF-8"):
        list(read_blocks(io.BytesIO("a\nSão".encode("latin-1")), "x"))
    with pytest.raises(CorpusError, match=r"x:1: not shift_jis: byte 0x81"):
        list(read_blocks(io.BytesIO(b"a\x81"), "x", codec=Codec("shift_jis")))
    with pytest.raises(CorpusError, match=r"x:1: not cp1252: byte 0x81"):
        list(read_blocks(io.BytesIO(b"a\x81"), "x", codec=Codec("cp1252")))
    replaced = read_blocks(io.BytesIO(b"a\x81"), "x", codec=Codec("ascii", "replace"))
    assert [one.text for one in replaced] == ["a\ufffd"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("latin9x", "there is no encoding 'latin9x'; common ones: utf-8"),
        ("utf-7", "cannot be rewritten"),
        ("iso2022_jp", "cannot be rewritten"),
        ("base64", "cannot be rewritten"),
    ],
)
def test_encodings_that_cannot_be_used_are_refused(name, message):
    with pytest.raises(UsageError, match=message):
        Codec(name)


def test_marks_are_found_before_their_beginnings():
    for mark, name in MARKS:
        codec = Codec()
        codec.settle(mark + b"a\0\0\0", "x")
        assert codec.name == name
