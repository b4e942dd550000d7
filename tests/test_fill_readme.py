"""The README's table is written from the benchmark's results, between its markers."""

from __future__ import annotations

from scripts.fill_readme import README, filled, table

RESULTS = {
    "tables": [
        {
            "columns": [
                "system",
                "trained on",
                "accuracy",
                "P",
                "R",
                "F1",
                "words/s",
                "start, s",
                "memory, MB",
                "model, MB",
            ],
            "rows": [
                [
                    "ours",
                    "a",
                    0.98,
                    0.9,
                    0.9,
                    {"value": 0.9, "low": 0.89, "high": 0.91},
                    500000,
                    "0.30",
                    72,
                    "27.1",
                ],
                [
                    "none",
                    "—",
                    0.8,
                    None,
                    0.0,
                    {"value": 0.0, "low": None, "high": None},
                    900000,
                    "0.10",
                    30,
                    "—",
                ],
            ],
        }
    ],
    "setting": {
        "machine": {"cores": "2"},
        "test": "a text",
        "trained_on": "another text",
        "command": "python -m benchmarks.peers",
    },
}


def test_the_table_has_the_columns_that_readers_look_for() -> None:
    text = table(RESULTS)
    assert "| ours   | a          |    98.00 | 90.00 [89.00, 91.00] | 500,000 |" in text
    assert "learnt from another text" in text
    assert " P " not in text


def test_filling_changes_what_is_between_the_markers_only() -> None:
    before = README.read_text(encoding="utf-8")
    after = filled(filled(before, "one\n"), "two\n")
    assert "\ntwo\n<!-- peers: end -->" in after
    assert "one\n<!--" not in after
    begin, end = before.index("<!-- peers: begin"), before.index("<!-- peers: end")
    assert after.startswith(before[:begin])
    assert after.endswith(before[end:])
