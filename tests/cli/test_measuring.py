"""``score``, ``evaluate`` and ``detect``."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from majuscule import evaluate, train
from majuscule.errors import UsageError
from majuscule.models import read_model
from majuscule.text.characters.codepoints import recase
from tests.cli.conftest import Done
from tests.golden import STORY


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text("\n".join(STORY[:3]) + "\n\n" + "\n".join(STORY[3:]) + "\n")
    return path


def test_the_library_takes_a_file_or_several_and_names_the_conditions(model, gold):
    alone, listed = (evaluate(model, files, resamples=0) for files in (gold, [gold]))
    assert alone.as_json() == listed.as_json()
    trained = train(str(gold), kind="unigram").restore("anna met bob")
    assert trained == train([gold], kind="unigram").restore("anna met bob")
    with pytest.raises(UsageError, match="condition is 'low'; it may be lower, upper"):
        evaluate(model, gold, conditions=["low"])
    with pytest.raises(UsageError, match="nothing to evaluate on; name a file"):
        evaluate(model, [])
    with pytest.raises(UsageError, match="resamples is -1; give a number such as 1000"):
        evaluate(model, gold, resamples=-1)


def test_score_of_a_perfect_answer_and_of_none(majuscule, gold):
    done = majuscule("score", gold, gold)
    assert done.text.startswith("accuracy 100.00")
    assert "metric:case|tok:spaces|data:" in done.text
    done = majuscule(
        "score", "--json", "--resamples", 0, gold, "-", given=gold.read_bytes().lower()
    )
    report = json.loads(done.text)
    assert report["measures"]["recall"]["value"] == 0
    assert report["signature"]["segments"] == len(gold.read_text().splitlines())


def test_score_by_documents_and_by_the_rows_of_niu(majuscule, gold):
    done = majuscule("score", "--document", "blank", "--table", "niu", gold, gold)
    assert "irregular mixed-case" in done.text
    assert "|n:2|unit:document|" in done.text


def test_results_are_not_written_over_what_is_read(majuscule, model, gold, tmp_path):
    content = {path: path.read_bytes() for path in (gold, model)}
    link = tmp_path / "link.txt"
    link.symlink_to(gold)
    for command in (
        ("evaluate", model, gold, "-o", link),
        ("evaluate", model, gold, "-o", model),
        ("score", gold, gold, "-o", gold),
        ("entities", "tag", gold, "-o", gold),
        ("entities", "score", gold, "-o", gold),
        ("corrections", "export", gold, "-o", gold),
        ("corrections", "list", gold, "-o", gold),
        ("lexicon", "show", model, "-o", model),
    ):
        done = majuscule(*command)
        assert done.status == 2
        assert "is also an input, and would be overwritten; name another file" in done.errors
    assert {path: path.read_bytes() for path in content} == content


def test_score_of_records(majuscule, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "Anna met Bob"}\n{"text": "IBM"}\n')
    low = path.read_bytes().replace(b"Bob", b"bob")
    done = majuscule("score", "--format", "jsonl", "--json", path, "-", given=low)
    assert json.loads(done.text)["measures"]["accuracy"]["value"] == 0.75
    bad = path.read_bytes().replace(b"IBM", b"IBX")
    done = majuscule("score", "--format", "jsonl", path, "-", given=bad)
    assert done.errors == (
        "majuscule: <stdin>:2:3: has 'X' where gold has 'M'; only case may differ\n"
    )


@pytest.mark.parametrize("how", [("--encoding", "latin-1"), ("--encoding", "auto")])
def test_text_in_another_encoding_is_measured_and_learnt_from_alike(
    majuscule, model, tmp_path, how
):
    path, made = tmp_path / "gold.txt", tmp_path / "made.model"

    def results(*encoding):
        made.unlink(missing_ok=True)
        for command in (
            ("evaluate", model, path, "--json"),
            ("score", path, path),
            ("score", "--marks", path, path),
            ("train", path, "-o", made, "--kind", "unigram"),
            ("lexicon", "build", path, "-o", made, "--least", 1),
        ):
            done = majuscule(*command, *encoding)
            assert done.status == 0, done.errors
            yield done.text + (read_model(made).digest if made.exists() else "")

    text = "\n".join([*STORY, "Zoë McÉvoy of the café in Orléans met Zoë McÉvoy.", ""])
    path.write_text(text, encoding="utf-8")
    wanted = list(results())
    path.write_text(text, encoding="latin-1")
    assert list(results(*how)) == wanted
    refused = majuscule("evaluate", model, path)
    assert (
        "convert it to UTF-8 or name its encoding (--encoding latin-1, or auto)" in refused.errors
    )


def test_score_names_where_texts_differ(majuscule, gold):
    done = majuscule("score", gold, "-", given=gold.read_bytes().replace(b"port,", b"part,"))
    assert done.status == 2
    assert "<stdin>:8:17: has 'a' where gold has 'o'" in done.errors
    done = majuscule("score", gold, "-", given=b"a\n")
    assert "has 1 lines, but gold has" in done.errors
    assert "only one of the two" in majuscule("score", "-", "-").errors
    (empty := gold.with_name("empty.txt")).touch()
    assert "has no text to score" in majuscule("score", empty, empty).errors


def test_evaluate_prints_conditions_with_and_without_memory(majuscule, model, gold):
    done = majuscule("evaluate", model, gold)
    assert done.status == 0
    for condition in ("lower", "upper"):
        for note in ("|", "+no-memory|"):
            assert f"|cond:{condition}{note}" in done.text
    assert "| LC " in done.text
    assert "|n:2|unit:document|" in done.text
    assert "7 of 7 paragraphs (100.00%) come back untouched" in done.text


def test_evaluate_as_json_and_lines(majuscule, model, gold):
    how = "--json --format lines --input lower --memory without --case auto --resamples 0"
    done = majuscule("evaluate", model, gold, *how.split())
    found = json.loads(done.text)
    (score,) = found["scores"]
    assert score["signature"]["condition"] == "lower+auto+no-memory"
    assert score["signature"]["unit"] == "segment"
    assert score["measures"]["f1"]["value"] > 0.8
    assert score["words"] == sum(len(line.split()) for line in STORY)


def test_evaluate_counts_lines_with_a_capital_too_many(majuscule, model, tmp_path):
    turns = tmp_path / "turns.jsonl"
    written = ["She met Angela Merkel in Berlin.", "angela merkel left.", "so did she, in Berlin."]
    turns.write_text(json.dumps({"paragraphs": written}))
    evaluate = ("evaluate", model, turns, "--apart", "--memory", "without", "--input", "lower")

    def scores(*options):
        (one,) = json.loads(majuscule(*evaluate, "--json", *options).text)["scores"]
        measures = one["lines"]["measures"]
        return one["words"], measures["right"]["value"], measures["capital too many"]["value"]

    # Two begin small, which no model could know.
    assert scores() == pytest.approx((14, 1 / 3, 2 / 3))
    assert scores("--no-small") == (6, 1, 0)
    assert "| lines with a capital too many |" in majuscule(*evaluate, "--summary").text
    whole = majuscule("evaluate", model, turns, "--memory", "without", "--summary").text
    assert "capital too many" not in whole


def test_evaluate_records_scores_in_the_card(majuscule, model, gold, tmp_path):
    own = tmp_path / "own.model"
    own.write_bytes(model.read_bytes())
    for _ in range(2):
        done = majuscule("evaluate", own, gold, "--summary", "--record")
        assert "8 scores written to its card" in done.errors
    scores = read_model(own).header.scores
    assert len(scores) == 8
    assert scores[0].data == "gold.txt"
    assert scores[0].low is not None
    assert read_model(own).digest == read_model(model).digest


def test_the_card_of_an_installed_model_stays(majuscule, gold):
    for command in (("evaluate", "en", gold, "--record"), ("model", "edit", "en", "--name", "x")):
        done = majuscule(*command)
        assert (done.status, done.output) == (2, b"")
        assert "en is an installed model, which stays as it is; name a model file" in done.errors


def test_an_output_that_cannot_be_written_is_told_before_the_work(
    majuscule, model, gold, tmp_path, monkeypatch
):
    monkeypatch.setattr("majuscule.trials.evaluation.evaluate", None)
    done = majuscule("evaluate", model, gold, "-o", tmp_path / "no" / "scores.md")
    assert "scores.md: cannot be written: no such folder; create it first" in done.errors


def test_evaluate_needs_text(majuscule, model, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("\n\n")
    assert "has no text to evaluate on" in majuscule("evaluate", model, path).errors


@pytest.mark.parametrize("text", ["İstanbul ß ŉ ǅ ΟΔΟΣ", "a\U0001f600B", ""])
def test_taking_the_case_away_moves_nothing(text):
    for condition in ("lower", "upper"):
        assert len(recase(text, condition)) == len(text)


CASED = " ".join(STORY)


def test_detect_gives_a_verdict_a_line(majuscule, model, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(f"{CASED.upper()}\n\n{CASED}\r\n\n{CASED.lower()}\n1 2\n")
    done = majuscule("detect", "-m", model, path)
    verdicts = [line.split("\t")[0] for line in done.text.splitlines()]
    assert verdicts == ["upper", "nothing", "cased", "nothing", "lower", "nothing"]
    assert done.text.splitlines()[0] == f"upper\t{CASED.upper()}"


def test_detect_shows_the_parts_of_a_line(majuscule, model):
    line = f"{CASED} {CASED.lower()}"
    done = majuscule("detect", "-m", model, "--json", given=b"\n" + line.encode() + b"\n")
    first, second = (json.loads(one) for one in done.text.splitlines())
    assert (first["line"], first["parts"]) == (1, [])
    assert second["line"] == 2
    assert [part["verdict"] for part in second["parts"]] == ["cased", "lower"]
    start, end = second["parts"][1]["start"], second["parts"][1]["end"]
    assert line[start:end] == CASED.lower()


@pytest.mark.parametrize("knowing", [True, False])
def test_detect_copies_documents_byte_for_byte(majuscule, model, tmp_path, knowing):
    pool = tmp_path / "pool.jsonl"
    texts = [CASED, CASED.upper(), CASED.lower(), CASED]
    lines = [f'{{"n":1.0,  "text": "{text}"}}\n' for text in texts]
    pool.write_text("".join(lines))
    name = str(model) if knowing else "none"
    done = majuscule("detect", "-m", name, "--keep", "cased", pool)
    assert done.text == lines[0] + lines[3]
    assert done.errors == (
        "majuscule: kept 2 of 4 documents (2 well cased, 1 upper case, 1 lower case)\n"
    )
    done = majuscule("detect", "-m", name, "--keep", "lower", "--keep", "upper", pool)
    assert done.text == lines[1] + lines[2]


def test_detect_keeps_parts_of_text_between_blank_lines(majuscule, model):
    given = f"{CASED}\n\n{CASED.upper()}\n\n\n{CASED}".encode()
    done = majuscule("detect", "-m", model, "--keep", "cased", given=given)
    assert done.text == f"{CASED}\n\n{CASED}"


def test_detect_refuses_what_does_not_go_together(majuscule, model):
    assert "choose one" in majuscule("detect", "--json", "--keep", "cased").errors
    assert "--model none works only with --keep" in majuscule("detect", "-m", "none").errors


def test_confidences_are_told_beside_what_was_right(majuscule, model, tmp_path):
    data = tmp_path / "gold.txt"
    data.write_text("Anna met the minister in New York.\n", "utf-8")
    done = majuscule("evaluate", model, data, "--json", "--calibration", "--resamples", 0)
    (one,) = json.loads(done.text)["calibration"]
    assert one["tokens"] == 7
    assert 0 <= one["measures"]["ece"]["value"] <= 1
    assert "what confidences mean" in majuscule("evaluate", model, data, "--calibration").text


def as_srt(lines: Sequence[str]) -> str:
    cues = (
        f"{number}\n00:00:{7 * number:02},000 --> 00:00:{7 * number + 2:02},000\n{line}\n"
        for number, line in enumerate(lines, 1)
    )
    return "\n".join(cues)


def as_csv(lines: Sequence[str]) -> str:
    return "id,text\n" + "".join(f'{number},"{line}"\n' for number, line in enumerate(lines, 1))


@pytest.mark.parametrize(("write", "suffix"), [(as_srt, "srt"), (as_csv, "csv")])
def test_all_commands_read_what_restore_reads(majuscule, model, tmp_path, write, suffix):
    gold = tmp_path / f"gold.{suffix}"
    gold.write_text(write(STORY))
    out = tmp_path / "a.model"
    assert majuscule("train", gold, "-o", out, "--kind", "unigram", "--keep", "all").status == 0
    (source,) = read_model(out).header.corpora
    assert source.words == len(" ".join(STORY).split())
    assert source.digest == hashlib.sha256(gold.read_bytes()).hexdigest()
    scores = json.loads(majuscule("evaluate", model, gold, "--json", "--resamples", 0).text)
    assert scores["scores"][0]["words"] == len(" ".join(STORY).split())
    lowered = gold.with_name(f"low.{suffix}")
    lowered.write_text(write([line.lower() for line in STORY]))
    done = majuscule("score", "--json", "--resamples", 0, gold, lowered)
    report = json.loads(done.text)
    assert report["measures"]["recall"]["value"] == 0
    assert report["signature"]["segments"] == len(STORY) + (suffix == "csv")
    restored = tmp_path / f"restored.{suffix}"
    majuscule("restore", "-m", model, lowered, "-o", restored)
    with_pipe = majuscule("score", gold, "-", given=restored.read_bytes())
    assert with_pipe.text == majuscule("score", gold, restored).text
    assert with_pipe.text.startswith("accuracy ")
    done = majuscule("detect", "-m", model, lowered)
    assert done.text.splitlines() == [f"lower\t{line.lower()}" for line in STORY]
    assert {one["verdict"] for one in detected(majuscule("detect", "--json", lowered))} == {"lower"}


def test_the_first_row_of_a_table_without_a_header_is_learnt_and_measured_too(
    majuscule, model, tmp_path
):
    bare, out = tmp_path / "bare.csv", tmp_path / "a.model"
    bare.write_text(as_csv(STORY).removeprefix("id,text\n"))
    how = (bare, "--no-header", "--column", 2)
    done = majuscule("train", *how, "-o", out, "--kind", "unigram", "--keep", "all")
    assert done.status == 0, done.errors
    words = len(" ".join(STORY).split())
    assert read_model(out).header.words == words
    scores = json.loads(majuscule("evaluate", model, *how, "--json", "--resamples", 0).text)
    assert scores["scores"][0]["words"] == words


def detected(done: Done) -> list[dict[str, object]]:
    return [json.loads(line) for line in done.text.splitlines()]


def test_rows_are_picked_with_the_names_of_their_columns(majuscule, model, tmp_path):
    path = tmp_path / "pool.csv"
    path.write_text(as_csv([CASED, CASED.upper(), CASED.lower()]))
    done = majuscule("detect", "-m", model, "--keep", "upper", path)
    assert done.text == f'id,text\n2,"{CASED.upper()}"\n'
    assert "kept 1 of 3 documents" in done.errors


def test_rows_of_parquet_cannot_be_picked(majuscule, tmp_path):
    done = majuscule("detect", "-m", "none", "--keep", "cased", tmp_path / "a.parquet")
    assert "--keep cannot copy documents byte for byte out of Parquet" in done.errors
