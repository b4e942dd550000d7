"""The case tagger: training, its file, its columns."""

import itertools

import numpy as np
import pytest

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.text import DocumentText
from majuscule.models import read_model
from majuscule.reading import Document
from majuscule.restore.linear.columns import (
    CAPITALS,
    CLASS,
    COLUMNS,
    LEFT_OUT,
    LINKS,
    TEMPLATES,
    read_columns,
)
from majuscule.restore.linear.encoding import CaseText
from majuscule.restore.linear.restorer import TaggerRestorer, case_spec
from majuscule.restore.linear.training import train_tagger
from majuscule.tagging.features.padding import cut_long, layout
from majuscule.tagging.features.templates import REACH
from majuscule.text.characters.codepoints import encode
from majuscule.text.tokenizing.passages import read_passage
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.tables.lexicon import pattern_masks
from majuscule.words.tables.table import (
    WordTable,
    bucket,
    capital_shares,
    capitals_column,
    class_column,
)
from majuscule.words.tables.tags import tags_of
from majuscule.words.tables.vocabulary import encode_text
from tests.saved import save


def test_training_twice_gives_the_same_bytes(small_text, small_restorer, small_options):
    again = train_tagger(small_text, {**small_options, "threads": 1})
    for name, array in small_restorer.arrays().items():
        assert np.array_equal(array, again.arrays()[name]), name


def test_a_file_gives_back_the_same_decisions(small_restorer, small_model):
    passage = read_passage("angela merkel met the press in new york. mcdonald left.")
    one = small_restorer.decide(passage)
    two = TaggerRestorer.from_file(read_model(small_model)).decide(passage)
    assert np.array_equal(one.classes, two.classes)
    assert np.array_equal(one.masks, two.masks)
    assert np.array_equal(one.scores, two.scores)


def test_a_file_of_other_templates_is_refused(small_restorer, tmp_path):
    path = save(tmp_path, small_restorer, regions=small_restorer.arrays()["regions"][:-1])
    with pytest.raises(ModelError, match="not those of a case tagger"):
        TaggerRestorer.from_file(read_model(path))


def test_text_of_one_case_is_refused(small_options):
    for text in ("ALL IN CAPITALS HERE AND THERE", "all in small letters here and there"):
        documents = tuple(Document(f"{n}", (text,)) for n in range(20))
        with pytest.raises(TrainingError, match="only one case; train on text in normal case"):
            train_tagger(DocumentText(documents), small_options)


def test_no_text_is_refused(small_options):
    with pytest.raises(TrainingError, match="empty"):
        train_tagger(DocumentText(()), small_options)


@pytest.mark.parametrize("options", [{"epoch": 3}, {"epochs": "3"}, {"epochs": 2.0}])
def test_wrong_options_are_named(small_text, options):
    with pytest.raises(UsageError, match="option"):
        train_tagger(small_text, options)


def test_the_columns_of_training_and_of_reading_are_the_same(small_text):
    """Two ways to the same numbers: if they part, the model reads what it did not learn."""
    encoded, _ = encode_text(small_text)
    vocabulary = encoded.vocabulary
    classes = np.arange(len(vocabulary.words), dtype=np.int32) % 7
    text = CaseText.of(encoded, classes)
    table = WordTable.build(vocabulary.words, vocabulary.buckets(), classes)
    # all folds have the same words here, so leaving one out changes no bucket that is full
    text.buckets[:, 1:] = vocabulary.buckets()
    first = next(iter(small_text.batches())).passage
    read = read_columns(first, table)
    trained = text.columns(0, read.columns.shape[1], 0)
    for row, name in enumerate(COLUMNS):
        assert np.array_equal(read.columns[row], trained[row]), name


def test_kernel_and_array_versions_of_a_column_agree():
    buckets = np.array([0, 1, 5, 60, 163, 377, 400, 403])
    words = hash_words([f"w{i}" for i in range(len(buckets))])
    classes = np.array([0, 3, 0, 0, 9, 0, 0, 1])
    table = WordTable.build(words, buckets.astype(np.int32), classes.astype(np.int32))
    passage = read_passage(" ".join(f"w{i}" for i in range(len(buckets))))
    read = read_columns(passage, table)
    at = read.places
    assert np.array_equal(read.columns[CLASS, at], class_column(classes * (buckets > 0), buckets))
    assert np.array_equal(read.columns[CAPITALS, at], capitals_column(buckets))


def test_word_table_knows_what_it_was_given_and_little_else():
    words = np.unique(hash_words([f"word{i}" for i in range(3000)]))
    buckets = (np.arange(3000) % 300 + 1).astype(np.int32)[: len(words)]
    table = WordTable.build(words, buckets, np.zeros(len(words), np.int32))
    found, _ = table.look_up(words)
    assert (found == buckets).mean() > 0.999
    others, _ = table.look_up(hash_words([f"other{i}" for i in range(3000)]))
    assert (others != 0).mean() < 0.005


def test_buckets_tell_how_a_word_is_written():
    total = np.array([0, 1, 100, 100, 5])
    written = np.array([[0, 0, 50, 0, 0], [0, 1, 50, 0, 0], [0, 0, 0, 100, 0], [0] * 5])
    codes = bucket(total, written)
    assert codes[0] == 0
    assert len(set(codes.tolist())) == 5
    assert codes.max() < 512
    shares = capital_shares(codes)
    assert np.isnan(shares[[0, 1, 4]]).all()
    assert shares[3] > 0.9


def test_inner_words_are_those_between_capitals():
    classes = [1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 4, 0, 1]
    assert tags_of(np.array(classes, np.uint8)).tolist() == [
        1, 4, 1, 4, 4, 1, 0, 0, 0, 1, 0, 0, 1
    ]  # fmt: skip


def test_padding_keeps_lines_apart():
    at, size = layout(np.array([[0, 1], [1, 1], [1, 3]], np.int32), 3)
    assert at.tolist() == [3, 10, 11]
    assert size == 15
    assert np.diff(at)[0] > REACH


def test_long_lines_are_cut_where_sentences_begin():
    passage = read_passage("a b c d. " * 50 + "\nshort line")
    bounds = cut_long(passage, passage.lines, longest=20)
    assert bounds[0, 0] == 0
    assert (np.diff(bounds, axis=1) <= 80).all()
    flat = [i for a, b in bounds.tolist() for i in range(a, b)]
    assert flat == list(range(len(passage.tokens)))
    endless = read_passage("word " * 500)
    cut = cut_long(endless, endless.lines, longest=20)
    assert (np.diff(cut, axis=1) <= 80).all()


def test_pieces_cover_a_passage():
    passage = read_passage("\n\none two\nthree\n\nfour five six\nseven\n")
    for size in (1, 2, 3, 100):
        spans = [(a, b) for a, b, _ in passage.pieces(size)]
        assert spans[0][0] == 0
        assert spans[-1][1] == 7
        assert all(x[1] == y[0] for x, y in itertools.pairwise(spans))


@pytest.mark.parametrize(
    ("word", "form"),
    [("mcdonald", "McDonald"), ("macdonald", "MacDonald"), ("pms", "PMs"), ("ngos", "NGOs"),
     ("mace", None), ("mcd", None), ("house", None), ("macumba", None), ("macedônia", None),
     ("machado", None), ("macrofagos", None), ("girls", None), ("orixás", None), ("olás", None)],
)  # fmt: skip
def test_patterns_of_mixed_forms(word, form):
    starts, ends = np.array([0], np.int32), np.array([len(word)], np.int32)
    masks, found = pattern_masks(encode(word), starts, ends)
    if form is None:
        assert not found[0]
    else:
        mask = int(masks[0])
        written = "".join(c.upper() if mask >> i & 1 else c for i, c in enumerate(word))
        assert written == form


@pytest.mark.parametrize("groups", [0, len(TEMPLATES) + len(LINKS)])
def test_the_spec_fits_its_columns(groups):
    spec = case_spec(groups)
    assert spec.groups == len(spec.templates) + len(spec.links)
    assert spec.templates[:, 2].max() < len(COLUMNS)


def test_older_models_have_more_templates_with_the_same_hashes():
    older, newer = case_spec(len(TEMPLATES) + len(LINKS)).templates, case_spec().templates
    assert len(older) == len(TEMPLATES) == len(newer) + len(LEFT_OUT)
    assert set(LEFT_OUT) <= set(TEMPLATES)
    assert set(map(tuple, newer.tolist())) < set(map(tuple, older.tolist()))
