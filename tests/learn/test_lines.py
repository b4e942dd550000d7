"""Which lines of a document are learnt from: as they are, or without their mark."""

from __future__ import annotations

from majuscule.learn.lines import DistinctLines, TrainingLines
from majuscule.reading import Document

SHORT = "See you at noon."
LONG = "When the rain had ended, Anna Port went to the station in Rome, as she had said she would."
MANY = tuple(Document(f"{n}", (SHORT, LONG)) for n in range(200))


def lines_of(documents: tuple[Document, ...], **how: float) -> list[str]:
    return [line for one in documents for line in TrainingLines(**how).of(one)]  # type: ignore[arg-type]


def test_lines_are_learnt_from_as_they_are_unless_one_says_otherwise() -> None:
    titled = Document("d", (SHORT,), title="Anna Port")
    assert lines_of((titled,)) == ["Anna Port", SHORT]
    assert lines_of((titled,), titles=False) == [SHORT]


def test_a_line_of_cased_text_that_begins_small_goes_on() -> None:
    goes_on = Document("d", ("as she had said.", "a) Yes.", "iPhones are sold", SHORT, "é noite."))
    assert lines_of((goes_on,), whole=True) == [
        "… as she had said.",
        "a) Yes.",
        "iPhones are sold",
        SHORT,
        "… é noite.",
    ]


def test_a_share_of_the_lines_loses_its_mark_the_same_ones_each_time() -> None:
    found = lines_of(MANY, unmarked=0.3)
    assert found == lines_of(MANY, unmarked=0.3)
    for line in (SHORT, LONG):
        assert 0.2 < found.count(line[:-1]) / len(MANY) < 0.4


def test_a_long_line_is_cut_after_sentences() -> None:
    article = " ".join([LONG] * 30)
    parts = TrainingLines().of(Document("d", (SHORT, article, "x" * 9000)))
    assert (parts[0], parts[-1]) == (SHORT, "x" * 9000)
    assert " ".join(parts[1:-1]) == article
    assert all(300 <= len(part) + 1 < 500 for part in parts[1:-2])
    assert all(part.endswith(LONG) for part in parts[1:-1])


def test_words_that_the_language_writes_small_are_read_small_unless_in_a_date() -> None:
    text = (
        "Cuma günü geldi, Cuma sabahı gitti. Cuma namazı, Salı günü ve Salıpazarı.",
        "14 Mart 2001, Çarşamba ve Mart 2018'de, ama geçen Mart ayında.",
    )
    small = ("Cuma", "Salı", "Mart", "Çarşamba")
    assert TrainingLines(small=small).of(Document("d", text)) == [
        "Cuma günü geldi, cuma sabahı gitti. Cuma namazı, salı günü ve Salıpazarı.",
        "14 Mart 2001, Çarşamba ve Mart 2018'de, ama geçen mart ayında.",
    ]


def test_repeated_lines_and_lines_in_another_language_are_left_out_in_every_pass() -> None:
    pages = (
        ("Conteúdo", "O ficheiro não foi encontrado na pasta.", "OK", "OK"),
        ("Conteúdo", "The file was not found in the folder.", "Guarde o ficheiro na pasta."),
        ("The page has not been translated yet, and nobody knows when it will be.",),
    )
    documents = [Document(str(at), page) for at, page in enumerate(pages)]
    chosen = DistinctLines("pt")
    for _ in range(2):
        kept = [chosen.of(at, one).paragraphs for at, one in enumerate(documents)]
        assert kept == [pages[0], ("Guarde o ficheiro na pasta.",), ()]
