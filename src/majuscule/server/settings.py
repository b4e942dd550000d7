"""Limits and options of the server."""

from __future__ import annotations

from dataclasses import dataclass

from majuscule.errors import UsageError

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Settings:
    """What the server allows.  Times are in seconds, sizes in bytes."""

    max_body: int = 4 << 20  # larger bodies are refused: 413
    buffered: int = 64 << 20  # of all bodies being read or waiting at once; more: 503
    threads: int = 2  # requests that are worked on at once
    queue: int = 64  # requests that may wait for a thread; more: 503
    wait: float = 0.25  # longest wait for a thread: 503
    time: float = 30.0  # longest work on a request: 504
    body_time: float = 10.0  # within which head and body must have come: 408
    send_time: float = 30.0  # within which a client must take what is sent to it
    drain: float = 20.0  # what is being worked on may end within this when the server stops
    token: str = ""  # bearer token; empty: none is asked for
    hosts: tuple[str, ...] = ()  # names that a Host header may have; empty: any
    unsure: float = 0.9  # the page marks words of lower confidence

    def __post_init__(self) -> None:
        sizes = (self.max_body, self.buffered, self.threads)
        times = (self.wait, self.time, self.body_time, self.send_time, self.drain)
        if min(sizes) < 1 or self.queue < 0 or min(times) <= 0 or not 0 <= self.unsure <= 1:
            raise UsageError("limits must be above 0, the queue 0 or more, and unsure from 0 to 1")
