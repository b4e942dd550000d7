"""Documents of word processors: words are whole, and nothing else in the archive changes."""

import io
import zipfile
from pathlib import Path

import pytest

from majuscule.errors import CorpusError
from majuscule.reading import open_source, work_through

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
DOCUMENT = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r
<w:document {W} xmlns:m="m"><w:body>
<w:p><w:pPr><w:pStyle w:val="angela"/></w:pPr><w:r><w:t>ang</w:t></w:r><w:proofErr w:type="x"/><w:r>
<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">ela merkel </w:t></w:r><w:r><w:tab/>
<w:t>met &amp;</w:t></w:r><w:r><w:fldChar/><w:instrText>PAGE angela</w:instrText></w:r></w:p>
<w:p/><w:p><w:del><w:r><w:delText>angela</w:delText></w:r></w:del><w:r><w:t>in rome</w:t><w:br/>
<w:t>at</w:t><w:noBreakHyphen/><w:t>last</w:t></w:r><m:oMath><m:r><m:t>angela</m:t></m:r></m:oMath></w:p>
</w:body></w:document>"""
FOOTER = f"<w:ftr {W}><w:p><w:r><w:t>anna</w:t></w:r></w:p></w:ftr>"
CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="o" xmlns:text="t" xmlns:dc="d"><office:body><office:text>
<text:tracked-changes><text:p>angela</text:p></text:tracked-changes>
<text:h text:style-name="anna">in <text:span>ro</text:span>me</text:h>
<text:p>we<text:s text:c="2"/>met<text:tab/>anna<text:line-break/>at last
<office:annotation><dc:creator>angela</dc:creator><text:p>so</text:p></office:annotation></text:p>
</office:text></office:body></office:document-content>"""


def pack(path: Path, members: dict[str, str], *, streamed: bool = False) -> bytes:
    """Write an archive as word processors do: a first member that is not packed, odd times."""
    target = io.BytesIO()
    # What cannot be sought gets its sizes behind the data.
    stream = zipfile.ZipFile(Unseekable(target) if streamed else target, "w")  # type: ignore[arg-type]
    with stream as file:
        for number, (name, content) in enumerate(members.items()):
            info = zipfile.ZipInfo(name, (1990 + number, 1, 2, 3, 4, 6))
            info.compress_type = zipfile.ZIP_DEFLATED if number else zipfile.ZIP_STORED
            info.external_attr = number << 16
            file.writestr(info, content)
        file.comment = b"a comment"
    path.write_bytes(target.getvalue())
    return target.getvalue()


class Unseekable(io.RawIOBase):
    def __init__(self, target: io.BytesIO) -> None:
        self._target = target

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return self._target.write(data)

    def seekable(self) -> bool:
        return False


DOCX = {
    "[Content_Types].xml": "<Types/>",
    "word/media/a.bin": "\\x00angela" * 50,
    "word/document.xml": DOCUMENT,
    "word/styles.xml": "<angela>angela</angela>",
    "word/footer1.xml": FOOTER,
}
ODT = {"mimetype": "application/vnd.oasis", "content.xml": CONTENT, "meta.xml": "<a>angela</a>"}
TEXTS = {
    "a.docx": ["angela merkel  met &\nin rome\nat-last0", "anna"],
    "a.odt": ["in rome\nwe met anna\nat last \nso"],
}
KEPT = {"a.docx": ['"angela"', "PAGE angela", ">angela<"], "a.odt": [">angela<", '"anna"']}
MEMBERS = {"a.docx": DOCX, "a.odt": ODT}


def rewritten(path: Path, change: object = str) -> bytes:
    """Return what becomes of a file whose text is changed."""
    parts: list[bytes] = []
    work_through(
        path,
        lambda opened, found: opened.render(found, [change(one.text) for one in found]),  # type: ignore[operator]
        parts.append,
        rewriting=True,
    )
    return b"".join(parts)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("name", MEMBERS)
def test_only_the_letters_of_the_text_change(name, streamed, tmp_path):
    path = tmp_path / name
    packed = pack(path, MEMBERS[name], streamed=streamed)
    with open_source(path) as opened:
        found = [one.text for one in opened.extracts()]
    assert [" ".join(one.split(" ")).strip() for one in found] == TEXTS[name]
    assert rewritten(path) == packed
    path.write_bytes(changed := rewritten(path, str.upper))
    before, after = zipfile.ZipFile(io.BytesIO(packed)), zipfile.ZipFile(path)
    assert after.testzip() is None
    assert after.comment == b"a comment"
    for old, new in zip(before.infolist(), after.infolist(), strict=True):
        assert (old.filename, old.date_time, old.external_attr) == (
            new.filename,
            new.date_time,
            new.external_attr,
        )
        was, now = before.read(old).decode(), after.read(new).decode()
        assert now.lower() == was.lower()
        is_text = old.filename in ("word/document.xml", "word/footer1.xml", "content.xml")
        assert (now != was) == is_text
        if not is_text:
            start, end = old.header_offset, old.header_offset + 30 + old.compress_size
            assert packed[start:end] in changed
    text = after.read("word/document.xml" if name == "a.docx" else "content.xml").decode()
    assert all(kept in text for kept in KEPT[name])
    assert "<w:t>ANG</w:t>" in text or "RO</text:span>ME" in text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"angela", "a.docx: not a .docx file, damaged or cut off"),
        (b"", "a.docx: not a .docx file, damaged or cut off"),
    ],
)
def test_what_is_no_document_is_named(content, message, tmp_path):
    path = tmp_path / "a.docx"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=message):
        rewritten(path)


def test_damaged_and_foreign_archives_are_named(tmp_path):
    path = tmp_path / "a.docx"
    packed = pack(path, DOCX)
    path.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(CorpusError, match="damaged or cut off"):
        rewritten(path)
    pack(path, ODT)
    with pytest.raises(CorpusError, match=r"an archive, but not a \.docx file"):
        rewritten(path)
    pack(path, {**DOCX, "word/document.xml": "<a><b></a>"})
    with pytest.raises(CorpusError, match=r"word/document\.xml is damaged"):
        rewritten(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as file:
        file.writestr("word/document.xml", DOCUMENT)
    with pytest.raises(CorpusError, match=r"word/document\.xml is compressed in an unusual way"):
        rewritten(path)
    newer = bytearray(packed)
    newer[packed.index(b"PK\1\2") + 6] = 190  # the version needed
    path.write_bytes(newer)
    with pytest.raises(CorpusError, match="damaged or cut off"):
        rewritten(path)
    path.write_bytes(b"#!/bin/sh\n" + packed)
    with pytest.raises(CorpusError, match="of a kind that cannot be rewritten"):
        rewritten(path)
