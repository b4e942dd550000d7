"""A model that a component uses: found by name, and saved with the pipeline as a file of its own.

A saved pipeline holds its models, so it gives the same answers on another machine and after another
release.  A model is read when it is first used: a pipeline that was saved with a model of its own
loads where the path that the model once had means nothing.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from majuscule.errors import ModelError
from majuscule.models import ModelFile, model_path, read_model


class Folder:
    """A temporary folder that goes when nobody holds it any more."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="majuscule-spacy-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


@dataclass
class StoredModel:
    """The model of a component: ``name`` is a shipped model's name or a file's path."""

    name: str
    path: Path | None = None  # where it was loaded from with its pipeline
    _folder: Folder | None = field(default=None, repr=False)

    def read(self) -> ModelFile:
        """Return the model; raise :class:`ModelError` where there is none."""
        return read_model(self.path or model_path(self.name))

    def write(self, target: Path) -> None:
        """Copy the model into a pipeline's folder."""
        target.parent.mkdir(parents=True, exist_ok=True)
        source = self.read().path
        if not target.exists() or not source.samefile(target):
            shutil.copyfile(source, target)

    def find(self, target: Path) -> None:
        """Use the model in a pipeline's folder from now on."""
        if not target.is_file():
            raise ModelError(f"{target}: the pipeline lacks its model; save the pipeline again")
        self.path, self._folder = target, None

    def content(self) -> bytes:
        """Return the bytes of the model's file."""
        return self.read().path.read_bytes()

    def take(self, content: bytes) -> None:
        """Use a model of these bytes from now on; they are kept in a temporary file."""
        folder = Folder()
        path = folder.path / "taken.model"
        path.write_bytes(content)
        self.path, self._folder = path, folder

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs; the temporary file stays with this one."""
        return {"name": self.name, "path": self.path, "_folder": None}
