"""What the documentation site adds to the pages of ``docs/``, when it is built.

A hook of MkDocs (``mkdocs.yml``): the reference of the Python interface from docstrings, a card for
each shipped model from its file, the changelog and the notes for contributors.  Nothing of this is
stored, so nothing of it can be out of date.  The navigation is made from the folders.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]

SECTIONS = {
    "Start": ["index.md", "start.md"],
    "How-to": "howto",
    "Reference": ["reference.md", "python.md"],
    "Method": "method",
    "Results": "results",
    "Models": "models",
    "Project": ["scale.md", "changelog.md", "contributing.md", "notice.md"],
}
"""What stands under each heading: pages, or a folder with its index first."""

ROOT_PAGES = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
CSS = """
.md-typeset table:not([class]) { font-size: 0.62rem; font-variant-numeric: tabular-nums; }
.md-typeset table:not([class]) th { min-width: 0; padding: 0.45em 0.8em; }
.md-typeset table:not([class]) td { padding: 0.45em 0.8em; }
.md-typeset h2 code, .md-typeset h3 code { font-size: 0.85em; word-break: break-word; }
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made, and the navigation over all."""
    for name, content in made_pages().items():
        files.append(File.generated(config, name, content=content))
    files.append(File.generated(config, "site.css", content=CSS))
    config.nav = navigation([file.src_uri for file in files.documentation_pages()])
    return files


def made_pages() -> dict[str, str]:
    """Return the pages that are not files of ``docs/``."""
    for folder in (str(ROOT / "src"), str(ROOT)):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    from majuscule.models import known_models, model_card, model_path, read_model
    from scripts.make_python_reference import python_reference

    pages = {"python.md": python_reference()}
    cards = []
    for name in known_models():
        model = read_model(model_path(name))
        size = model.path.stat().st_size
        pages[f"models/{name}.md"] = model_card(model.header, digest=model.digest, size=size)
        cards.append(f"- [`{name}`]({name}.md): {model.header.description or model.header.kind}")
    pages["models/index.md"] = "# Models\n\nThe models in the package; each says what it is.\n\n"
    pages["models/index.md"] += "\n".join(cards) + "\n"
    for name, source in ROOT_PAGES.items():
        pages[name] = for_the_site((ROOT / source).read_text(encoding="utf-8"))
    pages["notice.md"] = for_the_site((ROOT / "NOTICE.md").read_text(encoding="utf-8"))
    return pages


def for_the_site(text: str) -> str:
    """Return a page of the root with links to ``docs/`` as they are on the site."""
    return re.sub(r"\]\(docs/", "](", text)


def navigation(pages: list[str]) -> list[dict[str, Any]]:
    """Return the navigation: every page once, under its heading."""
    found: list[dict[str, Any]] = []
    for heading, place in SECTIONS.items():
        if isinstance(place, list):
            mine = [page for page in place if page in pages]
        else:
            mine = sorted(page for page in pages if page.startswith(place + "/"))
            mine.sort(key=lambda page: not page.endswith("/index.md"))
        if mine:
            found.append({heading: list(mine)})
    return found


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Take away links to what the site does not hold: sources, and results not made yet."""
    here = ROOT / "docs" / Path(page.file.src_uri).parent

    def link(found: re.Match[str]) -> str:
        target = found[2].split("#")[0]
        out = re.match(r"(?:\.\./)+(?:benchmarks|src|scripts|shared|examples)/", target)
        result = "results/" in target and not (here / target).exists()
        return found[1] if out or result else found[0]

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]*)\)", link, markdown)
