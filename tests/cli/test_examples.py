"""The examples in the help of each command are run, on files of the names that they have."""

import gzip
import json
import lzma
import os
import re
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from inspect import cleandoc
from pathlib import Path
from shutil import copyfile, copytree

import click
import pytest

from majuscule.cli.program import program, run
from majuscule.corrections.store import CorrectedDocument, Store, WordEdit
from majuscule.models import known_models
from majuscule.words.wordnet import WORDNET
from scripts.fills.commands import commands
from scripts.fills.console import shell
from tests.golden import STORY
from tests.reading.formats.test_office import DOCX, pack

PROGRAMS = {
    "less": 'cat "$@"',
    "recogniser": "echo hello everyone thanks for joining how are you",
    "tail": "cat chat.log",  # tail -f never ends
}
NOT_RUN = {
    "curl": "needs a server; tests/server has them",
    "majuscule model make": "needs the corpora; tests/recipes has recipes without",
    "majuscule serve": "never ends; tests/server has servers",
}
"""Beginnings of examples, and why they are not run."""

NEEDS = {
    "majuscule restore --language de": "de-accents",
    "majuscule restore --language fr": "fr-accents",
    "en-speech": "en-speech",
    "majuscule punctuate": "en-speech",
    "majuscule sentences": "en-speech",
    "entities-en-accurate": "entities-en-accurate",
}
"""What stands in an example, and the model that it needs."""

CASED = "".join(f"{one}\n" for one in (*STORY, "We ate a turkey, but nobody in Turkey saw it."))
LOWER = CASED.lower()
CUES = "".join(
    f"{number}\n00:00:0{number},000 --> 00:00:0{number},900\n{one}\n\n"
    for number, one in enumerate(STORY, 1)
)
CTM = "a 1 0.5 0.3 hello\na 1 0.9 0.4 everyone\na 1 2.9 0.4 how\na 1 3.4 0.2 are\na 1 3.7 0.2 you\n"
NEWS = (json.dumps({"title": "In the News", "text": CASED}) + "\n") * 30
ROWS = "title,place,text\nthe port,berlin,anna lives in berlin\n"
TAGGED = "Anna\tB-PER\nPort\tI-PER\nmet\tO\nNASA\tB-ORG\n.\tO\n\n" * 12
MENTIONS = json.dumps(
    {"text": "Anna met him.", "mentions": [{"start": 0, "end": 4, "label": "PER"}]}
)
PLAN = """[[run]]
name = "Names"
engines = ["majuscule:entities-en"]
tasks = ["entities:gold.tsv"]
conditions = ["original", "lower"]
"""
FILES = {
    "story.txt notes/a.txt mail.txt notes.txt chat.log call.txt lower.txt recognised.txt": LOWER,
    "sentences.txt small.txt gold.txt restored.txt transcript.txt transcripts.txt raw.txt": CASED,
    "pool.txt": f"{CASED}\n{LOWER}",
    "articles.jsonl dev.jsonl chat.jsonl news.jsonl news/a.jsonl corpus/dewiki.jsonl": NEWS,
    "pool.jsonl": NEWS + NEWS.lower(),
    "table.csv": ROWS,
    "film.srt restored.srt films/a.srt films/b.srt films/c.srt": CUES,
    "call.ctm talks/a.ctm talks/b.ctm": CTM,
    "whisper.json": json.dumps({"segments": [{"text": " how are you", "start": 1, "end": 2}]}),
    "page.html": "<p>anna lives in <b>berlin</b></p>",
    "terms.txt": "OpenAI\nBank of America\n",
    "clubs.txt": "old port club\n",
    "gold.tsv dev.tsv mine.tsv corrected.tsv held-out.tsv": TAGGED,
    "gold.jsonl mine.jsonl": MENTIONS,
    "plan.toml": PLAN,
    ".config/fish/completions/other.fish": "",
}


@pytest.fixture(scope="module")
def files(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all files that examples read."""
    folder = tmp_path_factory.mktemp("examples")
    for names, content in FILES.items():
        for name in names.split():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
    (folder / "table.csv.gz").write_bytes(gzip.compress(ROWS.encode()))
    for name in ("archive.jsonl.xz", "news.jsonl.xz"):
        (folder / name).write_bytes(lzma.compress(NEWS.encode()))
    pack(folder / "report.docx", DOCX)
    copyfile(model, folder / "mine.model")
    for name in ("mixed", "news", "encyclopedia"):
        run(["lexicon", "build", f"{folder}/news.jsonl", "-o", f"{folder}/{name}.lexicon"])
    with closing(Store(folder / "corrections.db")) as store:
        text = "we saw that zorg met the man."
        store.add_document(CorrectedDocument("z", "", "Eva", "", text, text, "", ()))
        edits = [WordEdit("1", 0, "We"), WordEdit("2", text.index("zorg"), "Zorg", mark=",")]
        store.add_edits("z", "Eva", edits)
    if find_spec("pyarrow"):
        import pyarrow
        from pyarrow import parquet

        parquet.write_table(pyarrow.table({"text": [LOWER]}), folder / "news.parquet")
    if find_spec("spacy"):
        import spacy

        pipeline = spacy.blank("en")
        pipeline.add_pipe("entity_ruler").add_patterns([{"label": "ORG", "pattern": "NASA"}])
        pipeline.to_disk(folder / "en_core_web_sm")
    return folder


def examples(command: click.Command) -> list[str]:
    """Return the examples in a command's help, each a line of shell."""
    paragraph = re.search(
        r"^Examples?:\n(.*?)(?:\n\n|\Z)", cleandoc(command.help or ""), re.M | re.S
    )
    assert paragraph is not None, command.name
    return cleandoc(paragraph[1].replace("\\\n", "")).splitlines()


def reason_not_to_run(example: str) -> str:
    """Return why an example is not run here, or ""."""
    for begin, reason in NOT_RUN.items():
        if example.startswith(begin):
            return reason
    for part, model in NEEDS.items():
        if part in example and model not in known_models():
            return f"needs the model {model}"
    for part, module in (("parquet", "pyarrow"), ("spacy:", "spacy")):
        if part in example and find_spec(module) is None:
            return f"needs {module}"
    if re.search("--kind (context|maxent)|entities teach", example) and not WORDNET.exists():
        return "needs WordNet"
    return ""


def cases() -> Iterator[object]:
    """Yield the examples of each command, and each that is not run, with the reason."""
    for path, command in [((), program), *commands(program)]:
        lines = examples(command)
        reasons = {line: reason for line in lines if (reason := reason_not_to_run(line))}
        for line, reason in reasons.items():
            yield pytest.param([line], marks=pytest.mark.skip(f"{line}: {reason}"), id=line)
        if left := [line for line in lines if line not in reasons]:
            yield pytest.param(left, id=" ".join(path) or "majuscule")


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a Unix shell")
@pytest.mark.parametrize("lines", [*cases()])
def test_the_examples_of_a_command_run(lines, files, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    copytree(files, tmp_path, dirs_exist_ok=True)
    with shell(tmp_path, **PROGRAMS) as run_line:
        for line in lines:
            done = run_line(line)
            assert done.returncode == 0, f"$ {line}\n{done.stdout}"
            if written := re.search(r"(?:>|-o) ([\w.-]+\.\w+)$", line):
                assert (tmp_path / written[1]).stat().st_size, line
