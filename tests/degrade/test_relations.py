from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from majuscule.degrade.conditions import apply
from majuscule.degrade.interface import Annotation, Dependency, EngineInput
from majuscule.degrade.kinds import open_engine, open_task
from majuscule.degrade.plan import DegradePlan, Run
from majuscule.degrade.report import report_of
from majuscule.degrade.running import OwnProcess, run_plan
from majuscule.degrade.tasks.links import LinkMetric
from majuscule.degrade.tasks.relations.corpus import join_tokens, read_relations
from majuscule.degrade.tasks.relations.patterns import worded_relations
from majuscule.degrade.tasks.relations.rules import find_relations
from majuscule.errors import CorpusError, UsageError
from majuscule.measure import Resampling
from majuscule.reading.annotations.mentions import Mention
from tests.degrade.conftest import program, tagger_of


def parsed(tree: str, *names: tuple[str, str]) -> tuple[str, Annotation]:
    """Return a text and its annotation; a tree is ``word/head/relation`` for each token."""
    rows = [one.rsplit("/", 2) for one in tree.split()]
    text, tokens = "", []
    for word, head, relation in rows:
        start = len(text) + (1 if text and word not in ",.'s" else 0)
        text = text.ljust(start) + word
        tokens.append(Dependency(start, len(text), int(head), relation))
    mentions = []
    for name, label in names:
        at = text.index(name)
        mentions.append(Mention(at, at + len(name), label))
    return text, Annotation(tuple(mentions), (), tuple(tokens))


def told(text: str, found: Annotation) -> set[tuple[str, str, str]]:
    return {
        (text[slice(*one.predicate)], one.role[:3], text[slice(*one.argument)])
        for one in find_relations(text, found)
    }


LEE, ACME = ("Ann Lee", "PER"), ("Acme", "ORG")
WORDED = {
    "in the name": (
        "President/2/compound Ann/2/compound Lee/3/nsubj left/3/ROOT",
        [("President Ann Lee", "PER")],
        {("Lee", "POS", "President")},
    ),
    "beside the name": (
        "Acme/3/compound chairman/3/compound Ann/3/compound Lee/4/nsubj left/4/ROOT",
        [LEE, ACME],
        {("Lee", "POS", "chairman"), ("Lee", "AFF", "Acme")},
    ),
    "in apposition": (
        "Ann/1/compound Lee/6/nsubj ,/3/punct chairman/1/appos of/5/case Acme/3/nmod left/6/ROOT",
        [LEE, ACME],
        {("Lee", "POS", "chairman"), ("Lee", "AFF", "Acme")},
    ),
    "in apposition, as spaCy's pipelines have it": (
        "Ann/1/compound Lee/6/nsubj ,/1/punct chairman/1/appos of/3/prep Acme/4/pobj left/6/ROOT",
        [LEE, ACME],
        {("Lee", "POS", "chairman"), ("Lee", "AFF", "Acme")},
    ),
    "as predicate": (
        "Ann/1/compound Lee/5/nsubj is/5/cop Acme/5/nmod:poss 's/3/case chairman/5/ROOT",
        [LEE, ACME],
        {("Lee", "POS", "chairman"), ("Lee", "AFF", "Acme")},
    ),
    "joined": (
        "Ann/1/compound Lee/3/nsubj is/3/cop founder/3/ROOT and/5/cc head/3/conj",
        [LEE],
        {("Lee", "POS", "founder"), ("Lee", "POS", "head")},
    ),
    "after as": (
        "Ann/1/compound Lee/2/nsubj served/2/ROOT as/4/case captain/2/obl",
        [LEE],
        {("Lee", "POS", "captain")},
    ),
    "by a verb": (
        "Ann/1/compound Lee/2/nsubj joined/2/ROOT Acme/2/obj",
        [LEE, ACME],
        {("Lee", "AFF", "Acme")},
    ),
    "by another verb": ("Ann/1/compound Lee/2/nsubj sued/2/ROOT Acme/2/obj", [LEE, ACME], set()),
    "through a modifier": (
        "Acme/1/compound former/2/amod nominee/4/compound Ann/4/compound Lee/5/nsubj won/5/ROOT",
        [LEE, ACME],
        {("Lee", "POS", "nominee"), ("Lee", "AFF", "Acme")},
    ),
    "nobody named": (
        "The/2/det prime/2/amod minister/3/nsubj left/3/ROOT",
        [("prime minister", "PER")],
        set(),
    ),
    "without a tree": ("", [], set()),
}


@pytest.mark.parametrize("kind", WORDED)
def test_rules_find_roles_and_employers(kind: str) -> None:
    tree, names, expected = WORDED[kind]
    assert told(*parsed(tree, *names)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met president Ann Lee's aide.", {("Lee", "president")}),
        ("Green Party nominee Ann B. Lee won.", {("Lee", "nominee"), ("Lee", "Party")}),
        ("Ann Lee, a former chief of the Ulm Museum, left.", {("Lee", "chief"), ("Lee", "Museum")}),
        ("Ann Lee, who was ill, and chief cook Joe.", set()),
        ("The president of Ulm College left.", set()),
    ],
)
def test_wording_shows_relations(text: str, expected: set[tuple[str, str]]) -> None:
    found = {
        (text[slice(*one.predicate)], text[slice(*one.argument)]) for one in worded_relations(text)
    }
    assert found == expected


NEWS = [
    "Acme Corporation chairman Ann Lee left.",
    "It rained.",
    "Officer Joe Orr saw chairman Lee.",
]
CASED_PARSER = """
import json, re, sys
NAMES = {"Ann Lee": "PER", "Joe Orr": "PER", "Acme Corporation": "ORG"}
for line in sys.stdin:
    text = json.loads(line)["text"]
    entities = [
        {"start": m.start(), "end": m.end(), "label": label}
        for name, label in NAMES.items()
        for m in re.finditer(re.escape(name), text)
    ]
    words = list(re.finditer(r"\\w+", text))
    heads = [at for at, word in enumerate(words) if word.group() in ("Lee", "Orr")][:1] or [0]
    tokens = [
        {"start": w.start(), "end": w.end(), "head": heads[0], "relation": "compound"}
        for w in words
    ]
    print(json.dumps({"entities": entities, "dependencies": tokens}))
"""
"""An engine that knows three names as they are written, and hangs every word on one."""


@pytest.fixture
def news(tmp_path: Path) -> Path:
    path = tmp_path / "news.jsonl"
    documents = [{"id": "1", "paragraphs": NEWS[:2]}, {"id": "2", "paragraphs": NEWS[2:]}]
    path.write_text("".join(json.dumps(one) + "\n" for one in documents), "utf-8")
    return path


@pytest.fixture
def parser(tmp_path: Path) -> str:
    return program(tmp_path, "parser.py", CASED_PARSER)


def test_relations_by_rules_are_compared_with_those_of_the_text_as_it_is(
    news: Path, parser: str, tmp_path: Path
) -> None:
    tasks = (f"relations:rules,{news}", f"relations:wording,{news}")
    run = Run("relations", tasks, ("original", "lower", "snor"), (parser,))
    filled = run_plan(DegradePlan((run,), limit=60), tmp_path / "cells")
    assert [cell.problem for cell in filled.cells] == [""] * 6
    rows = [cell.statistics.tolist() for cell in filled.cells if cell.statistics is not None]
    # The wording of the last paragraph shows Orr alone; of the others the engine is not asked.
    rules, wording = rows[0], rows[3]
    assert rules == [[1, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 2, 0, 0, 0]]
    assert wording == [[1, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0]]
    # All is missing where there are no capitals, and where there is nothing else.
    for lost, whole in ((rows[1], rules), (rows[2], rules), (rows[4], wording)):
        assert [[row[3], row[7]] for row in lost] == [[row[0], row[4]] for row in whole]
    report_of(filled, "test", Resampling(20)).write(tmp_path / "out", page=True)
    page = (tmp_path / "out.md").read_text("utf-8")
    counts = page[page.index("input, counts") :].splitlines()
    assert [one.strip() for one in counts[2].strip("|").split("|")] == ["original", *"4000"]


def test_of_those_that_are_asked_for_another_answer_is_incorrect(news: Path) -> None:
    task = open_task(f"relations:wording,{news}", news.parent)
    assert list(task.lessons) == []
    text, found = parsed("Officer/0/ROOT Joe/2/compound Orr/3/nsubj judge/3/ROOT", ("Orr", "PER"))
    place = NEWS[2].index("Officer")
    assert place == text.index("Officer")
    inputs = [EngineInput(NEWS[0]), EngineInput(text)]
    rows = task.learn([])(inputs, [Annotation(), found])
    assert rows.tolist()[1] == [0, 0, 0, 0, 0, 1, 0, 0]


def test_the_measures_of_relations_are_those_of_the_paper() -> None:
    # Niu et al. 2004, Table 5, right: counts and what it makes of them
    metric = LinkMetric(("AFFILIATION", "POSITION"))
    for counts, scores in (
        ((48, 0, 2, 10), (96.0, 82.8, 88.9)),
        ((43, 1, 2, 14), (93.5, 74.1, 82.7)),
    ):
        totals = np.array([*counts, 0, 0, 0, 0])
        found = metric.measures(totals)
        names = ("precision", "recall", "f1")
        assert tuple(round(100 * float(found[name]), 1) for name in names) == scores
        assert float(found["AFFILIATION f1"]) == float(found["f1"])
        assert np.isnan(found["POSITION f1"])
        assert metric.counts(totals).tolist() == list(counts)


PEOPLE = ["Ann Lee", "Joe Orr", "Eva Port", "Max Bell", "Ida Cole", "Tom Dunn"]
FIRMS = ["Acme", "Ulmco", "Nordex", "Telga"]
WORK = "{person} works for {firm} in the south ."
PASS = "{person} and {firm} were told of it ."


def marked(pattern: str, person: str, firm: str) -> str:
    """Return a sentence of the corpus: a person who works for a firm, or only stands beside it."""
    words = pattern.format(person=person, firm=firm).split()
    rows = []
    for at, word in enumerate(words):
        tag = "O"
        if word in person.split():
            tag = "B-Peop" if word == person.split()[0] else "I-Peop"
        elif word == firm:
            tag = "B-Org"
        joined = pattern is WORK and word == person.split()[-1]
        ends = f"['Work_For']\t[{words.index(firm)}]" if joined else f"['N']\t[{at}]"
        rows.append(f"{at}\t{word}\t{tag}\t{ends}\n")
    return "".join(rows)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "relations"
    folder.mkdir()
    for part, people in (("train", PEOPLE[:4]), ("dev", PEOPLE[4:])):
        lines = []
        for number, (person, firm) in enumerate((p, f) for p in people for f in FIRMS):
            for pattern in (WORK, PASS):
                lines.append(f"#doc {part}{number}\n" + marked(pattern, person, firm))
        (folder / f"tiny-{part}.txt").write_text("".join(lines), "utf-8")
    return tmp_path


def test_a_classifier_is_trained_once_in_the_original_case(corpus: Path, tmp_path: Path) -> None:
    names = {**dict.fromkeys(PEOPLE, "PER"), **dict.fromkeys(FIRMS, "ORG")}
    engine = program(tmp_path, "tagger.py", tagger_of(names))
    tasks = ("relations:tiny", "relations:tiny,given")
    run = Run("relations", tasks, ("original", "lower", "snor"), (engine,))
    filled = run_plan(DegradePlan((run,), corpus, limit=60), tmp_path / "cells")
    assert [cell.problem for cell in filled.cells] == [""] * 6
    sums = {
        (cell.task, cell.condition): cell.statistics.sum(axis=0).tolist()
        for cell in filled.cells
        if cell.statistics is not None
    }
    right, nothing = [8, 0, 0, 0], [0, 0, 0, 8]
    assert sums["relations:tiny", "original"] == right
    assert sums["relations:tiny", "lower"] == sums["relations:tiny", "snor"] == nothing
    # Given the places of the entities, words like "works for" are left in lower case.
    assert sums["relations:tiny,given", "original"] == right
    assert sums["relations:tiny,given", "lower"][0] > 0
    assert filled.tasks["relations:tiny"].labels == ("Work_For",)


def test_relations_are_right_where_their_head_words_are(corpus: Path) -> None:
    task = open_task("relations:tiny", corpus)

    def mentions(text: str, first_names: bool) -> Annotation:
        found = []
        for name in PEOPLE:
            if name in text:
                start = text.index(name) + (0 if first_names else name.index(" ") + 1)
                found.append(Mention(start, text.index(name) + len(name), "PER"))
        found += [Mention(text.index(n), text.index(n) + len(n), "ORG") for n in FIRMS if n in text]
        return Annotation(tuple(found))

    score = task.learn([mentions(text, True) for text in task.lessons])
    inputs = apply("original", task.texts)
    found = [mentions(text, False) for text in task.texts]
    assert score(inputs, found).sum(axis=0).tolist() == [8, 0, 0, 0]
    assert score(inputs, [Annotation()] * len(inputs)).sum(axis=0).tolist() == [0, 0, 0, 8]


def test_an_engine_that_finds_nothing_teaches_nothing(corpus: Path, news: Path) -> None:
    task = open_task("relations:tiny", corpus)
    with pytest.raises(UsageError, match="nothing to learn from"):
        task.learn([Annotation()] * len(task.lessons))
    rules = open_task(f"relations:rules,{news}", corpus)
    with pytest.raises(UsageError, match="the rules find no relation"):
        rules.learn([Annotation()] * len(rules.lessons))


def test_without_scikit_learn_the_extra_is_named(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    task = open_task("relations:tiny,given", corpus)
    with pytest.raises(UsageError, match=r"needs scikit-learn: pip install 'majuscule\[degrade\]'"):
        task.learn([Annotation()] * len(task.lessons))


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("` ` We won , ' ' said O'Neill .", '"We won," said O\'Neill.'),
        ("the firm 's ( old ) 10 , 000 staff", "the firm's (old) 10,000 staff"),
        ("in 1990 , 500 of them _ all", "in 1990, 500 of them -- all"),
        ("governors ' men , 30 % -LCB- x", "governors' men, 30% {x"),
    ],
)
def test_tokens_become_running_text(tokens: str, text: str) -> None:
    forms = tokens.split()
    found, spans = join_tokens(forms)
    assert found == text
    for form, (start, end) in zip(forms, spans, strict=True):
        if form.isalnum():
            assert found[start:end] == form


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2\tworks\tO\t['N']", "has 4 fields, not 5"),
        ("3\tworks\tO\t['N']\t[2]", "number is '3', not 2"),
        ("2\t\tO\t['N']\t[2]", "the token is empty"),
        ("2\tworks\tPeop\t['N']\t[2]", "the tag 'Peop'"),
        ("2\tworks\tO\t['N', 'Kill']\t[2]", "cannot be paired"),
        ("2\tworks\tO\tN\t[2]", "cannot be paired"),
        ("2\tworks\tO\t['Kill']\t[0]", "Kill to token 0 does not join"),
    ],
)
def test_broken_lines_say_where(corpus: Path, line: str, message: str) -> None:
    path = corpus / "relations/tiny-dev.txt"
    lines = path.read_text("utf-8").splitlines()
    assert lines[3].startswith("2\tworks")
    lines[3] = line
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(CorpusError) as raised:
        open_task("relations:tiny", corpus)
    assert message in str(raised.value)
    assert "tiny-dev.txt:4: " in str(raised.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("relations:nowhere", "nowhere-train.txt: no such file"),
        ("relations:tiny,taken", "unknown option 'taken'; the only one is 'given'"),
        ("relations:rules,nowhere.jsonl", "nowhere.jsonl: there is no such file of documents"),
        ("relations:rules", "wikinews.jsonl: there is no such file of documents"),
    ],
)
def test_what_is_not_there_is_named(corpus: Path, name: str, message: str) -> None:
    with pytest.raises((CorpusError, UsageError)) as raised:
        open_task(name, corpus)
    assert message in str(raised.value)


def test_files_without_relations_are_refused(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("#doc 1\n0\tRain\tO\t['N']\t[0]\n", "utf-8")
    with pytest.raises(CorpusError, match="marks no relation"):
        read_relations(plain)
    dry = tmp_path / "dry.jsonl"
    dry.write_text('{"id": "1", "paragraphs": ["It rained."]}\n', "utf-8")
    with pytest.raises(CorpusError, match="no relation shows in its wording"):
        open_task(f"relations:wording,{dry}", tmp_path)


def test_heads_that_are_no_tokens_are_refused(tmp_path: Path) -> None:
    token = '{"start": 0, "end": 1, "head": 1, "relation": "nsubj"}'
    code = f"import sys\nfor line in sys.stdin: print('{{\"dependencies\": [{token}]}}')"
    far = program(tmp_path, "far.py", code)
    message = "gave a head 1 in text 1, which has 1 tokens"
    engine = OwnProcess(far, 60.0)
    with engine.worker, pytest.raises(UsageError, match=message):
        engine.annotate(["a"])


def test_a_program_gives_dependencies(parser: str) -> None:
    engine = OwnProcess(parser, 60.0)
    with engine.worker:
        (found,) = engine.annotate([NEWS[0]])
    assert found.dependencies[1] == Dependency(5, 16, 4, "compound")
    assert [one.label for one in found.mentions] == ["PER", "ORG"]


def test_a_spacy_pipeline_gives_dependencies(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    plain = spacy.blank("en")
    plain.to_disk(tmp_path / "plain")
    assert open_engine(f"spacy:{tmp_path / 'plain'}").gives == frozenset()
    nlp = spacy.blank("en")
    parser = nlp.add_pipe("parser")
    for label in ("nsubj", "ROOT"):
        parser.add_label(label)
    nlp.initialize()
    nlp.to_disk(tmp_path / "parser")
    engine = open_engine(f"spacy:{tmp_path / 'parser'}")
    assert engine.gives == {"links", "dependencies"}
    (found,) = engine.annotate(["Ann left."])
    assert [(one.start, one.end) for one in found.dependencies] == [(0, 3), (4, 8), (8, 9)]
    assert all(0 <= one.head < 3 for one in found.dependencies)


def test_joined_engines_give_what_each_is_there_for(parser: str, tmp_path: Path) -> None:
    other = program(
        tmp_path,
        "other.py",
        "import sys\nfor line in sys.stdin: print('{\"entities\": []}')",
    )
    spacy = pytest.importorskip("spacy")
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Ann"}])
    nlp.to_disk(tmp_path / "ruler")
    engine = open_engine(f"joined:{parser}+spacy:{tmp_path / 'ruler'}")
    assert engine.gives == {"entities", "links", "dependencies"}
    (found,) = engine.annotate([NEWS[0]])
    assert [one.of(NEWS[0]) for one in found.mentions] == ["Ann"]  # of the last that gives names
    assert len(found.dependencies) == 6
    assert engine.digest != open_engine(f"joined:{other}+spacy:{tmp_path / 'ruler'}").digest
    with pytest.raises(UsageError, match="names only one engine"):
        open_engine("joined:majuscule:entities-en")
