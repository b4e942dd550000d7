"""``majuscule compare`` and ``majuscule lexicon`` from the command line."""

import json
import shlex
from pathlib import Path

import pytest


@pytest.fixture
def names(tmp_path: Path) -> Path:
    path = tmp_path / "names.txt"
    line = "An old man who likes eBay and DuBose sold the iPhone of Anna McDonald on eBay."
    path.write_text("\n\n".join([line] * 4) + "\n\nThe ebay of the word McDonald is here.\n")
    return path


def test_compare_writes_a_report_and_goes_on_where_it_was(majuscule, corpus, model, tmp_path):
    base = tmp_path / "report"
    command = shlex.split(
        f"compare {corpus} -o {base} --words 500 --growth 200 --resamples 10 --test news={corpus} "
        f"--restorer unigram --restorer plain=unigram,first_letters=false --model mine={model}"
    )
    done = majuscule(*command)
    assert done.status == 0, done.errors
    assert f"wrote {base}.md" in done.errors
    text = base.with_suffix(".md").read_text()
    assert "| plain - unigram " in text
    assert "| mine " in text
    assert (tmp_path / "report-growth.svg").exists()
    parts = sorted((tmp_path / "report.parts").iterdir())
    assert majuscule(*command).status == 0
    assert sorted((tmp_path / "report.parts").iterdir()) == parts
    assert base.with_suffix(".md").read_text() == text


def test_compare_reads_another_encoding(majuscule, model, names, tmp_path):
    def digests(name, *encoding):
        command = ("compare", names, "-o", tmp_path / name, "--test", f"names={names}")
        trained = ("--restorer", "unigram", "--words", 0, "--resamples", 10, *encoding)
        done = majuscule(*command, *trained)
        assert done.status == 0, done.errors
        assert "learnt from the same text, well-cased" in (tmp_path / f"{name}.md").read_text()
        report = json.loads((tmp_path / f"{name}.json").read_text())
        return report["texts"], report["restorers"][0]["digest"]

    names.write_text(names.read_text().replace("Anna", "Zoë"), encoding="utf-8")
    wanted = digests("utf-8")
    names.write_text(names.read_text(encoding="utf-8"), encoding="latin-1")
    assert digests("latin-1", "--encoding", "latin-1") == wanted


def test_an_hmm_can_be_given_another_lexicon(majuscule, corpus, names, tmp_path):
    lexicon, base = tmp_path / "mixed.lexicon", tmp_path / "report"
    assert majuscule("lexicon", "build", names, "-o", lexicon).status == 0
    command = shlex.split(f"compare {corpus} -o {base} --test names={names}")
    rich = f"rich=hmm,lexicon_file={lexicon}"
    done = majuscule(*command, "--resamples", 10, "--restorer", "hmm", "--restorer", rich)
    assert done.status == 0, done.errors
    (row,) = [
        line
        for line in base.with_suffix(".md").read_text().splitlines()
        if line.startswith("| irregular mixed-case ") and "/" not in line
    ]
    assert "100.0" in row
    done = majuscule(*command, "--restorer", f"unigram,lexicon_file={lexicon}")
    assert "unknown option 'lexicon_file'" in done.errors


def test_an_hmm_is_trained_with_a_lexicon_that_was_built(majuscule, corpus, names, tmp_path):
    lexicon, model = tmp_path / "mixed.lexicon", tmp_path / "hmm.model"
    assert majuscule("lexicon", "build", names, "-o", lexicon).status == 0
    command = ["train", corpus, "--kind", "hmm", "-o", model, "--option"]
    done = majuscule(*command, f"lexicon_file={lexicon}")
    assert done.status == 0, done.errors
    shown = [majuscule("lexicon", "show", one).text for one in (lexicon, model)]
    assert shown[0] == shown[1] != ""
    # where it lay stays out of the model
    assert str(tmp_path) not in majuscule("model", "show", model, "--json").text
    done = majuscule(*command, f"lexicon_file={tmp_path / 'none.lexicon'}")
    assert done.status == 2
    assert "none.lexicon" in done.errors
    both = ["--option", "lexicon=false"]
    assert "drop one" in majuscule(*command, f"lexicon_file={lexicon}", *both).errors


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ((), "there is nothing to score on"),
        (("--test", "news"), "'news' is not of the form NAME=FILE"),
        (("--test", "n={corpus}", "--growth", "many"), "is not a list of numbers"),
        (("--test", "n={corpus}", "--growth", "0"), "the numbers of --growth must be at least 1"),
        (("--test", "n={corpus}", "--restorer", "oracle"), "there is no restorer of kind 'oracle'"),
        (("--test", "n={corpus}", "--restorer", "hmm,x=1"), "unknown option 'x'"),
        (("--test", "n={corpus}", "--restorer", "hmm,most_words=x"), "must be a whole number"),
        (("--test-titles", "n={corpus}"), "there is nothing to score on"),
    ],
)
def test_compare_tells_mistakes_in_a_sentence(majuscule, corpus, tmp_path, extra, message):
    filled = [one.replace("{corpus}", str(corpus)) for one in extra]
    done = majuscule("compare", corpus, "-o", tmp_path / "r", *filled)
    assert done.status == 2
    assert message in done.errors
    assert done.errors.count("\n") == 1


def test_compare_tells_at_once_where_it_cannot_write(majuscule, corpus, tmp_path):
    base = tmp_path / "nowhere" / "report"
    done = majuscule("compare", corpus, "-o", base, "--test", f"news={corpus}")
    assert done.status == 2
    assert "no such folder; create it first" in done.errors
    done = majuscule("compare", corpus, "-o", ".", "--test", f"news={corpus}")
    assert ".: cannot be written: it is a folder; name a file" in done.errors


def test_a_lexicon_is_built_shown_and_merged(majuscule, names, tmp_path):
    first, second, both = (tmp_path / f"{name}.lexicon" for name in ("a", "b", "both"))
    done = majuscule("lexicon", "build", names, "-o", first)
    assert done.status == 0, done.errors
    assert f"{first}: 4 words from " in done.errors
    shown = majuscule("lexicon", "show", first).text.splitlines()
    assert shown == ["eBay\t8\t8\t9", "McDonald\t5\t5\t5", "DuBose\t4\t4\t4", "iPhone\t4\t4\t4"]
    assert majuscule("lexicon", "show", first, "--least", 5).text.count("\n") == 2
    (entry,) = majuscule("lexicon", "show", first, "--top", 1, "--json").text.splitlines()
    assert json.loads(entry) == {"form": "eBay", "count": 8, "mixed": 8, "occurrences": 9}
    assert majuscule("lexicon", "build", names, "-o", second, "--least", 5).status == 0
    done = majuscule("lexicon", "merge", first, second, "-o", both)
    assert done.errors == f"majuscule: {both}: 4 words\n"
    assert majuscule("lexicon", "show", both, "--top", 1).text == "eBay\t16\t16\t18\n"


def test_lexicons_of_models_can_be_shown(majuscule, model):
    assert "McDonald\t" in majuscule("lexicon", "show", model).text


def test_what_is_no_lexicon_is_told_and_nothing_is_written(majuscule, names, tmp_path):
    done = majuscule("lexicon", "merge", names, "-o", tmp_path / "x.lexicon")
    assert done.status == 2
    assert done.errors.count("\n") == 1
    assert not (tmp_path / "x.lexicon").exists()
    unigram = tmp_path / "unigram.model"
    majuscule("train", names, "-o", unigram, "--kind", "unigram", "--keep", "all")
    assert f"{unigram}: holds no lexicon" in majuscule("lexicon", "show", unigram).errors
    empty = tmp_path / "empty.txt"
    empty.write_text(names.read_text().upper())
    done = majuscule("lexicon", "build", empty, "-o", tmp_path / "x.lexicon")
    assert done.status == 2
    assert "none of its documents is well cased (5 upper case); --keep all learns" in done.errors
    empty.write_text("")
    done = majuscule("lexicon", "build", empty, "-o", tmp_path / "x.lexicon")
    assert done.status == 2
    assert "it is empty" in done.errors
