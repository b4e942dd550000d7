"""What all kinds of restorers have in common: told apart from the outside only by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from majuscule.errors import UsageError
from majuscule.learn.text import DocumentText
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.reading import Document
from majuscule.restore.context.restorer import ContextRestorer
from majuscule.restore.context.training import ContextOptions, learn_contexts
from majuscule.restore.hmm.training import train_hmm
from majuscule.restore.interface import MEMORY, Restorer
from majuscule.restore.kinds import trainer
from majuscule.restore.linear.restorer import TaggerRestorer
from majuscule.restore.memory import recall
from majuscule.restore.trigram.training import train_trigram
from majuscule.restore.truecaser import truecaser_of
from majuscule.restore.unigram import train_unigram
from majuscule.text.classes import KEEP, LC, MC, UC
from majuscule.text.passages import read_passage

KINDS = ("tagger", "unigram", "hmm", "trigram", "context")
SENTENCE = "the press met ada mcdonald in new york, said nasa. x@y.org 42"


@pytest.fixture(scope="module")
def restorers(small_text: DocumentText, small_restorer: TaggerRestorer) -> dict[str, Restorer]:
    hmm = train_hmm(small_text)
    options = ContextOptions(mentions=2, least=1, held_out=1)
    return {
        "tagger": small_restorer,
        "unigram": train_unigram(small_text),
        "hmm": hmm,
        "trigram": train_trigram(small_text),
        "context": ContextRestorer(hmm, learn_contexts(ambiguous(), ["press"], options)),
    }


def ambiguous() -> DocumentText:
    """Return text in which a word has two forms with contexts of their own."""
    lines = ("They read the Press of Canterbury.", "They met the press in the street.") * 4
    return DocumentText((Document("d", lines),))


@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_log_odds_against_the_best(restorers: dict[str, Restorer], kind: str) -> None:
    passage = read_passage(SENTENCE)
    found = restorers[kind].decide(passage)
    scores = found.scores
    assert scores is not None
    assert scores.shape == (len(passage.tokens), 4)
    assert scores.dtype == np.float32
    assert np.isfinite(scores).all()
    assert (scores <= 0).all()
    if kind == "tagger":  # its best path may run through other tags than the best of a token
        return
    assert (scores.max(axis=1) == 0).all()
    decided = np.flatnonzero((found.classes != KEEP) & (found.classes != MC))
    assert (scores[decided, found.classes[decided]] == 0).all()


@pytest.mark.parametrize("kind", KINDS)
def test_evidence_is_the_share_of_capitals_inside_sentences(
    restorers: dict[str, Restorer], kind: str
) -> None:
    # "The" begins many sentences, "Angela" and "the" stand inside, "zzz" nowhere.
    passage = read_passage("the angela berlin zzz")
    found = restorers[kind].evidence(passage)
    assert found is not None
    assert found.dtype == np.float32
    assert found[0] < 0.05
    assert found[2] > 0.95
    assert np.isnan(found[3])
    nothing = restorers[kind].evidence(read_passage(""))
    assert nothing is not None
    assert len(nothing) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_file_gives_the_same_restorer(
    restorers: dict[str, Restorer], kind: str, tmp_path: Path
) -> None:
    model = restorers[kind]
    path = tmp_path / "a.model"
    write_model(path, ModelHeader(model.kind, options=model.options()), model.arrays())
    again = truecaser_of(read_model(path)).restorer
    assert type(again) is type(model)
    assert again.kind == model.kind
    passage = read_passage(SENTENCE)
    first, second = model.decide(passage), again.decide(passage)
    assert first.classes.tolist() == second.classes.tolist()
    assert first.masks.tolist() == second.masks.tolist()
    evidence = model.evidence(passage), again.evidence(passage)
    assert np.array_equal(*evidence, equal_nan=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS[1:])  # the tagger: test_truecaser
def test_each_kind_restores_detects_and_explains(
    restorers: dict[str, Restorer], kind: str, tmp_path: Path
) -> None:
    model = restorers[kind]
    path = tmp_path / "a.model"
    write_model(path, ModelHeader(model.kind, options=model.options()), model.arrays())
    truecaser = truecaser_of(read_model(path))
    restored = truecaser.restore("angela merkel met the press in berlin.")
    assert restored == "Angela Merkel met the press in Berlin."
    assert truecaser.restore(restored) == restored
    assert truecaser.analyze("she saw berlin").tokens[2].form == "Berlin"


@pytest.mark.parametrize("kind", KINDS)
def test_memory_adds_the_scores_of_the_other_mentions(
    restorers: dict[str, Restorer], kind: str
) -> None:
    passage = read_passage("they left berlin and zed. " + "we saw ada berlin too. " * 6)
    found = restorers[kind].decide(passage)
    assert found.scores is not None
    word = passage.tokens.words[2]
    mentions = np.flatnonzero(passage.tokens.words == word)
    assert len(mentions) == 7
    # A first mention that is nearly in doubt follows the others.
    scores = np.maximum(found.scores, -6)
    scores[mentions[0]] = (0, -0.5, -6, -6)
    scores[mentions[1:]] = (-5, 0, -6, -6)
    classes = found.classes.copy()
    classes[mentions] = (LC, *[UC] * 6)
    after = recall(passage, replace(found, classes=classes, scores=scores))
    assert after.classes[mentions[0]] == UC
    assert after.reasons[mentions[0]] == MEMORY


def test_nothing_is_known_where_sentence_starts_were_not_told_apart(
    small_text: DocumentText,
) -> None:
    passage = read_passage("the press")
    assert train_unigram(small_text, {"count_starts": True}).evidence(passage) is None
    assert train_hmm(small_text, {"sentence_starts": False}).evidence(passage) is None
    assert train_trigram(small_text, {"starts": "learnt"}).evidence(passage) is None


def test_words_seen_only_at_sentence_starts_are_unknown() -> None:
    text = DocumentText((Document("d", ("However he left.",) * 5),))
    for kind in ("unigram", "hmm", "trigram"):
        model = trainer(kind)(text)
        found = model.evidence(read_passage("however he"))
        assert found is not None
        assert np.isnan(found[0])
        assert found[1] == 0


def test_a_context_restorer_learns_with_any_model_inside(tmp_path: Path) -> None:
    near = {"Turkey": "signed a treaty in Ankara", "turkey": "with gravy and potatoes was eaten"}
    documents = tuple(
        Document(f"d{number}", (f"We say that {form} {near[form]} today.",))
        for number in range(400)
        for form in (("Turkey", "turkey")[number % 2],)
    )
    synset = "00000001 00 n 02 Turkey 0 turkey 0 000 | a gloss\n"
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text(synset)
    options = {"model": "unigram", "wordnet": str(tmp_path), "one_in": 3}
    model = trainer("context")(DocumentText(documents), options)
    assert model.options()["below"]["kind"] == "unigram.v1"
    for rest, expected in ((near["Turkey"], UC), (near["turkey"], LC)):
        assert model.decide(read_passage(f"we say that turkey {rest}")).classes[3] == expected
    with pytest.raises(UsageError, match="one_in is 1"):
        trainer("context")(DocumentText(documents), {"one_in": 1})
