"""Output files are whole or not there, whatever stops the writing."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from majuscule.files import OutputError, atomic_write, atomic_write_text, output_path

posix = pytest.mark.skipif(os.name != "posix", reason="permissions, links and pipes of POSIX")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    old = os.umask(mask)
    try:
        yield
    finally:
        os.umask(old)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_content_takes_the_place_of_the_file(tmp_path):
    target = tmp_path / "out.txt"
    target.write_bytes(b"old")
    with atomic_write(target) as out:
        out.write(b"new")
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"new"
    assert names(tmp_path) == ["out.txt"]


def test_text_keeps_its_line_ends(tmp_path):
    target = tmp_path / "out.txt"
    with atomic_write_text(target) as out:
        out.write("é\r\nü\nlast")
    assert target.read_bytes() == "é\r\nü\nlast".encode()


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, SystemExit, GeneratorExit])
@pytest.mark.parametrize("writer", [atomic_write, atomic_write_text])
def test_an_interrupted_block_leaves_the_old_file_and_nothing_else(tmp_path, error, writer):
    target = tmp_path / "out.txt"
    target.write_bytes(b"old")
    new = "new" if writer is atomic_write_text else b"new"
    with pytest.raises(error), writer(target) as out:  # type: ignore[operator]
        raise error(out.write(new))
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["out.txt"]


def test_an_error_of_the_caller_is_not_blamed_on_the_output(tmp_path):
    with pytest.raises(FileNotFoundError), atomic_write(tmp_path / "out"):
        (tmp_path / "absent").read_bytes()


def test_a_missing_folder_is_said(tmp_path):
    target = tmp_path / "absent" / "out.txt"
    with pytest.raises(OutputError) as caught, atomic_write(target):
        pass
    assert str(caught.value) == f"{target}: cannot be written: no such folder; create it first"


def test_a_protected_folder_is_said_before_long_work(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, _mode, **_how: path != tmp_path)
    with pytest.raises(OutputError, match=r"cannot be written: permission denied for its folder$"):
        output_path(tmp_path / "a.model")
    assert output_path(os.devnull) == Path(os.devnull)
    (tmp_path / "below").mkdir()
    assert output_path(tmp_path / "below" / "a.model").name == "a.model"


def test_a_folder_cannot_be_written(tmp_path):
    for name in (tmp_path, f"{tmp_path}/absent/"):
        with pytest.raises(OutputError, match="it is a folder; name a file"), atomic_write(name):
            pass
    assert not [*tmp_path.iterdir()]


def test_a_long_name_still_has_room_for_the_temporary_one(tmp_path):
    target = tmp_path / ("é" * 120)
    with atomic_write(target) as out:
        out.write(b"x")
    assert target.read_bytes() == b"x"


@posix
def test_an_existing_file_keeps_its_permissions(tmp_path):
    target = tmp_path / "out.txt"
    target.write_bytes(b"old")
    target.chmod(0o640)
    with atomic_write(target) as out:
        out.write(b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@posix
def test_a_new_file_gets_the_permissions_of_the_umask(tmp_path):
    with umask(0o027), atomic_write(tmp_path / "out.txt"):
        pass
    assert stat.S_IMODE((tmp_path / "out.txt").stat().st_mode) == 0o640


@posix
def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path):
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to("folder/real.txt")
    for content in (b"through a dangling link", b"and again"):
        with atomic_write(link) as out:
            out.write(content)
        assert link.is_symlink()
        assert (tmp_path / "folder" / "real.txt").read_bytes() == content
    assert names(tmp_path / "folder") == ["real.txt"]


@posix
def test_a_loop_of_links_is_an_error(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OutputError), atomic_write(tmp_path / "a"):
        pass
    assert names(tmp_path) == ["a", "b"]


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everything")
def test_a_write_protected_file_is_not_replaced(tmp_path):
    target = tmp_path / "out.txt"
    target.write_bytes(b"old")
    target.chmod(0o444)
    with pytest.raises(OutputError, match="write-protected"), atomic_write(target):
        pass


@posix
def test_a_pipe_is_written_in_place(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with atomic_write(pipe) as out:
            out.write(b"through the pipe")
        assert os.read(reader, 100) == b"through the pipe"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_said():
    full = pytest.raises(OutputError, match="/dev/full: cannot be written: no space left")
    with full, atomic_write("/dev/full") as out:
        out.write(b"x")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


LIMITED = """
import resource, sys
from majuscule.files import OutputError, atomic_write
resource.setrlimit(resource.RLIMIT_FSIZE, (3 << 20, 3 << 20))
try:
    with atomic_write(sys.argv[1]) as out:
        for _ in range(8):
            out.write(bytes(1 << 20))
except OutputError as error:
    print(error)
"""

KILLED = """
import sys, time
from majuscule.files import atomic_write
with atomic_write(sys.argv[1]) as out:
    out.write(bytes(4 << 20))
    print("writing", flush=True)
    time.sleep(60)
"""


@posix
def test_running_out_of_room_leaves_the_old_file_and_nothing_else(tmp_path):
    target = tmp_path / "out.bin"
    target.write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, target], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{target}: cannot be written: file too large\n"
    assert done.stderr == ""
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["out.bin"]


@posix
def test_a_killed_write_leaves_the_old_file(tmp_path):
    target = tmp_path / "out.bin"
    target.write_bytes(b"old")
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, target], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        process.send_signal(signal.SIGKILL)
    assert target.read_bytes() == b"old"
