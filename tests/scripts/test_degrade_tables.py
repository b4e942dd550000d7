"""The tables of results/case.md are made from the reports."""

import re

from scripts.fills.degrade import NEWS, PIPELINE, Scores, asked
from scripts.fills.results import ROOT


def cell(value: float, parts: dict[str, float] | None = None) -> dict[str, object]:
    return {
        "report": {
            "measures": {"f1": {"value": value, "low": value - 0.01, "high": value + 0.01}},
            "signature": {"segments": 7, "unit": "document"},
        },
        "parts": parts,
        "problem": None,
    }


def report(restored: float) -> dict[str, object]:
    rows = [
        {"condition": name, **cell(value)}
        for name, value in (("original", 0.9), ("lower", 0.1), ("lower+en", restored))
    ]
    rows.append({"condition": "upper", "report": None, "parts": None, "problem": "it died"})
    section = {"task": NEWS[0], "engine": PIPELINE, "measure": "f1", "rows": rows}
    return {"minutes": 30.0, "sections": [section]}


def test_outside_the_blocks_there_are_no_numbers_but_names():
    text = (ROOT / "results" / "case.md").read_text("utf-8")
    rest = re.sub(r"<!-- fill: [^\n]* -->.*?<!-- end -->", "", text, flags=re.DOTALL)
    assert re.findall(r"\d+", rest) == ["95"]


def test_what_was_asked_is_met_or_missed():
    def lines(value):
        made = asked(Scores(report(value))).splitlines()
        return [one for one in made if "MEANTIME" in one and "spaCy" in one]

    met, unmeasured = lines(0.885)
    assert "by `en`" in met
    assert "| 1.50 " in met
    assert met.rstrip("| ").endswith("met")
    assert "by `en-cascade`" in unmeasured
    assert "not measured" in unmeasured
    assert "**missed**" in lines(0.8)[0]
    whole = asked(Scores(report(0.885))).splitlines()
    assert any("BLEU" in one and "not measured" in one for one in whole)


def test_holes_are_said_and_intervals_shown():
    scores = Scores(report(0.885))
    assert scores.shown(NEWS[0], PIPELINE, "upper") == "not measured"
    assert scores.shown(NEWS[0], PIPELINE, "lower") == "10.0 [9.0, 11.0]"
    assert scores.gain(NEWS[0], PIPELINE, "lower", "original") == 9.0
