"""Sentences made for the tests."""

from __future__ import annotations

import itertools

from majuscule.entities.interface import Corpus
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention

PEOPLE = ("Barack Obama", "Angela Merkel", "Ann Lee", "John Smith", "Mary Jones")
PLACES = ("Berlin", "New York", "Paris", "Rome", "Oslo")
DAYS = ("Monday", "Tuesday", "March 3", "2008")
LABELS = ("PER", "LOC", "DATE")
OPTIONS = {"epochs": 6, "least": 1, "slots": 20_000, "threads": 1, "held_out": 20, "margin": 20}


def sentence(person: str, place: str, day: str, dated: bool) -> AnnotatedText:
    parts = [(person, "PER"), (" met a friend in ", ""), (place, "LOC"), (" on ", "")]
    parts += [(day, "DATE" if dated else ""), (" .", "")]
    mentions, at = [], 0
    for words, label in parts:
        if label:
            mentions.append(Mention(at, at + len(words), label))
        at += len(words)
    return AnnotatedText("".join(words for words, _ in parts), tuple(mentions))


def corpora() -> list[Corpus]:
    triples = list(itertools.product(PEOPLE, PLACES, DAYS))
    full = [sentence(*triple, dated=True) for triple in triples[::2]]
    part = [sentence(*triple, dated=False) for triple in triples[1::2]]
    return [Corpus(full, LABELS, "full"), Corpus(part, ("PER", "LOC"), "names")]
