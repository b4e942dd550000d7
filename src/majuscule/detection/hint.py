"""A hint that the first texts of a file seem to be in another language than a model's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from majuscule.detection.languages import other_language

ENOUGH = 2000
"""Characters to sample: some hundred short words."""


@dataclass
class LanguageHint:
    """Samples the first texts of a file; passes its name and their language to ``tell`` if that is
    another than ``own``.

    ``scripts``: as in :func:`~majuscule.detection.languages.other_language`.
    """

    own: str
    tell: Callable[[str, str], None]
    scripts: bool = False
    name: str = ""
    _sample: list[str] = field(default_factory=list)
    _size: int = 0
    _lock: Lock = field(default_factory=Lock)

    def begin(self, name: str) -> None:
        """End the sample, and begin that of the file ``name``."""
        self.end()
        self.name, self._size = name, 0

    def add(self, text: str) -> None:
        """Add a text; thread-safe."""
        if self._size >= ENOUGH:
            return
        with self._lock:
            self._sample.append(text[:ENOUGH])
            self._size += len(text)
            if self._size < ENOUGH:
                return
        self.end()

    def end(self) -> None:
        """Detect the language of the sample, unless that was done."""
        with self._lock:
            text, self._sample, self._size = "\n".join(self._sample), [], ENOUGH
        if language := other_language(text, self.own, scripts=self.scripts):
            self.tell(self.name, language)
