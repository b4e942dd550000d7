"""Without the packages of models, whatever needs one says the command that brings it."""

import subprocess
import sys

import pytest

import majuscule
from majuscule.cli.program import run
from majuscule.errors import MajusculeError
from majuscule.models import known_models
from majuscule.server.problems import RequestError
from majuscule.server.services import Services

FOLDERS = {
    "en-accurate": "en-accurate",
    "en-cascade": "en-accurate",
    "en-speech": "en-speech",
    "entities-en-accurate": "entities-en-accurate",
}
SPEECH = (
    "the model 'en-speech' is not installed; in a checkout of majuscule, "
    "run pip install ./models/en-speech"
)

pytestmark = pytest.mark.usefixtures("core_alone")


def test_the_core_has_two_models():
    assert {*known_models()} <= {"en", "entities-en"}


@pytest.mark.parametrize("name", FOLDERS)
def test_python_says_what_brings_a_model(name):
    for load in (majuscule.load, majuscule.load_punctuator, majuscule.load_entities):
        with pytest.raises(MajusculeError) as raised:
            load(name)
        assert str(raised.value) == SPEECH.replace("'en-speech'", f"'{name}'").replace(
            "models/en-speech", f"models/{FOLDERS[name]}"
        )


@pytest.mark.parametrize(
    "command",
    [
        "punctuate TEXT",
        "sentences TEXT",
        "restore TEXT --punctuation add",
        "restore TEXT -m en-speech",
        "entities tag TEXT -m en-speech",
        "evaluate en-speech TEXT",
        "train --corrections TEXT --base en-speech -o x.model",
        "model info en-speech",
    ],
)
def test_commands_say_it_in_one_sentence(command, tmp_path, capsys):
    text = tmp_path / "said.txt"
    text.write_text("hello everyone\n")
    assert run(command.replace("TEXT", str(text)).split()) == 2
    assert capsys.readouterr().err == f"majuscule: {SPEECH}\n"


def test_the_list_of_models_has_it(capsys):
    assert run(["model", "list"]) == 0
    listed = capsys.readouterr().out
    for name, folder in FOLDERS.items():
        assert f"{name}\tnot installed\ten\tpip install ./models/{folder}\n" in listed


def test_servers_answer_that_they_lack_it(truecaser):
    services = Services(
        truecaser,
        None,
        lambda: majuscule.load_entities("entities-en-accurate"),
        majuscule.load_punctuator,
    )
    with pytest.raises(RequestError) as raised:
        services.marks()
    assert raised.value.status == 503
    assert SPEECH in str(raised.value)
    with pytest.raises(RequestError, match=r"pip install \./models/entities-en-accurate"):
        services.entities()


EXTRAS = """torch onnx onnxruntime sklearn pyarrow zstandard charset_normalizer starlette uvicorn
spacy pyspark pandas jieba wordfreq hunspell bm25s sacrebleu num2words"""


def test_what_needs_no_extra_runs_without_any(small_model, tmp_path):
    """The libraries of the extras are hidden in a process of its own."""
    (tmp_path / "a.txt").write_text("anna met him in berlin.\n")
    (tmp_path / "cased.txt").write_text("Anna met him in Berlin. They saw the Thames.\n" * 50)
    program = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS.split()!r}))
from majuscule.cli.program import COMMANDS, run
model = sys.argv[1]
assert run(["restore", "-m", model, "a.txt", "-o", "b.txt"]) == 0
assert run(["detect", "-m", model, "a.txt"]) == 0
assert run(["train", "cased.txt", "-o", "c.model", "--option", "epochs=1"]) == 0
assert run(["evaluate", "c.model", "cased.txt", "--resamples", "0"]) == 0
assert all(run([name, "--help"]) == 0 for name in COMMANDS)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(small_model)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "b.txt").read_text() != (tmp_path / "a.txt").read_text()


def test_conditions_and_engines_say_it():
    from majuscule.degrade import conditions
    from majuscule.degrade.conditions import apply
    from majuscule.degrade.kinds import open_engine

    conditions._loaded.cache_clear()  # another test may have had the model
    with pytest.raises(MajusculeError, match=rf"^{SPEECH}$"):
        apply("snor+speech", ["hello"])
    with pytest.raises(MajusculeError, match=rf"^{SPEECH}$"):
        open_engine("majuscule:en-speech")


def test_components_and_columns_say_it():
    spacy = pytest.importorskip("spacy")
    import majuscule.spacy.sentences  # noqa: F401
    from majuscule.spark.columns import ship

    pipeline = spacy.blank("en")
    pipeline.add_pipe("majuscule_sentences")
    with pytest.raises(MajusculeError, match=rf"^{SPEECH}$"):
        pipeline("hello everyone")
    with pytest.raises(MajusculeError, match=rf"^{SPEECH}$"):
        ship(None, "en-speech")
