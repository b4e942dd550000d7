"""Signatures: everything needed to reproduce a score, printed beside it.

The short form is one line as in sacrebleu, ``key:value`` joined by ``|``; the JSON form has full
names and full digests.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from majuscule.version import __version__

DIGEST_SHOWN = 12

_SHORT = {
    "tokenizer": "tok",
    "condition": "cond",
    "segments": "n",
    "resamples": "bs",
    "version": "v",
}


@dataclass(frozen=True)
class Signature:
    """What was scored, and how; empty fields are left out of both forms.

    >>> print(Signature(metric="case", condition="lower", data="f" * 64, version="1.0"))
    metric:case|tok:spaces|cond:lower|data:ffffffffffff|v:1.0
    """

    metric: str
    tokenizer: str = "spaces"
    """How the text was split into the units that are scored."""
    condition: str = ""
    """The case of the input: ``lower``, ``upper``, ``original``, ..."""
    model: str = ""
    """Name or SHA-256 of the model that was scored."""
    data: str = ""
    """SHA-256 of the gold text, see :func:`digest_texts`."""
    segments: int = 0
    """The number of segments."""
    unit: str = ""
    """What a segment is: ``segment`` (line or paragraph) or ``document``."""
    resamples: int = 0
    seed: int | None = None
    version: str = __version__

    def __str__(self) -> str:
        """Return the short form, with truncated digests."""
        shown = []
        for name, value in self.as_dict().items():
            if name in ("model", "data") and re.fullmatch("[0-9a-f]{64}", value):
                value = value[:DIGEST_SHOWN]
            shown.append(f"{_SHORT.get(name, name)}:{value}")
        return "|".join(shown)

    def as_dict(self) -> dict[str, Any]:
        """Return full names and values, ready for JSON."""
        # 0 is a valid seed; 0 segments or resamples mean that there are none to report.
        return {
            name: value
            for name, value in asdict(self).items()
            if value is not None and (name == "seed" or value not in ("", 0))
        }


def digest_texts(texts: Iterable[str]) -> str:
    """Return the SHA-256 of texts, each terminated by a byte that UTF-8 cannot contain.

    >>> digest_texts(["ab", "c"]) == digest_texts(["a", "bc"])
    False
    """
    state = hashlib.sha256()
    for text in texts:
        state.update(text.encode("utf-8", "surrogatepass"))
        state.update(b"\xff")
    return state.hexdigest()
