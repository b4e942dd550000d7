"""Files of every format are read as documents of paragraphs, not only those made for corpora."""

import hashlib

import pytest

from majuscule.errors import UsageError
from majuscule.reading import REWRITTEN, Tally, open_source, read_documents

SRT = "1\n00:00:01,000 --> 00:00:02,000\nHe went to\n\n2\n00:00:02,500 --> 00:00:04,000\nRome.\n"
FILES = {
    "film.srt": (SRT, [("He went to Rome.",)]),
    "film.vtt": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<i>In Rome</i>\n",
        [("In Rome",)],
    ),
    "table.csv": ('id,text\n1,"In ""Rome"""\n2,\n3,Ann left.\n', [('In "Rome"',), ("Ann left.",)]),
    "page.html": ("<p>In <b>Rome</b></p><p>Ann</p>", [("In Rome", "Ann")]),
    "page.xml": ("<a><p>In Rome &amp; Oslo</p></a>", [("In Rome & Oslo",)]),
    "talk.ctm": ("a 1 0.0 0.2 in\na 1 0.2 0.2 Rome\n", [("in Rome",)]),
    "talk.nlp": ("token|speaker|punctuation\nin|1|\nRome|1|.\n", [("in Rome.",)]),
    "notes.txt": ("In Rome\r\n\r\nAnn\r\n", [("In Rome",), ("Ann",)]),
    "notes.jsonl": ('{"text": "In Rome\\nAnn"}\n', [("In Rome", "Ann")]),
    "film.ass": (
        "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,S,A,0,0,0,,In Rome\n",
        [("In Rome",)],
    ),
    "song.lrc": ("[ar:Ann]\n[00:01.0]In Rome\n[00:02.0]Ann left\n", [("In Rome", "Ann left")]),
    "film.sub": (
        "{25}{50}He went to\n{51}{75}Rome.|Ann left.\n",
        [("He went to Rome. Ann left.",)],
    ),
    "film.smi": (
        "<SAMI><BODY><SYNC Start=1000><P Class=EN>He went<br>to<SYNC Start=2000><P Class=EN>Rome.",
        [("He went to Rome.",)],
    ),
    "page.md": ("# In Rome\n\nAnn\nleft.\n", [("In Rome", "Ann left.")]),
    "menu.po": ('msgid "a"\nmsgstr "In Rome"\n', [("In Rome",)]),
    "said.json": ('{"text": "In Rome", "segments": [{"text": "In Rome"}]}', [("In Rome",)]),
    "table.tab": ("text\nIn Rome\n", [("In Rome",)]),
}


@pytest.mark.parametrize("name", FILES)
def test_documents_come_from_files_of_any_format(tmp_path, name):
    path = tmp_path / name
    content, expected = FILES[name]
    path.write_bytes(content.encode())
    tally = Tally()
    assert [one.paragraphs for one in read_documents(path, tally=tally)] == expected
    assert tally.digest == hashlib.sha256(content.encode()).hexdigest()
    assert tally.documents == len(expected)


def test_no_format_that_is_restored_is_left_out():
    ends = {name.rpartition(".")[2] for name in FILES}
    assert {"txt": "text", "tab": "tsv", "md": "markdown"}.keys() <= ends
    assert set(REWRITTEN) - ends == {"text", "tsv", "parquet", "markdown", "docx", "odt"}


def test_documents_of_a_table_are_named_by_their_lines_and_columns_can_be_chosen(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("head,body\na,In Rome\n")
    (found,) = read_documents(path, field="body")
    assert (found.id, found.where, found.paragraphs) == ("table-2", f"{path}:2", ("In Rome",))


def test_parquet_is_read_too(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "news.parquet"
    pq.write_table(pa.table({"text": ["In Rome\nAnn", None, "Oslo"]}), path)
    tally = Tally()
    found = [(one.id, one.paragraphs) for one in read_documents(path, tally=tally)]
    assert found == [("news-1", ("In Rome", "Ann")), ("news-3", ("Oslo",))]
    assert tally.digest == hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_is_only_read_is_not_opened_to_be_changed(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text("In\tO\n")
    with (
        pytest.raises(UsageError, match="there is no format 'conll'"),
        open_source(path, "conll"),
    ):
        pass
