"""Pairs of mentions and their features, for a classifier of relations.

All features come from the text as the engine reads it, so that the classifier is as case-sensitive
as the engine: words, their shapes, the mentions' labels and, if the engine gives dependencies, the
path between the mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise

from majuscule.degrade.interface import Annotation, Span
from majuscule.degrade.tasks.relations.rules import head_word

_TOKEN = re.compile(r"\w+|[^\w\s]")
NEAR = 6
"""The most words between two mentions whose order counts, and steps of a path."""


@dataclass(frozen=True)
class Candidate:
    """A mention that a relation may link: its span, head word and the engine's label."""

    span: Span
    head: Span
    label: str


def shape(word: str) -> str:
    """Return the shape of a word, runs collapsed.

    >>> shape("McDonald"), shape("NATO"), shape("of"), shape("1990s")
    ('XxXx', 'X', 'x', '9x')
    """
    return "".join(sign for sign, _ in groupby(map(_sign, word)))


def _sign(letter: str) -> str:
    if letter.isalpha():
        return "X" if letter.isupper() else "x"
    return "9" if letter.isdigit() else letter


def pair_features(
    text: str, candidates: Sequence[Candidate], found: Annotation
) -> Iterator[tuple[Candidate, Candidate, list[str]]]:
    """Yield each pair of mentions, in text order, with its features."""
    tokens = list(_TOKEN.finditer(text))
    tree = _Paths(text, found)
    ordered = sorted(candidates, key=lambda one: (one.span, one.head))
    for (at, first), (to, second) in combinations(enumerate(ordered), 2):
        between = [
            one.group()
            for one in tokens
            if one.start() >= first.span[1] and one.end() <= second.span[0]
        ]
        outside = [one.group() for one in tokens if one.end() <= first.span[0]][-2:]
        beyond = [one.group() for one in tokens if one.start() >= second.span[1]][:2]
        labels = f"{first.label} {second.label}"
        features = [
            f"labels {labels}",
            f"skipped {min(to - at, 4)}",
            *(f"skipped label {one.label}" for one in ordered[at + 1 : to]),
            f"distance {min(len(between), 12) // 2} {labels}",
            *(f"before {word}" for word in outside),
            *(f"after {word}" for word in beyond),
            *(f"between {word}" for word in between[:20]),
            *(f"between {one} {two}" for one, two in pairwise(["^", *between[:NEAR], "$"])),
            f"between shapes {' '.join(shape(word) for word in between[:NEAR])}",
        ]
        if len(between) <= NEAR:
            features.append(f"whole {labels} {' '.join(between)}")
        for side, one in (("first", first), ("second", second)):
            words = _TOKEN.findall(text[slice(*one.span)])
            features += [f"{side} {word}" for word in words]
            features.append(f"{side} shape {' '.join(shape(word) for word in words)}")
        features += tree.features(first, second, labels)
        yield first, second, features


class _Paths:
    """Paths between words in an engine's dependency tree, if it gives one."""

    def __init__(self, text: str, found: Annotation) -> None:
        self._text, self._tokens = text, found.dependencies
        self._at = {token.start: number for number, token in enumerate(self._tokens)}

    def features(self, first: Candidate, second: Candidate, labels: str) -> list[str]:
        """Return features of the path between two head words, and of their common ancestor."""
        up, down = (self._up(one.head) for one in (first, second))
        ancestor = next((one for one in up if one in down), None)
        if ancestor is None:
            return []
        ascent, descent = up[: up.index(ancestor)], down[: down.index(ancestor)]
        path = [f"^{self._tokens[one].relation}" for one in ascent]
        path += [f"v{self._tokens[one].relation}" for one in reversed(descent)]
        token = self._tokens[ancestor]
        top = self._text[token.start : token.end]
        return [f"path {labels} {' '.join(path[:NEAR])}", f"top {top}", f"top {labels} {top}"]

    def _up(self, head: Span) -> list[int]:
        """Return the tokens from a head word to the root."""
        number = self._at.get(head[0])
        path: list[int] = []
        while number is not None and number not in path:
            path.append(number)
            number = self._tokens[number].head
        return path


def candidates_of(text: str, found: Annotation, labels: Sequence[str]) -> list[Candidate]:
    """Return an engine's mentions with one of the labels, one for each head word."""
    by_head: dict[Span, Candidate] = {}
    for one in found.mentions:
        if one.label in labels:
            head = head_word(text, one.start, one.end)
            by_head.setdefault(head, Candidate((one.start, one.end), head, one.label))
    return list(by_head.values())
