"""Corrections of marks are learnt: what people left behind words, as far as they looked."""

import numpy as np
import pytest

from majuscule.errors import ModelError, TrainingError
from majuscule.models import read_model, write_model
from majuscule.punctuation.adapting import adapt_marks
from majuscule.punctuation.punctuator import load_punctuator, punctuator_of
from tests.punctuation.mark_models import corrected


def test_a_mark_that_people_set_comes_back_in_new_text(marks_file, tmp_path):
    new = "the doctor left and we met them"
    before = load_punctuator(marks_file).punctuate(new, case="keep")
    made = adapt_marks([corrected(tmp_path / "c.db")], tmp_path / "a.model", base=marks_file)
    assert str(made.punctuate(new, case="keep")) == "the doctor left, and we met them." != before
    assert (made.header.kind, made.header.corpora[-1].words) == ("adapted-punctuation.v1", 48)
    read = load_punctuator(tmp_path / "a.model")
    assert read.punctuate(new) == made.punctuate(new)
    stream = read.stream(lookahead=9)
    assert stream.feed(new + "\n") + stream.end() == read.punctuate(new) + "\n"


def test_what_nobody_looked_at_is_not_learnt(marks_file, tmp_path):
    with pytest.raises(TrainingError, match="nobody has corrected or confirmed a mark"):
        adapt_marks([corrected(tmp_path / "c.db", looked=False)], base=marks_file)


def test_adapting_begins_at_the_network_each_time(marks_file, tmp_path):
    path = corrected(tmp_path / "c.db")
    adapt_marks([path], tmp_path / "a.model", base=marks_file)
    again = adapt_marks([path], base=tmp_path / "a.model")
    once = load_punctuator(tmp_path / "a.model").network.adapter
    assert np.array_equal(again.network.adapter.layer.weights, once.layer.weights)


def test_weights_that_do_not_fit_are_refused(marks_file, tmp_path):
    adapt_marks([corrected(tmp_path / "c.db")], tmp_path / "a.model", base=marks_file)
    file = read_model(tmp_path / "a.model")
    arrays = {**file.arrays, "adapter_keys": file.arrays["adapter_keys"][::-1].copy()}
    write_model(tmp_path / "b.model", file.header, arrays)
    with pytest.raises(ModelError, match="do not fit together"):
        punctuator_of(read_model(tmp_path / "b.model"))
