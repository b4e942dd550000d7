"""The lexicon of irregular mixed case: what gets in, how it merges, how it is stored."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from majuscule.counts.tables import merge_tables
from majuscule.errors import ModelError, UsageError
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.models.stored import arrays_of, read_stored
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.tables.lexicon import Lexicon, LexiconOptions, LexiconTally, merge_lexicons
from tests.texts import text_of

TEXT = (
    "McDonald's sells burgers. Mr McDonald bought an iPhone on eBay. Mcdonald is a slip.",
    "The iPhone and the iPHONE, the IPHONE and the iPhone. EBay was eBay. NASA launched.",
    "Read http://eBay.com/iPad now. IMac or iMac? An iMac! LaTeX once, oNce once.",
)


def tally_of(*paragraphs: str) -> LexiconTally:
    tally = LexiconTally()
    for batch in text_of(*paragraphs).batches():
        tally.add(batch)
    return tally


def content(lexicon: Lexicon) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in arrays_of(lexicon, "lexicon_").items()}


def test_words_mostly_in_mixed_case_are_kept_with_their_commonest_form() -> None:
    lexicon = tally_of(*TEXT).lexicon()
    found = [(one.form, one.count, one.mixed, one.occurrences) for one in lexicon.entries()]
    assert found == [
        ("iPhone", 3, 4, 5),
        ("McDonald", 2, 2, 3),
        ("eBay", 2, 3, 3),
        ("iMac", 2, 3, 3),
    ]


def test_look_up_gives_masks_whatever_the_case() -> None:
    lexicon = tally_of(*TEXT).lexicon()
    masks, known = lexicon.look_up(hash_words(["IPHONE", "nasa", "mcdonald", "once", "ebay"]))
    assert masks.tolist() == [0b10, 0, 0b101, 0, 0b10]
    assert known.tolist() == [True, False, True, False, True]
    assert Lexicon.empty().look_up(hash_words(["x"]))[1].tolist() == [False]


def test_options_decide_what_is_kept() -> None:
    forms = {one.form for one in tally_of(*TEXT).lexicon(LexiconOptions(least=1)).entries()}
    assert forms == {"iPhone", "McDonald", "eBay", "iMac", "LaTeX"}
    strict = LexiconOptions(share=0.9)
    assert {one.form for one in tally_of(*TEXT).lexicon(strict).entries()} == {"eBay", "iMac"}
    with pytest.raises(UsageError, match="share"):
        LexiconOptions(share=1.0)


def test_tallies_of_parts_in_any_order_give_the_lexicon_of_the_whole() -> None:
    whole = content(tally_of(*TEXT).lexicon())
    for order in permutations(TEXT):
        parts = [tally_of(part) for part in order]
        seen = merge_tables(part.occurrences() for part in parts)
        tally = LexiconTally.of(seen, (form for part in parts for form in part.forms()))
        assert content(tally.lexicon()) == whole


def test_ties_between_forms_go_to_the_smaller_mask() -> None:
    tally = tally_of("the iTunes and iTunes and ITunes and ITunes and itUnes")
    assert [one.form for one in tally.lexicon().entries()] == ["iTunes"]
    tally = tally_of("the ITunes and ITunes and iTunes and iTunes")
    assert [one.form for one in tally.lexicon().entries()] == ["iTunes"]


def test_words_with_a_digit_first_share_an_entry_and_show_the_smallest() -> None:
    tally = tally_of("by 4cOm and 3cOm and 4cOm")
    assert [(one.form, one.count) for one in tally.lexicon().entries()] == [("3cOm", 3)]


def test_merged_lexicons_keep_all_words_and_add_counts() -> None:
    first = tally_of("an iPod and an iPod and a LaTeX and LaTeX").lexicon()
    second = tally_of("the IPod and IPod and IPod, TeXas and TeXas and LaTeX LaTeX").lexicon()
    merged = merge_lexicons([first, second])
    assert content(merged) == content(merge_lexicons([second, first]))
    assert [(one.form, one.count, one.occurrences) for one in merged.entries()] == [
        ("LaTeX", 4, 4),
        ("IPod", 3, 5),
        ("TeXas", 2, 2),
    ]
    assert content(merge_lexicons([])) == content(Lexicon.empty())


def test_a_model_file_gives_the_lexicon_back(tmp_path: Path) -> None:
    lexicon = tally_of(*TEXT).lexicon()
    write_model(tmp_path / "l.model", ModelHeader("lexicon.v1"), arrays_of(lexicon, "lexicon_"))
    again = read_stored(Lexicon, read_model(tmp_path / "l.model"), "lexicon_")
    assert content(again) == content(lexicon)
    assert again.entries() == lexicon.entries()
    write_model(
        tmp_path / "e.model", ModelHeader("lexicon.v1"), arrays_of(Lexicon.empty(), "lexicon_")
    )
    assert len(read_stored(Lexicon, read_model(tmp_path / "e.model"), "lexicon_")) == 0


def test_arrays_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    arrays = arrays_of(tally_of(*TEXT).lexicon(), "lexicon_")
    for name in ("lexicon_masks", "lexicon_offsets", "lexicon_words"):
        wrong = dict(arrays)
        wrong[name] = np.zeros_like(arrays[name]) if "words" in name else arrays[name][:-1]
        write_model(tmp_path / "w.model", ModelHeader("lexicon.v1"), wrong)
        with pytest.raises(ModelError, match="do not fit together"):
            read_stored(Lexicon, read_model(tmp_path / "w.model"), "lexicon_")
