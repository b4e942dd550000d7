"""The page of the papers: its commands can be given, and its figures are those of the reports."""

import argparse
import ast
import importlib
import re
import shlex

import click
import pytest

from majuscule.cli.program import program
from scripts.fills import papers, results
from scripts.write_docs import made

FOUND = papers.read()
ROWS = [(paper["name"], *row) for paper in FOUND["paper"] for row in paper["rows"]]


class Parsed(Exception):
    """The arguments of a command were read."""


@pytest.mark.parametrize("name", FOUND["commands"])
def test_commands_can_be_given(name, monkeypatch):
    first, *arguments = shlex.split(FOUND["commands"][name])
    if first == "pytest":
        check_tests(*arguments)
    elif first == "majuscule":
        check_command(arguments)
    else:
        assert (first, arguments[0]) == ("python", "-m")
        parse = argparse.ArgumentParser.parse_args

        def parsed(self):
            parse(self, arguments[2:])
            raise Parsed

        monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parsed)
        with pytest.raises(Parsed):
            importlib.import_module(arguments[1]).main()


def check_tests(path: str, option: str = "-k", chosen: str = "") -> None:
    """Check that each part of what is chosen is in the name of a test of the file."""
    tree = ast.parse((results.ROOT / path).read_text("utf-8"))
    tests = [one.name for one in tree.body if isinstance(one, ast.FunctionDef)]
    assert option == "-k"
    for part in chosen.split(" or "):
        assert any(one.startswith("test_") and part in one for one in tests), part


def check_command(arguments: list[str]) -> None:
    """Parse the arguments of a command, that of each group it stands in first."""
    command: click.Command = program
    context = None
    while isinstance(command, click.Group):
        context = command.make_context(command.name, list(arguments), parent=context)
        name, found, arguments = command.resolve_command(
            context, [*context._protected_args, *context.args]
        )
        assert found is not None, name
        command = found
    command.make_context(command.name, list(arguments), parent=context)


def test_rows_name_a_command_and_say_what_differs():
    used = set()
    for paper, what, theirs, ours, name, differs in ROWS:
        assert name in FOUND["commands"], (paper, what)
        assert all(one.strip() for one in (what, theirs, ours, differs))
        assert "not tried" not in f"{ours} {differs}"
        used.add(name)
    assert used == set(FOUND["commands"])


def test_the_page_is_what_the_reports_say():
    page = (results.ROOT / "docs" / "method" / "papers.md").read_text("utf-8")
    block = re.search(r"<!-- fill: papers table -->\n(.*)<!-- end -->", page, re.DOTALL)
    assert block is not None
    assert block[1] == made("papers table")
    assert not re.search(r"[{}]|nan", block[1])


def test_a_figure_that_is_in_no_report_is_told():
    for pointer in ("lexicon > nothing > a > b", "engines > entities:x > memm > original > f1"):
        with pytest.raises(KeyError):
            papers.value(pointer)
    with pytest.raises(KeyError, match="no row"):
        papers.value("lexicon > lexicon > nobody > forms")
