"""An engine in a process of its own: one that crashes or hangs costs a cell, not the run."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from majuscule.degrade.interface import Annotation
from majuscule.errors import MajusculeError, UsageError


class Worker:
    """A process that holds an engine; started when it is first asked."""

    def __init__(self, name: str, limit: float) -> None:
        self.name = name
        self._limit = limit
        self._process: Any = None
        self._connection: Connection | None = None
        self.digest = ""
        self.gives: frozenset[str] = frozenset()
        self.spent = 0.0
        """Seconds of a processor that the engine has taken since it was started."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def open(self) -> None:
        """Start the engine, or say why it does not start."""
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(self.name, theirs), daemon=True)
            self._process.start()
            theirs.close()
            self.digest, self.gives = self._answer()

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        """Return what the engine finds.

        Raises :class:`~majuscule.errors.UsageError` where it fails, dies, takes too long, or
        answers with spans outside a text or heads that are no tokens.
        """
        self.open()
        assert self._connection is not None
        self._connection.send(list(texts))
        found: list[Annotation] = self._answer()
        if len(found) != len(texts):
            raise UsageError(f"{self.name} answered for {len(found)} texts of {len(texts)}")
        for number, (text, one) in enumerate(zip(texts, found, strict=True), 1):
            for start, end in one.spans():
                if not 0 <= start < end <= len(text):
                    raise UsageError(
                        f"{self.name} gave a span {start}-{end} outside text {number}, which has "
                        f"{len(text)} characters"
                    )
            tokens = len(one.dependencies)
            for token in one.dependencies:
                if not 0 <= token.head < tokens:
                    raise UsageError(
                        f"{self.name} gave a head {token.head} in text {number}, which has "
                        f"{tokens} tokens, counted from 0"
                    )
        return found

    def _answer(self) -> Any:
        assert self._connection is not None
        if not self._connection.poll(self._limit):
            self.stop()
            raise UsageError(f"{self.name} gave no answer in {self._limit:g} s and was stopped")
        try:
            right, answer, self.spent = self._connection.recv()
        except (EOFError, OSError) as error:
            self._process.join(5)
            status = self._process.exitcode
            self.stop()
            raise UsageError(f"{self.name} died with status {status}") from error
        if not right:
            raise UsageError(answer)
        return answer

    def stop(self) -> None:
        """End the process."""
        if self._process is not None and self._process.is_alive():
            self._process.terminate()
            self._process.join(5)
            if self._process.is_alive():
                self._process.kill()
        self._process = self._connection = None
        self.spent = 0.0


def _serve(name: str, connection: Connection) -> None:
    """Open an engine and answer until the other end is closed."""
    from majuscule.degrade.engines import open_engine

    try:
        engine = open_engine(name)
    except MajusculeError as error:
        connection.send((False, str(error), processor_seconds()))
        return
    connection.send((True, (engine.digest, engine.gives), processor_seconds()))
    while True:
        try:
            texts = connection.recv()
        except (EOFError, OSError):
            return
        try:
            found = list(engine.annotate(texts))
            connection.send((True, found, processor_seconds()))
        except Exception as error:  # an engine is foreign code: whatever it raises is its answer
            connection.send(
                (False, f"{name} failed: {error or type(error).__name__}", processor_seconds())
            )


def processor_seconds() -> float:
    """Return the seconds of a processor that this process and its ended programs have taken."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
