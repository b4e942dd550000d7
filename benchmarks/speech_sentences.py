"""Learn to find sentence starts in unpunctuated speech, and measure the gain.

    python -m benchmarks.speech_sentences TRAIN SPEECH [--model NAME] [--write]

TRAIN is well-punctuated speech as JSON lines (earnings22.jsonl.xz); it gives the log odds of ending
and of beginning a sentence of each frequent word.  SPEECH is a folder with ``reference/*.nlp`` and
the output of two recognisers, ``kaldi-caps/*.ctm`` and ``rev-lower/*.ctm``: a logistic regression
on the words' log odds and the pauses is fitted to these, and tested by leaving out one call at a
time.  ``--write`` writes the table of :mod:`majuscule.reading.formats.transcripts.speech`.
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

from benchmarks.report import opening, options, say, write, write_report
from majuscule.arrays import F64
from majuscule.measure import Table
from majuscule.measure.metric import prf
from majuscule.reading import read_documents, read_file_lines
from majuscule.reading.formats.transcripts import speech
from majuscule.reading.formats.transcripts.speech import Odds, Word
from majuscule.restore.truecaser import load

TABLE = Path(speech.__file__).with_name("speech_sentences.json")
BOUNDS = (0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.5)
"""Boundaries of the bins of pauses, in seconds."""

LEAST = 200
"""Occurrences that a word needs to have log odds of its own."""

RECOGNISERS = ("kaldi-caps", "rev-lower")
Features = F64


@dataclass(frozen=True)
class Call:
    """A recogniser's transcript: words, whether each begins a sentence, and its gold form.

    The latter two are None where the words differ from the reference.
    """

    name: str
    words: list[Word]
    begins: list[bool | None]
    cased: list[str | None]


def bare(word: str) -> str:
    """Return a word as a key of the odds: lower case, no signs around it."""
    return re.sub(r"^\W+|\W+$", "", word).lower()


def word_odds(train: str) -> tuple[dict[str, float], dict[str, float], int]:
    """Return each word's log odds of ending and of beginning a sentence, and the words in all."""
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
        log_odds = {}
        for word, count in seen.items():
            if count >= LEAST:
                share = (counts[word] + 5 * rate) / (count + 5)
                log_odds[word] = math.log(share / (1 - share)) - math.log(rate / (1 - rate))
        return log_odds

    return odds(ends), odds(begins), total


def read_call(path: Path, reference: Path) -> Call:
    """Align a recogniser's words with the reference, by runs of three words or more."""
    words = [Word(text, pause) for text, pause in _heard(path)]
    names, *rows = (line.split("|") for _, line in read_file_lines(reference))
    token, mark = names.index("token"), names.index("punctuation")
    gold = [bare(row[token]) for row in rows]
    heard = [bare(word.text) for word in words]
    trigrams = [[tuple(row[i : i + 3]) for i in range(len(row) - 2)] for row in (gold, heard)]
    place = [-1] * len(words)
    matcher = difflib.SequenceMatcher(None, trigrams[0], trigrams[1], False)
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
    """Return rows (words, 3 + bins): bias, log odds of the previous word ending and of this one
    beginning a sentence, and the pause between them, one-hot."""
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
    """Return the weights of a ridge logistic regression (penalty 1), by Newton's method."""
    rows = np.concatenate([x[[b is not None for b in call.begins]] for call, x in calls])
    gold = np.array([b for call, _ in calls for b in call.begins if b is not None], float)
    weights = np.zeros(rows.shape[1])
    rows = rows[:, used]
    fitted = np.zeros(rows.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-rows @ fitted))
        gradient = rows.T @ (gold - p) - fitted
        hessian = (rows * (p * (1 - p))[:, None]).T @ rows + np.eye(len(fitted))
        fitted += np.linalg.solve(hessian, gradient)
    scores = rows @ fitted
    order = np.argsort(-scores)
    hits = np.cumsum(gold[order])
    f1 = 2 * hits / (np.arange(1, len(order) + 1) + gold.sum())
    weights[used] = fitted
    weights[0] -= scores[order[int(f1.argmax())]]  # so that the threshold of the best F1 is 0
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
    """Yield a row of scores for each recogniser and way to find sentences."""
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
    """Return right, predicted and gold counts of items that hold, where gold is known."""
    pairs = [one for one in zip(gold, found, strict=True) if one[0] is not None]
    both = sum(holds(right) and right == guess for right, guess in pairs)
    return both, sum(holds(guess) for _, guess in pairs), sum(holds(right) for right, _ in pairs)


def main() -> None:
    parser = options("speech-sentences", __doc__, model="en")
    parser.add_argument("train")
    parser.add_argument("speech", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    ends, begins, total = word_odds(args.train)
    calls = []
    for recogniser in RECOGNISERS:
        for path in sorted((args.speech / recogniser).glob("*.ctm")):
            call = read_call(path, args.speech / "reference" / f"{path.stem}.nlp")
            call = replace(call, name=f"{recogniser}/{path.stem}")
            calls.append((call, features(call, ends, begins)))
    if args.write:
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
    found = Table(head, list(measure(calls, args.model)))
    name = "speech-sentences"
    write_report(args.output, name, [*opening(name), found, say(name, "found")])


if __name__ == "__main__":
    main()
