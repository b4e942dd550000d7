"""Languages and accents over HTTP: what a request names is what restores, and what is kept."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import majuscule
from majuscule.accents.training import train_accents
from majuscule.corrections.migrations import CorrectionsError
from majuscule.corrections.store import CorrectedDocument, Store
from majuscule.detection.languages import known_languages
from majuscule.models import ModelHeader, known_models
from majuscule.models.card import Card
from majuscule.server import services
from majuscule.server.problems import RequestError
from majuscule.server.services import Services
from tests.accents.conftest import TEXTS
from tests.conftest import OPTIONS

pytestmark = pytest.mark.usefixtures("closing_databases")

HOW = {"format": "text", "glossary": None, "case": "ignore", "punctuation": "keep"}
GIVEN = "il a ete a geneve, ou il a mange une peche."
DONE = "Il a été à Genève, où il a mangé une pêche."


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small French package, as pip leaves it."""
    folder = tmp_path_factory.mktemp("packages")
    own, told = folder / "majuscule_fr", folder / "majuscule_fr-0.1.dist-info"
    for one in (own, told):
        one.mkdir()
    (own / "__init__.py").touch()
    (told / "METADATA").write_text("Name: majuscule-fr\nVersion: 0.1\n")
    points = "[majuscule.models]\nfr = majuscule_fr\nfr-accents = majuscule_fr\n"
    (told / "entry_points.txt").write_text(points)
    corpus, card = folder / "text.jsonl", Card(language="fr", licence="CC0")
    rows = [json.dumps({"id": str(at), "paragraphs": TEXTS}) for at in range(12)]
    corpus.write_text("\n".join(rows))
    train_accents([corpus], own / "fr-accents.model", card=card, options={"words": 1})
    options = OPTIONS | {"held_out": 0, "slots": 20_000, "epochs": 8}
    majuscule.train([corpus], own / "fr.model", options=options, card=card)
    return folder


def _none() -> Any:
    raise AssertionError("nobody asked for it")


@pytest.fixture
def served(packages: Path, small_restorer: Any, monkeypatch: pytest.MonkeyPatch) -> Services:
    monkeypatch.syspath_prepend(str(packages))
    header = ModelHeader("small", language="en")
    truecaser = majuscule.Truecaser(small_restorer, header)
    return Services(truecaser, None, _none, _none)


def ask(served: Services, **values: Any) -> str:
    found = services.restore(served, {**HOW, "language": "", "texts": None, **values})
    return str(found["text"])


def test_a_request_may_name_its_language(served):
    here = [one for one in known_languages() if one in {*known_models(), "fr"}]
    assert served.languages() == here
    for tag in ("fr", "fr-CA", "FR"):
        assert ask(served, text=GIVEN, language=tag, accents=True) == DONE
    again = {"language": "fr", "accents_again": True}
    assert ask(served, text=GIVEN.replace("ete", "éte"), **again) == DONE
    assert ask(served, text="angela merkel met the un") == "Angela Merkel met the UN"
    with pytest.raises(RequestError, match=r"no model for 'xx', only for .*; auto detects"):
        ask(served, text=GIVEN, language="xx")


def test_installed_models_are_looked_up_once(served, monkeypatch):
    # Balancers ask for the health again and again, in the loop that takes all requests.
    found = iter([("en", "fr")])
    monkeypatch.setattr(services, "known_models", lambda: next(found))
    for _ in range(3):
        assert services.health(served, {})["languages"] == ["en", "fr"]


def test_marks_are_those_of_the_language(served, monkeypatch):
    monkeypatch.setattr(services, "known_models", lambda: ("de-speech", "en-speech"))
    monkeypatch.setattr(services, "load_punctuator", lambda name: name)
    monkeypatch.setattr(services, "_with_rules_of", lambda _truecaser, name: name)
    served.load_marks = lambda: "the server's"
    asked = {"de": "de-speech", "de-AT": "de-speech"}
    asked |= dict.fromkeys(("", "en", "en-GB", "auto", "fr"), "the server's")
    assert {one: served.marks(one) for one in asked} == asked


def test_a_language_without_marks_is_refused_as_by_the_command(served, monkeypatch):
    marker = SimpleNamespace(header=ModelHeader("marks", name="small", language="en"))
    monkeypatch.setattr(served, "marks", lambda *_asked: marker)
    told = "there is no model that punctuates fr, only small for en; restore its case alone"
    with pytest.raises(RequestError, match=told):
        ask(served, text=GIVEN, language="fr", punctuation="add")
    asked = {"text": GIVEN, "language": "fr-CA", "glossary": None, "format": "text"}
    with pytest.raises(RequestError, match=told):
        services.punctuate(served, asked)


def test_an_analysis_has_the_digest_of_the_model_that_made_it(served):
    values = {**HOW, "punctuation": "keep", "accents": True, "respell": False}
    found = json.loads(services.analyze(served, {**values, "text": GIVEN, "language": "fr"}))
    assert found["text"] == DONE
    assert found["model"] == served.of("fr").digest != served.truecaser.digest
    assert served.of("auto").restore("elle est dans la maison de geneve") != ""
    health = services.health(served, {})
    assert "fr" in health["languages"]
    assert "fr" in health["accented"]


def test_a_document_with_accents_is_kept(tmp_path):
    store = Store(tmp_path / "kept.sqlite")
    assert store.add_document(CorrectedDocument("k", "", "", "", GIVEN, DONE, ""))
    with pytest.raises(CorrectionsError, match="case of letters and nothing else"):
        store.add_document(CorrectedDocument("m", "", "", "", GIVEN, f"{DONE} ", ""))
