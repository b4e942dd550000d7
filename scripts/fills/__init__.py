"""Generated blocks of the docs: a function for each block, which returns Markdown."""

from collections.abc import Callable

from scripts.fills import commands, degrade, papers, python, quality, scale

FILLS: dict[str, Callable[[], str]] = {
    "commands": commands.reference,
    "python": python.reference,
    **quality.FILLS,
    **degrade.FILLS,
    **scale.FILLS,
    **papers.FILLS,
}
"""Name in the marker of a block -> its function."""
