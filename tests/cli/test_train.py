"""``majuscule train``: a model that is whole, from documents that are well cased, resumable."""

import json
import lzma
import shlex
import sys
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from majuscule.counts import count_shards
from majuscule.errors import TrainingError, UsageError
from majuscule.learn import corpora
from majuscule.learn.corpora import CorpusText, read_source
from majuscule.models import read_model
from majuscule.restore.training import checkpoint_of
from majuscule.tagging.training import averaging as training
from tests.golden import OPTIONS, STORY

SMALL = [part for option in OPTIONS for part in ("--option", option)]


def test_the_header_says_what_it_was_made_from(majuscule, corpus, tmp_path):
    out = tmp_path / "a.model"
    card = shlex.split(
        "--name small --language en --licence CC0 --description Small. --weak-spot 'All else.' "
        "--source 'name=News, daily,licence=CC BY 2.5,origin=an e-book,files=news.*'"
    )
    done = majuscule("train", corpus, "-o", out, *SMALL, *card)
    assert done.status == 0
    assert "kept 12 of 12 documents (12 well cased)" in done.errors
    header = read_model(out).header
    assert (header.name, header.language, header.licence) == ("small", "en", "CC0")
    assert header.command.startswith(f"majuscule train {corpus} -o {out} --option least=1")
    assert header.weak_spots == ("All else.",)
    (source,) = header.corpora
    assert (source.name, source.licence, source.origin) == ("News, daily", "CC BY 2.5", "an e-book")
    assert source.words == 12 * sum(len(line.split()) for line in STORY)
    assert len(source.digest) == 64
    assert header.metadata["documents"] == {"kept": 12, "well cased": 12}
    assert header.options["slots"] == 20_000
    assert [one.name for one in tmp_path.iterdir()] == ["a.model"]


def test_the_same_command_gives_the_same_bytes(majuscule, corpus, tmp_path):
    files = [tmp_path / "a.model", tmp_path / "b.model"]
    for file in files:
        majuscule("train", corpus, "-o", file, "--name", "x", *SMALL)
    first, second = (read_model(file) for file in files)
    assert first.digest == second.digest


@pytest.mark.parametrize("kind", ["unigram", "hmm.v1"])
def test_other_kinds_are_trained_by_the_same_command(majuscule, corpus, tmp_path, kind):
    out = tmp_path / "a.model"
    assert majuscule("train", corpus, "-o", out, "--kind", kind).status == 0
    done = majuscule("restore", "-m", out, "--case", "ignore", given=b"anna met him in berlin\n")
    assert done.text == "Anna met him in Berlin\n"


def mixed(folder: Path) -> Path:
    """Write a pool of well-cased and other documents."""
    path = folder / "pool.jsonl"
    lines = []
    for number in range(12):
        text = " ".join(STORY)
        text = [text, text.upper(), text.lower()][number % 3]
        lines.append(json.dumps({"id": str(number), "title": "News", "paragraphs": [text]}))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_badly_cased_documents_are_left_out(majuscule, tmp_path):
    pool = mixed(tmp_path)
    done = majuscule("train", pool, "-o", tmp_path / "a.model", *SMALL)
    assert "kept 4 of 12 documents (4 well cased, 4 upper case, 4 lower case)" in done.errors
    done = majuscule("train", pool, "-o", tmp_path / "b.model", "--keep", "all", *SMALL)
    assert "kept" not in done.errors
    words = [read_model(tmp_path / f"{one}.model").header.words for one in "ab"]
    assert words[1] == 3 * words[0]


def test_text_is_the_same_each_time_and_counted_once(tmp_path):
    pool = mixed(tmp_path)
    packed = tmp_path / "b.jsonl.xz"
    packed.write_bytes(lzma.compress(pool.read_bytes()))
    shares: list[float] = []
    declared = [read_source("name=A,files=pool*"), read_source("name=B,files=*.xz")]
    text = CorpusText([str(pool), str(packed)], declared=declared, progress=shares.append)
    passes = [[batch.passage.codes.tobytes() for batch in text.batches()] for _ in range(2)]
    assert passes[0] == passes[1]
    assert shares[-1] == 1.0
    assert [(one.name, one.words) for one in text.sources] == [
        ("A", 4 * sum(len(line.split()) for line in STORY)),
        ("B", 4 * sum(len(line.split()) for line in STORY)),
    ]
    assert text.sources[0].digest == text.sources[1].digest
    assert text.kept == 8


def test_so_many_words_and_no_digest_of_half_a_file(corpus):
    text = CorpusText([str(corpus)], words=100)
    lines = sum(len(batch.passage.lines) for batch in text.batches())
    assert lines == 2 * len(STORY)
    assert text.sources[0].digest == ""


def test_text_that_is_all_capitals_teaches_nothing(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("\n".join(STORY).upper())
    with pytest.raises(TrainingError, match=r"none of its .* well cased \(1 upper case\)"):
        list(CorpusText([str(path)]).batches())
    path.write_text("")
    with pytest.raises(TrainingError, match="it is empty"):
        list(CorpusText([str(path)]).batches())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--kind", "gru"], "there is no restorer of kind 'gru'; known kinds: tagger.v1"),
        (["--option", "epoch=2"], "unknown option 'epoch'; known ones: "),
        (["--option", "epochs=two"], "option 'epochs' is 'two'; it must be a whole number"),
        (["--option", "epochs=0"], "option 'epochs' is 0; it must be 1 or more"),
        (["--option", "threads=0"], "option 'threads' is 0; it must be 1 or more"),
        (["--option", "held_out=-1"], "option 'held_out' is -1; it must be 0 or more"),
        (["--option", "slots=3"], "3 slots are too few for"),
        (["--option", "fitted_on=a.txt"], """'a.txt'; it must be a list, such as ["a.txt"]"""),
        (["--option", "epochs"], "option 'epochs' is not of the form name=value"),
        (["--option", "epochs=2", "--option", "epochs=3"], "option 'epochs' is given twice"),
        (["--source", "licence=x"], "has no name"),
        (["--source", "name=x,colour=red,files=a"], "no file matches the source 'x,colour=red'"),
        (["--source", "foo"], "'foo' is not one of name=..."),
        (["--source", "name=x,files=y*"], "no file matches the source 'x'"),
        (["--source", "name=x,times=0"], "times must be a whole number from 1 to 100"),
        (
            ["--kind", "hmm", "--source", "name=x,times=2"],
            "tagger and neural; hmm cannot weight text",
        ),
        (["--field", "body"], "news.jsonl: has no field 'body'; name the field"),
    ],
)
def test_mistakes_are_told_in_one_sentence(majuscule, corpus, tmp_path, arguments, message):
    done = majuscule("train", corpus, "-o", tmp_path / "a.model", *arguments)
    assert done.status == 2
    assert message in done.errors
    assert done.errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_mistakes_in_names(majuscule, corpus, tmp_path):
    assert "no such file" in majuscule("train", "x.txt", "-o", tmp_path / "a").errors
    assert "cannot read a pipe" in majuscule("train", "-", "-o", tmp_path / "a").errors
    done = majuscule("train", corpus, "-o", tmp_path / "no" / "a.model")
    assert "no such folder" in done.errors
    assert "is a folder" in majuscule("train", corpus, "-o", ".").errors


def test_no_model_is_written_over_text(majuscule, corpus):
    text = corpus.read_bytes()
    for command in (("train", corpus), ("lexicon", "build", corpus)):
        done = majuscule(*command, "-o", corpus)
        assert done.status == 2
        assert "news.jsonl: is not a model and would be overwritten" in done.errors
    assert corpus.read_bytes() == text
    assert [one.name for one in corpus.parent.iterdir()] == ["news.jsonl"]


def test_nothing_is_kept_beside_a_device():
    assert checkpoint_of("/dev/null", "tagger") is None


def test_training_that_is_stopped_goes_on(majuscule, corpus, tmp_path, monkeypatch):
    whole, out = tmp_path / "whole.model", tmp_path / "a.model"
    majuscule("train", corpus, "-o", whole, *SMALL)
    learn, calls = training._learn, []

    def stopped(*arguments):
        calls.append(True)
        if len(calls) == 2:
            raise KeyboardInterrupt
        learn(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(training, "_learn", stopped)
    done = majuscule("train", corpus, "-o", out, *SMALL)
    assert done.status == 130
    assert "the same command resumes from" in done.errors
    assert not out.exists()
    assert (tmp_path / "a.model.checkpoint").exists()
    assert majuscule("train", corpus, "-o", out, *SMALL).status == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.model", "whole.model"]
    assert read_model(out).digest == read_model(whole).digest


@pytest.mark.parametrize(
    ("kind", "counting"), [("hmm", "hmm.training"), ("trigram", "trigram.training")]
)
def test_a_count_that_is_stopped_goes_on_from_its_finished_shards(
    majuscule, corpus, tmp_path, monkeypatch, kind, counting
):
    whole, out = tmp_path / "whole.model", tmp_path / "a.model"
    assert majuscule("train", corpus, "-o", whole, "--kind", kind).status == 0
    module = import_module(f"majuscule.restore.{counting}")
    monkeypatch.setattr(corpora, "BATCH", 400)
    counted: list[int] = []

    def stopped_after(most):
        def pieces(all_of_them):
            for number, piece in enumerate(all_of_them):
                if number == most:
                    raise KeyboardInterrupt
                yield replace(piece, count=partial(noted, number, piece))

        def noted(number, piece):
            counted.append(number)
            return piece.count()

        return lambda them, *rest, **more: count_shards(pieces(them), *rest, **more, shard=1)

    monkeypatch.setattr(module, "count_shards", stopped_after(3))
    done = majuscule("train", corpus, "-o", out, "--kind", kind)
    assert done.status == 130
    assert "the same command resumes from" in done.errors
    assert not out.exists()
    kept = len(list((tmp_path / "a.model.checkpoint").iterdir()))
    assert kept >= 1
    counted.clear()
    monkeypatch.setattr(module, "count_shards", stopped_after(-1))
    assert majuscule("train", corpus, "-o", out, "--kind", kind).status == 0
    assert counted
    assert min(counted) >= kept
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.model", "whole.model"]
    assert read_model(out).digest == read_model(whole).digest
    (tmp_path / "a.model.checkpoint").write_text("mine")
    done = majuscule("train", corpus, "-o", out, "--kind", kind)
    assert done.status == 2
    assert "is not a folder" in done.errors


def test_a_checkpoint_of_other_text_is_refused(majuscule, corpus, tmp_path):
    kept = tmp_path / "kept"
    kept.write_bytes(b"nonsense")
    done = majuscule("train", corpus, "-o", tmp_path / "a.model", "--checkpoint", kept, *SMALL)
    assert done.status == 2
    assert f"{kept} is not a complete checkpoint" in done.errors


def test_lines_of_a_source_may_count_several_times(tmp_path):
    for name in ("a-news.txt", "wiki.txt"):
        (tmp_path / name).write_text("\n".join(STORY))
    news = read_source("name=News,files=*-news*,times=3")
    (batch,) = CorpusText([str(tmp_path)], declared=[news]).batches()
    assert batch.times is not None
    assert batch.times.tolist() == [3] * len(STORY) + [1] * len(STORY)


def test_sources_are_read_with_commas_in_them():
    found = read_source("name=A, B and C,licence=CC BY-SA 3.0, GFDL,files=*.txt")
    assert (found.source.name, found.source.licence) == ("A, B and C", "CC BY-SA 3.0, GFDL")
    assert found.covers("x/a.txt")
    assert not found.covers("a.jsonl")
    with pytest.raises(UsageError, match="not one of name="):
        read_source("name=a,name=b")


@pytest.mark.skipif(sys.platform != "linux", reason="needs file names of any bytes")
def test_a_file_whose_name_is_not_unicode_is_read_and_named(majuscule, corpus, tmp_path):
    path = tmp_path / "caf\udce9.txt"
    path.write_bytes(corpus.read_bytes())
    done = majuscule("train", path, "--kind", "unigram", "-o", tmp_path / "odd.model")
    assert done.status == 0, done.errors
    done = majuscule("evaluate", tmp_path / "odd.model", path, "--resamples", 0, "--summary")
    assert r"caf\udce9.txt" in done.text
    path.write_text("Ann Lee met Tom Brown in Paris.\n")
    done = majuscule("entities", "tag", path)
    assert r"caf\udce9.txt:1" in done.text
