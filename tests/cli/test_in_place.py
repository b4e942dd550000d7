"""Files are rewritten where they stand, or it is shown what would change."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

LOWER = "angela merkel met the un.\nanna port lives in berlin."
CASED = "Angela Merkel met the UN in New York.\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    for name, content in {
        "a.txt": LOWER,
        "done.txt": CASED,
        "below/b.jsonl": '{"text": "anna met angela merkel"}\n',
        "code.py": "angela = 1\n",
        "CMakeLists.txt": "add_test(angela)\n",
        "part.html": "{{ angela }}\n",
        "notes": LOWER,
        ".hidden.txt": LOWER,
        ".git/c.txt": LOWER,
        "set.json": '{"name": "angela"}\n',
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    (folder / "link.txt").symlink_to("a.txt")
    (folder / "loop").symlink_to(folder)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "loop" not in path.parts
    }


def test_restructured_text_in_a_folder_is_rewritten_without_its_code(majuscule, model, tmp_path):
    path = tmp_path / "index.rst"
    path.write_text("anna met angela merkel in berlin, so type::\n\n    angela merkel\n")
    done = majuscule("restore", "-m", model, "--in-place", tmp_path)
    assert done.status == 0
    assert path.read_text() == (
        "Anna met Angela Merkel in Berlin, so type::\n\n    angela merkel\n"
    )


def test_a_folder_is_rewritten_without_what_is_hidden_linked_or_unknown(majuscule, model, tree):
    before = contents(tree)
    (tree / "a.txt").chmod(0o640)
    kept = (tree / "done.txt").stat()
    done = majuscule("restore", "-m", model, "--in-place", tree)
    assert (done.status, done.output) == (0, b"")
    after = contents(tree)
    assert after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == {
        "a.txt",
        "below/b.jsonl",
        "link.txt",
    }
    assert after["a.txt"].startswith(b"Angela Merkel met the UN.\nAnna Port")
    assert stat.S_IMODE((tree / "a.txt").stat().st_mode) == 0o640
    assert (tree / "link.txt").is_symlink()
    found = (tree / "done.txt").stat()
    assert (found.st_ino, found.st_mtime_ns) == (kept.st_ino, kept.st_mtime_ns)
    *others, last = done.errors.splitlines()
    assert [line.split(":")[1].strip() for line in others] == [
        str(tree / name) for name in ("part.html", "set.json")
    ]
    assert last == (
        "majuscule: 2 of 3 files changed, 9 of 22 words; "
        "skipped: 2 hidden, 3 of no known format, 2 linked, 2 not known to hold prose"
    )
    again = majuscule("restore", "-m", model, "--in-place", tree)
    assert "0 of 3 files changed, 0 of 22 words" in again.errors
    assert contents(tree) == after


def test_a_file_of_a_folder_that_cannot_be_read_is_told_by_the_exit_status(majuscule, model, tree):
    (tree / "broken.srt").write_text("1\n00:01 angela\n")
    (tree / "latin.txt").write_bytes(b"anna m\xfcller\n")
    done = majuscule("restore", "-m", model, "--in-place", tree)
    assert done.status == 2
    assert "9 of 22 words; 2 could not be restored; skipped:" in done.errors
    assert (tree / "a.txt").read_text().startswith("Angela Merkel")


def test_a_folder_that_cannot_be_read_is_told_and_the_others_are_done(
    majuscule, model, tree, monkeypatch
):
    (tree / "a").mkdir()
    inside = Path.iterdir

    def denied(folder):
        if folder == tree / "a":
            raise PermissionError(13, "Permission denied", str(folder))
        return inside(folder)

    monkeypatch.setattr(Path, "iterdir", denied)
    done = majuscule("restore", "-m", model, "--in-place", tree)
    assert done.status == 2
    assert f"{tree / 'a'}: the folder cannot be read: permission denied\n" in done.errors
    assert "1 could not be restored" in done.errors
    assert (tree / "a.txt").read_text().startswith("Angela Merkel")


def test_what_would_change_is_shown_and_nothing_written(majuscule, model, tree):
    before = contents(tree)
    done = majuscule("restore", "-m", model, "--dry-run", tree)
    assert done.text == f"{tree}/a.txt: 6 of 10 words\n{tree}/below/b.jsonl: 3 of 4 words\n"
    assert "2 of 3 files would change, 9 of 22 words" in done.errors
    shown = majuscule("restore", "-m", model, "--diff", tree).text
    assert shown.startswith(f"--- {tree}/a.txt\n+++ {tree}/a.txt\n@@ -1,2 +1,2 @@\n-angela merkel")
    assert '+{"text": "Anna met Angela Merkel"}\n' in shown
    assert contents(tree) == before
    assert (
        "1 of 1 file would"
        in majuscule("restore", "-m", model, "--diff", given=b"angela merkel").errors
    )


def test_a_named_file_that_cannot_be_restored_is_told_and_the_others_are_done(
    majuscule, model, tree
):
    names = [tree / name for name in ("code.py", "none.txt", "link.txt", ".hidden.txt")]
    done = majuscule("restore", "-m", model, "--in-place", *names)
    assert done.status == 2
    assert f"{tree}/code.py: a program, not prose" in done.errors
    assert f"{tree}/none.txt: no such file" in done.errors
    assert done.errors.splitlines()[-1].endswith("words; 2 could not be restored")
    assert (tree / "a.txt").read_text().startswith("Angela")
    assert (tree / "link.txt").is_symlink()
    assert (tree / ".hidden.txt").read_text().startswith("Angela")
    assert not list(tree.glob(".*.part"))


@pytest.mark.parametrize("way", ["--in-place", "--diff", "--dry-run"])
@pytest.mark.parametrize("other", [["-o", "x"], ["--json"], ["--punctuation", "add"]])
def test_options_that_do_not_go_together_are_refused(majuscule, model, way, other):
    done = majuscule("restore", "-m", model, way, *other, given=b"a")
    assert done.status == 2
    assert "--in-place, --diff" in done.errors
    assert f"cannot be used with {other[0]}" in done.errors


@pytest.mark.parametrize("way", [["--in-place"], ["-o", "out/"]])
def test_what_the_options_lack_is_told_once(majuscule, model, tree, way, monkeypatch):
    monkeypatch.chdir(tree)
    done = majuscule("restore", "-m", model, "--respell", *way, "a.txt", "b.txt")
    assert done.status == 2
    assert done.errors.count("respelling") == 1
    assert not (tree / "out").exists()


def test_an_empty_name_is_not_the_working_folder(majuscule, model, tmp_path, monkeypatch):
    """As of a variable that is not set, between quotes."""
    monkeypatch.chdir(tmp_path)
    text = b"angela merkel met anna port\n"
    (tmp_path / "a.txt").write_bytes(text)
    for arguments in (
        ("restore", "-m", model, "--in-place", ""),
        ("restore", "-m", model, ""),
        ("restore", "-m", model, "a.txt", "-o", ""),
        ("restore", "-m", model, "a.txt", "--glossary", ""),
        ("train", "", "-o", "new.model"),
        ("evaluate", model, ""),
        ("score", "", "a.txt"),
    ):
        done = majuscule(*arguments)
        assert (done.status, done.output) == (2, b"")
        assert "a file name is empty" in done.errors
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [text]


def test_standard_input_has_no_place(majuscule, model):
    done = majuscule("restore", "-m", model, "--in-place", given=b"a")
    assert done.status == 2
    assert "standard input cannot be restored in place" in done.errors


def wait_for_part(process: subprocess.Popen[bytes], folder: Path) -> Path:
    """Wait until a temporary file is there."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        if found := list(folder.glob(".*.part")):
            return found[0]
        time.sleep(0.02)
    raise AssertionError("no temporary file appeared")


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_leaves_no_part_behind(start, model, tmp_path, number):
    if signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip(f"{number.name} is ignored here, as nohup has it, and so it is by the command")
    out = tmp_path / "out.txt"
    with start("restore", "-m", model, "-o", out) as process:
        wait_for_part(process, tmp_path)
        process.send_signal(number)
        assert process.wait(60) == (130 if number == signal.SIGINT else -number)
    assert list(tmp_path.iterdir()) == []


JUST_OPENED = """
import os, signal, sys
from majuscule.cli import program

def writing():
    try:
        yield
    finally:
        os.remove(sys.argv[1])

def run(_):
    opened = writing()
    next(opened)
    os.kill(os.getpid(), signal.SIGTERM)

program.run = run
program.main()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_a_signal_just_as_a_file_is_opened_leaves_no_part_behind_either(tmp_path):
    part = tmp_path / "a.part"
    part.touch()
    done = subprocess.run([sys.executable, "-c", JUST_OPENED, part], check=False)
    assert done.returncode == -signal.SIGTERM
    assert not part.exists()


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_what_a_killed_run_left_is_gone_after_the_next(majuscule, start, model, tmp_path):
    out = tmp_path / "out.txt"
    with start("restore", "-m", model, "-o", out) as process:
        left = wait_for_part(process, tmp_path)
        # While that one runs, another writes under a name of its own.
        assert majuscule("restore", "-m", model, "-o", out, given=b"anna").status == 0
        assert left.exists()
        process.kill()
        process.wait(60)
    assert left.exists()
    assert majuscule("restore", "-m", model, "-o", out, given=b"anna").status == 0
    assert list(tmp_path.iterdir()) == [out]


def test_links_and_permissions_are_kept_and_other_names_said(majuscule, model, tmp_path):
    path, other, link = (tmp_path / name for name in ("a.txt", "other.txt", "link.txt"))
    path.write_text(LOWER)
    path.chmod(0o640)
    other.hardlink_to(path)
    link.symlink_to(path)
    done = majuscule("restore", "-m", model, "--in-place", link)
    assert path.read_text() != LOWER == other.read_text()
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert f"{link}: its other hard links keep the old text" in done.errors
    done = majuscule("restore", "-m", model, "--in-place", other)
    assert "hard links" not in done.errors  # it is the last of them by now
