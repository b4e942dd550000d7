"""The dev texts that restorers are compared on: encyclopaedia, news, web, speech, novels, talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import CASED, DATA, count_words
from majuscule.measure import CaseMetric, case_statistics
from majuscule.reading import read_documents
from majuscule.restore.truecaser import Truecaser
from majuscule.text.codepoints import recase
from majuscule.text.sentences import without_final_mark
from majuscule.trials.texts import lacks_capitals


@dataclass(frozen=True)
class DevText:
    """Texts under one name; each is a document, and is restored by itself."""

    name: str
    documents: tuple[str, ...]

    @property
    def words(self) -> int:
        return count_words(self.documents)


def read_dev() -> list[DevText]:
    turns = "\n".join(_documents(CASED / "dev" / "talk.jsonl")).split("\n")
    talk = tuple(turn for turn in turns if turn)
    cased = tuple(turn for turn in talk if not lacks_capitals(turn))
    calls = sorted((DATA / "speech" / "reference").glob("*.nlp"))
    return [
        DevText("EN-Wiki dev", _lines("coster-kauchak-dev.txt")),
        DevText("Wikinews dev", _documents(CASED / "dev" / "wikinews.jsonl")),
        DevText("Wikipedia dev", _documents(CASED / "dev" / "wikipedia.jsonl")),
        DevText("EWT dev (web)", _lines("ewt-dev.txt")),
        DevText("Earnings calls (speech)", _documents(*calls)),
        DevText("Novels dev", _documents(CASED / "dev" / "novels.jsonl")),
        DevText("Talk dev", talk),
        DevText("Talk dev, written with capitals", cased),
        DevText("Talk dev, no final marks", tuple(map(without_final_mark, talk))),
    ]


def _lines(name: str) -> tuple[str, ...]:
    text = (CASED / "dev" / name).read_text("utf-8")
    return tuple(line for line in text.split("\n") if line)


def _documents(*paths: Path) -> tuple[str, ...]:
    return tuple(document.text for document in read_documents(map(str, paths)))


def restore_dev(truecaser: Truecaser, text: DevText) -> list[str]:
    """Return the documents, lower-cased before, as the truecaser restores them."""
    given = [recase(document, "lower") for document in text.documents]
    return list(truecaser.restore_many(given, case="ignore", jobs=1))


def f1(gold: Sequence[str], restored: Sequence[str]) -> float:
    totals = case_statistics(gold, restored).sum(axis=0)
    return 100 * float(CaseMetric().measures(totals)["f1"])
