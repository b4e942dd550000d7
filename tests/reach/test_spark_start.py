"""Starting Spark where something is missing; nothing is started here."""

import pytest

from majuscule.errors import UsageError
from majuscule.spark import start
from majuscule.spark.session import java_version


def test_a_missing_java_is_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(UsageError) as caught:
        start()
    assert str(caught.value) == (
        "Spark needs Java 17 or newer, and there is none; install one (Debian: "
        "openjdk-17-jre-headless) or set JAVA_HOME"
    )


def test_a_java_home_without_java_is_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(UsageError, match="there is none"):
        start()


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'openjdk version \"11.0.2\" 2019-01-15' >&2", "is Java 11"),
        ("exit 3", "does not run"),
    ],
)
def test_an_old_or_broken_java_is_named(monkeypatch, tmp_path, script, message):
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(f"#!/bin/sh\n{script}\n")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(UsageError, match=message):
        start()


def test_versions_are_read_as_java_says_them():
    assert java_version('openjdk version "21" 2023-09-19') == 21
    assert java_version("nonsense") is None
