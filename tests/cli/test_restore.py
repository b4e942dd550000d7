"""``majuscule restore``: streams in, the same streams with their capitals out."""

import gzip
import io
import json
import os
import signal
import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from majuscule.cli.output import write_stdout
from majuscule.errors import ModelError
from majuscule.restore.truecaser import load

LOWER = "angela merkel met the un in new york.\nanna port lives in berlin.\n"
GIVEN = LOWER.encode()
ODD = ["", "\n", "a", "\r\n", "a\r\nb\rc\n\n", "\x00\x00a\x00\n", "\ufeffanna"]


@pytest.fixture
def lower(tmp_path: Path) -> Path:
    path = tmp_path / "lower.txt"
    path.write_bytes(GIVEN)
    return path


def test_restores_standard_input(majuscule, model):
    done = majuscule("restore", "-m", model, given=GIVEN)
    assert done.status == 0
    assert done.text.startswith("Angela Merkel met the UN in New York.\nAnna Port lives in Berlin.")
    assert done.errors == ""


@pytest.mark.parametrize("way", [(), ("--dry-run",), ("--diff",)])
def test_each_file_in_another_language_is_named(majuscule, tmp_path, lower, way):
    german, french = tmp_path / "german.txt", tmp_path / "french.txt"
    german.write_text("das ist nicht der mann, den wir gesehen haben\n" * 100)
    french.write_text("ce n'est pas la maison que nous avons vue hier\n")
    done = majuscule("restore", "-m", "en", *way, lower, german, french)
    told = [line for line in done.errors.splitlines() if "looks like" in line]
    assert [line.partition("; ")[0] for line in told] == [
        f"majuscule: {german}: this looks like German",
        f"majuscule: {french}: this looks like French",
    ]


def test_restores_files_one_after_the_other(majuscule, model, lower):
    packed = lower.with_name("more.txt.gz")
    packed.write_bytes(gzip.compress(b"anna saw nasa"))
    done = majuscule("restore", "-m", model, lower, packed)
    assert done.text.endswith("Berlin.\nAnna saw NASA")


def test_a_file_that_may_not_be_read_is_told_where_it_is_opened(majuscule, lower, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert majuscule("restore", lower).status == 0


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("how", ["line", "blank", "file"])
def test_nothing_but_case_changes(majuscule, model, text, how):
    done = majuscule("restore", "-m", model, "--document", how, given=text.encode())
    assert done.status == 0
    assert done.text.lower() == text


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_output_does_not_depend_on_threads(majuscule, model, tmp_path, jobs):
    text = "anna port met angela merkel in new york.\n\n" * 9000
    path = tmp_path / "long.txt"
    path.write_text(text)
    done = majuscule("restore", "-m", model, "-j", jobs, path)
    assert done.text == majuscule("restore", "-m", model, "-j", 1, path).text
    assert done.text.lower() == text


def test_case_auto_leaves_good_case_and_ignore_does_not(majuscule, model):
    text = b"The Minister of Port met Anna. She said that he would not leave.\n"
    assert majuscule("restore", "-m", model, given=text).output == text
    assert majuscule("restore", "-m", model, "--case", "ignore", given=text).output != text


def test_letters_are_respelt_where_no_model_restores_case(majuscule):
    given = "in Braşov şi Iaşi, ana.\n"
    done = majuscule("restore", "--language", "ro", "--respell", given=given.encode())
    assert (done.status, done.text) == (0, "in Brașov și Iași, ana.\n")
    assert done.errors.endswith("no model restores the case of 'ro'\n")
    for language, how in (("ro", "--accents"), ("xx", "--respell")):
        refused = majuscule("restore", "--language", language, how, given=given.encode())
        assert f"there is no model '{language}'" in refused.errors


def test_accents_again_reaches_the_model(majuscule, model):
    done = majuscule("restore", "-m", model, "--accents-again", given=b"a\n")
    assert done.status == 2
    assert "no model restores accents in" in done.errors


def test_a_document_is_what_the_option_says(majuscule, model, truecaser, tmp_path):
    text = "anna port met him\nthe old port\n\nport of spain\n"
    path = tmp_path / "a.txt"
    path.write_text(text)
    alone = "".join(truecaser.restore(line) for line in text.splitlines(keepends=True))
    blocks = truecaser.restore(text[:32]) + truecaser.restore(text[32:])
    assert text[:32].endswith("\n\n")
    assert majuscule("restore", "-m", model, "--document", "line", path).text == alone
    assert majuscule("restore", "-m", model, "--document", "blank", path).text == blocks
    assert majuscule("restore", "-m", model, path).text == blocks
    whole = majuscule("restore", "-m", model, "--document", "file", path).text
    assert whole == truecaser.restore(text)
    assert majuscule(
        "restore", "-m", model, "--document", "file", "--no-memory", path
    ).text == truecaser.restore(text, memory=False)


def test_a_text_file_is_one_document(majuscule, model, tmp_path):
    # An acronym alone tells nothing; below a mail in capitals it does.
    path = tmp_path / "mail.txt"
    path.write_text("WE SAW ANGELA MERKEL IN BERLIN.\n\nANNA\n")
    assert majuscule("restore", "-m", model, path).text.endswith("\n\nAnna\n")
    apart = majuscule("restore", "-m", model, "--document", "blank", path)
    assert apart.text.endswith("\n\nANNA\n")


def test_json_lines_come_back_with_their_texts_restored(majuscule, model, tmp_path):
    line = '{"id":7, "title": "he met the un in berlin",\t"text":"anna met angela\\nmerkel"'
    line += ', "n":1E0}\n'
    path = tmp_path / "a.jsonl"
    path.write_text(line + "\n" + line)
    done = majuscule("restore", "-m", model, path)
    changed = line.replace("anna met angela\\nmerkel", "Anna met Angela\\nMerkel")
    assert done.text.lower() == path.read_text().lower()
    assert done.text == changed + "\n" + changed
    done = majuscule("restore", "-m", model, "--field", "title", path)
    assert "the UN in Berlin" in done.text
    assert "anna met" in done.text


def test_analysis_has_a_line_for_each_line(majuscule, model, lower):
    done = majuscule("restore", "-m", model, "--json", "--document", "file", lower)
    found = [json.loads(line) for line in done.text.splitlines()]
    assert [one["line"] for one in found] == [1, 2]
    for one, line in zip(found, LOWER.splitlines(), strict=True):
        assert one["text"].lower() == line
        for token in one["tokens"]:
            assert line[token["start"] : token["end"]] == token["text"]
            assert one["text"][token["start"] : token["end"]] == token["form"]
    assert [token["form"] for token in found[1]["tokens"]][:2] == ["Anna", "Port"]


def test_analysis_of_records_names_them(majuscule, model):
    given = b'{"id": "x", "paragraphs": ["anna", "in berlin"]}\n'
    done = majuscule("restore", "-m", model, "--json", "--format", "jsonl", given=given)
    found = [json.loads(line) for line in done.text.splitlines()]
    assert [(one["id"], one["field"], one["index"]) for one in found] == [
        ("x", "paragraphs", 0),
        ("x", "paragraphs", 1),
    ]
    assert found[1]["tokens"][1]["start"] == 3


def test_an_output_file_is_whole_or_not_there(majuscule, model, tmp_path):
    out = tmp_path / "out.txt"
    bad = GIVEN * 1000 + b"\xff"
    done = majuscule("restore", "-m", model, "-o", out, given=bad)
    assert done.status == 2
    assert list(tmp_path.iterdir()) == []
    assert majuscule("restore", "-m", model, "-o", out, given=GIVEN).output == b""
    assert out.read_text().startswith("Angela Merkel")


def test_a_file_can_be_restored_onto_itself(majuscule, model, lower):
    assert majuscule("restore", "-m", model, lower, "-o", lower).status == 0
    assert lower.read_text().startswith("Angela Merkel")


def test_bytes_that_are_not_utf8_stop_or_are_replaced(majuscule, model):
    given = b"anna met him\nin ber\xfflin\n"
    done = majuscule("restore", "-m", model, given=given)
    assert (done.status, done.output) == (2, b"Anna met him\n")
    assert done.errors.startswith("majuscule: <stdin>:2: not UTF-8: byte 0xff at byte 19")
    done = majuscule("restore", "-m", model, "--errors", "replace", given=given)
    assert done.status == 0
    assert "\ufffdlin" in done.text.lower()
    assert done.errors == "majuscule: <stdin>: 1 invalid part was replaced by U+FFFD\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "xx"], "there is no model 'xx'; known models:"),
        (["--model", "xx.model"], "xx.model: no such model file"),
        (["--model", __file__], "not a majuscule model file"),
        (["nothing.txt"], "nothing.txt: no such file"),
        (["."], "'.' is a folder: name its files, or add --in-place, --diff or --dry-run"),
        (["--case", "no"], "invalid value for '--case'"),
        (
            ["--field", "a"],
            "--field works with csv, html, json, jsonl, parquet, tsv and xml, not",
        ),
        (["--format", "jsonl", "--document", "line"], "--document works with text, not with jsonl"),
        (["-o", "/nowhere/at/all"], "/nowhere/at/all: cannot be written"),
        (["--format", "jsonl"], "<stdin>:1: not JSON"),
        (["--language", "auto", "--punctuation", "add"], "name it, as in --language de"),
    ],
)
def test_mistakes_are_told_in_one_sentence(majuscule, model, arguments, message):
    named = {"--model", "--language"} & {*arguments}
    given = arguments if named else ["-m", str(model), *arguments]
    done = majuscule("restore", *given, given=GIVEN)
    assert done.status == 2
    assert done.output == b""
    assert done.errors.count("\n") == 1
    assert message in done.errors


def test_a_damaged_model_is_refused(majuscule, model, tmp_path):
    damaged = tmp_path / "d.model"
    content = bytearray(model.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    done = majuscule("restore", "-m", damaged, given=GIVEN)
    assert done.status == 2
    assert "damaged model file" in done.errors
    damaged.write_bytes(content[:1000])
    assert "truncated" in majuscule("restore", "-m", damaged, given=GIVEN).errors


def test_a_line_comes_out_before_the_next_goes_in(start, model):
    for arguments in ([], ["--jobs", "3"], ["--json"]):
        process = start("restore", "-m", model, *arguments)
        for _ in range(3):
            process.stdin.write(b"angela merkel met him\n")
            process.stdin.flush()
            assert b"Angela Merkel" in process.stdout.readline()
        output, errors = process.communicate()
        assert (process.returncode, output, errors) == (0, b"", b"")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="needs Unix signals")
def test_a_closed_pipe_ends_quietly(start, model, tmp_path):
    long = tmp_path / "long.txt"
    long.write_bytes(GIVEN * 20_000)
    process = start("restore", "-m", model, long)
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == -signal.SIGPIPE
    process.stderr.close()
    process.stdin.close()


def test_output_that_is_taken_in_parts_is_written_whole(monkeypatch):
    taken = bytearray()

    class Unbuffered(io.RawIOBase):
        """Standard output under PYTHONUNBUFFERED, on a disk that is nearly full."""

        def write(self, content, /):
            taken.extend(content[:3])
            return len(content[:3])

    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=Unbuffered()))
    write_stdout(b"In Rome and in Oslo")
    assert taken == b"In Rome and in Oslo"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told(start, model):
    with Path("/dev/full").open("wb") as full:
        process = start("restore", "-m", model, stdout=full)
        _, errors = process.communicate(GIVEN)
    assert process.returncode == 2
    assert errors == b"majuscule: standard output: cannot be written: no space left on device\n"
    with Path("/dev/full").open("wb") as full:
        process = start("--version", stdout=full)
        _, errors = process.communicate()
    assert process.returncode == 2
    assert b"no space left on device" in errors


@pytest.mark.skipif(sys.platform == "win32", reason="needs Unix signals")
def test_ctrl_c_ends_with_130(start, model):
    process = start("restore", "-m", model)
    process.stdin.write(GIVEN)
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == b"majuscule: interrupted\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_an_output_file_gets_the_permissions_of_the_umask(majuscule, model, lower):
    out = lower.with_name("out.txt")
    majuscule("restore", "-m", model, lower, "-o", out)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(out.stat().st_mode) == 0o666 & ~mask


def test_a_glossary_and_protected_text(majuscule, model, tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("# ours\nOpenAI\nBerlin Port\nmERKEL\n")
    two.write_text("Merkel\n")
    given = b"angela merkel met openai and berlin  port in ticket-AB and Berlin."
    done = majuscule(
        *("restore", "-m", model, "--case", "ignore", "--protect", r"ticket-\w+"),
        *("--glossary", one, "--glossary", two),
        given=given,
    )
    assert done.text == "Angela Merkel met OpenAI and Berlin  Port in ticket-AB and Berlin."
    done = majuscule("restore", "-m", model, "--json", "--glossary", one, given=given)
    reasons = {token["text"]: token["reason"] for token in json.loads(done.text)["tokens"]}
    assert reasons["openai"] == "glossary"


def test_a_language_may_be_named_with_its_region(majuscule):
    for tag in ("en-US", "en_gb", "EN"):
        assert majuscule("restore", "--language", tag, given=b"in berlin").text == "In Berlin"
    with pytest.raises(ModelError, match="no model 'xx'"):
        load("xx-US")


def test_the_shipped_glossary_can_be_left_out(majuscule):
    given = b"they use tvos at home"
    assert majuscule("restore", given=given).text == "They use tvOS at home"
    assert "tvOS" not in majuscule("restore", "--no-shipped-glossary", given=given).text


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--glossary", "none.txt"), "none.txt: no such file"),
        (("--protect", "("), "the pattern '(' is not a regular expression"),
    ],
)
def test_bad_rules_are_told_in_one_line(majuscule, model, options, problem):
    done = majuscule("restore", "-m", model, *options, given=GIVEN)
    assert done.status == 2
    assert done.errors.startswith(f"majuscule: {problem}")
    assert len(done.errors.splitlines()) == 1


def test_piped_text_that_is_said_to_be_wrapped_is_read_by_paragraphs(majuscule, model):
    given = b"we saw angela merkel\nand anna in the old port.\n\nthe un met anna.\n"
    wrapped = majuscule("restore", "-m", model, "--lines", "wrapped", given=given).text
    assert wrapped.split("\n")[:2] == ["We saw Angela Merkel", "and Anna in the old port."]
    how = ("--lines", "separate")
    separate = majuscule("restore", "-m", model, *how, given=given).text
    assert separate.split("\n")[1] == "And Anna in the old port."


def test_headings_have_the_style_that_is_asked_for(majuscule, model):
    given = b"angela merkel in berlin\n\nangela merkel met the minister.\n"
    done = majuscule("restore", "-m", model, "--style", "title", given=given)
    assert done.text == "Angela Merkel in Berlin\n\nAngela Merkel met the minister.\n"
    titled = b"The Press Met Angela\n"
    keeps = majuscule("restore", "-m", model, "--style", "keep", "--case", "ignore", given=titled)
    assert keeps.output == titled
