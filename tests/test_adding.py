"""One of each that CONTRIBUTING says how to add: a folder, a line in a table, and it works.

The four newcomers live in a package that is written into a temporary folder, so nothing of this
package can know them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import majuscule
from majuscule.cli.program import run
from majuscule.degrade.kinds import TASKS
from majuscule.entities import kinds as entity_kinds
from majuscule.kinds import Kind
from majuscule.reading.table import FORMATS, Format
from majuscule.restore import kinds

RESTORER = '''
"""Words as they were most often written with two letters or more in capitals; else small."""

import numpy as np

from majuscule.restore.interface import MODEL, Decisions
from majuscule.text.tokenizing.classes import CA, LC


class Shouter:
    kind = "shouter.v1"

    def __init__(self, words):
        self.words = words

    def decide(self, passage, *, posteriors=False):
        found = np.isin(passage.tokens.words, self.words)
        n = len(found)
        shares = np.stack([~found, 0 * found, found, 0 * found], axis=1).astype(np.float32)
        return Decisions(
            np.where(found, CA, LC).astype(np.uint8),
            np.zeros(n, np.uint64),
            np.ones(n, np.float32),
            np.full(n, MODEL, np.uint8),
            posteriors=shares if posteriors else None,
        )

    def evidence(self, passage):
        return None

    def arrays(self):
        return {"words": self.words}

    def options(self):
        return {}

    @classmethod
    def from_file(cls, file):
        return cls(file.array("words", "<u8"))


def train_shouter(text, options=None, report=None):
    words = [b.passage.tokens.words[b.classes == CA] for b in text.batches()]
    return Shouter(np.unique(np.concatenate(words)))
'''

TAGGER = '''
"""Finds the very mentions that it has seen."""

import re

from majuscule.reading.annotations.mentions import Mention


class Parrot:
    kind = "parrot.v1"

    def __init__(self, seen, labels):
        self.seen, self.labels = seen, tuple(labels)

    def tag(self, text, *, memory=True, lines="auto"):
        found = [
            Mention(match.start(), match.end(), label)
            for form, label in self.seen.items()
            for match in re.finditer(re.escape(form), text, re.I)
        ]
        return sorted(found, key=lambda one: one.start)

    def tag_many(self, texts, *, memory=True, lines="auto", jobs=None):
        return map(self.tag, texts)

    def arrays(self):
        return {}

    def options(self):
        return {"seen": self.seen, "labels": list(self.labels)}

    @classmethod
    def from_file(cls, file):
        return cls(file.header.options["seen"], file.header.options["labels"])


def train_parrot(corpora, labels, knowledge=None, options=None, *, report=None, repairs=None):
    seen = {
        mention.of(document.text): mention.label
        for corpus in corpora
        for document in corpus.documents
        for mention in document.mentions
    }
    return Parrot(seen, labels)
'''

FORMAT = '''
"""Lines of a play: WHO, a tab, what they say."""

from majuscule.reading.extracts import Builder


def read(source):
    for number, line in source.lines():
        who, tab, speech = line.partition("\\t")
        yield Builder(number).keep(who + tab).take(speech).build()
'''

TASK = '''
"""How much of the capitals of a file is there, whoever reads it."""

from majuscule.degrade.interface import Task
from majuscule.measure import SpanMetric
from majuscule.trials.cells import digest_files


class Capitals(Task):
    measure, shown, labels = "f1", ("f1",), ("CAP",)
    tokenizer, unit = "characters", "line"

    def __init__(self, file, data):
        self.name = "capitals"
        self.texts = (data / file).read_text().splitlines()
        self.metric = SpanMetric(self.labels)
        self.digest = digest_files([data / file])

    def score(self, inputs, found):
        def capitals(text):
            return [(at, at + 1, "CAP") for at, letter in enumerate(text) if letter.isupper()]

        right = [capitals(text) for text in self.texts]
        return self.metric.statistics(right, [capitals(one.text) for one in inputs])
'''


@pytest.fixture(autouse=True)
def newcomers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    package = tmp_path / "newcomers"
    package.mkdir()
    parts = {"restorer": RESTORER, "tagger": TAGGER, "play": FORMAT, "capitals": TASK}
    for name, source in {"__init__": "", **parts}.items():
        (package / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(
        kinds.KINDS,
        "shouter.v1",
        Kind("newcomers.restorer:Shouter", "newcomers.restorer:train_shouter"),
    )
    monkeypatch.setitem(
        entity_kinds.KINDS,
        "parrot.v1",
        Kind("newcomers.tagger:Parrot", "newcomers.tagger:train_parrot"),
    )
    monkeypatch.setitem(FORMATS, "play", Format("a play", (".play",), "newcomers.play:read"))
    monkeypatch.setitem(TASKS, "capitals", "newcomers.capitals:Capitals")
    yield
    for name in [one for one in sys.modules if one.partition(".")[0] == "newcomers"]:
        del sys.modules[name]


def test_a_restorer_is_trained_stored_and_used(tmp_path):
    text = tmp_path / "some.txt"
    text.write_text("The UN met in Bonn.\n\nNATO and the UN met.\n" * 20, encoding="utf-8")
    assert run(["train", str(text), "--kind", "shouter", "-o", "shout.model"]) == 0
    truecaser = majuscule.load("shout.model")
    assert truecaser.restore("the un and nato left", case="ignore") == "the UN and NATO left"
    assert truecaser.analyze("nato left", case="ignore").tokens[0].form == "NATO"


def test_an_entity_tagger_is_trained_stored_and_used(tmp_path):
    rows = ["Anna\tB-PER", "left\tO", "New\tB-LOC", "York\tI-LOC", ""]
    (tmp_path / "some.conll").write_text("\n".join(rows * 5), encoding="utf-8")
    command = ["entities", "train", "some.conll", "--kind", "parrot", "-o", "parrot.model"]
    assert run(command) == 0
    found = majuscule.load_entities("parrot.model").tag("we saw new york and anna")
    assert [(one.start, one.end, one.label) for one in found] == [(7, 15, "LOC"), (20, 24, "PER")]


def test_a_format_is_restored_by_its_name(tmp_path):
    (tmp_path / "some.play").write_text("ANNA\twe met angela merkel in berlin.\n", encoding="utf-8")
    majuscule.restore_file("some.play", "cased.play", majuscule.load("en"))
    restored = (tmp_path / "cased.play").read_text(encoding="utf-8")
    assert restored == "ANNA\tWe met Angela Merkel in Berlin.\n"


def test_a_task_is_degraded_and_restored(tmp_path):
    lines = ["Angela Merkel met Barack Obama in Berlin.", "The UN met in New York."]
    (tmp_path / "some.txt").write_text("\n".join(lines), encoding="utf-8")
    plan = """
    [[run]]
    name = "capitals"
    engines = ["majuscule:entities-en"]
    tasks = ["capitals:some.txt"]
    conditions = ["original", "lower", "lower+en"]
    """
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    assert run(["degrade", "run", "plan.toml", "-o", "report"]) == 0
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    rows = dict(line.split("|")[1:3] for line in report.splitlines() if line.count("|") == 4)
    scores = {condition.strip(): cell.split()[0] for condition, cell in rows.items()}
    assert scores["lower"] == "0.00"
    assert scores["lower+en"] == "100.00"
