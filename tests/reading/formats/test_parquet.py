"""Parquet: columns of text come back changed, everything else equal."""

from pathlib import Path
from typing import Any

import pytest

from majuscule.errors import CorpusError
from majuscule.reading import Reading, open_source
from majuscule.text.editing.edits import Edit, EditedText

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def write(path: Path, table: Any, **options: Any) -> Path:
    with pq.ParquetWriter(path, table.schema, **options) as writer:
        writer.write_table(table, row_group_size=3)
        writer.write_table(table.slice(0, 0))
        writer.add_key_value_metadata({"origin": "tests"})
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    field = pa.field("text", pa.string(), metadata={"note": "kept"})
    columns = {
        "n": pa.array([1, 2, None, 4], pa.int32()),
        "text": pa.array(["a b", None, "", "ç d"]),
        "parts": pa.array([["a", "b c"], [], None, [None, "d"]], pa.large_list(pa.string())),
        "kind": pa.array(["x y", "z", "x y", None]).dictionary_encode(),
        "large": pa.array(["e", "f", "g", "h"], pa.large_string()),
    }
    schema = pa.schema(
        [field if name == "text" else pa.field(name, one.type) for name, one in columns.items()],
        metadata={"owner": "tests"},
    )
    compression = {"n": "GZIP", "text": "ZSTD", "large": "NONE"}
    return write(tmp_path / "a.parquet", pa.table(columns, schema), compression=compression)


def changed(path: Path, target: Path, *fields: str) -> Any:
    """Write a file with its texts in capitals; return it open."""
    with open_source(path, reading=Reading(fields=fields)) as opened:
        documents = list(opened.extracts())
        parts = []
        for start in (0, 2):
            some = documents[start : start + 2]
            rendered = opened.render(some, [one.text.upper() for one in some])
            parts.append(opened.write(rendered))
        target.write_bytes(b"".join([*parts, opened.finish()]))
    return pq.ParquetFile(target)


def upper(cell: Any) -> Any:
    if isinstance(cell, list):
        return [upper(one) for one in cell]
    return cell.upper() if cell else cell


def test_a_text_that_grows_or_shrinks_is_whole(path, tmp_path):
    target = tmp_path / "b.parquet"
    with open_source(path, reading=Reading(fields=("text", "parts"))) as opened:
        extracts = list(opened.extracts())
        texts = [
            EditedText.make(one.text, [Edit(at, at + 1, ", and ") for at in spaces(one.text)])
            for one in extracts
        ]
        written = opened.write(opened.render(extracts, texts))
        target.write_bytes(written + opened.finish())
    table = pq.read_table(target)
    assert table.column("text").to_pylist() == ["a, and b", None, "", "ç, and d"]
    assert table.column("parts").to_pylist() == [["a", "b, and c"], [], None, [None, "d"]]


def spaces(text: str) -> list[int]:
    return [at for at, sign in enumerate(text) if sign == " "]


def test_only_the_columns_of_text_change(path, tmp_path):
    before = pq.ParquetFile(path)
    wanted = ("text", "parts", "kind", "large")
    after = changed(path, tmp_path / "b.parquet", *wanted)
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert after.metadata.metadata[b"origin"] == b"tests"
    expected = [
        {name: upper(cell) if name in wanted else cell for name, cell in row.items()}
        for row in before.read().to_pylist()
    ]
    assert after.read().to_pylist() == expected
    groups = range(before.metadata.num_row_groups)
    assert len(groups) == after.metadata.num_row_groups == 3
    for group in groups:
        one, other = before.metadata.row_group(group), after.metadata.row_group(group)
        assert one.num_rows == other.num_rows
        for column in range(one.num_columns):
            assert one.column(column).compression == other.column(column).compression


def test_a_file_that_is_not_changed_is_equal(path, tmp_path):
    with open_source(path) as opened:
        documents = list(opened.extracts())
        rendered = opened.render(documents, [one.text for one in documents])
        (tmp_path / "b").write_bytes(opened.write(rendered) + opened.finish())
    assert pq.read_table(tmp_path / "b").equals(pq.read_table(path), check_metadata=True)


def test_a_row_is_a_document_and_its_cells_are_units(path):
    with open_source(path, reading=Reading(fields=("3", "large"))) as opened:
        documents = list(opened.extracts())
    assert [one.text for one in documents] == ["a\nb c\ne", "f", "g", "d\nh"]
    assert [one.line for one in documents] == [1, 2, 3, 4]
    cells = [documents[0].text[unit.start : unit.end] for unit in documents[0].units or ()]
    assert cells == ["a", "b c", "e"]
    assert [unit.place for unit in documents[3].units or ()] == [
        {"row": 4, "column": "parts", "index": 1},
        {"row": 4, "column": "large"},
    ]


def test_a_file_without_rows_comes_back(tmp_path):
    path = tmp_path / "a.parquet"
    table = pa.table({"text": pa.array([], pa.string())})
    pq.write_table(table, path)
    with open_source(path) as opened:
        assert list(opened.extracts()) == []
        (tmp_path / "b").write_bytes(opened.write([]) + opened.finish())
    assert pq.read_table(tmp_path / "b").equals(table)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("n",), "column 'n' holds int32, not text; columns of text: text, parts, kind, large"),
        (("x",), "there is no column 'x'; columns of text: text"),
        (("9",), "there is no column '9'"),
    ],
)
def test_a_wrong_column_is_named(path, fields, message):
    with (
        pytest.raises(CorpusError, match=f"^{path}: {message}"),
        open_source(path, reading=Reading(fields=fields)),
    ):
        pass


def test_a_column_must_be_named_where_none_is_called_text(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"n": [1], "t": ["a"]}), path)
    with (
        pytest.raises(
            CorpusError, match="name the column that holds the text with --column; columns of"
        ),
        open_source(path),
    ):
        pass


@pytest.mark.parametrize("end", [0, 3, 40, -1, -20])
def test_a_damaged_file_is_named(path, tmp_path, end):
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(path.read_bytes()[:end])
    with pytest.raises(CorpusError, match="not Parquet, damaged or cut off") as caught:
        read_all(cut)
    assert "\n" not in str(caught.value)


def test_damaged_data_are_named(path, tmp_path):
    content = bytearray(path.read_bytes())
    start = content.index(b"PAR1") + 4
    content[start : start + 60] = b"\xff" * 60
    (tmp_path / "bad.parquet").write_bytes(content)
    with pytest.raises(CorpusError, match="not Parquet, damaged or cut off"):
        read_all(tmp_path / "bad.parquet", "text")


def test_text_that_is_not_utf_8_is_named(tmp_path):
    column = pa.Array.from_buffers(pa.string(), 1, pa.array([b"in \xff"]).buffers())
    pq.write_table(pa.table({"text": column}), tmp_path / "a.parquet")
    with pytest.raises(CorpusError, match=r"a\.parquet: .*UTF8"):
        read_all(tmp_path / "a.parquet", "text")
    pq.write_table(pa.table({"text": ["in rome"], "where": ["x"]}), tmp_path / "b.parquet")
    content = (tmp_path / "b.parquet").read_bytes()
    (tmp_path / "b.parquet").write_bytes(content.replace(b"where", b"\xffhere"))
    with pytest.raises(CorpusError, match=r"b\.parquet: .*utf-8"):
        read_all(tmp_path / "b.parquet", "text")


def test_what_cannot_hold_parquet_is_named(tmp_path):
    with pytest.raises(CorpusError, match="cannot be read from a pipe"):
        read_all("-")
    with pytest.raises(CorpusError, match="no such file"):
        read_all(tmp_path / "none.parquet")
    with pytest.raises(CorpusError, match="Parquet has its own compression"):
        read_all(tmp_path / "a.parquet.gz")


def read_all(path: Path | str, *fields: str) -> None:
    with open_source(path, "parquet", Reading(fields=fields)) as opened:
        list(opened.extracts())
