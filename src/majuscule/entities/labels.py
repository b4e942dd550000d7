"""What each open corpus teaches: its labels in terms of the MUC classes, and what it leaves open.

A corpus teaches a class if its annotators marked every mention of it; then its O means "no mention
of that class".  Where it does not teach a class, its O says nothing about it, and training must not
take it for a no (:mod:`majuscule.entities.completion`).

* ``GPE``: in the Groningen Meaning Bank mostly adjectives and people (*Iraqi*, *Palestinians*),
  which are no entities for MUC, and a few countries (*Sudan*, *Nepal*), which are LOC.  A list of
  countries decides.  In the speech corpus GPE are places and become LOC.
* ``TIM``: dates and times of day merged.  What names a time of day (*o'clock*, *a.m.*, *9:30*,
  *hours*, *morning*) is TIME, the rest DATE.
* ``MISC`` and everything else: no MUC class, and so O; but it tells surely that the words are not
  PER, ORG or LOC.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.mentions import LONG_NAMES, MUC, Mention
from majuscule.entities.wordlists import COUNTRIES

NAMES = ("PER", "ORG", "LOC")
"""What nearly every corpus teaches."""

TAUGHT = {
    "gmb": (*NAMES, "DATE", "TIME"),
    "earnings21": MUC.labels,
    "meantime": MUC.labels,
    "wikigold": NAMES,
    "btc": NAMES,
    "wnut17": NAMES,
    "sec-filings": NAMES,
    "uner-ewt": NAMES,
}
"""The classes that each corpus teaches, by the name of its file."""

LICENCES = {
    "gmb": ("texts public domain", "Groningen Meaning Bank, Bos et al. 2017"),
    "earnings21": ("CC BY-SA 4.0", "Earnings-21, Del Rio et al. 2021"),
    "wikigold": ("CC BY 4.0", "Wikigold, Balasuriya et al. 2009"),
    "btc": ("CC BY 4.0", "Broad Twitter Corpus, Derczynski et al. 2016"),
    "wnut17": ("CC BY 4.0", "WNUT 2017 emerging entities, Derczynski et al. 2017"),
    "sec-filings": ("CC BY 3.0", "SEC filings, Salinas Alvarado et al. 2015"),
}
"""Licence and origin of the open corpora, for cards."""

_OF_DAY = re.compile(
    r"o'clock|\b[ap]\.? ?m\b|\b(gmt|utc|est|hours?|minutes?|seconds?|morning|afternoon|evening"
    r"|noon|midday|midnight|dawn|dusk|night|tonight|overnight)\b|\d:\d\d",
    re.IGNORECASE,
)


def taught_by(path: str) -> tuple[str, ...] | None:
    """Return the classes that the corpus in a file teaches, or None for a file that is not known.

    >>> taught_by("train/wikigold.tsv")
    ('PER', 'ORG', 'LOC')
    """
    return TAUGHT.get(PurePath(path).name.split(".")[0])


def harmonise(text: AnnotatedText) -> AnnotatedText:
    """Return the text with its labels in terms of the MUC classes; other mentions are left out.

    >>> text = AnnotatedText("Iraqi forces left Sudan at noon",
    ...     (Mention(0, 5, "GPE"), Mention(18, 23, "GPE"), Mention(24, 31, "TIM")))
    >>> [(m.of(text.text), m.label) for m in harmonise(text).mentions]
    [('Sudan', 'LOC'), ('at noon', 'TIME')]
    """
    kept = []
    for mention in text.mentions:
        label = muc_label(mention.label, mention.of(text.text))
        if label:
            kept.append(Mention(mention.start, mention.end, label, mention.confidence))
    return replace(text, mentions=tuple(kept))


def muc_label(label: str, words: str) -> str:
    """Return the MUC class of a mention of any corpus, or the empty string for none."""
    label = LONG_NAMES.get(label, label)
    if label in MUC:
        return label
    if label == "GPE":
        return "LOC" if words.lower() in COUNTRIES else ""
    if label == "TIM":
        return "TIME" if _OF_DAY.search(words) else "DATE"
    return ""


def only(text: AnnotatedText, labels: Iterable[str]) -> AnnotatedText:
    """Return the text with the mentions of some labels: what a corpus can be scored on."""
    wanted = frozenset(labels)
    return replace(text, mentions=tuple(m for m in text.mentions if m.label in wanted))
