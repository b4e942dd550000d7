"""Any program as an engine, over JSON lines.

The program reads a line ``{"text": ...}`` for each text and writes for each, in the same order, a
line ``{"entities": [{"start": 0, "end": 5, "label": "PER"}, ...]}``; offsets count code points.
Instead, or besides, it may write for parsing ``"links": [{"predicate": [3, 6], "role": "subject",
"argument": [0, 2]}, ...]``, and for relations ``"dependencies": [{"start": 0, "end": 2, "head": 1,
"relation": "nsubj"}, ...]``: one per token, heads numbered from 0, a root being its own head.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from majuscule.degrade.interface import (
    DEPENDENCIES,
    ENTITIES,
    LABELS,
    LINKS,
    Annotation,
    Dependency,
    Link,
)
from majuscule.errors import UsageError, reason_of
from majuscule.reading.annotations.mentions import Mention
from majuscule.trials.cells import digest_files


class Command:
    """A program that reads and writes JSON lines."""

    gives = frozenset({ENTITIES, LINKS, DEPENDENCIES})

    def __init__(self, command: str) -> None:
        self.name = f"command:{command}"
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"{self.name} cannot be parsed as a shell command: {error}") from error
        # Path.is_file fails on long arguments, such as the code after python -c.
        files = [Path(one) for one in self._arguments if os.path.isfile(one)]  # noqa: PTH113
        self.digest = f"{hashlib.sha256(command.encode()).hexdigest()} {digest_files(files)}"

    def annotate(self, texts: Sequence[str]) -> list[Annotation]:
        requests = "".join(json.dumps({"text": text}) + "\n" for text in texts)
        try:
            done = subprocess.run(self._arguments, input=requests.encode(), capture_output=True)
        except OSError as error:
            raise UsageError(f"{self.name} cannot be started: {reason_of(error)}") from error
        if done.returncode:
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise UsageError(
                f"{self.name} ended with status {done.returncode}: {' '.join(last) or 'no message'}"
            )
        # Not splitlines: JSON may contain other line ends, such as U+2028.
        lines = done.stdout.decode("utf-8", errors="replace").removesuffix("\n").split("\n")
        lines = lines if done.stdout else []
        if len(lines) != len(texts):
            raise UsageError(
                f"{self.name} wrote {len(lines)} lines for {len(texts)} texts; it must write one "
                "for each"
            )
        return [self._read(number, line) for number, line in enumerate(lines, 1)]

    def _read(self, number: int, line: str) -> Annotation:
        try:
            answer: dict[str, list[dict[str, Any]]] = json.loads(line)
            if not isinstance(answer, dict) or not answer.keys() & self.gives:
                raise ValueError(f"none of {', '.join(sorted(self.gives))} in it")
            mentions = (
                Mention(int(m["start"]), int(m["end"]), LABELS.get(label := str(m["label"]), label))
                for m in answer.get("entities", [])
            )
            links = (
                Link(_span(one["predicate"]), str(one["role"]), _span(one["argument"]))
                for one in answer.get("links", [])
            )
            tokens = (
                Dependency(int(t["start"]), int(t["end"]), int(t["head"]), str(t["relation"]))
                for t in answer.get("dependencies", [])
            )
            return Annotation(tuple(mentions), tuple(links), tuple(tokens))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(
                f"{self.name}, line {number} of its output is not "
                f'{{"entities": [{{"start", "end", "label"}}]}}: {error}'
            ) from error


def _span(pair: list[int]) -> tuple[int, int]:
    start, end = pair
    return int(start), int(end)
