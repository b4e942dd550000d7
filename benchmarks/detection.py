"""Measure case detection on well-cased text and on lower-, upper- and title-cased copies of it.

    python -m benchmarks.detection FOLDER [--model NAME] [--german FILE]

FOLDER holds ``wikinews.jsonl``, ``wikipedia.jsonl`` (documents with paragraphs) and
``coster-kauchak-dev.txt``, ``ewt-dev.txt`` (a sentence a line).  Each line is judged alone and in
its document; documents are judged in a pool that is mixed here: as they are, in four kinds of
copies, and half and half.  With ``--model`` the same again, with what that model knows of words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.report import made, options, say, write_report
from majuscule.detection import verdicts as detection
from majuscule.detection.verdicts import CASED, LOWER, MIXED, NOTHING, STARTS, TITLE, UPPER
from majuscule.detection.words import FUNCTION_WORDS
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.models import model_path, read_model
from majuscule.reading import read_documents
from majuscule.restore.truecaser import truecaser_of
from majuscule.text import (
    CA,
    FIXED,
    KEEP,
    LC,
    UC,
    Passage,
    apply,
    case_tables,
    classes_of,
    hash_words,
    passage_of,
    read_passage,
    rewrite,
    sentence_starts,
)
from majuscule.text.codepoints import CodePoints, decode

POOL = ("as it is", "lower", "upper", "title", "headline", "half and half")
SOURCES = ("wikinews.jsonl", "wikipedia.jsonl", "coster-kauchak-dev.txt", "ewt-dev.txt")
Evidence = Callable[[Passage], npt.NDArray[np.float32]]


def documents_of(path: Path) -> list[list[str]]:
    documents = [list(d.paragraphs) for d in read_documents([str(path)])]
    if path.suffix == ".txt":
        documents = [[line for document in documents for line in document]]
    return [[p for p in paragraphs if p.strip()] for paragraphs in documents]


def titled(passage: Passage, *, headline: bool) -> CodePoints:
    """Return a copy with capitals on every word, or on all but closed-class words."""
    tokens = passage.tokens
    written = classes_of(passage.codes, tokens.starts, tokens.ends)
    classes = np.where((tokens.kinds == FIXED) | (written != LC), KEEP, UC).astype(np.uint8)
    first = passage.codes[tokens.starts]
    classes[(first == 0x27) | (first == 0x2019)] = KEEP
    classes[tokens.words == hash_words(["n't"])[0]] = KEEP
    if headline:
        classes[np.isin(tokens.words, hash_words(FUNCTION_WORDS))] = KEEP
    return _applied(passage, classes)


def starts_only(passage: Passage) -> CodePoints:
    """Return a copy with no capitals but those at sentence starts, and the pronoun I."""
    tokens = passage.tokens
    classes = np.where(tokens.kinds == FIXED, KEEP, LC).astype(np.uint8)
    keep = sentence_starts(tokens.positions) | (tokens.words == hash_words(["i"])[0])
    classes[keep] = KEEP
    return _applied(passage, classes)


def _applied(passage: Passage, classes: npt.NDArray[np.uint8]) -> CodePoints:
    tokens, masks = passage.tokens, np.zeros(len(passage.tokens), np.uint64)
    return apply(passage.codes, tokens.starts, tokens.ends, classes, masks)


COPIES: dict[str, tuple[int, Callable[[Passage], CodePoints]]] = {
    "as it is": (CASED, lambda p: p.codes),
    "lower": (LOWER, lambda p: rewrite(p.codes, p.tokens, LC)),
    "upper": (UPPER, lambda p: rewrite(p.codes, p.tokens, CA)),
    "title": (TITLE, lambda p: titled(p, headline=False)),
    "headline": (TITLE, lambda p: titled(p, headline=True)),
    "starts only": (STARTS, starts_only),
}


def lines_measured(documents: list[list[str]], evidence: Evidence | None) -> dict[str, object]:
    """Return for each copy how many lines are told right and how many would be left alone."""
    lines = [line for document in documents for line in document]
    source = read_passage("\n".join(lines))
    sizes = np.cumsum([0, *map(len, documents)])[:-1]
    alone = np.arange(len(lines))
    report: dict[str, object] = {"lines": len(lines)}
    for name, (expected, copy) in COPIES.items():
        passage = passage_of(copy(source))
        known = evidence(passage) if evidence else None
        for context, begins in (("alone", alone), ("in document", sizes)):
            began = time.perf_counter()
            found = detection.detect_lines(passage, evidence=known, documents=begins)
            seconds = time.perf_counter() - began
            changed = np.zeros(len(lines), bool)
            bad = ~np.isin(found.part_verdicts, (CASED, NOTHING))
            changed[found.part_lines[bad]] = True
            right = ~changed if expected == CASED else found.verdicts == expected
            report[f"{name}, {context}"] = {
                "right": round(100 * float(right.mean()), 2),
                "left alone": round(100 * float((~changed).mean()), 2),
                "lines/s": round(len(lines) / seconds),
            }
    return report


def pool_measured(documents: list[list[str]], evidence: Evidence | None) -> dict[str, object]:
    """Return how many documents of a mixed pool get the right verdict, or are rightly kept."""
    pool: list[tuple[int, str, str]] = []
    for number, document in enumerate(documents):
        passage = read_passage("\n".join(document))
        copies = {name: decode(copy(passage)) for name, (_, copy) in COPIES.items()}
        for name in ("as it is", "lower", "upper", "title", "headline"):
            pool.append((COPIES[name][0], copies[name], name))
        other = ("lower", "upper", "title")[number % 3]
        cased, changed = (copies[name].split("\n") for name in ("as it is", other))
        sizes = np.cumsum([len(line) for line in cased])
        half = int(np.abs(sizes - sizes[-1] / 2).argmin()) + 1
        if 0.25 < sizes[half - 1] / sizes[-1] < 0.75:
            pool.append((MIXED, "\n".join([*cased[:half], *changed[half:]]), "half and half"))
    texts = [text.split("\n") for _, text, _ in pool]
    begins = np.cumsum([0, *map(len, texts)])[:-1]
    passage = read_passage("\n".join(text for _, text, _ in pool))
    known = evidence(passage) if evidence else None
    verdicts, _, _ = detection.detect_documents(passage, begins, evidence=known)
    expected = np.array([kind for kind, _, _ in pool])
    right = verdicts == expected
    kept = (verdicts == CASED) == (expected == CASED)
    report: dict[str, object] = {}
    kinds = np.array([name for _, _, name in pool])
    for name in dict.fromkeys(name for _, _, name in pool):
        report[name] = round(100 * float(right[kinds == name].mean()), 2)
    plain = kinds != "headline"
    return report | {
        "documents": len(pool),
        "right": round(100 * float(right.mean()), 2),
        "right, without headline style": round(100 * float(right[plain].mean()), 2),
        "kept or dropped rightly": round(100 * float(kept.mean()), 2),
    }


def evidence_of(name: str) -> Evidence:
    """Return what a model knows of how often words are capitalised."""
    restorer = truecaser_of(read_model(model_path(name))).restorer

    def look_up(passage: Passage) -> npt.NDArray[np.float32]:
        found = restorer.evidence(passage)
        if found is None:
            raise SystemExit(f"{name} does not know how often words are capitalised")
        return found

    return look_up


def parts(report: Mapping[str, Mapping[str, Any]]) -> list[str | Table]:
    pools = {key: found["pool"] for key, found in report.items() if found.get("pool")}
    shown = ("right, without headline style", "right", "kept or dropped rightly")
    pooled: list[list[Cell]] = [
        [key, pool["documents"], *_percent(pool.get(name) for name in (*POOL, *shown))]
        for key, pool in pools.items()
    ]
    alike: list[list[Cell]] = [
        [
            key,
            found["lines"],
            *_percent(found[f"as it is, {place}"]["right"] for place in ("alone", "in document")),
        ]
        for key, found in report.items()
    ]
    copies = tuple(COPIES)[1:]
    copied: list[list[Cell]] = [
        [key, *_percent(found[f"{name}, in document"]["right"] for name in copies)]
        for key, found in report.items()
    ]
    return [
        made(),
        say("detection", "about"),
        Table(["text", "documents", *POOL, "all but headlines", "all", "kept"], pooled),
        say("detection", "cased"),
        Table(["text", "paragraphs", "alone (%)", "in document (%)"], alike),
        say("detection", "copies"),
        Table(["text", *copies], copied),
    ]


def _percent(values: Iterable[float | None]) -> list[Cell]:
    return [None if value is None else f"{value:.2f}" for value in values]


def main() -> None:
    parser = options("detection", __doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--german", type=Path, help="a file of German documents, to judge too")
    given = parser.parse_args()
    case_tables()
    knowledge: dict[str, Evidence | None] = {"without evidence": None}
    if given.model:
        knowledge[f"with {given.model}"] = evidence_of(given.model)
    report: dict[str, dict[str, object]] = {}
    files = [given.folder / name for name in SOURCES]
    for title, evidence in knowledge.items():
        for path in [*files, given.german] if given.german and not evidence else files:
            documents = documents_of(path)
            key = f"{path.stem}, {title}"
            print(key)
            report[key] = lines_measured(documents, evidence)
            if len(documents) > 1:
                report[key]["pool"] = pool_measured(documents, evidence)
    write_report(given.output, "detection", parts(report), report)


if __name__ == "__main__":
    main()
