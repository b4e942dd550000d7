from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.degrade.conditions import apply
from majuscule.degrade.interface import Annotation, EngineInput
from majuscule.degrade.kinds import open_task
from majuscule.degrade.plan import DegradePlan, Run
from majuscule.degrade.report import report_of
from majuscule.degrade.running import run_plan
from majuscule.degrade.tasks.questions.answer_types import TYPES, AnswerTypes, read_classes
from majuscule.degrade.tasks.questions.ranking import Place, ReadText, best_strings
from majuscule.degrade.tasks.questions.retrieval import words_of
from majuscule.degrade.tasks.questions.scores import AnswerMetric
from majuscule.degrade.tasks.questions.task import Questions
from majuscule.errors import CorpusError, UsageError
from majuscule.measure import Resampling
from majuscule.reading.annotations.mentions import Mention
from majuscule.trials.report import read_references
from tests.degrade.conftest import program, tagger_of

PAPERS = Path(__file__).parents[2] / "benchmarks" / "papers" / "degrade.json"

CLASSES = """HUM:ind Who built the old mill ?
HUM:ind Who painted the town hall ?
HUM:ind Who wrote the long letter ?
HUM:ind Who designed the bridge ?
LOC:city Where is the old mill ?
LOC:other Where was the bridge ?
LOC:city Where did the river end ?
NUM:date When was the bridge built ?
NUM:date When did the mill burn ?
NUM:count How many people live there ?
NUM:count How many mills are there ?
DESC:def What is a mill ?
DESC:reason Why is the mill old ?
"""
BRIDGE = (
    "The river is wide where the bridge stands, and many came to see how it grew. Anna Port, who "
    "had come from a small place far up in the hills, designed it in a winter. Boats went under "
    "the bridge all the while, for the river was deep. Of those who crossed the bridge on foot, "
    "and over the river and back, none was as old as Karl Ulmer. The river froze. The bridge held."
)
MILL = (
    "The mill by the water was the first of its kind, and its water came from the lake. It was in "
    "1904, on a night when all of the people slept and nobody kept watch, that it had to burn. "
    "The mill had stood by the water for a century. The mill by the lake, whose water is cold, "
    "was spared, and the water by the mill was never drunk."
)
QUIET = (
    "On quiet evenings the water of the lake lies still, and boats come home with little fish and "
    "much to tell, as they have always done."
)
ASKED = [
    ("Who designed the bridge over the river?", "Anna Port", 0),
    ("When did the mill by the water burn?", "1904", 1),
]

NAMES = {"Anna Port": "PER", "Karl Ulmer": "PER", "Ulm": "LOC", "1904": "DATE", "1931": "DATE"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "questions").mkdir()
    (tmp_path / "truecasing" / "dev").mkdir(parents=True)
    (tmp_path / "questions/trec-question-classes.txt").write_text(CLASSES, "utf-8")
    others = [{"paragraphs": [QUIET, "Too short.", f"They say: {MILL}"]}]
    (tmp_path / "truecasing/dev/wikipedia.jsonl").write_text(
        "".join(json.dumps(one) + "\n" for one in others), "utf-8"
    )
    write(tmp_path)
    return tmp_path


def write(data: Path) -> Path:
    """Write the questions, each passage an article of its own."""
    articles = [
        {
            "title": str(number),
            "paragraphs": [
                {
                    "context": passage,
                    "qas": [
                        {"question": question, "answers": [{"text": answer, "answer_start": 0}]}
                        for question, answer, at in ASKED
                        if at == number
                    ],
                }
            ],
        }
        for number, passage in enumerate((BRIDGE, MILL))
    ]
    path = data / "questions/xquad-en-dev.json"
    path.write_text(json.dumps({"data": articles}), "utf-8")
    return path


def named(text: str) -> Annotation:
    """Return what a reader who minds no case finds."""
    names = {"anna port": "PER", "karl ulmer": "PER", "1904": "DATE", "1931": "DATE"}
    found = []
    for name, label in names.items():
        at = text.lower().find(name)
        if at >= 0:
            found.append(Mention(at, at + len(name), label))
    return Annotation(tuple(sorted(found)))


def measures(
    task: Questions, inputs: list[EngineInput], found: list[Annotation]
) -> dict[str, float]:
    totals = task.score(inputs, found).sum(axis=0)
    return {name: float(value) for name, value in task.metric.measures(totals).items()}


def opened(name: str, data: Path) -> Questions:
    task = open_task(name, data)
    assert isinstance(task, Questions)
    return task


def test_texts_are_questions_and_passages_without_repeated_and_short_ones(data: Path) -> None:
    task = opened("questions:both", data)
    assert list(task.texts) == [ASKED[0][0], ASKED[1][0], BRIDGE, MILL, QUIET]
    assert task.documents == [0, 1, 2, 3, 4]
    assert "2 questions on 2 articles, 3 passages" in task.note


def test_the_engine_reads_what_is_found_for_the_questions(data: Path) -> None:
    task = opened("questions:both", data)
    assert task.asked(apply("upper", task.texts)) == [BRIDGE.upper(), MILL.upper(), QUIET.upper()]


def test_questions_are_changed_only_where_both_are(data: Path) -> None:
    types = {}
    for name in ("questions:corpus", "questions:both"):
        task = opened(name, data)
        inputs = apply("upper", task.texts)
        found = [named(text) for text in task.asked(inputs)]
        types[name] = measures(task, inputs, found)["50-byte mrr"]
    # Capitals ask nothing that the classifier knows, so that a name answers no more than others.
    assert types["questions:both"] < types["questions:corpus"] == 1.0


def test_names_of_the_expected_type_answer_in_few_bytes(data: Path) -> None:
    task = opened("questions:both", data)
    inputs = [EngineInput(text) for text in task.texts]
    asked = task.asked(inputs)
    read = measures(task, inputs, [named(text) for text in asked])
    blind = measures(task, inputs, [Annotation() for _ in asked])
    assert read["50-byte mrr"] == 1.0
    assert blind["50-byte PER found"] == 0.0


def test_answers_of_another_passage_are_wrong(data: Path) -> None:
    path = data / "questions/xquad-en-dev.json"
    found = json.loads(path.read_text("utf-8"))
    first, second = (one["paragraphs"][0] for one in found["data"])
    # The same answer stands in a passage on which nobody asked.
    first["qas"], second["qas"] = [], first["qas"]
    path.write_text(json.dumps(found), "utf-8")
    task = opened("questions:both", data)
    inputs = [EngineInput(text) for text in task.texts]
    scores = measures(task, inputs, [named(text) for text in task.asked(inputs)])
    assert scores["found"] == 0.0


def test_answers_are_found_where_they_stand_in_the_source(data: Path) -> None:
    task = opened("questions:both", data)
    inputs = apply("snor", task.texts)
    asked = task.asked(inputs)
    assert "NINETEEN" in asked[1]
    scores = measures(task, inputs, [named(text) for text in asked])
    assert scores["PER mrr"] == 1.0


def test_an_engine_that_needs_case_answers_worse_without(data: Path, tmp_path: Path) -> None:
    engine = program(tmp_path, "tagger.py", tagger_of(NAMES))
    conditions = ("original", "lower")
    runs = tuple(
        Run(name, (name,), conditions, (engine,)) for name in ("questions:corpus", "questions:both")
    )
    filled = run_plan(DegradePlan(runs, data, limit=60), tmp_path / "cells")
    beside = read_references(PAPERS)
    report_of(filled, "test", Resampling(20), beside).write(tmp_path / "out", page=True)
    sections = json.loads((tmp_path / "out.json").read_text("utf-8"))["sections"]
    for section in sections:
        scores = [row["report"]["measures"] for row in section["rows"]]
        right = [one["50-byte names mrr"]["value"] for one in scores]
        assert right[0] == 1.0
        assert right[1] < 1.0
    text = (tmp_path / "out.md").read_text("utf-8")
    assert "Niu et al. 2004, Table 7" in text
    assert "input, MRR by class" in text


def test_only_entities_of_the_type_that_is_asked_for_answer(data: Path) -> None:
    found = {}
    for name in ("questions:corpus", "questions:corpus,entities", "questions:both,entities"):
        task = opened(name, data)
        asked = task.asked(apply("upper", task.texts))
        for condition in ("original", "upper", "blind"):
            inputs = apply("upper" if condition == "upper" else "original", task.texts)
            mentions = [Annotation() if condition == "blind" else named(text) for text in asked]
            found[name, condition] = measures(task, inputs, mentions)
    assert found["questions:corpus", "blind"]["found"] > 0.0
    for mode in ("corpus", "both"):
        assert found[f"questions:{mode},entities", "original"]["mrr"] == 1.0
        # A number needs no engine; a name does.
        assert found[f"questions:{mode},entities", "blind"]["PER found"] == 0.0
    types = {
        one: found[f"questions:{one},entities", "upper"]["types"] for one in ("corpus", "both")
    }
    assert types["both"] < types["corpus"] == 1.0


def test_types_are_learnt_from_questions_with_case(data: Path) -> None:
    questions, types = read_classes(data / "questions/trec-question-classes.txt")
    learnt = AnswerTypes(questions, types)
    right, lower = learnt.probabilities(["Who built the bridge ?", "who built the bridge ?"])
    assert TYPES[int(right.argmax())] == "PER"
    assert right.sum() == pytest.approx(1.0)
    assert lower[TYPES.index("PER")] < right[TYPES.index("PER")]


@given(
    text=st.text(alphabet="ab é𝔸.,", min_size=1, max_size=90),
    place=st.tuples(st.integers(0, 89), st.integers(1, 12)),
    size=st.integers(8, 60),
)
def test_strings_have_at_most_their_bytes(text: str, place: tuple[int, int], size: int) -> None:
    start = place[0] % len(text)
    end = min(len(text), start + place[1])
    first, last = ReadText(text, words_of(text), ()).cut(start, end, size)
    assert first <= start <= last <= len(text)
    assert len(text[first:last].encode()) <= size
    if len(text[start:end].encode()) <= size:
        assert end <= last


def test_strings_stand_around_their_place() -> None:
    text = " ".join(f"w{number:02}" for number in range(40))
    reading = ReadText(text, words_of(text), ())
    assert text[slice(*reading.cut(80, 83, 27))] == "w17 w18 w19 w20 w21 w22 w23"
    assert text[slice(*reading.cut(0, 3, 11))] == "w00 w01 w02"
    assert text[slice(*reading.cut(156, 159, 11))] == "w37 w38 w39"


def test_no_place_is_answered_twice() -> None:
    text = " ".join(f"w{number:02}" for number in range(40))
    passages = {7: ReadText(text, words_of(text), ())}
    places = [Place(7, at, at + 3, "OTHER") for at in (0, 4, 8, 80, 84, 120)]
    strings = best_strings(places, passages, 20)
    assert [text[start:end].split()[0] for _, start, end in strings] == ["w00", "w18", "w28"]


def test_ranks_are_counted_as_trec_does() -> None:
    metric = AnswerMetric(("PER", "OTHER"), ("PER",), ("", "50-byte "))
    kinds = ["PER", "PER", "OTHER", "OTHER"]
    rows = metric.statistics(kinds, [[1, 2], [5, 0], [0, 0], [3, 1]], ["PER", *["OTHER"] * 3])
    found = metric.measures(rows.sum(axis=0))
    assert float(found["mrr"]) == pytest.approx((1 + 1 / 5 + 1 / 3) / 4)
    assert float(found["50-byte mrr"]) == pytest.approx((1 / 2 + 1) / 4)
    assert float(found["names mrr"]) == pytest.approx((1 + 1 / 5) / 2)
    assert float(found["top 1"]) == 0.25
    assert float(found["types"]) == 0.75
    assert float(found["found"]) == 0.75
    with pytest.raises(UsageError, match="rank is 6;"):
        metric.statistics(["PER"], [[6, 0]])


@pytest.mark.parametrize("name", ["questions:", "questions:corpora", "questions"])
def test_what_is_changed_must_be_said(data: Path, name: str) -> None:
    with pytest.raises(UsageError, match="name it questions:corpus or questions:both"):
        open_task(name, data)


@pytest.mark.parametrize(
    "missing",
    [
        "questions/xquad-en-dev.json",
        "questions/trec-question-classes.txt",
        "truecasing/dev/wikipedia.jsonl",
    ],
)
def test_missing_files_are_named(data: Path, missing: str) -> None:
    (data / missing).unlink()
    with pytest.raises(CorpusError, match=missing):
        open_task("questions:both", data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON in SQuAD's format"),
        ('{"articles": []}', "is not JSON in SQuAD's format: KeyError 'data'"),
        ('{"data": []}', "no question with an answer"),
        (
            '{"data": [{"paragraphs": [{"context": "A.", "qas": [{"question": "Who?", "answers": '
            '[{"text": "?"}]}]}]}]}',
            "no question with an answer",
        ),
    ],
)
def test_bad_questions_say_what_is_wrong(data: Path, text: str, message: str) -> None:
    path = data / "mine.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CorpusError, match=message) as raised:
        open_task(f"questions:both:{path}", data)
    assert "mine.json" in str(raised.value)


def test_bad_classes_say_where(data: Path) -> None:
    path = data / "questions/trec-question-classes.txt"
    path.write_text(CLASSES + "\nWho is there ?\n", "utf-8")
    with pytest.raises(
        CorpusError, match=r"classes\.txt:15: is not CLASS:KIND followed by a question"
    ):
        open_task("questions:both", data)
    path.write_text("HUM:ind Who built the mill ?\n", "utf-8")
    with pytest.raises(CorpusError, match="fewer than two types"):
        open_task("questions:both", data)


@pytest.mark.parametrize(
    ("module", "package"),
    [("bm25s", "bm25s"), ("sklearn.feature_extraction.text", "scikit-learn")],
)
def test_a_missing_library_names_the_extra(
    data: Path, monkeypatch: pytest.MonkeyPatch, module: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError, match=rf"needs {package}: pip install 'majuscule\[degrade\]'"):
        opened("questions:both", data).asked([EngineInput(text) for text in (BRIDGE, MILL, QUIET)])
