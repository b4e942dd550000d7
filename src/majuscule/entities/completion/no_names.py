"""What taggers take for names, dates or firms, and is none."""

from __future__ import annotations

import re

from majuscule.reading.annotations.mentions import ELEMENTS, Mention
from majuscule.words.gazetteers.wordlists import LISTS

NAMES = ELEMENTS["ENAMEX"]
_NOUN = re.compile(
    r"(?:capex|ceo|cfo|coo|cpi|cto|diy|dna|dso|dvd|ebit|eps|evp|faq|gdp|gps|hr|ipo|kpi|ngo|opex|pc|pdf"
    r"|pr|qoq|rfp|roi|suv|svp|tv|url|usb|yoy)s?",
    re.I,
)
_INDEX = re.compile(
    r"(?<=\bthe )dow|dow jones(?: industrials)?|(?:cac|dax|ftse|nikkei|stoxx)(?: \d+)?"
    r"|(?:s&p|russell) \d+|hang seng|ibovespa|kospi|sensex|topix|.+ (?:index|average|composite)",
    re.I,
)
_OF_INDEX = re.compile(r" (?:stock )?(?:index|composite)\b", re.I)
_MODEL = r"(?<!\blocal)[ -](?:[a-z]\d{2,4}|\d{3})(?:s|-\d+\w*)?"
_ENDS_IN_MODEL = re.compile(rf"{_MODEL}\Z", re.I)
_MODEL_BEHIND = re.compile(
    rf"{_MODEL}(?![\w:/%]|[.,]\d)"
    r"(?! (?:[-:] \d|%|(?:[ap]m|fm|billion|days|feet|hours|miles|million|people|percent|points?"
    r"|votes|yards|years)\b))",
    re.I,
)
_MEASURE = re.compile(
    rf"(?:an? )?(?:\d+|{'|'.join(LISTS['number'])})-(?:day|week|month|year)", re.I
)
_ADDRESS = re.compile(r"\w@\w")


def is_no_name(text: str, one: Mention) -> bool:
    """Tell whether a mention is none: an abbreviation of a common noun, which stands as names do
    (``capex``, ``hr``), a stock index, a product with the number of its model (``boeing 747``), a
    length of time that says of what kind something is (``a five-year plan``), a part of an address.

    >>> text = "a boeing 747"
    >>> is_no_name(text, Mention(2, 8, "ORG"))
    True
    """
    start, end = one.start, one.end
    if one.label == "DATE":
        return bool(_MEASURE.fullmatch(text, start, end))
    if one.label not in NAMES:
        return False
    if one.label == "ORG" and (
        _ENDS_IN_MODEL.search(text, start, end) or _MODEL_BEHIND.match(text, end)
    ):
        return True
    return bool(
        _NOUN.fullmatch(text, start, end)
        or _INDEX.fullmatch(text, start, end)
        or (one.label != "LOC" and _OF_INDEX.match(text, end))
        or _ADDRESS.search(text, max(0, start - 2), end + 2)
    )
