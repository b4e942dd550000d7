"""Resolving what a user names (files, folders, patterns) to files."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from majuscule.errors import CorpusError, reason_of
from majuscule.files import Names, several
from majuscule.reading.compression import STDIN, uncompressed_name
from majuscule.reading.prose import refusal_by_name
from majuscule.reading.table import FORMATS

SUFFIXES = tuple(end for one in FORMATS.values() if one.documents for end in one.suffixes)
"""Suffixes of the files that a folder stands for: those of the formats of corpora."""
_REWRITTEN = frozenset(end for one in FORMATS.values() if one.reader for end in one.suffixes)


def find_files(names: Names) -> list[str]:
    """Return the files that ``names`` mean, in that order, each once.

    An existing file means itself, and ``-`` standard input.  A folder means the files in and below
    it whose suffix is that of a corpus format, except hidden ones; a pattern (``*``, ``?``,
    ``[...]``, ``**``) the files that match.  Both are sorted by name, so the order is the same on
    every machine.

    Raises :class:`CorpusError` for a name that means no file.
    """
    found: dict[str, None] = {}
    for name in several(names):
        found.update(dict.fromkeys(_resolve(name)))
    return list(found)


def find_rewritten(
    names: Iterable[str],
    format: str | None,
    skip: Callable[[str], None],
    fail: Callable[[str], None],
) -> Iterator[tuple[str, bool]]:
    """Yield the files that ``names`` mean for rewriting, and whether each was named itself.

    A folder means the files in and below it whose suffix is that of a format that can be rewritten,
    or, if ``format`` is given, all files, except hidden files, hidden folders and links; ``skip``
    is called with the reason for each exception, ``fail`` with a sentence on each folder that
    cannot be read.  A file that is named itself is never skipped.
    """
    seen = set()
    for name in several(names):
        if name == STDIN or not Path(name).is_dir():
            yield name, True
            continue
        for path in _walk(Path(name), skip, fail):
            bare = uncompressed_name(path)
            known = bare.suffix.lower() in _REWRITTEN and not refusal_by_name(bare)
            if not known and not format:
                skip("of no known format")
            elif path.resolve() not in seen:
                seen.add(path.resolve())
                yield str(path), False


def _walk(folder: Path, skip: Callable[[str], None], fail: Callable[[str], None]) -> Iterator[Path]:
    """Yield the files in and below a folder, sorted by name, without hidden ones and links."""
    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        fail(f"{folder}: the folder cannot be read: {reason_of(error)}")
        return
    for path in inside:
        if path.name.startswith("."):
            skip("hidden")
        elif path.is_symlink():
            skip("linked")
        elif path.is_dir():
            yield from _walk(path, skip, fail)
        elif path.is_file():
            yield path


def _resolve(name: str) -> list[str]:
    if name == STDIN:
        return [name]
    path = Path(name)
    if path.is_dir():
        inside = sorted(
            str(one)
            for one in path.rglob("*")
            if one.is_file()
            and uncompressed_name(one).suffix.lower() in SUFFIXES
            and not any(part.startswith(".") for part in one.relative_to(path).parts)
        )
        if not inside:
            raise CorpusError(
                f"the folder has no corpus file; known suffixes: {', '.join(SUFFIXES)}, each "
                "also compressed; name files of other formats by a pattern",
                name,
            )
        return inside
    if path.exists():
        return [name]
    if glob.has_magic(name):
        # Path.glob takes no absolute pattern.
        matches = glob.glob(name, recursive=True)  # noqa: PTH207
        matched = sorted(one for one in matches if Path(one).is_file())
        if not matched:
            raise CorpusError("no file matches this pattern", name)
        return matched
    raise CorpusError("no such file", name)
