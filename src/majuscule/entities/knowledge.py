"""What is known before an entity tagger is trained: word classes, name lists, titles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from majuscule.entities.lists.names import NameLists
from majuscule.words.table import WordTable

NO_NAMES = NameLists(np.empty(0, np.uint32), np.empty(0, np.uint8))


@dataclass(frozen=True)
class Knowledge:
    """What the tagger knows of words before their context."""

    words: WordTable
    names: NameLists
    titles: NameLists = NO_NAMES
