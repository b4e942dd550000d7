"""Checkpoints: kept where a path is given, whole, and of one training only."""

import numpy as np
import pytest

from majuscule.errors import TrainingError
from majuscule.files import OutputError
from majuscule.models.checkpoint import Checkpoint, fingerprint_of


def test_a_state_is_read_back_as_it_was_written(tmp_path):
    kept = Checkpoint(tmp_path / "state", "a", 0.0)
    assert kept.read() is None
    assert kept.due()
    kept.write({"weights": np.arange(3), "place": np.array(7)})
    found = kept.read()
    assert {name: array.tolist() for name, array in found.items()} == {
        "weights": [0, 1, 2],
        "place": 7,
    }
    assert not Checkpoint(tmp_path / "state", "a", 60.0).due()


def test_without_a_path_nothing_is_kept():
    kept = Checkpoint(None, "a", 0.0)
    kept.write({"weights": np.arange(3)})
    assert not kept.due()
    assert kept.read() is None


def test_damaged_files_and_those_of_others_are_refused(tmp_path):
    path = tmp_path / "state"
    Checkpoint(path, "a", 1.0).write({"weights": np.arange(1000)})
    with pytest.raises(TrainingError, match="other options"):
        Checkpoint(path, "b", 1.0).read()
    whole = path.read_bytes()
    for broken in (
        whole[:500],
        b"",
        b"no checkpoint",
        whole.replace(b"fingerprint", b"fingerprynt"),
    ):
        path.write_bytes(broken)
        with pytest.raises(TrainingError, match=f"{path} is not a complete checkpoint; delete it,"):
            Checkpoint(path, "a", 1.0).read()


def test_a_path_that_cannot_be_written_is_refused_before_the_work(tmp_path):
    with pytest.raises(OutputError, match="state: cannot be written: no such folder"):
        Checkpoint(tmp_path / "missing" / "state", "a", 60.0)


def test_fingerprints_tell_options_and_text_apart():
    text = np.arange(5)
    names = {
        fingerprint_of(options, array)
        for options in ({"rate": 1}, {"rate": 2})
        for array in (text, text + 1)
    }
    assert len(names) == 4
    assert fingerprint_of({"a": 1, "b": 2}, text) == fingerprint_of({"b": 2, "a": 1}, text)
