"""A model card says what the header knows, and nothing it does not."""

from dataclasses import replace
from pathlib import Path

from majuscule.models import ModelFile, ModelHeader, Score, Source, model_card, read_model
from majuscule.models.card import Card

HEADER = ModelHeader(
    "tagger.v1",
    name="en",
    language="en",
    description="Restores the case of English.",
    licence="CC BY-SA 4.0",
    options={"rows": 16, "modes": ["a|b"]},
    corpora=(
        Source("Wikinews", 5_300_000, "CC BY 2.5", "https://en.wikinews.org", "0123456789abcdef99"),
        Source("Speeches", 2_400_000, "public domain"),
    ),
    scores=(
        Score("dev", "lower", "F1", 93.256, 92.0, 94.5, "words:space|v:0.1.0"),
        Score("dev", "upper", "F1", 93.2, signature="words:space|v:0.1.0"),
        Score("dev", "title", "F1", 91.0),
        Score("none", "upper", "F1", None),
    ),
    weak_spots=("Titles of books.",),
    library="0.1.0",
    command="majuscule train news.jsonl",
)

CARD = r"""# Model `en`

Restores the case of English.

|            |                              |
| :--------- | :--------------------------- |
| Kind       | tagger.v1                    |
| Language   | en                           |
| Licence    | CC BY-SA 4.0                 |
| Trained on | 7,700,000 words              |
| Size       | 2.0 MB                       |
| Digest     | `abc`                        |
| Made with  | majuscule 0.1.0              |
| Command    | `majuscule train news.jsonl` |

## Sources

| Corpus   |     Words | Licence       | Origin                  | SHA-256          |
| :------- | --------: | :------------ | :---------------------- | :--------------- |
| Wikinews | 5,300,000 | CC BY 2.5     | https://en.wikinews.org | 0123456789abcdef |
| Speeches | 2,400,000 | public domain |                         |                  |

## Scores

| Data | Condition | Measure | Value | 95 % interval  |
| :--- | :-------- | :------ | ----: | :------------- |
| dev  | lower     | F1      | 93.26 | 92.00 to 94.50 |
| dev  | upper     | F1      | 93.20 |                |
| dev  | title     | F1      | 91.00 |                |
| none | upper     | F1      |   N/A |                |

`words:space|v:0.1.0`

## Known weak spots

- Titles of books.

## Training options

| Option | Value    |
| :----- | :------- |
| modes  | ["a\|b"] |
| rows   | 16       |
"""


def test_the_card_holds_all_that_the_header_says():
    assert model_card(HEADER, digest="abc", size=2_000_000) == CARD


def test_a_card_of_an_adapted_model_takes_what_it_leaves_open_from_the_model_below():
    below = ModelFile(Path("en.model"), 1, HEADER, {}, ())
    base = {"base": "en", "base_digest": below.digest}
    found = Card().adapted(below, "mail")
    assert found == Card(
        language="en",
        description="en adapted to mail.",
        licence="CC BY-SA 4.0",
        weak_spots=("Titles of books.",),
        metadata=base,
    )
    own = Card("mine", "de", "Is for mail.", "MIT", ("Mail.",), metadata={"for": "us"})
    assert own.adapted(below, "mail") == replace(own, metadata={"for": "us", **base})


def test_empty_parts_are_left_out():
    card = model_card(ModelHeader("x.v1", corpora=(Source("a", 3),)))
    assert "##" not in card.replace("## Sources", "")
    assert "| Corpus | Words |\n| :----- | ----: |\n| a      |     3 |" in card


def test_a_model_is_named_after_its_file_or_its_kind_unless_its_card_has_a_name(
    small_restorer, tmp_path
):
    path = tmp_path / "mail.model"
    header = Card(metadata={"a": 1}).write(small_restorer, path, metadata={"b": 2})
    assert read_model(path).header.name == header.name == "mail"
    assert header.metadata == {"a": 1, "b": 2}
    assert Card().write(small_restorer, None).name == small_restorer.kind
    assert Card("en").write(small_restorer, path).name == "en"


def test_of_very_many_sources_the_smallest_are_one_line():
    many = tuple(Source(f"article-{size}", size) for size in range(1, 1001))
    lines = model_card(ModelHeader("tagger.v1", "m", corpora=many)).splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in lines if "| " in line]
    assert rows[-51] == ["article-1000", "1,000"]
    assert rows[-1] == ["950 smaller ones", f"{sum(range(951)):,}"]
