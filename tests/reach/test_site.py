"""The documentation site builds without a warning, whole, and asks for nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    mkdocs = Path(sys.executable).with_name("mkdocs")
    command = [mkdocs, "build", "--strict", "--site-dir", folder]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_in_the_site_and_its_navigation(site):
    home = (site / "index.html").read_text(encoding="utf-8")
    pages = [page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.md")]
    pages += [page.relative_to(ROOT) for page in (ROOT / "results").rglob("*.md")]
    for page in pages:
        part = page.with_suffix("").as_posix().removesuffix("index").rstrip("/")
        assert (site / part / "index.html").exists(), part
    for heading in ("How-to", "Reference", "Method", "Results", "Models", "Project"):
        assert heading in home


def test_links_between_docs_and_results_are_links_of_the_site(site):
    how_to = (site / "howto" / "entities" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../results/reports/entities/"' in how_to
    result = (site / "results" / "names" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../howto/entities/"' in result
    picture = (site / "results" / "reports" / "en" / "index.html").read_text(encoding="utf-8")
    assert 'src="../en-confidence.svg"' in picture
    assert (site / "results" / "reports" / "en-confidence.svg").exists()


def test_made_pages_are_there(site):
    python = (site / "python" / "index.html").read_text(encoding="utf-8")
    for name in ("Truecaser", "restore_many", "make_truecaser", "train_tagger", "UsageError"):
        assert name in python
    from majuscule.models import known_models

    for name in known_models():
        assert "Licence" in (site / "models" / name / "index.html").read_text(encoding="utf-8")


def test_the_site_asks_for_nothing_from_elsewhere(site):
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        found = re.findall(r'<(?:script|img|link)[^>]*(?:src|href)="(https?:[^"]*)"', text)
        assert not [one for one in found if "canonical" not in one], page
