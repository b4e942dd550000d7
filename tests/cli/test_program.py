"""The program: help that helps, errors in one sentence, and documents that name every option."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import majuscule as package
from majuscule.cli.program import program
from majuscule.models import known_models
from scripts.fills.commands import commands

ROOT = Path(__file__).parents[2]


ALL = list(commands(program))
IDS = [" ".join(path) for path, _ in ALL]


@pytest.mark.parametrize(("path", "command"), ALL, ids=IDS)
def test_help_has_an_example_and_names_everything(path, command):
    text = command.get_help(click.Context(command, help_option_names=["-h", "--help"]))
    assert "Example" in text
    assert f"majuscule {path[0]}" in text
    assert command.get_short_help_str()
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.name} has no help"


@pytest.mark.parametrize(("path", "command"), ALL, ids=IDS)
def test_the_reference_tells_of_each_command_and_option(path, command):
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    heading = f"## majuscule {' '.join(path)}\n"
    assert heading in text
    section = text.split(heading)[1].split("\n## ")[0]
    for parameter in command.params:
        for name in [*parameter.opts, *parameter.secondary_opts]:
            if name.startswith("--"):
                assert f"`{name}" in section, f"{heading.strip()} does not tell of {name}"


def test_each_command_stands_in_the_help(majuscule):
    text = majuscule("--help").text
    for path, _ in ALL:
        if len(path) == 1:
            assert f"\n  {path[0]} " in text
    assert majuscule("restore", "-h").text.startswith("Usage: majuscule restore")


def test_version(majuscule):
    assert majuscule("--version").text == f"majuscule {package.__version__}\n"


def test_no_command_shows_the_help_and_unknown_ones_are_named(majuscule):
    done = majuscule()
    assert done.status == 2
    assert "Usage: majuscule" in done.errors
    done = majuscule("restor")
    assert done.status == 2
    assert done.errors.count("\n") == 1
    assert "no such command 'restor'. Did you mean 'restore'?" in done.errors
    assert "Did you mean" not in majuscule("xyz").errors
    assert "'--lines'?" in majuscule("restore", "--line", "wrapped").errors
    assert "did you mean en-speech?" in majuscule("restore", "-m", "en-speach").errors
    done = majuscule(__file__)
    assert f"To restore that file: majuscule restore {__file__}" in done.errors


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@pytest.mark.parametrize("command", [["restore"], ["detect", "-"], ["entities", "tag"]])
def test_whoever_sits_at_a_terminal_is_told_what_is_waited_for(command):
    import pty

    ours, theirs = pty.openpty()
    os.write(ours, b"\x04")  # Ctrl-D
    run = [sys.executable, "-m", "majuscule", *command]
    done = subprocess.run(run, stdin=theirs, capture_output=True, text=True, timeout=60)
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 0
    assert done.stderr == "majuscule: reading what you type; Ctrl-D ends it\n"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("restore", "there is no model 'xx'"),
        ("detect", "there is no model 'xx'"),
        ("punctuate", "no model punctuates in 'xx'; there are models for de, en\n"),
        ("sentences", "no model finds the sentences in 'xx'; there are models for de, en\n"),
        ("entities tag", "no model tags in 'xx'; there are models for en, zh\n"),
    ],
)
def test_the_language_chooses_the_model(majuscule, command, why):
    done = majuscule(*command.split(), "--language", "xx-YY", given=b"in rome")
    assert (done.status, done.output) == (2, b"")
    assert done.errors.startswith(f"majuscule: {why}")
    done = majuscule(*command.split(), "--language", "xx", "-m", "en", given=b"in rome")
    assert "--model and --language both choose the model" in done.errors


def test_auto_is_a_language_wherever_case_is_judged_or_restored(majuscule):
    assert majuscule("restore", "--language", "auto", given=b"in rome").text == "in rome"
    assert majuscule("detect", "--language", "auto", given=b"in rome").text == "lower\tin rome\n"
    done = majuscule("sentences", "--language", "auto", given=b"in rome")
    assert "--language auto is only for restoring case; name the language" in done.errors


def test_debug_shows_the_traceback(majuscule):
    done = majuscule("--debug", "model", "info", "x.model")
    assert done.status == 2
    assert "Traceback" in done.errors
    assert done.errors.endswith("majuscule: x.model: no such model file\n")
    assert "Traceback" not in majuscule("model", "info", "x.model").errors


def test_our_own_errors_are_one_sentence_too(majuscule, model, monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError("oh\n\x1bno")

    monkeypatch.setattr("majuscule.restore.languages.loading.load_any", fail)
    done = majuscule("restore", "-m", model, given=b"a\n")
    assert done.status == 2
    assert done.errors.startswith("majuscule: internal error: ZeroDivisionError: oh no; please")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(majuscule, shell):
    assert "_MAJUSCULE_COMPLETE" in majuscule("completion", shell).text
    assert "Choose from: bash, zsh, fish" in majuscule("completion").errors


def test_completion_completes(majuscule, monkeypatch):
    monkeypatch.setenv("_MAJUSCULE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "majuscule restore --mem")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert "--memory" in majuscule().text


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("restore -m en", ["plain,en", "plain,en-cascade"]),
        ("entities tag -m ", ["plain,entities-en"]),
        ("restore -m ./a", ["file,./a"]),
    ],
)
def test_completion_knows_the_installed_models(majuscule, monkeypatch, words, completed):
    names = "en", "en-cascade", "en-speech", "entities-en"
    monkeypatch.setattr("majuscule.models.names.known_models", lambda: names)
    monkeypatch.setenv("_MAJUSCULE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"majuscule {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
    assert majuscule().text.split("\n")[:-1] == completed


def test_help_imports_nothing_heavy(start):
    code = (
        "import sys; from majuscule.cli.program import run; run(['--help']);"
        "heavy = {'numpy', 'concurrent.futures', 'json'} & set(sys.modules);"
        "print(*heavy, file=sys.stderr)"
    )
    source = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); " + code
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert done.stderr.split() == []


@pytest.mark.parametrize(
    ("command", "written", "needed"),
    [
        (["restore"], "Ada met Bob", set()),
        (["entities", "tag", "--to", "inline"], "[ada](PER) met [bob](PER)", set()),
        pytest.param(
            ["punctuate"],
            "Ada met Bob.",
            {"bz2", "email", "importlib.metadata", "zipfile"},
            marks=pytest.mark.skipif(
                "en-speech" not in known_models(), reason="the model en-speech is not here"
            ),
        ),
    ],
)
def test_a_line_is_done_without_libraries_that_it_does_not_need(start, command, written, needed):
    code = (
        "import io, sys; from majuscule.cli.program import run;"
        f"sys.stdin = io.TextIOWrapper(io.BytesIO(b'ada met bob')); run({command!r});"
        "spared = {'bz2', 'concurrent.futures', 'email', 'importlib.metadata', 'zipfile'};"
        f"spared -= {needed};"
        "spared |= {'majuscule.restore.analysis', 'majuscule.restore.languages.restorer'};"
        "spared |= {'click.shell_completion', 'majuscule.learn.batches', 'numpy.ma', 'shlex'};"
        "spared |= {'majuscule.text.protecting.shapes'};"
        "print(*sorted(spared & set(sys.modules)), file=sys.stderr)"
    )
    source = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); " + code
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert done.stdout.removesuffix("\n") == written
    assert done.stderr.split() == []


def test_only_commands_that_multiply_matrices_get_threads_for_it(majuscule, monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    majuscule("train", "--help")
    assert "OPENBLAS_NUM_THREADS" not in os.environ
    majuscule("restore", "--help")
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"


@pytest.mark.parametrize(
    "command", [("restore", "-m"), ("model", "info"), ("model", "list"), ("completion", "bash")]
)
def test_a_closed_standard_output_is_told(command, model):
    words = [*command, *([str(model)] if command[-1] in ("-m", "info") else [])]
    code = (
        "import sys; sys.stdout.close(); sys.stdout = None;"
        f"from majuscule.cli.program import run; sys.exit(run({words!r}))"
    )
    source = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); " + code
    done = subprocess.run(
        [sys.executable, "-c", source], input="a\n", capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    told = "standard output is closed; name a file with -o, if there is that option"
    assert done.stderr == f"majuscule: {told}\n"


def test_an_interrupted_command_waits_for_no_thread():
    code = f"""
import sys, threading, time; sys.path.insert(0, {str(ROOT / "src")!r})
from majuscule.cli import program
threading.Thread(target=time.sleep, args=(60,)).start()
program.run = lambda _arguments: program.INTERRUPTED
program.main()
"""
    done = subprocess.run([sys.executable, "-c", code], timeout=30, check=False)
    assert done.returncode == 130


def test_model_info_list_and_edit(majuscule, model, tmp_path):
    own = tmp_path / "own.model"
    own.write_bytes(model.read_bytes())
    text = majuscule("model", "info", own, "--verify").text
    assert "kind         tagger.v1" in text
    assert "every array matches" in text
    digest = json.loads(majuscule("model", "info", own, "--json").text)["digest"]
    done = majuscule("model", "edit", own, "--licence", "CC0", "--weak-spot", "Songs.")
    assert (done.status, done.output) == (0, b"")
    card = majuscule("model", "info", own, "--card").text
    assert re.search(r"\| Licence +\| CC0 ", card)
    assert "- Songs." in card
    assert json.loads(majuscule("model", "info", own, "--json").text)["digest"] == digest
    assert "nothing to change" in majuscule("model", "edit", own).errors
    assert majuscule("model", "list").status == 0
