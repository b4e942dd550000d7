"""Names that a tagger leaves half done are completed, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace

import pytest

from majuscule.entities.completion import agree_in_document, completed, surnames
from majuscule.entities.completion.surnames import with_surnames
from majuscule.entities.kinds import load_entities
from majuscule.reading.annotations.mentions import Mention


@pytest.mark.parametrize(
    ("text", "half", "label", "whole", "becomes"),
    [
        ("ursula von der leyen met us", "ursula von", "PER", "ursula von der leyen", "PER"),
        ("ursula von der leyen met us", "ursula", "PER", "ursula von der leyen", "PER"),
        ("we saw Moon Jae-in there", "Moon Jae", "PER", "Moon Jae-in", "PER"),
        ("an obama-era law", "obama", "PER", "obama", "PER"),
        ("an obama-backed law", "obama", "PER", "obama", "PER"),
        ("he met anna di the way", "anna", "PER", "anna", "PER"),
        ("jpmorgan chase & co. said no", "jpmorgan chase", "ORG", "jpmorgan chase & co.", "ORG"),
        ("acme, inc. said no", "acme", "ORG", "acme, inc.", "ORG"),
        ("acme incorporates", "acme", "ORG", "acme", "ORG"),
        ("acme , inc. said no", "acme", "ORG", "acme , inc.", "ORG"),
        ("acme , inc said no", "acme", "ORG", "acme", "ORG"),
        ("at Acme Computer now", "Acme", "ORG", "Acme Computer", "ORG"),
        ("at acme motors, inc. now", "acme", "ORG", "acme motors, inc.", "ORG"),
        ("bought an acme computer", "acme", "ORG", "acme", "ORG"),
        ("acme computers", "acme", "ORG", "acme", "ORG"),
        ("acme computer scientists", "acme", "ORG", "acme", "ORG"),
        ("thanks @ ann_lee see you", "ann_lee see", "PER", "ann_lee", "PER"),
        ("thanks @ann_lee see you", "@ann_lee see", "PER", "@ann_lee", "PER"),
        ("a@ ann lee", "ann lee", "PER", "ann lee", "PER"),
        ("at st. mary's hospital now", "mary", "LOC", "st. mary's hospital", "ORG"),
        ("at st. mary's hospital now", "st. mary's", "LOC", "st. mary's hospital", "ORG"),
        ("at St Mary's High School", "St Mary", "LOC", "St Mary's High School", "ORG"),
        ("a st. louis hospital", "st. louis", "LOC", "st. louis", "LOC"),
        ("in st louis now", "louis", "LOC", "st louis", "LOC"),
        ("paris van der valk", "paris", "LOC", "paris", "LOC"),
        ("to acme corp., and", "acme corp", "ORG", "acme corp.", "ORG"),
        ("sam lee jr. said", "sam lee jr", "PER", "sam lee jr.", "PER"),
        ("ask mr lee now", "mr lee", "PER", "lee", "PER"),
        ("ask Dr. Lee now", "Dr. Lee", "PER", "Lee", "PER"),
        ("ask mrs now", "mrs", "PER", "mrs", "PER"),
        ("ask drew lee", "drew lee", "PER", "drew lee", "PER"),
        ("made by acme. it", "acme", "ORG", "acme", "ORG"),
        ("due later this week", "this week", "DATE", "later this week", "DATE"),
        ("since mid-march", "march", "DATE", "mid-march", "DATE"),
        ("since june this year", "june", "DATE", "june this year", "DATE"),
        ("until may of next year", "may", "DATE", "may of next year", "DATE"),
        ("a week this year", "a week", "DATE", "a week", "DATE"),
        ("best in over a decade", "a decade", "DATE", "over a decade", "DATE"),
        ("year over year", "year", "DATE", "year", "DATE"),
        ("for over a decade", "a decade", "DATE", "a decade", "DATE"),
        ("for more than $ 5 now", "$ 5", "MONEY", "more than $ 5", "MONEY"),
        ("up almost 2 per cent", "2 per cent", "MONEY", "almost 2 per cent", "PERCENT"),
        ("moreover 9 %", "9 %", "PERCENT", "9 %", "PERCENT"),
        ("about paris", "paris", "LOC", "paris", "LOC"),
        ("be brief. - Ann Lee", "- Ann Lee", "PER", "Ann Lee", "PER"),
        ("by -Lee", "-Lee", "PER", "-Lee", "PER"),
        ("here last weekend", "weekend", "DATE", "last weekend", "DATE"),
        ("they last a month", "a month", "DATE", "a month", "DATE"),
        ("left a few days ago", "days ago", "DATE", "a few days ago", "DATE"),
        ("a couple of hours later", "hours later", "TIME", "a couple of hours later", "TIME"),
        ("barely past 6am", "6am", "TIME", "6am", "TIME"),
        ("a few days off", "days", "DATE", "days", "DATE"),
        ("on Christmas Eve here", "Christmas", "DATE", "Christmas Eve", "DATE"),
        ("since new year's day", "new year's", "ORG", "new year's day", "DATE"),
        ("on christmas island", "christmas island", "LOC", "christmas island", "LOC"),
        ("at 9 1/4 percent", "1/4 percent", "PERCENT", "9 1/4 percent", "PERCENT"),
        ("for 3 1/2 weeks", "1/2 weeks", "DATE", "3 1/2 weeks", "DATE"),
        ("left 3 1/2 years ago", "1/2", "DATE", "3 1/2 years ago", "DATE"),
    ],
)
def test_half_a_name_becomes_a_whole_one(text, half, label, whole, becomes):
    start = text.index(half)
    [found] = completed(text, [Mention(start, start + len(half), label, 0.5)], ("PERCENT", "DATE"))
    assert (found.of(text), found.label, found.confidence) == (whole, becomes, 0.5)


@pytest.mark.parametrize(
    ("text", "long", "label", "whole"),
    [
        ("They met Ann. She left.", "Ann.", "PER", "Ann"),
        ("in vegas.... we", "vegas....", "LOC", "vegas"),
        ("from Salem, Mass. They", "Mass.", "LOC", "Mass."),
        ("at Acme Inc. They", "Acme Inc.", "ORG", "Acme Inc."),
        ("in the U.S. They", "U.S.", "LOC", "U.S."),
        ("on May 7, the day after", "May 7,", "DATE", "May 7"),
        ("in 2002 - more than", "2002 -", "DATE", "2002"),
        ("THE UNION OF THAT CITY", "UNION OF THAT", "ORG", "UNION"),
        ("from $5 to $9", "$5 to", "MONEY", "$5"),
        ("ask ann to come", "ann to", "PER", "ann to"),
        ("sang Born to, a song", "Born to", "SONG", "Born to"),
    ],
)
def test_what_belongs_to_the_next_words_is_cut_off(text, long, label, whole):
    start = text.index(long)
    [found] = completed(text, [Mention(start, start + len(long), label, 0.5)])
    assert (found.of(text), found.label, found.confidence) == (whole, label, 0.5)


@pytest.mark.parametrize(
    ("text", "parts", "whole"),
    [
        ("a rate of 4.25 per cent", [("4.25 per", "MONEY")], "4.25 per cent"),
        ("cut by 2 per cent", [], "2 per cent"),
        ("cut by about 2 to 3 PER CENT", [("about 2", "MONEY")], "about 2 to 3 PER CENT"),
        ("over 8 per cent", [("over 8 per cent", "PERCENT")], "over 8 per cent"),
        ("to Ann 8 per cent", [("Ann 8", "PER")], None),
        ("2 per centre", [], None),
    ],
)
def test_percentages_in_british_spelling_are_whole(text, parts, whole):
    some = [Mention(text.index(one), text.index(one) + len(one), tag, 0.5) for one, tag in parts]
    for labels in (("MONEY", "PERCENT"), ("MONEY",)):
        found = completed(text, some, labels)
        if whole and "PERCENT" in labels:
            assert [(one.of(text), one.label) for one in found] == [(whole, "PERCENT")]
        elif not some:
            assert found == []


def test_a_mention_that_a_longer_one_covers_is_left_out():
    text = "ursula von der leyen met us"
    found = completed(text, [Mention(0, 6, "PER"), Mention(15, 20, "LOC")])
    assert [one.of(text) for one in found] == ["ursula von der leyen"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"Lee, Ann" <ann@acme.com>', ["Lee, Ann"]),
        ('" lee , ann " wrote', ["lee , ann"]),
        ("“LEE, ANN” WROTE", ["LEE, ANN"]),
        ('"Lee, Ann is here"', ["Lee", "Ann"]),
        ("to Lee, Ann", ["Lee", "Ann"]),
    ],
)
def test_a_name_turned_round_in_quotation_marks_is_one(text, found):
    starts = [text.lower().index(name) for name in ("lee", "ann")]
    sure = zip(starts, (0.5, 0.7), strict=True)
    people = [Mention(start, start + 3, "PER", how) for start, how in sure]
    whole = completed(text, people)
    assert [one.of(text) for one in whole] == found
    assert whole[0].confidence == 0.5, "of its least sure part"
    assert len(completed(text, [people[0], replace(people[1], label="ORG")])) == 2


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("The Brown administration said", "Brown", "PER"),
        ("of the brown administration", "brown", "PER"),
        ("the France administration", "France", "LOC"),
        ("the Washington administration", "Washington", "LOC"),
        ("a Brown administration", "Brown", "LOC"),
        ("the New Brown administration", "New Brown", "LOC"),
        ("the Brown administrations", "Brown", "LOC"),
    ],
)
def test_an_administration_is_that_of_a_person(text, name, label):
    place = [Mention(text.index(name), text.index(name) + len(name), "LOC")]
    assert [one.label for one in completed(text, place, ("PER", "LOC"))] == [label]
    assert completed(text, place, ("LOC",)) == place


def test_abbreviations_of_common_nouns_are_no_names():
    text = "HR bought PCs, hr systems and a gps in q3"
    mentions = [Mention(0, 2, "ORG"), Mention(10, 13, "ORG"), Mention(15, 25, "ORG")]
    assert completed(text, mentions) == mentions[2:]
    own = [Mention(0, 2, "TEAM"), Mention(32, 35, "DATE")]
    assert completed(text, own) == own
    assert completed(text, mentions, nouns=True) == mentions, "people have said that they are"


def test_no_mention_gets_a_label_that_its_tagger_lacks():
    mentions = [Mention(3, 13, "MONEY")]
    assert completed("up 2 per cent", mentions, ("MONEY",)) == mentions


@pytest.mark.parametrize(
    ("text", "parts", "whole"),
    [
        ("in St. Paul now", [("St", "LOC"), ("Paul", "LOC")], ("St. Paul", "LOC")),
        ("in St. Paul now", [("St.", "LOC"), ("Paul", "PER")], ("St. Paul", "PER")),
        ("at York St. Mary now", [("York St", "LOC"), ("Mary", "PER")], ("York St. Mary", "LOC")),
    ],
)
def test_a_saint_whose_title_is_a_mention_too_is_one_mention(text, parts, whole):
    places = [(text.index(part), part, label) for part, label in parts]
    [found] = completed(text, [Mention(at, at + len(part), tag) for at, part, tag in places])
    assert (found.of(text), found.label) == whole


@pytest.mark.parametrize(
    "marked",
    [
        "amy bell rang the bell, but *bell said no.\n*bell's dog",
        "Amy Bell left. A bell rang; *Bell said: bell, bells",
        "AMY BELL AND *BELL SAID",
        "amy barb, barbecued (*barb), barb.com",
        "amy bell met us at the bell",
        "amy us met us, and us",
        "AMY US MET US, AND US",
        "amy lo, lo said",
    ],
)
def test_surnames_are_found_where_they_stand_as_names_do(marked):
    text, *rest = marked.split("*")
    starts = []
    for part in rest:
        starts.append(len(text))
        text += part
    [whole] = re.findall(r"\A\w+ \w+", text)
    full, length = Mention(0, len(whole), "PER", 0.5), len(whole.split()[1])
    found = [Mention(start, start + length, "PER", 0.5) for start in starts]
    assert with_surnames(text, [full]) == [full, *found]
    place = replace(full, label="LOC")
    assert with_surnames(text, [place]) == [place]


def test_a_surname_may_stand_before_the_whole_name():
    named = Mention(11, 19, "PER")
    assert with_surnames("bell left. amy bell did", [named]) == [Mention(0, 4, "PER"), named]


def test_a_surname_that_another_name_has_is_left_alone():
    text = "amy bell left acme bell. bell said"
    mentions = [Mention(0, 8, "PER"), Mention(14, 23, "ORG")]
    assert with_surnames(text, mentions) == mentions
    assert with_surnames(text, mentions[:1]) == [mentions[0], Mention(25, 29, "PER")]


def test_each_place_of_a_surname_is_looked_at_once_however_often_it_is_named(monkeypatch):
    text, looked_at = "ann lee met lee. " * 50, []
    monkeypatch.setattr(surnames, "_stands_as_name", lambda *place: looked_at.append(place))
    surnames.with_surnames(text, [Mention(17 * i, 17 * i + 7, "PER") for i in range(50)])
    assert len(looked_at) == text.count("lee")


def test_a_long_list_of_names_is_completed():
    # Quadratic time would take half an hour.
    text = "kim jae-in, " * 50_000
    assert len(completed(text, [], ("PER",))) == 50_000
    assert completed("1" * 300_000, [], ("PERCENT",)) == []
    text = "x{} y{} z{} (xyz), ".format(*"abc") * 50_000
    found = [Mention(16 * k, 16 * k + 8, "ORG") for k in range(50_000)]
    assert len(agree_in_document(text, found)) > 50_000


def test_surnames_are_of_the_memory():
    tagger = load_entities()
    text = "steve jobs founded apple. jobs said so."
    for memory in (True, False):
        found = [one.of(text) for one in tagger.tag(text, memory=memory)]
        assert ("jobs" in found) == memory


@pytest.mark.parametrize(
    ("text", "marked", "whole"),
    [
        ("moon jae-in met him", (), ["moon jae-in"]),
        ("moon jae-in's party", ("moon",), ["moon jae-in"]),
        ("PARK GEUN-HYE RESIGNED", ("GEUN", "HYE"), ["PARK GEUN-HYE"]),
        ("mr moon jae-in met him", ("mr moon jae-in",), ["moon jae-in"]),
        ("the moon jae-in party", ("the moon jae-in party",), ["the moon jae-in party"]),
        ("a park run-in, the moon co-op, kim so-called", (), []),
        ("kim jong-un-like", (), []),
    ],
)
def test_romanized_names_are_whole(text, marked, whole):
    def found(label: str, labels: Container[str]) -> list[str]:
        mentions = [Mention(text.index(one), text.index(one) + len(one), label) for one in marked]
        return [one.of(text) for one in completed(text, mentions, labels)]

    assert found("PER", ("PER",)) == whole
    if marked == ("moon",):
        assert found("LOC", ("PER", "LOC")) == ["moon"]
        assert found("ORG", ("ORG",)) == ["moon"]


def test_the_shipped_tagger_gives_whole_names():
    tagger = load_entities()
    text = "ursula von der leyen met president moon jae-in in paris."
    found = [one.of(text) for one in tagger.tag(text)]
    assert found == ["ursula von der leyen", "moon jae-in", "paris"]
    assert list(tagger.tag_many([text])) == [tagger.tag(text)]
    text = "moon jae-in met kim jong-un at st. mary's hospital"
    found = [one.of(text) for one in tagger.tag(text)]
    assert found == ["moon jae-in", "kim jong-un", "st. mary's hospital"]
