"""The package's errors: what happened, where, and what to do.

Every error that a user can cause is a :class:`MajusculeError`, so the command line can print it as
one sentence and a program can catch it in one clause.
"""

from __future__ import annotations

from pathlib import Path


class MajusculeError(Exception):
    """Base of all errors that majuscule raises on purpose."""


class UsageError(MajusculeError):
    """A wrong option or argument: an unknown name, a value out of range."""


class CorpusError(MajusculeError):
    """Text that cannot be read in its format.

    ``where`` names the place in a form that editors understand: ``path:line`` or ``path, byte n``.
    """

    def __init__(self, message: str, where: str | Path | None = None) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


class UnclearError(CorpusError):
    """A file that has no prose, or does not say where; skipped if found in a folder."""


class ModelError(MajusculeError):
    """A model file that is missing, damaged, foreign, too new, or of another kind."""


class TrainingError(MajusculeError):
    """A corpus from which nothing can be learnt, or a training state that does not fit."""


def reason_of(error: Exception) -> str:
    """Return an error's message, for a system error the system's, to end a sentence with."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:].rstrip(".")
