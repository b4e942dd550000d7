"""The corrections database: what is kept stays, whatever happens to those who write."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import majuscule
from majuscule.corrections import store as module
from majuscule.corrections.export import export_lines, read_records
from majuscule.corrections.migrations import APPLICATION, STEPS, CorrectionsError
from majuscule.corrections.store import (
    CorrectedDocument,
    FullError,
    LockedError,
    Store,
    UnknownDocumentError,
    WordEdit,
    open_store,
)
from majuscule.errors import MajusculeError, UsageError
from majuscule.files import OutputError
from majuscule.learn.corrections import corrected_documents, corrected_texts

pytestmark = pytest.mark.usefixtures("closing_databases")

TEXT = "we saw io and Europa\nand 𐐨 io"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "corrections.db"


@pytest.fixture
def store(path: Path) -> Store:
    store = Store(path)
    store.add_document(document())
    return store


def document(key: str = "d", restored: str = TEXT) -> CorrectedDocument:
    return CorrectedDocument(key, "Moons", "Eva", "", restored.lower(), restored, "digest")


def test_nothing_is_made_until_something_is_kept(path: Path) -> None:
    store = Store(path)
    store.check()
    assert store.documents() == []
    with pytest.raises(UnknownDocumentError, match="no document with the key 'd'"):
        store.document("d")
    assert not path.exists()
    path.touch()
    with open_store(path) as opened:
        assert opened.documents() == []
    assert not path.stat().st_size
    store.add_document(document())
    assert path.stat().st_size


def test_a_missing_folder_is_told_before_there_is_anything_to_keep(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no such folder"):
        Store(tmp_path / "none" / "corrections.db").check()


def test_a_document_keeps_the_time_when_it_was_made(store: Store) -> None:
    then = "2024-05-01T10:00:00+00:00"
    store.add_document(CorrectedDocument("e", "", "", then, "io", "Io", ""))
    assert store.document("e").created == then
    assert store.document("d").created > then


def test_a_document_may_get_accents_and_an_edit_may_not(store: Store) -> None:
    store.add_document(CorrectedDocument("a", "", "", "", "rene met io", "René met io", ""))
    with pytest.raises(CorrectionsError, match="case of letters and nothing else"):
        store.add_edits("a", "Eva", [WordEdit("1", 0, "Rene")])
    assert store.add_edits("a", "Eva", [WordEdit("1", 0, "RENÉ")]) == 1


def test_edits_are_applied_in_order_and_counted_once(store: Store, path: Path) -> None:
    edits = [
        WordEdit("1", 7, "Io"),
        WordEdit("2", 7, "IO"),
        WordEdit("3", 14, "Europa", checked=False),
    ]
    assert store.add_edits("d", "Eva", edits) == 3
    assert store.add_edits("d", "Tom", [*edits, WordEdit("4", 27, "Io")]) == 1
    found = Store(path).document("d")
    assert found.text == "we saw IO and Europa\nand 𐐨 Io"
    assert found.checked() == [(7, 9), (27, 29)]
    assert [(one.key, one.author) for one in found.edits] == [
        ("1", "Eva"), ("2", "Eva"), ("3", "Eva"), ("4", "Tom"),
    ]  # fmt: skip
    assert all(one.created.endswith("+00:00") for one in found.edits)
    [summary] = store.documents()
    assert (summary.key, summary.title, summary.characters, summary.edits) == ("d", "Moons", 29, 4)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (WordEdit("x", 7, "Ia"), "case of letters and nothing else"),
        (WordEdit("x", 28, "Ioo"), "outside the text"),
        (WordEdit("x", -1, "a"), "outside the text"),
        (WordEdit("x", 3, ""), "outside the text"),
        (WordEdit("x" * 300, 7, "Io"), "more than 200 characters"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_with_all_that_came_along(
    store: Store, edit: WordEdit, says: str
) -> None:
    with pytest.raises(CorrectionsError, match=says):
        store.add_edits("d", "Eva", [WordEdit("good", 7, "Io"), edit])
    assert store.document("d").edits == ()


def test_a_document_is_kept_once_and_its_key_stays_its_own(store: Store) -> None:
    assert store.add_document(document()) is False
    with pytest.raises(CorrectionsError, match="the key 'd' already belongs to another text"):
        store.add_document(document(restored="something else"))
    with pytest.raises(CorrectionsError, match="case of letters and nothing else"):
        store.add_document(CorrectedDocument("e", "", "", "", "one", "two", ""))
    store.add_document(CorrectedDocument("t", "", "", "", "itmek ılık", "İtmek Ilık", "", ()))
    assert store.add_edits("t", "", [WordEdit("1", 0, "itmek"), WordEdit("2", 6, "ILIK")]) == 2
    for key in ("d/e", "..", ""):
        with pytest.raises(CorrectionsError, match="a key without a slash"):
            store.add_document(document(key=key))


def test_a_deleted_document_takes_its_edits_along(store: Store, path: Path) -> None:
    store.add_edits("d", "Eva", [WordEdit("1", 7, "Io")])
    store.delete("d")
    assert store.documents() == []
    with sqlite3.connect(path) as run:
        assert run.execute("SELECT count(*) FROM edits").fetchone() == (0,)
    with pytest.raises(UnknownDocumentError):
        store.delete("d")


def test_a_database_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    with sqlite3.connect(path) as run:
        run.executescript(STEPS[0])
        run.execute(f"PRAGMA application_id = {APPLICATION}")
        run.execute("PRAGMA user_version = 1")
        run.execute("INSERT INTO documents VALUES (1, 'd', '', '', '', 'io', 'io', '')")
        run.execute("INSERT INTO edits VALUES (1, 1, 'k', 0, 'Io', 'Eva', 'then')")
    run.close()
    assert Store(path).document("d").edits == (WordEdit("k", 0, "Io", True, "Eva", "then"),)
    with sqlite3.connect(path) as run:
        assert run.execute("PRAGMA user_version").fetchone() == (len(STEPS),)


def test_databases_of_others_and_of_the_future_are_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as run:
        run.execute("CREATE TABLE recipes (name TEXT)")
    run.close()
    before = path.read_bytes()
    with pytest.raises(CorrectionsError, match="is another program's database"):
        Store(path).check()
    assert path.read_bytes() == before
    path.unlink()
    Store(path).add_document(document())
    with sqlite3.connect(path) as run:
        run.execute("PRAGMA user_version = 99")
    run.close()
    with pytest.raises(CorrectionsError, match=r"written by a newer majuscule .*update majuscule"):
        Store(path).check()
    path.write_text("not a database at all, but long enough to be looked at " * 20)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    with pytest.raises(CorrectionsError, match="is not a corrections database"):
        Store(path).check()


def test_what_cannot_be_read_is_one_sentence_that_says_what_to_do(path: Path) -> None:
    with pytest.raises(UsageError, match="a file name is empty"):
        Store("")
    with open_store(path.parent) as store, pytest.raises(CorrectionsError, match="be opened; it m"):
        store.documents()
    with closing(Store(path)) as store:
        store.add_document(document())
    path.write_bytes(path.read_bytes()[:5000])
    with open_store(path) as store, pytest.raises(CorrectionsError, match="is damaged; use a copy"):
        store.documents()


def test_a_locked_database_is_one_sentence_and_loses_nothing(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add_edits("d", "Eva", [WordEdit("1", 7, "Io")])
    monkeypatch.setattr(module, "PATIENCE", 0.1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    late = Store(path)
    with pytest.raises(LockedError, match="locked by another program; nothing is lost"):
        late.add_edits("d", "Tom", [WordEdit("2", 27, "Io")])
    assert [one.key for one in store.document("d").edits] == ["1"]  # reading waits for nobody
    other.execute("ROLLBACK")
    other.close()
    assert late.add_edits("d", "Tom", [WordEdit("2", 27, "Io")]) == 1


def test_a_full_database_is_one_sentence_and_loses_nothing(store: Store) -> None:
    store.add_edits("d", "Eva", [WordEdit("1", 7, "Io")])
    assert store._connection is not None
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    many = [WordEdit(f"{'k' * 150}{k}", 7, "IO") for k in range(2000)]
    with pytest.raises(FullError, match="is full; this change was not saved"):
        store.add_edits("d", "Eva", many)
    with pytest.raises(FullError):
        store.add_document(document("long", "a long text " * 5000))
    assert [one.key for one in store.document("d").edits] == ["1"]
    store._connection.execute("PRAGMA max_page_count = 1000000")
    assert store.add_edits("d", "Eva", many) == 2000


def test_what_was_kept_survives_a_killed_process(path: Path) -> None:
    code = (
        "import os, signal, sys; from majuscule.corrections.store import *\n"
        "store = Store(sys.argv[1])\n"
        "store.add_document(CorrectedDocument('d', '', '', '', 'io', 'io', ''))\n"
        "store.add_edits('d', 'Eva', [WordEdit('1', 0, 'Io')])\n"
        "store._connection.execute('BEGIN IMMEDIATE')\n"
        "store._connection.execute('DELETE FROM edits')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    source = str(Path(majuscule.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code, str(path)], env={"PYTHONPATH": source})
    assert done.returncode == -9
    assert Store(path).document("d").text == "Io"


def test_exported_lines_say_all_and_are_read_like_the_database(
    store: Store, path: Path, tmp_path: Path
) -> None:
    store.add_document(document("untouched"))
    store.add_edits("d", "Eva", [WordEdit("1", 7, "Io"), WordEdit("2", 27, "Io")])
    lines = list(export_lines(store))
    assert len(lines) == 1  # a document that nobody edited teaches nothing
    record = json.loads(lines[0])
    assert record["text"] == "we saw Io and Europa\nand 𐐨 Io"
    assert record["checked"] == [[7, 9], [27, 29]]
    assert record["edits"][0].items() >= {"start": 7, "form": "Io", "author": "Eva"}.items()
    assert not {"key", "mark"} & set(record["edits"][0])  # no mark was looked at
    exported = tmp_path / "corrections.jsonl"
    exported.write_text(lines[0] + "\n", encoding="utf-8")
    assert read_records(exported) == read_records(path) == [record]
    [text] = corrected_texts([record])
    assert text.checked.nonzero()[0].tolist() == [2, 7]
    [one] = corrected_documents([record])
    assert one.paragraphs == ("we saw Io and Europa", "and 𐐨 Io")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", r"lines.jsonl:2: not JSON"),
        ('{"text": 3}', r"lines.jsonl:2: not a corrected document"),
        ('{"text": "ab", "checked": [[1, 5]]}', r"lines.jsonl:2: its checked words"),
        ('{"text": "ab", "checked": [["a", 1]]}', r"lines.jsonl:2: its checked words"),
        ('{"text": "ab"}', r"lines.jsonl:2: its checked words"),
        ('{"text": "ab", "checked": [], "marks": [2]}', r"lines.jsonl:2: its marks"),
        ('{"text": "ab", "checked": [], "marks": ["a"]}', r"lines.jsonl:2: its marks"),
        ('{"text": "ab", "checked": [], "marks": 1}', r"lines.jsonl:2: its marks"),
    ],
)
def test_lines_that_are_no_corrections_are_named(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text('{"text": "Io", "checked": [[0, 2]]}\n' + line + "\n")
    with pytest.raises(MajusculeError, match=says):
        read_records(path)


def test_marks_stand_apart_from_the_text(store: Store) -> None:
    text = 'He said "go" to x-rays'
    store.add_document(
        CorrectedDocument("m", "", "", "", text.lower(), text, "", ((12, ","), (22, ".")), "de")
    )
    store.add_edits("m", "", [WordEdit("1", 9, "Go", mark=""), WordEdit("2", 18, "rays", mark="!")])
    store.add_edits("m", "", [WordEdit("3", 0, "He")])
    found = store.document("m")
    assert found.text == 'He said "Go" to x-rays!'
    assert [found.text[start:end] for start, end in found.checked(marks=True)] == ["Go", "rays"]
    assert (found.marks, found.language) == (((12, ","), (22, ".")), "de")
    [record] = read_records(store.path)
    assert record["text"] == found.text
    assert [record["text"][at] for at in record["marks"]] == ["!"]
    assert record["checked_marks"] == [[9, 11], [18, 22]]
    assert [one.get("mark") for one in record["edits"]] == ["", "!", None]


@pytest.mark.parametrize(
    ("start", "form", "mark"), [(17, "x", ","), (19, "rays", "%"), (19, "rays", ",,")]
)
def test_a_mark_that_cannot_stand_there_is_refused(
    store: Store, start: int, form: str, mark: str
) -> None:
    text = "we said we meant x-rays"
    store.add_document(CorrectedDocument("m", "", "", "", text, text, "", ()))
    with pytest.raises(CorrectionsError, match="after its word"):
        store.add_edits("m", "", [WordEdit("1", start, form, mark=mark)])
    for wrong in ((18, ","), (23, "%"), (24, ",")):
        with pytest.raises(CorrectionsError, match="not a punctuation mark after a word"):
            store.add_document(CorrectedDocument("n", "", "", "", text, text, "", (wrong,)))
