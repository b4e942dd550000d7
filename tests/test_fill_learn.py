"""The numbers of docs/learn.md are written from the results, between its markers."""

from __future__ import annotations

import json
import re

from scripts.fill_learn import NEWS, PAGE, PIPELINE, RESULTS, Scores, asked, filled, read


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


def test_the_page_holds_what_the_results_say() -> None:
    text = PAGE.read_text("utf-8")
    found = json.loads((RESULTS / "degrade.json").read_text("utf-8"))
    assert filled(text, found, read("degrade-try.json")) == text


def test_outside_the_blocks_there_are_no_numbers_but_names() -> None:
    text = PAGE.read_text("utf-8")
    rest = re.sub(r"<!-- (\w+): begin -->.*?<!-- \1: end -->", "", text, flags=re.DOTALL)
    assert re.findall(r"\d+", rest) == ["95"]


def test_what_was_asked_is_met_or_missed() -> None:
    def lines(value: float) -> list[str]:
        made = asked(Scores(report(value)), None).splitlines()
        return [one for one in made if "MEANTIME" in one and "spaCy" in one]

    met, unmeasured = lines(0.885)
    assert "by `en`" in met
    assert "| 1.50 " in met
    assert met.rstrip("| ").endswith("met")
    assert "by `en-cascade`" in unmeasured
    assert "not measured" in unmeasured
    assert "**missed**" in lines(0.8)[0]
    whole = asked(Scores(report(0.885)), None).splitlines()
    assert any("BLEU" in one and "not measured" in one for one in whole)


def test_holes_are_said_and_intervals_shown() -> None:
    scores = Scores(report(0.885))
    assert scores.shown(NEWS[0], PIPELINE, "upper") == "not measured"
    assert scores.shown(NEWS[0], PIPELINE, "lower") == "10.0 [9.0, 11.0]"
    assert scores.gain(NEWS[0], PIPELINE, "lower", "original") == 9.0
