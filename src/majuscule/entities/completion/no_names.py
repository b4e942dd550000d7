"""Mentions that taggers find but that are no names, dates or firms."""

from __future__ import annotations

import re

from majuscule.reading.annotations.mentions import ELEMENTS, Mention
from majuscule.words.gazetteers.wordlists import LISTS, NOUNS

NAMES = ELEMENTS["ENAMEX"]
_NOUN = re.compile(
    r"(?:api|capex|ceo|cfo|config|coo|cpi|cpu|css|csv|cto|dhcp|diy|dna|dns|dso|dvd|ebit|eps|evp|faq"
    r"|gdp|gif|gps|gpu|gui|hr|html|https?|hvac|idp|ipo|jpeg|json|jwt|kpi|lcd|led|mfa|mqtt|mvp|ngo"
    r"|oauth|oidc|openid|opex|otp|pc|pdf|pok[eé]mon|pr|qoq|rfp|roi|rtsp|saml|sdk|smtp|sql|ssd"
    r"|ssh|ssl|sso|suv|svp|tls|ttl|tv|url|usb|vpn|wifi|xml|yaml|yoy"
    r"|(?:(?<=redirect )|(?<=logout )|(?<=the ))uri)s?",
    re.I,
)
_PLAIN = re.compile(
    r"bank(?= (?:accounts?|loans?|transfers?)\b)|mark(?= (?:all|as|it|the|this|your)\b)"
    r"|^who(?=\b[^\n]{0,300}\?$)",
    re.I | re.M,
)
_PERSONS = frozenset(NOUNS["person"])
_WHICH = re.compile(r"\b(?:what|which) \Z", re.I)
_FIELD = re.compile(r"[{}]|%\(")
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
    rf"(?:an? )?(?:\d+|{'|'.join(LISTS['number'])})-(?:day|week|month|year)|the days|24/7", re.I
)
_PERIOD = re.compile(r"the (?:month|week|year)", re.I)
_PRIZED = re.compile(
    r"\b(?:album|artist|athlete|book|car|coach|driver|employee|film|footballer|game|goal|man|manager"
    r"|person|player|rookie|song|sportsman|team|woman|word) of \Z",
    re.I,
)
_MAY = re.compile(
    r"(?:this )?may(?= (?:also|be|cause|have|include|look|mean|not|only|seem|still|take|well)\b)",
    re.I,
)
_ADDRESS = re.compile(r"\w@\w")
_SPAN = re.compile(r"(?<!\blast )(?<!\bnext )(?<!\bthis )(?:day|week|month|year)s?\Z", re.I)
_OLD = re.compile(r"(?: ?- ?| )olds?\b", re.I)
_CUT = re.compile(r"(?<=\w)[-–]|(?<=\d[ -])\d/\d\b(?! (?:centur|day|decade|month|week|year))")
_FRACTION = re.compile(r"(\d{1,3})/(\d{1,4})")
_OF_UNIT = re.compile(
    r"[ -](?:of an? )?(?:cups?|tea\w*|table\w*|[ct]|tbsps?|tsps?|ounces?|oz|pounds?|lbs?"
    r"|inch(?:es)?|f(?:ee|oo)?t|miles?|yards?|acres?|pints?|quarts?|gallons?|lit(?:er|re)s?|k?g|k?m|cm|mm)\b",
    re.I,
)
_OCCASION = re.compile(r"\b(?:after|before|by|due|from|on|since|to|until|\w+day),? \Z", re.I)
_SOUND = re.compile(r"u+mm+|u+hh+|err+|ahh+|ooo+h*|kinda|sorta|(?:c|sh|w)oulda", re.I)


def is_not_a_name(text: str, one: Mention) -> bool:
    """Return whether a mention is wrong: an abbreviation of a common noun, in a name's position
    (``capex``, ``hr``), a noun or verb of a short line (``mark as read``), a stock index, a product
    with its model number (``boeing 747``), a length of time that modifies a noun (``a five-year
    plan``), an age (``a 3-year-old boy``), a fraction, score or reference (``1/2 cup``, ``47/34``),
    *may* before a verb, the year of a prize (``coach of the year``), a part of an address, a
    placeholder, an interjection (``umm``).

    >>> text = "a boeing 747"
    >>> is_not_a_name(text, Mention(2, 8, "ORG"))
    True
    """
    start, end = one.start, one.end
    if one.label == "DATE":
        prize = _PERIOD.fullmatch(text, start, end) and _PRIZED.search(
            text, max(0, start - 15), start
        )
        return bool(
            prize
            or _MEASURE.fullmatch(text, start, end)
            or _matches(_MAY, text, one)
            or (_OLD.match(text, end) and _SPAN.search(text, start, end))
            or _CUT.match(text, start)
            or _is_fraction(text, one)
        )
    if one.label not in NAMES:
        return False
    if one.label == "ORG" and (
        _ENDS_IN_MODEL.search(text, start, end) or _MODEL_BEHIND.match(text, end)
    ):
        return True
    if one.of(text).lower() in _PERSONS and _WHICH.search(text, max(0, start - 7), start):
        return True
    return bool(
        _matches(_PLAIN, text, one)
        or _FIELD.search(text, start, end)
        or _NOUN.fullmatch(text, start, end)
        or _INDEX.fullmatch(text, start, end)
        or (one.label != "LOC" and _OF_INDEX.match(text, end))
        or _ADDRESS.search(text, max(0, start - 2), end + 2)
        or _SOUND.fullmatch(text, start, end)
    )


def _is_fraction(text: str, one: Mention) -> bool:
    """Return whether a date is two figures that are no day, month, year or season, or a measure, or
    points: *n/5* and *n/10* without a word such as *on* or *by*."""
    found = _FRACTION.fullmatch(text, one.start, one.end)
    if found is None:
        return False
    first, second = int(found[1]), int(found[2])
    day = 0 < first <= 31 and 0 < second <= 31 and min(first, second) <= 12
    year = (first <= 12 and second >= 1900) or (second - first) % 100 == 1
    if not (day or year) or _OF_UNIT.match(text, one.end):
        return True
    before = max(0, one.start - len(" wednesday, "))
    return second in (5, 10) and not _OCCASION.search(text, before, one.start)


def _matches(pattern: re.Pattern[str], text: str, one: Mention) -> bool:
    """Return whether a mention matches a pattern, which may look beyond it."""
    found = pattern.match(text, one.start)
    return found is not None and found.end() == one.end
