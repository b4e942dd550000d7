from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.degrade.conditions import apply
from majuscule.degrade.interface import Annotation, EngineInput, Link
from majuscule.degrade.kinds import open_task
from majuscule.degrade.tasks.links import LinkMetric
from majuscule.degrade.tasks.translation import References, TranslationMetric
from majuscule.errors import CorpusError, UsageError
from majuscule.measure import MentionMetric
from majuscule.reading.annotations.mentions import Mention

REFERENCE = """token|speaker|ts|endTs|punctuation|case|tags|wer_tags
Anna|1||||UC|[]|['0']
Port|1||||UC|[]|['0']
met|1||||LC|[]|[]
the|1||||LC|[]|[]
men|1||||LC|[]|[]
in|1||||LC|[]|[]
Rome|1|||.|UC|[]|['1']
"""
HEARD = ["ANNA", "PORT", "MET", "MEN", "IN", "ROAM"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name in ("reference", "caps"):
        (tmp_path / "speech" / name).mkdir(parents=True)
    (tmp_path / "speech/reference/1.nlp").write_text(REFERENCE, "utf-8")
    (tmp_path / "speech/reference/1.wer_tag.json").write_text(
        '{"0": {"entity_type": "PERSON"}, "1": {"entity_type": "GPE"}}', "utf-8"
    )
    lines = [f"1 A {at / 2:.2f} 0.40 {word} 1.00\n" for at, word in enumerate(HEARD)]
    (tmp_path / "speech/caps/1.ctm").write_text("".join(lines), "utf-8")
    folder = tmp_path / "translation"
    folder.mkdir()
    (folder / "news.hyp.First.en").write_text("Anna saw Rome .\nIt rained a lot in Ulm .\n")
    (folder / "news.hyp.Second.en").write_text("Anna left Rome .\nRain fell in Ulm a lot .\n")
    (folder / "news.ref.A.en").write_text("Anna saw Rome .\nIt rained a lot in Ulm .\n")
    return tmp_path


def test_mentions_heard_are_scored_through_the_words(data: Path) -> None:
    task = open_task("speech:caps", data)
    (text,) = task.texts
    assert text.split() == HEARD
    assert "recogniser: 28.6 % (substituted 14.3, inserted 0.0, deleted 14.3)" in task.note
    name, place = text.index("ANNA PORT"), text.index("ROAM")
    found = Annotation((Mention(name, name + 9, "PER"), Mention(place, place + 4, "LOC")))
    totals = task.score([EngineInput(text)], [found]).sum(axis=0)
    measures = task.metric.measures(totals)
    # ROAM stands where Rome was said: the place is right though the word is wrong.
    assert measures["f1"] == 1.0
    half = Annotation((Mention(name, name + 4, "PER"),))
    assert task.metric.measures(task.score([EngineInput(text)], [half]).sum(axis=0))["f1"] == 0.0


def test_words_that_were_never_said_are_wrong_mentions(data: Path) -> None:
    path = data / "speech/caps/1.ctm"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines.insert(1, "1 A 0.41 0.05 PARIS 1.00\n")
    path.write_text("".join(lines), "utf-8")
    task = open_task("speech:caps", data)
    at = task.texts[0].index("PARIS")
    found = Annotation((Mention(at, at + 5, "LOC"),))
    totals = task.score([EngineInput(task.texts[0])], [found]).sum(axis=0)
    assert task.metric.measures(totals)["precision"] == 0.0


def test_bleu_is_that_of_sacrebleu_and_needs_case(data: Path) -> None:
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    task = open_task("translation:", data)
    assert list(task.parts) == ["First", "Second"]
    rows = task.score([EngineInput(text) for text in task.texts], [])
    right = ["Anna saw Rome .", "It rained a lot in Ulm ."]
    for first, last in task.parts.values():
        found = task.metric.measures(rows[first:last].sum(axis=0))
        outputs = list(task.texts[first:last])
        theirs = BLEU(smooth_method="none").corpus_score(outputs, [right])
        assert 100 * float(found["bleu"]) == pytest.approx(theirs.score)
        theirs = CHRF().corpus_score(outputs, [right])
        assert 100 * float(found["chrf"]) == pytest.approx(theirs.score)
    lower = task.score(apply("lower", task.texts), [])
    measures = [task.metric.measures(one.sum(axis=0))["1-gram precision"] for one in (rows, lower)]
    assert measures[0] > measures[1]


@given(st.lists(st.tuples(*[st.text(alphabet="ab c.", max_size=12)] * 3), min_size=1, max_size=4))
def test_counts_are_those_of_sacrebleu(segments: list[tuple[str, str, str]]) -> None:
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    outputs, *columns = (list(one) for one in zip(*segments, strict=True))
    references = list(zip(*columns, strict=True))
    rows = References(columns).statistics(outputs)
    theirs = CHRF().corpus_score(outputs, columns).score
    found = TranslationMetric().measures(rows.sum(axis=0))
    assert 100 * float(found["chrf"]) == pytest.approx(theirs)
    for row, output, right in zip(rows.tolist(), outputs, references, strict=True):
        score = BLEU(effective_order=True).sentence_score(output, list(right))
        assert row[:10] == [score.sys_len, score.ref_len, *score.counts, *score.totals]


def test_measures_of_many_totals_are_those_of_each() -> None:
    rows = References([("it rained a lot", "so"), ("rain", "it goes")]).statistics(
        ["it rained", "so"]
    )
    metric = TranslationMetric()
    both = metric.measures(np.stack([rows[0], rows.sum(axis=0)]).reshape(2, 1, -1))
    assert all(values.shape == (2, 1) for values in both.values())
    assert both["chrf"][1, 0] == metric.measures(rows.sum(axis=0))["chrf"]


def test_bleu_of_no_match_is_nought() -> None:
    totals = np.array([5, 5, 0, 0, 0, 0, 5, 4, 3, 2, *[0] * 18])
    assert TranslationMetric().measures(totals)["bleu"] == 0.0


TREES = """# newdoc id = a
# text = She can't see Rome.
1\tShe\tshe\tPRON\tPRP\t_\t4\tnsubj\t_\t_
2-3\tcan't\t_\t_\t_\t_\t_\t_\t_\t_
2\tca\tcan\tAUX\tMD\t_\t4\taux\t_\tSpaceAfter=No
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_
4\tsee\tsee\tVERB\tVB\t_\t0\troot\t_\t_
5\tRome\tRome\tPROPN\tNNP\t_\t4\tobj\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_

# newdoc id = b
1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\train\train\tVERB\tVBD\t_\t0\troot\t_\t_

"""


def test_links_of_a_treebank(tmp_path: Path) -> None:
    path = tmp_path / "tiny.conllu"
    path.write_text(TREES, "utf-8")
    task = open_task(f"parsing:{path}", tmp_path)
    assert list(task.texts) == ["She can't see Rome.", "It rain"]
    see = (10, 13)
    right = Annotation(links=(Link(see, "subject", (0, 3)), Link(see, "object", (14, 18))))
    wrong = Annotation(links=(Link((3, 7), "object", (0, 2)),))
    rows = task.score([EngineInput(text) for text in task.texts], [right, wrong])
    assert rows.tolist() == [[2, 0, 0, 0], [0, 0, 1, 1]]


@pytest.mark.parametrize(
    ("change", "message"),
    [(("\t_\t4\tnsubj", "\t4\tnsubj"), "has 9 fields"), (("\t0\troot", "\tx\troot"), "head 'x'")],
)
def test_broken_treebanks_say_where(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    path = tmp_path / "tiny.conllu"
    path.write_text(TREES.replace(*change), "utf-8")
    with pytest.raises(CorpusError, match=message) as raised:
        open_task(f"parsing:{path}", tmp_path)
    assert "tiny.conllu:" in str(raised.value)


def test_the_measures_are_those_of_the_paper() -> None:
    # Niu et al. 2004, Table 5: the baseline's counts, and what it makes of them
    found = LinkMetric().measures(np.array([196, 13, 10, 31]))
    assert [round(100 * float(found[name]), 2) for name in ("precision", "recall")] == [89.5, 81.67]
    assert round(100 * float(found["f1"]), 2) == 85.4


def test_mentions_are_scored_where_they_stand_in_the_source(gold: Path) -> None:
    task = open_task(f"entities:{gold}", gold.parent)
    inputs = apply("snor", task.texts)
    found = []
    for one in inputs:
        names = (("ANNA PORT", "PER"), ("NATO", "ORG"), ("ROME", "LOC"), ("ULM", "LOC"))
        places = ((one.text.find(name), name, label) for name, label in names)
        found.append(
            Annotation(tuple(Mention(at, at + len(n), label) for at, n, label in places if at >= 0))
        )
    assert task.metric.measures(task.score(inputs, found).sum(axis=0))["f1"] == 1.0


def test_a_profile_says_what_a_labelled_file_marks(gold: Path) -> None:
    profile = gold.parent / "profile.toml"
    profile.write_text(f'[[corpus]]\nfiles = ["{gold.name}"]\nlabels = ["PER"]\n')
    task = open_task(f"entities:{gold},{profile}", gold.parent)
    assert isinstance(task.metric, MentionMetric)
    assert task.metric.labels == ("PER",)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("poetry:x", UsageError, "no task 'poetry:x'"),
        ("entities:nowhere.tsv", CorpusError, "nowhere.tsv"),
        ("speech:nobody", CorpusError, "no transcripts"),
        ("translation:nowhere", CorpusError, "no NAME.hyp"),
    ],
)
def test_tasks_that_are_not_there_are_named(
    data: Path, name: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        open_task(name, data)


@pytest.mark.parametrize("name", ["news.hyp.Third.en", "news.ref.Third.en"])
def test_files_of_another_length_are_refused(data: Path, name: str) -> None:
    (data / "translation" / name).write_text("One line .\n", "utf-8")
    with pytest.raises(CorpusError, match="has 1 lines, not 2"):
        open_task("translation:", data)
