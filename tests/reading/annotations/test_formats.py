"""Files of annotated text: read, written, and refused with file and line."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import CorpusError, UsageError
from majuscule.reading.annotations import columns, jsonl, nlp, read_annotated, sgml
from majuscule.reading.annotations.annotated import AnnotatedText, Repairs, from_sentences
from majuscule.reading.annotations.mentions import MUC, LabelSet, Mention
from majuscule.reading.annotations.spans import LOST, WIDENED, to_mentions, to_tokens
from majuscule.text import read_passage

ROME = AnnotatedText(
    "Angela Merkel flew to Rome.\nShe paid $ 5 & left",
    (Mention(0, 13, "PER"), Mention(22, 26, "LOC"), Mention(37, 40, "MONEY")),
    "d1",
)


def numbered(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.split("\n"), 1))


def write(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def words(document: AnnotatedText) -> list[tuple[str, str]]:
    return [(m.of(document.text), m.label) for m in document.mentions]


@pytest.mark.parametrize("module", [columns, jsonl, sgml])
def test_a_document_survives_being_written_and_read(module, tmp_path):
    ending = {columns: "tsv", jsonl: "jsonl", sgml: "sgml"}[module]  # type: ignore[index]
    path = write(tmp_path, f"x.{ending}", "".join(module.write([ROME])))  # type: ignore[attr-defined]
    (read,) = read_annotated([path])
    assert read.id == "d1"
    assert words(read) == words(ROME)


def test_columns_keep_documents_apart_and_count_repairs(tmp_path):
    text = "# doc a\nIn\tO\nRome\tI-LOC\n\nOslo\tB-LOC\n\n# doc b\nBonn\tB-LOC\n\n"
    repairs = Repairs()
    a, b = read_annotated([write(tmp_path, "x.tsv", text)], repairs=repairs)
    assert (a.text, words(a)) == ("In Rome\nOslo", [("Rome", "LOC"), ("Oslo", "LOC")])
    assert (b.id, b.text) == ("b", "Bonn")
    assert sum(repairs.counts.values()) == 1
    assert "tags" in str(repairs)


def test_a_tag_that_is_none_is_refused_with_its_line(tmp_path):
    path = write(tmp_path, "x.tsv", "In\tO\nRome\tPLACE\n\n")
    with pytest.raises(CorpusError, match=r"x\.tsv:2.*PLACE"):
        list(read_annotated([path]))


def test_an_empty_file_has_no_documents(tmp_path):
    for name in ("x.tsv", "x.jsonl", "x.sgml"):
        assert list(read_annotated([write(tmp_path, name, "")])) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "a JSON object is needed"),
        ('{"mentions": []}', "needs an object with a field 'text'"),
        ('{"text": "ab", "mentions": [{"start": 0}]}', "needs 'start'"),
        ('{"text": "ab", "mentions": [[0, 3, "X"]]}', "outside the text"),
        ('{"text": "ab", "mentions": [[0, 2, "X"], [1, 2, "Y"]]}', "overlaps"),
        ('{"text": "ab", "entities": 5}', "must be a list"),
    ],
)
def test_broken_json_is_refused_with_its_line(line, problem):
    with pytest.raises(CorpusError, match=f"x:1: .*{problem}"):
        list(jsonl.read([(1, line)], "x"))


def test_json_is_written_without_escapes():
    assert '"Köln"' in "".join(jsonl.write([AnnotatedText("Köln")]))


@pytest.mark.parametrize(
    "mentions",
    [
        {"entities": [[3, 7, "LOC"]]},
        {"label": [[3, 7, "LOC"]], "Comments": []},
        {"entities": [{"id": 9, "label": "LOC", "start_offset": 3, "end_offset": 7}]},
    ],
)
def test_json_of_other_programs_is_read(mentions):
    line = json.dumps({"text": "In Rome", **mentions})
    (document,) = jsonl.read([(1, line), (2, "")], "x")
    assert words(document) == [("Rome", "LOC")]


def test_records_without_mentions_are_counted() -> None:
    lines = ['{"text": "a b"}', '{"text": "a b", "ents": []}', '{"text": "a b", "entities": []}']
    repairs = Repairs()
    assert len(list(jsonl.read(enumerate(lines, 1), "x", repairs))) == 3
    assert str(repairs).endswith("taken to have none: 2")


def test_transcripts_with_entity_tags_are_read(tmp_path):
    types = {"0": "PERSON", "1": "YEAR", "2": "DATE", "3": "GPE"}
    tags = {name: {"entity_type": kind} for name, kind in types.items()}
    write(tmp_path, "c.wer_tag.json", json.dumps(tags))
    path = write(
        tmp_path,
        "c.nlp",
        "token|speaker|ts|endTs|punctuation|case|tags|wer_tags\n"
        "Dru|0||||UC|[]|['0']\nLee|0|||.|UC|[]|['0']\nFiscal|0||||UC|[]|['2']\n"
        "2020|0||||CA|['1:YEAR']|['1', '2']\n\nin|1||||LC|[]|[]\nRome|1||||UC|[]|['3']\n\n",
    )
    (document,) = read_annotated([path])
    assert document.text == "Dru Lee.\nFiscal 2020\nin Rome"
    assert words(document) == [("Dru Lee", "PER"), ("Fiscal 2020", "DATE"), ("Rome", "LOC")]


def test_a_transcript_is_written_and_read_without_a_file_beside_it(tmp_path):
    path = write(tmp_path, "d1.nlp", "".join(nlp.write([ROME])))
    (read,) = read_annotated([path])
    assert read.text == "Angela Merkel flew to Rome.\nShe paid $ 5 & left"
    assert words(read) == words(ROME)
    assert "Rome|0|||.|UC|['1:LOC']|['1']" in Path(path).read_text(encoding="utf-8")


def test_a_bar_does_not_part_the_fields_of_what_is_written(tmp_path):
    path = write(tmp_path, "d.nlp", "".join(nlp.write([AnnotatedText("a | b.")])))
    assert [one.text for one in read_annotated([path])] == ["a ¦ b."]


def test_a_sign_of_a_mention_is_a_token_of_its_own():
    document = AnnotatedText("so to Yahoo!", (Mention(6, 12, "ORG"),))
    rows = "".join(nlp.write([document])).split("\n")
    assert rows[3:5] == ["Yahoo|0||||UC|['0:ORG']|['0']", "!|0||||CA|['0:ORG']|['0']"]


def test_a_transcript_holds_one_document():
    with pytest.raises(UsageError, match="one document"):
        list(nlp.write([ROME, ROME]))


def test_types_of_entities_that_are_told_in_part_are_looked_for_beside(tmp_path):
    text = "token|speaker|tags|wer_tags\nRome|0|['0:YEAR']|['0', '1']"
    with pytest.raises(CorpusError, match=r"wer_tag\.json"):
        list(nlp.read(numbered(text), str(tmp_path / "missing.nlp")))


def test_broken_transcripts_are_refused(tmp_path):
    head = "token|speaker|ts|endTs|punctuation|case|tags|wer_tags"
    for text, problem in [
        ("a|b", "name the fields"),
        (f"{head}\na|b", "fields, but"),
        (f"{head}\na|0||||LC|[]|[", "not a list"),
        (f"{head}\na|0||||LC|[]|['0']", "cannot be read"),
    ]:
        with pytest.raises(CorpusError, match=problem):
            list(nlp.read(numbered(text), str(tmp_path / "missing.nlp")))


def test_ieer_and_muc_markup_are_read():
    text = (
        '<DOC>\n<DOCNO> n1 </DOCNO>\n<TEXT>\n<b_enamex type="PERSON">Ann Lee<e_enamex> of '
        '<ENAMEX TYPE="ORGANIZATION|LOCATION">AT&amp;T</ENAMEX>\n</TEXT>\n</DOC>\n'
        "<DOC>\n<p>on <TIMEX TYPE='DATE'>Monday</TIMEX>\n</DOC>"
    )
    first, second = sgml.read(numbered(text), "x")
    assert (first.id, words(first)) == ("n1", [("Ann Lee", "PER"), ("AT&T", "ORG")])
    assert words(second) == [("Monday", "DATE")]


def test_ieer_markup_is_written():
    text = "".join(sgml.write([ROME], ieer=True))
    assert '<b_enamex type="PERSON">Angela Merkel<e_enamex> flew' in text
    assert [words(one) for one in sgml.read(numbered(text), "x")] == [words(ROME)]


def test_nested_markup_keeps_the_outer_mention_and_counts():
    text = '<ENAMEX TYPE="ORGANIZATION">Bank of <ENAMEX TYPE="LOCATION">Rome</ENAMEX></ENAMEX>'
    repairs = Repairs()
    (document,) = sgml.read(numbered(text), "x", repairs)
    assert words(document) == [("Bank of Rome", "ORG")]
    assert sum(repairs.counts.values()) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<ENAMEX>a</ENAMEX>", "no TYPE"),
        ("a</ENAMEX>", "no opening tag"),
        ('b\n<ENAMEX TYPE="PERSON">a', "x:2.*no closing tag"),
    ],
)
def test_broken_markup_is_refused(text, problem):
    with pytest.raises(CorpusError, match=problem):
        list(sgml.read(numbered(text), "x"))


def test_a_packed_transcript_has_its_types_beside_it(tmp_path):
    write(tmp_path, "c.wer_tag.json", '{"0": {"entity_type": "GPE"}}')
    path = tmp_path / "c.nlp.gz"
    path.write_bytes(gzip.compress(b"token|wer_tags\nRome|['0']\n"))
    (document,) = read_annotated([str(path)])
    assert (document.id, words(document)) == ("c", [("Rome", "LOC")])


def test_an_unknown_format_lists_the_known(tmp_path):
    with pytest.raises(UsageError, match=r"columns.*, jsonl.*, nlp.*, sgml"):
        list(read_annotated([write(tmp_path, "x.doc", "")]))
    with pytest.raises(UsageError, match=r"columns.*, jsonl.*, nlp.*, sgml"):
        list(read_annotated([write(tmp_path, "x.tsv", "")], format="word"))


@given(st.text("aB .\n'-$1", max_size=30), st.data())
def test_spans_of_tokens_hold_their_mentions(text, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=4)))
    mentions = [Mention(a, b, "X") for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    passage = read_passage(text)
    repairs = Repairs()
    found = to_tokens(mentions, passage, repairs)
    assert len(found) + repairs.counts[LOST] == len(mentions)
    again = to_tokens(to_mentions(found, passage), passage)
    assert again == found


def test_a_mention_that_cuts_a_token_takes_it_whole():
    repairs = Repairs()
    passage = read_passage("the Berliners")
    assert to_tokens([Mention(4, 10, "LOC")], passage, repairs) == [(1, 2, "LOC")]
    assert repairs.counts[WIDENED] == 1


def test_offsets_stay_in_other_case():
    for condition in ("lower", "upper"):
        other = ROME.cased(condition)
        assert len(other.text) == len(ROME.text)
        assert other.mentions == ROME.mentions


def test_what_has_no_case_stays():
    text = "\U0001f481 Ann \U0010ffff"
    assert AnnotatedText(text).cased("upper").text == text.upper()


def test_label_sets_refuse_what_is_no_label():
    assert "PER" in MUC
    assert len(MUC) == 7
    for labels in ((), ("A", "A"), ("O",), ("a b",)):
        with pytest.raises(UsageError):
            LabelSet(labels)


def test_no_sentences_are_no_documents():
    assert list(from_sentences([])) == []
