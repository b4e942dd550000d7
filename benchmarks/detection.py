"""Measure case detection on well-cased text and on lower-, upper- and title-cased copies of it.

    python -m benchmarks.detection FOLDER [--model NAME] [--german FILE] [--report FILE]

FOLDER holds ``wikinews.jsonl``, ``wikipedia.jsonl`` (documents with paragraphs) and
``coster-kauchak-dev.txt``, ``ewt-dev.txt`` (a sentence a line).  Each line is judged alone and in
its document; documents are judged in a pool that is mixed here: as they are, in four kinds of
copies, and half and half.  With ``--model`` the same again, with what that model knows of words;
with ``--evidence TRAIN_FILE``, with how often they are capitalised there.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks import detection_report
from majuscule.detection import verdicts as detection
from majuscule.detection.function_words import FUNCTION_WORDS
from majuscule.detection.verdicts import CASED, LOWER, MIXED, NOTHING, STARTS, TITLE, UPPER
from majuscule.models import model_path, read_model
from majuscule.reading import read_documents
from majuscule.restore.truecaser import truecaser_of
from majuscule.text import (
    CA,
    FIXED,
    KEEP,
    LC,
    UC,
    WORD,
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

SOURCES = ("wikinews.jsonl", "wikipedia.jsonl", "coster-kauchak-dev.txt", "ewt-dev.txt")
Evidence = Callable[[Passage], npt.NDArray[np.float32]]


def documents_of(path: Path) -> list[list[str]]:
    """Return the paragraphs of each document; a text file is one document."""
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
    return apply(
        passage.codes, tokens.starts, tokens.ends, classes, np.zeros(len(tokens), np.uint64)
    )


def starts_only(passage: Passage) -> CodePoints:
    """Return a copy with no capitals but those at sentence starts, and the pronoun I."""
    tokens = passage.tokens
    classes = np.where(tokens.kinds == FIXED, KEEP, LC).astype(np.uint8)
    keep = sentence_starts(tokens.positions) | (tokens.words == hash_words(["i"])[0])
    classes[keep] = KEEP
    return apply(
        passage.codes, tokens.starts, tokens.ends, classes, np.zeros(len(tokens), np.uint64)
    )


COPIES: dict[str, tuple[int, Callable[[Passage], CodePoints]]] = {
    "as it is": (CASED, lambda p: p.codes),
    "lower": (LOWER, lambda p: rewrite(p.codes, p.tokens, LC)),
    "upper": (UPPER, lambda p: rewrite(p.codes, p.tokens, CA)),
    "title": (TITLE, lambda p: titled(p, headline=False)),
    "headline": (TITLE, lambda p: titled(p, headline=True)),
    "starts only": (STARTS, starts_only),
}


def lines_measured(
    documents: list[list[str]], evidence: Evidence | None, show: int
) -> dict[str, object]:
    """Return for each copy how many lines are told right and how many would be left alone."""
    lines = [line for document in documents for line in document]
    source = read_passage("\n".join(lines))
    sizes = np.cumsum([0, *map(len, documents)])[:-1]
    alone = np.arange(len(lines))
    report: dict[str, object] = {"lines": len(lines)}
    for name, (expected, copy) in COPIES.items():
        codes = copy(source)
        passage = passage_of(codes)
        known = evidence(passage) if evidence else None
        for context, begins in (("alone", alone), ("in document", sizes)):
            began = time.perf_counter()
            found = detection.detect_lines(codes, passage.tokens, evidence=known, documents=begins)
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
            text = decode(codes).split("\n")
            for line in np.flatnonzero(~right)[:show]:
                verdict = detection.VERDICT_NAMES[found.verdicts[line]]
                shown = text[line]
                if expected == CASED:
                    part = np.flatnonzero((found.part_lines == line) & bad)[0]
                    first, last = found.parts[part]
                    starts, ends = passage.tokens.starts, passage.tokens.ends
                    shown = decode(codes[starts[first] : ends[last - 1]])
                    verdict = detection.VERDICT_NAMES[found.part_verdicts[part]]
                print(f"  {name}, {context}: {verdict}: {shown[:150]}")
    return report


def pool_measured(
    documents: list[list[str]], evidence: Evidence | None, show: int
) -> dict[str, object]:
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
    found = detection.detect_lines(
        passage.codes,
        passage.tokens,
        evidence=known,
        documents=begins,
        options=detection.FOR_DOCUMENTS,
    )
    verdicts, shares, _ = detection.detect_documents(found, begins)
    expected = np.array([kind for kind, _, _ in pool])
    right = verdicts == expected
    kept = (verdicts == CASED) == (expected == CASED)
    for i in np.flatnonzero(~right)[:show]:
        names = [detection.VERDICT_NAMES[v] for v in (expected[i], verdicts[i])]
        print(f"  {names[0]} taken for {names[1]}: {np.round(shares[i], 2)} {pool[i][1][:150]!r}")
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


def evidence_from(path: Path, least: int = 3) -> Evidence:
    """Return evidence from text: how often each word is capitalised away from sentence starts."""
    hashes, capitals = [], []
    lines: list[str] = []
    texts = (p for d in read_documents([str(path)]) for p in d.paragraphs)
    for text in texts:
        lines.append(text)
    for low, high in pairwise([*range(0, len(lines), 20_000), len(lines)]):
        passage = read_passage("\n".join(lines[low:high]))
        tokens = passage.tokens
        classes = classes_of(passage.codes, tokens.starts, tokens.ends)
        used = (tokens.kinds == WORD) & (tokens.positions == 0) & (classes != KEEP)
        hashes.append(tokens.words[used])
        capitals.append(classes[used] != LC)
    words, where = np.unique(np.concatenate(hashes), return_inverse=True)
    seen = np.bincount(where)
    share = (np.bincount(where, weights=np.concatenate(capitals)) + 0.25) / (seen + 0.5)
    share[seen < least] = np.nan

    def look_up(passage: Passage) -> npt.NDArray[np.float32]:
        at = np.minimum(np.searchsorted(words, passage.tokens.words), len(words) - 1)
        found = np.where(words[at] == passage.tokens.words, share[at], np.nan)
        return found.astype(np.float32)

    return look_up


def evidence_of(name: str) -> Evidence:
    """Return what a model knows of how often words are capitalised."""
    restorer = truecaser_of(read_model(model_path(name))).restorer

    def look_up(passage: Passage) -> npt.NDArray[np.float32]:
        found = restorer.evidence(passage)
        if found is None:
            raise SystemExit(f"{name} does not know how often words are capitalised")
        return found

    return look_up


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--evidence", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--german", type=Path, help="a file of German documents, to judge too")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--report", type=Path, help="write the tables to this Markdown file")
    parser.add_argument("--show", type=int, default=0, help="print so many wrong verdicts of each")
    options = parser.parse_args()
    case_tables()
    knowledge: dict[str, Evidence | None] = {"without evidence": None}
    if options.evidence:
        knowledge["with evidence"] = evidence_from(options.evidence)
    if options.model:
        knowledge[f"with {options.model}"] = evidence_of(options.model)
    report: dict[str, dict[str, object]] = {}
    files = [options.folder / name for name in SOURCES]
    for title, evidence in knowledge.items():
        for path in [*files, options.german] if options.german and not evidence else files:
            documents = documents_of(path)
            key = f"{path.stem}, {title}"
            print(key)
            report[key] = lines_measured(documents, evidence, options.show)
            if len(documents) > 1:
                report[key]["pool"] = pool_measured(documents, evidence, options.show)
            for row, value in report[key].items():
                print(f"  {row:28} {value}")
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if options.report:
        command = shlex.join(["python", "-m", "benchmarks.detection", *sys.argv[1:]])
        options.report.write_text(detection_report.markdown(report, command), encoding="utf-8")


if __name__ == "__main__":
    main()
