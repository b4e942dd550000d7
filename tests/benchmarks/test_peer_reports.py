"""The reports, from measurements made by hand."""

import json
from dataclasses import replace

import pytest

from benchmarks.environment import Environment
from benchmarks.measuring import Measured, Plan, Timed, first_words
from benchmarks.peers_report import PeersReport, Setting
from benchmarks.report import page
from benchmarks.rivals import Rival
from benchmarks.scoring import OddInput, odd_inputs, score_output, verdict
from benchmarks.speed import parts, ratios
from benchmarks.systems.baselines import lower
from benchmarks.systems.kinds import load_system

GOLD = ["Ann met IBM in York .", "The cat sat on eBay ."]
SETTING = Setting("a test", "all of it", "the rest", "python -m benchmarks.peers", {"cores": "2"})


def measured(name, kind, output, environment, seconds, size=2_000_000):
    scored = score_output(GOLD, [lower(line) for line in GOLD], output)
    return Measured(
        rival=Rival(name, kind, environment),
        test=scored,
        whole=scored,
        starts=[0.5, 0.4, 9.0],
        timed=Timed(12, [seconds] * 3, [seconds] * 3),
        facts={"versions": {"python": "3"}, "model_bytes": size, "peak_bytes": 50_000_000},
        odd=[{"line": case.wanted} for case in odd_inputs()],
    )


@pytest.fixture
def report(tmp_path):
    environment = Environment(tmp_path, {})
    lowered = [lower(line) for line in GOLD]
    return PeersReport(
        [
            measured("all lower case", "lower", lowered, environment, 0.001, 0),
            measured("first letter", "first-letter", lowered, environment, 0.002, 0),
            measured("peer", "truecase", [GOLD[0].lower(), GOLD[1]], environment, 0.01),
            measured("majuscule", "majuscule", [GOLD[0], "The cat sat on Ebay ."], environment, 1),
        ],
        Plan(GOLD, GOLD),
        SETTING,
    )


def test_the_main_table_has_a_row_for_each_system(report):
    rows = report.main_table().rows
    assert [row[0] for row in rows] == ["all lower case", "first letter", "peer", "majuscule"]
    assert rows[3][5].value == pytest.approx(4 / 5)
    assert list(rows[3][6:]) == [12, "0.50", 50, "2.0"]


def test_the_report_says_where_we_lose(report):
    text = page("Title", report.parts())
    losses = text.partition("## Where we lose")[2]
    assert "MC f1: 0.00, against peer 100.00." in losses
    assert "words/s: 12, against peer 1,200." in losses
    assert "all lower case" not in losses.partition("## Odd inputs")[0]
    assert "Words only peer has right: 1 (only we: 3). Most often `eBay` 1." in losses
    assert "majuscule − peer: +" in text


def test_the_report_is_json(report):
    data = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert data["systems"]["peer"]["start_seconds"] == [0.5, 0.4, 9.0]
    assert data["setting"]["machine"] == {"cores": "2"}


def test_what_training_chose_is_told(tmp_path):
    tried = [{"f1": 0.875, "algorithm": "lbfgs", "c2": 0.1}]
    result = measured("peer", "truecase", GOLD, Environment(tmp_path, {}), 0.01)
    for parameters, shown in (({"c2": 0.1}, "lbfgs c2=0.1, chosen"), ({}, "lbfgs, chosen")):
        chosen = {"algorithm": "lbfgs", "parameters": parameters, "tried": tried}
        made = {"chosen": chosen, "wall": 9.0, "cpu": 9.0}
        one = replace(result, rival=replace(result.rival, training=made))
        text = page("", PeersReport([one], Plan(GOLD, GOLD), SETTING).parts())
        assert f"- peer: 9 s, {shown} on the last tenth" in text
        assert "(lbfgs c2=0.1 F1 87.50)" in text


def test_a_run_without_majuscule_says_so(tmp_path):
    rival = measured("peer", "truecase", GOLD, Environment(tmp_path, {}), 0.01)
    report = PeersReport([rival], Plan(GOLD, GOLD), SETTING)
    assert "Majuscule was not part" in page("", report.parts())


def test_odd_inputs_differ_from_what_is_wanted_in_case_only():
    cases = odd_inputs()
    assert len({case.label for case in cases}) == len(cases)
    for case in cases:
        assert lower(case.input) == lower(case.wanted)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"line": "In  Rome"}, "right"),
        ({"line": "in  Rome"}, "case"),
        ({"line": "In Rome"}, "text"),
        ({"raised": "ValueError: no"}, "error"),
    ],
)
def test_verdicts(given, expected):
    assert verdict(OddInput("blanks", "in  rome", "In  Rome"), given) == expected


def test_first_words_stops_at_the_line_that_reaches_the_count():
    assert first_words(["a b", "c", "d"], 2) == ["a b"]
    assert first_words(["a b"], 9) == ["a b"]


def test_an_unknown_system_lists_the_known_ones():
    with pytest.raises(ValueError, match="known are lower, first-letter"):
        load_system("nobody", {})


def test_speed_ratios_are_given_for_each_of_our_rows():
    contests = [
        {"name": "peer", "kind": "truecase", "words_per_second": 50.0},
        {"name": "ours, lines", "kind": "majuscule", "words_per_second": 500.0},
        {"name": "ours, documents", "kind": "majuscule", "words_per_second": 1000.0},
    ]
    found = {
        "command": "python -m benchmarks.speed",
        "machine": {"cores": "2"},
        "text": "a text",
        "contests": contests,
        "ratios": ratios(contests),
        "threads": {"words": 1000, "one": [2.0, 2.0], "two": [1.0, 1.25], "gain": 1.6},
        "cold_start": {"command": "x", "wall": [0.3, 0.2], "cpu": [0.3, 0.2], "peak_bytes": 9e7},
        "import_seconds": [0.05],
    }
    assert found["ratios"]["peer"] == {"ours, lines": 10, "ours, documents": 20}
    text = page("Title", parts(found))
    assert "**1.60 times**" in text
    assert "**0.25 s**" in text
    assert "**90 MB**" in text
