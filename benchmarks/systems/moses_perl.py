"""Moses's perl scripts, where a checkout of mosesdecoder is given.

Each call runs ``truecase.perl | detruecase.perl`` over all lines, so its time holds one start of
perl and one reading of the model; both are small beside the work.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_FOLDER = Path("scripts") / "recaser"


class MosesPerl:
    """``truecase.perl`` and ``detruecase.perl`` of the checkout ``moses`` over a model file."""

    def __init__(self, model: str, moses: str) -> None:
        scripts = Path(moses) / _FOLDER
        self._truecase = ["perl", str(scripts / "truecase.perl"), "--model", model]
        self._detruecase = ["perl", str(scripts / "detruecase.perl")]
        self.model_bytes = Path(model).stat().st_size
        self.versions = {"perl": _run(["perl", "-e", "print $^V"], "")}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        """Return the lines with their case restored, words split at spaces in both manners."""
        text = "".join(line + "\n" for line in lines)
        return _run(self._detruecase, _run(self._truecase, text)).split("\n")[:-1]

    @staticmethod
    def train(lines: str, model: str, moses: str) -> dict[str, Any]:
        """Train on tokenised lines with ``train-truecaser.perl``'s defaults."""
        script = Path(moses) / _FOLDER / "train-truecaser.perl"
        _run(["perl", str(script), "--model", model, "--corpus", lines], "")
        return {}


def _run(command: list[str], text: str) -> str:
    done = subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8")
    return done.stdout
