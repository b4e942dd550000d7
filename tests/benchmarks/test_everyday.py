"""The list of short and odd lines: well formed, its kinds explained, scored as they should be."""

import re
from collections import Counter

import pytest

from benchmarks.environment import ROOT
from benchmarks.everyday import LINES, SHOWN, Restored, read_lines
from majuscule.measure import line_statistics
from majuscule.measure.case.words import case_words
from majuscule.restore.truecaser import load
from majuscule.text.characters.codepoints import recase
from majuscule.trials.texts import INPUTS

WRITTEN = read_lines()
SMALL = {"list", "recipe", "unit", "time", "odd"}
"""The kinds whose rule leaves some lines without any capital."""


def test_the_list_is_long_and_says_nothing_twice():
    assert len(WRITTEN) >= 400
    assert len(LINES.read_text("utf-8").splitlines()) == len(WRITTEN)
    texts = Counter(recase(line.text, "lower") for line in WRITTEN)
    assert not [text for text, times in texts.items() if times > 1]


def test_the_part_that_is_reported_has_lines_of_every_kind():
    new = Counter(line.kind for line in WRITTEN if line.part == 2)
    assert new.total() >= 220
    assert set(new) == {line.kind for line in WRITTEN}


def test_each_kind_has_its_lines_and_its_rule():
    readme = (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    rules = readme.partition("| kind | lines | rule |")[2]
    named = re.findall(r"^\| ([a-z ]+) \|", rules, re.M)
    found = Counter(line.kind for line in WRITTEN)
    assert named == list(found)
    assert min(found.values()) >= 20


@pytest.mark.parametrize("condition", SHOWN)
def test_lower_casing_takes_nothing_but_capitals(condition):
    for line in WRITTEN:
        gold, given = INPUTS[condition](line.text)
        assert line.text == line.text.strip()
        assert case_words([gold], [given]).segments.size == len(gold.split())
        assert given == given.lower(), line


def test_lines_hold_a_capital_unless_their_kind_may_do_without():
    bare = [line for line in WRITTEN if line.text == recase(line.text, "lower")]
    assert {line.kind for line in bare} == SMALL


def test_chat_has_no_final_mark_and_labels_no_title_case():
    ends = [line for line in WRITTEN if line.kind == "chat" and line.text[-1] in ".?!…"]
    assert not ends
    labels = [line.text for line in WRITTEN if line.kind in ("form", "headline")]
    assert not [text for text in labels if len(text.split()) > 2 and text.istitle()]


def test_a_capital_too_many_is_not_one_too_few():
    gold = ["How are you?", "We met in Rome."]
    assert line_statistics(gold, ["How Are you?", "we met in rome."])[:, 2].tolist() == [1, 0]


def test_scores_are_of_lines_and_kinds():
    gold = ("Add to cart", "Yes.", "Back to top")
    restored = ("Add to CART", "yes.", "Back to top")
    kinds = ("form", "one word", "form")
    one = Restored(load("en"), "lower", kinds, gold, restored)
    scores, signature = one.scores()
    assert [score.value for score in scores] == pytest.approx([1 / 3, 1 / 3, 4 / 6])
    assert "cond:lower" in signature
    assert "n:3" in signature
    assert [score.value for score in one.scores("one word")[0]] == [0, 0, 0]
