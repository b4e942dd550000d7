"""Names of one's own win over the tagger; labels get other names; what is wrong is said."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from majuscule.cli.program import run
from majuscule.entities.interface import Finder
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.rules import with_rules
from majuscule.errors import CorpusError, UsageError
from majuscule.reading.annotations.mentions import Mention
from majuscule.words.gazetteers.own import OwnNames

TEXT = "angela merkel met a friend in new york on tuesday ."


class Everything:
    """Takes each text for one person."""

    labels = ("PER",)

    def tag(self, text: str, *, memory: bool = True, lines: str = "auto") -> list[Mention]:
        return [Mention(0, len(text), "PER", 0.5)]

    def tag_many(
        self,
        texts: Iterable[str],
        *,
        memory: bool = True,
        lines: str = "auto",
        jobs: int | None = None,
    ) -> Iterator[list[Mention]]:
        return (self.tag(text) for text in list(texts))  # reads ahead


def found(tagger: Finder, text: str) -> list[tuple[str, str]]:
    return [(one.of(text), one.label) for one in tagger.tag(text)]


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (["Area 51"], "AREA 51 is not area 52", ["AREA 51"]),
        (["O'Neill", "AT&T", "C++"], "o'neill left at&t for c++", ["o'neill", "at&t", "c++"]),
        (["New York", "New York City"], "new york city, new\nyork", ["new york city"]),
        (["O'Neill", "Côte d’Ivoire"], "o’neill in côte d'ivoire", ["o’neill", "côte d'ivoire"]),
        (["Node.js", "@ann at Acme"], "NODE.JS for @ann at acme", ["NODE.JS", "@ann at acme"]),
        (["New York"], "new   york\u00a0new\tyork", ["new   york", "new\tyork"]),
        (["北京", "北京大学"], "我在北京大学和北京", ["北京大学", "北京"]),
        (["Łódź"], "z ŁÓDŹ do łódź", ["ŁÓDŹ", "łódź"]),
    ],
)
def test_names_are_found_as_they_stand(names: list[str], text: str, expected: list[str]) -> None:
    own = OwnNames.of([(name, "X") for name in names])
    assert [one.of(text) for one in own.find(text)] == expected


def test_ten_thousand_mentions_of_one_name() -> None:
    text = "acme " * 10_000
    assert len(OwnNames.of([("Acme", "ORG")]).find(text)) == 10_000


def test_a_name_of_ones_own_wins_and_labels_are_renamed(tagger: LinearEntityTagger) -> None:
    own = OwnNames.of([("York", "SHIP"), ("Friend", "PER")])
    ruled = with_rules(tagger, names=own, renamed={"PER": "PERSON", "DATE": ""})
    assert set(ruled.labels) == {"PERSON", "LOC", "SHIP"}
    expected = [("angela merkel", "PERSON"), ("friend", "PERSON"), ("york", "SHIP")]
    assert found(ruled, TEXT) == expected
    assert list(ruled.tag_many([TEXT, TEXT])) == [ruled.tag(TEXT)] * 2
    assert with_rules(tagger) is tagger


def test_a_mention_across_a_name_is_left_out() -> None:
    ruled = with_rules(Everything(), names=OwnNames.of([("b", "X")]))
    texts = ["a b c", "a", "b b"]
    got = [
        [(m.of(t), m.label) for m in found]
        for found, t in zip(ruled.tag_many(texts), texts, strict=True)
    ]
    assert got == [[("b", "X")], [("a", "PER")], [("b", "X"), ("b", "X")]]


def test_a_label_that_is_never_given_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no label 'LOC'; labels are PER"):
        with_rules(Everything(), renamed={"LOC": "PLACE"})
    with pytest.raises(UsageError, match="cannot be a label"):
        with_rules(Everything(), renamed={"PER": "a person"})


def test_lists_are_read_with_comments_labels_and_other_encodings(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(
        "\ufeff# mine\nAcme\r\n\nÉlan\tSHIP\n#1 Band\n".encode("utf-16")
    )
    (tmp_path / "b.txt").write_bytes("Café Noir\n".encode("latin-1"))
    own = OwnNames.read([(tmp_path / "a.txt", "ORG")])
    text = "acme, ÉLAN and #1 band"
    assert [(one.of(text), one.label) for one in own.find(text)] == [
        ("acme", "ORG"),
        ("ÉLAN", "SHIP"),
        ("#1 band", "ORG"),
    ]
    latin = OwnNames.read([(tmp_path / "b.txt", "ORG")], encoding="latin-1")
    assert latin.find("the CAFÉ noir")[0].start == 4
    advice = r"b\.txt:1: not UTF-8: .* \(--gazetteer-encoding latin-1, or auto\)$"
    with pytest.raises(CorpusError, match=advice):
        OwnNames.read([(tmp_path / "b.txt", "ORG")])


def test_names_given_twice_are_told_and_contradictions_refused(tmp_path: Path) -> None:
    told: list[str] = []
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("Acme\nAnn Lee\nACME\n")
    assert len(OwnNames.read([(one, "ORG")], tell=told.append)) == 2
    assert told == [f"names given twice count once: 'ACME' on {one}:1 and {one}:3"]
    two.write_text("\nann  lee\n")
    with pytest.raises(CorpusError, match=r"two.txt:2: .* is PER here and ORG on .*one.txt:2"):
        OwnNames.read([(one, "ORG"), (two, "PER")])
    two.write_text("Ann\n")
    with pytest.raises(CorpusError, match=r"two.txt:1: 'Ann' has no label"):
        OwnNames.read([(two, "")])


def test_the_command_writes_what_other_tools_read(
    model: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    story, names = tmp_path / "story.txt", tmp_path / "names.txt"
    story.write_text(TEXT + "\n")
    names.write_text("friend\n")
    rules = ["--gazetteer", f"{names}=ROLE", "--map", "LOC=PLACE", "--map", "DATE="]
    command = ["entities", "tag", "-m", model, *rules, str(story), "--to"]

    def shown(shape: str) -> str:
        assert run([*command, shape]) == 0
        return capsysbinary.readouterr().out.decode()

    line = "[angela merkel](PER) met a [friend](ROLE) in [new york](PLACE) on tuesday .\n"
    assert shown("inline") == line
    rows = ["T1\tPER 0 13\tangela merkel", "T2\tROLE 20 26\tfriend", "T3\tPLACE 30 38\tnew york"]
    assert shown("brat").splitlines() == rows
    record = json.loads(shown("spacy"))
    assert record["ents"][2] == {"start": 30, "end": 38, "label": "PLACE"}
    assert run([*command, "brat", str(story)]) == run([*command, "nlp", str(story)]) == 2
    assert b"one document" in capsysbinary.readouterr().err
    assert run([*command, "list", "--map", "PER"]) == 2
    assert b"--map PER: give OLD=NEW" in capsysbinary.readouterr().err
    assert run([*command, "list", "--map", "PER=A", "--map", "PER="]) == 2
    assert b"--map renames PER to 'A' and to ''" in capsysbinary.readouterr().err


def test_spacy_reads_what_is_written_for_it(
    model: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    spacy = pytest.importorskip("spacy")
    story = tmp_path / "story.txt"
    story.write_text(" Angela  Merkel\n\ndidn't meet Ann in\u00a0Rome,   today.\n")
    assert run(["entities", "tag", "-m", model, str(story), "--to", "spacy"]) == 0
    record = json.loads(capsysbinary.readouterr().out)
    read = spacy.tokens.Doc(spacy.blank("en").vocab).from_json(record)
    assert read.text == record["text"] == story.read_text()
    assert [(one.start_char, one.end_char) for one in read.ents] == [
        (one["start"], one["end"]) for one in record["ents"]
    ]
    assert read.ents
