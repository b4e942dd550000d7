"""Case classes as word labels, for taggers: LC, UC, CA, MC, and the forms of MC words."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from benchmarks.systems.baselines import capitalise_first, lower
from benchmarks.systems.kinds import System

Candidate = TypeVar("Candidate")


def label(word: str) -> str:
    """Return the case class of a word as written (Lita et al. 2003, section 2).

    >>> [label(word) for word in ("it", "It", "I", "IT", "iT", "3rd", "10")]
    ['LC', 'UC', 'UC', 'CA', 'MC', 'LC', 'LC']
    """
    letters = [one for one in word if one.islower() or one.isupper()]
    capitals = sum(one.isupper() for one in letters)
    if not capitals:
        return "LC"
    if capitals == 1 and letters[0].isupper():
        return "UC"
    return "CA" if capitals == len(letters) else "MC"


def mixed_forms(words: Iterable[str]) -> dict[str, str]:
    forms: dict[str, Counter[str]] = {}
    for word in words:
        if label(word) == "MC":
            forms.setdefault(lower(word), Counter())[word] += 1
    return {word: max(sorted(seen), key=seen.__getitem__) for word, seen in forms.items()}


def apply_label(word: str, case: str, forms: dict[str, str]) -> str:
    """Return a lower-case word in a case class; an unknown MC word is capitalised at hyphens.

    >>> apply_label("mcdonald", "MC", {"mcdonald": "McDonald"}), apply_label("nato", "CA", {})
    ('McDonald', 'NATO')
    >>> apply_label("rye-on-sea", "MC", {})
    'Rye-On-Sea'
    """
    if case == "LC":
        return word
    if case == "UC":
        return capitalise_first(word)
    if case == "CA":
        return "".join(one.upper() if len(one.upper()) == 1 else one for one in word)
    return forms.get(word) or "-".join(map(capitalise_first, word.split("-")))


def f1_of_cased(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Return F1 over words with a capital.

    >>> f1_of_cased(["Ann", "met", "IBM"], ["Ann", "Met", "ibm"])
    0.5
    """
    correct = sum(a == b and a != lower(a) for a, b in zip(gold, predicted, strict=True))
    cased = sum(a != lower(a) for words in (gold, predicted) for a in words)
    return 2 * correct / cased if cased else 0.0


def choose(
    name: str,
    candidates: Sequence[Candidate],
    lines: Sequence[str],
    attempt: Callable[[Candidate, Sequence[str]], System | None],
) -> tuple[list[tuple[float, Candidate]], Candidate]:
    """Return (F1, candidate) on the last tenth of the lines, trained on the rest, and the best one;
    ``attempt`` returns a trained system, or None when the time is used up."""
    cut = len(lines) * 9 // 10
    gold = [word for line in lines[cut:] for word in line.split()]
    tried: list[tuple[float, Candidate]] = []
    for candidate in candidates:
        system = attempt(candidate, lines[:cut])
        if system is None and tried:
            break
        if system is not None:
            restored = system.restore([" ".join(line.split()) for line in lines[cut:]], "tokens")
            f1 = f1_of_cased(gold, [word for line in restored for word in line.split()])
            print(f"{name} {candidate}: F1 {f1:.4f}", file=sys.stderr)
            tried.append((f1, candidate))
    return tried, max(tried, key=lambda one: one[0])[1]
