"""A few of the odd inputs that `make fuzz` throws at restoring: the case laws hold for each."""

from __future__ import annotations

from tests.fuzz import broken_law, failures, source_failures, tiny_model


def test_odd_inputs_break_no_law() -> None:
    truecaser = tiny_model()
    assert not list(failures(truecaser, 400, 7))
    assert not list(source_failures(truecaser, 80, 7))


def test_broken_laws_are_seen() -> None:
    assert broken_law("ab", "a", "a") == "the length changes from 2 to 1"
    assert broken_law("ab", "Ax", "Ax") == "character 1 is 'x' and was 'b'"
    assert broken_law("ab", "Ab", "AB") == "restoring twice is not restoring once"
    assert broken_law("ab", "AB", "AB") is None
