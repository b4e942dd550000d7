"""Read a model file (:mod:`majuscule.models.layout`): map it, check it, return views of its arrays.

Only the header is parsed.  Checking 32 MB takes about 10 ms for the CRC-32 and 24 ms for the
SHA-256 (one core with SHA instructions; some 100 ms without), so the CRC-32 is checked at each load
and the SHA-256 on request.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import stat
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from majuscule.arrays import Array
from majuscule.errors import ModelError, reason_of
from majuscule.files import several
from majuscule.kinds import taken_by
from majuscule.models.header import ModelHeader
from majuscule.models.layout import ArrayEntry, Layout, parse
from majuscule.models.names import known_models, model_path, name_of
from majuscule.models.writing import raw_bytes


@dataclass(frozen=True, repr=False)
class ModelFile:
    """A model file mapped into memory.

    The arrays are read-only views of the mapped file: several processes share one copy, and the
    mapping lives as long as any of them does.  A file that is replaced by a rename, as
    :func:`~majuscule.models.write_model` does, stays readable through an older ``ModelFile``.
    To use a model in another process, open its path there.
    """

    path: Path
    version: int  # of the format
    header: ModelHeader
    arrays: Mapping[str, Array]
    entries: tuple[ArrayEntry, ...]

    def __repr__(self) -> str:
        return f"<ModelFile {self.path} {self.header.kind} {self.digest[:12]}>"

    @property
    def size(self) -> int:
        """Return the size of the arrays in bytes."""
        return sum(entry.nbytes for entry in self.entries)

    @property
    def digest(self) -> str:
        """Return a SHA-256 over what determines the model's results: kind, options and arrays.

        Name, card, command and library version are left out: correcting a licence does not make
        another model.
        """
        arrays = [(one.name, one.dtype, one.shape, one.sha256) for one in self.entries]
        content = [self.header.kind, self.header.options, arrays]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def verify(self) -> None:
        """Read every array and compare its SHA-256; raise :class:`ModelError` if one differs."""
        for entry in self.entries:
            content = raw_bytes(self.arrays[entry.name])
            if hashlib.sha256(content).hexdigest() != entry.sha256:
                raise _damaged(self.path, entry.name)

    def expect_kind(self, *kinds: str) -> ModelFile:
        """Return the model itself if it is of one of ``kinds``; raise :class:`ModelError` if not.

        >>> model = ModelFile(Path("my.model"), 1, ModelHeader("hmm.v1"), {}, ())
        >>> model.expect_kind("tagger.v1")
        Traceback (most recent call last):
        majuscule.errors.ModelError: my.model: is of kind hmm.v1, but tagger.v1 is needed
        """
        if self.header.kind not in kinds:
            raise ModelError(
                f"{self.path}: is of kind {self.header.kind}, but {' or '.join(kinds)} is "
                f"needed{taken_by(self.header.kind)}"
            )
        return self

    def array(
        self, name: str, dtype: str, dimensions: int = 1, *, older: str | None = None
    ) -> Array:
        """Return the array called ``name`` after checking its type and number of dimensions.

        Kernels do not check their arguments, so arrays for them must be fetched here.
        ``older``: another type that the array may have.
        """
        found = self.arrays.get(name)
        if found is None:
            raise self.faulty(f"has no array {name!r}")
        types = np.dtype(dtype), np.dtype(older or dtype)
        if found.dtype not in types or found.ndim != dimensions:
            raise self.faulty(
                f"array {name!r} is {found.ndim}-dimensional {found.dtype}, but "
                f"{dimensions}-dimensional {np.dtype(dtype)} is needed"
            )
        return found

    def faulty(self, why: str) -> ModelError:
        """Return the error for a file whose content is not what its kind needs."""
        return ModelError(f"{self.path}: {why}; get a fresh copy")


def read_model(path: str | PathLike[str], *, verify: bool = True) -> ModelFile:
    """Map the model at ``path`` into memory.

    Magic, version, header and sizes are always checked.  ``verify`` also checks the CRC-32 of each
    array and so finds damage anywhere in the file; without it, a file of any size opens in under a
    millisecond.  :meth:`ModelFile.verify` checks the SHA-256.

    Raises :class:`ModelError`, in one sentence, for a file that is missing, unreadable, foreign,
    truncated, damaged or newer than this library.
    """
    [name] = several([path])
    file = Path(name)
    data = memoryview(_mapped(file))
    layout = parse(data, str(file))
    if verify:
        for entry in layout.entries:
            begin = layout.start + entry.offset
            if zlib.crc32(data[begin : begin + entry.nbytes]) != entry.crc32:
                raise _damaged(file, entry.name)
    arrays = {entry.name: _view(data, layout, entry) for entry in layout.entries}
    return ModelFile(file, layout.version, layout.header, MappingProxyType(arrays), layout.entries)


def reference_of(file: ModelFile) -> str:
    """Return how another process finds the model: by its name, or by its path."""
    return name_of(file.path)


@lru_cache(maxsize=16)  # a pool sends the model with each task
def load_again(
    load: Callable[[ModelFile], Any], source: str, digest: str, *fields: tuple[str, Any]
) -> Any:
    """Return what ``load`` makes of the model of :func:`reference_of`, with these fields; raise if
    its digest is another."""
    file = read_model(model_path(source))
    if file.digest != digest:
        raise ModelError(
            f"{source}: this is not the model that was loaded before (digest {file.digest[:12]} "
            f"here, {digest[:12]} there); use the same file"
        )
    loaded = load(file)
    return replace(loaded, **dict(fields)) if fields else loaded


def not_stored(what: str) -> TypeError:
    """Return the error for what cannot be sent to another process, as no file holds its model."""
    return TypeError(
        f"this {what} was not loaded from a file, so other processes cannot load it; write its "
        "model to a file, and load that"
    )


def _mapped(path: Path) -> mmap.mmap:
    try:
        status = path.stat()
        # Checked before opening: opening a pipe would wait for a writer.
        if not stat.S_ISREG(status.st_mode):
            raise ModelError(f"{path}: is a folder, device or pipe; name a model file")
        if not status.st_size:
            raise ModelError(f"{path}: empty, not a majuscule model file")
        with path.open("rb") as handle:
            return mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError as error:
        raise ModelError(f"{path}: no such model file") from error
    except (OSError, ValueError) as error:  # a NUL in the name, or a file emptied in between
        raise ModelError(f"{path}: cannot be read: {reason_of(error)}") from error


def _view(data: memoryview, layout: Layout, entry: ArrayEntry) -> Array:
    begin = layout.start + entry.offset
    content = np.frombuffer(data[begin : begin + entry.nbytes], dtype=np.uint8)
    return content.view(entry.dtype).reshape(entry.shape)


def _damaged(path: Path, array: str) -> ModelError:
    return ModelError(
        f"{path}: damaged model file: array {array!r} does not match its checksum; get a fresh copy"
    )


def list_models() -> dict[str, ModelHeader]:
    """Return the headers of the available models, by name.

    >>> list_models()["en"].language
    'en'
    """
    return {name: read_model(model_path(name), verify=False).header for name in known_models()}
