"""The dev texts that restorers are compared on: encyclopaedia, news, web, speech."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import CASED, DATA, count_words
from majuscule.measure import CaseMetric, case_statistics
from majuscule.reading import read_documents
from majuscule.restore.truecaser import Truecaser
from majuscule.text.codepoints import recase


@dataclass(frozen=True)
class DevText:
    """Texts under one name; each is a document, and is restored by itself."""

    name: str
    documents: tuple[str, ...]

    @property
    def words(self) -> int:
        """Return how many words there are between blanks."""
        return count_words(self.documents)


def read_dev() -> list[DevText]:
    """Return the dev texts of the shared corpora."""
    calls = sorted((DATA / "speech" / "reference").glob("*.nlp"))
    return [
        DevText("EN-Wiki dev", _lines("coster-kauchak-dev.txt")),
        DevText("Wikinews dev", _documents("wikinews.jsonl")),
        DevText("Wikipedia dev", _documents("wikipedia.jsonl")),
        DevText("EWT dev (web)", _lines("ewt-dev.txt")),
        DevText("Earnings calls (speech)", tuple(_transcript(call) for call in calls)),
    ]


def _lines(name: str) -> tuple[str, ...]:
    text = (CASED / "dev" / name).read_text("utf-8")
    return tuple(line for line in text.split("\n") if line)


def _documents(name: str) -> tuple[str, ...]:
    return tuple(document.text for document in read_documents([str(CASED / "dev" / name)]))


def _transcript(path: Path) -> str:
    """Return a transcript as text: a line for each turn of a speaker."""
    header, *rows = path.read_text("utf-8").splitlines()
    names = header.split("|")
    token, speaker, sign = (names.index(name) for name in ("token", "speaker", "punctuation"))
    turns: list[list[str]] = []
    last = None
    for cells in (row.split("|") for row in rows):
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
    """Return F1 of words with a capital, in points."""
    totals = case_statistics(gold, restored).sum(axis=0)
    return 100 * float(CaseMetric().measures(totals)["f1"])
