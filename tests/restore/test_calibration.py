"""Calibration of the case tagger: made scores give back what was put in; brute force beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import majuscule
from majuscule.restore.linear.calibration import (
    SCALES,
    STEPS,
    Scored,
    fit_by_sort,
    fit_constants,
)
from majuscule.restore.linear.restorer import TaggerRestorer
from majuscule.tagging.scoring.chain import Chain
from majuscule.text.tokenizing.classes import KEEP, LC, MC, UC
from majuscule.words.tables.tags import INNER, TAGS
from tests.conftest import OPTIONS

TOKENS = 6000
CLASSES = 4


def made_scores(scale: float, shift: int, seed: int) -> tuple[npt.NDArray[np.int32], Scored]:
    """Return the emissions of tokens without context, and what calibration is given.

    Classes are drawn with probabilities exp(scale * score), capitals ``shift`` units lower than
    their score says; INNER shares its probability with LC.
    """
    draw = np.random.default_rng(seed)
    emissions = draw.normal(0, 2 / scale, (TOKENS, TAGS)).round().astype(np.int32)
    emissions[:, UC + 1 : MC + 1] -= np.int32(3 / scale)  # capitals and mixed words are rare
    likely = np.exp(scale * (emissions - shift * capitals()))
    likely[:, LC] += likely[:, INNER]
    likely = likely[:, :CLASSES] / likely[:, :CLASSES].sum(axis=1, keepdims=True)
    written = np.array([draw.choice(CLASSES, p=row) for row in likely], np.uint8)
    written[draw.random(TOKENS) < 0.1] = KEEP
    bounds = np.stack([np.arange(0, TOKENS, 60), np.arange(60, TOKENS + 1, 60)], axis=1)
    chain = Chain(emissions, np.zeros((TOKENS, TAGS, TAGS), np.int32))
    return emissions, (bounds.astype(np.int32), chain, written)


def capitals() -> npt.NDArray[np.int32]:
    flags = np.ones(TAGS, np.int32)
    flags[[LC, INNER]] = 0
    return flags


def f1(emissions: npt.NDArray[np.int32], written: npt.NDArray[np.uint8], bias: int) -> float:
    found = (emissions + bias * capitals()).argmax(axis=1)
    pairs = [
        (LC if one == INNER else one, gold)
        for one, gold in zip(found.tolist(), written.tolist(), strict=True)
        if gold != KEEP
    ]
    right = sum(one == gold != LC for one, gold in pairs)
    said, there = sum(one != LC for one, _ in pairs), sum(gold != LC for _, gold in pairs)
    return 2 * right / max(1, said + there)


def loss(
    emissions: npt.NDArray[np.int32], written: npt.NDArray[np.uint8], bias: int, scale: float
) -> float:
    logs = scale * (emissions + bias * capitals()).astype(np.float64)
    logs -= np.logaddexp.reduce(logs, axis=1, keepdims=True)
    logs[:, LC] = np.logaddexp(logs[:, LC], logs[:, INNER])
    cased = np.flatnonzero(written != KEEP)
    return float(-logs[cased, written[cased]].sum())


def typical_margin(emissions: npt.NDArray[np.int32], written: npt.NDArray[np.uint8]) -> float:
    cased = emissions[written != KEEP]
    small, tall = cased[:, [LC, INNER]].max(axis=1), cased[:, UC : MC + 1].max(axis=1)
    return float(np.median(np.abs(small - tall)))


@pytest.mark.parametrize("scale", [0.002, 0.02])
def test_the_temperature_that_was_put_in_comes_out(scale: float) -> None:
    emissions, scored = made_scores(scale, 0, seed=1)
    found = fit_constants([scored])
    step = SCALES[1] / SCALES[0]
    # F1 wants capitals a little sooner than calibration does, so the two differ slightly.
    assert scale / step**1.5 < found.scale < scale * step**1.5
    written, bias = scored[2], found.bias[UC]
    tried = SCALES / typical_margin(emissions, written)
    losses = [loss(emissions, written, bias, float(one)) for one in tried]
    assert found.scale == pytest.approx(float(tried[int(np.argmin(losses))]))


@pytest.mark.parametrize("shift", [-150, 0, 150])
def test_the_bias_has_the_best_f1(shift: int) -> None:
    emissions, scored = made_scores(0.01, shift, seed=2)
    found, written = fit_constants([scored]), scored[2]
    assert found.bias[LC] == found.bias[INNER] == 0
    assert len(set(found.bias[UC : MC + 1])) == 1
    typical = typical_margin(emissions, written)
    tried = np.rint(np.linspace(-0.5, 0.5, STEPS) * typical).astype(int).tolist()
    best = max(f1(emissions, written, bias) for bias in tried)
    assert f1(emissions, written, found.bias[UC]) == best
    nearer = [bias for bias in tried if abs(bias) < abs(found.bias[UC])]
    assert all(f1(emissions, written, bias) < best for bias in nearer)


def test_the_bias_follows_what_was_put_in() -> None:
    biases = [
        fit_constants([made_scores(0.01, shift, seed=3)[1]]).bias[UC] for shift in (-100, 0, 100)
    ]
    assert biases[0] > biases[1] > biases[2]


def test_a_little_held_out_text_moves_no_bias() -> None:
    scored = made_scores(0.01, 100, seed=3)[1]
    assert fit_constants([scored], biased=False).bias == (0,) * TAGS
    assert fit_constants([scored]).bias[UC] != 0


def test_several_batches_count_like_one() -> None:
    _, (bounds, chain, written) = made_scores(0.01, 50, seed=4)
    half, lines = TOKENS // 2, bounds[: len(bounds) // 2]
    parts = [
        (
            lines,
            Chain(chain.emissions[part], chain.transitions[part]),
            written[part],
        )
        for part in (slice(0, half), slice(half, TOKENS))
    ]
    assert fit_constants(parts) == fit_constants([(bounds, chain, written)])


def test_sorts_of_words_get_their_own_bias() -> None:
    parts = [made_scores(0.01, shift, seed=3)[1] for shift in (0, -100, 60)]
    sorts = [np.full(TOKENS, sort, np.uint8) for sort in (0, 1, 2)]
    found = fit_by_sort(parts, sorts)
    alone = [fit_constants([one]).bias[UC] for one in parts]
    assert found.elsewhere == pytest.approx(alone[1] - alone[0], abs=50)
    assert found.unseen == pytest.approx(alone[2] - alone[0], abs=50)
    assert found.elsewhere > 0 > found.unseen
    same = fit_by_sort(parts[:1], sorts[:1])
    assert (same.elsewhere, same.unseen) == (0, 0)


def test_the_constants_of_sorts_are_in_the_model_file(tmp_path: Path) -> None:
    corpus, news = tmp_path / "own.txt", tmp_path / "news.txt"
    names = [f"{a}{b}" for a in "aeiou" for b in "klmnprst"]
    corpus.write_text("\n\n".join(f"Wir sahen heute den H{one} dort." for one in names))
    news.write_text("\n".join(f"Wir sahen heute K{one}n." for one in names))
    options = OPTIONS | {"held_out": 0, "fitted_on": [str(news)]}
    made = majuscule.train([corpus], tmp_path / "x.model", options=options)
    kept = majuscule.load(tmp_path / "x.model")
    assert kept.restorer.options() == made.restorer.options()
    assert "fitted_on" not in made.header.options
    assert isinstance(kept.restorer, TaggerRestorer)
    text, forms = "wir sahen heute xyzzy dort.", []
    for unseen in (-(10**7), 10**7):
        constants = replace(kept.restorer.calibration, unseen=unseen)
        other = replace(made, restorer=replace(kept.restorer, calibration=constants))
        forms.append(other.restore(text, case="ignore"))
    assert forms == ["Wir sahen heute xyzzy dort.", "Wir sahen heute Xyzzy dort."]
