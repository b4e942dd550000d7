"""What the package asks for, and the files around it."""

import ast
import re
import tomllib
import zlib
from pathlib import Path
from typing import Any

import pytest

from majuscule.models import read_model

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = "optional-dependencies"
MODELS = sorted((ROOT / "models").glob("*/majuscule_*/*.model"))


def names(requirements: list[str]) -> set[str]:
    return {re.match(r"[A-Za-z0-9_.-]+", one)[0].lower() for one in requirements}  # type: ignore[index]


def test_an_installation_without_extras_takes_numpy_and_click_alone():
    assert names(PROJECT["project"]["dependencies"]) == {"numpy", "click"}


def test_an_installed_package_says_the_same():
    from importlib.metadata import PackageNotFoundError, requires

    try:
        wanted = requires("majuscule") or []
    except PackageNotFoundError:
        pytest.skip("majuscule is not installed here")
    assert names([one for one in wanted if "extra ==" not in one]) == {"numpy", "click"}


def test_what_messages_tell_to_install_are_extras():
    extras = PROJECT["project"]["optional-dependencies"]
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        asked = [
            node.args[2].value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "require"
            and len(node.args) == 3
            and isinstance(node.args[2], ast.Constant)
        ]
        for extra in (*re.findall(r"majuscule\[(\w+)\]", text), *asked):
            assert extra in extras, f"{path}: {extra}"
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for extra in re.findall(r"majuscule\[(\w+)\]", page.read_text(encoding="utf-8")):
            assert extra in extras, f"{page}: {extra}"


def test_the_core_carries_two_models_and_the_table_of_languages_and_stays_small():
    package = ROOT / "src" / "majuscule"
    assert {one.stem for one in package.rglob("*.model")} == {"en", "entities-en", "languages"}
    built = (".so", ".pyd", ".c", ".pyc")  # kernels add 3 MB to a wheel of at most 45
    carried = [one for one in package.rglob("*") if one.is_file() and one.suffix not in built]
    assert sum(len(zlib.compress(one.read_bytes(), 1)) for one in carried) < 42_000_000


@pytest.mark.parametrize("model", MODELS, ids=[one.stem for one in MODELS])
def test_each_other_model_is_found_by_its_package(model):
    folder = model.parent
    project = tomllib.loads((folder.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == f"majuscule-{folder.parent.name}"
    assert project["project"]["entry-points"]["majuscule.models"][model.stem] == folder.name
    assert project["tool"]["setuptools"]["packages"] == [folder.name]
    about = read_model(model, verify=False).header
    accurate = about.kind.startswith(("neural", "cascade", "punctuation"))
    needed = "majuscule[accurate]" if accurate else "majuscule"
    asked, extras = project["project"]["dependencies"], project["project"].get(EXTRAS, {})
    if model.stem == folder.parent.name:
        assert asked == [needed]
    # A network beside a linear model is asked for by name; accents need no more than their package.
    assert not accurate or needed in (*asked, *extras.get("accurate", ()))


def test_the_citation_names_the_version_and_the_licences():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    project = PROJECT["project"]
    assert f"\nversion: {project['version']}\n" in text
    for licence in project["license"].split(" AND "):
        assert licence in text.replace("CC-BY-SA-4.0", "CC-BY-SA-4.0")
    for needed in ("cff-version", "message", "title", "authors"):
        assert re.search(rf"^{needed}:", text, re.M)


def test_the_image_copies_what_the_build_needs_and_nothing_is_fetched_when_it_runs():
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    copied = set(" ".join(re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.M)).split())
    needed = {"pyproject.toml", "setup.py", "README.md", "src"}
    needed |= set(PROJECT["project"]["license-files"])
    assert needed <= copied
    for name in copied:
        assert (ROOT / name).exists(), name
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    assert {f"!{name}" for name in copied} <= set(ignored)
    last = text.split("\nFROM ")[-1]
    assert not re.search(r"\b(pip|curl|wget|apt-get)\b", last)


def test_wheels_are_built_for_three_systems_and_every_python():
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    job = yaml.safe_load(text)["jobs"]["wheels"]
    systems = job["strategy"]["matrix"]["os"]
    assert all(any(one.startswith(of) for one in systems) for of in ("ubuntu", "macos", "windows"))
    for classifier in PROJECT["project"]["classifiers"]:
        found = re.search(r":: (3)\.(\d+)$", classifier)
        if found:
            assert f"cp{found[1]}{found[2]}-*" in text


def test_tests_run_on_three_systems_and_every_python():
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    matrix = yaml.safe_load(text)["jobs"]["systems"]["strategy"]["matrix"]
    assert [one.split("-")[0] for one in matrix["os"]] == ["ubuntu", "macos", "windows"]
    classified = re.findall(r":: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.M)
    assert matrix["python"] == classified
