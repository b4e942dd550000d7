"""Differences between texts and their restored form: counts, and unified diffs.

Restoring keeps line breaks, so old and new lines correspond and need no alignment: texts of any
length are compared as a stream.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import ne
from threading import Lock

_COUNTING = Lock()
CONTEXT = 3
"""Lines of context around changes in a diff."""


@dataclass
class Changes:
    """How many words were read, and how many changed."""

    words: int = 0
    changed: int = 0

    def add(self, old: str, new: str) -> None:
        """Count a text; thread-safe.  A word that gained a mark counts as changed."""
        before = old.split()
        changed = sum(map(ne, before, new.split())) if old != new else 0
        with _COUNTING:
            self.words += len(before)
            self.changed += changed

    def __str__(self) -> str:
        return f"{self.changed:,} of {self.words:,} words"


@dataclass
class Summary:
    """Counts over many files."""

    files: int = 0
    changed: int = 0
    words: Changes = field(default_factory=Changes)
    skipped: dict[str, int] = field(default_factory=dict)  # files in folders, by reason
    failed: int = 0

    def add(self, changes: Changes) -> None:
        """Count a file."""
        self.files += 1
        self.changed += changes.changed > 0
        self.words.words += changes.words
        self.words.changed += changes.changed

    def skip(self, why: str) -> None:
        """Count a file that is left as it is."""
        self.skipped[why] = self.skipped.get(why, 0) + 1

    def fail(self, tell: Callable[[str], None], why: str) -> None:
        """Count a file or folder that cannot be restored, and tell why."""
        self.failed += 1
        tell(why)

    def sentence(self, *, would: bool = False) -> str:
        """Return what changed, or ``would`` change, in a line.

        >>> Summary(3, 2, Changes(120, 14), {"hidden": 1}, 1).sentence()
        '2 of 3 files changed, 14 of 120 words; 1 could not be restored; skipped: 1 hidden'
        """
        files = "file" if self.files == 1 else "files"
        verb = "would change" if would else "changed"
        parts = [f"{self.changed:,} of {self.files:,} {files} {verb}, {self.words}"]
        if self.failed:
            parts.append(f"{self.failed:,} could not be restored")
        if self.skipped:
            found = ", ".join(f"{count:,} {why}" for why, count in self.skipped.items())
            parts.append(f"skipped: {found}")
        return "; ".join(parts)


class UnifiedDiff:
    """A unified diff of a file, produced as its text arrives.

    >>> shown = UnifiedDiff("a.txt")
    >>> print("".join([*shown.add("in rome\\n", "in Rome\\n"), *shown.end()]), end="")
    --- a.txt
    +++ a.txt
    @@ -1 +1 @@
    -in rome
    +in Rome
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._line = 0
        self._rest = ("", "")  # the old and new beginning of an unfinished line
        self._before: deque[str] = deque(maxlen=CONTEXT)
        self._hunk: list[str] = []
        self._start = 0  # the first line of the hunk
        self._removed: list[str] = []
        self._added: list[str] = []
        self._same = 0  # unchanged lines since the last changed one
        self._begun = False

    def add(self, old: str, new: str) -> Iterator[str]:
        """Add the next part of the file; yield finished hunks."""
        *before, rest = (self._rest[0] + old).split("\n")
        *after, other_rest = (self._rest[1] + new).split("\n")
        self._rest = (rest, other_rest)
        for one, other in zip(before, after, strict=True):
            yield from self._take(f"{one}\n", f"{other}\n")

    def end(self) -> Iterator[str]:
        """End the file; yield the last hunk."""
        if self._rest[0]:
            yield from self._take(*self._rest)
        yield from self._close()

    def _take(self, old: str, new: str) -> Iterator[str]:
        self._line += 1
        if old != new:
            if not self._hunk and not self._removed:
                self._start = self._line - len(self._before)
                self._hunk = [f" {line}" for line in self._before]
                self._before.clear()
            self._removed.append(f"-{old}")
            self._added.append(f"+{new}")
            self._same = 0
            return
        if not self._hunk and not self._removed:
            self._before.append(old)
            return
        self._settle()
        self._hunk.append(f" {old}")
        self._same += 1
        if self._same > 2 * CONTEXT:
            yield from self._close()

    def _settle(self) -> None:
        self._hunk += self._removed + self._added
        self._removed, self._added = [], []

    def _close(self) -> Iterator[str]:
        self._settle()
        if not self._hunk:
            return
        if self._same > CONTEXT:
            extra = self._same - CONTEXT
            self._before.extend(line[1:] for line in self._hunk[-extra:])
            del self._hunk[-extra:]
        if not self._begun:
            self._begun = True
            yield f"--- {self._name}\n+++ {self._name}\n"
        lines = sum(1 for line in self._hunk if line[0] != "+")
        # The count is omitted for hunks of one line.
        span = f"{self._start}" if lines == 1 else f"{self._start},{lines}"
        yield f"@@ -{span} +{span} @@\n"
        for line in self._hunk:
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        self._hunk = []
        self._same = 0
