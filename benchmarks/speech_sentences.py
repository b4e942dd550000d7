"""Learn where sentences begin in unpunctuated speech, and measure what that is worth.

    python -m benchmarks.speech_sentences TRAIN SPEECH [--model NAME] [--write]

TRAIN is well-punctuated speech as JSON lines (earnings22.jsonl.xz): how often each frequent word
ends and begins a sentence comes from there.  SPEECH is a folder with ``reference/*.nlp`` and two
recognisers' ``kaldi-caps/*.ctm`` and ``rev-lower/*.ctm``: a logistic regression on the words' log
odds and the pauses is fitted to them, and measured with each call left out of the fit in turn.
``--write`` writes the table that :mod:`majuscule.reading.formats.speech` reads.
"""

from __future__ import annotations

import difflib
import json
import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.report import made, options, write, write_report
from majuscule.measure import Table
from majuscule.reading import read_documents, read_file_lines
from majuscule.reading.formats import speech
from majuscule.reading.formats.speech import Odds, Word
from majuscule.restore.truecaser import load

TABLE = Path(speech.__file__).with_name("speech_sentences.json")
BOUNDS = (0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.5)
"""Seconds: pauses are told apart between these."""

LEAST = 200
"""How often a word must be seen to have odds of its own."""

RECOGNISERS = ("kaldi-caps", "rev-lower")
_ABOUT = """\
Two recognisers' transcripts of eleven calls (`.ctm`: no punctuation, one case), aligned with what
people wrote down; each call is measured with what was learnt from the other ten. P, R and F1: of
the places where a sentence begins. Case P, R and F1: of words that hold a capital, after restoring.
*No sentences*: each call is one line. *As the reference*: what perfect sentences would give."""
_FOUND = """\
Half of the gap between no sentences and perfect ones, and more, is closed. What is left costs most
at false beginnings: precision of case falls, since a word that only follows a breath gets a
capital."""

Features = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Call:
    """A recogniser's transcript: its words, which begin a sentence, and how they are cased.

    Both are None where the recogniser did not hear what the reference has.
    """

    name: str
    words: list[Word]
    begins: list[bool | None]
    cased: list[str | None]


def bare(word: str) -> str:
    """Return a word as the odds know it."""
    return re.sub(r"^\W+|\W+$", "", word).lower()


def word_odds(train: str) -> tuple[dict[str, float], dict[str, float], int]:
    """Return the log odds of ending and of beginning a sentence, and the number of words."""
    ends: Counter[str] = Counter()
    begins: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for document in read_documents([train]):
        for paragraph in document.paragraphs:
            first = True
            for written in paragraph.split():
                word = bare(written)
                if not word:
                    continue
                seen[word] += 1
                begins[word] += first
                first = bool(re.search(r"[.?!][\"')\]]*$", written))
                first = first and word not in ("mr", "ms", "mrs", "dr")
                ends[word] += first
    total, boundaries = sum(seen.values()), sum(ends.values())

    def odds(counts: Counter[str]) -> dict[str, float]:
        rate = boundaries / total
        found = {}
        for word, count in seen.items():
            if count >= LEAST:
                share = (counts[word] + 5 * rate) / (count + 5)
                found[word] = math.log(share / (1 - share)) - math.log(rate / (1 - rate))
        return found

    return odds(ends), odds(begins), total


def read_reference(path: Path) -> list[tuple[str, bool]]:
    """Return the tokens of a transcript, each with whether a sentence ends after it."""
    rows = [line.split("|") for _, line in read_file_lines(path)]
    token, mark = rows[0].index("token"), rows[0].index("punctuation")
    return [(row[token], row[mark] in (".", "?", "!")) for row in rows[1:]]


def read_call(path: Path, reference: Path) -> Call:
    """Return a recogniser's words aligned with the reference, by runs of three words or more."""
    words = [Word(text, pause) for text, pause in _heard(path)]
    tokens = read_reference(reference)
    said = [bare(token) for token, _ in tokens]
    heard = [bare(word.text) for word in words]
    threes = [[tuple(row[i : i + 3]) for i in range(len(row) - 2)] for row in (said, heard)]
    place = [-1] * len(words)
    for at, to, size in difflib.SequenceMatcher(
        None, threes[0], threes[1], False
    ).get_matching_blocks():
        for index in range(size + 2 if size else 0):
            place[to + index] = at + index
    begins: list[bool | None] = [None] * len(words)
    cased: list[str | None] = [None] * len(words)
    for index, at in enumerate(place):
        if at >= 0 and tokens[at][0].lower() == words[index].text.lower():
            cased[index] = tokens[at][0]
        if index and at >= 1 and place[index - 1] == at - 1:
            begins[index] = tokens[at - 1][1]
    return Call(path.stem, words, begins, cased)


def _heard(path: Path) -> Iterator[tuple[str, float | None]]:
    end = None
    for line in path.read_text().splitlines():
        fields = line.split()
        if len(fields) < 5 or fields[4].startswith("<"):
            continue
        start = float(fields[2])
        yield fields[4], None if end is None else start - end
        end = start + float(fields[3])


def features(call: Call, ends: dict[str, float], begins: dict[str, float]) -> Features:
    """Return a row a word: 1, the odds of both words, and which pause it is."""
    rows = np.zeros((len(call.words), 3 + len(BOUNDS) + 1))
    rows[:, 0] = 1
    before = ""
    for row, word in zip(rows, call.words, strict=True):
        text = bare(word.text)
        row[1], row[2] = ends.get(before, 0.0), begins.get(text, 0.0)
        if word.pause is not None:
            row[3 + bisect_right(BOUNDS, word.pause)] = 1
        before = text
    return rows


def fit(calls: Sequence[tuple[Call, Features]], used: slice | list[int]) -> Features:
    """Return the weights of a logistic regression with a small ridge, by Newton's method."""
    rows = np.concatenate([x[[b is not None for b in call.begins]] for call, x in calls])
    right = np.array([b for call, _ in calls for b in call.begins if b is not None], float)
    weights = np.zeros(rows.shape[1])
    rows = rows[:, used]
    part = np.zeros(rows.shape[1])
    for _ in range(30):
        shares = 1 / (1 + np.exp(-rows @ part))
        slope = rows.T @ (right - shares) - part
        bend = (rows * (shares * (1 - shares))[:, None]).T @ rows + np.eye(len(part))
        part += np.linalg.solve(bend, slope)
    scores = rows @ part
    order = np.argsort(-scores)
    hits = np.cumsum(right[order])
    f1 = 2 * hits / (np.arange(1, len(order) + 1) + right.sum())
    weights[used] = part
    weights[0] -= scores[order[int(f1.argmax())]]  # the best F1 is at 0
    return weights


def table_of(weights: Features, ends: dict[str, float], begins: dict[str, float]) -> Odds:
    """Return what the library adds up."""

    def scaled(odds: dict[str, float], by: float) -> dict[str, float]:
        kept = {word: round(value * by, 2) for word, value in sorted(odds.items())}
        return {word: value for word, value in kept.items() if abs(value) >= 0.1}

    return Odds(
        round(float(weights[0]), 3),
        BOUNDS,
        tuple(round(float(one), 3) for one in weights[3:]),
        scaled(ends, weights[1]),
        scaled(begins, weights[2]),
    )


WAYS: dict[str, slice | list[int]] = {
    "pauses": [0, *range(3, 4 + len(BOUNDS))],
    "words": [0, 1, 2],
    "pauses and words": slice(None),
}


def measure(calls: Sequence[tuple[Call, Features]], model: str) -> Iterator[tuple[str, ...]]:
    """Yield a row for each recogniser and way to find sentences."""
    truecaser = load(model)
    for recogniser in RECOGNISERS:
        own = [(call, x) for call, x in calls if call.name.startswith(recogniser)]
        for way in ("no sentences", *WAYS, "as the reference"):
            boundary: Counter[str] = Counter()
            case: Counter[str] = Counter()
            for call, x in own:
                others = [one for one in calls if one[0].name[-7:] != call.name[-7:]]
                if way in WAYS:
                    starts = (x @ fit(others, WAYS[way]) > 0).tolist()
                else:
                    right = way == "as the reference"
                    starts = [right and bool(begin) for begin in call.begins]
                _count(boundary, call.begins, starts, lambda begins: bool(begins))
                text = "".join(
                    ("\n" if start else " ") + word.text
                    for start, word in zip(starts, call.words, strict=True)
                )
                restored = truecaser.restore(text[1:], case="ignore").split()
                known = [
                    word if gold else None for word, gold in zip(restored, call.cased, strict=True)
                ]
                _count(case, call.cased, known, lambda word: word != word.lower())
            yield (recogniser, way, *_scores(boundary), *_scores(case))


def _count(counts: Counter[str], gold: Sequence, found: Sequence, holds) -> None:  # type: ignore[no-untyped-def, type-arg]
    for right, guess in zip(gold, found, strict=True):
        if right is not None:
            counts["gold"] += holds(right)
            counts["found"] += holds(guess)
            counts["both"] += bool(holds(right) and holds(guess) and right == guess)


def _scores(counts: Counter[str]) -> tuple[str, str, str]:
    precision = counts["both"] / max(1, counts["found"])
    recall = counts["both"] / max(1, counts["gold"])
    f1 = 2 * counts["both"] / max(1, counts["found"] + counts["gold"])
    return f"{100 * precision:.1f}", f"{100 * recall:.1f}", f"{100 * f1:.1f}"


def main() -> None:
    parser = options("speech-sentences", __doc__)
    parser.add_argument("train")
    parser.add_argument("speech", type=Path)
    parser.add_argument("--model", default="en")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    ends, begins, total = word_odds(given.train)
    calls = []
    for recogniser in RECOGNISERS:
        for path in sorted((given.speech / recogniser).glob("*.ctm")):
            call = read_call(path, given.speech / "reference" / f"{path.stem}.nlp")
            call = replace(call, name=f"{recogniser}/{path.stem}")
            calls.append((call, features(call, ends, begins)))
    if given.write:
        card = {
            "made by": "python -m benchmarks.speech_sentences",
            "words": f"Earnings-22 ({total:,} words), CC BY-SA 4.0, github.com/revdotcom/"
            "speech-datasets",
            "pauses": "Earnings-21, a part of 11 calls, CC BY-SA 4.0, the same place",
            "licence": "CC BY-SA 4.0",
        }
        table = table_of(fit(calls, slice(None)), ends, begins)
        write(TABLE, json.dumps({"card": card, **vars(table)}, indent=0) + "\n")
    head = ("recogniser", "sentences told by", "P", "R", "F1", "case P", "case R", "case F1")
    found = Table(head, list(measure(calls, given.model)))
    title = "Sentences in unpunctuated speech"
    write_report(given.output, title, [made(), _ABOUT, found, _FOUND])


if __name__ == "__main__":
    main()
