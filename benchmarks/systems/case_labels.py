"""Case as a label of a word, for systems that label: LC, UC, CA, MC, and the form of an MC word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.systems.baselines import capitalise_first, lower


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
    """Write a lower-case word in a case class; an unknown MC word gets capitals at hyphens.

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
    """Return F1 over words that hold a capital.

    >>> f1_of_cased(["Ann", "met", "IBM"], ["Ann", "Met", "ibm"])
    0.5
    """
    correct = sum(a == b and a != lower(a) for a, b in zip(gold, predicted, strict=True))
    cased = sum(a != lower(a) for words in (gold, predicted) for a in words)
    return 2 * correct / cased if cased else 0.0
