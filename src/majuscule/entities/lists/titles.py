"""Names from an encyclopaedia: what kind of thing an article's title names, by its first sentence.

*Angela Merkel is a German politician* tells that the title is a person; *X is a city in*, a place.
The head of what follows *is a* decides, by closed lists of nouns.  Titles, and the first and last
words of people, become hashed sets inside the model as the other name lists do.  What a list says
is a column of the tagger, so a wrong entry costs little.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from majuscule.entities.lists.names import NameLists
from majuscule.text import encode, tokenize
from majuscule.words.table import WordTable, capital_shares

if TYPE_CHECKING:
    from majuscule.reading import Document

PERSON, ORGANIZATION, PLACE, OTHER, FIRST_NAME, LAST_NAME, OFTEN = (1 << bit for bit in range(7))
SINGLE_FLAGS = FIRST_NAME | LAST_NAME | OFTEN
OFTEN_TIMES = 8
"""People that share a name's word before it counts as frequent."""

LEAST_CAPITALS = 0.6
"""A title of one word is taken if the word is written with a capital so often."""

_NOUNS = {
    PERSON: """actor actress singer songwriter musician composer conductor pianist guitarist drummer
        rapper dj painter sculptor artist architect photographer designer model dancer comedian
        writer author novelist poet playwright journalist editor critic screenwriter director
        producer filmmaker presenter broadcaster philosopher historian theologian scholar professor
        scientist physicist chemist biologist botanist zoologist mathematician astronomer geologist
        economist engineer inventor physician surgeon psychologist psychiatrist anthropologist
        archaeologist linguist lawyer judge jurist politician statesman diplomat governor senator
        president minister chancellor mayor congressman activist revolutionary soldier officer
        general admiral commander pilot astronaut explorer missionary priest bishop archbishop
        cardinal pope saint rabbi monk nun nobleman noblewoman king queen prince princess duke earl
        baron emperor businessman businesswoman entrepreneur executive banker industrialist
        footballer player goalkeeper striker defender midfielder quarterback pitcher catcher
        outfielder cricketer golfer boxer wrestler swimmer cyclist runner sprinter athlete skier
        skater gymnast driver jockey coach manager referee fencer rower sailor spy criminal
        murderer gangster outlaw man woman person member chef""",
    ORGANIZATION: """company corporation firm manufacturer retailer airline bank conglomerate
        subsidiary publisher label brand chain organization organisation agency institute
        institution university college school academy seminary association society foundation
        charity union federation league club team franchise party movement committee commission
        council ministry department bureau army regiment squadron battalion brigade division police
        band group orchestra choir ensemble duo trio newspaper magazine journal broadcaster network
        channel hospital church denomination cooperative consortium think startup carrier
        operator provider developer fraternity sorority""",
    PLACE: """city town village municipality commune settlement community locality suburb
        neighborhood neighbourhood district county province state region country territory parish
        township borough ward hamlet island archipelago peninsula river stream creek lake lagoon bay
        gulf sea ocean strait mountain mount hill peak volcano range valley canyon plateau desert
        forest park reserve beach cape glacier waterfall street road highway avenue square bridge
        tunnel station airport airfield port harbor harbour building skyscraper tower castle palace
        fort fortress museum stadium arena theatre cathedral temple mosque monastery abbey
        monument cemetery dam canal crater prefecture oblast raion canton capital place""",
    OTHER: """album song single film movie novel book series episode show game genus species moth
        beetle butterfly spider plant tree flower bird fish mammal insect disease drug protein gene
        enzyme mineral compound element language dialect tribe battle war treaty act law award prize
        tournament championship election ship submarine aircraft locomotive car automobile missile
        rifle software protocol format theorem method theory concept term word surname name list
        year opera play poem symphony painting sculpture dish cheese dance sport software family
        character day race edition season event festival comic manga anime type form style""",
}
_KIND = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}
_IS = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the|any of|several)\s+([^.;:]{3,160})")
_STOP = re.compile(
    r"\s(?:in|of|from|on|by|who|which|that|for|at|located|born|known|and|with|near|whose|best)\b|,"
)
_BORN = re.compile(
    r"\((?:[^()]*\b)?(?:born|b\.|\d{3,4}\s*[–—-]\s*(?:\w+ )*\d{3,4}|died)\b", re.IGNORECASE
)


def kind_of(title: str, text: str) -> int:
    """Return what a title names, by the beginning of its article, or 0 where that does not tell.

    >>> kind_of("Ann Lee", "Ann Lee (born 1970) is an American cyclist.") == PERSON
    True
    >>> kind_of("Lee, Texas", "Lee is a small town in Ann County, Texas.") == PLACE
    True
    """
    bracket = re.search(r"\(([^)]*)\)$", title)
    if bracket:
        for word in reversed(bracket[1].lower().split()):
            if word in _KIND:
                return _KIND[word]
    first = text[:400]
    head = first[: max(len(title) + 80, 120)]
    if _BORN.search(head):
        return PERSON
    found = _IS.search(first)
    if found:
        phrase = _STOP.split(found[1], maxsplit=1)[0]
        for word in reversed(re.findall(r"[A-Za-z-]+", phrase.lower())):
            for noun in (word, word.rsplit("-", 1)[-1], word.removesuffix("s")):
                if noun in _KIND:
                    return _KIND[noun]
    words = title.split()
    person = len(words) in (2, 3) and re.match(rf"(?:{re.escape(words[-1])}|He|She)\s", first)
    if person and re.search(r"\b(?:he|his|she|her)\b", first, re.IGNORECASE):
        return PERSON
    last = words[-1].lower() if words else ""
    return _KIND[last] if _KIND.get(last) in (ORGANIZATION, PLACE) and len(words) > 1 else 0


@dataclass(frozen=True)
class TitleLists(NameLists):
    """What titles name; the flags of first and last names are of single words."""

    single: int = SINGLE_FLAGS


def learn_titles(documents: Iterable[Document], words: WordTable) -> TitleLists:
    """Return the titles of articles with what they name; ``words`` tells common words."""
    titles: dict[str, int] = {}
    firsts: Counter[str] = Counter()
    lasts: Counter[str] = Counter()
    for document in documents:
        title = document.title or ""
        kind = kind_of(title, document.paragraphs[0] if document.paragraphs else "")
        name = re.sub(r"\s*\([^)]*\)$", "", title)
        if kind == PLACE:
            name = name.split(",")[0]
        if not kind or not name or not name[0].isupper():
            continue
        titles[name] = titles.get(name, 0) | kind
        parts = name.split()
        if kind == PERSON and len(parts) > 1 and all(part[0].isupper() for part in parts):
            firsts[parts[0]] += 1
            lasts[parts[-1]] += 1
    names = list(titles.items())
    for counts, flag in ((firsts, FIRST_NAME), (lasts, LAST_NAME)):
        names += [(n, flag | (OFTEN if k >= OFTEN_TIMES else 0)) for n, k in counts.items()]
    return TitleLists.of(_without_common(names, words))


def _without_common(names: list[tuple[str, int]], words: WordTable) -> list[tuple[str, int]]:
    """Return names without those of one word that is mostly written small."""
    text = "\n".join(name for name, _ in names)
    codes = encode(text)
    tokens = tokenize(codes)
    owner = np.searchsorted(np.flatnonzero(codes == 10), tokens.starts)
    sizes = np.bincount(owner, minlength=len(names))
    buckets, _ = words.look_up(tokens.words)
    shares = capital_shares(buckets)
    small = np.zeros(len(names), np.bool_)
    small[owner[shares < LEAST_CAPITALS]] = True
    return [
        one
        for one, is_small, size in zip(names, small, sizes, strict=True)
        if not (is_small and size == 1)
    ]
