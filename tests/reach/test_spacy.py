"""The spaCy components: restored text with the same offsets, through processes and files."""

import re
import tomllib
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from majuscule.entities.interface import Knowledge
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.linear.training import train_tagger
from majuscule.errors import ModelError, UsageError
from majuscule.restore.policy import DEFAULTS
from majuscule.restore.truecaser import Truecaser
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.words.gazetteers.names import CITY, MALE, NameLists
from majuscule.words.tables.table import WordTable
from tests.entities.entity_corpora import LABELS, OPTIONS, PEOPLE, PLACES, corpora
from tests.saved import save

spacy = pytest.importorskip("spacy")
pytestmark = pytest.mark.filterwarnings("ignore")  # spaCy's own, of its dependencies

ROOT = Path(__file__).parents[2]
LOWER = "ada mcdonald saw the press in berlin on tuesday. mcdonald didn't call the un."


@cache
def small_tagger() -> LinearEntityTagger:
    names = [(name.split()[0], MALE) for name in PEOPLE] + [(name, CITY) for name in PLACES]
    knowledge = Knowledge(WordTable(np.zeros(16, np.uint32)), NameLists.of(names))
    return train_tagger(corpora(), LABELS, knowledge, OPTIONS)


@pytest.fixture(scope="module")
def entity_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tagger = small_tagger()
    return save(tmp_path_factory.mktemp("models"), tagger)


def pipeline(model: Path, **config: Any) -> Any:
    import_module("majuscule.spacy.truecaser")  # known by name without an installation too
    nlp = spacy.blank("en")
    nlp.add_pipe("majuscule_truecaser", first=True, config={"model": str(model), **config})
    nlp.add_pipe("sentencizer")
    return nlp


@pytest.fixture
def nlp(case_model: Path) -> Any:
    return pipeline(case_model)


def test_what_follows_sees_the_restored_text(nlp, truecaser):
    seen: list[str] = []

    def spy(doc):
        seen.append(doc.text)
        return doc

    spacy.Language.component("spy_of_the_tests", func=spy)
    nlp.add_pipe("spy_of_the_tests", after="majuscule_truecaser")
    doc = nlp(LOWER)
    assert seen == [truecaser.restore(LOWER)] == [doc.text]
    assert "McDonald" in doc.text
    assert doc.text.lower() == LOWER
    assert doc._.original_text == LOWER
    assert [token.shape_ for token in doc[:2]] == ["Xxx", "XxXxxxx"]
    for token in doc:
        assert doc.text[token.idx : token.idx + len(token)].lower() == token.lower_


def test_the_document_is_what_the_tokenizer_makes_of_the_restored_text(nlp):
    doc = nlp(LOWER)
    fresh = nlp.make_doc(doc.text)
    assert [token.text for token in doc] == [token.text for token in fresh]
    assert [token.norm_ for token in doc] == [token.norm_ for token in fresh]
    assert "not" in [token.norm_ for token in doc]


def test_tokens_tell_class_and_confidence(nlp, truecaser):
    doc = nlp(LOWER)
    by_text = {token.text: token for token in doc}
    assert by_text["McDonald"]._.case_class == "MC"
    assert by_text["Berlin"]._.case_class == "UC"
    assert by_text["UN"]._.case_class == "CA"
    assert by_text["press"]._.case_class == "LC"
    assert by_text["."]._.case_class == "keep"
    analysis = {one.start: one for one in truecaser.analyze(LOWER).tokens}
    compared = 0
    for token in doc:
        one = analysis.get(token.idx)
        if one and one.end == token.idx + len(token) and one.class_ == token._.case_class:
            assert token._.case_confidence == pytest.approx(one.confidence, abs=1e-3)
            compared += 1
    assert compared > 10


def test_confidences_can_be_left_out(case_model):
    doc = pipeline(case_model, confidence=False)(LOWER)
    assert {token._.case_confidence for token in doc} == {None}
    assert spacy.blank("en")("Never seen.")._.original_text == "Never seen."


def test_a_glossary_and_protected_text(case_model, tmp_path):
    rules = {"glossary": ["mERKEL", "OpenAI"], "protect": ["berlin \\w+"]}
    nlp = pipeline(case_model, **rules)
    text = "angela merkel met openai in berlin now"
    nlp.to_disk(tmp_path / "saved")
    for one in (nlp, spacy.load(tmp_path / "saved")):
        doc = one(text)
        assert doc.text == "Angela mERKEL met OpenAI in berlin now"
        assert doc[1]._.case_confidence == 1


def test_well_cased_text_stays_the_document_it_was(nlp, truecaser):
    cased = truecaser.restore(LOWER)
    given = nlp.make_doc(cased)
    assert nlp.get_pipe("majuscule_truecaser")(given) is given


@pytest.mark.parametrize("processes", [1, 2])
def test_streams_keep_order_and_contexts(nlp, truecaser, processes):
    texts = [f"angela merkel saw berlin {n} times" for n in range(25)]
    pairs = [(text, {"number": n}) for n, text in enumerate(texts)]
    found = list(nlp.pipe(pairs, as_tuples=True, n_process=processes, batch_size=4))
    assert [doc.text for doc, _ in found] == [truecaser.restore(text) for text in texts]
    assert [context["number"] for _, context in found] == list(range(25))
    assert [doc._.original_text for doc, _ in found] == texts
    alone = nlp(texts[3])
    assert [token._.case_confidence for token in found[3][0]] == pytest.approx(
        [token._.case_confidence for token in alone], abs=1e-4
    )


def test_a_started_process_gets_the_component_too(nlp):
    import pickle

    copy = pickle.loads(pickle.dumps(nlp.get_pipe("majuscule_truecaser")))
    assert copy(nlp.make_doc("angela merkel")).text == "Angela Merkel"


def test_a_saved_pipeline_brings_its_model(nlp, tmp_path, case_model):
    moved = tmp_path / "moved.model"
    moved.write_bytes(case_model.read_bytes())
    saved = pipeline(moved)
    expected = saved(LOWER).text
    saved.to_disk(tmp_path / "pipeline")
    moved.unlink()
    loaded = spacy.load(tmp_path / "pipeline")
    assert loaded(LOWER).text == expected
    loaded.to_disk(tmp_path / "pipeline")  # over itself
    assert spacy.load(tmp_path / "pipeline")(LOWER).text == expected
    data = nlp.to_bytes()
    again = pipeline(tmp_path / "nowhere.model")
    assert again.from_bytes(data)(LOWER).text == expected


def test_a_pipeline_without_its_model_says_so(nlp, tmp_path):
    nlp.to_disk(tmp_path / "pipeline")
    (tmp_path / "pipeline" / "majuscule_truecaser" / "majuscule.model").unlink()
    with pytest.raises(ModelError, match="lacks its model"):
        spacy.load(tmp_path / "pipeline")


def test_annotations_spans_and_data_stay_with_their_tokens(nlp, truecaser):
    from spacy.tokens import Doc, Span

    words = ["ada", "mcdonald", "left", ".", "she", "saw", "berlin"]
    doc = Doc(
        nlp.vocab,
        words=words,
        spaces=[True, True, False, True, True, True, False],
        ents=["B-PER", "I-PER", "O", "O", "O", "O", "B-LOC"],
        heads=[1, 2, 2, 2, 5, 5, 5],
        deps=["flat", "nsubj", "ROOT", "punct", "nsubj", "ROOT", "obj"],
        tags=["NNP", "NNP", "VBD", ".", "PRP", "VBD", "NNP"],
    )
    doc.spans["sc"] = [Span(doc, 4, 7, label="CLAUSE")]
    doc.cats["news"] = 0.5
    doc.user_data["mine"] = 7
    doc[2].norm_ = "leave"
    after = nlp.get_pipe("majuscule_truecaser")(doc)
    assert after is not doc
    assert after.text == truecaser.restore(doc.text)
    assert [(one.text.lower(), one.label_) for one in after.ents] == [
        ("ada mcdonald", "PER"),
        ("berlin", "LOC"),
    ]
    assert after.ents[0].text == "Ada McDonald"
    assert [token.head.i for token in after] == [1, 2, 2, 2, 5, 5, 5]
    assert [token.tag_ for token in after] == [token.tag_ for token in doc]
    assert [one.text.lower() for one in after.spans["sc"]] == ["she saw berlin"]
    assert (after.cats, after.user_data["mine"]) == ({"news": 0.5}, 7)
    assert after[2].norm_ == "leave"


def test_words_alone_keep_their_tokens(case_model):
    from spacy.tokens import Doc

    words = ["angela", "merkel-", "met", "the", "un"]
    for config, spaces in (({}, None), ({"tokens": "keep"}, [True, True, True, True, False])):
        nlp = pipeline(case_model, **config)
        doc = nlp(Doc(nlp.vocab, words=words, spaces=spaces))
        assert [token.text for token in doc] == ["Angela", "Merkel-", "met", "the", "UN"]


def test_odd_documents_pass(nlp):
    for text in ("", " \n\t ", "😀", "İstanbul ﬁn ß", "1234", "a" * 500):
        doc = nlp(text)
        assert len(doc.text) == len(text)
        assert all(token._.case_confidence is not None for token in doc if token.is_alpha)


def test_the_docs_name_each_setting():
    page = Path("docs/howto/spacy.md").read_text("utf-8")
    component = import_module("majuscule.spacy.truecaser").TruecaserComponent
    settings = {*signature(component).parameters, *DEFAULTS} - {"nlp", "name", "policy"}
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.M)) == settings


def test_all_options_of_restoring_are_settings(case_model, truecaser, tmp_path):
    heading = "angela merkel in berlin"
    titled = pipeline(case_model, style="title")
    titled.to_disk(tmp_path)
    for nlp in (titled, spacy.load(tmp_path)):
        assert nlp(heading).text == truecaser.restore(heading, style="title")
    assert titled(heading).text != truecaser.restore(heading)


def test_respelt_words_move_no_tokens_that_are_kept(case_model, monkeypatch):
    def respelt(_self, text, _lines="auto"):
        return EditedText.make(text, (Edit(*one.span(), "ü") for one in re.finditer("ue", text)))

    monkeypatch.setattr(Truecaser, "respelt", respelt)
    again, keep = (pipeline(case_model, respell=True, tokens=how) for how in ("again", "keep"))
    text = "angela mueller saw berlin"
    made = spacy.tokens.Doc(again.vocab, text.split())
    for doc, second in ((again(text), "müller"), (keep(text), "mueller"), (again(made), "mueller")):
        assert [one.lower_ for one in doc] == ["angela", second, "saw", "berlin"]
        assert doc[0].text == "Angela"
        assert all(one._.case_confidence for one in doc)
        assert doc._.original_text.strip() == text


def test_wrong_settings_are_named():
    with pytest.raises(UsageError, match="auto, fill, ignore"):
        pipeline(Path("x.model"), case="upper")
    with pytest.raises(UsageError, match="again or keep"):
        pipeline(Path("x.model"), tokens="merge")
    with pytest.raises(ModelError, match="no such model file"):
        pipeline(Path("x.model"))("some text")


def test_entities_are_set_by_offsets(entity_model, case_model):
    import_module("majuscule.spacy.entities")
    nlp = pipeline(case_model)
    nlp.add_pipe("majuscule_entities", config={"model": str(entity_model), "labels": {"LOC": "L"}})
    text = f"{PEOPLE[0].lower()} lives in {PLACES[0].lower()}."
    doc = nlp(text)
    expected = small_tagger().tag(doc.text)
    assert expected
    assert [(one.start_char, one.end_char) for one in doc.ents] == [
        (one.start, one.end) for one in expected
    ]
    assert [one.label_ for one in doc.ents] == [one.label.replace("LOC", "L") for one in expected]
    assert doc.ents[0]._.entity_confidence == pytest.approx(expected[0].confidence, abs=1e-4)
    streamed = list(nlp.pipe([text] * 3, n_process=2))
    assert [len(one.ents) for one in streamed] == [len(doc.ents)] * 3
    assert streamed[0].ents[0]._.entity_confidence == doc.ents[0]._.entity_confidence


@pytest.mark.parametrize("overwrite", [False, True])
def test_entities_that_are_there_stay_unless_told(entity_model, overwrite):
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    first = PEOPLE[0].lower().split()[0]
    ruler.add_patterns([{"label": "RULED", "pattern": first}, {"label": "RULED", "pattern": "in"}])
    nlp.add_pipe("majuscule_entities", config={"model": str(entity_model), "overwrite": overwrite})
    doc = nlp(f"{PEOPLE[0].lower()} lives in {PLACES[0].lower()}.")
    labels = {one.text: one.label_ for one in doc.ents}
    assert labels["in"] == "RULED"
    assert (first in labels) is not overwrite


def test_entities_can_go_to_a_group_of_spans(entity_model):
    nlp = spacy.blank("en")
    nlp.add_pipe("majuscule_entities", config={"model": str(entity_model), "spans_key": "names"})
    doc = nlp(f"{PEOPLE[0].lower()} lives in {PLACES[0].lower()}.")
    assert not doc.ents
    assert len(doc.spans["names"]) == 2


def test_names_and_sentences_may_cross_soft_line_breaks(entity_model):
    first, last = PEOPLE[0].lower().split()[:2]
    nlp = spacy.blank("en")
    nlp.add_pipe("majuscule_entities", config={"model": str(entity_model), "lines": "wrapped"})
    nlp.add_pipe("majuscule_sentences", config={"lines": "wrapped"})
    doc = nlp(f"{first}\n{last} lives in {PLACES[0].lower()}.")
    assert doc.ents[0].text == f"{first}\n{last}"
    assert len(sentences_of(doc)) == 1


def sentences_of(doc: Any) -> list[str]:
    return [one.text for one in doc.sents]


def test_sentences_of_text_without_marks(tmp_path):
    import_module("majuscule.spacy.sentences")
    nlp = spacy.blank("en")
    nlp.add_pipe("majuscule_sentences")
    said = "hello everyone thanks for joining how are you"
    expected = ["hello everyone", "thanks for joining", "how are you"]
    assert sentences_of(nlp(said)) == expected
    assert nlp(said).text == said
    assert sentences_of(nlp("I met Mr. Low. He paid 3.5% at 5:30."))[0] == "I met Mr. Low."
    streamed = [sentences_of(doc) for doc in nlp.pipe([said, "", said], n_process=2)]
    assert streamed == [expected, [], expected]
    nlp.to_disk(tmp_path)
    assert sentences_of(spacy.load(tmp_path)(said)) == expected


def test_no_sentence_ends_inside_a_form_of_the_glossary_or_protected_text():
    nlp = spacy.blank("en")
    rules = {"glossary": ["Everyone Thanks"], "protect": ["joining .* you"]}
    nlp.add_pipe("majuscule_sentences", config=rules)
    assert len(sentences_of(nlp("hello everyone thanks for joining how are you"))) == 1


@pytest.mark.parametrize("overwrite", [False, True])
def test_sentences_that_are_there_stay_unless_told(overwrite):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("majuscule_sentences", config={"overwrite": overwrite})
    found = sentences_of(nlp("hello everyone thanks for joining how are you"))
    assert len(found) == (3 if overwrite else 1)


def test_sentences_of_a_parser_stay():
    nlp = spacy.blank("en")
    nlp.add_pipe("majuscule_sentences", config={"overwrite": True})
    words = ["thanks", "for", "joining", "how", "are", "you"]
    heads = [0] * len(words)
    parsed = spacy.tokens.Doc(nlp.vocab, words=words, heads=heads, deps=["ROOT"] + ["dep"] * 5)
    assert len(sentences_of(nlp(parsed))) == 1


def test_spacy_finds_the_components_by_their_entry_points():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for name, target in project["entry-points"]["spacy_factories"].items():
        module, function = target.split(":")
        assert callable(getattr(import_module(module), function))
        assert spacy.Language.has_factory(name)
