"""Comparing restorers: the same text for all, finished cells kept, and a report of both papers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from majuscule.errors import CorpusError, ModelError, TrainingError, UsageError
from majuscule.learn.corpora import CorpusText
from majuscule.measure import NIU_ROWS, CaseMetric, Resampling, score_statistics
from majuscule.models import read_model
from majuscule.restore.truecaser import truecaser_of
from majuscule.trials.report import read_references
from majuscule.trials.restorer_report import report_of
from majuscule.trials.restorers import (
    NOTHING,
    Comparison,
    Contender,
    compare_restorers,
    measure_speed,
    train_model,
)
from majuscule.trials.texts import GoldText, read_gold, restore_document, token_statistics
from majuscule.trials.workers import peak_memory

STORY = (
    "The minister met Angela Merkel in Berlin on Monday.",
    "She said that the UN would not leave New York this year.",
    "A man from London told the BBC that nobody knew what he meant.",
    "Mr. McDonald of NASA lives in Paris with his old friend Anna.",
)
CONTENDERS = (Contender("words", "unigram"), Contender("bigrams", "hmm", {"lexicon": False}))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "news.jsonl"
    documents = [
        {"id": f"n{number}", "title": STORY[number % 4][:-1], "paragraphs": STORY}
        for number in range(24)
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in documents))
    return path


@pytest.fixture(scope="module")
def texts(corpus: Path) -> list[GoldText]:
    return [read_gold("news", str(corpus)), read_gold("titles", str(corpus), titles=True)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work") / "cells"


@pytest.fixture(scope="module")
def compared(corpus: Path, texts: list[GoldText], folder: Path) -> Comparison:
    training = CorpusText([corpus], words=800)
    return compare_restorers(CONTENDERS, training, texts, folder, sizes=[100])


def test_gold_text_keeps_lines_with_their_documents(texts: list[GoldText], tmp_path: Path) -> None:
    news, titles = texts
    assert len(news.lines) == 96
    assert news.by_document()[3] == STORY
    assert titles.lines[:2] == (STORY[0][:-1], STORY[1][:-1])
    path = tmp_path / "reference.en"
    path.write_text("One line.\nAnother line.\n")
    assert read_gold("r", str(path)).documents == (0, 1)
    path = tmp_path / "sentences.txt"
    path.write_text("One line.\nAnother line.\n")
    assert read_gold("s", str(path)).documents == (0, 1)
    with pytest.raises(CorpusError, match="has no titles to compare restorers on"):
        read_gold("s", str(path), titles=True)


def test_scores_are_those_of_the_models(compared: Comparison, corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.model"
    cost = train_model(CorpusText([corpus], words=800), "unigram", {}, path)
    assert cost["size"] == path.stat().st_size
    assert compared.models["words"] == read_model(path).digest
    restorer = truecaser_of(read_model(path)).restorer
    restored = restore_document(restorer, STORY, "upper")
    assert restored == list(STORY)
    statistics = compared.statistics["words", "news", "upper"]
    assert statistics.shape == (96, len(CaseMetric().columns))
    score = score_statistics(CaseMetric(), statistics, resampling=None)
    assert score["accuracy"].value == 1
    nothing = score_statistics(
        CaseMetric(), compared.statistics[NOTHING, "news", "lower"], resampling=None
    )
    assert nothing["recall"].value == 0


def test_tokens_count_punctuation(
    compared: Comparison,
) -> None:
    gold = GoldText("g", ("Ann met IBM, said Bob.", "", "No."), (0, 0, 1))
    lines = ["ann met IBM, said bob.", "", "No."]
    assert token_statistics(gold, lines).tolist() == [[7, 5], [0, 0], [2, 2]]
    for cell, statistics in compared.tokens.items():
        assert (statistics[:, 0] >= statistics[:, 1]).all(), cell


def test_finished_cells_are_taken_as_they_are(
    compared: Comparison, corpus: Path, texts: list[GoldText], folder: Path
) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    steps: list[tuple[str, float]] = []
    again = compare_restorers(
        CONTENDERS,
        CorpusText([corpus], words=800),
        texts,
        folder,
        sizes=[100],
        report=lambda what, done: steps.append((what, done)),
    )
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert again.speeds == compared.speeds
    for key, statistics in compared.statistics.items():
        assert np.array_equal(again.statistics[key], statistics)
    assert [done for _, done in steps] == sorted(done for _, done in steps)


def test_a_missing_model_is_trained_again(
    corpus: Path, texts: list[GoldText], folder: Path
) -> None:
    for path in folder.glob("*.model"):
        path.unlink()
    compare_restorers(CONTENDERS[:1], CorpusText([corpus], words=800), texts, folder)
    assert len(list(folder.glob("*.model"))) == 1


def test_a_trained_model_stands_beside_the_others(
    corpus: Path, texts: list[GoldText], tmp_path: Path
) -> None:
    path = tmp_path / "mine.model"
    train_model(CorpusText([corpus]), "unigram", {}, path)
    found = compare_restorers(
        [Contender("mine", model=path)], CorpusText([corpus]), texts[:1], tmp_path / "cells"
    )
    assert not found.growth
    assert found.trained["mine"] == {"size": path.stat().st_size}
    report_of(found, resampling=Resampling(10)).write(tmp_path / "report")
    assert "## Growth" not in (tmp_path / "report.md").read_text()


def test_the_report_has_the_tables_and_figures_of_both_papers(
    compared: Comparison, tmp_path: Path
) -> None:
    base = tmp_path / "restorers"
    reference = tmp_path / "reference.json"
    theirs = {"title": "Theirs", "columns": ["F1", "HMM"], "rows": [["overall", 0.97]]}
    reference.write_text(json.dumps({"restored": [theirs]}))
    beside = read_references(reference)
    made = report_of(compared, "majuscule compare ...", Resampling(20), beside)
    written = made.write(base)
    assert {path.name for path in written} == {
        "restorers.md",
        "restorers.json",
        "restorers-agreement.svg",
        "restorers-growth.svg",
    }
    assert all(path.stat().st_size for path in written)
    text = base.with_suffix(".md").read_text()
    assert "majuscule compare ..." in text
    assert text.index("**Precision / recall**") < text.index("**Theirs**") < text.index("Nothing")
    for row in ("overall", *NIU_ROWS):
        assert f"| {row} " in text
    assert "p = " in text
    assert "ALL-CAPS input" in text
    assert "![Growth with the training text](restorers-growth.svg)" in text
    data = json.loads(base.with_suffix(".json").read_text())
    assert [one["name"] for one in data["restorers"]] == ["words", "bigrams"]
    assert data["restorers"][0]["speed"]["speed"] > 0
    assert data["sections"][0]["heading"] == "Restored case on news"
    assert data["sections"][0]["tables"][-1]["rows"] == theirs["rows"]
    assert len(data["sections"]) == 7


def test_mistakes_are_told_before_work_begins(
    corpus: Path, texts: list[GoldText], tmp_path: Path
) -> None:
    training, cells = CorpusText([corpus]), tmp_path / "cells"
    with pytest.raises(UsageError, match="two restorers are called 'words'"):
        compare_restorers([CONTENDERS[0]] * 2, training, texts, cells)
    with pytest.raises(UsageError, match="two texts are called 'news'"):
        compare_restorers(CONTENDERS, training, [texts[0]] * 2, cells)
    with pytest.raises(UsageError, match="at least one restorer"):
        compare_restorers([], training, texts, cells)
    with pytest.raises(ModelError, match="there is no restorer of kind 'x'"):
        compare_restorers([CONTENDERS[0], Contender("x", "x")], training, texts, cells)
    assert not cells.exists()


def test_what_a_training_says_is_passed_on(texts: list[GoldText], tmp_path: Path) -> None:
    path = tmp_path / "caps.txt"
    path.write_text("ALL IS WRITTEN IN CAPITALS HERE, AND SO NOBODY CAN LEARN FROM IT.\n")
    with pytest.raises(TrainingError, match="none of its documents is well cased"):
        compare_restorers(CONTENDERS, CorpusText([path]), texts, tmp_path / "cells")
    assert not list((tmp_path / "cells").iterdir())


def test_a_costly_restorer_may_learn_from_less(
    corpus: Path, texts: list[GoldText], folder: Path, tmp_path: Path
) -> None:
    contenders = [CONTENDERS[1], Contender("few", "unigram", words=100)]
    training = CorpusText([corpus], words=800)
    found = compare_restorers(contenders, training, texts[:1], folder, sizes=[50])
    assert sorted(found.growth["bigrams"]) == [50, 100, 800]
    assert sorted(found.growth["few"]) == [50, 100]
    assert np.array_equal(found.growth["few"][100], found.statistics["few", "news", "lower"])
    report_of(found, resampling=Resampling(10)).write(tmp_path / "r")
    assert "few learnt from 100 words only." in (tmp_path / "r.md").read_text()


def test_speed_and_memory_are_measured(corpus: Path, texts: list[GoldText], tmp_path: Path) -> None:
    path = tmp_path / "a.model"
    train_model(CorpusText([corpus]), "hmm", {}, path)
    found = measure_speed(path, texts[0], rounds=1)
    assert found["speed"] > 0
    assert found["memory"] > 1_000_000
    assert peak_memory() > 1_000_000
