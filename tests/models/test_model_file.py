"""A model file gives back what was written, and damage anywhere in it is found."""

import hashlib
import json
import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis.extra.numpy as arrays_of
import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from numpy.typing import NDArray

from majuscule.errors import ModelError
from majuscule.files import OutputError
from majuscule.models import ModelHeader, Score, Source, read_model, write_model
from majuscule.models.layout import ALIGNMENT, DTYPES, MAGIC, SEAL, SIGNED

HEADER = ModelHeader(
    "tagger.v1",
    name="tiny",
    language="en",
    description="A model for tests.",
    licence="CC0",
    options={"rows": 16, "templates": ["w0", "w-1"], "rate": 0.1, "nested": {"a": None}},
    corpora=(Source("news", 12, "CC BY 2.5", "https://example.org", "ab" * 32), Source("web")),
    scores=(Score("dev", "lower", "F1", 93.25, 92.0, 94.5, "sig"),),
    weak_spots=("Book titles.",),
    command="majuscule train",
    metadata={"note": "ümlaut", "lone": "\ud800", "more": "of the same"},
)
ARRAYS: dict[str, NDArray[Any]] = {
    "weights": np.arange(24, dtype="<f4").reshape(6, 4),
    "hashes": np.array([1, 2**64 - 1], dtype="<u8"),
    "empty": np.zeros((0, 3), dtype="<i2"),
    "one": np.array(7, dtype="<i8"),
    "flags": np.array([True, False, True]),
}
quick = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
dtypes = some.sampled_from(sorted(DTYPES)).flatmap(
    lambda name: some.sampled_from([np.dtype(name), np.dtype(name).newbyteorder(">")])
)
anything = dtypes.flatmap(
    lambda dtype: arrays_of.arrays(dtype, arrays_of.array_shapes(min_dims=0, min_side=0))
)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    write_model(tmp_path / "tiny.model", HEADER, ARRAYS)
    return tmp_path / "tiny.model"


def refused(path: Path) -> str:
    with pytest.raises(ModelError) as caught:
        read_model(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_a_model_comes_back_as_it_was_written(model):
    found = read_model(model)
    assert found.header == HEADER
    assert list(found.arrays) == sorted(ARRAYS)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(found.arrays[name], array, strict=True)
    assert found.size == sum(array.nbytes for array in ARRAYS.values())
    assert found.version == 1
    assert repr(found) == f"<ModelFile {model} {HEADER.kind} {found.digest[:12]}>"
    found.verify()


def test_arrays_are_aligned_and_read_only(model):
    for array in read_model(model).arrays.values():
        assert type(array) is np.ndarray
        assert array.ctypes.data % ALIGNMENT == 0 or not array.nbytes
        assert array.flags.c_contiguous
        assert array.data.readonly
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_the_same_content_gives_the_same_bytes(model):
    other = model.with_name("other.model")
    write_model(other, HEADER, dict(reversed(ARRAYS.items())))
    assert other.read_bytes() == model.read_bytes()


def test_a_model_without_arrays_is_a_model(tmp_path):
    write_model(tmp_path / "bare.model", ModelHeader("none.v1"), {})
    assert not read_model(tmp_path / "bare.model").arrays


@quick
@given(some.dictionaries(some.text(min_size=1), anything, max_size=4))
def test_arrays_of_any_type_and_shape_come_back(tmp_path, arrays):
    path = tmp_path / "any.model"
    write_model(path, HEADER, arrays)
    found = read_model(path)
    found.verify()
    assert found.header == HEADER
    assert set(found.arrays) == set(arrays)
    for name, array in arrays.items():
        assert found.arrays[name].dtype == array.dtype.newbyteorder("<")
        np.testing.assert_array_equal(found.arrays[name], array)
        assert found.arrays[name].shape == array.shape


def test_arrays_in_any_order_of_memory_are_stored_in_c_order(tmp_path):
    square = np.arange(12, dtype=np.int32).reshape(3, 4)
    write_model(tmp_path / "t.model", HEADER, {"fortran": square.T, "steps": square[::2, ::-1]})
    found = read_model(tmp_path / "t.model").arrays
    np.testing.assert_array_equal(found["fortran"], square.T, strict=True)
    np.testing.assert_array_equal(found["steps"], square[::2, ::-1], strict=True)


@quick
@given(place=some.floats(0, 1, exclude_max=True), bits=some.integers(1, 255))
def test_any_changed_byte_is_found_at_load(model, place, bits):
    content = bytearray(model.read_bytes())
    content[int(place * len(content))] ^= bits
    damaged = model.with_name("damaged.model")
    damaged.write_bytes(content)
    refused(damaged)


def test_every_flipped_byte_of_the_preamble_is_found(model):
    content = model.read_bytes()
    for at in range(64):
        damaged = bytearray(content)
        damaged[at] ^= 1
        model.write_bytes(damaged)
        refused(model)


def test_a_damaged_array_left_unchecked_at_load_is_found_by_verify(model):
    content = bytearray(model.read_bytes())
    content[-1] ^= 1
    model.write_bytes(content)
    found = read_model(model, verify=False)
    with pytest.raises(ModelError, match="array 'weights' does not match its checksum"):
        found.verify()
    assert "array 'weights' does not match its checksum" in refused(model)


@quick
@given(some.floats(0, 1, exclude_max=True))
def test_any_truncated_file_is_refused(model, part):
    content = model.read_bytes()
    short = model.with_name("short.model")
    short.write_bytes(content[: int(part * len(content))])
    message = refused(short)
    assert "truncated" in message or "empty" in message


def test_bytes_after_the_end_are_refused(model):
    model.write_bytes(model.read_bytes() + b"\0")
    assert "1 bytes follow its end" in refused(model)


@quick
@given(some.binary(max_size=200))
def test_foreign_bytes_are_refused(tmp_path, content):
    path = tmp_path / "foreign.model"
    path.write_bytes(content)
    refused(path)
    path.write_bytes(MAGIC + content)
    refused(path)


def test_a_foreign_file_is_called_so(tmp_path):
    (tmp_path / "x.model").write_text("just text")
    assert refused(tmp_path / "x.model") == "not a majuscule model file"


def test_a_missing_file_an_empty_one_and_a_folder_are_told_apart(tmp_path):
    assert refused(tmp_path / "x.model") == "no such model file"
    (tmp_path / "x.model").touch()
    assert refused(tmp_path / "x.model") == "empty, not a majuscule model file"
    assert refused(tmp_path).startswith("is a folder")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe").startswith("is a folder, device or pipe")


def test_a_newer_format_is_refused_with_what_to_do(model):
    content = bytearray(model.read_bytes())
    content[8:12] = struct.pack("<I", 7)
    model.write_bytes(content)
    assert refused(model) == (
        "uses model format 7, but this majuscule reads formats up to 1; upgrade majuscule"
    )


def test_another_kind_is_refused(model):
    found = read_model(model)
    assert found.expect_kind("hmm.v1", "tagger.v1") is found
    with pytest.raises(
        ModelError, match=r"of kind tagger\.v1, but hmm\.v1 or hmm\.v2 is needed; such models"
    ):
        found.expect_kind("hmm.v1", "hmm.v2")


def test_an_array_is_handed_out_only_in_the_expected_shape(model):
    found = read_model(model)
    assert found.array("weights", "f4", 2).shape == (6, 4)
    with pytest.raises(ModelError, match="has no array 'bias'"):
        found.array("bias", "f4")
    with pytest.raises(ModelError, match="2-dimensional float32, but 1-dimensional int8"):
        found.array("weights", "i1")


def test_the_digest_follows_the_answers_and_not_the_card(model):
    found = read_model(model)
    again = model.with_name("again.model")

    def digest(header, arrays):
        write_model(again, header, arrays)
        return read_model(again).digest

    assert digest(ModelHeader("tagger.v1", options=HEADER.options), ARRAYS) == found.digest
    assert digest(ModelHeader("tagger.v2", options=HEADER.options), ARRAYS) != found.digest
    assert digest(ModelHeader("tagger.v1"), ARRAYS) != found.digest
    assert digest(HEADER, ARRAYS | {"one": np.array(8)}) != found.digest


def test_a_model_can_be_rewritten_while_it_is_mapped(model):
    found = read_model(model)
    write_model(model, ModelHeader("other.v1"), found.arrays)
    assert read_model(model).header.kind == "other.v1"
    found.verify()


def test_what_is_no_model_is_not_written_over(tmp_path):
    target = tmp_path / "text.txt"
    target.touch()
    write_model(target, HEADER, ARRAYS)
    target.write_text("text that somebody needs")
    with pytest.raises(OutputError, match="is not a model and would be overwritten"):
        write_model(target, HEADER, ARRAYS)
    assert target.read_text() == "text that somebody needs"


def test_a_type_that_cannot_be_stored_is_refused_before_anything_is_written(tmp_path):
    for array in (np.array(["text"]), np.array([{}]), np.zeros(1, np.complex64)):
        with pytest.raises(ModelError, match=r"array 'x' of type .* cannot be stored"):
            write_model(tmp_path / "x.model", HEADER, {"x": array})
    assert not list(tmp_path.iterdir())


def test_a_write_that_fails_leaves_the_old_model(model, monkeypatch):
    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OutputError, match="no space left on device"):
        write_model(model, ModelHeader("other.v1"), {})
    assert read_model(model).header == HEADER
    assert list(model.parent.iterdir()) == [model]


def resealed(content: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the file with its header changed and all checksums made to fit."""
    magic, version, length, size, _ = SIGNED.unpack_from(content)
    fields = json.loads(content[64 : 64 + length])
    del fields["metadata"]  # makes room: the data must stay where they are
    change(fields)
    text = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
    assert len(text) <= length
    text = text.ljust(length)
    signed = SIGNED.pack(magic, version, length, size, hashlib.sha256(text).digest())
    return signed + SEAL.pack(zlib.crc32(signed), 0) + text + content[64 + length :]


def described(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in fields["arrays"] if one["name"] == name)


def setter(field: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda fields: fields["arrays"][-1].__setitem__(field, value)


@pytest.mark.parametrize(
    "change",
    [
        setter("dtype", "O"),
        setter("dtype", ["<f4"]),
        setter("dtype", "<f8"),
        setter("shape", [-1]),
        setter("shape", [1e9]),
        setter("shape", [1 << 62]),
        setter("shape", [0, 1 << 62]),
        setter("shape", 3),
        setter("offset", 0),
        setter("offset", "0"),
        setter("crc32", -1),
        setter("name", None),
        setter("name", "one"),
        setter("sha256", 0),
        lambda fields: described(fields, "one").update(shape=[1] * 33),
        lambda fields: fields["arrays"][-1].pop("sha256"),
        lambda fields: fields["arrays"][-1].pop("shape"),
        lambda fields: fields["arrays"].pop(),
        lambda fields: fields["arrays"].__setitem__(0, 3),
        lambda fields: fields.pop("arrays"),
        lambda fields: fields.pop("kind"),
        lambda fields: fields.__setitem__("kind", 3),
        lambda fields: fields.update(command="", flavour=1),
        lambda fields: fields.update(corpora=3),
        lambda fields: fields.update(corpora=[3]),
        lambda fields: fields.update(scores=[{"data": "x"}]),
        lambda fields: fields.update(weak_spots=[3]),
        lambda fields: fields.update(options=[]),
    ],
)
def test_a_header_that_lies_is_refused_even_with_right_checksums(model, change):
    model.write_bytes(resealed(model.read_bytes(), change))
    assert refused(model).startswith("damaged model file: ")


def test_resealing_by_itself_does_no_harm(model):
    model.write_bytes(resealed(model.read_bytes(), lambda fields: fields))
    assert read_model(model).header == replace(HEADER, metadata={})
