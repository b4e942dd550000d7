"""Write a model file (:mod:`majuscule.models.layout`) atomically."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import Array
from majuscule.errors import ModelError
from majuscule.files import OutputError, atomic_write, output_path
from majuscule.models.header import ModelHeader
from majuscule.models.layout import DTYPES, MAGIC, ArrayEntry, aligned, front


def model_output(path: str | os.PathLike[str] | None) -> Path | None:
    """Return the path that a training will write its model to, checked before the training starts.

    Raises :class:`~majuscule.files.OutputError` also for an existing file that is no model, such as
    the training text.
    """
    if path is None:
        return None
    target = output_path(path)
    if target.is_dir():
        raise OutputError(f"{target}: cannot be written: it is a folder; name a file")
    if target.is_file() and os.access(target, os.R_OK):
        with target.open("rb") as file:
            if file.read(len(MAGIC)) not in (b"", MAGIC):
                raise OutputError(
                    f"{target}: is not a model and would be overwritten; name another file, or "
                    "delete it"
                )
    return target


def write_model(
    path: str | os.PathLike[str], header: ModelHeader, arrays: Mapping[str, Array]
) -> None:
    """Write ``header`` and ``arrays`` to ``path`` atomically.

    Arrays may have any shape and any boolean, integer or float type of up to eight bytes; they are
    stored little-endian and in C order, sorted by name.  The same content gives the same bytes.

    Raises :class:`ModelError` for an array of another type and
    :class:`~majuscule.files.OutputError` for a file that cannot be written.
    """
    stored = {name: _storable(name, arrays[name]) for name in sorted(arrays)}
    entries = []
    end = 0
    for name, array in stored.items():
        content = raw_bytes(array)
        entries.append(
            ArrayEntry(
                name,
                dtype_name(array.dtype),
                array.shape,
                aligned(end),
                zlib.crc32(content),
                hashlib.sha256(content).hexdigest(),
            )
        )
        end = aligned(end) + array.nbytes
    model_output(path)
    with atomic_write(path) as out:
        out.write(front(header, tuple(entries)))
        end = 0
        for entry, array in zip(entries, stored.values(), strict=True):
            out.write(bytes(entry.offset - end))
            out.write(raw_bytes(array))
            end = entry.offset + array.nbytes


def raw_bytes(array: Array) -> memoryview:
    """Return the bytes of a C-contiguous array, without a copy."""
    return array.reshape(-1).view(np.uint8).data


def dtype_name(dtype: np.dtype[Any]) -> str:
    """Return the name of ``dtype`` in the file, on a machine of any byte order.

    >>> dtype_name(np.dtype(">f4"))
    '<f4'
    """
    return dtype.newbyteorder("<").str


def _storable(name: str, array: Array) -> Array:
    values = np.asarray(array)
    dtype = values.dtype.newbyteorder("<")
    if not name or dtype.str not in DTYPES:
        raise ModelError(f"array {name!r} of type {values.dtype} cannot be stored in a model file")
    # ascontiguousarray would turn a scalar into an array of one item.
    return np.asarray(values, dtype=dtype, order="C")
