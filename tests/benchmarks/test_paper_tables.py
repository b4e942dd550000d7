"""The benchmarks of the papers' parts, on tiny texts: samples, trellises, words that gain."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import casing, context_words, detection, lexicon_sample, trellis
from benchmarks.report import page, write_json
from majuscule.learn.corpora import CorpusText
from majuscule.learn.text import DocumentText
from majuscule.models import read_model
from majuscule.reading import Document
from majuscule.restore.trigram.restorer import TrigramRestorer
from majuscule.restore.trigram.training import train_trigram
from majuscule.trials.texts import GoldText
from majuscule.words.forms import CASELESS, FORMS, MASKS, FormCounts
from majuscule.words.tables.lexicon import LexiconEntry, build_lexicon
from tests.saved import save

STORY = "The office in New York is new. An eBay office and a LaTeX book, said Ann. An eBay book."
GOLD = GoldText("story", (STORY, STORY), (0, 1))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    documents = tuple(Document(str(number), (STORY,)) for number in range(8))
    restorer = train_trigram(DocumentText(documents), {"least": 1})
    return save(tmp_path_factory.mktemp("models"), restorer)


def test_forced_forms_cost_their_third_power(model):
    passages = trellis.passages_of(GOLD)
    file = read_model(model)
    one, two = (trellis.search(trellis.ForcedForms.of(file, n), passages) for n in (1, 2))
    tokens = sum(len(passage.tokens) for passage in passages)
    assert one == tokens
    # the first two tokens of a sentence have shorter histories
    assert 4 * tokens < two < 8 * tokens
    restorer = TrigramRestorer.from_file(file)
    table = trellis.by_beam(restorer, GOLD)
    assert [row[0] for row in table.rows] == ["all", 16, 8, 4, 2, 1]
    assert "a pair of forms" in trellis.by_forms(file, passages).markdown()


def test_a_sample_is_drawn_the_same_each_time_and_judged_before_it_is_scored(tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("An eBay and an eBay, LaTeX by LaTeX.", encoding="utf-8")
    lexicon, _ = build_lexicon([text], tmp_path / "mixed.lexicon", keep="all")
    entries = lexicon_sample.draw(lexicon, 1, 1)
    assert entries == lexicon_sample.draw(lexicon, 1, 1)
    assert lexicon_sample.draw(lexicon, 9, 1) == [
        LexiconEntry("LaTeX", 2, 2, 2),
        LexiconEntry("eBay", 2, 2, 2),
    ]
    text = tmp_path / "text.txt"
    text.write_text("The man on eBay was well known in the town, as they said.\n")
    places = lexicon_sample.contexts(entries, [str(text)])
    assert set(places) <= {"eBay", "LaTeX"}
    path = tmp_path / "sample.json"
    ebay = lexicon_sample.row_of(LexiconEntry("eBay", 2, 2, 2), "right")
    latex = LexiconEntry("LaTeX", 7, 8, 8)
    write_json(path, [ebay, lexicon_sample.row_of(latex)])
    with pytest.raises(SystemExit, match="LaTeX is not judged: write one of right, slip, other"):
        lexicon_sample.read(path)
    write_json(path, [ebay, lexicon_sample.row_of(latex, "slip")])
    table = lexicon_sample.precision(lexicon_sample.read(path))
    assert [row[:3] for row in table.rows] == [["all", 2, 1], ["2", 1, 1], ["5 to 19", 1, 0]]


def test_intervals_of_shares_are_wilsons():
    low, high = lexicon_sample.wilson(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)


def test_words_gain_where_the_classifier_is_right_more_often():
    found = {
        "ambiguous": 2,
        "words": 10,
        "names": ["turkey", "china"],
        "counts": [
            [[10, 5, 9, 9], [10, 9, 9, 8], [0, 0, 0, 0]],
            [[0, 0, 0, 0], [30, 30, 20, 30], [0, 0, 0, 0]],
        ],
    }
    assert [round(one.gain) for one in context_words.rows_of(found, 0)] == [20, -33]
    assert [round(one.gain) for one in context_words.rows_of(found, 1)] == [15, 0]
    rows = {(row[0], row[1]): row[2:] for row in context_words.gains(found).rows}
    assert rows["prior of occurrences", 20] == [2, 1, 1, 4]
    assert "| turkey | 10 / 10" in page("", context_words.parts(found))


def test_the_report_of_detection_has_a_row_for_each_text():
    names = [f"{name}, in document" for name in detection.COPIES]
    found = {"lines": 7, "as it is, alone": 99.5, **dict.fromkeys(names, 99.5)}
    text = page("", detection.parts({"news, without evidence": found}))
    assert "| news, without evidence |          7 | 99.50" in text


def test_perplexity_falls_with_the_order_and_forms_are_counted(model, tmp_path):
    text = tmp_path / "text.jsonl"
    lines = [json.dumps({"id": str(number), "paragraphs": [STORY]}) for number in range(8)]
    text.write_text("\n".join(lines), "utf-8")
    tables = TrigramRestorer.from_file(read_model(model)).tables
    rows = casing.perplexity(tables, CorpusText([str(text)])).rows
    found = {str(row[0]): float(str(row[1])) for row in rows}
    assert found["unigram"] > found["bigram"] >= found["trigram"] >= 1
    counts = np.zeros((3, FORMS), np.uint32)
    counts[0, :2] = 3, 1  # new and New
    counts[1, 0] = 4
    counts[2, CASELESS] = 9
    none = np.zeros((0, MASKS), np.uint64)
    forms = FormCounts(np.arange(3, dtype=np.uint64), counts, none[:, 0], none)
    assert casing.vocabulary(forms).rows[0] == [1, 2, 0.5, 0.5]
    assert [row[1] for row in casing.distribution(forms).rows[:2]] == [7 / 8, 1 / 8]
