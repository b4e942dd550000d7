"""The features, labels and forms of the CRFsuite rival, without CRFsuite."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.systems.baselines import lower
from benchmarks.systems.case_labels import apply_label, f1_of_cased, label, mixed_forms
from benchmarks.systems.crfsuite import features


def test_a_word_has_features_of_its_window_and_affixes():
    found = features(["in", "new", "york", "3rd"])[2]
    for name in ("w0=york", "w-1=new", "w-2=in", "w+1=3rd", "w+2=</s>", "w0|w+1=york|3rd"):
        assert name in found
    assert {"p1=y", "p4=york", "s4=york", "s1=k"} <= set(found)
    assert "digit" not in found


def test_short_words_have_no_longer_affixes():
    assert not [name for name in features(["it"])[0] if name.startswith(("p3", "s3="))]


def test_signs_and_digits_are_told():
    assert {"digit", "no letter", "has-"} <= set(features(["10-12"])[0])


@pytest.mark.parametrize("word", ["york", "McDonald", "NATO", "I", "U.S.", "10", "ﬁne", "İzmir"])
def test_label_and_form_give_the_word_back(word):
    assert apply_label(lower(word), label(word), mixed_forms([word])) == word


def test_the_commonest_mixed_form_wins():
    assert mixed_forms(["eBay", "EBay", "eBay", "York"]) == {"ebay": "eBay"}


@given(st.text(alphabet="aBçÇßé-3", min_size=1), st.sampled_from(["LC", "UC", "CA", "MC"]))
def test_applying_a_label_changes_only_case(word, case):
    assert lower(apply_label(lower(word), case, {})) == lower(word)


def test_f1_counts_equal_cased_words():
    assert f1_of_cased(["Ann", "met", "IBM"], ["Ann", "met", "IBM"]) == 1
    assert f1_of_cased(["ann"], ["ann"]) == 0
