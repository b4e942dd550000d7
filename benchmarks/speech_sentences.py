"""Learn where sentences begin in unpunctuated speech, and measure what that is worth.

    python -m benchmarks.speech_sentences TRAIN SPEECH [--model NAME] [--write]

TRAIN is well-punctuated speech as JSON lines (earnings22.jsonl.xz): how often each frequent word
ends and begins a sentence comes from there.  SPEECH is a folder with ``reference/*.nlp`` and two
recognisers' ``kaldi-caps/*.ctm`` and ``rev-lower/*.ctm``: a logistic regression on the words' log
odds and the pauses is fitted to them, and measured with each call left out of the fit in turn.
``--write`` writes the table that :mod:`majuscule.reading.formats.transcripts.speech` reads.
"""

import difflib
import json
import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.report import opening, options, say, write, write_report
from majuscule.measure import Table
from majuscule.measure.metric import prf
from majuscule.reading import read_documents, read_file_lines
from majuscule.reading.formats.transcripts import speech
from majuscule.reading.formats.transcripts.speech import Odds, Word
from majuscule.restore.truecaser import load

TABLE = Path(speech.__file__).with_name("speech_sentences.json")
BOUNDS = (0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.5)
"""Seconds: pauses are told apart between these."""

LEAST = 200
"""How often a word must be seen to have odds of its own."""

RECOGNISERS = ("kaldi-caps", "rev-lower")
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


def read_call(path: Path, reference: Path) -> Call:
    """Return a recogniser's words aligned with the reference, by runs of three words or more."""
    words = [Word(text, pause) for text, pause in _heard(path)]
    names, *rows = (line.split("|") for _, line in read_file_lines(reference))
    token, mark = names.index("token"), names.index("punctuation")
    said = [bare(row[token]) for row in rows]
    heard = [bare(word.text) for word in words]
    threes = [[tuple(row[i : i + 3]) for i in range(len(row) - 2)] for row in (said, heard)]
    place = [-1] * len(words)
    matcher = difflib.SequenceMatcher(None, threes[0], threes[1], False)
    for at, to, size in matcher.get_matching_blocks():
        for index in range(size + 2 if size else 0):
            place[to + index] = at + index
    begins: list[bool | None] = [None] * len(words)
    cased: list[str | None] = [None] * len(words)
    for index, at in enumerate(place):
        if at >= 0 and rows[at][token].lower() == words[index].text.lower():
            cased[index] = rows[at][token]
        if index and at >= 1 and place[index - 1] == at - 1:
            begins[index] = rows[at - 1][mark] in (".", "?", "!")
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


def measure(
    calls: Sequence[tuple[Call, Features]], model: str
) -> Iterator[tuple[str | float, ...]]:
    """Yield a row for each recogniser and way to find sentences."""
    truecaser = load(model)
    for recogniser in RECOGNISERS:
        own = [(call, x) for call, x in calls if call.name.startswith(recogniser)]
        for way in ("no sentences", *WAYS, "as the reference"):
            boundary, case = np.zeros((2, 3), np.int64)
            for call, x in own:
                if way in WAYS:
                    others = [one for one in calls if one[0].name[-7:] != call.name[-7:]]
                    starts = (x @ fit(others, WAYS[way]) > 0).tolist()
                else:
                    right = way == "as the reference"
                    starts = [right and bool(begin) for begin in call.begins]
                boundary += _count(call.begins, starts, bool)
                signs = ("\n" if start else " " for start in starts)
                text = "".join(sign + one.text for sign, one in zip(signs, call.words, strict=True))
                restored = truecaser.restore(text[1:], case="ignore").split()
                case += _count(call.cased, restored, lambda word: word != word.lower())
            scores = [*prf("", *boundary).values(), *prf("", *case).values()]
            yield recogniser, way, *map(float, scores)


def _count(
    gold: Sequence[Any], found: Sequence[Any], holds: Callable[[Any], bool]
) -> tuple[int, int, int]:
    """Return what is right, found and to be found, where the reference says."""
    pairs = [one for one in zip(gold, found, strict=True) if one[0] is not None]
    both = sum(holds(right) and right == guess for right, guess in pairs)
    return both, sum(holds(guess) for _, guess in pairs), sum(holds(right) for right, _ in pairs)


def main() -> None:
    parser = options("speech-sentences", __doc__, model="en")
    parser.add_argument("train")
    parser.add_argument("speech", type=Path)
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
    name = "speech-sentences"
    write_report(given.output, name, [*opening(name), found, say(name, "found")])


if __name__ == "__main__":
    main()
