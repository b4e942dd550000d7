"""The Chinese tagger on a corpus made for the tests: its parts, its probabilities, its file."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from majuscule.entities.chinese.atoms import BORDER, is_segmented, read_lines
from majuscule.entities.chinese.models import END, NEW, START, WORD, History, entity
from majuscule.entities.chinese.patterns import LABELS, find_patterns
from majuscule.entities.chinese.tagger import ChineseTagger
from majuscule.entities.chinese.training import read_pieces, train_chinese
from majuscule.entities.files import tag_files
from majuscule.entities.interface import Corpus, Knowledge
from majuscule.entities.kinds import load_entities
from majuscule.entities.rules import with_rules
from majuscule.entities.training import train_entities
from majuscule.errors import ModelError, UsageError
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention
from tests.saved import save

PEOPLE = ("王 小明", "李 大海", "张 文", "陈 小海", "约翰")
PLACES = ("北京", "上海", "青山 县", "白河 县", "长江")
FIRMS = ("东方 银行", "北京 大学", "青山 公司", "文海 大学")


def sentence(person: str, place: str, firm: str, number: int) -> AnnotatedText:
    parts = [("昨天", ""), (person, "PER"), ("在", ""), (place, "LOC"), ("参观 了", "")]
    parts += [(firm, "ORG"), ("， 说 很", ""), ("好" if number % 2 else "美", ""), ("。", "")]
    text, mentions = "", []
    for words, label in parts:
        start = len(text)
        text += words
        if label:
            mentions.append(Mention(start, len(text), label))
        text += " "
    return AnnotatedText(text.strip(), tuple(mentions), str(number))


def corpus() -> Corpus:
    triples = itertools.product(PEOPLE, PLACES, FIRMS)
    texts = [sentence(*triple, number) for number, triple in enumerate(triples)]
    return Corpus(texts, ("PER", "ORG", "LOC"), "made")


@pytest.fixture(scope="module")
def tagger() -> ChineseTagger:
    return train_chinese([corpus()], ("PER", "ORG", "LOC", "DATE", "MONEY"), None, {"lists": False})


def found(tagger: ChineseTagger, text: str) -> list[tuple[str, str]]:
    return [(m.of(text), m.label) for m in tagger.tag(text)]


def test_names_are_found_in_segmented_and_in_running_text(tagger: ChineseTagger) -> None:
    spaced = "今天 张 小明 在 白山 县 参观 了 上海 大学 ， 说 很 美 。"
    expected = [("张 小明", "PER"), ("白山 县", "LOC"), ("上海 大学", "ORG")]
    assert [one for one in found(tagger, spaced) if one[1] != "DATE"] == expected
    running = [(words.replace(" ", ""), label) for words, label in expected]
    names = [one for one in found(tagger, spaced.replace(" ", "")) if one[1] != "DATE"]
    assert names == running


def test_words_and_names_come_in_one_go(tagger: ChineseTagger) -> None:
    (units,) = tagger.segment("王小明在长江参观了东方银行，说很美。")
    assert units == [
        ("王小明", "PER"),
        ("在", "O"),
        ("长江", "LOC"),
        ("参观", "O"),
        ("了", "O"),
        ("东方银行", "ORG"),
        ("，", "O"),
        ("说", "O"),
        ("很", "O"),
        ("美", "O"),
        ("。", "O"),
    ]


def test_rules_find_numbers_of_the_labels_that_were_asked_for(tagger: ChineseTagger) -> None:
    text = "2008年5月1日上海大学用了300万美元，35%。"
    assert ("2008年5月1日", "DATE") in found(tagger, text)
    assert ("300万美元", "MONEY") in found(tagger, text)
    assert "PERCENT" not in {label for _, label in found(tagger, text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1998年3月", [("1998年3月", "DATE")]),
        ("二十世纪末", [("二十世纪末", "DATE")]),
        ("星期三 下午 3时15分", [("星期三", "DATE"), ("下午 3时15分", "TIME")]),
        ("百分之三十五", [("百分之三十五", "PERCENT")]),
        ("12.5%", [("12.5%", "PERCENT")]),
        ("5,000元", [("5,000元", "MONEY")]),
        ("三百万美元", [("三百万美元", "MONEY")]),
        ("降0.3百分点", [("0.3百分点", "PERCENT")]),
        ("降三百分点", [("三百分点", "PERCENT")]),
        ("五年来", []),
        # Once tried in every possible split, without end.
        ("1" * 300, []),
        ("一" * 300, []),
        ("一个人", []),
    ],
)
def test_pattern_rules(text: str, expected: list[tuple[str, str]]) -> None:
    (line,) = read_lines(text)
    spans = [
        (text[line.starts[first] : line.ends[stop - 1]], label)
        for first, stop, label in find_patterns(text, line)
    ]
    assert spans == expected
    assert {label for _, label in spans} <= set(LABELS)


def test_atoms_keep_their_offsets() -> None:
    text = "我 住 在 New York 3.5 年\n\n约翰·史密斯"
    first, second = read_lines(text)
    assert first.symbols == ("我", "住", "在", "Xx", "Xx", "0", "年")
    assert [text[a:b] for a, b in zip(first.starts, first.ends, strict=True)][3:6] == [
        "New",
        "York",
        "3.5",
    ]
    assert first.segmented
    assert not second.segmented
    assert text[second.starts[0] : second.ends[-1]] == "约翰·史密斯"
    assert not is_segmented("我住在上海")


def test_what_comes_next_is_a_distribution(tagger: ChineseTagger) -> None:
    context = tagger.context
    tags = (WORD, "PER", "ORG", "LOC", *LABELS, END)
    words = [*tagger.context.lexicon.groups, NEW]
    units = [tagger.context.lexicon.unit(word) for word in words]
    befores = [START, History(entity("PER"), WORD), *(History(unit, "LOC") for unit in units)]
    for before in befores:
        assert sum(math.exp(context.tag(before, tag)) for tag in tags) == pytest.approx(1)
        total = sum(math.exp(context.word(before.unit, unit.key, unit.group)) for unit in units)
        assert total == pytest.approx(1)


def test_characters_of_a_name_are_a_distribution(tagger: ChineseTagger) -> None:
    strings = tagger.strings
    texts = [one.text for one in corpus().documents]
    seen = {s for text in texts for line in read_lines(text) for s in line.symbols} | {"|", END}
    asked = (("PER", "", "<s>", 0), ("ORG|", "大", "学", 2), ("LOC", "x", "y", 5))
    for tag, one, two, place in asked:
        shares = [math.exp(strings._symbol(tag, one, two, place, s)) for s in seen]
        # 8000 characters are reckoned with; those never seen share what is left alike
        unseen = math.exp(strings._symbol(tag, one, two, place, "never seen"))
        assert sum(shares) + (8000 - len(seen)) * unseen == pytest.approx(1)


def test_prefixes_have_the_probability_of_their_characters(tagger: ChineseTagger) -> None:
    strings, name = tagger.strings, ("青", "海", "县")
    expected = 0.0
    one, two = "", "<s>"
    for place, symbol in enumerate((*name, END)):
        expected += strings._symbol("LOC", one, two, place, symbol)
        one, two = two, symbol
    lengths = dict(strings.prefixes("LOC", name, (1, 3)))
    known = strings.known.probability(("name\x1fLOC",), "青海县", math.exp(expected))
    assert lengths[3] == pytest.approx(math.log(known))
    assert lengths[1] == pytest.approx(strings.log("LOC", name[:1]))


def test_what_is_kept_of_endless_text_is_bounded(tagger: ChineseTagger) -> None:
    for kept in (tagger.context.tag, tagger.context.word, tagger.strings._symbol):
        assert kept.cache_info().maxsize  # type: ignore[attr-defined]


def test_training_text_becomes_units() -> None:
    repairs = Repairs()
    text = AnnotatedText("王 小明 有 3 元", (Mention(0, 4, "PER"),))
    (pieces,) = read_pieces(text, repairs)
    assert [(one.tag, one.key) for one in pieces] == [
        ("PER", "王小明"),
        ("O", "有"),
        ("MONEY", "0元"),
    ]
    assert pieces[0].spelling == ("王", "|", "小", "明")
    cut = AnnotatedText("在 Paris 住", (Mention(3, 5, "LOC"),))
    (pieces,) = read_pieces(cut, repairs)
    assert pieces[1].tag == "LOC"
    assert repairs.counts == {"mentions that cut a token, widened to it": 1}


def test_a_foreign_lexicon_is_refused(tagger: ChineseTagger, tmp_path: Path) -> None:
    path = save(tmp_path, tagger, lexicon=tagger.arrays()["lexicon"][:50])
    with pytest.raises(ModelError, match="lexicon"):
        load_entities(path)


def test_labels_that_only_rules_find_cannot_be_learnt() -> None:
    with pytest.raises(UsageError, match="rules"):
        train_chinese([corpus()], ("DATE",))


def test_endless_text(tagger: ChineseTagger) -> None:
    endless = "王小明在上海，" * 300
    assert len(tagger.tag(endless)) == 600
    # Without a sign to cut at, a name on the cut may be lost.
    assert len(tagger.tag("王小明在上海" * 300)) > 590


def test_an_endless_line_is_cut_where_a_unit_may_end() -> None:
    whole = next(read_lines("我 在 北京 ， 他 在 上海"))
    parts = list(whole.parts(5))
    assert ["".join(part.symbols) for part in parts] == ["我在北京，", "他在上海"]
    assert [start for part in parts for start in part.starts] == list(whole.starts)
    (long,) = read_lines("北京 " * 3 + "上海")
    assert ["".join(part.symbols) for part in long.parts(3)] == ["北京"] * 3 + ["上海"]


GIVEN = Knowledge(listed={"LOC": ("天津", "白云山")})


def test_names_that_are_given_are_a_component_of_their_own(tmp_path: Path) -> None:
    labels = ("PER", "ORG", "LOC")
    tagger = train_chinese([corpus()], labels, GIVEN, {"list_share": 0.25})
    strings = tagger.strings
    assert strings.listed == ("LOC",)
    for symbols in (("天", "津"), ("青", "山", BORDER, "县")):
        tag = "LOC" + BORDER if BORDER in symbols else "LOC"
        bare = [symbol for symbol in symbols if symbol != BORDER]
        own, listed = (
            dict(strings._likely(of, some, (len(some),)))[len(some)]
            for of, some in ((tag, symbols), ("list LOC", bare))
        )
        assert strings.log(tag, symbols) == pytest.approx(math.log(0.75 * own + 0.25 * listed))
    # Of what no list was given for, the names are as likely as without one.
    without = train_chinese([corpus()], labels).strings
    assert strings.log("ORG", ("东", "方")) == without.log("ORG", ("东", "方"))
    assert ("天津", "LOC") in found(tagger, "昨天 张 小明 在 天津 参观 了 上海 大学 。")
    again = load_entities(save(tmp_path, tagger))
    assert isinstance(again, ChineseTagger)
    assert again.strings.log("LOC", ("天", "津")) == strings.log("LOC", ("天", "津"))


def test_given_names_may_count_as_names_that_were_read() -> None:
    labels = ("PER", "ORG", "LOC")
    tagger = train_chinese([corpus()], labels, GIVEN, {"list_share": 0, "lists": False})
    assert not tagger.strings.listed
    known = tagger.strings.known
    for name, times in (("天津", 1), ("上海", 20), ("never seen", 0)):
        assert known.share("name\x1fLOC", name) == pytest.approx(times / (20 * 5 + 2))
    with pytest.raises(UsageError, match="it must be from 0 to 1"):
        train_chinese([corpus()], labels, GIVEN, {"list_share": 1.5})


def test_names_are_given_in_files(tmp_path: Path) -> None:
    path = tmp_path / "places.txt"
    path.write_text("天津\n欧阳 锋\tPER\n", "utf-8")
    names, labels = [f"{path}=LOC"], ("PER", "ORG", "LOC")
    made = train_entities([corpus()], kind="chinese", labels=labels, names=names)
    assert isinstance(made, ChineseTagger)
    assert made.strings.listed == ("PER", "LOC")
    with pytest.raises(UsageError, match="cannot use known labelled names"):
        train_entities([corpus()], kind="entities", labels=labels, names=names)


def test_text_is_written_with_its_words_apart(tagger: ChineseTagger, tmp_path: Path) -> None:
    path = tmp_path / "zh.txt"
    path.write_text("王小明在长江参观了东方银行。\n\n张文说很好\n", "utf-8")
    written: list[bytes] = []
    tag_files(tagger, [str(path)], written.append, "words")
    assert b"".join(written).decode() == "王小明 在 长江 参观 了 东方银行 。\n\n张文 说 很 好\n"
    with pytest.raises(UsageError, match="without --gazetteer and --map"):
        tag_files(with_rules(tagger, renamed={"PER": ""}), [str(path)], written.append, "words")
