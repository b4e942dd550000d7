"""The commands that put marks into text, on a small model that puts them anywhere."""

import gzip
import json
from dataclasses import replace

import pytest

from majuscule.cli.program import run
from tests.punctuation.mark_models import corrected

SAID = b"hello everyone thanks for joining how are you\n"


def test_text_gets_marks(majuscule, marks_file):
    done = majuscule("punctuate", "-m", marks_file, given=SAID)
    assert done.status == 0
    assert done.text.startswith("Hello")
    assert [c for c in done.text.lower() if c.isalnum()] == [
        c for c in SAID.decode() if c.isalnum()
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_text(majuscule, marks_file, tmp_path, encoding):
    path = tmp_path / "said.txt"
    path.write_bytes(SAID.decode().encode(encoding))
    for more in ((), ("--json",)):
        bare = majuscule("sentences", "-m", marks_file, *more, given=SAID).text
        assert majuscule("sentences", "-m", marks_file, *more, path).text == bare
    marked = majuscule("punctuate", "-m", marks_file, given=SAID).text
    path.with_name("out").write_bytes(marked.encode(encoding))
    assert (
        majuscule("punctuate", "-m", marks_file, path).output == path.with_name("out").read_bytes()
    )


def test_plans_are_printed(majuscule, marks_file):
    done = majuscule("punctuate", "-m", marks_file, "--json", given=SAID)
    data = json.loads(done.text)
    assert data["marks"]
    assert data["line"] == 1


def test_words_that_come_one_by_one(majuscule, marks_file):
    done = majuscule("punctuate", "-m", marks_file, "--lookahead", "2", given=SAID)
    assert done.status == 0
    assert done.text.endswith("\n")
    refused = majuscule("punctuate", "-m", marks_file, "--lookahead", "2", "--json", given=SAID)
    assert refused.status == 2
    assert "--lookahead works only with plain text" in refused.errors


def test_a_closed_standard_input_is_told(marks_file, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", None)
    assert run(["punctuate", "-m", str(marks_file), "--lookahead", "2"]) == 2
    assert "majuscule: <stdin>: there is no standard input\n" in capsys.readouterr().err


def test_words_that_come_one_by_one_are_restored(majuscule, marks_file, model, monkeypatch):
    from majuscule.punctuation import punctuator

    loaded = punctuator.load_punctuator(marks_file)
    monkeypatch.setattr(punctuator, "load_punctuator", lambda _: loaded)
    way = ("restore", "-m", model, "--lookahead", "2")
    given = b"they met angela merkel in new york"
    done = majuscule(*way, "--punctuation", "add", given=given)
    kept = done.text.translate(dict.fromkeys(map(ord, ",.?!:;-")))
    assert kept.lower() == given.decode()
    assert "Angela" in done.text
    assert "New" in done.text
    assert "and --punctuation" in majuscule(*way, given=given).errors
    refused = majuscule(*way, "--punctuation", "add", "--accents", given=given)
    assert "cannot be used with --accents or --respell" in refused.errors


def test_sentences_are_printed(majuscule, marks_file):
    given = b"We met Ann. She was well.\n"
    assert (
        majuscule("sentences", "-m", marks_file, given=given).text == "We met Ann.\nShe was well.\n"
    )
    lines = majuscule("sentences", "-m", marks_file, "--json", given=given).text.splitlines()
    assert [(one["start"], one["end"]) for one in map(json.loads, lines)] == [(0, 11), (12, 25)]


def test_case_is_restored_after_marks(majuscule, marks_file, model, monkeypatch):
    from majuscule.punctuation import punctuator

    loaded = punctuator.load_punctuator(marks_file)
    monkeypatch.setattr(punctuator, "load_punctuator", lambda _: loaded)
    done = majuscule("restore", "-m", model, "--punctuation", "add", given=SAID)
    plain = majuscule("restore", "-m", model, given=SAID)
    assert done.status == 0
    assert len(done.text) > len(plain.text)
    refused = majuscule("restore", "-m", model, "--punctuation", "add", "--json", given=SAID)
    assert refused.status == 2


def test_a_glossary_and_protected_text_win(majuscule, marks_file, model, monkeypatch, tmp_path):
    from majuscule.punctuation import punctuator

    (tmp_path / "terms.txt").write_text("FooBar\n")
    rules = ("--glossary", tmp_path / "terms.txt", "--protect", "thanks for joining")
    given = SAID.replace(b"how", b"foobar how")
    for way in (("punctuate",), ("punctuate", "--lookahead", "9"), ("sentences",)):
        done = majuscule(*way, "-m", marks_file, *rules, given=given).text
        assert "FooBar" in done
        assert "thanks for joining" in done
    loaded = punctuator.load_punctuator(marks_file)
    monkeypatch.setattr(punctuator, "load_punctuator", lambda _: loaded)
    for more in ((), ("--lookahead", "9")):
        way = ("restore", "-m", model, "--punctuation", "add", *more)
        assert "thanks for joining" in majuscule(*way, *rules, given=given).text
        assert "thanks for joining" not in majuscule(*way, given=given).text


def test_restoring_tells_of_marks_that_are_left_out(majuscule, marks_file, model, monkeypatch):
    from majuscule.punctuation import punctuator

    loaded = punctuator.load_punctuator(marks_file)
    english = replace(loaded, header=replace(loaded.header, name="small", language="en"))
    monkeypatch.setattr(punctuator, "load_punctuator", lambda _: english)
    way = ("restore", "-m", model, "--punctuation", "add")
    french = "je ne sais pas ce que vous voulez mais il est très tard et nous devons partir\n"
    done = majuscule(*way, given=french.encode())
    assert done.text.lower() == french
    assert "1 document is not in the model's language (fr, not en), and left alone" in done.errors
    german = replace(loaded, header=replace(loaded.header, name="small", language="de"))
    monkeypatch.setattr(punctuator, "load_punctuator", lambda _: german)
    for more in ((), ("--lookahead", "2")):
        done = majuscule(*way, *more, given=SAID)
        assert (done.status, done.output) == (2, b"")
        assert "there is no model that punctuates en, only small for de; restore" in done.errors


def test_a_format_that_takes_no_marks_is_refused(majuscule, marks_file, tmp_path):
    (tmp_path / "a.csv").write_text("text\nhello you\n")
    done = majuscule("punctuate", "-m", marks_file, tmp_path / "a.csv")
    assert done.status == 2
    assert "cannot be added to csv" in done.errors


def test_subtitles_and_what_becomes_some_are_not_joined(majuscule, marks_file, tmp_path):
    srt, ctm = tmp_path / "a.srt", tmp_path / "a.ctm"
    srt.write_text("1\n00:00:01,000 --> 00:00:02,000\nwe met ann\n")
    ctm.write_text("a 1 0.5 0.3 ann\n")
    why = "SubRip subtitles cannot be joined into one; write to a folder"
    for files in ([srt, srt], ["--to", "srt", ctm, ctm]):
        refused = majuscule("punctuate", "-m", marks_file, *files)
        assert (refused.status, why in refused.errors) == (2, True)
    for files in ([srt], [ctm, ctm], ["--to", "text", srt, ctm], ["--json", srt, ctm]):
        assert majuscule("punctuate", "-m", marks_file, *files).status == 0


def test_a_folder_gets_a_file_for_each(majuscule, marks_file, tmp_path):
    (tmp_path / "a.ctm").write_text("a 1 0.5 0.3 ann\n")
    (tmp_path / "b.ctm.gz").write_bytes(gzip.compress(b"b 1 0.5 0.3 yes\n"))
    (tmp_path / "c.ctm").write_text("no times\n")
    files = [tmp_path / name for name in ("c.ctm", "a.ctm", "b.ctm.gz")]
    done = majuscule("punctuate", "-m", marks_file, "--to", "vtt", *files, "-o", f"{tmp_path}/new/")
    assert (done.status, "c.ctm:1: " in done.errors) == (2, True)
    written = {one.name: one.read_text() for one in (tmp_path / "new").iterdir()}
    assert written.keys() == {"a.vtt", "b.vtt"}
    assert all(one.startswith("WEBVTT\n") for one in written.values())
    done = majuscule("punctuate", "-m", marks_file, *files[1:], "-o", tmp_path / "new")
    assert done.status == 0
    for more, name in ([], "a.txt"), (["--json"], "a.jsonl"):
        majuscule("sentences", "-m", marks_file, *more, files[1], "-o", tmp_path / "new")
        assert (tmp_path / "new" / name).read_text().count("\n") == 1
    assert gzip.decompress((tmp_path / "new" / "b.ctm.gz").read_bytes()).startswith(b"b 1 0.5 0.3")


def test_the_command_adapts_what_the_model_is_for(majuscule, marks_file, tmp_path):
    out = tmp_path / "a.model"
    done = majuscule(
        "train", "--corrections", corrected(tmp_path / "c.db"), "--base", marks_file, "-o", out
    )
    assert "adapted to 48 checked marks in 8 documents" in done.errors
    lines = tmp_path / "c.jsonl"
    assert majuscule("corrections", "export", tmp_path / "c.db", "-o", lines).status == 0
    record = json.loads(lines.read_text().splitlines()[0])
    assert record["text"] == "anna left, and we met them."
    assert [record["text"][at] for at in record["marks"]] == [",", "."]
    assert majuscule("train", "--corrections", lines, "--base", marks_file, "-o", out).status == 0


def test_a_model_of_marks_is_evaluated(majuscule, marks_file, tmp_path):
    (tmp_path / "a.txt").write_text("We met Ann. She was well.\n\nYes, we are.\n")
    done = majuscule("evaluate", marks_file, tmp_path / "a.txt", "--summary", "--resamples", 10)
    assert done.text.startswith("| data")
    assert "one line" in done.text
    refused = majuscule("evaluate", marks_file, tmp_path / "a.txt", "--calibration")
    assert (refused.status, "--calibration is only for case models" in refused.errors) == (2, True)


def test_marks_are_scored_against_a_text(majuscule, tmp_path):
    (tmp_path / "a.txt").write_text("We met Ann. She was well.\n")
    done = majuscule(
        "score", "--marks", "--json", tmp_path / "a.txt", "-", given=b"we met ann she was\n"
    )
    measures = json.loads(done.text)["measures"]
    assert measures["wer_words"]["value"] == pytest.approx(1 / 6)
    table = majuscule("score", "--marks", tmp_path / "a.txt", "-", given=b"we met. ann she was,\n")
    rows = [line.split("|")[1:] for line in table.text.splitlines()]
    shown = {row[0].strip(): [one.strip() for one in row[-3:-1]] for row in rows if len(row) == 7}
    assert shown["full stop, or !"] == ["1", "1"]
    assert shown["colon"] == ["0", "0"]
    refused = majuscule("score", "--marks", "--table", "niu", tmp_path / "a.txt", "-", given=b"a")
    assert (refused.status, "--table is only for scores without --marks" in refused.errors) == (
        2,
        True,
    )
