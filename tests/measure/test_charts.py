import math
from xml.etree import ElementTree

import pytest

from majuscule.errors import UsageError
from majuscule.measure import Estimate, draw_bars, draw_lines, draw_reliability
from majuscule.measure.calibration import Bin

SVG = "{http://www.w3.org/2000/svg}"
NAN = Estimate(math.nan)


def numbers(chart: str, shape: str, name: str) -> list[float]:
    found = ElementTree.fromstring(chart).iter(f"{SVG}{shape}")
    return [float(one.get(name, "nan")) for one in found if one.get(name)]


def texts(chart: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(chart).iter(f"{SVG}text")]


def test_bars_are_as_high_as_their_values_and_gaps_are_marked():
    series = {
        "original": [Estimate(0.8, 0.7, 0.85), Estimate(0.4), NAN],
        "a<b": [Estimate(0.2), NAN, None],
    }
    chart = draw_bars(["all", "PER", "LOC"], series, "By class")
    bars = ElementTree.fromstring(chart).findall(f".//{SVG}rect[@class='bar']")
    heights = [float(one.get("height", "nan")) for one in bars]
    # group by group
    assert heights == pytest.approx([4 * heights[1], heights[1], 2 * heights[1]], abs=0.3)
    assert chart.count('<line class="whisker"') == 1
    assert texts(chart).count("n/a") == 3
    assert "<title>a&lt;b: 20.00</title>" in chart
    assert "nan" not in chart


def test_labels_that_would_touch_are_tilted_and_stay_in_the_picture():
    names = [f"lower+restorer-{number}" for number in range(3)]
    svg = ElementTree.fromstring(draw_bars(names, {"F1": [Estimate(0.5)] * 3}))
    tilted = [one for one in svg.iter(f"{SVG}text") if one.get("transform")]
    assert [one.text for one in tilted] == names
    last = float(tilted[-1].get("x", "nan")) + 0.87 * 5 * len(names[-1])
    assert last < float(svg.get("width", "nan"))


def test_lines_go_from_left_to_right_through_all_defined_points():
    lines = {"lower": [(50, Estimate(0.1)), (30, NAN), (10, Estimate(0.3, 0.2, 0.4))]}
    chart = draw_lines(lines, "F1", "word error rate (%)", log=False)
    across, down = numbers(chart, "circle", "cx"), numbers(chart, "circle", "cy")
    assert len(across) == 2
    assert across == sorted(across)
    assert down == sorted(down)
    assert "word error rate (%)" in texts(chart)
    assert chart.count('<line class="whisker"') == 1


def test_a_logarithmic_axis_has_equal_steps_for_equal_ratios():
    points = [(1e5 * 10**at, Estimate(0.8 + at / 100)) for at in range(3)]
    chart = draw_lines({"tagger": points, "hmm": [(1e6, Estimate(0.7))]})
    first, second, third, _ = numbers(chart, "circle", "cx")
    assert second - first == pytest.approx(third - second, abs=0.2)
    assert {"100 k", "200 k", "1 M", "10 M", "tagger", "hmm"} <= set(texts(chart))


def test_a_point_alone_is_drawn_and_a_short_axis_is_marked():
    chart = draw_lines({"x": [(7, Estimate(0.5))]})
    assert len(numbers(chart, "circle", "cx")) == 1
    assert {"4", "5", "7", "10"} <= set(texts(chart))


def test_right_confidences_lie_on_the_diagonal():
    bins = [Bin(0, 0.5, 3, 0.4, 0.4), Bin(0.5, 0.9, 0, math.nan, math.nan), Bin(0.9, 1, 9, 1, 1)]
    chart = draw_reliability({"tagger": bins})
    left, right = numbers(chart, "circle", "cx")
    low, high = numbers(chart, "circle", "cy")
    (line,) = ElementTree.fromstring(chart).findall(f".//{SVG}line[@class='whisker']")
    x1, x2, y1, y2 = (float(line.get(name, "nan")) for name in ("x1", "x2", "y1", "y2"))
    assert (right, high) == (x2, y2)
    assert (left - x1) / (x2 - x1) == pytest.approx((low - y1) / (y2 - y1), abs=0.01)
    small, large = numbers(chart, "circle", "r")
    assert small < large


def test_nothing_to_draw_is_an_error():
    for drawn in (
        lambda: draw_lines({"x": [(1, NAN)]}),
        lambda: draw_bars([], {}),
        lambda: draw_reliability({"x": [Bin(0, 1, 0, math.nan, math.nan)]}),
    ):
        with pytest.raises(UsageError, match="nothing to draw"):
            drawn()


def test_points_that_do_not_fit_are_named():
    with pytest.raises(UsageError, match="log axis needs x above 0"):
        draw_lines({"x": [(0, Estimate(1.0))]})
    with pytest.raises(UsageError, match="series 'x' has 1 values for 2 groups"):
        draw_bars(["a", "b"], {"x": [Estimate(1.0)]})
