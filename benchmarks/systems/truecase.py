"""The package ``truecase`` (Lita et al.'s trigram model), as shipped or trained on other text.

``tokens`` calls ``get_true_case_from_tokens``, which needs no data of nltk; ``text`` calls its
string interface ``get_true_case``, which needs nltk's ``punkt_tab``.
"""

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any


class Truecase:
    """A loaded ``TrueCaser``."""

    def __init__(self, model: str | None = None) -> None:
        import truecase

        path = Path(model) if model else Path(truecase.__file__).parent / "data" / "english.dist"
        self._caser = truecase.TrueCaser(str(path))
        self.model_bytes = path.stat().st_size
        self.versions = {name: version(name) for name in ("truecase", "nltk")}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        if how == "text":
            return [self._caser.get_true_case(line) for line in lines]
        from_tokens = self._caser.get_true_case_from_tokens
        return [" ".join(from_tokens(line.split(" "))) for line in lines]

    @staticmethod
    def train(lines: str, model: str) -> dict[str, Any]:
        from truecase.Trainer import Trainer

        trainer = Trainer()
        trainer.train([line.split() for line in Path(lines).read_text("utf-8").splitlines()])
        trainer.save_to_file(model)
        return {}
