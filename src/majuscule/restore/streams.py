"""Restore files and streams of any format, in order, in bounded memory, on several threads.

The formats (:mod:`majuscule.reading.table`) extract the text and put the restored text back.  The
output does not depend on the number of threads.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from majuscule.detection.hint import LanguageHint
from majuscule.errors import UnclearError, UsageError
from majuscule.files import several
from majuscule.reading import FORMATS, Errors, check_joined, format_of
from majuscule.reading.compression import STDIN, open_compressed, shown_name
from majuscule.reading.extracts import OBJECT, Extract, unit_of, units_of
from majuscule.reading.inputs import How, Reading
from majuscule.reading.sources import Opened, work_through
from majuscule.reading.targets import REFUSED, Target, Write, is_folder, write_each
from majuscule.restore.languages.loading import load_any
from majuscule.restore.policy import Policy, checked_policy
from majuscule.restore.truecaser import Truecaser
from majuscule.text.batches import checked_jobs
from majuscule.text.characters.accents import in_place
from majuscule.text.editing.changes import Changes, Summary, UnifiedDiff
from majuscule.text.editing.edits import EditedText
from majuscule.text.protecting.protection import Patterns
from majuscule.words.glossaries.glossary import Glossary

if TYPE_CHECKING:
    from majuscule.restore.analysis import Analysis, AnalyzedToken

RewriteMode = Literal["write", "diff", "list"]
"""What happens to a file that changes: replaced, or only reported."""


@dataclass(frozen=True)
class Options:
    """How streams are restored."""

    policy: Policy = field(default_factory=Policy)
    reading: Reading = field(default_factory=Reading)
    jobs: int = 1  # threads; they change the speed, not the output
    analysis: bool = False  # JSON lines of tokens instead of the file
    marks: Callable[[Sequence[Extract]], list[EditedText]] | None = None  # punctuates first
    hint: LanguageHint | None = None  # detects the language of a file's first texts that change


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
    listed = [fields] if isinstance(fields, str | int) else fields
    if isinstance(listed, bytes) or not isinstance(listed, Sequence):
        raise TypeError(
            f"fields is {type(fields).__name__}; it must be a name or number, or a list of those"
        )
    named = tuple(map(str, listed))
    reading = Reading(document, named, header, delimiter, errors, keep_broken, encoding)
    options = Options(checked_policy(policy), reading, checked_jobs(jobs))
    truecaser = model if isinstance(model, Truecaser) else load_any(model)
    truecaser = truecaser.with_rules(glossary=glossary, protect=protect)
    changes = Changes()
    [source] = several([source])
    with open_compressed(target) as write:
        restore_stream(truecaser, source, write, options, format=format, tell=tell, changes=changes)
    return changes


def restore_files(
    truecaser: Truecaser,
    files: Sequence[str],
    target: Target,
    options: Options,
    *,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Restore files into one, one after the other, or each into a folder under its own name;
    an analysis is named ``.jsonl`` there.

    ``-`` is standard input.  ``target`` is a file, a folder (an existing one, or a name that ends
    with a slash), or a function that receives the bytes.  With a folder, a file that cannot be
    restored is reported to ``tell`` and the others go on.  ``tell`` and ``progress`` as in
    :func:`restore_stream`.

    Raises :class:`~majuscule.errors.UsageError` for files that cannot be joined into one, and for
    two files that would get the same name in the folder.
    """
    truecaser.restore("", **options.policy)  # bad options raise here, before a file is created
    done = Summary()
    how: Any = {"format": format, "tell": tell, "progress": progress}

    def restore(file: str, write: Write) -> None:
        changes = Changes()
        restore_stream(truecaser, file, write, options, changes=changes, **how)
        done.add(changes)

    if not (options.analysis or is_folder(target)):
        check_joined(files, format)
    suffix = FORMATS["jsonl"].suffixes[0] if options.analysis else ""
    write_each(files, target, restore, partial(done.fail, tell), suffix)
    return done


def rewrite_files(
    truecaser: Truecaser,
    names: Sequence[str],
    options: Options,
    *,
    way: RewriteMode = "write",
    write: Callable[[bytes], Any] = lambda _content: None,
    format: str | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Restore files, and those in folders, in place; or show what that would change.

    ``way``: ``write`` replaces each file that changes, atomically; ``diff`` passes to ``write`` the
    lines that would change, ``list`` one line per such file.  A file that cannot be restored stays
    as it is and is reported to ``tell``.  See :func:`restore_stream` for the rest.
    """
    from majuscule.reading.finding import find_rewritten

    truecaser.restore("", **options.policy)  # bad options raise here, once instead of per file
    done = Summary()
    for file, named in find_rewritten(names, format, done.skip, partial(done.fail, tell)):
        changes = Changes()
        work = partial(_REWRITERS[way], truecaser, file, write, options, changes)
        try:
            work(format=format, tell=tell, progress=progress)
        except REFUSED as error:
            if isinstance(error, UnclearError) and not named:
                tell(str(error))
                done.skip("not known to hold prose")
            else:
                done.fail(tell, str(error))
            continue
        done.add(changes)
    return done


class _UnchangedError(Exception):
    """Raised to leave a file that does not change unwritten."""


def _rewrite(
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


def _diff(
    truecaser: Truecaser,
    file: str,
    write: Callable[[bytes], Any],
    options: Options,
    changes: Changes,
    *,
    format: str | None = None,
    **how: Any,
) -> None:
    """Write a diff of a file; of a binary file, a diff of the text extracted from it."""
    difference = UnifiedDiff(shown_name(file))
    if options.hint is not None:
        options.hint.begin(shown_name(file))
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


_REWRITERS: dict[str, Callable[..., None]] = {"write": _rewrite, "diff": _diff, "list": _list}


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
    """Restore a file, or standard input for ``-``, and pass the bytes to ``write``.

    ``tell`` gets warnings (replaced bytes, odd cue numbers); ``progress`` the number of bytes read
    since its last call; ``changes`` counts the words that change.
    """

    def restore(opened: Opened, extracts: list[Extract]) -> Any:
        return opened.render(extracts, restored(truecaser, extracts, options, changes))

    if options.hint is not None:
        options.hint.begin(shown_name(os.fspath(source)))

    def analyze(_opened: Opened, extracts: list[Extract]) -> bytes:
        with_units = [one for one in extracts if one.units != ()]
        analyses = truecaser.analyze_many((one.text for one in with_units), **options.policy)
        lines = chain.from_iterable(map(_json_lines, with_units, analyses))
        # A lone surrogate, valid in JSON but not in UTF-8, is written as its escape.
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
    """Return the restored texts of extracts; ``changes`` counts their words."""
    texts = [one.text for one in extracts]
    marked: Sequence[str] = texts if options.marks is None else options.marks(extracts)
    if options.policy.get("respell"):
        options = replace(options, policy=checked_policy({**options.policy, "respell": False}))
        respelt = (truecaser.respelt(text, options.policy["lines"]) for text in marked)
        marked = [
            one.then(new) if isinstance(one, EditedText) else new
            for one, new in zip(marked, respelt, strict=True)
        ]
    results = truecaser.restore_many(marked, jobs=1, **options.policy)
    if options.policy.get("accents") and options.marks is None:
        results = _keeping_offsets(truecaser, extracts, marked, results, options)
    done = []
    for one, old, given, new in zip(extracts, texts, marked, results, strict=True):
        if isinstance(given, EditedText) and one.spans is not None:
            new = given.recased(new) if len(new) == len(given) else given
        if changes is not None:
            changes.add(old, new)
        if options.hint is not None and new != old:
            options.hint.add(old)
        done.append(new)
    return done


def _keeping_offsets(
    truecaser: Truecaser,
    extracts: Sequence[Extract],
    given: Sequence[str],
    results: Iterable[str],
    options: Options,
) -> Iterator[str]:
    """Yield the results; one whose units accents would move (decomposed text) gets no accents."""
    policy = Policy(**{**options.policy, "accents": False, "accents_again": False})
    for one, before, text in zip(extracts, given, results, strict=True):
        moved = one.units is not None and not in_place(before, text)
        yield truecaser.restore(before, **policy) if moved else text


def _json_lines(extract: Extract, analysis: Analysis) -> Iterator[str]:
    """Yield one JSON line per unit: place, text, and tokens with offsets from the unit's start."""
    starts, shown = [token[0] for token in analysis.tokens], extract.shown(analysis.text)
    for unit in units_of(extract):
        own = analysis.tokens[bisect_left(starts, unit.start) : bisect_left(starts, unit.end)]
        if shown is not analysis.text:
            some = (token for token in own if shown[token.start : token.start + 1] != OBJECT)
            own = tuple(_as_shown(token, shown[token.start : token.end]) for token in some)
        tokens = [token.written(unit.start) for token in own]
        head = _encode({**unit.place, "text": unit_of(shown, unit)})
        yield f'{head[:-1]}, "tokens": [{", ".join(tokens)}]}}\n'


def _as_shown(token: AnalyzedToken, part: str) -> AnalyzedToken:
    """Return a token with the signs for images and the like that its ``part`` of a line shows."""
    if OBJECT not in part:
        return token

    def signed(form: str) -> str:
        signs = zip(form, part, strict=True)
        return "".join(sign if sign == OBJECT else old for old, sign in signs)

    others = tuple(one._replace(form=signed(one.form)) for one in token.alternatives)
    return token._replace(text=signed(token.text), form=signed(token.form), alternatives=others)


_encode = json.JSONEncoder(ensure_ascii=False).encode
