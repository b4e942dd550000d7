"""The features of Chieu & Ng, on sentences whose features are worked out by hand."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from majuscule.entities.maxent.features import (
    FeatureInput,
    feature,
    global_features,
    local_features,
)
from majuscule.entities.maxent.lexicon import read_lexicon
from majuscule.entities.maxent.lists import Lists, collect_prefixes, collect_suffixes
from majuscule.entities.maxent.readings import DD, HL, TXT, ReadTexts, dotted, numbers, read_texts
from majuscule.errors import CorpusError
from majuscule.text import decode, hash_words
from majuscule.text.keys import find_keys
from majuscule.words.gazetteers.names import CITY, COMPANY, MALE, SURNAME, NameLists

NO_NAMES = NameLists.of([("Nowhere", CITY)])


def lists(
    *, lexicon: str = "", suffixes: str = "", prefixes: str = "", names: NameLists = NO_NAMES
) -> Lists:
    known, after, before = (
        np.sort(hash_words(words.split())) for words in (lexicon, suffixes, prefixes)
    )
    return Lists(known, after, before, names)


def tokens_of(reading: ReadTexts) -> list[str]:
    tokens = reading.passage.tokens
    spans = zip(tokens.starts, tokens.ends, strict=True)
    return [decode(reading.passage.codes[start:end]) for start, end in spans]


def with_feature(
    text: str | list[str],
    name: str,
    value: int = 0,
    *,
    case: bool = True,
    known: Lists | None = None,
    zones: tuple[int, ...] = (TXT, HL, DD),
) -> list[str]:
    """Return the tokens that have a feature."""
    reading = read_texts([text] if isinstance(text, str) else text)
    source = FeatureInput(reading, known or lists(), case, zones)
    wanted = feature(name, numbers([value]))[0]
    has = np.zeros(len(reading), np.bool_)
    for places, hashes in (*local_features(source), *global_features(source)):
        assert len(places) == len(hashes)
        has[places[hashes == wanted]] = True
    return [token for token, flag in zip(tokens_of(reading), has, strict=True) if flag]


def test_every_token_has_the_non_contextual_feature_and_a_zone() -> None:
    text = "A headline\nMay 3 , 2008\nThe text ."
    assert len(with_feature(text, "non-contextual")) == 9
    assert with_feature(text, "zone", HL) == ["A", "headline"]
    assert with_feature(text, "zone", DD) == ["May", "3", ",", "2008"]
    assert with_feature(text, "zone", TXT) == ["The", "text", "."]
    assert with_feature(text, "zone", HL, zones=(TXT,)) == []
    assert with_feature("Only a line", "zone", TXT) == ["Only", "a", "line"]


def test_case_and_zone_of_the_token_and_its_neighbours() -> None:
    text = "met IBM or iPod Barry"
    assert with_feature(text, "initCaps +0") == ["IBM", "Barry"]
    assert with_feature(text, "allCaps +0") == ["IBM"]
    assert with_feature(text, "mixedCaps +0") == ["iPod", "Barry"]
    assert with_feature(text, "allCaps +1") == ["met"]
    assert with_feature(text, "allCaps -1") == ["or"]
    for name in ("initCaps +0", "allCaps +1", "mixedCaps -1"):
        assert with_feature(text, name, case=False) == []


def test_token_information_is_that_of_table_1() -> None:
    text = "Mr. A U.S. 99 1999 01/01 $ 20 % 3.20 x"
    assert with_feature(text, "InitCapPeriod") == ["Mr.", "U.S."]
    assert with_feature(text, "OneCap") == ["A"]
    assert with_feature(text, "AllCapsPeriod") == ["U.S."]
    assert with_feature(text, "ContainDigit") == ["99", "1999", "01/01", "20", "3.20"]
    assert with_feature(text, "TwoD") == ["99", "20"]
    assert with_feature(text, "FourD") == ["1999"]
    assert with_feature(text, "Digitslash") == ["01/01"]
    assert with_feature(text, "Dollar") == ["$"]
    assert with_feature(text, "Percent") == ["%"]
    assert with_feature(text, "DigitPeriod") == ["3.20"]
    assert with_feature(text, "InitCapPeriod", case=False) == []
    assert with_feature(text, "OneCap", case=False) == []
    # In capitals nothing tells the second from the first.
    assert with_feature(text, "AllCapsPeriod", case=False) == ["Mr.", "U.S."]


def test_first_words_and_lexicon() -> None:
    assert with_feature("He ran. She sat.", "first word") == ["He", "She"]
    known = lists(lexicon="ran sat he")
    assert with_feature("He ran far", "out of vocabulary", known=known) == ["far"]


def different_words(text: str, *, case: bool) -> int:
    """Return how many different features the lexicon group gives."""
    source = FeatureInput(read_texts([text]), lists(), case, (TXT,))
    every = np.concatenate([hashes for _, hashes in local_features(source)])
    return len(np.intersect1d(every, feature("word", source.word)))


def test_the_lexicon_feature_sees_case_in_the_mixed_case_tagger_only() -> None:
    assert different_words("The the THE", case=True) == 3
    assert different_words("The the THE", case=False) == 1


def neighbours(text: str, case: bool) -> list[set[int]]:
    """Return the features of the next word of each token."""
    reading = read_texts([text])
    source = FeatureInput(reading, lists(), case, (TXT,))
    groups = list(local_features(source))
    found: list[set[int]] = [set() for _ in range(len(reading))]
    start = next(
        number
        for number, (_, hashes) in enumerate(groups)
        if len(hashes) and hashes[0] == feature("word", source.word)[0]
    )
    for places, hashes in groups[start + 2 : start + 4]:  # next word, and past a hyphen
        for place, value in zip(places.tolist(), hashes.tolist(), strict=True):
            found[place].add(value)
    return found


def test_the_word_after_a_hyphen_is_a_next_word_too() -> None:
    hyphen, plain = neighbours("third - quarter", False), neighbours("third quarter", False)
    assert len(hyphen[0]) == 2
    assert plain[0] < hyphen[0]


def test_neighbours_are_joined_with_initial_capitals_of_the_token() -> None:
    one, two = neighbours("Third man", True), neighbours("third man", True)
    assert one[0] != two[0]
    assert neighbours("Third man", False) == neighbours("THIRD MAN", False)


def test_dictionaries_look_at_the_token_and_its_neighbours() -> None:
    names = [("New York", CITY), ("Barry", MALE), ("Acme", COMPANY), ("Barry", SURNAME)]
    known = lists(names=NameLists.of(names))
    text = "barry of acme in new york now"
    assert with_feature(text, "list 0 +0", known=known) == ["new", "york"]
    assert with_feature(text, "list 1 +0", known=known) == ["acme"]
    assert with_feature(text, "list 2 +0", known=known) == ["barry"]
    assert with_feature(text, "list 3 +0", known=known) == ["barry"]
    assert with_feature(text, "list 2 -1", known=known) == ["of"]
    assert with_feature(text, "list 1 +1", known=known) == ["of"]


def test_months_days_and_numbers() -> None:
    text = "He may come in May or on Monday at two"
    assert with_feature(text, "month") == ["May"]
    assert with_feature(text, "month", case=False) == ["may", "May"]
    assert with_feature(text, "day") == ["Monday"]
    assert with_feature(text, "number") == ["two"]


def test_suffixes_and_prefixes_reach_through_initial_capitals() -> None:
    known = lists(suffixes="corp", prefixes="mr")
    text = "said Mr Ann Lee of News Broadcasting Corp today"
    assert with_feature(text, "corporate suffix", known=known) == ["News", "Broadcasting", "Corp"]
    assert with_feature(text, "person prefix", known=known) == ["Mr", "Ann", "Lee"]
    upper = text.upper()
    assert with_feature(upper, "corporate suffix", known=known, case=False) == ["BROADCASTING"]
    assert with_feature(upper, "person prefix", known=known, case=False) == ["ANN"]


def test_a_prefix_before_the_run_counts_even_in_lower_case() -> None:
    known = lists(prefixes="boss")
    assert with_feature("the boss Ann Lee", "person prefix", known=known) == ["Ann", "Lee"]


def test_other_occurrences_tell_case() -> None:
    text = "Bush spoke .\nThe man , Bush , and a bush ."
    # The first Bush opens a sentence: the second one tells; and for that one, the third.
    assert with_feature(text, "other initCaps") == ["Bush", "bush"]
    assert with_feature(text, "other not-initCaps") == ["Bush"]
    assert with_feature(["Bush spoke .", "The man , Bush ."], "other initCaps") == []
    assert with_feature(text, "other initCaps", case=False) == []


def test_suffixes_and_prefixes_of_other_occurrences() -> None:
    known = lists(suffixes="corp", prefixes="mr")
    text = "He left Acme Corp today .\nThen acme fell .\nMr Lee ran . And Lee sat ."
    assert with_feature(text, "Other-CS", known=known) == ["acme"]
    assert with_feature(text, "Other-PP", known=known) == ["Lee"]
    assert with_feature(text, "Other-CS", known=known, case=False) == ["acme"]


def test_acronyms_match_the_initials_of_runs() -> None:
    text = "The FCC met . It is the Federal Communications Commission , not the BBC ."
    assert with_feature(text, "A_begin") == ["Federal"]
    assert with_feature(text, "A_continue") == ["Communications"]
    assert with_feature(text, "A_end") == ["Commission"]
    assert with_feature(text, "A_unique") == ["FCC"]
    apart = ["The FCC met .", "It is the Federal Communications Commission ."]
    assert with_feature(apart, "A_unique") == []
    assert with_feature(text, "A_unique", case=False) == []


def test_the_longest_repeated_part_of_a_run_is_marked() -> None:
    text = "Even News Broadcasting Corp. , noted , is News Broadcasting Corp. , yes ."
    assert with_feature(text, "I_begin") == ["News", "News"]
    assert with_feature(text, "I_continue") == ["Broadcasting", "Broadcasting"]
    assert with_feature(text, "I_end") == ["Corp.", "Corp."]


def test_unique_words_have_initial_capitals_and_a_zone() -> None:
    text = "Ann met Lee\nAnn sat ."
    assert with_feature(text, "unique", HL) == ["Lee"]
    assert with_feature(text, "unique", TXT) == []


def test_lists_are_collected_from_labelled_text() -> None:
    reading = read_texts(["Mr. Lee of Dow Corp. met Mr. Ray of Ace Corp. and Mr. Fox of Old Inc ."])
    words = tokens_of(reading)
    spans = [(words.index(name), words.index(name) + 1, "PER") for name in ("Lee", "Ray", "Fox")]
    spans += [(words.index(a), words.index(a) + 2, "ORG") for a in ("Dow", "Ace", "Old")]
    assert collect_suffixes(reading, sorted(spans), 2, 0.5) == dotted(hash_words(["corp"]))
    assert collect_prefixes(reading, sorted(spans), 3, 0.5) == dotted(hash_words(["mr"]))
    assert not len(collect_prefixes(reading, spans, 4, 0.5))


def test_wordnet_is_read_with_its_forms(tmp_path: Path) -> None:
    parts = {"noun": ("share", "box"), "verb": ("say",), "adj": ("big",), "adv": ()}
    for part, words in parts.items():
        lines = [f"00000{n} 03 n 01 {word} 0 000 | a gloss" for n, word in enumerate(words)]
        (tmp_path / f"data.{part}").write_text("\n".join(["  1 A licence", *lines]))
    (tmp_path / "verb.exc").write_text("said say\n")
    lexicon = read_lexicon(str(tmp_path))
    known = find_keys(lexicon, hash_words(["Share", "shares", "boxes", "saying", "said", "sayed"]))[
        1
    ]
    assert known.tolist() == [True, True, True, True, True, True]
    assert not find_keys(lexicon, hash_words(["licence", "gloss", "boxs"]))[1].any()


def test_a_wordnet_that_is_not_there_is_told() -> None:
    with pytest.raises(CorpusError, match="wordnet-base"):
        read_lexicon("/nowhere")
    assert not len(read_lexicon(""))


def test_features_of_many_tokens_take_seconds() -> None:
    line = "Mr. Lee of the Federal Communications Commission met Ann in New York on May 3 , 1999 ."
    reading = read_texts(["\n".join([line] * 50)] * 120)
    begun = time.process_time()
    source = FeatureInput(reading, lists(suffixes="commission"), True, (TXT,))
    for _ in (*local_features(source), *global_features(source)):
        pass
    assert len(reading) > 100_000
    assert time.process_time() - begun < 5
