"""The context classifier: Naive Bayes by hand, snippets, the choice of words, any restorer."""

from collections import Counter
from dataclasses import replace
from math import log

import numpy as np
import pytest

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.text import DocumentText
from majuscule.models import read_model
from majuscule.reading import Document
from majuscule.restore.context.classifier import ContextClassifier
from majuscule.restore.context.restorer import ContextRestorer
from majuscule.restore.context.training import (
    ContextOptions,
    WordComparison,
    add_context,
    choose_words,
    compare,
    learn_contexts,
)
from majuscule.restore.hmm.training import train_hmm
from majuscule.restore.interface import CONTEXT
from majuscule.restore.kinds import restorer_of
from majuscule.restore.unigram import train_unigram
from majuscule.text.tokenizing.classes import LC, MC, UC
from majuscule.text.tokenizing.passages import read_passage
from tests.saved import check_read_back, save

COUNTRY = "ankara voted and the government of Turkey signed a treaty in the capital"
BIRD = "we ate roast turkey with gravy and potatoes after the oven was hot"
SMALL = ContextOptions(occurrences=2, least=1, held_out=2, smoothing=2.0, window=4)


def text_of(*paragraphs: str) -> DocumentText:
    return DocumentText(
        tuple(Document(f"d{number}", (one,)) for number, one in enumerate(paragraphs))
    )


TEXT = text_of(COUNTRY, BIRD, COUNTRY, BIRD, COUNTRY)


def classifier(options: ContextOptions = SMALL) -> ContextClassifier:
    return learn_contexts(TEXT, ["turkey", "treaty", "unseen"], options)


def test_only_words_with_two_frequent_forms_are_learnt():
    found = classifier()
    assert found.word_names() == ["turkey"]
    assert found.occurrences.tolist() == [[2, 3, 0]]
    with pytest.raises(TrainingError, match="no word was seen 9 times in each of two forms"):
        classifier(replace(SMALL, occurrences=9))


def test_probabilities_are_those_of_naive_bayes_by_hand():
    near = {
        LC: Counter(["we", "ate", "roast", "with", "gravy", "and", "potatoes"][:3] * 2),
        UC: Counter(["the", "government", "of", "signed", "a", "treaty", "in"][:3] * 3),
    }
    near[LC].update(["with", "gravy", "and", "potatoes"] * 2)
    near[UC].update(["signed", "a", "treaty", "in"] * 3)
    near[UC].update(["and"] * 3)
    totals = {form: sum(near[form].values()) for form in near}
    asked = "the gravy and oven turkey signed x"
    at, rows, likely = classifier().classify(read_passage(asked))
    assert at.tolist() == [4]
    assert rows.tolist() == [0]
    for form, seen in ((LC, 2), (UC, 3)):
        expected = log(seen / 5)
        for word in ("the", "gravy", "and", "signed"):
            pooled = (near[LC][word] + near[UC][word]) / (totals[LC] + totals[UC])
            expected += log((near[form][word] + 2 * pooled) / (totals[form] + 2))
        assert likely[0, form] == pytest.approx(expected)


def test_a_window_ends_with_the_document_and_skips_punctuation():
    text = text_of("x y Turkey , ( z ) w", "a turkey b", "x y Turkey z", "a turkey b")
    found = learn_contexts(text, ["turkey"], replace(SMALL, window=2))
    assert found.counts.sum(axis=0).tolist() == [4, 7, 0]


def test_sentence_starts_and_occurrences_beyond_the_limit_are_left_out():
    text = text_of(*["a Turkey boat. Turkey boat", "a turkey boat"] * 5)
    found = learn_contexts(text, ["turkey"], replace(SMALL, snippets=3, window=1))
    assert found.occurrences.tolist() == [[5, 5, 0]]
    assert found.counts.sum(axis=0).tolist() == [6, 6, 0]
    at, _, _ = found.classify(read_passage("turkey is a turkey. turkey"))
    assert at.tolist() == [3]


def test_a_restorer_is_overruled_where_the_classifier_speaks():
    text = DocumentText(tuple(Document(f"d{k}", (f"We said: {BIRD}.",)) for k in range(3)))
    model = train_unigram(text)
    both = ContextRestorer(model, classifier())
    passage = read_passage("the government of turkey signed. roast turkey with gravy")
    alone, found = model.decide(passage), both.decide(passage)
    assert alone.classes[[3, 7]].tolist() == [LC, LC]
    assert found.classes[[3, 7]].tolist() == [UC, LC]
    assert found.reasons[[3, 7]].tolist() == [CONTEXT, CONTEXT]
    others = [k for k in range(len(found.classes)) if k not in (3, 7)]
    assert found.classes[others].tolist() == alone.classes[others].tolist()
    assert (found.margins >= 0).all()
    shares = both.decide(passage, posteriors=True).posteriors
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-5)
    assert shares[3].argmax() == UC
    assert both.options()["below"]["kind"] == "unigram.v1"


def test_the_lexicon_is_not_overruled():
    text = text_of("an eBay and an eBay of the kind", "a fine ebay in the hay")
    model = train_hmm(text)
    learnt = learn_contexts(text_of(*["a fine ebay in", "an Ebay of"] * 3), ["ebay"], SMALL)
    found = ContextRestorer(model, learnt).decide(read_passage("a fine ebay in"))
    assert found.classes[2] == MC


def test_words_are_chosen_by_held_out_gain():
    comparisons = [
        WordComparison("turkey", 100, 87, 93),
        WordComparison("china", 100, 98, 98),
        WordComparison("rare", 3, 0, 3),
    ]
    assert [one.gain for one in comparisons] == [6, 0, 100]
    assert choose_words(comparisons) == ["turkey"]
    assert choose_words(comparisons, ContextOptions(held_out=2)) == ["turkey", "rare"]


def test_comparing_counts_the_occurrences_of_each_document():
    model = train_unigram(text_of(f"We said: {BIRD}."))
    held_out = text_of(COUNTRY, BIRD, "", COUNTRY)
    assert compare(classifier(), model, held_out) == [WordComparison("turkey", 3, 1, 3)]
    restorer, comparisons = add_context(model, TEXT, held_out, ["turkey"], SMALL)
    assert len(comparisons) == 1
    assert restorer.decide(read_passage("the government of turkey signed")).classes[3] == UC


def test_words_can_be_left_out():
    text = text_of(*["a Turkey b and the China c", "x turkey y or my china z"] * 3)
    learnt = learn_contexts(text, ["turkey", "china"], SMALL)
    passage = read_passage("x turkey y or the china c")
    alone = learnt.restricted_to(["china"])
    assert alone.word_names() == ["china"]
    at, _, likely = alone.classify(passage)
    assert at.tolist() == [5]
    np.testing.assert_array_equal(likely[0], learnt.classify(passage)[2][1])
    none = learnt.restricted_to([])
    assert len(none) == 0
    assert none.word_names() == []
    assert len(none.classify(passage)[0]) == 0


def test_a_model_file_gives_restorer_and_classifier_back(tmp_path):
    model = ContextRestorer(train_unigram(text_of(f"We said: {BIRD}.")), classifier())
    asked = "the government of turkey signed. roast turkey with gravy"
    check_read_back(tmp_path, model, asked)
    # Files from before context had a kind of its own say the kind of the model inside.
    inside, passage = model.base, read_passage(asked)
    path = save(tmp_path, model, kind=inside.kind, options=inside.options())
    assert isinstance(old := restorer_of(read_model(path)), ContextRestorer)
    assert old.decide(passage).classes.tolist() == model.decide(passage).classes.tolist()
    save(path, model, context_mentions=model.arrays()["context_mentions"][:0])
    with pytest.raises(ModelError, match="arrays of context_"):
        restorer_of(read_model(path))


def test_wrong_options_are_refused():
    with pytest.raises(UsageError, match="must be 1 or more"):
        ContextOptions(window=0)
