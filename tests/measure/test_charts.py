from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest

from majuscule.measure import Estimate
from majuscule.measure.charts import bars, curves

SVG = "{http://www.w3.org/2000/svg}"


def picture(figure: str) -> ElementTree.Element:
    found = re.search(r"<svg.*</svg>", figure, re.DOTALL)
    assert found is not None
    return ElementTree.fromstring(found[0])


def test_bars_are_as_high_as_their_values_and_gaps_stay_empty() -> None:
    series = {
        "original": [Estimate(0.8, 0.7, 0.85), Estimate(0.4)],
        "a<b": [Estimate(0.2), Estimate(math.nan)],
    }
    figure = bars(["all", "PER"], series, "F1 (%) by class")
    svg = picture(figure)
    heights = [float(one.get("height", "nan")) for one in svg.iter(f"{SVG}rect")]
    assert len(heights) == 3
    # group by group
    assert heights[0] == pytest.approx(2 * heights[2], abs=0.3)
    assert heights[0] == pytest.approx(4 * heights[1], abs=0.3)
    assert sum(one.get("class") == "whisker" for one in svg.iter(f"{SVG}line")) == 1
    assert "a&lt;b" in figure
    assert "nan" not in figure


def test_labels_that_would_touch_are_tilted_and_stay_in_the_picture() -> None:
    names = [f"lower+restorer-{number}" for number in range(3)]
    values = {"F1": [Estimate(0.5)] * 3}
    svg = picture(bars(names, values, "F1"))
    tilted = [one for one in svg.iter(f"{SVG}text") if one.get("transform")]
    assert [one.text for one in tilted] == names
    last = float(tilted[-1].get("x", "nan")) + 0.87 * 5 * len(names[-1])
    assert last < float(svg.get("width", "nan"))


def test_curves_go_from_left_to_right_through_all_points() -> None:
    lines = {"lower": [(0.5, Estimate(0.1)), (0.1, Estimate(0.3, 0.2, 0.4))]}
    figure = curves(lines, "word error rate", "F1")
    svg = picture(figure)
    across = [float(one.get("cx", "nan")) for one in svg.iter(f"{SVG}circle")]
    down = [float(one.get("cy", "nan")) for one in svg.iter(f"{SVG}circle")]
    assert across == sorted(across)
    assert down == sorted(down)
    assert "word error rate (%)" in figure
