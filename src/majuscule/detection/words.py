"""Word lists of case detection, from ``words.json``.

FUNCTION_WORDS: frequent closed-class words of English, German and French, lower case in headlines
and rarely part of names.  One or two distinguish Title Case (``Is``, ``Of The``) from a run of
names, and capitals (``THE``) from a run of acronyms.

COMMON_WORDS: frequent English words, mostly verbs, that are hardly ever capitalised inside a
sentence: two or three capitalised ones distinguish Title Case from names without further evidence.
They are the most frequent words of the training texts (Wikinews and Wikipedia) of which at most 5 %
have capitals inside sentences, without closed-class words and words that German capitalises.

OPEN_WORDS: words that rarely end a sentence in English, German, French and others, such as
articles: a line that ends in one continues in the next.
"""

from __future__ import annotations

import json
from pathlib import Path

_DATA = json.loads((Path(__file__).parent / "words.json").read_text("utf-8"))
_LISTS = {name: " ".join(lines).split() for name, lines in _DATA.items()}
COMMON_WORDS = tuple(_LISTS["common"])
FUNCTION_WORDS = tuple(sorted({*_LISTS["english"], *_LISTS["german"], *_LISTS["french"]}))
NAME_WORDS = tuple(_LISTS["inside names"])
"""Closed-class words that occur inside names and titles; the others only occur in prose."""
OPEN_WORDS = tuple(_LISTS["open"])
