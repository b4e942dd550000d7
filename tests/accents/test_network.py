"""The network that chooses among the forms of a word, on a small language."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from majuscule.accents.network import NetworkContext
from majuscule.accents.restorer import AccentRestorer
from majuscule.accents.training import train_accents
from majuscule.errors import ModelError, UsageError
from majuscule.models import read_model
from majuscule.models.card import Card
from majuscule.models.stored import arrays_of
from majuscule.text.characters.accents import plain
from majuscule.text.characters.codepoints import encode
from tests.accents.conftest import TEXTS
from tests.accents.test_accents import ODD, bare

pytest.importorskip("torch", reason="training needs the extra 'train'")

OPTIONS = {"words": 1, "tokens": 40_000, "epochs": 100, "batch": 256, "frequent": 60, "width": 32}


def trained(corpus: Path, path: Path | None = None, **more: object) -> AccentRestorer:
    card = Card(language="fr", licence="CC0")
    options = {**OPTIONS, **more}
    return train_accents([corpus], path, kind="neural-accents", card=card, options=options)


@pytest.fixture(scope="module")
def model(corpus: Path) -> Path:
    path = corpus.with_name("fr-network.model")
    trained(corpus, path)
    return path


@pytest.fixture(scope="module")
def network(model: Path) -> AccentRestorer:
    return AccentRestorer.from_file(read_model(model))


def test_forms_come_back_in_their_context(network: AccentRestorer) -> None:
    assert network.kind == "neural-accents.v1"
    for text in TEXTS:
        assert network.restore(bare(text)) == text
        assert network.restore(bare(text).upper()) == text.upper()


def test_a_line_gets_the_same_answer_among_others(network: AccentRestorer) -> None:
    lines = [bare(text) for text in TEXTS] + ["ou est la clé, a Geneve ou la", "", "tache la"] * 300
    together = network.restore("\n".join(lines)).split("\n")
    assert together == [network.restore(line) for line in lines]
    endless = " ".join(lines)
    assert plain(encode(network.restore(endless))).tolist() == plain(encode(endless)).tolist()


@given(ODD)
def test_accents_alone_change(network: AccentRestorer, text: str) -> None:
    out = network.restore(text, again=True)
    assert plain(encode(out)).tolist() == plain(encode(text)).tolist() or len(out) != len(text)
    assert network.restore(out, again=True) == out


def test_training_twice_gives_the_same_arrays(corpus: Path) -> None:
    one, other = (trained(corpus, tokens=2000).arrays() for _ in range(2))
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_a_stopped_training_resumes(corpus: Path, tmp_path: Path) -> None:
    def stop(what: str, share: float) -> None:
        if what.startswith("learning") and share > 0.5:
            raise KeyboardInterrupt

    state, options = tmp_path / "state", {**OPTIONS, "tokens": 4000}
    train = partial(
        train_accents, [corpus], kind="neural-accents", card=Card(language="fr"), options=options
    )
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "a.model", checkpoint=state, report=stop)
    assert state.is_file()
    shares: list[float] = []
    resumed = train(
        tmp_path / "a.model", checkpoint=state, report=lambda _, share: shares.append(share)
    )
    assert min(share for share in shares if share) > 0.5
    assert not state.exists()
    whole = train().arrays()
    assert all(np.array_equal(array, whole[name]) for name, array in resumed.arrays().items())


def test_forms_are_fitted_to_text_of_the_kind_to_be_restored(corpus: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("Ou il est là, ou il est là, ou il est là, ou il est là.\n" * 3)
    before, after = (trained(corpus, tokens=2000, fitted_on=files) for files in ((), (str(own),)))
    text = bare(own.read_text().splitlines()[0])
    assert after.restore(text).count("là") == 4 > before.restore(text).count("ou")
    assert after.restore(text).count("ou") + after.restore(text).count("Ou") == 4


def test_what_does_not_fit_is_refused(
    network: AccentRestorer, tmp_path: Path, corpus: Path
) -> None:
    with pytest.raises(UsageError, match="frequent must be 1 or more"):
        trained(corpus, frequent=0)
    with pytest.raises(UsageError, match="leave out start"):
        trained(corpus, start="en-accurate")
    with pytest.raises(UsageError, match="unknown column 'wrod' in option coarse"):
        trained(corpus, coarse="wrod")
    context = network.context
    assert isinstance(context, NetworkContext)
    few = {"scales": context.candidates.scales[:-1]}
    for changed in (
        {"candidates": replace(context.candidates, **few)},
        {"engine": replace(context.engine, vectors=replace(context.engine.vectors, **few))},
        {"engine": replace(context.engine, vectors=context.candidates)},
        {"rows": context.rows | np.uint32(61)},
        {"longest": 0},
        {"engine": replace(context.engine, graph=context.engine.graph[:-9])},
    ):
        path = tmp_path / "damaged.model"
        damaged = replace(network, context=replace(context, **changed))
        if "longest" in changed:
            damaged = replace(damaged, trained_with={**network.trained_with, **changed})
        Card(language="fr", licence="CC0").write(damaged, path, ())
        with pytest.raises(ModelError):
            AccentRestorer.from_file(read_model(path)).restore("la tache")
    assert arrays_of(context)["candidates_scales"].dtype == np.float16
