"""Without compiled kernels the command gives the same answers, slowly."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import majuscule as package

TEXT = "mr. mcdonald met angela merkel.\nANNA PORT OF NASA SAW HIM IN NEW YORK.\nAnna met him.\n"


@pytest.mark.parametrize(
    "cython",
    [
        "with Cython's own interpreted mode",
        "without Cython",
    ],
)
def test_the_interpreted_package_restores_alike(model, truecaser, tmp_path, cython):
    source = Path(package.__file__).parent
    unwanted = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "en*.model")
    shutil.copytree(source, tmp_path / "majuscule", ignore=unwanted)
    if cython == "without Cython":
        (tmp_path / "cython.py").write_text("raise ImportError('hidden by the test')\n")
    done = subprocess.run(
        [sys.executable, "-m", "majuscule", "restore", "-m", model, "--document", "file"],
        input=TEXT.encode(),
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert done.stderr == b""
    assert done.stdout.decode() == truecaser.restore(TEXT)
