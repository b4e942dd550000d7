"""A few of the odd inputs that `make fuzz` throws at restoring: the case laws hold for each."""

import json
from pathlib import Path

from majuscule.reading import REWRITTEN
from tests.fuzz import ARCHIVES, broken_law, failures, source_failures, tiny_model


def test_odd_inputs_break_no_law():
    truecaser = tiny_model()
    assert not list(failures(truecaser, 400, 7))
    assert not list(source_failures(truecaser, 100, 8))


def test_files_of_every_format_that_is_rewritten_are_made():
    pieces = json.loads(Path(__file__).with_name("odd_sources.json").read_text("utf-8"))
    assert {*pieces, *ARCHIVES, "parquet"} == set(REWRITTEN)


def test_broken_laws_are_seen():
    assert broken_law("ab", "a", "a") == "the length changes from 2 to 1"
    assert broken_law("ab", "Ax", "Ax") == "character 1 is 'x' and was 'b'"
    assert broken_law("ab", "Ab", "AB") == "restoring twice is not restoring once"
    assert broken_law("ab", "AB", "AB") is None
