"""Options of networks: what is refused early, and what a model remembers."""

import pytest

from majuscule.errors import UsageError
from majuscule.network.options import NetworkOptions, TaughtOptions


@pytest.mark.parametrize("layers", ["sru:128", "conv:1:5 gru:64", "lstm:3", "conv:1:4", "mlp"])
def test_unknown_layers_are_refused_with_the_known_ones(layers):
    with pytest.raises(UsageError, match=r"unknown layer .* known ones: conv:REACH:TAPS .* mlp"):
        NetworkOptions(layers=layers)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("bits", 4, "8 or 32"),
        ("device", "tpu", "auto or cpu or cuda"),
        ("precision", "float16", "auto or bfloat16 or float32"),
        ("width", -1, "width 0 or more"),
        ("rate", 0.0, "above 0"),
        ("dropout", 1.0, "below 1"),
        ("average", -0.1, "below 1"),
        ("kept", 1.0, "kept is 1.0; it must be 0 or more, and below 1"),
    ],
)
def test_values_that_cannot_be_are_refused(name, value, said):
    with pytest.raises(UsageError, match=said):
        NetworkOptions(**{name: value})


def test_tokens_of_a_teacher_need_a_language_model():
    for teacher in ("", "big.model"):
        with pytest.raises(UsageError, match="teacher_tokens needs a language model"):
            TaughtOptions(teacher=teacher, teacher_tokens=1000)
    assert TaughtOptions(teacher="small.gguf", teacher_tokens=1000).taught_by_language_model


def test_a_share_of_a_teacher_needs_a_teacher():
    with pytest.raises(UsageError, match="taught needs a model to learn from; name it as teacher"):
        TaughtOptions(taught=0.5)


def test_an_odd_width_has_no_vectors_in_four_bits():
    with pytest.raises(UsageError, match="coarse columns need an even width"):
        NetworkOptions(width=15, coarse="word")


def test_a_model_remembers_what_changes_it_and_nothing_of_the_run():
    told = NetworkOptions(threads=4, device="cpu", checkpoint="x", average=0.5).model_options()
    assert told["average"] == 0.5
    assert not {"threads", "device", "checkpoint", "minutes", "precision"} & set(told)
    assert "precision" in NetworkOptions(precision="float32").model_options()
