"""A header is plain data that survives JSON."""

import json

import hypothesis.strategies as some
import pytest
from hypothesis import given

from majuscule.errors import ModelError
from majuscule.models import ModelHeader, Source

plain = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=8,
).filter(lambda value: "Infinity" not in json.dumps(value))


@given(some.dictionaries(some.text(), plain))
def test_options_survive_the_round_trip(options):
    header = ModelHeader("tagger.v1", options=options)
    assert ModelHeader.from_json(json.loads(json.dumps(header.to_json()))) == header


def test_tuples_become_lists_at_once():
    assert ModelHeader("x.v1", options={"a": (1, (2,))}).options == {"a": [1, [2]]}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1, 2}, b"bytes"])
def test_what_json_cannot_hold_is_refused(value):
    with pytest.raises(ModelError, match="the model's options are not JSON data"):
        ModelHeader("x.v1", options={"a": value})


def test_words_are_those_of_all_sources():
    assert ModelHeader("x.v1", corpora=(Source("a", 2), Source("b", 3))).words == 5
