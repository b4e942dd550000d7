"""Measure what corrections made on the page are worth: a simulated editor, then held-out text.

    python -m benchmarks.corrections

The editor works on a domain's training text as the page shows it: lower-cased, restored by the
shipped model, with doubtful words marked.  It goes from mark to mark, accepts or corrects the word
by the reference, and stops after N corrections; ``majuscule train --corrections`` learns from the
result.  In the column *to all* one click corrects all occurrences of a word, if the reference
writes all of them alike.  Models are scored on the domain's dev text, and on general text to show
what adapting costs there.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.report import CASED, DATA, NAMES, count_words, opening, options, say, write_report
from majuscule.learn.corrections import corrected_texts
from majuscule.measure import (
    CaseMetric,
    Estimate,
    Resampling,
    Signature,
    Table,
    case_statistics,
    compare,
    digest_texts,
    score_statistics,
)
from majuscule.measure.tables import Cell
from majuscule.reading import read_file_lines, read_tagged
from majuscule.restore.adapted.training import AdapterOptions, adapt
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text.characters.codepoints import encode
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import WORD, tokenize

AMOUNTS = (50, 100, 200, 400, 800)
MARKED = 0.9
"""Words with a lower confidence are marked."""


@dataclass(frozen=True)
class Domain:
    """A domain: lines to correct, and lines to score on."""

    name: str
    train: tuple[str, ...]
    dev: tuple[str, ...]


@dataclass(frozen=True)
class Edited:
    """An edited document as the page exports it, and what the editing took."""

    record: Mapping[str, object]
    clicks: int
    marks: int
    read: int  # words up to the last mark


def columns(path: Path) -> tuple[str, ...]:
    """Return the sentences of a two-column file, detokenised."""
    lines = [" ".join(sentence.tokens) for sentence in read_tagged([str(path)])]
    lines = [re.sub(r" ([,.;:!?%)\]])", r"\1", line) for line in lines]
    return _same_length(re.sub(r"([(\[$]) ", r"\1", line) for line in lines)


def treebank(path: Path, genre: str) -> tuple[str, ...]:
    wanted, lines = False, []
    for _, row in read_file_lines(path):
        if row.startswith("# newdoc id"):
            wanted = row.split("=")[1].strip().startswith(genre)
        elif wanted and row.startswith("# text = "):
            lines.append(row[9:])
    return _same_length(lines)


def _same_length(lines: Iterable[str]) -> tuple[str, ...]:
    """Leave out blank lines and the few whose lower case has another length."""
    return tuple(line for line in lines if line.strip() and len(line.lower()) == len(line))


def domains() -> list[Domain]:
    parsing = DATA / "parsing"
    contracts, calls = (
        [columns(NAMES / part / f"{name}.tsv") for part in ("train", "dev")]
        for name in ("sec-filings", "earnings21")
    )
    return [
        Domain("Contracts (SEC filings: the Borrower, the Agreement)", *contracts),
        Domain(
            "Reviews (English Web Treebank: every writer's own casing)",
            treebank(parsing / "ewt-train.conllu.xz", "reviews"),
            treebank(parsing / "ewt-dev.conllu", "reviews"),
        ),
        Domain(
            "Earnings calls (Earnings-21; the model has learnt from other calls)",
            calls[0][:4000],
            calls[1],
        ),
    ]


def edit(truecaser: Truecaser, lines: tuple[str, ...], amount: int, to_all: bool) -> Edited:
    """Return the text as edited with ``amount`` corrections."""
    gold = "\n".join(lines)
    analysis = truecaser.analyze(gold.lower(), case="ignore", below=MARKED)
    letters = list(analysis.text)
    places, uniform = _occurrences(gold)
    checked: dict[int, int] = {}
    clicks = marks = read = 0
    for token in analysis.tokens:
        if token.start in checked:
            continue
        marks += 1
        read = token.end
        wanted = gold[token.start : token.end]
        checked[token.start] = token.end
        if wanted == "".join(letters[token.start : token.end]):
            continue
        clicks += 1
        letters[token.start : token.end] = wanted
        key = wanted.lower()
        if to_all and uniform.get(key) == wanted:
            for start in places[key]:
                letters[start : start + len(wanted)] = wanted
                checked[start] = start + len(wanted)
        if clicks >= amount:
            break
    record = {
        "id": "editor",
        "text": "".join(letters),
        "checked": [[start, end] for start, end in sorted(checked.items())],
    }
    return Edited(record, clicks, marks, len(gold[:read].split()))


def _occurrences(gold: str) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Return each word's offsets, sentence starts left out, and the form of words with only one."""
    tokens = tokenize(encode(gold))
    chosen = (tokens.kinds == WORD) & ~sentence_starts(tokens.positions)
    places: dict[str, list[int]] = defaultdict(list)
    forms: dict[str, set[str]] = defaultdict(set)
    for start, form in ((start, gold[start:end]) for start, end in tokens.spans(chosen)):
        places[form.lower()].append(start)
        forms[form.lower()].add(form)
    return places, {key: next(iter(one)) for key, one in forms.items() if len(one) == 1}


def restored(truecaser: Truecaser, lines: tuple[str, ...]) -> list[str]:
    text = "\n".join(lines).lower()
    return truecaser.restore(text, case="ignore").split("\n")


def word_list(truecaser: Truecaser, edited: Edited, lines: tuple[str, ...]) -> list[str]:
    """Return restored lines with each checked word in its most frequent form.

    For comparison: this is what a word list without context would do.
    """
    text = str(edited.record["text"])
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for start, end in edited.record["checked"]:  # type: ignore[attr-defined]
        counts[text[start:end].lower()][text[start:end]] += 1
    best = {key: max(sorted(forms), key=lambda one: forms[one]) for key, forms in counts.items()}
    out = list("\n".join(restored(truecaser, lines)))
    for key, places in _occurrences("\n".join(lines))[0].items():
        for start in places if key in best else ():
            out[start : start + len(key)] = best[key]
    return "".join(out).split("\n")


def table_of(domain: Domain, truecaser: Truecaser, general: tuple[str, ...]) -> Table:
    """Return the scores after each number of corrections in a domain."""
    metric = CaseMetric()
    resampling = Resampling(1000, 1)
    signature = Signature(metric="case", condition="lower", data=digest_texts(domain.dev))

    def score(lines: list[str]) -> tuple[Estimate, Estimate, np.ndarray]:
        statistics = case_statistics(domain.dev, lines)
        report = score_statistics(metric, statistics, signature, None, resampling)
        return report.estimates["f1"], report.estimates["accuracy"], statistics

    def general_f1(model: Truecaser) -> float:
        totals = case_statistics(general, restored(model, general)).sum(axis=0)
        return float(metric.measures(totals)["f1"])

    f1, accuracy, before = score(restored(truecaser, domain.dev))
    first: list[Cell] = [0, None, None, f1, accuracy, None, general_f1(truecaser)]
    rows = [[*first, None, None, None, None]]
    for amount in AMOUNTS:
        edited = edit(truecaser, domain.train, amount, to_all=False)
        edited_to_all = edit(truecaser, domain.train, amount, to_all=True)
        model, no_style = _adapted(truecaser, edited), _adapted(truecaser, edited, style=False)
        f1, accuracy, statistics = score(restored(model, domain.dev))
        others = [
            score(restored(_adapted(truecaser, edited_to_all), domain.dev))[0].value,
            score(restored(no_style, domain.dev))[0].value,
            score(word_list(truecaser, edited, domain.dev))[0].value,
        ]
        gain = compare(metric, statistics, before, resampling=resampling)["f1"]
        cells: list[Cell] = [edited.clicks, edited.marks, edited.read, f1, accuracy, gain]
        rows.append([*cells, general_f1(model), *others[:2], general_f1(no_style), others[2]])
        if edited.clicks < amount:
            break
    return Table(HEAD, rows)


def _adapted(truecaser: Truecaser, edited: Edited, style: bool = True) -> Truecaser:
    texts = corrected_texts([edited.record])
    options = AdapterOptions(style=style)
    return replace(truecaser, restorer=adapt(truecaser.restorer, texts, options))


HEAD = (
    "corrections",
    "marks seen",
    "words read",
    "F1",
    "accuracy",
    "gain in F1",
    "general F1",
    "F1, to all",
    "F1, no style",
    "its general F1",
    "F1, word list",
)


def main() -> None:
    args = options("corrections", __doc__).parse_args()
    truecaser = load("en")
    path = CASED / "dev" / "coster-kauchak-dev.txt"
    general = _same_length(path.read_text(encoding="utf-8").split("\n")[:4000])
    digest = truecaser.digest[:12]
    parts: list[str | Table] = [*opening("corrections", digest=digest, general=len(general))]
    for domain in domains():
        train, dev = count_words(domain.train), count_words(domain.dev)
        parts.append(say("corrections", "domain", name=domain.name, train=train, dev=dev))
        parts.append(table_of(domain, truecaser, general))
        print(domain.name, flush=True)
    write_report(args.output, "corrections", parts)


if __name__ == "__main__":
    main()
