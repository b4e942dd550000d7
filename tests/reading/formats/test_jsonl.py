"""JSON lines are changed in place: only letters, only their case."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import CorpusError
from majuscule.reading import Extract
from majuscule.reading.formats.json.lines import read
from majuscule.reading.inputs import LONGEST, Input, Notes, Reading
from majuscule.reading.streams import Block
from tests.reading.formats.laws import swap

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
TEXTS = st.text(st.characters(exclude_categories=()), max_size=12)


def read_record(line: str, fields: tuple[str, ...] = (), notes: Notes | None = None) -> Extract:
    """Return a file of one line as the one document that it is."""
    blocks = [Block(line)]
    found = list(read(Input(blocks, "x", Reading(fields=fields), notes or Notes("x"))))
    assert len(found) == 1
    return found[0]


@given(
    st.dictionaries(st.text(), VALUES, max_size=3),
    st.one_of(TEXTS, st.lists(TEXTS, max_size=3)),
    st.booleans(),
)
def test_a_rewritten_line_differs_in_the_field_only(others, text, ascii_only):
    value = {**others, "t": text}
    line = json.dumps(value, ensure_ascii=ascii_only, separators=(" , ", ": "))
    record = read_record(line, ("t",))
    assert record.rewrite(record.text) == line
    restored = swap(record.text)
    written = record.rewrite(restored)
    changed = [swap(one) for one in text] if isinstance(text, list) else swap(text)
    assert json.loads(written) == {**value, "t": changed}
    assert [c.isalnum() for c in written] == [c.isalnum() for c in line] or "\\u" in line


def test_spacing_numbers_escapes_and_order_stay():
    line = '\ufeff {"x" :1.0e5,\t"text": ["caf\\u00e9\\n", "a\\/b \\ud801\\udc28"], "x": 01e}'
    line = line.replace("01e", "1E0") + " \r\n"
    record = read_record(line)
    assert record.text == "café\n\na/b \U00010428"
    expected = line.replace("caf\\u00e9", "Caf\\u00c9").replace("a\\/b", "A\\/b")
    expected = expected.replace("\\udc28", "\\udc00")
    assert record.rewrite("CafÉ\n\nA/b \U00010400") == expected


def test_several_fields_are_one_document_in_the_order_of_the_line():
    record = read_record('{"text": "b", "title": "a"}', ("title", "text"))
    assert record.text == "b\na"
    assert record.rewrite("B\nA") == '{"text": "B", "title": "A"}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "x:1: not JSON: expecting property name enclosed in double quotes at column 2"),
        ("[1]", "x:1: holds a list, but a JSON object is needed"),
        (
            '{"a": "b"}',
            "x: has no field 'paragraphs' or 'text'; name the field that holds the text with",
        ),
        ('{"text": "b",}', "not JSON: expecting property name enclosed in double quotes at column"),
        ('{"text": "b" "c"}', "not JSON: expecting ',' delimiter at column 14"),
        ('{"text": "b"} x', "not JSON: extra data at column 15"),
        ('{"text": 3}', "x:1: field 'text' is neither a string nor a list of strings"),
        ('{"text": ["a", ["b"]]}', "field 'text[1]' is neither a string nor a list of strings"),
    ],
)
def test_a_wrong_line_is_named(line, message):
    with pytest.raises(CorpusError) as caught:
        read_record(line)
    assert message in str(caught.value)


def test_lines_before_a_wrong_one_come_out_and_long_lines_are_joined():
    blocks = [
        Block('{"text": "a"}\n\n{"te', complete=False),
        Block('xt": "b"}\n{"text": "c"}\nnonsense\n'),
    ]
    found = read(Input(blocks, "x", Reading(), Notes("x")))
    assert [next(found).text for _ in range(4)] == ["a", "", "b", "c"]
    with pytest.raises(CorpusError, match=r"x:5: not JSON"):
        next(found)


def test_fields_are_named_by_paths():
    line = '{"a": {"b": ["in", "rome"]}, "c": [{"d": "by"}, {"d": "us", "e": 1}], "f.g": "we"}'
    record = read_record(line, ("a.b", "c[].d", "f.g"))
    assert record.text == "in\nrome\nby\nus\nwe"
    places = [unit.place["field"] for unit in record.units or ()]
    assert places == ["a.b[0]", "a.b[1]", "c[0].d", "c[1].d", "f.g"]
    assert json.loads(record.rewrite(record.text.upper()))["c"][1] == {"d": "US", "e": 1}


def test_what_is_missing_or_null_passes_through_and_is_counted():
    lines = ['{"text": "in rome"}', '{"text": null}', '{"other": 1}', '{"text": ["a", null]}', "{}"]
    notes = Notes("x")
    found = list(read(Input([Block("\n".join(lines))], "x", Reading(), notes)))
    assert "".join(one.raw for one in found) == "\n".join(lines)
    assert [one.text for one in found] == ["in rome", "", "", "a", ""]
    assert list(notes.sentences()) == [
        "x:2: field 'text' is null, left unchanged (and 1 more)",
        "x:3: has no field 'paragraphs' or 'text', left unchanged (and 1 more)",
    ]


@pytest.mark.parametrize("unit", ["angela merkel ", "\\u00e9\\u00E9t\\u00e9 ", "\\ud801\\udc28"])
def test_a_huge_record_comes_in_parts(unit):
    text = unit * (3 * LONGEST // len(json.loads(f'"{unit}"')))
    line = f'{{"id": 1, "skipped": [{{}}], "text": "{text}", "last": ["]"]}}\n'
    found = list(read(Input([Block(line)], "x", Reading(), Notes("x"))))
    assert len(found) > 2
    assert max(len(one.text) for one in found) < 1.5 * LONGEST
    assert "".join(one.raw for one in found) == line
    assert "".join(one.text for one in found) == json.loads(line)["text"]
    written = "".join(one.rewrite(swap(one.text)) for one in found)
    assert json.loads(written)["text"] == swap(json.loads(line)["text"])
    assert written.lower() == line.lower() or "\\u" in line
