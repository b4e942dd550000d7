"""Many files read as one corpus, counted, measured and followed."""

import hashlib
import io
import lzma
import sys
from pathlib import Path

import pytest

from majuscule.errors import CorpusError, UsageError
from majuscule.reading import Tally, find_files, read_documents, read_tagged
from majuscule.reading.tally import count_words

JSON = b'{"id": "j", "title": "not counted", "paragraphs": ["One two.", "Three."]}\n'
TEXT = b"Four five.\n\nSix."
TSV = b"Seven\tO\n\nEight\tB-X\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.jsonl.xz").write_bytes(lzma.compress(JSON))
    (tmp_path / "a.txt").write_bytes(TEXT)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.tsv").write_bytes(TSV)
    (tmp_path / "notes.pdf").touch()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "d.txt").touch()
    return tmp_path


def relative(files: list[str], folder: Path) -> list[str]:
    return [Path(file).relative_to(folder).as_posix() for file in files]


def test_a_folder_stands_for_its_corpus_files_sorted(folder):
    assert relative(find_files(folder), folder) == ["a.txt", "b.jsonl.xz", "sub/c.tsv"]


def test_patterns_and_names_keep_their_order_and_come_once(folder):
    names = [f"{folder}/b.*", folder / "a.txt", f"{folder}/**/*.t*", "-"]
    found = find_files(names)
    assert found.pop() == "-"
    assert relative(found, folder) == ["b.jsonl.xz", "a.txt", "sub/c.tsv"]


def test_an_existing_file_is_itself_even_if_it_looks_like_a_pattern(tmp_path):
    (tmp_path / "a[1].txt").touch()
    assert find_files(tmp_path / "a[1].txt") == [str(tmp_path / "a[1].txt")]


def test_names_that_mean_nothing_are_said(folder):
    (folder / "empty").mkdir()
    for name, message in [
        ("absent", "no such file"),
        ("*.doc", "no file matches this pattern"),
        ("empty", "the folder has no corpus file"),
    ]:
        with pytest.raises(CorpusError, match=message):
            find_files(f"{folder}/{name}")


def test_files_of_many_formats_are_one_corpus(folder):
    found = list(read_documents(folder))
    assert [one.id for one in found] == ["a-1", "a-3", "j", "c-1", "c-3"]
    assert found[2].text == "One two.\nThree."
    assert count_words(found[2]) == 3


def measure_corpus(name: Path) -> Tally:
    tally = Tally()
    assert list(read_documents(name, tally=tally))
    return tally


def test_a_corpus_is_measured_as_cat_and_sha256sum_would(folder):
    found = measure_corpus(folder)
    assert found.digest == hashlib.sha256(TEXT + JSON + TSV).hexdigest()
    assert (found.size, found.documents, found.paragraphs, found.words) == (
        len(TEXT + JSON + TSV), 5, 6, 8,
    )  # fmt: skip


def test_the_digest_does_not_depend_on_compression(folder, tmp_path):
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(JSON)
    assert measure_corpus(plain).digest == measure_corpus(folder / "b.jsonl.xz").digest


def test_progress_tells_of_all_bytes(folder):
    steps: list[int] = []
    list(read_documents(folder, progress=steps.append))
    assert len(steps) > 3
    assert sum(steps) == sum(Path(name).stat().st_size for name in find_files(folder))


def test_a_format_given_overrides_the_name(folder):
    assert len(list(read_documents(folder / "a.txt", format="whole"))) == 1
    assert len(list(read_documents(folder / "a.txt", format="lines"))) == 2


def test_wrong_arguments_are_said_before_anything_is_read(folder):
    with pytest.raises(UsageError, match="formats are text"):
        read_documents(folder / "a.txt", format="doc")
    with pytest.raises(
        UsageError, match=r"fields can be named only in jsonl, json, csv, .*, not in text"
    ):
        read_documents(folder / "a.txt", field="body")
    with pytest.raises(UsageError, match="a header can be missing only in csv, tsv, not in text"):
        read_documents(folder / "a.txt", header=False)
    with pytest.raises(UsageError, match="does not determine its format"):
        read_documents(folder / "notes.pdf")
    with pytest.raises(CorpusError, match="no such file"):
        read_documents(folder / "absent.txt")


def test_a_named_field_is_read(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"body": "Here."}\n')
    assert next(read_documents(tmp_path / "x.jsonl", field="body")).paragraphs == ("Here.",)


def test_errors_name_file_and_line(folder):
    path = folder / "wrong.jsonl"
    path.write_bytes(JSON + b"{\n")
    with pytest.raises(CorpusError) as caught:
        list(read_documents([folder / "a.txt", path]))
    assert str(caught.value).startswith(f"{path}:2: not JSON")
    path.write_bytes(JSON + b"\xff\n")
    with pytest.raises(CorpusError, match=r"wrong\.jsonl:2: not UTF-8: byte 0xff at byte 74"):
        list(read_documents(path))


def test_replacing_goes_on_and_counts(tmp_path):
    (tmp_path / "x.txt").write_bytes(b"a\xff\nb\xfe\n")
    tally = Tally()
    found = list(read_documents(tmp_path / "x.txt", errors="replace", tally=tally))
    assert found[0].paragraphs == ("a\ufffd", "b\ufffd")
    assert tally.replacements == 2


def test_tagged_sentences_come_from_many_files(folder):
    (folder / "d.tsv").write_bytes(b"# doc x\nNine\tO\n")
    found = list(read_tagged(f"{folder}/**/*.tsv"))
    assert [one.tokens for one in found] == [("Nine",), ("Seven",), ("Eight",)]
    assert found[0].document == "x"
    assert found[1].where() == f"{folder / 'sub' / 'c.tsv'}:1"


def test_standard_input_is_a_corpus(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT)))
    steps: list[int] = []
    found = list(read_documents("-", progress=steps.append))
    assert [(one.id, one.where) for one in found] == [
        ("stdin-1", "<stdin>:1"),
        ("stdin-3", "<stdin>:3"),
    ]
    assert sum(steps) == len(TEXT)


def test_a_reader_left_early_closes_its_file(folder):
    found = read_documents(folder)
    next(found)
    found.close()  # type: ignore[attr-defined]
