from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from majuscule.errors import ModelError
from majuscule.files import OutputError
from majuscule.trials import cells as cells_module
from majuscule.trials.cells import Cells, digest_files


def test_cells_are_named_by_all_they_depend_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = Cells.of(tmp_path / "new" / "folder")
    assert cells.filled({"a": 1}, lambda: {"x": 1.0}) == {"x": 1.0}
    assert cells.filled({"a": 1}, lambda: {"x": 2.0}) == {"x": 1.0}
    assert cells.filled({"a": 2}, lambda: {"x": 2.0}) == {"x": 2.0}
    monkeypatch.setattr(cells_module, "__version__", "99.0")
    assert cells.kept({"a": 1}) is None


def test_arrays_come_back_as_they_were(tmp_path: Path) -> None:
    rows = np.arange(6).reshape(2, 3)
    cells = Cells.of(tmp_path)
    cells.filled({"a": 1}, lambda: {"rows": rows, "seconds": 0.1})
    found = cells.kept({"a": 1})
    assert found is not None
    assert np.array_equal(found["rows"], rows)
    assert found["seconds"] == 0.1


def test_a_cell_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    cells = Cells.of(tmp_path)
    cells.path({"a": 1}).write_bytes(b"cut off")
    assert cells.kept({"a": 1}) is None
    assert cells.filled({"a": 1}, lambda: {"x": 1.0}) == {"x": 1.0}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="file: the folder cannot be created"):
        Cells.of(tmp_path / "file")


def test_a_digest_tells_files_and_their_order_apart(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in "ab"]
    for path in paths:
        path.write_text(path.name)
    assert digest_files(paths) != digest_files(paths[::-1])
    with pytest.raises(ModelError, match="nowhere: cannot be read: no such file"):
        digest_files([tmp_path / "nowhere"])
