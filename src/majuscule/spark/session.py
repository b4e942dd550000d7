"""Starting Spark on this machine, with clear errors if Java or PySpark is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from majuscule.errors import UsageError
from majuscule.extras import require

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OLDEST_JAVA = 17
_INSTALL = "install one (Debian: openjdk-17-jre-headless) or set JAVA_HOME"


def start(master: str = "local[*]", *, name: str = "majuscule", **settings: str) -> SparkSession:
    """Return a running Spark session, started where there is none.

    ``settings`` are Spark's own, with ``_`` for the dots: ``spark_executor_memory="2g"``.  A
    cluster on this machine runs its workers with this Python.

    Raises :class:`~majuscule.errors.UsageError` where PySpark or a Java of 17 or newer is missing.
    """
    check_java()
    check_pyspark()
    from pyspark.sql import SparkSession

    if master.startswith("local"):
        os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.appName(name).master(master)
    for key, value in settings.items():
        builder = builder.config(key.replace("_", "."), value)
    return builder.getOrCreate()


def check_pyspark() -> None:
    """Raise :class:`~majuscule.errors.UsageError` if PySpark cannot be imported."""
    for module in ("pyspark", "pyarrow", "pandas"):
        require(module, "Spark", "spark")


def check_java() -> None:
    """Raise :class:`~majuscule.errors.UsageError` if there is no Java that is new enough."""
    java = _java()
    if java is None:
        raise UsageError(f"Spark needs Java {OLDEST_JAVA} or newer, and there is none; {_INSTALL}")
    try:
        output = subprocess.run(
            [java, "-version"], capture_output=True, text=True, timeout=60, check=True
        ).stderr
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageError(f"{java} does not run ({error}); {_INSTALL}") from error
    version = java_version(output)
    if version is not None and version < OLDEST_JAVA:
        raise UsageError(
            f"Spark needs Java {OLDEST_JAVA} or newer, and {java} is Java {version}; {_INSTALL}"
        )


def java_version(output: str) -> int | None:
    """Return the major version in the output of ``java -version``, or None.

    >>> java_version('openjdk version "17.0.15" 2025-04-15'), java_version('version "1.8.0_402"')
    (17, 8)
    """
    found = re.search(r'version "(?:1\.)?(\d+)', output)
    return int(found[1]) if found else None


def _java() -> str | None:
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=os.path.join(home, "bin")) if home else shutil.which("java")  # noqa: PTH118
