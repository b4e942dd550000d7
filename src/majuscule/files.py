"""Atomic output files: complete or absent.

:func:`atomic_write` writes to a temporary file beside the target, flushes it to disk, renames it
over the target and flushes the folder.  Any interruption (a full disk, an error of the caller,
Ctrl-C, a kill) leaves the target as it was and removes the temporary file; one left behind by
SIGKILL is no longer locked, and the next writer of the same target removes it.  A target that is
not a regular file, such as ``/dev/stdout`` or a named pipe, is written in place.

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


_ADVICE: dict[type[OSError], str] = {
    FileNotFoundError: "no such folder; create it first",
    IsADirectoryError: "it is a folder; name a file",
}


_EFFECTIVE = os.access in os.supports_effective_ids


class OutputError(MajusculeError):
    """A file that cannot be written: no such folder, no permission, a full disk."""


def several(given: Names) -> list[str]:
    """Return one name or several as a list of strings.

    >>> several("a.txt"), several(["a.txt", Path("b.txt")])
    (['a.txt'], ['a.txt', 'b.txt'])
    """
    many = isinstance(given, Iterable) and not isinstance(given, str | bytes)
    names: list[Any] = list(cast(Iterable[Any], given)) if many else [given]
    for name in names:
        if not isinstance(name, str | os.PathLike):
            raise TypeError(f"name is {type(name).__name__}; it must be str or a path")
        if name == "":  # would mean the working folder; usually an unset variable
            raise UsageError("a file name is empty (an unset variable?); name a file")
    return [os.fspath(name) for name in names]


def output_path(path: str | os.PathLike[str]) -> Path:
    """Return the path that long work will write to, checked before the work starts."""
    target = _file(path)
    folder = target.resolve().parent
    if not folder.is_dir():
        raise OutputError(f"{target}: cannot be written: {_ADVICE[FileNotFoundError]}")
    # Files are replaced, for which their folder must be writable; devices and pipes are not.
    replaced = target.is_file() or not target.exists()
    if replaced and not os.access(folder, os.W_OK, effective_ids=_EFFECTIVE):
        raise OutputError(f"{target}: cannot be written: permission denied for its folder")
    return target


def _file(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file to write; a name that ends with a slash is that of a folder."""
    [name] = several([path])
    if not Path(name).name or name.endswith(("/", os.sep)):
        raise OutputError(f"{name}: cannot be written: {_ADVICE[IsADirectoryError]}")
    return Path(name)


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Yield a binary file whose content replaces ``path`` when the block ends without an error.

    A symbolic link stays a link, and the file that it points to is replaced.  An existing file
    keeps its permissions, and its owner if the process may change owners; a new one follows the
    umask.  The caller must not close the file.

    Raises :class:`OutputError` if writing fails; errors of the block propagate after the temporary
    file is removed.

    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "greeting.txt"
    >>> with atomic_write(target) as out:
    ...     _ = out.write(b"Hello")
    >>> target.read_bytes()
    b'Hello'
    """
    target = _file(path)
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
    r"""Yield a UTF-8 text file, written as by :func:`atomic_write`.

    Line ends are not translated: ``\n`` stays ``\n`` on every system.
    """
    with atomic_write(path) as out:
        text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        yield text
        text.flush()
        text.detach()


def _status(path: Path) -> os.stat_result | None:
    """Return the status of the file at ``path``, None if there is none."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _replaceable(status: os.stat_result, real: Path) -> bool:
    """Return whether a rename over ``real`` replaces the very file that ``status`` describes.

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
            if before is not None and not os.access(real, os.W_OK, effective_ids=_EFFECTIVE):
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
    """Block signals that end the process, so that no temporary file is left behind."""
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
    """Open and lock a new file beside ``real``, after removing one that a dead process left."""
    # File names have at most 255 bytes, and a character may take four.
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
    # Another process is writing the same target.
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
    """Try to lock a file until it is closed; tell whether that succeeded."""
    try:
        import fcntl
    except ImportError:  # Windows does not remove open files
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
    """Make the rename durable, if the system can."""
    # The file is complete and in place: failing to flush the folder is no failure of writing.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class _Reporting(io.FileIO):
    """A raw file whose errors name the target, not the temporary file.

    Errors are converted here and not around the caller's block, so that another ``OSError`` in the
    block (reading the input, say) is not attributed to the output.
    """

    def __init__(self, descriptor: int, target: Path) -> None:
        super().__init__(descriptor, "wb")
        self._target = target

    def write(self, data: ReadableBuffer, /) -> int:
        with reported(self._target):
            return super().write(data)


@contextmanager
def reported(target: Path | str) -> Iterator[None]:
    """Turn system errors into an :class:`OutputError`, except for a broken pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = _ADVICE.get(type(error)) or reason_of(error)
        raise OutputError(f"{target}: cannot be written: {reason}") from error


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the content of a TOML file; raise :class:`CorpusError` if it cannot be read."""
    import tomllib

    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise CorpusError(f"cannot be read: {reason_of(error)}", Path(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(f"not TOML: {error}", Path(path)) from error
