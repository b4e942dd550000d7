"""Portuguese infinitives before pronouns, and *e-mail*, get the only accents they can have."""

from __future__ import annotations

import numpy as np
import pytest

from majuscule.accents.rules.enclitics import before_hyphen, write_enclitics
from majuscule.text.characters.codepoints import decode, encode
from majuscule.text.tokenizing.passages import passage_of


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("vou usa-lo, move-las e cópia-los", "vou usá-lo, movê-las e copiá-los"),
        ("dispo-la, construi-lo, atrai-los", "dispô-la, construí-lo, atraí-los"),
        ("abri-lo, segui-la, no-lo, vo-las", "abri-lo, segui-la, no-lo, vo-las"),
        ("alcança-lo, fa-lo-a, da-la", "alcançá-lo, fá-lo-a, dá-la"),
        ("um é-mail, é-me igual, é - la", "um e-mail, é-me igual, é - la"),
        ("usa-me, a-la, usa -lo, usa-lo", "usa-me, a-la, usa -lo, usá-lo"),
        ("usa-", "usa-"),
    ],
)
def test_what_stands_before_a_hyphen_is_certain(given: str, expected: str) -> None:
    bare = given.translate(str.maketrans("éóç", "eoc"))
    passage, out = passage_of(encode(bare)), encode(given).copy()
    write_enclitics(passage, np.arange(len(passage.tokens)), out)
    assert decode(out) == expected


def test_no_accent_makes_a_word_of_the_e_before_a_hyphen() -> None:
    passage = passage_of(encode("l'e-mail, e - e e-"))
    found = [passage.folded(at) for at in np.flatnonzero(before_hyphen(passage, "e"))]
    before = [passage.folded(at + 1) for at in np.flatnonzero(before_hyphen(passage, "e"))]
    assert (found, before) == (["e", "e"], ["-", "-"])
