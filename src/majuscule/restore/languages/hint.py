"""What a hint that a file is in another language than the model's says."""

from __future__ import annotations

from majuscule.detection.languages import LANGUAGE_NAMES
from majuscule.models.names import catalogue, known_models


def shown_hint(name: str, language: str) -> str:
    """Return the hint that the file ``name`` is in ``language``.

    >>> shown_hint("mail.txt", "en")
    'mail.txt: this looks like English; restore it with -m en'
    """
    looks = f"{name}: this looks like {LANGUAGE_NAMES[language]}"
    if language in known_models():
        return f"{looks}; restore it with -m {language}"
    how = catalogue()[language].how()
    return f"{looks}; to restore it, install its model ({how}) and use -m {language}"
