"""Files of every format go through the command, or the library, and nothing but case changes."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

import majuscule as package
from majuscule.errors import CorpusError, UsageError
from tests.reading.test_compression import unzstd, zstd

SHARED = Path(__file__).parents[3] / "shared" / "data" / "speech"
TIMES = "00:00:0{}.000 --> 00:00:0{}.500"
FILES = {
    "a.srt": "1\r\n"
    + TIMES.format(1, 1)
    + "\r\n<i>we saw angela</i>\r\n\r\n2\r\n"
    + TIMES.format(2, 2)
    + " X1:1\r\n{\\an8}merkel in berlin. anna port left.",
    "a.vtt": "WEBVTT\n\nNOTE angela merkel\n\n" + TIMES.format(1, 2) + "\n<v anna>angela merkel\n",
    "a.csv": "id;text\nanna;angela merkel\n",
    "a.tsv": "id\ttext\nanna\tangela merkel\n",
    "a.ctm": "anna 1 0 0.2 angela 0.9\nanna 1 0.2 0.2 merkel 0.9\n",
    "a.nlp": "token|speaker\nangela|anna\nmerkel|anna\n",
    "a.html": "<p class='anna'>angela <b>merkel</b></p><script>anna</script>\n",
    "a.xml": "<anna text='angela'><p>angela merkel</p></anna>",
    "a.jsonl": '{"text": "angela merkel", "anna": "anna"}\n',
    "a.ass": "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,anna,anna,0,0,0,,angela\\Nmerkel\n",
    "a.lrc": "[ar:anna]\n[00:01.00]angela\n[00:02.00]<00:02.00>merkel\n",
    "a.sub": "{25}{50}{f:anna}angela|merkel\r\n",
    "a.smi": "<SAMI><TITLE>anna</TITLE><SYNC Start=9><P Class=anna>angela<br>merkel</P></SAMI>\n",
    "a.md": "---\nanna: anna\n---\n# *angela* merkel\n\n    anna\n",
    "a.po": 'msgid "anna"\nmsgstr "angela merkel"\n',
    "a.json": '{"text": "angela merkel", "anna": "anna", "segments": [{"text": "angela"}]}\n',
    "a.txt": "angela merkel\n",
}
PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstd,
}
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.decompress,
    ".bz2": bz2.decompress,
    ".xz": lzma.decompress,
    ".zst": unzstd,
}


def put(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_bytes(FILES[name].encode())
    return path


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_with_its_names(majuscule, model, tmp_path, name):
    done = majuscule("restore", "-m", model, put(tmp_path, name))
    assert (done.status, done.errors) == (0, "")
    assert done.text.lower() == FILES[name].lower()
    for word in ("Angela", "Merkel"):
        assert word in done.text
    if name not in ("a.srt", "a.txt"):
        assert "Anna" not in done.text


@pytest.mark.parametrize("suffix", PACK)
def test_archives_go_in_and_come_out(majuscule, model, tmp_path, suffix):
    plain = FILES["a.srt"].encode()
    path = tmp_path / f"film.srt{suffix}"
    path.write_bytes(PACK[suffix](plain))
    done = majuscule("restore", "-m", model, path, "-o", path)
    assert (done.status, done.output) == (0, b"")
    assert UNPACK[suffix](path.read_bytes()).lower() == plain.lower()
    assert "Angela" in UNPACK[suffix](path.read_bytes()).decode()
    again = tmp_path / f"again.srt{suffix}"
    majuscule("restore", "-m", model, path, "-o", again)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("suffix", PACK)
def test_a_truncated_archive_is_named_and_nothing_is_written(majuscule, model, tmp_path, suffix):
    path = tmp_path / f"a.csv{suffix}"
    rows = "".join(f"{n},angela merkel {n * n}\n" for n in range(5000))
    packed = PACK[suffix](("id,text\n" + rows).encode())
    for cut in (packed[: len(packed) // 2], packed[:-1], b"angela"):
        path.write_bytes(cut)
        done = majuscule("restore", "-m", model, path, "-o", tmp_path / "out.csv")
        assert done.status == 2
        assert done.errors.startswith(f"majuscule: {path}: ")
        assert done.errors.count("\n") == 1
        assert sorted(one.name for one in tmp_path.iterdir()) == [path.name]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.srt", "1\n00:00:01,000 -> 00:00:02,000\na\n", "a.srt:2: invalid line of times"),
        ("a.vtt", "angela\n", "a.vtt:1: not WebVTT"),
        ("a.csv", "id,text\n1,a\n1,2,3\n", "a.csv:3: has 3 cells, but the first row has 2"),
        ("a.html", "angela merkel\n", "a.html: has no tags"),
        ("a.xml", "<a>\n<b></a>", "a.xml:2: not XML: mismatched tag at column 6"),
        ("a.ctm", "a b c d e\n", "a.ctm:1: start 'c' and duration 'd' must be numbers"),
        ("a.nlp", "a|b\n", "a.nlp:1: the first line must name the fields"),
        ("a.parquet", "angela\n", "a.parquet: not Parquet, damaged or cut off"),
        ("a.jsonl", '{"text": 1}\n', "a.jsonl:1: field 'text' is neither a string nor"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    majuscule, model, tmp_path, name, content, message
):
    path = tmp_path / name
    path.write_text(content)
    (tmp_path / "out").write_text("old")
    done = majuscule("restore", "-m", model, path, "-o", tmp_path / "out")
    assert done.status == 2
    assert message in done.errors
    assert done.errors.count("\n") == 1
    assert (tmp_path / "out").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_broken_is_kept_where_one_says_so(majuscule, model, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,angela merkel\nangela,a,b\nangela\n2,angela merkel\n")
    done = majuscule("restore", "-m", model, "--keep-broken", path)
    assert done.status == 0
    assert done.text == ("id,text\n1,Angela Merkel\nangela,a,b\nangela\n2,Angela Merkel\n")
    assert done.errors.splitlines() == [
        f"majuscule: {path}:3: copied unchanged: has 3 cells, but the first row has 2; a cell that "
        "holds the delimiter must be quoted",
        f"majuscule: {path}:4: copied unchanged: has 1 cell, but the first row has 2; a cell that "
        "holds the delimiter must be quoted",
    ]


def test_columns_are_chosen(majuscule, model, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("anna port,anna,angela merkel\n")
    done = majuscule("restore", "-m", model, "--no-header", "--column", 3, "--field", 1, path)
    assert done.text == "Anna Port,anna,Angela Merkel\n"
    done = majuscule(
        "restore",
        "-m",
        model,
        "--format",
        "csv",
        "--delimiter",
        ":",
        "--no-header",
        "--column",
        "2",
        given=b"anna:angela merkel\n",
    )
    assert done.text == "anna:Angela Merkel\n"


def test_a_parquet_file_comes_back(majuscule, model, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    table = pytest.importorskip("pyarrow").table({"n": range(5000), "t": ["angela merkel"] * 5000})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=700)
    for jobs in (1, 3):
        out = tmp_path / f"b{jobs}.parquet"
        done = majuscule(
            "restore", "-m", model, "-j", jobs, "--column", "t", tmp_path / "a.parquet", "-o", out
        )
        assert (done.status, done.errors) == (0, "")
        found = pq.read_table(out)
        assert found.column("n").equals(table.column("n"))
        assert set(found.column("t").to_pylist()) == {"Angela Merkel"}
        assert pq.ParquetFile(out).metadata.num_row_groups == 8
    assert (tmp_path / "b1.parquet").read_bytes() == (tmp_path / "b3.parquet").read_bytes()


def test_files_go_into_a_folder(majuscule, model, tmp_path):
    paths = [put(tmp_path, name) for name in ("a.srt", "a.html", "a.csv")]
    done = majuscule("restore", "-m", model, *paths, "-o", f"{tmp_path / 'cased'}/")
    assert (done.status, done.errors) == (0, "majuscule: 3 of 3 files changed, 10 of 13 words\n")
    for path in paths:
        assert "Angela" in (tmp_path / "cased" / path.name).read_text()
    done = majuscule("restore", "-m", model, paths[0], paths[0], "-o", tmp_path / "cased")
    assert "would both become" in done.errors
    done = majuscule("restore", "-m", model, "-o", tmp_path / "cased", given=b"a")
    assert "standard input has no name; name a file" in done.errors
    (broken := tmp_path / "b.txt").write_bytes(b"angela \xe9")
    done = majuscule("restore", "-m", model, broken, paths[2], "-o", f"{tmp_path / 'more'}/")
    assert done.status == 2
    assert [one.name for one in (tmp_path / "more").iterdir()] == [paths[2].name]
    assert "b.txt:1: not UTF-8" in done.errors
    assert "1 could not be restored" in done.errors
    done = majuscule("restore", "-m", model, *paths)
    assert "files of SubRip subtitles cannot be joined into one; write to a folder" in done.errors
    assert done.output == b""
    (wide := tmp_path / "wide.txt").write_text("angela", encoding="utf-16")
    (narrow := tmp_path / "narrow.txt").write_text("angela", encoding="utf-8")
    done = majuscule("restore", "-m", model, narrow, wide)
    assert "wide.txt is UTF-16-LE and" in done.errors
    assert done.output == b""


@pytest.mark.parametrize("command", ["restore", "restore --json", "detect"])
def test_a_result_never_replaces_a_file_that_it_does_not_rewrite(
    majuscule, model, tmp_path, command
):
    paths = tmp_path / "a.txt", tmp_path / "b.txt"
    for path in paths:
        path.write_text("angela merkel\n")
    done = majuscule(*command.split(), "-m", model, *paths, "-o", paths[1])
    assert done.status == 2
    assert "b.txt: is also an input, and would be overwritten; name another file" in done.errors
    assert paths[1].read_text() == "angela merkel\n"
    done = majuscule("restore", "-m", model, paths[1], "-o", paths[1])
    assert paths[1].read_text() == "Angela Merkel\n"


def test_analyses_in_a_folder_are_named_as_json_lines(majuscule, model, tmp_path):
    paths = [put(tmp_path, "a.srt"), put(tmp_path, "a.html").rename(tmp_path / "b.html")]
    done = majuscule("restore", "-m", model, "--json", *paths, "-o", f"{tmp_path / 'made'}/")
    assert (done.status, done.errors) == (0, "")
    assert sorted(one.name for one in (tmp_path / "made").iterdir()) == ["a.jsonl", "b.jsonl"]


def test_a_name_that_says_another_format_than_it_would_hold_is_refused(majuscule, model, tmp_path):
    path, out = put(tmp_path, "a.srt"), tmp_path / "b.vtt"
    done = majuscule("restore", "-m", model, path, "-o", out)
    says = f"majuscule: {out}: would hold SubRip subtitles, but its name says WebVTT subtitles; "
    assert (done.status, out.exists()) == (2, False)
    assert done.errors.startswith(says)
    for name in ("b.srt.gz", "b.txt", "b.pdf", "b"):
        assert majuscule("restore", "-m", model, path, "-o", tmp_path / name).errors == ""
    assert majuscule("restore", "-m", model, path, "--json", "-o", tmp_path / "b.json").errors == ""


def test_analysis_shows_no_digit_for_what_is_no_text(majuscule, model, tmp_path):
    (tmp_path / "a.html").write_text("<p>met 0 of <img> <button>us</button> in <code>x</code> 10")
    done = majuscule("restore", "-m", model, "--json", tmp_path / "a.html")
    line, button = map(json.loads, done.text.splitlines())
    assert line["text"].lower() == "met 0 of \ufffc \ufffc in \ufffc 10"
    assert [one["text"] for one in line["tokens"]] == ["met", "0", "of", "in", "10"]
    for one in line["tokens"]:
        assert line["text"][one["start"] : one["end"]] == one["form"]
    assert button["text"].lower() == "us"


def test_analysis_shows_no_digit_inside_a_token(majuscule, model, tmp_path):
    (tmp_path / "a.po").write_text('msgid "x"\nmsgstr "met angela`%s` at http://%s"\n')
    done = majuscule("restore", "-m", model, "--json", tmp_path / "a.po")
    line = json.loads(done.text)
    assert line["text"].lower() == "met angela`\ufffc` at http://\ufffc"
    for one in line["tokens"]:
        assert line["text"][one["start"] : one["end"]] == one["form"]
        assert all("0" not in other["form"] for other in one["alternatives"])


def test_analysis_names_cues_and_cells(majuscule, model, tmp_path):
    done = majuscule("restore", "-m", model, "--json", put(tmp_path, "a.srt"))
    found = [json.loads(line) for line in done.text.splitlines()]
    assert [(one["line"], one["cue"]) for one in found] == [(1, "1"), (5, "2")]
    assert found[1]["text"] == "Merkel in Berlin. Anna Port left."
    for one in found:
        for token in one["tokens"]:
            assert one["text"][token["start"] : token["end"]] == token["form"]
    done = majuscule("restore", "-m", model, "--json", put(tmp_path, "a.csv"))
    assert [json.loads(line)["column"] for line in done.text.splitlines()] == ["text"]


def test_the_library_restores_files(model, tmp_path):
    told: list[str] = []
    path = put(tmp_path, "a.srt")
    target = tmp_path / "b.srt.xz"
    package.restore_file(path, target, model, tell=told.append)
    assert lzma.decompress(target.read_bytes()).decode().lower() == FILES["a.srt"].lower()
    assert told == []
    package.restore_file(put(tmp_path, "a.csv"), path, model, fields=1, case="ignore")
    assert path.read_text() == "id;text\nAnna;angela merkel\n"
    before = path.read_text()
    with pytest.raises(CorpusError, match="has no tags"):
        package.restore_file(put(tmp_path, "a.txt"), path, model, format="html")
    with pytest.raises(UsageError, match="jobs is 0"):
        package.restore_file(put(tmp_path, "a.txt"), path, model, jobs=0)
    assert path.read_text() == before
    path.write_text('{"t": "in berlin", "text": "in berlin"}\n')
    package.restore_file(path, path, model, format="jsonl", fields="text")
    assert path.read_text() == '{"t": "in berlin", "text": "In Berlin"}\n'
    for wrong in ({"document": "blanc"}, {"errors": "ignore"}):
        with pytest.raises(UsageError, match=r"'(blanc|ignore)'; it may be (line|strict) or"):
            package.restore_file(path, path, model, **wrong)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared folder")
@pytest.mark.parametrize("kind", ["kaldi-caps", "rev-lower", "google", "microsoft", "reference"])
def test_real_transcripts_come_back(model, tmp_path, kind):
    paths = sorted(path for path in (SHARED / kind).iterdir() if path.suffix in (".ctm", ".nlp"))
    assert paths
    for path in paths[:4]:
        target = tmp_path / path.name
        package.restore_file(path, target, model, case="ignore")
        before, after = path.read_bytes().decode(), target.read_bytes().decode()
        assert before != after
        assert len(before) == len(after)
        for old, new in zip(before, after, strict=True):
            assert new in (old, old.upper(), old.lower())
        column = 4 if path.suffix == ".ctm" else 0
        split = None if path.suffix == ".ctm" else "|"
        for old, new in zip(before.splitlines(), after.splitlines(), strict=True):
            cells = list(zip(old.split(split), new.split(split), strict=True))
            assert all(a == b for at, (a, b) in enumerate(cells) if at != column)
        package.restore_file(target, tmp_path / "again", model, format=path.suffix[1:])
        assert (tmp_path / "again").read_bytes().decode().lower() == after.lower()


@pytest.mark.parametrize(
    "command", [("restore",), ("detect",), ("detect", "--keep", "lower"), ("entities", "tag")]
)
def test_json_from_a_pipe_is_not_taken_for_text(majuscule, command):
    given = b'{\n  "text": "anna met angela merkel in berlin"\n}\n'
    refused = majuscule(*command, given=given)
    assert (refused.status, refused.output) == (2, b"")
    assert "<stdin>: looks like JSON; if it is, use --format json" in refused.errors
    assert majuscule(*command, "--format", "text", given=given).status == 0
