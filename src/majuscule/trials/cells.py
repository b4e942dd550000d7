"""Finished parts of a comparison, kept in a folder: a comparison that is stopped goes on from them.

A cell is named by a digest of all that it depends on: a change of options, text or version makes
another cell.  Trainings and speed run in a process of their own, so that memory can be told apart.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from majuscule.errors import ModelError
from majuscule.files import atomic_write, atomic_write_text
from majuscule.learn.corpora import CorpusText
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.restore.kinds import trainer
from majuscule.restore.truecaser import truecaser_of
from majuscule.trials.texts import GoldText, restore_document
from majuscule.words.lexicon import read_lexicon

Result = TypeVar("Result")


@dataclass(frozen=True)
class Cells:
    """A folder of finished cells."""

    folder: Path

    def path(self, parts: Mapping[str, Any], suffix: str) -> Path:
        """Return the file of the cell that depends on ``parts``."""
        text = json.dumps(parts, sort_keys=True)
        return self.folder / (hashlib.sha256(text.encode()).hexdigest()[:20] + suffix)

    def numbers(
        self, parts: Mapping[str, Any], make: Callable[[], Mapping[str, float]]
    ) -> dict[str, float]:
        """Return named numbers, made where they are not there yet."""
        path = self.path(parts, ".json")
        if not path.exists():
            made = {**make(), "cell": dict(parts)}
            with atomic_write_text(path) as out:
                json.dump(made, out, indent=1)
        found = json.loads(path.read_text(encoding="utf-8"))
        return {name: value for name, value in found.items() if name != "cell"}

    def statistics(
        self, parts: Mapping[str, Any], make: Callable[[], npt.NDArray[np.int64]]
    ) -> npt.NDArray[np.int64]:
        """Return the statistics of a scored text, made where they are not there yet."""
        path = self.path(parts, ".npy")
        if not path.exists():
            made = make()
            with atomic_write(path) as out:
                np.save(out, made, allow_pickle=False)
        return np.asarray(np.load(path, allow_pickle=False), np.int64)


def in_own_process(work: Callable[..., Result], *arguments: Any) -> Result:
    """Return what a function returns in a fresh process."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def train_model(
    text: CorpusText,
    kind: str,
    options: Mapping[str, Any],
    path: Path,
    lexicon: Path | None = None,
) -> dict[str, float]:
    """Train a restorer and write its model; return processor seconds, peak memory, size in bytes.

    ``lexicon``: the file of a lexicon in place of the one that the restorer learns.
    """
    begun = time.process_time()
    restorer: Any = trainer(kind)(text, options)
    if lexicon is not None:
        restorer = restorer.with_lexicon(read_lexicon(lexicon))
    seconds = time.process_time() - begun
    header = ModelHeader(restorer.kind, path.stem, options=restorer.options())
    write_model(path, header, restorer.arrays())
    return {"seconds": seconds, "memory": peak_memory(), "size": path.stat().st_size}


def measure_speed(path: Path, gold: GoldText, rounds: int = 3) -> dict[str, float]:
    """Return words a second of processor time (the best of some rounds), loading time, peak memory.

    Processor time, for other work on the machine disturbs it little; all of it is one thread's.
    """
    begun = time.process_time()
    restorer = truecaser_of(read_model(path)).restorer
    documents = gold.by_document()
    restore_document(restorer, documents[0], "lower")
    loading = time.process_time() - begun
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        for document in documents:
            restore_document(restorer, document, "lower")
        best = min(best, time.process_time() - begun)
    return {"speed": gold.words / best, "loading": loading, "memory": peak_memory()}


def peak_memory() -> int:
    """Return the most memory that this process held, in bytes."""
    try:
        # What getrusage says of a fresh process is at least what its parent held.
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
        return int(lines[0].split()[1]) * 1024
    except (OSError, IndexError, ValueError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def digest_file(path: Path) -> str:
    """Return the SHA-256 of a file's bytes."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {(error.strerror or '').lower()}") from error
