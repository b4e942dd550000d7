"""Output files that are whole or not there.

:func:`atomic_write` writes to a temporary file beside the target, flushes it to the disk, renames
it over the target and flushes the folder.  Whatever stops it on the way (a full disk, an error of
the caller, Ctrl-C, a kill) leaves the target as it was.  The temporary file is gone then too; one
that a process left which could not clean up, killed by SIGKILL, is removed by the next that writes
the same target: its lock is held by nobody.  A target that is not a regular file, such
as ``/dev/stdout`` or a named pipe, cannot be replaced by a rename and is written in place.

The rename gives the path a new inode: other hard links to an old file keep the old content.
"""

from __future__ import annotations

import io
import os
import signal
import stat
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeAlias, cast

from majuscule.errors import CorpusError, MajusculeError, UsageError, reason_of

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

BUFFER = 1 << 20
Names: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class OutputError(MajusculeError):
    """A file that cannot be written: no such folder, no permission, a full disk."""


def several(given: Names) -> list[str]:
    """Return the names that are given, of which there may be one alone.

    >>> several("a.txt"), several(["a.txt", Path("b.txt")])
    (['a.txt'], ['a.txt', 'b.txt'])
    """
    many = isinstance(given, Iterable) and not isinstance(given, str | bytes)
    names: list[Any] = list(cast(Iterable[Any], given)) if many else [given]
    for name in names:
        if not isinstance(name, str | os.PathLike):
            raise TypeError(f"name is {type(name).__name__}; it must be str or a path")
        if name == "":  # to the system the working folder, to the user a variable that is not set
            raise UsageError("a file name is empty (an unset variable?); name a file")
    return [os.fspath(name) for name in names]


def output_path(path: str | os.PathLike[str]) -> Path:
    """Return where long work will write its result; that it cannot is said before."""
    target = Path(path)
    if not target.name:
        raise OutputError(f"{target}: cannot be written: it is a folder; name a file")
    if not target.resolve().parent.is_dir():
        raise OutputError(f"{target}: cannot be written: no such folder; create it first")
    return target


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Yield a binary file whose content takes the place of ``path`` when the block ends well.

    A symbolic link stays a link and the file that it names is replaced.  An existing file keeps its
    permissions, and its owner where the process may give files away; a new one gets those of the
    umask.  The caller writes and leaves closing to the end of the block.

    Raises :class:`OutputError` for what goes wrong in writing; what the block raises passes through
    after the temporary file is removed.

    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "greeting.txt"
    >>> with atomic_write(target) as out:
    ...     _ = out.write(b"Hello")
    >>> target.read_bytes()
    b'Hello'
    """
    target = Path(path)
    with reported(target):
        before = _status(target)
    real = Path(os.path.realpath(target))
    writing: AbstractContextManager[BinaryIO]
    if before is None or _replaceable(before, real):
        writing = _replacing(target, real, before)
    else:
        writing = _in_place(target)
    with writing as out:
        yield out


@contextmanager
def atomic_write_text(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    r"""Yield a UTF-8 text file that is written like :func:`atomic_write`.

    Line ends are written as they come: ``\n`` stays ``\n`` on every system.
    """
    with atomic_write(path) as out:
        text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        yield text
        text.flush()
        text.detach()


def _status(path: Path) -> os.stat_result | None:
    """Return what ``path`` leads to, or None where there is nothing yet."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _replaceable(status: os.stat_result, real: Path) -> bool:
    """Tell whether a rename over ``real`` replaces the very file that ``status`` describes.

    It does not for devices and pipes, nor for a deleted file reached through ``/proc``.
    """
    if not stat.S_ISREG(status.st_mode):
        return False
    found = _status(real)
    return found is not None and os.path.samestat(status, found)


@contextmanager
def _replacing(target: Path, real: Path, before: os.stat_result | None) -> Iterator[BinaryIO]:
    temporary: Path | None = None
    raw: _Reporting | None = None
    try:
        with reported(target):
            effective = os.access in os.supports_effective_ids
            if before is not None and not os.access(real, os.W_OK, effective_ids=effective):
                raise PermissionError(13, "The file is write-protected")
            with _signals_waiting():
                descriptor, temporary = _open_temporary(real)
                raw = _Reporting(descriptor, target)
            if before is not None:
                _take_over(raw.fileno(), before)
        out = io.BufferedWriter(raw, BUFFER)
        yield cast(BinaryIO, out)
        with reported(target):
            out.flush()
            os.fsync(raw.fileno())
            out.close()
            os.replace(temporary, real)  # noqa: PTH105 - Path.replace says the same in more words
            _sync_folder(real.parent)
    except BaseException:
        # Closing the raw file first drops what is still buffered: it must not reach a full disk
        # again when the buffer is collected.
        with suppress(OSError):
            if raw is not None:
                raw.close()
        with suppress(OSError):
            if temporary is not None:
                temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _signals_waiting() -> Iterator[None]:
    """Let signals that end the process wait: no file is made that nothing would remove."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    ending = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _open_temporary(real: Path) -> tuple[int, Path]:
    """Open, and lock, a new file beside ``real``; what a dead process left there is removed."""
    # A name is at most 255 bytes, and one character may take four.
    known = real.with_name(f".{real.name[:50]}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with suppress(OSError):
        _remove_abandoned(known)
        descriptor = os.open(known, flags, 0o666)
        try:
            if _lock(descriptor) and _is_at(descriptor, known):
                return descriptor, known
        except BaseException:  # Ctrl-C just here
            known.unlink(missing_ok=True)
            raise
        os.close(descriptor)
    # Another process is writing the same target just now.
    other = real.with_name(f".{real.name[:50]}.{os.urandom(6).hex()}.part")
    return os.open(other, flags, 0o666), other


def _remove_abandoned(path: Path) -> None:
    """Remove a temporary file whose writer is gone."""
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
        try:
            if _lock(descriptor) and _is_at(descriptor, path):
                path.unlink()
        finally:
            os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Lock a file until it is closed, or its process ends; tell whether nobody else holds it."""
    try:
        import fcntl
    except ImportError:  # Windows removes no file that is open
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_at(descriptor: int, path: Path) -> bool:
    found = _status(path)
    return found is not None and os.path.samestat(os.fstat(descriptor), found)


@contextmanager
def _in_place(target: Path) -> Iterator[BinaryIO]:
    with reported(target):
        raw = _Reporting(os.open(target, os.O_WRONLY | getattr(os, "O_BINARY", 0)), target)
    try:
        out = io.BufferedWriter(raw, BUFFER)
        yield cast(BinaryIO, out)
        out.flush()
    finally:
        with suppress(OSError):
            raw.close()


def _take_over(descriptor: int, before: os.stat_result) -> None:
    """Give the new file the owner and the permissions of the old one."""
    mode = stat.S_IMODE(before.st_mode)
    if hasattr(os, "fchown"):
        try:
            os.fchown(descriptor, before.st_uid, before.st_gid)
        except PermissionError:
            mode &= 0o777  # set-user-id must not pass to another owner
        os.fchmod(descriptor, mode)


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system knows how to."""
    # The file is whole and in place by now: a folder that cannot be flushed is no reason to say
    # that the writing failed.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class _Reporting(io.FileIO):
    """A raw file whose failures name the target, not the temporary file.

    The conversion sits here and not around the caller's block, so that an ``OSError`` of something
    else that the caller does (reading its input, say) is not blamed on the output.
    """

    def __init__(self, descriptor: int, target: Path) -> None:
        super().__init__(descriptor, "wb")
        self._target = target

    def write(self, data: ReadableBuffer, /) -> int:
        with reported(self._target):
            return super().write(data)


@contextmanager
def reported(target: Path | str) -> Iterator[None]:
    """Turn a failing system call into one sentence; a closed pipe stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"{target}: cannot be written: {reason_of(error)}") from error


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return what a file of TOML holds; raise :class:`CorpusError` where it cannot be read."""
    import tomllib

    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise CorpusError(f"cannot be read: {reason_of(error)}", Path(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(f"not TOML: {error}", Path(path)) from error
