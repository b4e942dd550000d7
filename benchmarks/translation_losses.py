"""Where restoring loses BLEU: words of the systems' own case that the references share.

``python -m benchmarks.translation_losses`` writes the report ``translation-losses``.  A word
of a system's output that comes back in another case is *lost* where a reference of the segment has
the system's form and not the restored one, and *won* where it is the other way round.  Some
segments hold placeholders that the test's makers put for names and numbers (``#NAME#``): BLEU is
told without those segments too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.report import DATA, made, options, write_report
from majuscule.degrade.conditions import apply
from majuscule.degrade.interface import Input
from majuscule.degrade.tasks.translation import Translation
from majuscule.measure import Table

CLASSES = (
    "sentence start",
    "after a quote, colon, bracket or dash",
    "in a headline",
    "a small word made a capital",
    "a capital made small",
    "all capitals or mixed",
)
HEADLINE = 0.6
"""Share of words with a capital from which a segment is a headline."""
SHOWN = 25
PLACEHOLDER = re.compile(r"#\w+#")


@dataclass
class Losses:
    """Counts by class and by word, and for each system."""

    lost: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    words: Counter[tuple[str, str]] = field(default_factory=Counter)
    systems: dict[str, list[int]] = field(default_factory=dict)
    kept: Sequence[tuple[str, int, float]] = ()


def main() -> None:
    """Count the losses and write the tables."""
    parser = options("translation-losses", __doc__)
    parser.add_argument("--model", default="en")
    given = parser.parse_args()
    task = Translation("", DATA)
    restored = apply(f"lower+{given.model}", task.texts, task.documents)
    found = Losses(kept=kept_share(task, restored))
    for system, (first, last) in task.parts.items():
        changed = [0, 0, 0]
        for number in range(first, last):
            own, ours = task.texts[number], restored[number].text
            for kind, left, right, mark in differences(own, ours, task.references(number)):
                changed[0] += 1
                if mark > 0:
                    found.lost[kind] += 1
                    found.words[left, right] += 1
                    changed[1] += 1
                elif mark < 0:
                    found.won[kind] += 1
                    changed[2] += 1
        found.systems[system] = changed
    write_report(given.output, "Where restoring loses BLEU", parts(found))


def kept_share(task: Translation, restored: Sequence[Input]) -> list[tuple[str, int, float]]:
    """Return the mean over systems of the BLEU that restoring keeps: of which segments, how many,
    as a share of the systems' own."""
    plain = np.array([not PLACEHOLDER.search(text) for text in task.texts])
    own = task.score([Input(text) for text in task.texts], [])
    ours = task.score(restored, [])
    rows = []
    for name, chosen in (("all", plain | True), ("without placeholders", plain)):
        shares = []
        for first, last in task.parts.values():
            kept = chosen[first:last]
            before, after = (
                task.metric.measures(counts[first:last][kept].sum(axis=0))["bleu"]
                for counts in (own, ours)
            )
            shares.append(float(after / before))
        rows.append((name, int(chosen.sum()), float(np.mean(shares))))
    return rows


def differences(
    own: str, ours: str, references: tuple[str, ...]
) -> list[tuple[str, str, str, int]]:
    """Return the words that came back in another case: class, both forms, and 1 for a loss, -1
    for a gain, 0 where the references have both or neither."""
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    cut = Tokenizer13a()
    theirs, restored = cut(own).split(), cut(ours).split()
    known = {word for reference in references for word in cut(reference).split()}
    lettered = [word for word in theirs if word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in lettered)
    headline = len(lettered) > 2 and capitals > HEADLINE * len(lettered)
    rows = []
    for at, (left, right) in enumerate(zip(theirs, restored, strict=True)):
        if left != right:
            before = theirs[at - 1] if at else "."
            kind = _class(left, right, before, headline)
            rows.append((kind, left, right, (left in known) - (right in known)))
    return rows


def _class(own: str, ours: str, before: str, headline: bool) -> str:
    if before in {".", "!", "?"}:
        return CLASSES[0]
    if before in {'"', "'", ":", "(", "[", "-", "“", "‘"}:
        return CLASSES[1]
    if headline:
        return CLASSES[2]
    if own[1:] == ours[1:]:
        return CLASSES[3] if own[0].islower() else CLASSES[4]
    return CLASSES[5]


def parts(found: Losses) -> list[str | Table]:
    """Return the parts of the report."""
    rows = {kind: (found.lost[kind], found.won[kind]) for kind in CLASSES}
    rows["all"] = found.lost.total(), found.won.total()
    by_class = [[kind, lost, won, lost - won] for kind, (lost, won) in rows.items()]
    by_system = [
        [system, changed, lost, won, lost - won]
        for system, (changed, lost, won) in found.systems.items()
    ]
    words = ", ".join(
        f"`{own}` as `{ours}` ({count})" for (own, ours), count in found.words.most_common(SHOWN)
    )
    return [
        made(),
        "A word is lost where a reference has the system's form and not the restored one, won "
        "where it is the other way round.",
        Table(("outputs", "number", "% of the systems' own BLEU"), found.kept, decimals=2),
        Table(("where", "lost", "won", "net"), by_class),
        Table(("system", "words in another case", "lost", "won", "net"), by_system),
        f"Lost most often: {words}.",
    ]


if __name__ == "__main__":
    main()
