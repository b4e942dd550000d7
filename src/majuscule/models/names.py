"""From a model's name, or a path, to its file.

Shipped models are the ``*.model`` files in the folder ``data`` beside this module; such a model's
name is its file's name without the suffix.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path

from majuscule.errors import ModelError

DATA = Path(__file__).parent / "data"
SUFFIX = ".model"


def known_models() -> tuple[str, ...]:
    """Return the names of the shipped models, sorted."""
    return tuple(sorted(file.name.removesuffix(SUFFIX) for file in DATA.glob("*" + SUFFIX)))


def model_path(name: str | os.PathLike[str]) -> Path:
    """Return the file of the model called ``name``.

    What holds a path separator or ends in ``.model`` is a path and is returned as it is, there or
    not.  Otherwise the shipped models come first, so that no file in the working folder can stand
    in for them, then an existing file of that name.

    >>> model_path("models/mine.model").name
    'mine.model'
    """
    text = os.fspath(name)
    if isinstance(name, Path) or text.endswith(SUFFIX) or _has_separator(text):
        return Path(text)
    if text in known_models():
        return DATA / (text + SUFFIX)
    if text and Path(text).is_file():
        return Path(text)
    known = ", ".join(known_models()) or "none are installed"
    near = "".join(f"; did you mean {one}?" for one in get_close_matches(text, known_models(), 1))
    raise ModelError(
        f"no model is called {text!r}{near or ';'} known models: {known}; or give the path of a "
        "model file"
    )


def _has_separator(text: str) -> bool:
    return os.sep in text or bool(os.altsep and os.altsep in text)
