"""What all kinds of restorers have in common: told apart from the outside only by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from majuscule.cli.program import run
from majuscule.errors import UsageError
from majuscule.learn.batches import CorrectedText
from majuscule.learn.text import DocumentText, describe_batch
from majuscule.models import read_model
from majuscule.network.engine import NetworkEngine
from majuscule.reading import Document
from majuscule.restore import kinds
from majuscule.restore.adapted.restorer import Adapter
from majuscule.restore.adapted.training import adapt
from majuscule.restore.context.classifier import ContextClassifier
from majuscule.restore.context.restorer import ContextRestorer
from majuscule.restore.context.training import ContextOptions, learn_contexts
from majuscule.restore.hmm.restorer import HmmRestorer
from majuscule.restore.hmm.training import train_hmm
from majuscule.restore.interface import MEMORY, Restorer
from majuscule.restore.linear.restorer import TaggerRestorer
from majuscule.restore.neural.cascade import EVERYTHING, CascadeRestorer
from majuscule.restore.rules.memory import recall
from majuscule.restore.trigram import trellis_kernel as trigram_kernel
from majuscule.restore.trigram.training import train_trigram
from majuscule.restore.truecaser import Truecaser, load, truecaser_of
from majuscule.restore.unigram import UnigramRestorer, train_unigram
from majuscule.text.tokenizing.classes import KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import read_passage
from tests.restore.neural_models import random_restorer
from tests.saved import save
from tests.texts import text_of

SENTENCE = "the press met ada mcdonald in new york, said nasa. x@y.org 42"
KINDS = tuple(kinds.KINDS)
UNTAUGHT = ("neural.v1",)
"""Here with random weights: PyTorch is not needed to test what all kinds have in common."""

SCORERS: dict[str, list[tuple[Any, str]]] = {
    "tagger.v1": [(TaggerRestorer, "decide")],
    "unigram.v1": [(UnigramRestorer, "_look_up")],
    "hmm.v1": [(HmmRestorer, "_score")],
    "trigram.v1": [(trigram_kernel, "search")],
    "neural.v1": [(NetworkEngine, "run")],
    "context.v1": [(HmmRestorer, "_score"), (ContextClassifier, "classify")],
    "cascade.v1": [(TaggerRestorer, "decide"), (NetworkEngine, "run")],
    "adapted.v1": [(TaggerRestorer, "decide"), (Adapter, "score")],
}
"""What works out the scores of each kind: called once for each text."""


@pytest.fixture(scope="module")
def restorers(
    small_text: DocumentText,
    small_restorer: TaggerRestorer,
    small_model: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Restorer]:
    """Return a restorer of each kind; one that is missing here is missed below."""
    hmm, network = train_hmm(small_text), random_restorer(small_text)
    path = save(tmp_path_factory.mktemp("models"), network)
    below = {"linear": str(small_model), "network": str(path)}
    curve = np.zeros((0, 3), np.float32)
    options = ContextOptions(occurrences=2, least=1, held_out=1)
    batch = describe_batch("Then Ada Mcdonald met him", [0])
    corrected = CorrectedText(batch, np.array([False, False, True, False, False]))
    return {
        "tagger.v1": small_restorer,
        "unigram.v1": train_unigram(small_text),
        "hmm.v1": hmm,
        "trigram.v1": train_trigram(small_text),
        "neural.v1": network,
        "context.v1": ContextRestorer(hmm, learn_contexts(ambiguous(), ["press"], options)),
        # The network is asked about everything and says next to nothing.
        "cascade.v1": CascadeRestorer(small_restorer, network, EVERYTHING, 0.9999, curve, below),
        "adapted.v1": adapt(small_restorer, [corrected]),
    }


@pytest.fixture
def read(restorers: dict[str, Restorer], tmp_path: Path) -> Callable[[str], Truecaser]:
    """Return what gives the truecaser of a kind, read from a file."""

    def read(kind: str) -> Truecaser:
        return truecaser_of(read_model(save(tmp_path, restorers[kind])))

    return read


def test_every_kind_of_the_tables_is_tested_here(restorers: dict[str, Restorer]) -> None:
    assert set(restorers) == set(SCORERS) == set(KINDS)
    assert {kind: one.kind for kind, one in restorers.items()} == {kind: kind for kind in KINDS}
    assert [kind for kind in KINDS if not kinds.KINDS[kind].trainer] == ["adapted.v1"]
    for kind in KINDS:
        assert kind == "adapted.v1" or callable(kinds.trainer(kind))
        assert len(repr(restorers[kind])) < 100


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_is_scored_once_even_when_it_is_explained(
    read: Callable[[str], Truecaser], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    truecaser = read(kind)
    text = "MERKEL MET THE PRESS IN BERLIN\nada mcdonald met the press in berlin on tuesday."
    truecaser.analyze(text)  # what models set up when they are first used
    calls: Counter[str] = Counter()

    def counted(where: Any, name: str) -> None:
        whole = getattr(where, name)

        def call(*arguments: Any, **named: Any) -> Any:
            calls[f"{where.__name__}.{name}"] += 1
            return whole(*arguments, **named)

        monkeypatch.setattr(where, name, call)

    for where, name in SCORERS[kind]:
        counted(where, name)
    evidence = type(truecaser.restorer), "evidence"
    counted(*evidence)
    truecaser.analyze(text)
    expected = {f"{where.__name__}.{name}": 1 for where, name in (*SCORERS[kind], evidence)}
    assert calls == expected


@pytest.mark.parametrize("kind", KINDS)
def test_probabilities_come_with_the_same_decisions(
    restorers: dict[str, Restorer], kind: str
) -> None:
    passage = read_passage(SENTENCE)
    plain, found = (restorers[kind].decide(passage, posteriors=asked) for asked in (False, True))
    assert plain.posteriors is None
    assert found.posteriors is not None
    assert found.posteriors.dtype == np.float32
    np.testing.assert_allclose(found.posteriors.sum(axis=1), 1, atol=1e-5)
    for name in ("classes", "masks", "margins", "reasons", "scores"):
        np.testing.assert_array_equal(getattr(found, name), getattr(plain, name))
    for empty in ("", "\n\n"):
        nothing = restorers[kind].decide(read_passage(empty), posteriors=True)
        assert nothing.posteriors is not None
        assert nothing.posteriors.shape == (0, 4)


def ambiguous() -> DocumentText:
    """Return text in which a word has two forms with contexts of their own."""
    lines = ("They read the Press of Canterbury.", "They met the press in the street.") * 4
    return text_of(*lines)


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
    # The best path may run through other tags than the best of a token.
    if kind in ("tagger.v1", "adapted.v1", "cascade.v1"):
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
    restorers: dict[str, Restorer], read: Callable[[str], Truecaser], kind: str
) -> None:
    model, again = restorers[kind], read(kind).restorer
    assert type(again) is type(model)
    assert again.kind == model.kind
    passage = read_passage(SENTENCE)
    first, second = (one.decide(passage, posteriors=True) for one in (model, again))
    for name in ("classes", "masks", "posteriors"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
    np.testing.assert_array_equal(*(one.evidence(passage) for one in (model, again)))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in UNTAUGHT])
def test_each_kind_restores_detects_and_explains(
    read: Callable[[str], Truecaser], kind: str
) -> None:
    truecaser = read(kind)
    restored = truecaser.restore("angela merkel met the press in berlin.")
    assert restored == "Angela Merkel met the press in Berlin."
    assert truecaser.restore(restored) == restored
    assert truecaser.analyze("angela merkel saw berlin on tuesday").tokens[3].form == "Berlin"


@pytest.mark.parametrize("kind", KINDS)
def test_decisions_do_not_depend_on_the_case_of_the_input(
    restorers: dict[str, Restorer], kind: str
) -> None:
    found, *others = (
        restorers[kind].decide(read_passage(text), posteriors=True)
        for text in (SENTENCE, SENTENCE.upper(), SENTENCE.title())
    )
    for other in others:
        for name in ("classes", "masks", "margins", "reasons", "scores", "posteriors"):
            np.testing.assert_array_equal(getattr(found, name), getattr(other, name))


@pytest.mark.parametrize("kind", KINDS)
def test_the_case_of_the_input_plays_no_part(read: Callable[[str], Truecaser], kind: str) -> None:
    truecaser = read(kind)
    text = "Ada McDONALD met the press in New York, said nasa.\nThe UN left."
    once = truecaser.restore(text, case="ignore")
    for form in (text.lower(), text.upper(), text.swapcase(), once):
        assert truecaser.restore(form, case="ignore") == once


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
    text = text_of(*["However he left."] * 5)
    for kind in ("unigram", "hmm", "trigram"):
        model = kinds.trainer(kind)(text)
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
    model = kinds.trainer("context")(DocumentText(documents), options)
    assert model.options()["below"]["kind"] == "unigram.v1"
    for rest, expected in ((near["Turkey"], UC), (near["turkey"], LC)):
        assert model.decide(read_passage(f"we say that turkey {rest}")).classes[3] == expected
    with pytest.raises(UsageError, match="one_in is 1"):
        kinds.trainer("context")(DocumentText(documents), {"one_in": 1})


def test_a_context_restorer_is_trained_by_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, path = tmp_path / "news.jsonl", tmp_path / "senses.model"
    told = {"Swift": "wrote about giants on an island", "swift": "and sudden was the reply to it"}
    lines = (
        {"id": f"d{number}", "text": f"We say that {form} {rest} today."}
        for number in range(150)
        for form, rest in told.items()
    )
    corpus.write_text("".join(json.dumps(one) + "\n" for one in lines))
    command = ["train", str(corpus), "--kind", "context", "-o", str(path)]
    options = ["model=unigram", "context_words=swift,absent", "one_in=3", "context_window=4"]
    options = [part for one in options for part in ("--option", one)]
    assert run([*command, *options]) == 0
    truecaser = load(path)
    model = truecaser.restorer
    assert isinstance(model, ContextRestorer)
    assert model.classifier.word_names() == ["swift"]
    assert model.classifier.settings[0] == 4
    found = [truecaser.restore(f"we say that swift {rest}") for rest in told.values()]
    assert found == [f"We say that {form} {rest}" for form, rest in told.items()]
    assert run([*command, "--option", "context_depth=3"]) == 2
    assert "unknown option 'depth'" in capsys.readouterr().err
