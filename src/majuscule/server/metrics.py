"""Counts and durations of requests, in the text format of Prometheus (version 0.0.4)."""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0)
"""Upper bounds of the histogram's buckets, in seconds."""


class Metrics:
    """All metrics.  Requests are counted in the event loop, characters in threads, under a lock."""

    def __init__(self) -> None:
        self.started = time.time()
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()
        self._characters: Counter[str] = Counter()
        self._gauges: list[tuple[str, str, Callable[[], float]]] = []

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a gauge, whose value is read at each scrape."""
        self._gauges.append((name, meaning, read))

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests[route, method, status] += 1
        buckets = self._buckets.setdefault(route, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._seconds[route] += seconds  # type: ignore[assignment]

    def worked(self, route: str, characters: int) -> None:
        """Count characters of text that a route received."""
        with self._lock:
            self._characters[route] += characters

    def text(self) -> str:
        """Return all metrics in the text format."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head("requests_total", "counter", "Requests answered.")
        for (route, method, status), count in sorted(self._requests.items()):
            labels = f'route="{route}",method="{method}",status="{status}"'
            yield f"majuscule_requests_total{{{labels}}} {count}"
        yield from _head("request_seconds", "histogram", "Time from request head to last byte.")
        for route, buckets in sorted(self._buckets.items()):
            total = 0
            for bound, count in zip((*BOUNDS, "+Inf"), buckets, strict=True):
                total += count
                yield f'majuscule_request_seconds_bucket{{route="{route}",le="{bound}"}} {total}'
            yield f'majuscule_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
            yield f'majuscule_request_seconds_count{{route="{route}"}} {total}'
        yield from _head("characters_total", "counter", "Characters of text received.")
        for route, count in sorted(self._characters.items()):
            yield f'majuscule_characters_total{{route="{route}"}} {count}'
        for name, meaning, read in self._gauges:
            yield from _head(name, "gauge", meaning)
            yield f"majuscule_{name} {read():g}"
        yield "# HELP process_start_time_seconds When the process started."
        yield "# TYPE process_start_time_seconds gauge"
        yield f"process_start_time_seconds {self.started:.3f}"
        resident = resident_bytes()
        if resident:
            yield "# HELP process_resident_memory_bytes Memory that the process uses."
            yield "# TYPE process_resident_memory_bytes gauge"
            yield f"process_resident_memory_bytes {resident}"


def _head(name: str, kind: str, meaning: str) -> tuple[str, str]:
    return f"# HELP majuscule_{name} {meaning}", f"# TYPE majuscule_{name} {kind}"


def resident_bytes() -> int:
    """Return the resident memory of this process, 0 on systems without /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
