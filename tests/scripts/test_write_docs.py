"""Blocks of pages are written by functions, and what is stale is named."""

import socket

import pytest

import majuscule
from scripts import write_docs
from scripts.fills import FILLS, python, quality, results
from scripts.fills.console import run_page

PEERS = {
    "tables": [
        {
            "columns": ["system", "trained on", "accuracy", "P", "R", "F1", "words/s"],
            "rows": [
                ["ours", "a", 0.98, 0.9, 0.9, {"value": 0.9, "low": 0.89, "high": 0.91}, 500000],
                ["none", "—", 0.8, None, 0.0, {"value": 0.0, "low": None, "high": None}, 900000],
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


def test_the_python_reference_has_every_public_name():
    described = {name for _, names in python.PARTS.values() for name in names}
    assert set(majuscule.__all__) - described == {"__version__"}


def test_a_page_that_serves_needs_no_port_of_its_own(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        page = tmp_path / "page.md"
        page.write_text(
            f"```console\n$ majuscule serve --port {port} > log 2>&1 & echo $! > pid\n"
            "$ until grep serving log > up; do sleep 0.2; done\n"
            "$ kill -TERM $(cat pid); cat log\n```\n"
        )
        ((_, results),) = run_page(page)
    assert results[-1][1].startswith(f"majuscule: serving at http://127.0.0.1:{port}\n")


def test_a_table_of_peers_has_the_columns_and_rows_asked_for(monkeypatch):
    monkeypatch.setattr(results, "read", lambda name: PEERS)
    text = quality.peers(("system", "trained on", "accuracy", "F1", "words/s"))
    assert "| ours   | a          |    98.00 | 90.00 [89.00, 91.00] | 500,000 |" in text
    assert "| none   | —          |    80.00 |                 0.00 | 900,000 |" in text
    assert "were trained on another text" in text
    assert " P " not in text
    assert "none" not in quality.peers(("system",), ("ours",))


def test_taggers_stand_in_one_table(monkeypatch):
    def scored(original, lower):
        values = {"original": original, "lower": lower}
        return {name: {"f1": {"value": value}} for name, value in values.items()}

    sets = {"news": {"ours": scored(0.7, 0.65), "theirs": scored(0.6, 0.2)}}
    monkeypatch.setattr(results, "read", lambda name: {"sets": sets})
    assert quality.beside_others().splitlines()[2:] == [
        "| ours   | 70.0 / 65.0 |",
        "| theirs | 60.0 / 20.0 |",
    ]


def test_filling_changes_what_is_between_the_markers_only(monkeypatch):
    monkeypatch.setitem(FILLS, "one", lambda: "new\n")
    page = "before\n\n<!-- fill: one -->\nold\n<!-- end -->\n\nafter <!-- end -->\n"
    filled = write_docs.filled(page)
    assert filled == page.replace("old", "\nnew\n")
    assert write_docs.filled(filled) == filled


def test_what_is_stale_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(FILLS, "one", lambda: "new")
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n<!-- fill: one -->\nold\n<!-- end -->\n")
    assert list(write_docs.stale(page)) == [f"{page}:3: one is out of date"]
    page.write_text(write_docs.filled(page.read_text()))
    assert not list(write_docs.stale(page))


def test_an_unknown_block_lists_the_known_ones():
    with pytest.raises(ValueError, match="no block is called 'nothing': known are commands"):
        write_docs.filled("<!-- fill: nothing -->\n<!-- end -->\n")
