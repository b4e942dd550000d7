"""What tiny models of every kind hold and answer, frozen: moving code must not change a byte.

The digests in ``cases/frozen.json`` were taken before the code was laid out by floors, those of
words in context and of Chinese characters later.  A change of method changes them on purpose: run
this file as a program, and say in the commit why.
Log-linear models and networks are trained by other people's arithmetic, which differs between
machines: of those the answers alone are frozen.
"""

import hashlib
import itertools
import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from majuscule.cli.program import run
from majuscule.entities import kinds as entity_kinds
from majuscule.models import read_model
from majuscule.restore import kinds

CASES = Path(__file__).parent / "cases" / "frozen.json"
PEOPLE = ("Angela Merkel", "Barack Obama", "Ada McDonald", "John O'Neill", "Mary Berlin")
PLACES = ("Berlin", "New York", "the United Nations", "the UN", "McDonald's")
DAYS = ("Monday", "Tuesday", "March 3", "2008")
ASKED = "angela merkel met the press in the un. ada mcdonald saw berlin on march 3.\n"
ASKED_OF = {
    **dict.fromkeys(("chinese", "chinese-characters"), "王芳在北京工作。\n"),
    "context": "we say that swift wrote about giants on an island today.\n",
}
CHINESE = ("李明/PER 在/O 北京/LOC 工作/O 。/O", "王芳/PER 去/O 了/O 上海/LOC 。/O")
LINEAR = ("epochs=2", "least=1", "slots=20000", "held_out=20", "threads=1")
CASE_KINDS = {
    "tagger": (*LINEAR, "after_packing=1", "classes=0", "words=1"),
    "unigram": (),
    "hmm": (),
    "trigram": (),
    "neural": ("tokens=20000", "width=32", "batch=200", "threads=1"),
    "context": ("model=unigram", "context_words=swift", "one_in=3"),
}
ENTITY_KINDS = {
    "entities": LINEAR,
    "hmm": (),
    "maxent": ("wordnet=", "cutoff=1", "iterations=30"),
    "memm": ("wordnet=", "cutoff=1", "iterations=30"),
    "chinese": (),
    "chinese-characters": ("iterations=10",),
}
NOT_FROZEN = {"cascade", "adapted", "neural-entities", "adapted-entities"}
"""Kinds that are made of finished models: of frozen ones, and of what tests of their own hold."""
ANSWERS_ALONE = (
    "neural",
    "context",
    "entities maxent",
    "entities memm",
    "entities chinese-characters",
)


def write_texts(folder: Path) -> None:
    """Write a corpus of case and two annotated ones."""
    documents = [
        {"id": str(number), "text": f"{a} met the press in {b}. The press saw {a.split()[-1]} too."}
        for number, (a, b, _) in enumerate(itertools.product(PEOPLE, PLACES, range(4)))
    ]
    (folder / "case.jsonl").write_text("\n".join(map(json.dumps, documents)), encoding="utf-8")
    told = {"Swift": "wrote about giants on an island", "swift": "and sudden was the reply to it"}
    senses = [
        {"id": str(number), "text": f"We say that {form} {rest} today."}
        for number, (form, rest) in enumerate([*told.items()] * 150)
    ]
    (folder / "senses.jsonl").write_text("\n".join(map(json.dumps, senses)), encoding="utf-8")
    rows = []
    for person, place, day in itertools.product(PEOPLE, PLACES, DAYS):
        for words, label in ((person, "PER"), ("went to", ""), (place, "LOC"), (day, "DATE")):
            for number, word in enumerate(words.split()):
                rows.append(f"{word}\t{('I-' if number else 'B-') + label if label else 'O'}")
        rows += [".\tO", ""]
    (folder / "names.conll").write_text("\n".join(rows), encoding="utf-8")
    rows = []
    for sentence in CHINESE * 20:
        for token in sentence.split():
            word, label = token.split("/")
            rows.append(f"{word}\t{label if label == 'O' else 'B-' + label}")
        rows.append("")
    (folder / "chinese.conll").write_text("\n".join(rows), encoding="utf-8")


def frozen(what: str, folder: Path) -> dict[str, str]:
    """Train the kind; return the digest of its arrays, and of what it answers."""
    model, answer = folder / "a.model", folder / "answer"
    family, _, kind = what.rpartition(" ")
    table = ENTITY_KINDS if family else CASE_KINDS
    options = [part for one in table[kind] for part in ("--option", one)]
    asked = folder / "asked.txt"
    asked.write_text(ASKED_OF.get(kind, ASKED), encoding="utf-8")
    if family:
        corpus = folder / ("chinese.conll" if kind.startswith("chinese") else "names.conll")
        train, use = ["entities", "train"], ["entities", "tag"]
    else:
        corpus = folder / ("senses.jsonl" if kind == "context" else "case.jsonl")
        train, use = ["train"], ["restore", "--case", "ignore"]
    assert run([*train, str(corpus), "--kind", kind, "-o", str(model), *options]) == 0
    assert run([*use, "--format", "text", "-m", str(model), str(asked), "-o", str(answer)]) == 0
    state = hashlib.sha256()
    for entry in sorted(read_model(model).entries, key=lambda one: one.name):
        state.update(f"{entry.name} {entry.dtype} {entry.shape} {entry.sha256}".encode())
    # Without the folder's name and the confidences.
    answers = answer.read_text(encoding="utf-8").replace(str(folder), "")
    answers = re.sub(r"\t[01]\.\d\d\t", "\t", answers)
    found = {"answer": hashlib.sha256(answers.encode()).hexdigest()[:16]}
    if what not in ANSWERS_ALONE:
        found["arrays"] = state.hexdigest()[:16]
    return found


def test_every_kind_is_frozen_or_made_of_others():
    known = {kind.split(".")[0] for kind in (*kinds.KINDS, *entity_kinds.KINDS)}
    assert known == {*CASE_KINDS, *ENTITY_KINDS, *NOT_FROZEN}


ALL = [*CASE_KINDS, *(f"entities {kind}" for kind in ENTITY_KINDS)]


@pytest.mark.parametrize("what", ALL)
def test_a_tiny_model_is_the_same_as_ever(what, tmp_path):
    if what == "neural" and find_spec("torch") is None:
        pytest.skip("training a network needs PyTorch")
    write_texts(tmp_path)
    assert frozen(what, tmp_path) == json.loads(CASES.read_text(encoding="utf-8"))[what]


def main() -> None:
    """Print the digests of the code as it is."""
    found = {}
    for what in ALL:
        with TemporaryDirectory() as folder:
            write_texts(Path(folder))
            found[what] = frozen(what, Path(folder))
    json.dump(found, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
