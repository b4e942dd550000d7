"""Names known from text in another language, and what is learnt from that."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import majuscule
from majuscule.errors import UsageError
from majuscule.learn.text import DocumentText
from majuscule.reading import Document
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.tables.elsewhere import Elsewhere
from majuscule.words.tables.lexicon import LexiconTally
from majuscule.words.tables.table import ELSEWHERE, capitals_column
from majuscule.words.tables.vocabulary import encode_text
from tests.conftest import OPTIONS, some_documents

OTHER = ("They met in Zagreb and Ljubljana with the NATO of old, and saw Zagreb and the iPod.",) * 4


def other() -> Elsewhere:
    return Elsewhere.read(DocumentText((Document("o", OTHER),)), 100)


def bucket_of(elsewhere: Elsewhere, word: str) -> int:
    at = np.flatnonzero(elsewhere.words == hash_words([word])[0])
    return int(elsewhere.buckets[at[0]]) if len(at) else 0


def test_words_with_capitals_are_kept_with_how_they_are_written() -> None:
    found = other()
    assert [bucket_of(found, one) - ELSEWHERE for one in ("zagreb", "nato", "ipod")] == [5, 11, 17]
    assert not any(bucket_of(found, one) for one in ("they", "met", "old"))
    assert capitals_column(found.buckets).tolist() == [5] * len(found.words)
    assert len(Elsewhere.read(DocumentText((Document("o", OTHER),)), 1).words) == 1


def test_of_several_texts_the_first_that_has_a_word_counts() -> None:
    third = ("They met in ZAGREB and Nato, and saw Uppsala and Uppsala, but no Ljubljana.",) * 4
    first, more = other(), Elsewhere.read(DocumentText((Document("t", third),)), 100)
    both = first.or_else(more)
    assert bucket_of(both, "zagreb") == bucket_of(first, "zagreb") != bucket_of(more, "zagreb")
    assert bucket_of(both, "uppsala") == bucket_of(more, "uppsala")
    assert (np.diff(both.words.astype(object)) > 0).all()
    assert len(both.words) == len(first.words) + 1


def test_the_own_text_comes_first_and_the_table_knows_both() -> None:
    encoded, _ = encode_text(DocumentText(some_documents()))
    own = encoded.vocabulary
    both = dataclasses.replace(own, elsewhere=other())
    words = hash_words(["berlin", "zagreb", "nobody"])
    classes = np.zeros(len(own.words), np.int32)
    before, _ = own.table(classes, 1).look_up(words)
    after, _ = both.table(classes, 1).look_up(words)
    assert after[0] == before[0] > 0
    assert (before[1], after[1]) == (0, ELSEWHERE + 5)
    assert after[2] == 0


def test_a_name_known_elsewhere_alone_gets_its_capital(tmp_path: Path) -> None:
    corpus, english = tmp_path / "own.txt", tmp_path / "en.txt"
    names = [f"b{a}{b}r" for a in "aeiou" for b in "klmnprst"]
    nouns = [f"d{a}{b}s" for a in "aeiou" for b in "klmnprst"]
    lines = [
        f"Vi såg {name.title()} och en {noun} i dag."
        for name, noun in zip(names[:30], nouns[:30], strict=True)
    ]
    corpus.write_text("\n\n".join(lines))
    there = [one.upper() if at % 2 else one.title() for at, one in enumerate(names)]
    english.write_text("\n".join(f"We saw {one} here." for one in there for _ in range(4)))
    options = OPTIONS | {"held_out": 0, "elsewhere": [str(english)]}
    source = "name=English,licence=CC0,files=en.txt"
    made = majuscule.train([corpus], options=options, sources=[source])
    text = "vi såg borit och en dosit i dag."  # neither is known
    # As they are written there, though the own text has nothing but initial capitals.
    for name in there[-2:]:
        assert made.restore(text.replace("borit", name.lower()), case="ignore") == (
            f"Vi såg {name} och en dosit i dag."
        )
    assert [one.name for one in made.header.corpora] == ["own", "English"]
    assert "elsewhere" not in made.header.options


def test_mixed_forms_that_are_frequent_elsewhere_are_written_so_here() -> None:
    other, tally = LexiconTally(), LexiconTally()
    Elsewhere.read(DocumentText((Document("o", OTHER * 3 + ("Only one eMail.",)),)), 100, other)
    tally.take(other, 10)
    known = tally.lexicon()
    assert np.isin(hash_words(["ipod", "email"]), known.words).tolist() == [True, False]
    assert tally.occurrences().look_up(hash_words(["zagreb"])).tolist() == [24]


def test_the_own_text_decides_how_its_words_are_written() -> None:
    english = DocumentText((Document("e", ("We met McCoy of DuPont and McCoy of YouTube.",) * 40),))
    own = ("Hier madame Dupont et monsieur Dupont ont vu Youtube chez McCoy.",)
    other, tally = LexiconTally(), LexiconTally()
    for batch in DocumentText((Document("o", own),)).batches():
        tally.add(batch)
    Elsewhere.read(english, 100, other)
    tally.take(other, 10)
    known = tally.lexicon()
    names = hash_words(["dupont", "youtube", "mccoy"])
    assert np.isin(names, known.words).tolist() == [False, True, True]


def test_documents_in_a_row_may_share_a_fold() -> None:
    documents = DocumentText(some_documents())
    apart, together = (encode_text(documents, together=many)[0] for many in (1, 1000))
    assert len(set(apart.folds.tolist())) == 8
    assert set(together.folds.tolist()) == {0}


def test_names_are_declined_as_the_language_does() -> None:
    text = DocumentText((Document("o", OTHER),))
    found = Elsewhere.read(text, 40, endings=[">u", "b>bem", "a>y", "a>ou"])
    for form in ("zagrebu", "zagrebem", "ljubljany", "ljubljanou", "zagreb", "ljubljana"):
        name = "ljubljana" if form.startswith("l") else "zagreb"
        assert bucket_of(found, form) == bucket_of(found, name) > 0
    assert not bucket_of(found, "ljubljanem")
    with pytest.raises(UsageError, match="the ending 'ovi' is invalid"):
        Elsewhere.read(text, 40, endings=["ovi"])
    assert (np.diff(found.words.astype(object)) > 0).all()
