"""What some tests need that pip does not bring, or that only `make test-all` installs."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def missing() -> dict[str, str]:
    """Return what is not tested on this machine, each with what to install."""
    found = {}
    if CHROMIUM is None:
        found["the page in a browser"] = "install Chromium (Debian: chromium)"
    if find_spec("torch") is None:
        found["training of networks"] = "run make test-all, which installs PyTorch"
    if find_spec("pyspark") is None:
        found["Spark"] = "run make test-all, which installs PySpark"
    elif shutil.which("java") is None:
        found["Spark"] = "install Java 17 or newer"
    return found
