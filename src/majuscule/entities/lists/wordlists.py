"""Small closed word lists: months, days, units, titles, suffixes of companies, countries.

They are what Chieu & Ng 2002 (Table 2) collect from training text and word lists, fixed: closed
classes need no learning.  All folded; a word may stand in one list only, the first that has it.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from majuscule.text import hash_words

LISTS = {
    "month": """january february march april may june july august september october november
        december jan feb mar apr jun jul aug sep sept oct nov dec""",
    "day": """monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur
        thurs fri sat sun today yesterday tomorrow weekend weekday easter christmas ramadan
        thanksgiving""",
    "time_of_day": """morning afternoon evening night noon midnight tonight overnight midday
        o'clock a.m p.m a.m. p.m. am pm gmt utc hour hours minute minutes second seconds""",
    "period": """week weeks month months year years quarter quarters decade decades century
        centuries days season spring summer autumn winter fiscal half fortnight 1990s""",
    "relative": """last next past previous current coming recent recently early late mid ago since
        this later earlier end beginning prior""",
    "number": """one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
        ninety first third fourth fifth sixth seventh eighth ninth tenth twentieth zero""",
    "magnitude": """hundred hundreds thousand thousands million millions billion billions trillion
        m bn b k mn mm dozen""",
    "currency": """dollar dollars euro euros pound pounds yen yuan cent cents pence franc francs
        peso pesos rupee rupees ruble rubles krona usd eur gbp cad aud us$ £ € $ ¥ bucks""",
    "percent": "percent percentage percents % pct",
    "title": """mr mrs ms miss dr prof professor sir lord lady president minister senator
        congressman congresswoman governor mayor judge justice general colonel captain lieutenant
        sergeant king queen prince princess pope bishop rev reverend father sister brother
        chairman chairwoman ceo cfo director secretary ambassador spokesman spokeswoman chancellor
        mr. mrs. ms. dr. prof. rev. gen. sen. gov. rep. lt. sgt. col. capt. st.""",
    "company": """inc inc. corp corp. co co. ltd ltd. llc plc ag gmbh nv sa s.a corporation company
        incorporated limited holdings group bank partners industries systems technologies
        enterprises bancorp llp sas spa oyj""",
    "body": """university college school institute ministry department agency council committee
        commission party army police court parliament senate congress union association
        federation organization organisation league club team times post news press journal
        hospital church foundation society board office bureau service""",
    "place": """street avenue road boulevard river lake mount mountain island islands sea ocean
        bay county province state city town village region district valley airport park square
        bridge coast desert gulf peninsula north south east west northern southern eastern western
        central upper lower""",
    "preposition": "in at from to near into within across toward towards",
    "speech_verb": """said says say told tells tell asked announced added reported explained thanks
        thank hi hello welcome""",
}

_COUNTRIES = """
afghanistan|albania|algeria|andorra|angola|argentina|armenia|australia|austria|azerbaijan|bahamas
bahrain|bangladesh|barbados|belarus|belgium|belize|benin|bhutan|bolivia|bosnia|bosnia-herzegovina
botswana|brazil|brunei|bulgaria|burkina faso|burma|burundi|cambodia|cameroon|canada|cape verde
central african republic|chad|chile|china|colombia|comoros|congo|costa rica|croatia|cuba|cyprus
czech republic|denmark|djibouti|dominica|dominican republic|ecuador|egypt|el salvador|england
equatorial guinea|eritrea|estonia|ethiopia|fiji|finland|france|gabon|gambia|georgia|germany|ghana
greece|grenada|guatemala|guinea|guinea-bissau|guyana|haiti|honduras|hong kong|hungary|iceland|india
indonesia|iran|iraq|ireland|israel|italy|ivory coast|jamaica|japan|jordan|kazakhstan|kenya|kiribati
kosovo|kuwait|kyrgyzstan|laos|latvia|lebanon|lesotho|liberia|libya|liechtenstein|lithuania
luxembourg|macau|macedonia|madagascar|malawi|malaysia|maldives|mali|malta|mauritania|mauritius
mexico|micronesia|moldova|monaco|mongolia|montenegro|morocco|mozambique|myanmar|namibia|nauru|nepal
netherlands|new zealand|nicaragua|niger|nigeria|north korea|northern ireland|norway|oman|pakistan
palau|palestine|panama|papua new guinea|paraguay|peru|philippines|poland|portugal|puerto rico|qatar
romania|russia|rwanda|samoa|san marino|saudi arabia|scotland|senegal|serbia|seychelles|sierra leone
singapore|slovakia|slovenia|solomon islands|somalia|south africa|south korea|south sudan|spain
sri lanka|sudan|suriname|swaziland|sweden|switzerland|syria|taiwan|tajikistan|tanzania|thailand
tibet|timor-leste|togo|tonga|trinidad|tunisia|turkey|turkmenistan|tuvalu|u.a.e.|u.k.|u.s.|uganda
ukraine|united arab emirates|united kingdom|united states|uruguay|uzbekistan|vanuatu|vatican
venezuela|vietnam|wales|yemen|yugoslavia|zambia|zimbabwe|uk|us|usa
"""
COUNTRIES = frozenset(_COUNTRIES.strip().replace("\n", "|").split("|"))
"""Countries, as texts name them."""

LIST_NAMES = tuple(LISTS)


@cache
def _hashes() -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    numbers: dict[str, int] = {}
    for number, words in enumerate(LISTS.values(), 1):
        for word in words.split():
            numbers.setdefault(word, number)
    hashes = hash_words(numbers)
    order = np.argsort(hashes)
    return hashes[order], np.array(list(numbers.values()), np.uint8)[order]


def list_of(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Return which list holds each word (hashes), from 1, or 0 for none.

    >>> LIST_NAMES[list_of(hash_words(["March"]))[0] - 1]
    'month'
    """
    known, numbers = _hashes()
    at = np.minimum(np.searchsorted(known, words), len(known) - 1)
    return np.where(known[at] == words, numbers[at], 0).astype(np.uint8)
