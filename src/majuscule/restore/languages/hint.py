"""A hint, once a run, that what was restored is in another language than the model's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from majuscule.detection.languages import LANGUAGE_NAMES, main_language
from majuscule.models.names import catalogue, known_models

ENOUGH = 2000
"""Characters of changed text that are looked at: some hundred short words."""


@dataclass
class LanguageHint:
    """Looks at the first texts that change, and tells if they are in another language.

    ``own``: the language of the model; of one that is not told apart nothing is said.
    """

    own: str
    tell: Callable[[str], None]
    _sample: list[str] = field(default_factory=list)
    _size: int = 0
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        if self.own.partition("-")[0] not in LANGUAGE_NAMES:
            self._size = ENOUGH

    def add(self, old: str, new: str) -> None:
        """Take a text as it was and as it is restored, from any thread."""
        if self._size >= ENOUGH or old == new:
            return
        with self._lock:
            self._sample.append(old[:ENOUGH])
            self._size += len(old)
            if self._size < ENOUGH:
                return
        self.end()

    def end(self) -> None:
        """Look at what there is, unless that was done."""
        with self._lock:
            text, self._sample, self._size = "\n".join(self._sample), [], ENOUGH
        language = main_language(text) if text else ""
        if language and language != self.own.partition("-")[0]:
            self.tell(_hint(language))


def _hint(language: str) -> str:
    """Return which language a text is in, and what restores it.

    >>> _hint("en")
    'this looks like English; restore it with -m en'
    """
    looks = f"this looks like {LANGUAGE_NAMES[language]}"
    if language in known_models():
        return f"{looks}; restore it with -m {language}"
    how = catalogue()[language].how()
    return f"{looks}; to restore it, install its model ({how}) and use -m {language}"
