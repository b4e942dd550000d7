"""Training by kind from the library, and what is said where there is no such kind."""

from __future__ import annotations

from pathlib import Path

import pytest

import majuscule
from majuscule.errors import ModelError, UsageError
from majuscule.restore import kinds
from majuscule.restore.training import checkpoint_of

STORY = "The press met Angela Merkel in Berlin.\n"


def test_a_truecaser_is_trained_with_or_without_a_file(tmp_path: Path) -> None:
    corpus, model = tmp_path / "a.txt", tmp_path / "a.model"
    corpus.write_text(STORY * 20, encoding="utf-8")
    told: list[str] = []
    written = majuscule.train(
        [corpus], model, kind="unigram", report=lambda what, _share: told.append(what)
    )
    assert told[0] == "reading"
    assert written.source == str(model)
    assert written.header.metadata["documents"] == {"kept": 1, "well cased": 1}
    other = tmp_path / "other"
    other.touch()
    held = majuscule.train([corpus], kind="unigram.v1", checkpoint=other)
    assert other.exists()  # a kind that keeps no state deletes none
    assert held.source == ""
    for truecaser in (written, held, majuscule.load(model)):
        assert truecaser.restore(STORY.upper()) == STORY
    assert checkpoint_of(model, "hmm") == tmp_path / "a.model.checkpoint"
    assert checkpoint_of(model, "unigram") is None


def test_unknown_kinds_and_kinds_that_text_does_not_train_are_refused() -> None:
    with pytest.raises(
        ModelError, match=r"there is no restorer of kind 'x'; known kinds: tagger\.v1"
    ):
        kinds.versioned("x")
    with pytest.raises(ModelError, match=r"such models are for majuscule punctuate$"):
        kinds.versioned("punctuation.v1")
    with pytest.raises(UsageError, match="made from corrections"):
        kinds.trainer("adapted")
    assert kinds.versioned("hmm") == kinds.versioned("hmm.v1") == "hmm.v1"


def test_a_model_of_another_family_is_named() -> None:
    with pytest.raises(ModelError, match=r"entities-en\.model: there is no restorer of kind 'enti"):
        majuscule.load("entities-en")
    with pytest.raises(ModelError, match=r"/en\.model: there is no entity tagger of kind 'tagger"):
        majuscule.load_entities("en")
