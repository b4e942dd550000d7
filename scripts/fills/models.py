"""The catalogue of models that the repository's folders define."""

import json
from typing import Any

from majuscule.recipes import FILE, Recipe
from scripts.fills.results import ROOT

CATALOGUE = ROOT / "src/majuscule/models/catalogue.json"


def catalogued() -> list[dict[str, Any]]:
    """Return the catalogue: recipes of packages, and whether their models exist; without teachers,
    which are in no package."""
    packages = sorted((ROOT / "models").glob("*/pyproject.toml"))
    paths = [
        path
        for one in packages
        for path in sorted(
            {*one.parent.glob("*.toml")} - {one}, key=lambda it: (it.name != FILE, it.name)
        )
    ]
    return [
        {
            "name": recipe.card.name,
            "language": recipe.card.language,
            "folder": f"models/{path.parent.name}",
            "made": (path.parent / recipe.output).is_file(),
            "recipe": "" if path.name == FILE else path.name,
        }
        for path, recipe in ((path, Recipe.read(path)) for path in paths)
        if not recipe.output.startswith("..")
    ]


def write_catalogue() -> None:
    text = json.dumps(catalogued(), ensure_ascii=False, indent=1)
    CATALOGUE.write_text(text + "\n", encoding="utf-8")
