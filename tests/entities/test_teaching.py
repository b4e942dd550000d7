"""Teaching: a mixed-case tagger helps one that sees no case, on text made for the tests."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from majuscule.cli.program import run
from majuscule.entities.interface import Knowledge
from majuscule.entities.kinds import load_entities
from majuscule.entities.maxent.features import global_features, local_features
from majuscule.entities.maxent.readings import read_texts
from majuscule.entities.maxent.teaching import Pair, Selection, select, teach, train_both
from majuscule.entities.maxent.training import MaxEntOptions, collect_view, read_labelled
from majuscule.errors import TrainingError, UsageError
from majuscule.measure import Estimate
from majuscule.reading.annotations import columns
from majuscule.reading.annotations.schemes import Scheme
from majuscule.trials.entities import count
from majuscule.trials.teaching import (
    Curve,
    first_words,
    gap_reduction,
    run_curve,
    table_3,
    unlabelled_texts,
)
from tests.entities.entity_corpora import LABELS, corpora

STRANGERS = ("Lopez", "Kowalski", "Okafor", "Nguyen", "Haddad", "Lindqvist")
WAYS = (
    "{0} met a friend in Rome .",
    "A friend of {0} came on Monday .",
    "They said that {0} met {1} .",
    "Then {0} , who knew {1} , left .",
)
NEWS = [
    "\n".join(way.format(one, two) for way in WAYS)
    for one, two in itertools.permutations(STRANGERS, 2)
]


@pytest.fixture(scope="module")
def pair(knowledge: Knowledge) -> Pair:
    options = MaxEntOptions(cutoff=1, wordnet="", iterations=60)
    text = read_labelled(corpora()[:1], Scheme("bceu", LABELS))
    view = collect_view(text, knowledge.names, options, knowledge.names.hashes[:0])
    return train_both(text, view, options, lambda _what, _done: None)


@pytest.fixture(scope="module")
def selection(pair: Pair) -> Selection:
    return select(pair.mixed, pair.upper, NEWS)


def test_tokens_on_which_the_taggers_differ_are_selected(pair: Pair, selection: Selection) -> None:
    readings = [read_texts([text]) for text in NEWS]
    right = np.concatenate([pair.mixed.tags(reading) for reading in readings])
    other = np.concatenate([pair.upper.tags(reading) for reading in readings])
    places = np.flatnonzero(right != other)
    assert 0 < len(places) < len(right)
    assert selection.tags.tolist() == right[places].tolist()
    assert selection.read.tolist() == (places + 1).tolist()
    # The features of the first selected token are those that the upper-case tagger sees there.
    reading = readings[0]
    at = int(places[0])
    source = pair.upper.view.source(reading)
    groups = (*local_features(source), *global_features(source))
    own = sorted(int(hashes[places == at][0]) for places, hashes in groups if at in places)
    first = selection.first(1)
    assert sorted(first.features.hashes.tolist()) == own
    assert len(first) == 1


def test_selecting_ends_when_enough_is_found(pair: Pair, selection: Selection) -> None:
    some = select(pair.mixed, pair.upper, NEWS, 5)
    assert len(some) == 5
    assert some.tags.tolist() == selection.tags[:5].tolist()


def test_the_taught_tagger_is_nearer_to_its_teacher(pair: Pair, selection: Selection) -> None:
    taught = teach(pair, selection)
    reading = read_texts(NEWS)
    right = pair.mixed.tags(reading)
    before = (pair.upper.tags(reading) != right).sum()
    after = (taught.tags(reading) != right).sum()
    assert after < before / 2
    assert not taught.view.case
    assert taught.options()["selected"] == len(selection)


def test_where_teaching_begins_changes_little(pair: Pair, selection: Selection) -> None:
    options = replace(pair.options, iterations=500, tolerance=1e-7)
    own = replace(pair, options=options)
    zero = replace(pair.upper.model, weights=np.zeros_like(pair.upper.model.weights))
    one, two = teach(own, selection), teach(own, selection, start=zero)
    assert np.array_equal(one.model.keys, two.model.keys)
    assert np.allclose(one.model.weights, two.model.weights, atol=0.02)


def test_taggers_that_cannot_teach_are_refused(pair: Pair) -> None:
    with pytest.raises(UsageError, match="case"):
        select(pair.upper, pair.mixed, NEWS)
    other = replace(pair.upper, scheme=Scheme("bceu", ("PER",)))
    with pytest.raises(UsageError, match="labels"):
        select(pair.mixed, other, NEWS)
    with pytest.raises(TrainingError, match="differ"):
        select(pair.mixed, pair.upper, [""])


def test_the_curve_counts_each_point(pair: Pair, selection: Selection) -> None:
    corpus = corpora()[0]
    curve = run_curve(pair, selection, [corpus, corpus], (10, 20, 10**6))
    assert [point.selected for point in curve.points] == [10, 20, len(selection)]
    taught = teach(pair, selection.first(10))
    assert np.array_equal(curve.points[0].counts[0], count(taught, corpus, "upper"))
    assert np.array_equal(curve.mixed[0], count(pair.mixed, corpus, "original"))
    assert [row[0] for row in table_3(curve).rows][-1] == "Reduction in relative error"


def test_the_gap_is_what_teaching_closes_of_it(pair: Pair, selection: Selection) -> None:
    corpus = replace(corpora()[0], taught=("PER",))
    curve = run_curve(pair, selection, [corpus], (10,))
    # 10 spans in each of 4 documents: upper finds 5 right, taught 8, mixed all; all labels are.
    rows = {
        name: np.array([[right, 10, 10, 10, right, 10, 10]] * 4)
        for name, right in {"upper": 5, "taught": 8, "mixed": 10}.items()
    }
    point = replace(curve.points[0], counts=(rows["taught"],))
    made = Curve((corpus,), (rows["mixed"],), (rows["upper"],), (point,))
    closed, gain = gap_reduction(made, 0, point)
    assert closed.value == pytest.approx(0.6)
    assert gain.value == pytest.approx(0.3)
    closed, gain = gap_reduction(made, 0, point, "muc f1")
    assert closed.value == pytest.approx(0.6)
    assert gain.value == pytest.approx(0.15)
    by_metric = [table_3(made, metric).rows[0][1] for metric in ("spans", "muc")]
    assert [one.value for one in by_metric if isinstance(one, Estimate)] == [0.5, 0.75]


def test_labelled_and_unlabelled_text_can_be_cut(tmp_path: Path) -> None:
    assert len(first_words(corpora()[0], 1).documents) == 1
    assert len(first_words(corpora()[0], 10**9).documents) == len(corpora()[0].documents)
    file = tmp_path / "news.jsonl"
    file.write_text(
        "".join(json.dumps({"id": str(n), "text": text}) + "\n" for n, text in enumerate(NEWS))
    )
    every = list(unlabelled_texts([str(file)], 0, 1))
    assert sorted(every) == sorted(NEWS)
    words = len(every[0].split())
    assert list(unlabelled_texts([str(file)], words, 1)) == every[:1]
    assert list(unlabelled_texts([str(file)], words + 1, 1)) == every[:2]
    assert list(unlabelled_texts([str(file)], 0, 2)) != every


def test_the_command_teaches_and_reports(tmp_path: Path) -> None:
    (tmp_path / "full.tsv").write_text("".join(columns.write(corpora()[0].documents)))
    news = [*NEWS, "Zoé Kay met a friend ."]
    records = [json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in news]
    (tmp_path / "news.jsonl").write_text("".join(records), "latin-1")
    arguments = [str(tmp_path / "full.tsv"), "--unlabelled", str(tmp_path / "news.jsonl")]
    arguments += ["--encoding", "latin-1"]
    for option in ("labels=PER,LOC,DATE", "option=cutoff=1", "option=wordnet=", "tokens=40"):
        name, _, value = option.partition("=")
        arguments += [f"--{name}", value]
    target, base = str(tmp_path / "upper.model"), str(tmp_path / "out" / "curve")
    dev = ["--dev", str(tmp_path / "full.tsv")]
    assert run(["entities", "teach", *arguments, "-o", target, "--curve", base, *dev]) == 0
    assert load_entities(target).tag("ANN LEE MET A FRIEND IN ROME .")[0].label == "PER"
    report = (tmp_path / "out" / "curve.md").read_text()
    assert "Best taught upper case NER" in report
    assert (tmp_path / "out" / "curve-full.svg").stat().st_size > 1000
    data = json.loads((tmp_path / "out" / "curve.json").read_text())
    assert data["tables"][3]["rows"][1][1] <= 40


def test_mistakes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["entities", "teach", "a.tsv", "--unlabelled", "b.jsonl"]
    assert run(arguments) == 2
    assert "--curve" in capsys.readouterr().err
    assert run([*arguments, "--curve", str(tmp_path / "c")]) == 2
    assert "--dev" in capsys.readouterr().err
