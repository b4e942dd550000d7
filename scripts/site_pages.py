"""Pages that the documentation site has beside those of ``docs/``.

A hook of MkDocs (``mkdocs.yml``) adds the results, which are outside ``docs/``; the reference of
the Python interface, from docstrings; the card of each shipped model, from its file; the changelog
and the notes for contributors.  The navigation is made from the folders.
"""

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]

SECTIONS: dict[str, str | list[str]] = {
    "Start": ["index.md", "start.md"],
    "How-to": "howto",
    "Reference": ["reference.md", "python.md"],
    "Method": "method",
    "Results": "results",
    "Models": "models",
    "Project": ["changelog.md", "contributing.md", "notice.md"],
}
"""Heading -> its pages, or a folder, whose index comes first."""

ROOT_PAGES = {name: f"{name.lower()}.md" for name in ("CHANGELOG", "CONTRIBUTING", "NOTICE")}
SHOWN = (".md", ".svg", ".json")
"""Suffixes of the files in ``results/`` that the site includes."""

CSS = """
.md-typeset table:not([class]) { font-size: 0.62rem; font-variant-numeric: tabular-nums; }
.md-typeset table:not([class]) th { min-width: 0; padding: 0.45em 0.8em; }
.md-typeset table:not([class]) td { padding: 0.45em 0.8em; }
.md-typeset h2 code, .md-typeset h3 code { font-size: 0.85em; word-break: break-word; }
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the results and the generated pages, and set the navigation."""
    # Not above: once a hook is loaded, MkDocs resets the path, which lacks these if run as mkdocs.
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    for path in sorted((ROOT / "results").rglob("*")):
        if path.suffix in SHOWN:
            name = path.relative_to(ROOT).as_posix()
            files.append(File.generated(config, name, abs_src_path=str(path)))
    for name, content in made_pages().items():
        files.append(File.generated(config, name, content=content))
    files.append(File.generated(config, "site.css", content=CSS))
    config.nav = navigation([file.src_uri for file in files.documentation_pages()])
    return files


def made_pages() -> dict[str, str]:
    """Return the contents of generated pages, by path."""
    from majuscule.models import known_models, model_card, model_path, read_model
    from scripts.fills import FILLS

    pages = {"python.md": f"# Python\n\nFrom the package's docstrings.\n\n{FILLS['python']()}"}
    cards = []
    for name in known_models():
        model = read_model(model_path(name))
        size = model.path.stat().st_size
        pages[f"models/{name}.md"] = model_card(model.header, digest=model.digest, size=size)
        cards.append(f"- [`{name}`]({name}.md): {model.header.description or model.header.kind}")
    head = "# Models\n\nEach card says what a model is.\n\n"
    pages["models/index.md"] = head + "\n".join(cards) + "\n"
    for name, page in ROOT_PAGES.items():
        pages[page] = (ROOT / f"{name}.md").read_text(encoding="utf-8")
    return pages


def navigation(pages: list[str]) -> list[dict[str, Any]]:
    """Return the navigation: every page once, under its heading; reports in a group."""
    found: list[dict[str, Any]] = []
    for heading, place in SECTIONS.items():
        if isinstance(place, list):
            mine: list[Any] = [page for page in place if page in pages]
        else:
            mine = sorted(page for page in pages if page.startswith(place + "/"))
            mine.sort(key=lambda page: not page.endswith("/index.md"))
            inner = [page for page in mine if page.count("/") > 1]
            mine = [page for page in mine if page not in inner]
            mine += [{"Reports": inner}] if inner else []
        if mine:
            found.append({heading: mine})
    return found


def on_page_markdown(markdown: str, page: Any, files: Files, **_: Any) -> str:
    """Turn links between the folders of the checkout into links of the site.

    A link to a file that the site lacks, such as source code, becomes plain text.
    """
    uri = page.file.src_uri
    here = _source(uri).parent

    def link(found: re.Match[str]) -> str:
        target, mark, anchor = found[2].partition("#")
        if not target or ":" in target:
            return found[0]
        place = _uri((here / target).resolve())
        if place is None or files.get_file_from_path(place) is None:
            return found[1]
        return f"[{found[1]}]({posixpath.relpath(place, posixpath.dirname(uri))}{mark}{anchor})"

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]*)\)", link, markdown)


def _source(uri: str) -> Path:
    """Return the file of the checkout that a page of the site is made from."""
    for name, page in ROOT_PAGES.items():
        if uri == page:
            return ROOT / f"{name}.md"
    return ROOT / ("" if uri.startswith("results/") else "docs") / uri


def _uri(path: Path) -> str | None:
    """Return the path on the site of a file of the checkout, or None."""
    if not path.is_relative_to(ROOT):
        return None
    inside = path.relative_to(ROOT).as_posix()
    if path.parent == ROOT and path.stem in ROOT_PAGES:
        return ROOT_PAGES[path.stem]
    if inside.startswith("docs/"):
        return inside.removeprefix("docs/")
    return inside if inside.startswith("results/") else None
