"""The list of Chinese expressions, and how words are scored."""

from benchmarks.chinese import EXPRESSIONS, expressions, names_of, shares, words_made
from majuscule.entities.interface import Corpus
from majuscule.reading.annotations import inline
from majuscule.reading.annotations.annotated import AnnotatedText


class Pairs:
    """Makes words of two characters."""

    def segment(self, text: str) -> list[list[tuple[str, str]]]:
        return [[(text[at : at + 2], "O") for at in range(0, len(text), 2)]]


def test_the_list_holds_150_sentences_of_four_labels():
    lines = [one for one in EXPRESSIONS.read_text("utf-8").splitlines() if one[:1] not in ("", "#")]
    found = [inline.parse(one) for one in lines]
    assert len(found) == len({one.text for one in found}) == 150
    labels = [one.mentions[0].label for one in found]
    assert {label: labels.count(label) >= 14 for label in set(labels)} == dict.fromkeys(
        ("DATE", "TIME", "MONEY", "PERCENT"), True
    )


def test_the_rules_find_what_they_were_written_for():
    assert [list(row) for row in expressions().rows] == [["part 1", 100, 100], ["part 2", 50, 49]]


def test_words_are_scored_by_their_places():
    corpus = Corpus([AnnotatedText("北京 大 学生\n北京")], ("LOC",), "made")
    right = words_made(Pairs(), corpus)["words"].tolist()
    assert right == [2, 4, 4]
    assert shares(*right) == ["50.0", "50.0", "50.0", 4]


def test_names_are_told_by_their_part_of_speech():
    lines = "王小明 3 nr\n一劳永逸 2 nr\n北京 90 ns\n津 9 ns\n东方银行 5 nt\n学习 70 v"
    assert names_of(lines) == {"王小明": "PER", "北京": "LOC", "东方银行": "ORG"}
