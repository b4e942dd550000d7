"""Models on executors: each file is sent once to each executor and mapped there by its workers.

Spark copies a file of ``SparkContext.addFile`` to an executor when its first task needs it, also to
one that replaces a lost one.  All Python workers of an executor map the same copy, so a model takes
its memory once.  The copy's name holds the model's digest, and what is mapped is compared with it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from majuscule.errors import ModelError
from majuscule.models import ModelFile, model_path, read_model

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class Shipped:
    """A model file on its way to the executors: its name there and the digest that it must have."""

    file: str
    digest: str

    def read(self) -> ModelFile:
        """Return the model in a task; raise :class:`ModelError` where it is not the one sent."""
        from pyspark import SparkFiles

        return _read(SparkFiles.get(self.file), self.digest)


def ship(session: SparkSession, name: str | os.PathLike[str]) -> Shipped:
    """Send a model to all executors, by a shipped model's name or a file's path.

    Raises :class:`ModelError` for one that cannot be read here.
    """
    model = read_model(model_path(name))
    file = f"majuscule-{model.digest[:24]}.model"
    copy = _outbox() / file
    if not copy.exists():
        shutil.copyfile(model.path, copy)
    context = session.sparkContext
    if not any(sent.endswith("/" + file) for sent in context.listFiles):
        context.addFile(str(copy))
    return Shipped(file, model.digest)


@cache
def _outbox() -> Path:
    """Return a folder that lasts as long as executors may ask for what is in it."""
    folder = tempfile.mkdtemp(prefix="majuscule-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def _read(path: str, digest: str) -> ModelFile:
    model = read_model(path)
    if model.digest != digest:
        raise ModelError(f"{path}: is not the model that was sent to this executor; restart it")
    return model
