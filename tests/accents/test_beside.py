"""Accents that the words beside decide."""

from __future__ import annotations

import numpy as np
import pytest

from majuscule.accents.rules.beside import write_beside
from majuscule.text.characters.accents import plain
from majuscule.text.characters.codepoints import decode, encode
from majuscule.text.tokenizing.passages import passage_of


@pytest.mark.parametrize(
    ("language", "given", "expected"),
    [
        ("fr", "du au vent, du a une panne, du a qui", "dû au vent, dû à une panne, du a qui"),
        ("fr", "9h a 18h, 5 a 10 pages; il a 5 ans", "9h à 18h, 5 à 10 pages; il a 5 ans"),
        ("fr", "ce jour-la, celle-la, cet ami - la", "ce jour-là, celle-là, cet ami - la"),
        ("fr", "prenez-là, allez-vous là, vous osez-là", "prenez-la, allez-vous là, vous osez-là"),
        ("fr", "cette ville-la-neuve", "cette ville-la-neuve"),
        ("nl", "5 a 10, twee a drie, vitamine a 5, 5 a", "5 à 10, twee à drie, vitamine a 5, 5 a"),
        ("pt", "das 9h as 18h, as 9 contas", "das 9h às 18h, as 9 contas"),
        ("pt-BR", "de terça-feira à sexta, manhã à tarde", "de terça-feira a sexta, manhã à tarde"),
        ("pt", "far-se-a, move-lo-ao - se - a", "far-se-á, move-lo-ão - se - a"),
        ("pt", "por que? que é?", "por quê? que é?"),
        ("pl", "byłeś/as, byłeś / as, na/as, as", "byłeś/aś, byłeś / as, na/as, as"),
        ("de", "5 a 10", "5 a 10"),
        ("pt", "a", "a"),
    ],
)  # fmt: skip
def test_some_accents_are_certain_beside_their_neighbours(language, given, expected) -> None:
    codes = encode(given)
    passage, out = passage_of(plain(codes)), codes.copy()
    write_beside(passage, np.arange(len(passage.tokens)), out, language)
    assert decode(out) == expected
