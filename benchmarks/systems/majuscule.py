"""This project, by its public calls: ``majuscule.load(...).restore(text, case=...)``.

Lines are independent texts, restored one at a time, as the peers restore them: no document memory
runs from one to the next.  Words between spaces and raw text go through the same call.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any


class Majuscule:
    """A loaded restorer; ``case`` is what is made of the case of the input."""

    def __init__(self, model: str = "en", case: str = "ignore") -> None:
        import majuscule
        from majuscule.models import model_path

        self._restorer = majuscule.load(model)
        self._case = case
        self.model_bytes = model_path(model).stat().st_size
        self.versions = {"majuscule": majuscule.__version__}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        """Return the lines with their case restored."""
        restore, case = self._restorer.restore, self._case
        return [restore(line, case=case) for line in lines]

    def restore_many(self, texts: Sequence[str], threads: int) -> list[str]:
        """Return all texts restored by several threads."""
        return list(self._restorer.restore_many(texts, case=self._case, threads=threads))

    @staticmethod
    def train(lines: str, model: str) -> dict[str, Any]:
        """Train by the command line with its defaults, on a file of one text a line."""
        command = [sys.executable, "-m", "majuscule", "train", lines, "--output", model]
        subprocess.run(command, check=True, stdout=sys.stderr)
        return {}
