"""Korean and Chinese names in Latin letters: a surname and a given name of two syllables with a
hyphen (*moon jae-in*).

Without capitals, few of them look like names: the surname may be a common word, the syllables are
rare.  The form is certain: of 257 such words in Wikipedia and Wikinews, all were names.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from majuscule.reading.annotations.mentions import Mention, overlapping

_SURNAME = (
    "ahn|bae|baek|ban|byun|cha|chang|chen|chiang|cho|choi|chow|chu|chun|chung|gong|goh|ha|han|heo|ho"
    "|hong|hsieh|hsu|huang|huh|hwang|im|jang|jeon|jeong|ji|jin|jo|jung|kang|kim|ko|koo|kwak|kwon|lai"
    "|lee|li|lien|lim|lin|liu|ma|min|moon|na|nam|noh|oh|pak|park|rhee|ri|roh|ryu|seo|shim|shin|sohn"
    "|son|song|soong|su|suh|sung|tan|tang|tsai|tung|wang|won|woo|wu|yang|yeo|yi|yoo|yoon|yu|yun"
)
_SYLLABLE = (
    "(?:[bcdfghjklmnprstwy]|ch|dz|hs|kh|kw|sh|ts|tz|[bghkmr]y)?(?:[aeiou]|ae|ai|ao|ee|eo|eou|eu|ia"
    "|iao|ie|ih|iu|oe|oo|ou|ua|ui|uo|w[ao]|y[aeou]|yeo|yoo|you)(?:ng|[hklmnprt])?"
)
_FIRST = re.compile(rf"\b(?:{_SURNAME}) (?!(?:co|run|sit)\Z)(?:{_SYLLABLE})\Z", re.I)
_SECOND = re.compile(rf"-(?:{_SYLLABLE})\b(?![-–]\w|['’][^\Ws])", re.I)
_LONGEST = len("chiang hsiang")


def with_romanized(text: str, mentions: Sequence[Mention], labels: Container[str]) -> list[Mention]:
    """Return mentions with the whole of such names; none is added over a mention of another kind.

    >>> with_romanized("moon jae-in spoke", [Mention(0, 4, "PER", 0.5)], ("PER",))
    [Mention(start=0, end=11, label='PER', confidence=0.5)]
    """
    whole = list(mentions)
    for second in _SECOND.finditer(text) if "PER" in labels else ():
        first = _FIRST.search(text, max(0, second.start() - _LONGEST), second.start())
        if first is None:
            continue
        start, end = first.start(), second.end()
        place = overlapping(whole, start, end)
        parts = whole[place]
        if all(one.label == "PER" and start <= one.start and one.end <= end for one in parts):
            how = min((one.confidence for one in parts), default=1.0)
            whole[place] = [Mention(start, end, "PER", how)]
    return whole
