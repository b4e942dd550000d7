"""What profiles make of the labels of corpora; the project's own, for the open ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from majuscule.entities.corpora import (
    CorpusProfile,
    Rule,
    open_profile,
    read_corpora,
    read_profile,
)
from majuscule.errors import CorpusError, UsageError
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import MUC, Mention

OWN = Path(__file__).parents[2] / "benchmarks" / "corpora.toml"
PROFILE = read_profile(OWN)
COLUMNS = "Iraqi\tB-GPE\nAnn\tB-PER\nleft\tO\nSudan\tB-GPE\n"


def known(name: str) -> CorpusProfile:
    found = PROFILE.of(f"a/{name}.tsv.xz")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("label", "words", "expected"),
    [
        ("PER", "Ann", "PER"),
        ("PERSON", "Ann", "PER"),
        ("GPE", "Nepal", "LOC"),
        ("GPE", "Nepalese", ""),
        ("TIM", "Tuesday", "DATE"),
        ("TIM", "9:30 a.m.", "TIME"),
        ("TIM", "two hours", "TIME"),
        ("TIM", "1900", "DATE"),
        ("TIM", "three", ""),
        ("TIM", "several", ""),
        ("TIM", "end of", ""),
        ("TIM", "last year", "DATE"),
        ("MISC", "Windows", ""),
        ("PRODUCT", "Windows", ""),
    ],
)
def test_labels_become_muc_classes(label: str, words: str, expected: str) -> None:
    text = AnnotatedText(words, (Mention(0, len(words), label),))
    found = known("gmb").relabel(text).only(MUC).mentions
    assert [m.label for m in found] == ([expected] if expected else [])


def test_the_open_corpora_teach_muc_classes_only() -> None:
    assert all(set(one.labels) <= set(MUC) for one in PROFILE.corpora)
    assert known("gmb").labels == ("PER", "ORG", "LOC")
    assert PROFILE.of("mine.tsv") is None


def test_a_text_keeps_the_wanted_labels() -> None:
    text = AnnotatedText("Ann 5", (Mention(0, 3, "PER"), Mention(4, 5, "DATE")))
    assert [m.label for m in text.only(["DATE"]).mentions] == ["DATE"]
    assert [m.label for m in text.without(["DATE"]).mentions] == ["PER"]
    assert known("earnings21").relabel(text) == text


def test_titles_are_cut_off_where_a_corpus_has_them() -> None:
    people = (Mention(0, 22, "PER"), Mention(27, 35, "PER"))
    text = AnnotatedText("Prime Minister Ann Lee and Mr. King", people)
    found = known("gmb").relabel(text).mentions
    assert [m.of(text.text) for m in found] == ["Ann Lee", "King"]
    assert known("wikigold").relabel(text) == text


def test_a_title_alone_is_left_out() -> None:
    text = AnnotatedText("President spoke", (Mention(0, 9, "PER"),))
    assert known("gmb").relabel(text).mentions == ()


def test_roles_of_one_word_are_left_out() -> None:
    text = AnnotatedText("Borrower and Ann Lee", (Mention(0, 8, "PER"), Mention(13, 20, "PER")))
    assert [m.start for m in known("sec-filings").relabel(text).mentions] == [13]


def test_the_preposition_of_a_date_is_cut_off() -> None:
    text = AnnotatedText("since 2003 or so", (Mention(0, 10, "TIM"),))
    assert [m.of(text.text) for m in known("gmb").relabel(text).mentions] == ["2003"]


def test_pieces_of_an_amount_become_one() -> None:
    pieces = tuple(Mention(*span, "MONEY") for span in ((0, 6), (7, 14), (19, 25)))
    text = AnnotatedText("$133.1 million and $1.5 billion", pieces)
    found = known("earnings21").relabel(text).mentions
    assert [m.of(text.text) for m in found] == ["$133.1 million", "$1.5 b"]
    names = AnnotatedText("Ann Lee", (Mention(0, 3, "PER"), Mention(4, 7, "PER")))
    assert known("earnings21").relabel(names) == names


def test_nothing_is_relabelled_without_a_profile(tmp_path: Path) -> None:
    file = tmp_path / "gmb.tsv"
    file.write_text(COLUMNS)
    (plain,) = read_corpora([file], MUC.labels)
    assert [m.label for m in plain.documents[0].mentions] == ["GPE", "PER", "GPE"]
    assert plain.taught == MUC.labels
    (read,) = read_corpora([file], MUC.labels, profile=OWN)
    assert [m.label for m in read.documents[0].mentions] == ["PER", "LOC"]
    assert read.taught == ("PER", "ORG", "LOC")
    assert open_profile(PROFILE) is PROFILE


def test_a_class_that_is_marked_here_and_there_is_kept_and_not_taught(tmp_path: Path) -> None:
    (tmp_path / "gmb.tsv").write_text("on\tO\nMonday\tB-TIM\n")
    (corpus,) = read_corpora([tmp_path / "gmb.tsv"], ("PER", "DATE"), profile=PROFILE)
    assert [m.label for m in corpus.documents[0].mentions] == ["DATE"]
    assert corpus.taught == ("PER",)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[corpora]]", "unknown part 'corpora'"),
        ("[[corpus]]\nfile = 'a'", "unknown option 'file'"),
        ("[[corpus]]\nfiles = 'a'", "files"),
        ("[[corpus]]\nfiles = [1]", "list of strings"),
        ("[[corpus]]\nrules = [{lable = 'PER'}]", "lable"),
        ("[[corpus]]\nrules = [{label = 'PER', words = '('}]", "cannot be read"),
        ("[[corpus]]\nrules = [{label = 'PER', among = 'planets'}]", "planets"),
        ("corpus = ", "not TOML"),
        ("corpus = 3", "is not a table"),
        ("corpus = [3]", "is not a table"),
    ],
)
def test_mistakes_in_a_profile_are_told(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(text)
    with pytest.raises(CorpusError, match=problem):
        read_profile(tmp_path / "p.toml")
    with pytest.raises(CorpusError, match=r"none\.toml"):
        read_profile(tmp_path / "none.toml")


def test_a_rule_names_known_things() -> None:
    with pytest.raises(UsageError, match="countries"):
        Rule(among="planets")
