"""Words of running text are scored by their characters, whatever the spaces."""

from benchmarks.chinese import without_spaces
from benchmarks.chinese_model import words_made_of
from majuscule.entities.chinese.character_training import train_characters
from majuscule.entities.chinese.columns import read_columns
from majuscule.entities.interface import Corpus
from majuscule.reading.annotations.annotated import AnnotatedText
from tests.entities.test_kinds import chinese


def test_words_of_the_lattice_and_of_the_dictionary_are_scored():
    tagger = train_characters([chinese()], ("PER", "LOC"), None, {"least": 1, "folds": 2})
    corpus = Corpus([AnnotatedText("马丁 在 New York\n马丁 去 北京")], ("PER",), "made")
    joined = without_spaces(corpus)
    read = [read_columns(one.text, tagger.lattice, tagger.dictionary) for one in joined.documents]
    lattice, dictionary = words_made_of(corpus, joined, read, tagger)
    assert lattice[:2] == ["made", "lattice"]
    # Without a dictionary each character is a word, and so is each of the two Latin ones.
    assert dictionary == ["made", "dictionary", "40.0", "57.1", "47.1"]
    assert float(str(lattice[4])) > 50
