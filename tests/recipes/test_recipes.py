"""Recipes: each can be followed, and one makes a model with its card and scores."""

import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import majuscule
from majuscule.errors import MajusculeError, UsageError
from majuscule.models import catalogue, read_model
from majuscule.recipes import Recipe, cards, make_model
from majuscule.restore.linear.training import TaggerOptions
from scripts.fills.models import catalogued
from scripts.fills.results import ROOT
from tests.golden import OPTIONS, STORY

CARDS = sorted({one.parents[1] / "README.md" for one in (ROOT / "models").glob("*/*/*.model")})
RECIPES = sorted(
    {*(ROOT / "models").glob("*/*.toml")} - {*(ROOT / "models").glob("*/pyproject.toml")}
)
NAMES = [f"{one.parent.name}-{one.stem}" for one in RECIPES]

RECIPE = """
kind = "tagger"
output = "small_package/small.model"
data = "../data"
corpora = ["corpus.jsonl"]
[card]
name = "small"
licence = "CC0"
weak_spots = ["All else."]
[text]
titles = false
[options]
%s
[[sources]]
name = "News"
licence = "CC BY 2.5"
times = 2
[[scores]]
files = ["corpus.jsonl"]
conditions = ["lower"]
memories = [false]
resamples = 0
""" % "\n".join(OPTIONS)  # noqa: UP031


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    rows = [json.dumps({"id": str(at), "paragraphs": STORY}) for at in range(12)]
    (tmp_path / "data" / "corpus.jsonl").write_text("\n".join(rows))
    made = tmp_path / "small"
    made.mkdir()
    (made / "recipe.toml").write_text(RECIPE)
    (made / "pyproject.toml").write_text("")
    return made


@pytest.mark.parametrize("path", RECIPES, ids=NAMES)
def test_every_recipe_of_the_repository_can_be_followed(path):
    recipe = Recipe.read(path)
    train, arguments = recipe.trained(Path("data"))
    inspect.signature(train).bind(**arguments)
    if path.name == "recipe.toml":
        assert recipe.card.name == path.parent.name
    assert recipe.card.description
    assert recipe.card.licence
    assert Path(recipe.output).name == f"{recipe.card.name}.model"
    if recipe.kind == "tagger":
        assert arguments["options"].keys() <= {
            one.name for one in dataclasses.fields(TaggerOptions)
        }


@pytest.mark.parametrize("path", RECIPES, ids=NAMES)
def test_a_card_says_what_its_recipe_says(path):
    recipe = Recipe.read(path)
    if (model := recipe.folder / recipe.output).exists():
        header = read_model(model).header
        for said in ("name", "language", "description", "licence", "weak_spots"):
            assert getattr(header, said) == getattr(recipe.card, said)


def test_the_catalogue_lists_what_the_folders_make():
    assert list(catalogue()) == [entry["name"] for entry in catalogued()]
    assert [one._asdict() for one in catalogue().values()] == catalogued()


@pytest.mark.parametrize("readme", CARDS, ids=[one.parent.name for one in CARDS])
def test_the_readme_of_a_package_holds_the_cards_of_its_models(readme):
    folder = readme.parent / f"majuscule_{readme.parent.name.replace('-', '_')}"
    assert readme.read_text(encoding="utf-8") == cards(folder)
    assert 'readme = "README.md"' in (readme.parent / "pyproject.toml").read_text()


def test_a_recipe_makes_a_model_with_its_scores_and_its_card(folder):
    made = make_model(folder)
    header = made.header
    assert made.path == folder / "small_package" / "small.model"
    assert (header.name, header.licence, header.weak_spots) == ("small", "CC0", ("All else.",))
    assert header.command == "majuscule model make models/small"
    assert [(one.name, one.licence) for one in header.corpora] == [("News", "CC BY 2.5")]
    assert header.options["slots"] == 20_000
    assert [(one.data, one.measure) for one in header.scores] == [
        ("corpus.jsonl", "f1"),
        ("corpus.jsonl", "accuracy"),
    ]
    assert (folder / "README.md").read_text().startswith("# Model `small`")
    (folder / "other.toml").write_text(RECIPE.replace("small.model", "a.model"))
    make_model(folder / "other.toml")
    assert (folder / "README.md").read_text().count("\n# Model `small`\n") == 1
    plain = majuscule.train(
        [folder.parent / "data" / "corpus.jsonl"],
        options=dict(read(OPTIONS)),
        sources=["name=News,times=2"],
        titles=False,
    )
    assert plain.restore(STORY[0].lower()) == majuscule.load(made.path).restore(STORY[0].lower())


def read(options: tuple[str, ...]) -> list[tuple[str, Any]]:
    return [(key, json.loads(value)) for key, value in (one.split("=") for one in options)]


@pytest.mark.parametrize("option", ["start", "teacher", "linear", "network", "model"])
def test_a_recipe_names_a_model_by_name_or_by_a_file_beside_it(option):
    files = ("../big.model", "../big.gguf")
    for named, expected in (("en", "en"), *((one, str(Path("here", one))) for one in files)):
        recipe = Recipe(folder=Path("here"), options={option: named})
        assert recipe.trained(Path("data"))[1]["options"][option] == expected


def test_what_is_given_wins_over_the_recipe(folder, tmp_path):
    made = make_model(folder, tmp_path / "x.model", options={"slots": 30_000})
    assert made.header.options["slots"] == 30_000
    assert not (folder / "README.md").exists()
    with pytest.raises(UsageError, match="no such data folder; name it with --data"):
        make_model(folder, data=tmp_path / "absent")


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('kind = "tagger"', "", "recipe.toml: kind is missing"),
        ('kind = "tagger"', 'kind = "tagger"\ncolour = 3', "unknown key colour"),
        ("titles = false", "title = false", "unknown key title"),
        ("conditions =", "inputs =", "unknown key inputs"),
        ('name = "News"', 'nam = "News"', "has no name"),
        ('licence = "CC0"', "licence = 0", "option 'licence' is 0; it must be a text"),
        ('kind = "tagger"', 'kind = "tagger"\nfamily = "x"', "family is 'x'; it may be case or"),
        ('kind = "tagger"', "kind =", "not TOML"),
        ('kind = "tagger"', "kind = 5", "recipe.toml: kind is 5; it must be a text"),
        ('["corpus.jsonl"]\n[card]', '"corpus.jsonl"\n[card]', "corpora is .*; it must be a list"),
        ('["All else."]', "5", "option 'weak_spots' is 5; it must be a list"),
        ("[text]", "[[text]]", "text is .*; it must be a table"),
        ("[[scores]]", "[scores]", "scores is .*; it must be a list"),
        ('files = ["corpus.jsonl"]', "", "files is None; it must be a list"),
        ("titles = false", 'titles = "no"', "titles is 'no'; it must be true or false"),
        ("titles = false", 'output = "x"', "unknown key output"),
        ("resamples = 0", 'resamples = "x"', "resamples is 'x'; it must be a whole number"),
    ],
)
def test_a_recipe_that_cannot_be_read_says_why(folder, old, new, error):
    (folder / "recipe.toml").write_text(RECIPE.replace(old, new))
    with pytest.raises(MajusculeError, match=error):
        Recipe.read(folder)


def test_data_to_score_on_that_are_missing_are_noticed_before_the_training(folder):
    old, new = 'files = ["corpus.jsonl"]', 'files = ["dev.jsonl"]'
    (folder / "recipe.toml").write_text(RECIPE.replace(old, new))
    with pytest.raises(MajusculeError, match=r"dev\.jsonl: no such file"):
        make_model(folder)
    assert not (folder / "small_package").exists()
