"""Old spellings in training text are read as those of today; names and words of today stay."""

from __future__ import annotations

import pytest

from majuscule.errors import UsageError
from majuscule.learn.lines import TrainingLines
from majuscule.learn.modernizing import Modernizer
from majuscule.reading import Document

TODAY = {"vad": 1e-3, "över": 1e-3, "och": 1e-2, "av": 1e-3, "havet": 1e-5, "väg": 1e-4, "sa": 1e-4}
RULES = ("^hv=v", "fv=v", "f$=v", "dt=tt", "e=ä", "^sade$=sa", "^haf$=haf")


def modern(*lines: str) -> list[str]:
    return Modernizer.read(RULES, TODAY).lines(lines)


def test_a_word_that_nobody_writes_becomes_the_one_of_today_in_the_case_it_has() -> None:
    assert modern("Hvad står öfver hafvet? hvad, HVAD af och öfver") == [
        "Vad står över havet? vad, VAD av och över"
    ]


def test_several_rules_make_one_word() -> None:
    assert Modernizer.read(("fv=v", "e=ä", "gh=g"), TODAY).word("vegh") == "väg"
    # What one rule makes is a word too, and an old spelling like the first.
    often = {"vitima": 1e-6, "vítima": 2e-5}
    assert Modernizer.read(("ct=t", "i=í"), often).word("victima") == "vítima"


def test_names_words_of_today_and_words_that_nothing_becomes_stay() -> None:
    assert modern("Hvad sade Hafvet?") == ["Hvad sa Hafvet?"]
    assert modern("väg och hvetedag, haf") == ["väg och hvetedag, haf"]
    often = {"sade": 1e-4, "satte": 1e-2, "gård": 1e-8, "gärd": 1e-8}
    assert Modernizer.read(("de=tte", "å=ä"), often).lines(["sade gård"]) == ["sade gård"]


def test_lines_to_learn_from_are_modern_and_composed() -> None:
    rules = Modernizer.read(RULES, TODAY)
    lines = TrainingLines(modern=rules).of(Document("d", ("det går o\u0308fver och öfver",)))
    assert lines == ["det går över och över"]


@pytest.mark.parametrize("rule", ["hv", "=v", "^$=v"])
def test_a_rule_that_is_none_is_refused(rule: str) -> None:
    with pytest.raises(UsageError, match="write old=new"):
        Modernizer.read((rule,), TODAY)
