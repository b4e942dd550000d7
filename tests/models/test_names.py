"""A name finds a shipped model, a path is a path, and an unknown name lists the known ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from majuscule.errors import ModelError
from majuscule.models import known_models, model_path, names


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    for name in ("en", "de"):
        (folder / f"{name}.model").touch()
    (folder / "README.md").touch()
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.setattr(names, "DATA", folder)
    monkeypatch.chdir(work)
    return folder


def test_known_models_are_the_shipped_files() -> None:
    assert known_models() == ("de", "en")


def test_a_name_is_a_shipped_model_whatever_lies_in_the_working_folder(shipped: Path) -> None:
    Path("en").touch()
    assert model_path("en") == shipped / "en.model"
    assert model_path("./en") == Path("en")


def test_paths_are_paths() -> None:
    assert model_path("mine.model") == Path("mine.model")
    assert model_path("folder/mine") == Path("folder/mine")
    assert model_path(Path("mine")) == Path("mine")


def test_an_existing_file_needs_no_suffix() -> None:
    Path("mine").touch()
    assert model_path("mine") == Path("mine")


@pytest.mark.parametrize("name", ["fr", "", "EN"])
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    with pytest.raises(ModelError, match="known models: de, en; or give the path"):
        model_path(name)


def test_no_models_at_all_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "DATA", tmp_path / "absent")
    with pytest.raises(ModelError, match="none are installed"):
        model_path("en")
