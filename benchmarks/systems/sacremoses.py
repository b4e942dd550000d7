"""The package ``sacremoses``: the Moses truecaser in Python, truecase then detruecase.

It ships no model.  ``tokens`` takes lines whose words are separated by spaces; ``text`` adds its
tokenizer before and its detokenizer after, as Moses prescribes for raw text.
"""

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any


class Sacremoses:
    """Truecaser and detruecaser over a model file."""

    def __init__(self, model: str) -> None:
        from sacremoses import (
            MosesDetokenizer,
            MosesDetruecaser,
            MosesTokenizer,
            MosesTruecaser,
        )

        self._truecaser = MosesTruecaser(model)
        self._detruecaser = MosesDetruecaser()
        self._tokenizer = MosesTokenizer(lang="en")
        self._detokenizer = MosesDetokenizer(lang="en")
        self.model_bytes = Path(model).stat().st_size
        self.versions = {"sacremoses": version("sacremoses")}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        return [self._text(line) if how == "text" else self._tokens(line) for line in lines]

    def _tokens(self, line: str) -> str:
        cased = self._truecaser.truecase(line, return_str=True)
        restored: str = self._detruecaser.detruecase(cased, return_str=True)
        return restored

    def _text(self, line: str) -> str:
        tokens = self._tokenizer.tokenize(line, return_str=True, escape=False)
        restored: str = self._detokenizer.detokenize(self._tokens(tokens).split(), unescape=False)
        return restored

    @staticmethod
    def train(lines: str, model: str) -> dict[str, Any]:
        from sacremoses import MosesTruecaser

        MosesTruecaser().train_from_file(lines, save_to=model)
        return {}
