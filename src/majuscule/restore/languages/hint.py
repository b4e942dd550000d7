"""A hint, once a run, that the text seems to be in another language than the model's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from majuscule.detection.languages import LANGUAGE_NAMES, main_language
from majuscule.models.names import catalogue, known_models

ENOUGH = 2000
"""Characters of changed text to sample: some hundred short words."""


@dataclass
class LanguageHint:
    """Samples the first texts that change, and reports to ``tell`` if their language differs.

    ``own``: the model's language; no hint is given if detection does not know it.
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
        """Add a text, before and after restoring; thread-safe."""
        if self._size >= ENOUGH or old == new:
            return
        with self._lock:
            self._sample.append(old[:ENOUGH])
            self._size += len(old)
            if self._size < ENOUGH:
                return
        self.end()

    def end(self) -> None:
        """Detect the language of the sample, unless that was done."""
        with self._lock:
            text, self._sample, self._size = "\n".join(self._sample), [], ENOUGH
        language = main_language(text) if text else ""
        if language and language != self.own.partition("-")[0]:
            self.tell(_hint(language))


def _hint(language: str) -> str:
    """Return the hint that a text is in ``language``.

    >>> _hint("en")
    'this looks like English; restore it with -m en'
    """
    looks = f"this looks like {LANGUAGE_NAMES[language]}"
    if language in known_models():
        return f"{looks}; restore it with -m {language}"
    how = catalogue()[language].how()
    return f"{looks}; to restore it, install its model ({how}) and use -m {language}"
