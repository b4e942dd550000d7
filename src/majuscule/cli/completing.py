"""What Tab completes the name of a model to: those that are installed, or else a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_PATTERNS = "entities-{}", "{}-speech", "{}-accents", "{}"
"""The names of models by what they do; the last fits the rest."""

Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def models_named(pattern: str) -> Complete:
    """Return what completes the names of models with this pattern, such as ``{}-speech``."""

    def complete(
        _context: click.Context, _option: click.Parameter, begun: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        from majuscule.models.names import known_models

        fitting = [
            one for one in known_models() if one.startswith(begun) and _pattern(one) == pattern
        ]
        return [CompletionItem(one) for one in fitting] or [CompletionItem(begun, type="file")]

    return complete


def _pattern(name: str) -> str:
    """Return the pattern of a model's name.

    >>> _pattern("en-speech"), _pattern("en-cascade")
    ('{}-speech', '{}')
    """
    ends = (one.split("{}") for one in _PATTERNS)
    return next("{}".join((a, b)) for a, b in ends if name.startswith(a) and name.endswith(b))
