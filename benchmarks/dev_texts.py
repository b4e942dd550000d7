"""The dev texts that restorers are compared on: encyclopaedia, news, web, speech."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.environment import ROOT
from majuscule.files import atomic_write_text
from majuscule.measure import case_statistics
from majuscule.measure.case.scores import CaseMetric
from majuscule.reading import read_documents
from majuscule.restore.truecaser import Truecaser
from majuscule.text.codepoints import recase

SHARED = ROOT.parent / "shared" / "data"


@dataclass(frozen=True)
class DevText:
    """Texts under one name; each is a document, and is restored by itself."""

    name: str
    documents: tuple[str, ...]

    @property
    def words(self) -> int:
        """Return how many words there are between blanks."""
        return sum(len(text.split()) for text in self.documents)


def read_dev(shared: Path = SHARED) -> list[DevText]:
    """Return the dev texts of the shared corpora."""
    dev = shared / "truecasing" / "dev"
    texts = [
        DevText("EN-Wiki dev", _lines(dev / "coster-kauchak-dev.txt")),
        DevText("Wikinews dev", _documents(dev / "wikinews.jsonl")),
        DevText("Wikipedia dev", _documents(dev / "wikipedia.jsonl")),
        DevText("EWT dev (web)", _lines(dev / "ewt-dev.txt")),
    ]
    calls = sorted((shared / "speech" / "reference").glob("*.nlp"))
    return [*texts, DevText("Earnings calls (speech)", tuple(_transcript(call) for call in calls))]


def _lines(path: Path) -> tuple[str, ...]:
    return tuple(line for line in path.read_text("utf-8").split("\n") if line)


def _documents(path: Path) -> tuple[str, ...]:
    return tuple(document.text for document in read_documents([str(path)]))


def _transcript(path: Path) -> str:
    """Return a transcript as text: a line for each turn of a speaker."""
    header, *rows = path.read_text("utf-8").splitlines()
    names = header.split("|")
    token, speaker, sign = (names.index(name) for name in ("token", "speaker", "punctuation"))
    turns: list[list[str]] = []
    last = None
    for row in rows:
        cells = row.split("|")
        if cells[speaker] != last:
            turns.append([])
            last = cells[speaker]
        turns[-1].append(cells[token] + cells[sign])
    return "\n".join(" ".join(turn) for turn in turns)


def restore_dev(truecaser: Truecaser, text: DevText) -> list[str]:
    """Return the documents, lower-cased before, as the truecaser restores them."""
    given = [recase(document, "lower") for document in text.documents]
    return list(truecaser.restore_many(given, case="ignore", jobs=1))


def f1(gold: Sequence[str], restored: Sequence[str]) -> float:
    """Return F1 of capitalised words in points, as ``shared/peers.md`` defines it."""
    totals = case_statistics(gold, restored).sum(axis=0)
    return 100 * float(CaseMetric().measures(totals)["f1"])


def write(path: Path, text: str) -> None:
    """Write a report, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write_text(path) as out:
        out.write(text)
