"""Restore files and streams of any format, in order, in bounded memory, by several threads.

The formats (:mod:`majuscule.reading.table`) say where text stands; here it is restored and
handed back to them.  The output does not depend on the threads.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from majuscule.errors import CorpusError, UnclearError, UsageError
from majuscule.files import OutputError, several
from majuscule.reading import FORMATS, Errors, format_of
from majuscule.reading.compression import STDIN, open_compressed, shown_name
from majuscule.reading.extracts import Extract, units_of
from majuscule.reading.inputs import How, Reading
from majuscule.reading.sources import Opened, work_through
from majuscule.restore.languages.hint import LanguageHint
from majuscule.restore.policy import Policy, checked_policy
from majuscule.restore.truecaser import Truecaser, load
from majuscule.text.batches import checked_jobs
from majuscule.text.editing.changes import Changes, Summary, UnifiedDiff
from majuscule.text.editing.edits import EditedText
from majuscule.text.protecting.protection import Patterns
from majuscule.words.glossaries.glossary import Glossary

if TYPE_CHECKING:
    from majuscule.restore.analysis import Analysis

Way = Literal["write", "diff", "list"]
"""What becomes of files that are rewritten: replaced, or only shown."""


_REFUSED = CorpusError, UsageError, OutputError  # by one of many files; the others are restored


@dataclass(frozen=True)
class Options:
    """How streams are restored."""

    policy: Policy = field(default_factory=Policy)
    reading: Reading = field(default_factory=Reading)
    jobs: int = 1  # threads; they change the speed, not the output
    analysis: bool = False  # JSON lines of tokens instead of the file
    marks: Callable[[Sequence[Extract]], list[EditedText]] | None = None  # puts marks in before
    hint: LanguageHint | None = None  # looks at the first texts that change


def restore_file(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    model: str | os.PathLike[str] | Truecaser = "en",
    *,
    format: str | None = None,
    fields: str | int | Sequence[str | int] = (),
    document: How | None = None,
    glossary: Glossary | Iterable[str] | str | os.PathLike[str] = (),
    protect: Patterns | Iterable[str] | str = (),
    header: bool = True,
    delimiter: str | None = None,
    errors: Errors = "strict",
    encoding: str = "",
    keep_broken: bool = False,
    jobs: int | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    **policy: Unpack[Policy],
) -> Changes:
    """Restore a file of any format; the new file differs only in the case of letters.

    ``format`` is one of :data:`majuscule.reading.REWRITTEN`; by default the source's name
    determines it.  ``fields``: fields of JSON, columns by name or number, elements of HTML or XML.
    ``encoding`` of both files: a name, ``auto`` to detect it, or nothing for UTF-8 and whatever a
    byte-order mark says.  A target named ``.gz``, ``.bz2``, ``.xz`` or ``.zst`` is compressed.  It
    appears only once it is complete, and may be the source itself.  ``tell`` gets a sentence about
    each oddity.  ``glossary`` and ``protect`` as in
    :meth:`~majuscule.restore.truecaser.Truecaser.with_rules`, the other options as in
    :meth:`~majuscule.restore.truecaser.Truecaser.restore`.  Returns how many words there are, and
    how many changed.

    Raises :class:`~majuscule.errors.CorpusError`, with file and line, for what cannot be read;
    ``keep_broken`` copies broken lines, rows and cues unchanged instead.

    >>> import majuscule
    >>> majuscule.restore_file("film.srt", "cased.srt")  # doctest: +SKIP
    """
    named = tuple(map(str, [fields] if isinstance(fields, str | int) else fields))
    reading = Reading(document, named, header, delimiter, errors, keep_broken, encoding)
    options = Options(checked_policy(policy), reading, checked_jobs(jobs))
    truecaser = model if isinstance(model, Truecaser) else load(model)
    truecaser = truecaser.with_rules(glossary=glossary, protect=protect)
    changes = Changes()
    with open_compressed(target) as write:
        restore_stream(truecaser, source, write, options, format=format, tell=tell, changes=changes)
    return changes


def restore_files(
    truecaser: Truecaser,
    files: Sequence[str],
    target: str | Callable[[bytes], Any],
    options: Options,
    *,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Restore files one after the other into one, or each into a folder under its own name.

    ``-`` is standard input.  ``target`` is a file, a folder (one that is there, or a name that ends
    with a slash), or a function that is handed the bytes.  Into a folder each file goes that can be
    restored, and ``tell`` is told why another cannot.  ``tell`` and ``progress`` as in
    :func:`restore_stream`.

    Raises :class:`~majuscule.errors.UsageError` for files that cannot be joined into one, and for
    two that would have one name in the folder.
    """
    truecaser.restore("", **options.policy)  # what the options lack is told before a file is made
    done = Summary()
    how: Any = {"format": format, "tell": tell, "progress": progress}

    def restore(file: str, write: Callable[[bytes], Any]) -> None:
        changes = Changes()
        restore_stream(truecaser, file, write, options, changes=changes, **how)
        done.add(changes)

    if isinstance(target, str) and is_folder(target):
        for file, path in _targets(files, Path(target)).items():
            try:
                with open_compressed(path) as write:
                    restore(file, write)
            except _REFUSED as error:
                tell(str(error))
                done.failed += 1
        return done
    if len(files) > 1 and not options.analysis:
        _check_joined(files, format)
    with open_compressed(target) if isinstance(target, str) else nullcontext(target) as write:
        for file in files:
            restore(file, write)
    return done


def is_folder(target: str | Callable[[bytes], Any]) -> bool:
    """Tell whether files go to a folder: one that is there, or a name that ends with a slash."""
    if not isinstance(target, str):
        return False
    return target.endswith(("/", os.sep)) or Path(*several(target)).is_dir()


def rewrite_files(
    truecaser: Truecaser,
    names: Sequence[str],
    options: Options,
    *,
    way: Way = "write",
    write: Callable[[bytes], Any] = lambda _content: None,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Restore files, and those in folders, where they stand; or show what that would change.

    ``way``: ``write`` replaces each file that changes when it is whole; ``diff`` hands ``write``
    the lines that would change, ``list`` a line for each such file.  A file that cannot be restored
    stays as it is, and ``tell`` is told why.  See :func:`restore_stream` for the rest.
    """
    from majuscule.reading.finding import find_rewritten

    truecaser.restore("", **options.policy)  # what the options lack is told once, not of each file
    done = Summary()
    for file, named in find_rewritten(names, format, done.skip):
        changes = Changes()
        work = partial(_rewriting[way], truecaser, file, write, options, changes)
        try:
            work(format=format, tell=tell, progress=progress)
        except _REFUSED as error:
            tell(str(error))
            if isinstance(error, UnclearError) and not named:
                done.skip("not known to hold prose")
            else:
                done.failed += 1
            continue
        done.add(changes)
    return done


class _UnchangedError(Exception):
    """Nothing of a file changes, so it is not written."""


def _replace(
    truecaser: Truecaser,
    file: str,
    _write: Callable[[bytes], Any],
    options: Options,
    changes: Changes,
    *,
    tell: Callable[[str], None],
    **how: Any,
) -> None:
    if file == STDIN:
        raise UsageError("standard input cannot be restored in place; leave --in-place out")
    linked = Path(file).exists() and Path(file).stat().st_nlink > 1
    with suppress(_UnchangedError):
        with open_compressed(file) as write:
            restore_stream(truecaser, file, write, options, changes=changes, tell=tell, **how)
            if not changes.changed:
                raise _UnchangedError
        if linked:
            tell(f"{shown_name(file)}: its other hard links keep the old text")


def _list(
    truecaser: Truecaser,
    file: str,
    write: Callable[[bytes], Any],
    options: Options,
    changes: Changes,
    **how: Any,
) -> None:
    restore_stream(truecaser, file, lambda _content: None, options, changes=changes, **how)
    if changes.changed:
        write(f"{shown_name(file)}: {changes}\n".encode("utf-8", "backslashreplace"))


def _compare(
    truecaser: Truecaser,
    file: str,
    write: Callable[[bytes], Any],
    options: Options,
    changes: Changes,
    *,
    format: str | None = None,
    **how: Any,
) -> None:
    """Write the lines of a file that would change; of a file that is no text those of its text."""
    difference = UnifiedDiff(shown_name(file))
    is_text = not FORMATS[format or format_of(file)].binary

    def put(lines: Iterable[str]) -> None:
        if shown := "".join(lines):
            write(shown.encode("utf-8", "backslashreplace"))

    def restore(_opened: Opened, extracts: list[Extract]) -> tuple[str, str]:
        texts = restored(truecaser, extracts, options, changes)
        if not is_text:
            old = "".join(f"{one.text}\n" for one in extracts)
            return old, "".join(f"{one}\n" for one in texts)
        pairs = zip(extracts, texts, strict=True)
        return "".join(one.raw for one in extracts), "".join(one.rewrite(new) for one, new in pairs)

    work_through(
        file,
        restore,
        lambda pair: put(difference.add(*pair)),
        format=format,
        reading=options.reading,
        jobs=options.jobs,
        **how,
    )
    put(difference.end())


_rewriting: dict[Way, Callable[..., None]] = {"write": _replace, "diff": _compare, "list": _list}


def _targets(files: Sequence[str], folder: Path) -> dict[str, Path]:
    """Return the path in a folder that each file goes to; two of one name are refused."""
    sources: dict[Path, str] = {}
    for file in files:
        if file == STDIN:
            raise UsageError(f"{folder} is a folder, but standard input has no name; name a file")
        path = folder / Path(file).name
        if path in sources:
            raise UsageError(
                f"{sources[path]} and {file} would both become {path}; write them to separate "
                "folders"
            )
        sources[path] = file
    folder.mkdir(parents=True, exist_ok=True)
    return {file: path for path, file in sources.items()}


def _check_joined(files: Sequence[str], format: str | None) -> None:
    for file in files:
        kind = FORMATS[format or format_of(file)]
        if not kind.joins:
            raise UsageError(
                f"{shown_name(file)}: files of {kind.what} cannot be joined into one; write to a "
                "folder, as in -o FOLDER/"
            )


def restore_stream(
    truecaser: Truecaser,
    source: str | os.PathLike[str],
    write: Callable[[bytes], Any],
    options: Options,
    *,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
    changes: Changes | None = None,
) -> None:
    """Restore a file, or standard input for ``-``, and hand the bytes to ``write``.

    ``tell`` gets what the reader should know (replaced bytes, odd numbers of cues); ``progress``
    how many more bytes were read; ``changes`` counts the words that change.
    """

    def restore(opened: Opened, extracts: list[Extract]) -> Any:
        return opened.render(extracts, restored(truecaser, extracts, options, changes))

    def analyze(_opened: Opened, extracts: list[Extract]) -> bytes:
        some = [one for one in extracts if one.units != ()]
        found = truecaser.analyze_many((one.text for one in some), **options.policy)
        lines = chain.from_iterable(map(_lines, some, found))
        # A lone surrogate, which JSON can hold and UTF-8 cannot, is written as its escape.
        return "".join(lines).encode("utf-8", "backslashreplace")

    work_through(
        source,
        analyze if options.analysis else restore,
        write,
        rewriting=not options.analysis,
        format=format,
        reading=options.reading,
        jobs=options.jobs,
        tell=tell,
        progress=progress,
    )


def restored(
    truecaser: Truecaser, extracts: Sequence[Extract], options: Options, changes: Changes | None
) -> list[str]:
    """Return the texts of extracts restored; ``changes`` counts their words."""
    texts = [one.text for one in extracts]
    marked: Sequence[str] = texts if options.marks is None else options.marks(extracts)
    if options.policy.get("respell"):
        options = replace(options, policy=Policy(**{**options.policy, "respell": False}))
        respelt = (truecaser.respelt(text) for text in marked)
        marked = [
            one.then(new) if isinstance(one, EditedText) else new
            for one, new in zip(marked, respelt, strict=True)
        ]
    found = truecaser.restore_many(marked, jobs=1, **options.policy)
    if options.policy.get("accents") and options.marks is None:
        found = _of_their_length(truecaser, extracts, marked, found, options)
    done = []
    for one, old, given, new in zip(extracts, texts, marked, found, strict=True):
        if isinstance(given, EditedText) and one.spans is not None:
            new = given.recased(new) if len(new) == len(given) else given
        if changes is not None:
            changes.add(old, new)
        if options.hint is not None:
            options.hint.add(old, new)
        done.append(new)
    return done


def _of_their_length(
    truecaser: Truecaser,
    extracts: Sequence[Extract],
    given: Sequence[str],
    found: Iterable[str],
    options: Options,
) -> Iterator[str]:
    """Yield restored texts; one whose parts would move, for it is decomposed, gets no accents."""
    policy = Policy(**{**options.policy, "accents": False})
    for one, before, text in zip(extracts, given, found, strict=True):
        moved = one.units is not None and len(text) != len(before)
        yield truecaser.restore(before, **policy) if moved else text


def _lines(extract: Extract, found: Analysis) -> Iterator[str]:
    """Yield a line a unit: its place, its text, its tokens with offsets from its start, as JSON."""
    index = 0
    for unit in units_of(extract):
        tokens = []
        while index < len(found.tokens) and found.tokens[index].start < unit.end:
            if found.tokens[index].start >= unit.start:
                tokens.append(found.tokens[index].written(unit.start))
            index += 1
        text = found.text[unit.start : unit.end]
        if isinstance(found.text, EditedText):
            text = found.text.within(unit.start, unit.end)
        head = _encode({**unit.place, "text": text})
        yield f'{head[:-1]}, "tokens": [{", ".join(tokens)}]}}\n'


_encode = json.JSONEncoder(ensure_ascii=False).encode
