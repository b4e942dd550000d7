"""Loading a truecaser by name, by path, or as the one for all languages."""

from __future__ import annotations

import os
from collections.abc import Collection

from majuscule.detection.languages import without_region
from majuscule.models import ModelHeader, catalogue, known_models
from majuscule.restore.truecaser import Truecaser, load


def load_any(name: str | os.PathLike[str], caseless: Collection[str] = ()) -> Truecaser:
    """Return what :func:`majuscule.load` does or, for *auto*, :func:`majuscule.load_languages`.

    ``caseless``: languages whose case is left alone if no model for them is known.
    """
    language = without_region(str(name))
    alone = language in caseless and language not in {*known_models(), *catalogue()}
    if name != "auto" and not alone:
        return load(name)
    from majuscule.restore.languages.restorer import ByLanguage, load_languages  # slow

    header = ModelHeader("languages", language=language)
    return Truecaser(ByLanguage.of({}), header) if alone else load_languages()
