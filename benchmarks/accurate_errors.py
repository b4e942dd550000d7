"""What the linear tagger and the network get wrong, side by side: kinds, classes, frequency, doubt.

``python -m benchmarks.accurate_errors`` writes the report ``neural-errors``.
Kinds are told by rules from what is known of a word, not judged by eye; each error is of the first
kind that fits.  A reference is in doubt where both models agree against it and the same document
writes the word their way elsewhere inside a sentence; some words rightly have both forms in a
document, so their number is an upper bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.dev_texts import DevText, read_dev, restore_dev
from benchmarks.report import made, options, write_report
from majuscule.measure import Table
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text import (
    CA,
    CLASS_NAMES,
    KEEP,
    LC,
    MC,
    UC,
    classes_of,
    encode,
    read_passage,
)
from majuscule.text.sentences import sentence_starts
from majuscule.text.tokens import WORD
from majuscule.words.table import AT_STARTS_ONLY, UNSEEN, WordTable, capital_shares

KINDS = (
    "at a sentence start",
    "acronym or capitals",
    "inner capital",
    "beside a hyphen",
    "unseen word",
    "common word, capital missed",
    "common word, capital too many",
    "name, capital missed",
    "name, capital too many",
    "word written both ways",
)
FREQUENCIES = ("unseen or once", "2-3", "4-9", "10-39", "40-299", "300 and more")

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Judged:
    """The words of a text, n of them: as written, as restored by each model, and what they are."""

    written: npt.NDArray[np.uint8]
    restored: list[npt.NDArray[np.uint8]]
    kinds: list[npt.NDArray[np.int64]]
    frequency: npt.NDArray[np.int64]
    doubtful: Bools


def main() -> None:
    """Count errors and write the report."""
    parser = options("neural-errors", __doc__)
    parser.add_argument("--linear", default="en", help="name or path")
    parser.add_argument("--network", default="en-accurate", help="name or path")
    given = parser.parse_args()
    names = (given.linear, given.network)
    truecasers = [load(name) for name in names]
    words = word_table(truecasers[1])
    found = {text.name: tables(judge(text, truecasers, words), names) for text in read_dev()}
    parts: list[str | Table] = [made(), _ABOUT]
    for name, some in found.items():
        parts += [f"## {name}", *some]
    data = {name: [table.as_dict() for table in some] for name, some in found.items()}
    title = "Errors of the linear tagger and of the network"
    write_report(given.output, title, parts, data)


_ABOUT = """\
Dev texts in lower case, restored with document memory; words are tokens, and an error is a wrong
class. Kinds are told by rules (`benchmarks/accurate_errors.py`). A reference is in doubt where both
models agree against it and the same document writes the word their way elsewhere; some words
rightly have both forms in a document, so this is an upper bound."""


def word_table(truecaser: Truecaser) -> WordTable:
    """Return the word table of the neural model, or of a linear one."""
    restorer: Any = truecaser.restorer
    found: WordTable = restorer.tables.words if hasattr(restorer, "tables") else restorer.words
    return found


def judge(text: DevText, truecasers: list[Truecaser], words: WordTable) -> Judged:
    """Restore a text with each model and describe its words."""
    documents = text.documents
    passage = read_passage("\n".join(documents))
    tokens = passage.tokens
    spans = (tokens.starts, tokens.ends)
    written = classes_of(passage.codes, *spans)
    restored = [classes_of(encode("\n".join(restore_dev(one, text))), *spans) for one in truecasers]
    cased = (tokens.kinds == WORD) & (written != KEEP)
    buckets, _ = words.look_up(tokens.words)
    shares = capital_shares(buckets)
    starts = sentence_starts(tokens.positions)
    hyphen = _beside_hyphen(passage.codes, tokens.starts, tokens.ends)
    kinds = [_kinds(written, one, starts, hyphen, buckets, shares)[cased] for one in restored]
    lines = np.cumsum([0, *(document.count("\n") + 1 for document in documents[:-1])])
    sizes = np.diff(passage.lines, axis=1)[:, 0]
    owner = np.repeat(np.searchsorted(lines, np.arange(len(sizes)), side="right"), sizes)
    doubtful = _doubtful(tokens.words, owner, starts, written, restored) & cased
    # The level of frequency is a part of the bucket (majuscule.words.table).
    numbers = buckets.astype(np.int64)
    levels = np.where(buckets >= AT_STARTS_ONLY, numbers - AT_STARTS_ONLY, (numbers - 1) // 54)
    levels = np.where(buckets == UNSEEN, 0, np.clip(levels - 1, 0, len(FREQUENCIES) - 1))
    return Judged(
        written[cased], [one[cased] for one in restored], kinds, levels[cased], doubtful[cased]
    )


def _beside_hyphen(
    codes: npt.NDArray[np.uint32], starts: npt.NDArray[np.int32], ends: npt.NDArray[np.int32]
) -> Bools:
    padded = np.concatenate([[0], codes, [0]])
    return np.asarray((padded[starts] == ord("-")) | (padded[ends + 1] == ord("-")))


def _kinds(
    written: npt.NDArray[np.uint8],
    restored: npt.NDArray[np.uint8],
    starts: Bools,
    hyphen: Bools,
    buckets: npt.NDArray[np.uint32],
    shares: npt.NDArray[np.float32],
) -> npt.NDArray[np.int64]:
    """Return the kind of error of each token, -1 where it is right."""
    common, name = shares < 0.3, shares > 0.7
    tests = [
        starts,
        (written == CA) | (restored == CA),
        (written == MC) | (restored == MC),
        hyphen,
        buckets == UNSEEN,
        common & (restored == LC),
        common & (written == LC),
        name & (restored == LC),
        name & (written == LC),
    ]
    kinds = np.select(tests, range(len(tests)), len(tests)).astype(np.int64)
    kinds[written == restored] = -1
    return kinds


def _doubtful(
    words: npt.NDArray[np.uint64],
    owner: npt.NDArray[np.int64],
    starts: Bools,
    written: npt.NDArray[np.uint8],
    restored: list[npt.NDArray[np.uint8]],
) -> Bools:
    """Tell where both models agree against the reference and its document is on their side too."""
    agreed = np.all([one == restored[0] for one in restored], axis=0) & (restored[0] != written)
    keys = words ^ (owner.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))
    seen = set(zip(keys[~starts].tolist(), written[~starts].tolist(), strict=True))
    found = np.zeros(len(words), np.bool_)
    for at in np.flatnonzero(agreed & ~starts).tolist():
        found[at] = (int(keys[at]), int(restored[0][at])) in seen
    return found


def tables(judged: Judged, names: tuple[str, str]) -> list[Table]:
    """Return the tables of a text: kinds, classes, frequency, and references in doubt."""
    wrong = [one != judged.written for one in judged.restored]
    change = [*names, "change"]

    def row(label: str, masks: list[Bools]) -> list[Any]:
        first, second = (int(mask.sum()) for mask in masks)
        return [label, first, second, (second - first) / max(1, first)]

    kinds = [
        row(kind, [found == number for found in judged.kinds]) for number, kind in enumerate(KINDS)
    ]
    classes = [
        row(CLASS_NAMES[one], [w & (judged.written == one) for w in wrong])
        for one in (LC, UC, CA, MC)
    ]
    levels = [judged.frequency == number for number in range(len(FREQUENCIES))]
    frequencies = [
        [*row(name, [w & level for w in wrong]), int(level.sum())]
        for name, level in zip(FREQUENCIES, levels, strict=True)
    ]
    both = wrong[0] & wrong[1] & (judged.restored[0] == judged.restored[1])
    doubt = [
        ["wrong in both, in the same way", int(both.sum())],
        ["of these, reference in doubt", int(judged.doubtful.sum())],
        [f"wrong in {names[0]} only", int((wrong[0] & ~wrong[1]).sum())],
        [f"wrong in {names[1]} only", int((wrong[1] & ~wrong[0]).sum())],
    ]
    return [
        Table(["kind of error", *change], [*kinds, row("all", wrong)]),
        Table(["class as written", *change], classes),
        Table(["seen in training", *change, "words"], frequencies),
        Table(["errors", "words"], doubt),
    ]


if __name__ == "__main__":
    main()
