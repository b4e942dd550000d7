"""What both components share: loading when first used, working in batches, being saved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from majuscule.spacy.stored import StoredModel

if TYPE_CHECKING:
    from spacy.tokens import Doc

FILE = "majuscule.model"


class Component(ABC):
    """A pipeline component around a model; subclasses say what it does with some documents."""

    def __init__(self, name: str, model: str) -> None:
        self.name = name
        self.model = StoredModel(model)
        self._loaded: Any = None

    @abstractmethod
    def work(self, docs: list[Doc]) -> list[Doc]:
        """Return the documents after the component, as many."""

    @abstractmethod
    def load(self) -> Any:
        """Return what does the work, made from the model file."""

    @property
    def loaded(self) -> Any:
        """Return what does the work, loaded when it is first used in a process."""
        if self._loaded is None:
            self._loaded = self.load()
        return self._loaded

    def __call__(self, doc: Doc) -> Doc:
        """Return the document after the component."""
        return self.work([doc])[0]

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Yield the documents of a stream, worked on ``batch_size`` at a time."""
        docs = iter(stream)
        while batch := list(islice(docs, batch_size)):
            yield from self.work(batch)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the model into the pipeline's folder."""
        self.model.write(Path(path) / FILE)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Component:
        """Use the model in the pipeline's folder."""
        self.model.find(Path(path) / FILE)
        self._loaded = None
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model's bytes."""
        return self.model.content()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Component:
        """Use a model of these bytes."""
        self.model.take(data)
        self._loaded = None
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs; it maps the model itself."""
        return {**self.__dict__, "_loaded": None}
