"""README.md, docs/ and results/: commands are run, Python blocks are doc tests, links lead on."""

import doctest
import os
import pkgutil
import re

import pytest

from scripts.fills.console import MODEL, blocks, missing_program, run_page
from scripts.fills.results import ROOT
from scripts.write_docs import filled, pages

PAGES = pages()
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


@pytest.mark.skipif(os.name != "posix", reason="the blocks are for a Unix shell")
@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_commands_print_what_the_page_says(page):
    if needed := missing_program(page.read_text(encoding="utf-8")):
        pytest.skip(f"needs {needed}")
    for block, results in run_page(page):
        for command, printed in results:
            shown = f"{page}:{block.line}: $ {command.source}{printed}"
            assert command.matches(printed), f"{shown}\n(python -m scripts.write_docs)"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_python_blocks_are_right(page):
    parts = [block for block in blocks(page) if block.language == "python"]
    if any("load(" in block.body for block in parts) and not MODEL.exists():
        pytest.skip("the model en is not in this checkout")
    source = "\n".join(block.body for block in parts)
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    assert not parts or test.examples, "a Python block holds no example"
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_blocks_are_run_or_say_why_not(page):
    for block in blocks(page):
        where = f"{page}:{block.line}"
        assert block.language in ("console", "python", "json", "text", "toml"), where
        note = block.note
        assert re.fullmatch(r"|needs: [a-z, -]+|not run: \w.*", note), f"{where}: {note}"
        if block.language == "console":
            assert block.commands(), where


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page):
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for name, anchor in LINK.findall(prose):
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), f"{page}: {name}"
        if anchor:
            heads = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.M)
            assert anchor in [re.sub(r"\W+", "-", head.lower()).strip("-") for head in heads]


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_what_is_filled_in_is_up_to_date(page):
    if not MODEL.exists():
        pytest.skip("the model en is not in this checkout")
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, "run python -m scripts.write_docs"


METHOD = sorted((ROOT / "docs" / "method").glob("*.md"))
SOURCES = [path.as_posix() for path in (ROOT / "src" / "majuscule").rglob("*.py")]


@pytest.mark.parametrize("page", METHOD, ids=[page.stem for page in METHOD])
def test_what_the_method_names_exists(page):
    text = page.read_text(encoding="utf-8")
    for file in re.findall(r"(?<![\w/.])((?:\w+/)+\w+\.py)", text):
        home = ROOT / file
        assert home.exists() or any(path.endswith(f"/{file}") for path in SOURCES), file
    for name in re.findall(r"\bmajuscule(?:\.\w+)+", text):
        assert pkgutil.resolve_name(name) is not None
    for file, name in re.findall(r"(\w[\w/]*)\.py +([\w.]+)\(\)", text):
        module = pkgutil.resolve_name("majuscule." + file.replace("/", "."))
        assert pkgutil.resolve_name(f"{module.__name__}:{name}") is not None


def test_every_report_is_in_the_index():
    index = (ROOT / "results" / "index.md").read_text(encoding="utf-8")
    for report in (ROOT / "results" / "reports").glob("*.md"):
        assert f"(reports/{report.name})" in index


def test_the_readme_has_what_a_reader_looks_for():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for needed in ("make demo", "make test", "majuscule restore", "CC BY-SA 4.0", "Apache-2.0"):
        assert needed in text
    assert text.index("make demo") < text.index("## Install")
