"""What one place of a document tells of a name helps in its other places."""

from __future__ import annotations

import pytest

from majuscule.entities.completion import agree_in_document
from majuscule.entities.kinds import load_entities
from majuscule.reading.annotations.mentions import Mention


def marked(text: str) -> tuple[str, list[Mention]]:
    """Return a text without its marks, ``{PER ann}``, and the mentions that they are."""
    plain, mentions = "", []
    for part in text.split("{"):
        inside, _, rest = part.rpartition("}")
        label, _, name = inside.partition(" ")
        if name:
            mentions.append(Mention(len(plain), len(plain) + len(name), label, 0.5))
        plain += name + rest
    return plain, mentions


def spans(mentions: list[Mention]) -> list[tuple[int, int, str]]:
    return [one.span for one in mentions]


@pytest.mark.parametrize(
    ("found", "agreed"),
    [
        ("{ORG World Gas Union} (WGU); {PER WGU}", "{ORG World Gas Union} ({ORG WGU}); {ORG WGU}"),
        ('{ORG Board of Trade} ("BoT")', '{ORG Board of Trade} ("{ORG BoT}")'),
        ("{ORG Board of Trade} ( BT )", "{ORG Board of Trade} ( {ORG BT} )"),
        ("Housing Board of {LOC Rome} (HBR)", "{ORG Housing Board of Rome} ({ORG HBR})"),
        (
            "Republic of {ORG Lower} Ruritania (RLR)",
            "{LOC Republic of Lower Ruritania} ({LOC RLR})",
        ),
        ("the {ORG World Gas Union} (WGU)", "the {ORG World Gas Union} ({ORG WGU})"),
        ("{ORG the World Gas Union} (WGU)", "{ORG the World Gas Union} ({ORG WGU})"),
        ("Director of {LOC Rome} Housing (DRH)", ""),
        ("Gas Union of {ORG Rome (GUR)}", ""),
        ("World ({ORG A}) Gas {ORG Union} (WGU)", ""),
        ("see {LOC Rome} on the World of Gas (WOG)", ""),
        ("the {LOC Rome} average (RA) of all", ""),
        ("the {LOC Rome} gas average (RGA)", ""),
        ("{ORG World Gas Union} (IBA)", "{ORG World Gas Union} (IBA)"),
        ("{ORG Union State} (us)", "{ORG Union State} (us)"),
        ("see the {ORG World Gas} (TWG)", ""),
        ("{PER Ann Lee} (AL)", "{PER Ann Lee} (AL)"),
        ("{ORG Hart Motor Company}: {PER Hart}", "{ORG Hart Motor Company}: {ORG Hart}"),
        ("{ORG Hart Airlines} and {PER Hart}", "{ORG Hart Airlines} and {ORG Hart}"),
        ("{ORG Hart Airlines} and Mr. {PER Hart}", ""),
        ("{ORG Hart College} and {PER Hart}", "{ORG Hart College} and {PER Hart}"),
        ("{ORG Hart Inc}, {PER Sam Hart}: {PER Hart}", ""),
        ("{ORG Hart Inc} in {LOC Hart}", ""),
        ("Kind regards,\nKim\nSales", "Kind regards,\n{PER Kim}\nSales"),
        ("Thanks ,\nKim .\nSales", "Thanks ,\n{PER Kim} .\nSales"),
        ("Thanks\nAbsolutely", ""),
        ("Regards,\nWe", ""),
        ("Regards,\nKim and all", ""),
        ("hi Ann,\n{PER Ann Lee}\nAnn -", "hi {PER Ann},\n{PER Ann Lee}\n{PER Ann} -"),
        ("{PER Ann Lee}\nmet Ann", ""),
        ("{PER Will Lee}\nWill", ""),
    ],
)
def test_names_of_a_document_agree(found, agreed):
    text, mentions = marked(found)
    whole, expected = marked(agreed or found)
    assert text == whole
    for written in (text, text.lower(), text.upper()):
        assert spans(agree_in_document(written, mentions)) == spans(expected)


def test_a_name_is_as_sure_as_the_least_sure_of_its_parts():
    text = "Housing Board of Rome (HBR)"
    parts = [Mention(0, 7, "ORG", 0.9), Mention(17, 21, "LOC", 0.4)]
    assert agree_in_document(text, parts)[0] == Mention(0, 21, "ORG", 0.4)


def test_who_signs_is_found_only_where_people_are():
    text = "regards,\nkim"
    assert agree_in_document(text, [], ("PER",)) == [Mention(9, 12, "PER")]
    assert agree_in_document(text, [], ("ORG",)) == []


def test_no_name_becomes_a_firm_where_firms_are_not_looked_for():
    text, mentions = marked("Housing Board of {LOC Rome} (HBR)")
    assert agree_in_document(text, mentions, ("LOC",)) == mentions


def test_a_document_is_of_the_memory():
    tagger = load_entities()
    text = "please call.\nregards,\nzub"
    for memory in (True, False):
        found = [one.of(text) for one in tagger.tag(text, memory=memory)]
        assert ("zub" in found) == memory
