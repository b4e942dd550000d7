"""What some tests need that pip does not bring, or that only `make test-all` installs."""

import shutil
from importlib.util import find_spec

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def missing() -> dict[str, str]:
    """Return what is not tested on this machine, each with what to install."""
    found = {}
    parts = {
        "playwright": "the page in a browser",
        "material": "the site",
        "torch": "training of networks",
        "pyspark": "Spark",
    }
    for module, what in parts.items():
        if find_spec(module) is None:
            found[what] = "run make test-all"
    if CHROMIUM is None:
        found["the page in a browser"] = "install Chromium (Debian: chromium)"
    if shutil.which("java") is None:
        found["Spark"] = "install Java 17 or newer"
    return found
