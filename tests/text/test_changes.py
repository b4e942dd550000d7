"""What changes is counted, and shown as ``diff -u`` shows it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.text.editing.changes import Changes, Summary, UnifiedDiff
from tests.reading.formats.laws import swap


def shown(pairs: Sequence[tuple[str, str]]) -> str:
    difference = UnifiedDiff("x")
    parts = [line for old, new in pairs for line in difference.add(old, new)]
    return "".join([*parts, *difference.end()])


def applied(patch: str, old: str) -> str:
    """Return what a patch makes of a text, checking that each of its lines is where it says."""
    lines = old.splitlines(keepends=True)
    done: list[str] = []
    at = 0
    rows = patch.splitlines(keepends=True)[2:]
    for number, row in enumerate(rows):
        following = rows[number + 1] if number + 1 < len(rows) else ""
        content = row[1:]
        if following.startswith("\\"):
            content = content.removesuffix("\n")
        if row.startswith("@@"):
            found = re.fullmatch(r"@@ -(\d+)(,\d+)? \+\1(,\d+)? @@\n", row)
            assert found
            start = int(found[1]) - 1
            done += lines[at:start]
            at = start
        elif row[0] == "+":
            done.append(content)
        elif row[0] in " -":
            assert lines[at] == content
            at += 1
            done += [content] if row[0] == " " else []
        else:
            assert row == "\\ No newline at end of file\n"
    return "".join(done + lines[at:])


@given(
    st.lists(st.tuples(st.sampled_from(["in rome", "Ann", "", "1"]), st.booleans()), max_size=40),
    st.booleans(),
    st.lists(st.integers(1, 9), max_size=5),
)
def test_a_difference_is_that_of_diff(
    lines: list[tuple[str, bool]], ended: bool, cuts: list[int]
) -> None:
    end = "\n" if ended else ""
    old = "\n".join(line for line, _ in lines) + end
    new = "\n".join(swap(line) if changes else line for line, changes in lines) + end
    pairs = []
    at = 0
    for cut in [*cuts, len(old)]:
        pairs.append((old[at : at + cut], new[at : at + cut]))
        at += cut
    patch = shown(pairs)
    assert applied(patch, old) == new
    assert (patch == "") == (old == new)
    rows = patch.splitlines()
    changed = sum(1 for line, changes in lines if changes and swap(line) != line)
    assert sum(1 for row in rows[2:] if row[0] == "-") == changed
    assert "".join(row[0] for row in rows).count("    " * 2) == 0  # no more context than is due


@pytest.mark.parametrize("changed", ["ahp", "b", "ei", "em", "p"])
def test_hunks_are_parted_and_counted_as_diff_does(changed: str) -> None:
    old = "".join(f"{letter}\n" for letter in "abcdefghijklmnop")
    new = "".join(swap(letter) if letter in changed else letter for letter in old)
    assert shown([(old, new)]) == "".join(
        difflib.unified_diff(old.splitlines(True), new.splitlines(True), "x", "x")
    )


def test_words_are_counted() -> None:
    changes = Changes()
    changes.add("in rome and\nin oslo", "In Rome and\nin Oslo")
    changes.add("the un", "the un")
    assert (changes.words, changes.changed) == (7, 3)


def test_words_are_counted_in_all_threads() -> None:
    changes = Changes()
    old = "in rome and in oslo " * 2000
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: changes.add(old, old.title()), range(40)))
    assert (changes.words, changes.changed) == (400_000, 400_000)


@pytest.mark.parametrize(
    ("summary", "sentence"),
    [
        (Summary(), "0 of 0 files changed, 0 of 0 words"),
        (Summary(1, 1, Changes(2000, 1)), "1 of 1 file changed, 1 of 2,000 words"),
        (
            Summary(2, 0, Changes(), {"hidden": 2, "linked": 1}, 1),
            "0 of 2 files changed, 0 of 0 words; 1 could not be restored; "
            "skipped: 2 hidden, 1 linked",
        ),
    ],
)
def test_a_line_says_what_changed(summary: Summary, sentence: str) -> None:
    assert summary.sentence() == sentence
    assert summary.sentence(would=True) == sentence.replace("changed", "would change")
