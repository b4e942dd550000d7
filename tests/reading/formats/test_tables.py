"""Tables: columns by name and number, and everything but their cells' letters stays."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import CorpusError, UsageError
from tests.reading.formats.laws import read, rewritten, texts

CELLS = st.text(st.sampled_from('aB",;\n\té '), max_size=6)


@given(
    st.integers(1, 3).flatmap(
        lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1)
    ),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([",", ";", "\t"]),
)
def test_cells_are_those_that_the_csv_module_finds(rows, quoting, end, delimiter):
    if end == "\r":
        quoting = csv.QUOTE_ALL  # the module forgets to quote other line ends
    out = io.StringIO(newline="")
    csv.writer(out, quoting=quoting, lineterminator=end, delimiter=delimiter).writerows(rows)  # type: ignore[arg-type]
    number = len(rows[0])
    documents = read(
        "csv", out.getvalue(), header=False, fields=(str(number),), delimiter=delimiter
    )
    expected = [row[-1] for row in rows]
    if number == 1:  # a blank line is no row
        expected = [cell for cell in expected if cell.strip()]
        assert [text for text in texts(documents) if text.strip()] == expected
    else:
        assert [one.text for one in documents] == expected


def test_columns_are_found_by_name_and_number():
    source = "id,Title,text\n1,a b,c d\n"
    assert texts(read("csv", source)) == ["c d"]
    assert texts(read("csv", source, fields=("Title",))) == ["a b"]
    assert texts(read("csv", source, fields=("3", "Title"))) == ["a b\nc d"]
    assert texts(read("csv", source, fields=("2",), header=False)) == ["Title", "a b"]
    assert rewritten(read("csv", source, fields=("2",)), str.upper) == "id,Title,text\n1,A B,c d\n"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("name",), "x:1: there is no column 'name'; there are: id, text, text"),
        (("4",), "x:1: there is no column '4'"),
        (("0",), "x:1: there is no column '0'"),
        (("text",), "x:1: several columns are called 'text'; give a number"),
    ],
)
def test_a_wrong_column_is_named(fields, message):
    with pytest.raises(CorpusError, match=message):
        read("csv", "id,text,text\n", fields=fields)


def test_the_delimiter_is_what_the_first_row_has_most_of():
    for delimiter in ",;\t|":
        source = '"x,y;z";text\n1;a\n'.replace(";", delimiter).replace("x,y", "xy")
        assert texts(read("csv", source)) == ["a"]
    assert texts(read("csv", "id:text\n1:a\n", delimiter=":")) == ["a"]
    with pytest.raises(UsageError, match="one character"):
        read("csv", "a\n", delimiter="ab")
    with pytest.raises(UsageError, match="must be one character"):
        read("csv", "a\n", delimiter="")


def test_quotes_and_doubled_quotes_stay():
    source = 'text\r\n"the ""un"" met\r\nin rome"\r\n'
    documents = read("csv", source)
    assert texts(documents) == ['the "un" met\r\nin rome']
    assert rewritten(documents, str.upper) == 'text\r\n"THE ""UN"" MET\r\nIN ROME"\r\n'


def test_units_are_cells():
    (_, document) = read("csv", "id,title,text\n1,a,b\n", fields=("title", "text"))
    assert [unit.place for unit in document.units or ()] == [
        {"line": 2, "column": "title"},
        {"line": 2, "column": "text"},
    ]
