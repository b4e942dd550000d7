"""Words that case detection knows of itself; they are in ``words.json``.

Closed-class words of English, German and French, which headlines may leave small and names hardly
ever are.  The lists need no more than the frequent ones: they tell Title Case (``Is``, ``Of The``)
from a run of names, and capitals (``THE``) from a run of acronyms, and both need one or two words.

Frequent English words that are written small almost wherever they stand inside a sentence.  Verbs
above all, that names and headlines in sentence case leave small: two or three of them with capitals
tell Title Case from names, where nothing else is known of the words.  They are the most frequent
words of the training texts (Wikinews and Wikipedia) of which at most 5 % have capitals inside
sentences, without closed-class words and without words that German writes with a capital.

Words that hardly end a sentence in English, German, French and others, such as articles: a line
that ends in one goes on in the next.
"""

from __future__ import annotations

import json
from pathlib import Path

_DATA = json.loads((Path(__file__).parent / "words.json").read_text("utf-8"))
_LISTS = {name: " ".join(lines).split() for name, lines in _DATA.items()}
COMMON_WORDS = tuple(_LISTS["common"])
FUNCTION_WORDS = tuple(sorted({*_LISTS["english"], *_LISTS["german"], *_LISTS["french"]}))
NAME_WORDS = tuple(_LISTS["inside names"])
"""Those that stand inside names and titles; the rest tell prose from lists of names."""
OPEN_WORDS = tuple(_LISTS["open"])
"""Those that hardly end a sentence."""
