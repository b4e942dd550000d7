"""Document memory on decisions made by hand."""

import numpy as np
import pytest

from majuscule.restore.interface import GLOSSARY, MEMORY, MODEL, Decisions
from majuscule.restore.rules.memory import MemoryOptions, recall
from majuscule.restore.truecaser import load
from majuscule.text.tokenizing.classes import KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import read_passage

TEXT = "we saw port today. he met port there. they like port wine and port too"


def decisions_for(passage, sure: dict[int, float], word: str = "port") -> Decisions:
    """All tokens LC for sure, the mentions of a word as capital by the given log odds."""
    n = len(passage.tokens)
    classes = np.zeros(n, np.uint8)
    scores = np.full((n, 4), -9.0, np.float32)
    scores[:, LC] = 0
    spans = zip(passage.tokens.starts, passage.tokens.ends, strict=True)
    text = passage.codes.astype("<u4").tobytes().decode("utf-32-le")
    mentions = [i for i, (a, b) in enumerate(spans) if text[a:b] == word]
    for number, index in enumerate(mentions):
        odds = sure.get(number, -9.0)
        scores[index, UC] = min(0.0, odds)
        scores[index, LC] = min(0.0, -odds)
        classes[index] = UC if odds > 0 else LC
    masks, reasons = np.zeros(n, np.uint64), np.full(n, MODEL, np.uint8)
    return Decisions(classes, masks, np.zeros(n, np.float32), reasons, scores)


def mentions_of(passage, decisions, word: str = "port") -> list[int]:
    text = passage.codes.astype("<u4").tobytes().decode("utf-32-le")
    spans = zip(passage.tokens.starts, passage.tokens.ends, decisions.classes, strict=True)
    return [int(c) for a, b, c in spans if text[a:b] == word]


def test_a_close_call_follows_the_sure_mentions():
    passage = read_passage(TEXT)
    before = decisions_for(passage, {0: 8.0, 1: 8.0, 2: -0.5, 3: 8.0})
    after = recall(passage, before)
    assert mentions_of(passage, after) == [UC, UC, UC, UC]
    changed = np.flatnonzero(after.classes != before.classes)
    assert (after.reasons[changed] == MEMORY).all()


def test_a_sure_mention_stays_as_it_is():
    passage = read_passage(TEXT)
    after = recall(passage, decisions_for(passage, {0: 2.0, 1: 2.0, 2: -30.0, 3: 2.0}))
    assert mentions_of(passage, after)[2] == LC


def test_forms_of_the_glossary_of_a_line_stay():
    passage = read_passage(TEXT)
    before = decisions_for(passage, {0: 8.0, 1: 8.0, 2: -0.5, 3: -0.5})
    third = int(np.flatnonzero(before.scores[:, UC] == -0.5)[0])
    before.reasons[third] = GLOSSARY
    after = recall(passage, before)
    assert mentions_of(passage, after) == [UC, UC, LC, UC]
    assert after.reasons[third] == GLOSSARY


def test_a_word_that_stands_once_is_left():
    passage = read_passage("we met port there")
    before = decisions_for(passage, {0: -0.1})
    assert recall(passage, before) is before


def test_sentence_starts_neither_give_nor_take():
    passage = read_passage("port left. he likes port now. Port")
    before = decisions_for(passage, {0: 9.0, 1: -0.1})
    after = recall(passage, before)
    assert mentions_of(passage, after) == [UC, LC]


def test_no_weight_changes_nothing():
    passage = read_passage(TEXT)
    before = decisions_for(passage, {0: 8.0, 1: 8.0, 2: -0.5, 3: 8.0})
    after = recall(passage, before, MemoryOptions(weight=0.0))
    assert np.array_equal(after.classes, before.classes)


def test_a_mixed_form_is_taken_from_another_mention():
    passage = read_passage(TEXT)
    before = decisions_for(passage, {0: 8.0, 1: 8.0, 2: -0.5, 3: 8.0})
    classes, masks = before.classes.copy(), before.masks.copy()
    first = int(np.flatnonzero(classes == UC)[0])
    classes[first], masks[first] = MC, 0b0101
    scores = before.scores.copy()
    after = recall(passage, Decisions(classes, masks, before.margins, before.reasons, scores))
    changed = np.flatnonzero(after.reasons == MEMORY)
    assert (after.classes[changed] == MC).all()
    assert (after.masks[changed] == 0b0101).all()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            "the italian radio society (ari) is small. ari has members, and ari knows it.",
            "The Italian Radio Society (ARI) is small. ARI has members, and ARI knows it.",
        ),
        (
            "they sent national security letters (nsls). nsls are dull. three nsls came.",
            "They sent national security letters (NSLs). NSLs are dull. Three NSLs came.",
        ),
        ("us airways (us) told us so.", "US Airways (US) told us so."),
        (
            "it is said that information technology (it) grew. it grew fast.",
            "It is said that information technology (IT) grew. It grew fast.",
        ),
        (
            "they sell information technology (it) and say it is new. it raises issues of tax.",
            "They sell information technology (IT) and say it is new. It raises issues of tax.",
        ),
    ],
)
def test_an_abbreviation_is_written_as_it_was_introduced(given: str, expected: str):
    assert load("en").restore(given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            "the police asked mr stephen port about it. by then port had left.",
            "The police asked Mr Stephen Port about it. By then Port had left.",
        ),
        (
            "the police asked mr. market for the market. by then market had gone.",
            "The police asked Mr. Market for the market. By then market had gone.",
        ),
        ("after 5 ms market closed. by then market was cold.", None),
    ],
)
def test_a_word_behind_a_title_is_a_name(given: str, expected: str | None):
    restored = load("en").restore(given)
    assert restored == expected if expected else "Market" not in restored


def test_decisions_without_scores_are_left():
    passage = read_passage(TEXT)
    n = len(passage.tokens)
    plain = Decisions(
        np.full(n, KEEP, np.uint8), np.zeros(n, np.uint64), np.zeros(n), np.zeros(n, np.uint8)
    )
    assert recall(passage, plain) is plain


def test_an_article_that_ends_a_document_says_nothing_of_the_next():
    en = load("en")
    texts = ["we like the", "port asked. the police met mr. port there. by then port had gone."]
    alone = [en.restore(text) for text in texts]
    assert alone[1].endswith("By then Port had gone.")
    assert list(en.restore_many(texts, jobs=1)) == alone
