"""What ``majuscule restore`` does with its files: one after the other into one output, or each into
a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from majuscule.cli.output import open_output
from majuscule.errors import UsageError
from majuscule.reading import FORMATS
from majuscule.reading.compression import STDIN, shown_name
from majuscule.restore.streams import Options, restore_stream
from majuscule.restore.truecaser import Truecaser


@dataclass(frozen=True)
class Source:
    """A file to restore, or standard input (``-``), and the name of its format."""

    name: str
    format: str

    @property
    def shown(self) -> str:
        """Return how messages call it."""
        return shown_name(self.name)


def restore_sources(
    truecaser: Truecaser,
    sources: Sequence[Source],
    output: str | None,
    options: Options,
    *,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Restore each source in turn, into one output or, where that is a folder, each into its own.

    ``tell`` gets what the user should know; ``progress`` how many more bytes were read.
    """

    def restore(source: Source, write: Callable[[bytes], None]) -> None:
        restore_stream(
            truecaser,
            source.name,
            write,
            options,
            format=source.format,
            tell=tell,
            progress=progress,
        )

    if output is not None and is_folder(output):
        for source, target in zip(sources, _targets(sources, output), strict=True):
            with open_output(target) as write:
                restore(source, write)
        return
    if len(sources) > 1 and not options.analysis:
        _check_joined(sources)
    with open_output(output) as write:
        for source in sources:
            restore(source, write)


def is_folder(output: str) -> bool:
    """Tell whether an output is a folder: one that is there, or a name that ends with a slash."""
    return output.endswith(("/", os.sep)) or Path(output).is_dir()


def _targets(sources: Sequence[Source], output: str) -> list[str]:
    """Return the file in the folder that each source goes to; two of one name are refused."""
    folder = Path(output)
    names: dict[str, str] = {}
    for source in sources:
        if source.name == STDIN:
            raise UsageError(f"{output} is a folder: standard input has no name to go there by")
        own = Path(source.name).name
        if own in names:
            raise UsageError(
                f"{names[own]} and {source.name} would both become {folder / own}; restore them "
                "into folders of their own"
            )
        names[own] = source.name
    folder.mkdir(parents=True, exist_ok=True)
    return [str(folder / own) for own in names]


def _check_joined(sources: Sequence[Source]) -> None:
    for source in sources:
        if not FORMATS[source.format].joins:
            raise UsageError(
                f"{source.shown}: files of {FORMATS[source.format].what} cannot be joined into one;"
                " give a folder, as in -o FOLDER/"
            )
