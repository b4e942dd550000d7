"""The table of entity taggers: how much text they learn from, and who is ahead by how much."""

from pathlib import Path

import pytest

from benchmarks.entities_report import SHIPPED, CountedCells, write_tables
from benchmarks.entity_mistakes import count_mistakes
from benchmarks.entity_training import CRFSUITE, Recipe, School
from majuscule.entities.interface import Corpus
from majuscule.errors import MajusculeError
from majuscule.measure import MentionMetric
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention

LABELS = ("PER", "LOC")


def school(tmp_path: Path, share: int = 1, every: int = 1) -> School:
    folder = tmp_path / "data" / "entities" / "en" / "train"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("gmb", "wikigold"):
        (folder / f"{name}.tsv").write_text("Ann\tB-per\nleft\tO\n\n" * 12)
    return School(tmp_path / "data", tmp_path, share, every, 100)


def test_shares_are_of_the_largest_corpus_and_of_all(tmp_path):
    sizes = [len(corpus.documents) for corpus in school(tmp_path, share=4, every=3).corpora]
    assert sizes == [1, 4]


def test_a_model_is_known_by_what_it_learns_from(tmp_path):
    recipe = Recipe(CRFSUITE)
    with pytest.raises(MajusculeError, match="training is switched off"):
        school(tmp_path).model(recipe, training=False)
    assert school(tmp_path).path(recipe) != school(tmp_path, share=2).path(recipe)
    assert school(tmp_path).path(recipe) == school(tmp_path).path(recipe)


def test_the_report_gives_gaps_and_leads_with_intervals(tmp_path):
    text = AnnotatedText("Ann left Rome", (Mention(0, 3, "PER"), Mention(9, 13, "LOC")))
    dev = Corpus([text] * 8, LABELS, "tiny")
    metric = MentionMetric(LABELS)
    gold = [[m.span for m in one.mentions] for one in dev.documents]
    all_found = metric.statistics(gold, gold)
    half = metric.statistics(gold, [spans[:1] for spans in gold])
    none = metric.statistics(gold, [[] for _ in gold])
    cells: CountedCells = {
        (tagger, "tiny", condition): counts
        for tagger, found in {
            SHIPPED: (all_found, all_found, half, all_found),
            "other": (half, none, half, half),
        }.items()
        for condition, counts in zip(("original", "lower", "upper", "restored"), found, strict=True)
    }
    notes = {SHIPPED: ("big", "9.1", "1,000"), "other": ("small", "0.1", "10")}
    spans = {True: gold, False: [spans[:1] for spans in gold]}
    mistakes: CountedCells = {
        (tagger, "tiny", condition): count_mistakes(gold, spans[tagger == SHIPPED], LABELS)
        for tagger, _, condition in cells
    }
    write_tables(tmp_path / "out" / "entities", cells, mistakes, [dev], notes, 20)
    shown = (tmp_path / "out" / "entities.md").read_text()
    assert "tiny: 16 mentions of PER, LOC" in shown
    assert "tiny, as the MUC scorer counts" in shown
    # the worse of lower and upper: upper for ours, lower for the other
    assert "+33.3 [+33.3, +33.3]" in shown
    assert "+66.7 [+66.7, +66.7]" in shown
    assert "| other" in shown
    assert "| 0.1      | 10 " in shown
    assert "What becomes of mentions, majuscule entities-en, lower case" in shown
    assert "Lower case: F1 of majuscule entities-en minus" in shown
    assert "| tiny | +33.3 [+33.3, +33.3], p = 0.048 |" in shown


def test_each_mention_has_one_fate():
    gold = [[(0, 5, "PER"), (9, 12, "LOC"), (20, 25, "LOC"), (30, 35, "PER")]]
    found = [[(0, 5, "LOC"), (9, 14, "LOC"), (20, 24, "PER"), (40, 41, "PER")]]
    per, loc = count_mistakes(gold, found, LABELS).tolist()
    assert per == [0, 1, 0, 0, 1, 1]
    assert loc == [0, 0, 1, 1, 0, 0]
    assert count_mistakes(gold, gold, LABELS).tolist() == [[2, 0, 0, 0, 0, 0]] * 2
