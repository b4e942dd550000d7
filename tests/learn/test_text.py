"""Training text: what is learnt from, and what the corpus filter leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from majuscule.errors import TrainingError, UsageError
from majuscule.learn.batches import TrainingBatch
from majuscule.learn.corpora import CorpusText
from majuscule.learn.text import SomeDocuments, describe_batch
from majuscule.text.characters.codepoints import decode

CASED = "The minister met Angela Merkel in Berlin on Monday. She said that he would not go."


def lines_of(text: CorpusText) -> list[str]:
    return [line for batch in text.batches() for line in decode(batch.passage.codes).split("\n")]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.txt"
    path.write_text("\n\n".join([CASED, CASED.upper(), CASED.lower(), CASED + " Good."]))
    return path


def test_documents_that_are_not_well_cased_are_left_out(pool: Path) -> None:
    assert lines_of(CorpusText([pool])) == [CASED, CASED + " Good."]
    assert lines_of(CorpusText([pool], keep="all")) == [
        CASED,
        CASED.upper(),
        CASED.lower(),
        CASED + " Good.",
    ]


def test_every_pass_gives_the_same(pool: Path) -> None:
    text = CorpusText([pool])
    assert lines_of(text) == lines_of(text)


def test_words_end_the_text(pool: Path) -> None:
    assert lines_of(CorpusText([pool], words=20, keep="all")) == [CASED, CASED.upper()]


def test_nothing_well_cased_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "caps.txt"
    path.write_text(f"{CASED.upper()}\n\n{CASED.lower()}\n")
    with pytest.raises(
        TrainingError, match=r"none of its documents is well cased \(1 upper case, 1 lower case\)"
    ):
        lines_of(CorpusText([path]))
    path.write_text("")
    with pytest.raises(TrainingError, match="nothing to learn from in this text: it is empty"):
        lines_of(CorpusText([path]))
    with pytest.raises(TrainingError, match="it is empty"):
        lines_of(CorpusText([path], keep="all"))


def test_keep_is_checked(pool: Path) -> None:
    with pytest.raises(UsageError, match="it may be cased or all"):
        CorpusText([pool], keep="most")
    with pytest.raises(UsageError, match="unmarked is 3; it must be from 0 to 1"):
        CorpusText([pool], unmarked=3)


def test_text_whose_speeches_go_on_small_is_well_cased(tmp_path: Path) -> None:
    path = tmp_path / "roman.txt"
    path.write_text(
        "»Hur kan du prata så?» sade hon. »Jag ger dig dem gerna!» ropade han till Selma.\n"
        "»Är du sjuk?» frågade patron Kristerson i Stockholm. »Nej!» svarade hon.\n"
    )
    assert len(lines_of(CorpusText([path]))) == 2


def test_some_documents_keep_how_often_their_lines_count() -> None:
    batch = describe_batch("One of Rome.\nTwo of Oslo.", [0, 1], np.array([3, 5], np.uint8))

    class Weighed:
        def batches(self) -> Iterator[TrainingBatch]:
            yield batch

    (held,) = SomeDocuments(Weighed(), 2, True).batches()
    (other,) = SomeDocuments(Weighed(), 2, False).batches()
    assert np.array_equal(held.times, [3])  # type: ignore[arg-type]
    assert np.array_equal(other.times, [5])  # type: ignore[arg-type]
    assert decode(other.passage.codes) == "Two of Oslo."
