from __future__ import annotations

import importlib
import json
import os
import re
import sys
from pathlib import Path

import pytest

from majuscule.degrade.kinds import TASKS
from majuscule.degrade.plan import DegradePlan, Run, read_plan
from majuscule.degrade.report import report_of
from majuscule.degrade.running import OwnProcess, run_plan
from majuscule.errors import CorpusError, MajusculeError, UsageError
from majuscule.measure import Resampling
from tests.degrade.conftest import program, tagger_of

BAD = {
    "crashes": ("import sys; sys.exit('no model')", "status 1: no model"),
    "talks": ("print('hello')", "wrote 1 lines for 2 texts"),
    "lies": (
        'import sys\nfor line in sys.stdin: print(\'{"entities": [{"start": 0}]}\')',
        "line 1 of its output",
    ),
    "goes too far": (
        "import sys\nfor line in sys.stdin: "
        'print(\'{"entities": [{"start": 3, "end": 999, "label": "PER"}]}\')',
        "outside text 1, which has",
    ),
}


def plan(
    gold: Path, *engines: str, conditions: tuple[str, ...] = ("original", "lower")
) -> DegradePlan:
    return DegradePlan((Run("names", (f"entities:{gold}",), conditions, engines),), limit=60)


def test_an_engine_that_needs_case_loses_all_without(
    gold: Path, engine: str, tmp_path: Path
) -> None:
    filled = run_plan(plan(gold, engine), tmp_path / "cells")
    report_of(filled, "test", Resampling(50)).write(tmp_path / "out", page=True)
    (section,) = json.loads((tmp_path / "out.json").read_text("utf-8"))["sections"]
    scores = [row["report"]["measures"]["f1"]["value"] for row in section["rows"]]
    assert scores == [1.0, 0.0]
    assert section["rows"][1]["loss"]["value"] == -1.0
    text = (tmp_path / "out.md").read_text("utf-8")
    assert "| lower" in text
    page = (tmp_path / "out.html").read_text("utf-8")
    assert page.count("<svg") == 1
    assert "http" not in page.replace("http://www.w3.org", "")


def test_the_report_says_what_was_measured_and_how_long_it_took(
    gold: Path, engine: str, tmp_path: Path
) -> None:
    conditions = ("original", "lower", "upper+lower")
    filled = run_plan(plan(gold, engine, conditions=conditions), tmp_path / "cells")
    report_of(filled, "test", Resampling(50)).write(tmp_path / "out", page=True)
    text = (tmp_path / "out.md").read_text("utf-8")
    (signature,) = [line for line in text.splitlines() if line.startswith("- `")]
    assert "tok:characters|" in signature
    assert "|unit:sentence|" in signature  # the file tells of no documents
    assert "cond:" not in signature  # said by the row
    assert text.index("| upper+lower") < text.index("Signatures")
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    lower, mapped = found["sections"][0]["rows"][1:]
    assert lower["report"]["signature"]["condition"] == "lower"
    assert lower["report"]["measures"] == mapped["report"]["measures"]
    # The engine is a program that takes its time to start, and reads the same text once.
    assert lower["seconds"] > mapped["seconds"]
    assert found["minutes"] > 0
    assert "| all " in text[text.index("## Time") :]


def test_several_engines_at_work_give_what_one_after_the_other_gives(
    gold: Path, engine: str, tmp_path: Path
) -> None:
    other = program(
        tmp_path, "silent.py", "import sys\nfor _ in sys.stdin: print('{\"links\": []}')"
    )
    asked = plan(gold, engine, other)
    one = run_plan(asked, tmp_path / "one", jobs=1)
    two = run_plan(asked, tmp_path / "two", jobs=2)
    assert [cell.engine for cell in one.cells] == [cell.engine for cell in two.cells]
    for ours, theirs in zip(one.cells, two.cells, strict=True):
        assert (ours.statistics == theirs.statistics).all()


def test_only_finished_cells_are_reported_where_that_is_asked(
    gold: Path, engine: str, tmp_path: Path
) -> None:
    run_plan(plan(gold, engine, conditions=("lower",)), tmp_path / "cells")
    first, second = run_plan(plan(gold, engine), tmp_path / "cells", only_finished=True).cells
    assert "not finished" in first.problem
    assert second.statistics is not None


def test_another_program_or_pipeline_makes_other_cells(gold: Path, tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    seen = []
    for name in ("Rome", "Ulm"):
        pipeline = spacy.blank("en")
        pipeline.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": name}])
        pipeline.to_disk(tmp_path / "ruler")
        own = program(tmp_path, "tagger.py", tagger_of({name: "GPE"}))
        for engine in (own, f"spacy:{tmp_path / 'ruler'}"):
            (cell,) = run_plan(plan(gold, engine, conditions=("original",)), tmp_path / "w").cells
            seen.append(cell.statistics)
    # Rome is in the first sentence, Ulm in the second.
    assert all((before != after).any() for before, after in zip(seen[:2], seen[2:], strict=True))


def test_long_names_of_labels_are_known(gold: Path, tmp_path: Path) -> None:
    gold.write_text(gold.read_text("utf-8").replace("-LOC", "-GPE").replace("-PER", "-PERSON"))
    names = {"Anna Port": "PERSON", "NATO": "ORGANIZATION", "Rome": "GPE", "Ulm": "LOCATION"}
    engine = program(tmp_path, "tagger.py", tagger_of(names))
    filled = run_plan(plan(gold, engine, conditions=("original",)), tmp_path / "cells")
    assert "| 100.00 [100.00, 100.00] | 100.00" in report_of(filled, "").markdown()


def test_a_line_separator_in_an_answer_ends_no_line(gold: Path, tmp_path: Path) -> None:
    code = """
import sys
for _ in sys.stdin:
    sys.stdout.buffer.write('{"entities": [], "text": "a\\u2028b"}\\n'.encode())
"""
    engine = program(tmp_path, "tagger.py", code)
    (cell,) = run_plan(plan(gold, engine, conditions=("original",)), tmp_path / "cells").cells
    assert not cell.problem


def test_other_answers_make_other_cells(gold: Path, engine: str, tmp_path: Path) -> None:
    before = run_plan(plan(gold, engine), tmp_path / "cells").cells[0]
    gold.write_text(gold.read_text("utf-8").replace("B-LOC", "B-PER"), "utf-8")
    after = run_plan(plan(gold, engine), tmp_path / "cells").cells[0]
    assert before.statistics.sum() != 0
    assert (before.statistics != after.statistics).any()


def test_finished_cells_are_kept(gold: Path, engine: str, tmp_path: Path) -> None:
    told: list[str] = []
    cells, stop = tmp_path / "cells", tmp_path / "stop"
    code = Path(engine.split()[-1]).read_text("utf-8")
    guard = f"import pathlib\nassert not pathlib.Path({str(stop)!r}).exists(), 'must not run'\n"
    engine = program(tmp_path, "tagger.py", guard + code)
    first = run_plan(plan(gold, engine), cells)
    kept = sorted(cells.iterdir())
    assert len(kept) == 2
    stop.touch()
    again = run_plan(plan(gold, engine), cells, lambda what, _share: told.append(what))
    for one, other in zip(first.cells, again.cells, strict=True):
        assert (one.statistics == other.statistics).all()
    kept[0].write_bytes(b"cut off")  # as a power cut leaves it: that cell alone is run again
    problems = [cell.problem for cell in run_plan(plan(gold, engine), cells).cells]
    assert sum("must not run" in one for one in problems) == 1
    assert len(told) == 2


TASK = """
import numpy as np
from majuscule.degrade.interface import Task
from majuscule.measure import SpanMetric

class Lengths(Task):
    name, texts, metric, digest = "lengths", ("ab",), SpanMetric(("PER",)), "0"
    unit, tokenizer = "text", "none"

    def __init__(self, what, data): ...

    def score(self, inputs, found):
        return np.array([[0, 0, {right}]])
"""


def test_what_another_code_makes_is_another_cell(
    gold: Path, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(TASKS, "lengths", "written_task:Lengths")
    runs = plan(gold, engine).runs
    asked = DegradePlan((*runs, Run("lengths", ("lengths",), ("original",))), limit=60)
    seen = []
    for right in (1, 1, 23):
        (tmp_path / "written_task.py").write_text(TASK.format(right=right), "utf-8")
        sys.modules.pop("written_task", None)
        importlib.invalidate_caches()
        filled = run_plan(asked, tmp_path / "cells")
        seen.append((len(list((tmp_path / "cells").iterdir())), filled.cells[-1].statistics.sum()))
    assert seen == [(3, 1), (3, 1), (4, 23)]


def test_cells_of_two_engines_are_compared_in_pairs(
    gold: Path, engine: str, tmp_path: Path
) -> None:
    path = tmp_path / "plan.toml"
    run = f'[[run]]\ntasks = ["entities:{gold}"]\nengines = ["{engine}"]\n'
    run += 'conditions = ["original", "lower"]\n[[contrast]]\nname = "with - without"\n'
    sides = f'first = ["{engine}", "original"]\nsecond = ["{engine}", "%s"]\n'
    path.write_text(f'{run}tasks = ["entities:{gold}"]\n{sides % "lower"}', "utf-8")
    report_of(run_plan(read_plan(path), tmp_path / "cells"), "test", Resampling(20)).write(
        tmp_path / "out"
    )
    (found,) = json.loads((tmp_path / "out.json").read_text("utf-8"))["contrasts"]
    assert found["differences"]["f1"]["value"] == found["differences"]["muc f1"]["value"] == 1.0
    assert "| with - without |" in (tmp_path / "out.md").read_text("utf-8")
    path.write_text(f'{run}tasks = ["entities:{gold}"]\n{sides % "title"}', "utf-8")
    with pytest.raises(CorpusError, match="contrast 1: name tasks, and as first and second"):
        read_plan(path)


def test_classes_stand_side_by_side(gold: Path, engine: str, tmp_path: Path) -> None:
    conditions = ("original", "lower", "lower+en")
    filled = run_plan(plan(gold, engine, conditions=conditions), tmp_path / "cells")
    text = report_of(filled, "test", Resampling(20)).markdown()
    heads = "original P", "original R", "original F1", "lower+en P", "lower+en R", "lower+en F1"
    assert re.search(
        r"class, as the MUC scorer counts *\| " + r" *\| ".join(map(re.escape, heads)), text
    )
    assert re.search(r"\| LOC *\| *100\.0 \|", text)


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_engine_is_a_hole_and_the_others_go_on(
    gold: Path, engine: str, tmp_path: Path, kind: str
) -> None:
    code, message = BAD[kind]
    bad = program(tmp_path, "bad.py", code)
    filled = run_plan(plan(gold, bad, engine, conditions=("original",)), tmp_path / "cells")
    broken, whole = filled.cells
    assert broken.statistics is None
    assert message in broken.problem
    assert whole.statistics is not None
    report_of(filled, "test", Resampling(10)).write(tmp_path / "out", page=True)
    assert "Not measured" in (tmp_path / "out.md").read_text("utf-8")


def test_an_engine_that_hangs_is_stopped(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    code = f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    engine = OwnProcess(program(tmp_path, "hangs.py", code), 6.0)
    with engine.worker, pytest.raises(UsageError, match="no answer in 6 s"):
        engine.annotate(["a"])
    # On a busy machine it may not have begun; on Windows what is stopped cannot stop others.
    if told.exists() and told.read_text() and sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.kill(int(told.read_text()), 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("spacy:no-such-pipeline", "no spaCy pipeline 'no-such-pipeline'|needs spacy"),
        ("majuscule:no-such-model", "no-such-model"),
        ("command:/no/such/program", "^command:/no/such/program cannot be started"),
        ('command:"a', "cannot be parsed as a shell command: No closing quotation"),
        ("command:echo []", "line 1 of its output is not"),
    ],
)
def test_an_engine_that_is_not_there_is_named(name: str, message: str) -> None:
    engine = OwnProcess(name, 60.0)
    with engine.worker, pytest.raises(MajusculeError, match=message):
        engine.annotate(["a"])


def test_a_file_without_mentions_is_a_hole(engine: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.tsv"
    empty.write_text("It\tO\nrained\tO\n\n", "utf-8")
    (cell,) = run_plan(plan(empty, engine, conditions=("lower",)), tmp_path / "cells").cells
    assert "nothing to score" in cell.problem


GOOD = """
title = "Mine"
limit = 5
[[run]]
name = "names"
engines = ["command:cat"]
tasks = ["entities:gold.tsv"]
conditions = ["original"]
"""


def test_plans_are_read(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(GOOD, "utf-8")
    found = read_plan(path)
    assert found.title == "Mine"
    assert found.limit == 5
    assert found.runs == (Run("names", ("entities:gold.tsv",), ("original",), ("command:cat",)),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("[[run]]", "[[ran]]"), "unknown part 'ran'"),
        ((GOOD, "run = [5]"), r"run is \[5\]; it must be a list of tables"),
        (("conditions", "condition"), "unknown part 'condition'"),
        ((GOOD, 'limit = "x"'), "limit is 'x'; it must be a number"),
        (('["original"]', '"original"'), "conditions is 'original'; it must be a list of texts"),
        (("command:cat", "chainer:cat"), "engine 'chainer:cat' is of an unknown kind"),
        (("entities:", "poetry:"), "task 'poetry:gold.tsv' is of an unknown kind"),
        (('tasks = ["entities:gold.tsv"]', ""), "names no tasks"),
        (('title = "Mine"', "title = Mine"), "not TOML"),
        (("limit = 5", "limit = nan"), "limit is nan; it must be a number of seconds above 0"),
    ],
)
def test_wrong_plans_say_where(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(GOOD.replace(*change), "utf-8")
    with pytest.raises(CorpusError, match=message) as raised:
        read_plan(path)
    assert str(path) in str(raised.value)
