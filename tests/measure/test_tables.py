import json

import pytest

from majuscule.errors import UsageError
from majuscule.measure import Difference, Estimate, Table


def test_markdown_lines_up_in_the_source():
    table = Table(
        ["a|b", "words", "F1"],
        [["x\ny", 1234567, Estimate(0.5, 0.25, 0.75)], ["北京", None, float("nan")]],
        title="T",
        notes=["`a|b`"],
    )
    assert table.markdown() == (
        "**T**\n\n"
        "| a\\|b |     words |                F1 |\n"
        "| :--- | --------: | ----------------: |\n"
        "| x y  | 1,234,567 | 50.0 [25.0, 75.0] |\n"
        "| 北京 |       N/A |               N/A |\n\n"
        "`a|b`\n"
    )


def test_json_keeps_the_values():
    difference = Difference(0.01, 0.0, 0.02, 0.04, "bootstrap")
    table = Table(["a", "b"], [[Estimate(0.5), float("nan")], [difference, 3]])
    rows = json.loads(json.dumps(table.as_dict(), allow_nan=False))["rows"]
    assert rows[0] == [{"value": 0.5, "low": None, "high": None}, None]
    assert rows[1][0]["p_value"] == 0.04
    assert rows[1][1] == 3


def test_a_row_of_another_length_is_refused():
    with pytest.raises(UsageError, match="row 2 of table 'T' has 1 cells for 2 columns"):
        Table(["a", "b"], [[1, 2], [3]], title="T")
