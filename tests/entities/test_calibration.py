"""The constants of the linear tagger: fitted on held-out documents, right by their definitions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from majuscule.entities.interface import Corpus
from majuscule.entities.linear.calibration import SCALES, STEPS, fit_constants
from majuscule.entities.linear.passages import Constants
from majuscule.entities.linear.tagger import LinearEntityTagger, bias_of
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from tests.entities.entity_corpora import LABELS, corpora

HELD_OUT = Corpus(corpora()[0].documents[::5], LABELS)


def with_outside(tagger: LinearEntityTagger, outside: int) -> LinearEntityTagger:
    constants = replace(tagger.constants, outside=outside)
    linear = replace(tagger.tagger, bias=bias_of(tagger.scheme, constants))
    return replace(tagger, tagger=linear, constants=constants)


def f1(tagger: LinearEntityTagger) -> float:
    """F1 by its definition, over the documents as they are and in lower case."""
    right = found = correct = 0
    for document in HELD_OUT.documents:
        for condition in ("original", "lower"):
            gold = {m.span for m in document.mentions}
            spans = {m.span for m in tagger.tag(document.cased(condition).text, memory=False)}
            right, found = right + len(gold), found + len(spans)
            correct += len(gold & spans)
    return 2 * correct / max(1, right + found)


def test_without_held_out_documents_the_constants_stay(tagger: LinearEntityTagger) -> None:
    assert fit_constants(tagger, []) == tagger.constants
    assert fit_constants(tagger, [Corpus([AnnotatedText("")], LABELS)]).outside == 0


def test_the_least_weight_of_the_best_is_taken(tagger: LinearEntityTagger) -> None:
    plain = with_outside(tagger, 0)
    assert f1(plain) == 1.0
    assert fit_constants(plain, [HELD_OUT]).outside == 0


def test_a_weight_of_o_that_was_too_large_is_taken_back(tagger: LinearEntityTagger) -> None:
    plain = with_outside(tagger, 0)
    silent = next(
        found
        for found in (with_outside(plain, 100 << step) for step in range(20))
        if f1(found) < 0.9
    )
    fitted = fit_constants(silent, [HELD_OUT]).outside
    assert fitted < 0
    moved = silent.constants.outside + fitted
    assert f1(with_outside(plain, moved)) > f1(silent)


def test_labels_that_are_not_taught_are_no_mistakes(tagger: LinearEntityTagger) -> None:
    people = Corpus([document.only(["PER"]) for document in HELD_OUT.documents], ("PER",))
    assert fit_constants(with_outside(tagger, 0), [people]).outside == 0


def test_what_is_often_wrong_is_less_sure(tagger: LinearEntityTagger) -> None:
    plain = with_outside(tagger, 0)
    other = {"PER": "LOC", "LOC": "PER", "DATE": "DATE"}
    noisy = [
        replace(
            document,
            mentions=tuple(
                Mention(m.start, m.end, other[m.label] if number % 3 == 0 else m.label)
                for m in document.mentions
            ),
        )
        for number, document in enumerate(HELD_OUT.documents)
    ]
    fitted = fit_constants(plain, [replace(HELD_OUT, documents=noisy)])
    assert fitted.scale < fit_constants(plain, [HELD_OUT]).scale


@pytest.mark.parametrize("label", LABELS)
def test_confidences_follow_the_temperature(tagger: LinearEntityTagger, label: str) -> None:
    text = HELD_OUT.documents[0].text
    sure = [
        next(
            m.confidence
            for m in replace(tagger, constants=Constants(scale)).tag(text)
            if m.label == label
        )
        for scale in (1e-6, 1e-5, 1e-3)
    ]
    assert sure == sorted(sure)
    assert sure[0] < sure[-1]


def test_what_is_tried_holds_no_weight_and_rising_temperatures() -> None:
    assert 0 in STEPS.round(9)
    assert (np.diff(SCALES) > 0).all()
