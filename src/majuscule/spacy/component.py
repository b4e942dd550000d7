"""The base class of the components: models are loaded on first use and saved with the pipeline;
documents are processed in batches.

A saved pipeline includes its models, so its output is the same on other machines and with later
releases.  Because a model is read only on first use, a saved pipeline also loads where the original
path of its model does not exist.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from majuscule.errors import ModelError
from majuscule.models import ModelFile, model_path, read_model

if TYPE_CHECKING:
    from spacy.tokens import Doc

FILE = "majuscule.model"


class _Folder:
    """A temporary folder that is deleted with its last reference."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="majuscule-spacy-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


class Component(ABC):
    """A pipeline component around ``model``, a shipped model's name or a file's path."""

    def __init__(self, name: str, model: str) -> None:
        self.name, self.model = name, model
        self._path: Path | None = None  # the model of a loaded pipeline
        self._folder: _Folder | None = None
        self._loaded: Any = None

    @abstractmethod
    def _work(self, docs: list[Doc]) -> list[Doc]:
        """Return the processed documents, one for each."""

    @abstractmethod
    def _load(self, file: ModelFile) -> Any:
        """Return the restorer, tagger or punctuator of a model file."""

    @property
    def loaded(self) -> Any:
        """Return the restorer, tagger or punctuator, loaded on first use in a process."""
        if self._loaded is None:
            self._loaded = self._load(self._read())
        return self._loaded

    def __call__(self, doc: Doc) -> Doc:
        return self._work([doc])[0]

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Yield the processed documents of a stream, ``batch_size`` at a time."""
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            yield from self._work(batch)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the model into the pipeline's folder."""
        target = Path(path) / FILE
        target.parent.mkdir(parents=True, exist_ok=True)
        source = self._read().path
        if not target.exists() or not source.samefile(target):
            shutil.copyfile(source, target)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Component:
        """Use the model in the pipeline's folder."""
        target = Path(path) / FILE
        if not target.is_file():
            raise ModelError(f"{target}: the pipeline lacks its model; save the pipeline again")
        self._path, self._folder, self._loaded = target, None, None
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model's bytes."""
        return self._read().path.read_bytes()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Component:
        """Use the model in these bytes, which are written to a temporary file."""
        self._folder, self._loaded = _Folder(), None
        self._path = self._folder.path / "taken.model"
        self._path.write_bytes(data)
        return self

    def _read(self) -> ModelFile:
        return read_model(self._path or model_path(self.model))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for another process, which maps the model itself; this process keeps and
        deletes the temporary file."""
        return {**self.__dict__, "_loaded": None, "_folder": None}
