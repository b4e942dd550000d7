"""Loading a truecaser by name, by path, or as the one for all languages."""

from __future__ import annotations

import os

from majuscule.restore.truecaser import Truecaser, load


def load_any(name: str | os.PathLike[str]) -> Truecaser:
    """Return what :func:`majuscule.load` does or, for *auto*, :func:`majuscule.load_languages`."""
    if name != "auto":
        return load(name)
    from majuscule.restore.languages.restorer import load_languages  # slow: reads all languages

    return load_languages()
