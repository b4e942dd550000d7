"""Adapting a model to corrections: what was corrected changes, what was not stays."""

from dataclasses import replace

import numpy as np
import pytest

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.batches import CorrectedText
from majuscule.learn.text import describe_batch
from majuscule.models import read_model
from majuscule.restore.adapted.restorer import AdaptedRestorer
from majuscule.restore.adapted.training import AdapterOptions, adapt
from majuscule.restore.kinds import trainer
from majuscule.restore.truecaser import truecaser_of
from majuscule.text.tokenizing.passages import read_passage
from tests.saved import save


def corrected(text, *words):
    """The text as people left it; ``words`` are those that they looked at."""
    batch = describe_batch(text, [0] * (text.count("\n") + 1))
    tokens = batch.passage.tokens
    forms = [text[s:e] for s, e in zip(tokens.starts, tokens.ends, strict=True)]
    return CorrectedText(batch, np.array([form in words for form in forms]))


CONTRACT = "\n".join(
    (
        "Angela Merkel met the Lender on Tuesday.",
        "John O'Neill praised the Borrower and the Lender after a long meeting.",
        "Mary Berlin called a lender with an old friend, and the Lender left in the morning.",
        "Barack Obama saw the eBook of the Lender in the morning.",
        "Barack Obama left the eBook and the eBook with an old friend.",
        "Ada McDonald called a lender in Berlin, and the Lender left after a long meeting.",
    )
)


CHECKED = "Lender", "Borrower", "lender", "eBook", "and", "left", "praised"


@pytest.fixture(scope="module")
def adapted(truecaser):
    texts = [corrected(CONTRACT, *CHECKED)]
    return replace(truecaser, restorer=adapt(truecaser.restorer, texts))


def test_learns_what_people_corrected_and_keeps_the_rest(truecaser, adapted):
    text = "Angela Merkel praised the lender in Berlin, and Merkel saw the lender on Tuesday"
    assert truecaser.restore(text.lower(), case="ignore") == text
    after = adapted.restore(text.lower(), case="ignore")
    assert after == text.replace("lender", "Lender")


def test_tells_a_word_by_its_neighbours(adapted):
    restored = adapted.restore("angela merkel saw a lender and the lender left", case="ignore")
    assert restored == "Angela Merkel saw a lender and the Lender left"


def test_writes_mixed_forms_as_people_did(truecaser, adapted):
    assert adapted.restore("angela merkel saw the ebook", case="ignore").endswith("the eBook")
    text = "ada mcdonald left in the morning"
    assert truecaser.restore(text, case="ignore") == "Ada McDonald left in the morning"
    plain = adapt(truecaser.restorer, [corrected("Then Ada Mcdonald met him", "Mcdonald")])
    restored = replace(truecaser, restorer=plain).restore(text, case="ignore")
    assert restored == "Ada Mcdonald left in the morning"


def test_the_case_laws_hold(adapted):
    for text in ("the lender met ebook", "THE LENDER met the borrower\n\n", "", "…", "ǆ ß lender"):
        restored = adapted.restore(text, case="ignore")
        assert restored.lower() == text.lower()
        assert adapted.restore(restored, case="ignore") == restored
        assert adapted.restore(text.upper().lower(), case="ignore").lower() == text.upper().lower()


def test_probabilities_sum_to_one_and_agree_with_the_decision(adapted):
    analysis = adapted.analyze("then the lender met the borrower", case="ignore")
    [lender] = [token for token in analysis.tokens if token.text == "lender"]
    assert lender.form == "Lender"
    assert lender.confidence > 0.5
    passage = read_passage("then the lender met the borrower")
    sums = adapted.restorer.decide(passage, posteriors=True).posteriors.sum(axis=1)
    np.testing.assert_allclose(sums, 1, atol=1e-5)


def test_the_same_corrections_give_the_same_model_and_it_is_read_back(adapted, truecaser, tmp_path):
    texts = [corrected(CONTRACT, *CHECKED)]
    again = adapt(truecaser.restorer, texts)
    paths = []
    for name, restorer in (("one", adapted.restorer), ("two", again)):
        paths.append(save(tmp_path / f"{name}.model", restorer))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    read = truecaser_of(read_model(paths[0]))
    assert isinstance(read.restorer, AdaptedRestorer)
    assert read.restore(CONTRACT.lower()) == adapted.restore(CONTRACT.lower())


def test_adapting_an_adapted_model_starts_from_the_model_below(adapted, truecaser):
    texts = [corrected(CONTRACT, *CHECKED)]
    again = adapt(adapted.restorer, texts)
    assert again.base is truecaser.restorer
    np.testing.assert_array_equal(
        again.adapter.layer.weights, adapted.restorer.adapter.layer.weights
    )


def test_without_style_only_words_are_learnt(adapted, truecaser):
    texts = [corrected(CONTRACT, *CHECKED)]
    plain = adapt(truecaser.restorer, texts, AdapterOptions(style=False))
    whole = adapted.restorer.adapter
    assert set(plain.adapter.layer.keys.tolist()) < set(whole.layer.keys.tolist())
    other = read_passage("nobody said anything")
    same = plain.adapter.score(other, scores := truecaser.restorer.decide(other).scores)
    np.testing.assert_allclose(same, np.maximum(scores, -8), atol=1e-6)


def test_what_nobody_looked_at_teaches_nothing(truecaser):
    with pytest.raises(TrainingError, match="nobody has corrected or confirmed a word"):
        adapt(truecaser.restorer, [corrected(CONTRACT)])


def test_wrong_options_and_damaged_arrays_are_refused(adapted, tmp_path):
    with pytest.raises(UsageError, match="penalty must be above 0"):
        AdapterOptions(penalty=0)
    with pytest.raises(UsageError, match="--corrections"):
        trainer("adapted")
    restorer = adapted.restorer
    path = save(tmp_path, restorer, adapter_words=np.array([3, 1], np.uint64))
    with pytest.raises(ModelError, match=r"arrays of adapter_\* do not fit"):
        truecaser_of(read_model(path))
