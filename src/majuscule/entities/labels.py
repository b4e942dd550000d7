"""What each open corpus teaches: its labels in terms of the MUC classes, and what it leaves open.

A corpus teaches a class if its annotators marked every mention of it; then its O means "no mention
of that class".  Where it does not teach a class, its O says nothing about it, and training must not
take it for a no (:mod:`majuscule.entities.linear.completion`).

* ``GPE``: in the Groningen Meaning Bank mostly adjectives and people (*Iraqi*, *Palestinians*),
  which are no entities for MUC, and a few countries (*Sudan*, *Nepal*), which are LOC.  A list of
  countries decides.  In the speech corpus GPE are places and become LOC.
* ``TIM``: dates and times of day merged.  What names a time of day (*o'clock*, *a.m.*, *9:30*,
  *hours*, *morning*) is TIME, what names a day, a month, a year or a period is DATE, without the
  preposition before it.  The rest, pieces such as *two*, *recent*, *end of*, is left out.
* ``PER`` in the Groningen Meaning Bank begins with the title (*Mr. Blair*, *President Bush*), for
  MUC and in all other corpora it does not: titles are cut off.  A title alone is no person.
* In the speech corpus one amount or date is often marked in pieces (*$133.1*, *million*).  Mentions
  of one number-like class that stand side by side become one.
* ``MISC`` and everything else: no MUC class, and so O; but it tells surely that the words are not
  PER, ORG or LOC.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.lists.wordlists import COUNTRIES
from majuscule.entities.mentions import LONG_NAMES, MUC, Mention

NAMES = ("PER", "ORG", "LOC")
"""What nearly every corpus teaches."""

TAUGHT = {
    "gmb": NAMES,
    "earnings21": MUC.labels,
    "meantime": MUC.labels,
    "wikigold": NAMES,
    "btc": NAMES,
    "wnut17": NAMES,
    "sec-filings": NAMES,
    "uner-ewt": NAMES,
    "uner-gsdsimp": NAMES,
}
"""The classes that each corpus teaches, by the name of its file."""

PARTLY = {"gmb": ("DATE", "TIME")}
"""Classes of which a corpus marks some mentions only: *Tuesday* and *2003*, but not *last year*.
Its mentions are kept for training, but its O is no evidence, and it is not scored on them."""

TITLED = frozenset({"gmb"})
"""The corpora whose PER begins with the title."""

ROLES = frozenset({"sec-filings"})
"""The corpora whose PER are roles, too (*Borrower*): one word alone is no person there."""

LICENCES = {
    "gmb": ("texts public domain", "Groningen Meaning Bank, Bos et al. 2017"),
    "earnings21": ("CC BY-SA 4.0", "Earnings-21, Del Rio et al. 2021"),
    "wikigold": ("CC BY 4.0", "Wikigold, Balasuriya et al. 2009"),
    "btc": ("CC BY 4.0", "Broad Twitter Corpus, Derczynski et al. 2016"),
    "wnut17": ("CC BY 4.0", "WNUT 2017 emerging entities, Derczynski et al. 2017"),
    "sec-filings": ("CC BY 3.0", "SEC filings, Salinas Alvarado et al. 2015"),
    "uner-gsdsimp": ("CC BY-SA 4.0", "Universal NER on Chinese GSD, Mayhew et al. 2024"),
}
"""Licence and origin of the open corpora, for cards."""

LISTS = {
    "wikipedia": ("CC BY-SA 3.0", "English Wikipedia: titles and first sentences"),
    "us-census": ("public domain", "US Census: first names and surnames"),
    "world-cities": ("CC BY 4.0", "a list of world cities"),
    "sp500-companies": ("PDDL", "S&P 500 companies"),
}
"""Licence and origin of lists, by how their files' names begin."""

_OF_DAY = re.compile(
    r"o'clock|\b[ap]\.? ?m\b|\b(gmt|utc|est|hours?|minutes?|seconds|morning|afternoon|evening"
    r"|noon|midday|midnight|dawn|dusk|night|tonight|overnight)\b|\d:\d\d",
    re.IGNORECASE,
)

_OF_CALENDAR = re.compile(
    r"\b(1[0-9]|20)\d\ds?\b|\b\d+(st|nd|rd|th)\b|'\d\ds?\b|\d[-/]\d"
    r"|(mon|tues|wednes|thurs|fri|satur|sun|to|yester|holi|week|birth|\b|-)days?\b|\btomorrow\b"
    r"|\b(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?"
    r"|oct(ober)?|nov(ember)?|dec(ember)?)\b"
    r"|\b(week|month|year|decade|quarter|season|weekend|fortnight|period)s?\b|(week|month|year)s?\b"
    r"|centur(y|ies)\b|\b(spring|summer|autumn|winter|christmas|easter|ramadan|eve|anniversary)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"((since|of|in|on|and|by|from|during|until|at|before|after|between|to|for|later)\s+)+",
    re.IGNORECASE,
)
_TITLES = re.compile(
    r"(mr|mrs|ms|miss|dr|prof)\.?(\s+|$)"
    r"|((former|late|then|professor|vice|deputy|prime|foreign|interior|defen[cs]e"
    r"|finance|president|minister|premier|chancellor|secretary(-general|\s+of\s+state|\s+general)?"
    r"|king|queen|prince|princess|pope|bishop|archbishop|cardinal|sheikh|ayatollah|imam|sen|senator"
    r"|rep|representative|gov|governor|mayor|judge|justice|gen|general|col|colonel|capt|captain|lt"
    r"|lieutenant|sgt|major|admiral|ambassador|spokes(man|woman)|rev|reverend|sir|lord|lady)"
    r"\.?(\s+|$))+",
    re.IGNORECASE,
)
NUMBER_LIKE = ("DATE", "TIME", "MONEY", "PERCENT")


def taught_by(path: str) -> tuple[str, ...] | None:
    """Return the classes that the corpus in a file teaches, or None for a file that is not known.

    >>> taught_by("train/wikigold.tsv")
    ('PER', 'ORG', 'LOC')
    """
    return TAUGHT.get(PurePath(path).name.split(".")[0])


def harmonise(text: AnnotatedText, *, titled: bool = False) -> AnnotatedText:
    """Return the text with its labels in terms of the MUC classes; other mentions are left out.

    ``titled``: whether PER begins with the title.

    >>> text = AnnotatedText("Iraqi forces left Sudan at noon",
    ...     (Mention(0, 5, "GPE"), Mention(18, 23, "GPE"), Mention(24, 31, "TIM")))
    >>> [(m.of(text.text), m.label) for m in harmonise(text).mentions]
    [('Sudan', 'LOC'), ('noon', 'TIME')]
    """
    kept: list[Mention] = []
    for mention in text.mentions:
        words = mention.of(text.text)
        label = muc_label(mention.label, words)
        if not label:
            continue
        cut = _BEFORE.match(words) if mention.label == "TIM" else None
        cut = _TITLES.match(words) if titled and label == "PER" else cut
        start = mention.start + (cut.end() if cut else 0)
        if start >= mention.end:
            continue
        last = kept[-1] if kept else None
        if last and label in NUMBER_LIKE and _goes_on(last, mention, label, text.text):
            kept[-1] = replace(last, end=mention.end)
            continue
        kept.append(Mention(start, mention.end, label, mention.confidence))
    return replace(text, mentions=tuple(kept))


def _goes_on(last: Mention, mention: Mention, label: str, text: str) -> bool:
    """Tell whether a mention is a further piece of the one before it."""
    return last.label == label and not text[last.end : mention.start].strip(" ")


def muc_label(label: str, words: str) -> str:
    """Return the MUC class of a mention of any corpus, or the empty string for none.

    >>> muc_label("TIM", "last year"), muc_label("TIM", "several"), muc_label("GPE", "Sudan")
    ('DATE', '', 'LOC')
    """
    label = LONG_NAMES.get(label, label)
    if label in MUC:
        return label
    if label == "GPE":
        return "LOC" if words.lower() in COUNTRIES else ""
    if label == "TIM":
        if _OF_DAY.search(words):
            return "TIME"
        return "DATE" if _OF_CALENDAR.search(words) else ""
    return ""


def only(text: AnnotatedText, labels: Iterable[str]) -> AnnotatedText:
    """Return the text with the mentions of some labels: what a corpus can be scored on."""
    wanted = frozenset(labels)
    return replace(text, mentions=tuple(m for m in text.mentions if m.label in wanted))


def without_roles(text: AnnotatedText) -> AnnotatedText:
    """Return the text without people of one word."""
    mentions = text.mentions
    kept = [m for m in mentions if m.label != "PER" or len(m.of(text.text).split()) > 1]
    return replace(text, mentions=tuple(kept))
