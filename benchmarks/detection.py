"""Measure case detection on well-cased text and on lower-, upper- and title-cased copies of it.

    python -m benchmarks.detection FOLDER [--model NAME] [--german FILE]

FOLDER holds ``wikinews.jsonl``, ``wikipedia.jsonl`` (documents with paragraphs) and
``coster-kauchak-dev.txt``, ``ewt-dev.txt`` (a sentence a line).  Each line is judged alone and in
its document.  Documents are judged in a mixed pool: as they are, in four kinds of recased copies,
and half and half.  With ``--model`` this is repeated with that model's capital shares as evidence.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import opening, options, say, write_report
from majuscule.arrays import F32, U8, Bools
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
    hash_words,
    passage_of,
    read_passage,
    rewrite,
    sentence_starts,
)
from majuscule.text.characters.codepoints import CodePoints, decode

POOL = ("as it is", "lower", "upper", "title", "headline", "half and half")
SOURCES = ("wikinews.jsonl", "wikipedia.jsonl", "coster-kauchak-dev.txt", "ewt-dev.txt")
Evidence = Callable[[Passage], F32]


def documents_of(path: Path) -> list[list[str]]:
    documents = [list(d.paragraphs) for d in read_documents([str(path)])]
    if path.suffix == ".txt":
        documents = [[line for document in documents for line in document]]
    return [[p for p in paragraphs if p.strip()] for paragraphs in documents]


def titled(passage: Passage, *, headline: bool) -> CodePoints:
    """Return a copy with capitals on every word, or on all but closed-class words."""
    tokens = passage.tokens
    written = passage.written()
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


def _applied(passage: Passage, classes: U8) -> CodePoints:
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


def lines_measured(documents: list[list[str]], evidence: Evidence | None) -> dict[str, Any]:
    """Return for each copy the per cent of lines with the right verdict."""
    source = read_passage("\n".join(line for document in documents for line in document))
    total = len(source.lines)
    begins = np.cumsum([0, *map(len, documents)])[:-1]
    report: dict[str, Any] = {"lines": total}
    for name, (expected, copy) in COPIES.items():
        passage = passage_of(copy(source))
        known = evidence(passage) if evidence else None
        for context, firsts in (("alone", np.arange(total)), ("in document", begins)):
            found = detection.detect_lines(passage, evidence=known, documents=firsts)
            right = found.verdicts == expected
            if expected == CASED:
                right[:] = True
                bad = ~np.isin(found.part_verdicts, (CASED, NOTHING))
                right[found.part_lines[bad]] = False
            report[f"{name}, {context}"] = _share(right)
    return report


def pool_measured(documents: list[list[str]], evidence: Evidence | None) -> dict[str, Any]:
    """Return the per cent of documents in a mixed pool with the right verdict, or rightly kept."""
    pool: list[tuple[int, str, str]] = []
    for number, document in enumerate(documents):
        passage = read_passage("\n".join(document))
        copies = {name: decode(copy(passage)) for name, (_, copy) in COPIES.items()}
        pool += [(COPIES[name][0], copies[name], name) for name in POOL[:-1]]
        other = ("lower", "upper", "title")[number % 3]
        cased, changed = (copies[name].split("\n") for name in ("as it is", other))
        sizes = np.cumsum([len(line) for line in cased])
        half = int(np.abs(sizes - sizes[-1] / 2).argmin()) + 1
        if 0.25 < sizes[half - 1] / sizes[-1] < 0.75:
            pool.append((MIXED, "\n".join([*cased[:half], *changed[half:]]), POOL[-1]))
    begins = np.cumsum([0, *(text.count("\n") + 1 for _, text, _ in pool)])[:-1]
    passage = read_passage("\n".join(text for _, text, _ in pool))
    known = evidence(passage) if evidence else None
    verdicts, _, _ = detection.detect_documents(passage, begins, evidence=known)
    expected = np.array([kind for kind, _, _ in pool])
    kinds = np.array([name for _, _, name in pool])
    right = verdicts == expected
    return {
        "documents": len(pool),
        **{name: _share(right[kinds == name]) for name in POOL if (kinds == name).any()},
        "all but headlines": _share(right[kinds != "headline"]),
        "all": _share(right),
        "kept": _share((verdicts == CASED) == (expected == CASED)),
    }


def _share(flags: Bools) -> float:
    return round(100 * float(flags.mean()), 2)


def evidence_of(name: str) -> Evidence:
    """Return the look-up of a model's evidence: how often each word is capitalised."""
    restorer = truecaser_of(read_model(model_path(name))).restorer

    def look_up(passage: Passage) -> F32:
        found = restorer.evidence(passage)
        if found is None:
            raise SystemExit(f"{name} does not know how often words are capitalised")
        return found

    return look_up


def parts(report: Mapping[str, Mapping[str, Any]]) -> list[str | Table]:
    def table(columns: Sequence[str], found: Mapping[str, Mapping[str, Any]], *of: str) -> Table:
        rows = [[key, *(_shown(one.get(name)) for name in of)] for key, one in found.items()]
        return Table(["text", *columns], rows)

    pools = {key: one["pool"] for key, one in report.items() if "pool" in one}
    pooled = ("documents", *POOL, "all but headlines", "all", "kept")
    alike = ("lines", "as it is, alone", "as it is, in document")
    copies = tuple(COPIES)[1:]
    return [
        *opening("detection"),
        table(pooled, pools, *pooled),
        say("detection", "cased"),
        table(["paragraphs", "alone (%)", "in document (%)"], report, *alike),
        say("detection", "copies"),
        table(copies, report, *(f"{name}, in document" for name in copies)),
    ]


def _shown(value: Any) -> Cell:
    return f"{value:.2f}" if isinstance(value, float) else value


def main() -> None:
    parser = options("detection", __doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--german", type=Path, help="a file of German documents, to judge too")
    args = parser.parse_args()
    case_tables()
    knowledge: dict[str, Evidence | None] = {"without evidence": None}
    if args.model:
        knowledge[f"with {args.model}"] = evidence_of(args.model)
    report: dict[str, dict[str, Any]] = {}
    files = [args.folder / name for name in SOURCES]
    for title, evidence in knowledge.items():
        for path in [*files, args.german] if args.german and not evidence else files:
            documents = documents_of(path)
            key = f"{path.stem}, {title}"
            print(key)
            report[key] = lines_measured(documents, evidence)
            if len(documents) > 1:
                report[key]["pool"] = pool_measured(documents, evidence)
    write_report(args.output, "detection", parts(report), report)


if __name__ == "__main__":
    main()
