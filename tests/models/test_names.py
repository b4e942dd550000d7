"""A name finds a shipped model, a path is a path, and an unknown name lists the known ones."""

from pathlib import Path

import pytest

from majuscule.errors import ModelError
from majuscule.models import known_models, model_path, names


@pytest.fixture(autouse=True)
def shipped(core_alone: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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


def test_known_models_are_the_shipped_files():
    assert known_models() == ("de", "en")


def test_a_name_is_a_shipped_model_whatever_lies_in_the_working_folder(shipped):
    assert model_path(b"en") == shipped / "en.model"
    Path("en").touch()
    assert model_path("en") == shipped / "en.model"
    assert model_path("./en") == Path("en")


def test_paths_are_paths():
    assert model_path("mine.model") == Path("mine.model")
    assert model_path("folder/mine") == Path("folder/mine")
    assert model_path(Path("mine")) == Path("mine")


def test_an_existing_file_needs_no_suffix():
    Path("mine").touch()
    assert model_path("mine") == Path("mine")


@pytest.mark.parametrize("name", ["xx", "", "EN", "x" * 5000])
def test_an_unknown_name_lists_the_known_ones(name):
    near = {"EN": "did you mean en[?] "}.get(name, "")
    with pytest.raises(ModelError, match=f"{near}known models: de, en; or give the path"):
        model_path(name)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A distribution with the model sv, as pip leaves it."""
    package = tmp_path / "site" / "some_package"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    (package / "sv.model").touch()
    about = tmp_path / "site" / "some_package-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: some-package\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[majuscule.models]\nsv = some_package\ngone = some_package\nno = no_such_package\n"
    )
    monkeypatch.syspath_prepend(tmp_path / "site")
    return package / "sv.model"


def test_a_package_brings_a_model_and_is_not_imported(installed):
    assert known_models() == ("de", "en", "sv")
    assert model_path("sv") == installed
    assert names.name_of(installed) == "sv"
    assert names.name_of(installed.with_name("x.model")) == str(installed.with_name("x.model"))


def test_a_model_that_is_installed_meanwhile_is_found(installed: Path, core_alone: None) -> None:
    assert "nb" not in known_models()
    about = installed.parents[1] / "other-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[majuscule.models]\nnb = some_package\n")
    installed.with_name("nb.model").touch()
    assert "nb" in known_models()


def test_a_shipped_model_wins_over_an_installed_one(installed, shipped):
    (shipped / "sv.model").touch()
    assert model_path("sv") == shipped / "sv.model"


def test_a_model_that_could_be_had_is_told_how(monkeypatch):
    there = names.ListedModel("xx", "xx", "models/xx", True)
    to_make = names.ListedModel("yy", "yy", "models/yy", False)
    beside = names.ListedModel("yy-accents", "yy", "models/yy", False, "accents.toml")
    listed = {one.name: one for one in (there, to_make, beside)}
    monkeypatch.setattr(names, "catalogue", lambda: listed)
    with pytest.raises(ModelError, match=r"'xx' is not installed; .* pip install ./models/xx"):
        model_path("xx")
    with pytest.raises(ModelError, match=r"model make models/yy && pip install ./models/yy"):
        model_path("yy")
    with pytest.raises(ModelError, match=r"make models/yy/accents.toml && pip install ./models/yy"):
        model_path("yy-accents")
    with pytest.raises(ModelError, match=r"no model 'yy-accent'; did you mean yy-accents\?"):
        model_path("yy-accent")


def test_no_models_at_all_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(names, "DATA", tmp_path / "absent")
    with pytest.raises(ModelError, match="none are installed"):
        model_path("en")
