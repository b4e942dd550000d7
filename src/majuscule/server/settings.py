"""Limits and options of the server, from which the options of the command are made."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from ipaddress import ip_address
from typing import Any

from majuscule.errors import UsageError
from majuscule.options import cores

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def _setting(default: Any, meaning: str, **more: Any) -> Any:
    """Return a field with its ``meaning``; ``more``: bounds (``min``, ``max``, ``min_open``: above
    ``min``), and its option's ``flag`` and ``metavar`` if they do not follow from name and type."""
    default_argument = {"default_factory": default} if callable(default) else {"default": default}
    return field(**default_argument, metadata={"help": meaning, **more})


@dataclass(frozen=True)
class Settings:
    """The server's address and limits.  Times are in seconds, sizes in bytes."""

    host: str = _setting(
        "127.0.0.1", "Address to listen on. The default can be reached only from this machine."
    )
    port: int = _setting(8000, "Port to listen on; 0 picks a free one.", min=0, max=65535)
    hosts: tuple[str, ...] = _setting(
        (),
        "Host name that clients may use, besides localhost and IP addresses; may be repeated. "
        "Default: with a token, any.",
        flag="--allow-host",
        metavar="NAME",
    )
    threads: int = _setting(cores, "Requests handled at once. Default: one per core.", min=1)
    queue: int = _setting(64, "Requests that may wait; others are refused (503).", min=0)
    max_body: int = _setting(4 << 20, "Largest request body, in bytes (413).", min=1)
    time: float = _setting(
        30.0, "Time limit for handling a request, in seconds (504).", min=0, min_open=True
    )
    body_time: float = _setting(
        10.0, "Time limit for a request to arrive, in seconds (408).", min=0, min_open=True
    )
    drain: float = _setting(
        20.0, "Seconds to finish requests when the server is stopped.", min=0, min_open=True
    )
    unsure: float = _setting(
        0.9, "The page highlights words with a lower confidence than this.", min=0, max=1
    )
    # the longest a client may take to read a part of its answer
    send_time: float = field(default=30.0, metadata={"min": 0, "min_open": True})
    token: str = ""  # bearer token; empty: none is required

    def __post_init__(self) -> None:
        for one in fields(self):
            value, low, high = getattr(self, one.name), *map(one.metadata.get, ("min", "max"))
            # Comparisons with NaN are false, so NaN is out of range.
            above = "min_open" in one.metadata
            fits = low is None or (value > low if above else value >= low)
            if not fits or (high is not None and not value <= high):
                needed = f"above {low}" if above else f"{low} or more"
                needed = needed if high is None else f"from {low} to {high}"
                raise UsageError(f"{one.name} is {value}; it must be {needed}")
        if not self.host:  # would mean all addresses of the machine; usually an unset variable
            raise UsageError("the address to listen on is empty (an unset variable?); name one")
        if not self.token.isascii() or any(letter.isspace() for letter in self.token):
            raise UsageError("the token must be one word of ASCII characters")

    @property
    def buffered(self) -> int:
        """Return the most bytes of request bodies that are held at a time; beyond that, 503."""
        return max(64 << 20, 4 * self.max_body)

    def knows(self, host: str) -> bool:
        """Return whether a Host header may name the server so.

        This is against DNS rebinding: another site's name may resolve to this machine, but then the
        Host header has that name, never an address.  Such a site does not have the token.

        >>> [Settings(host="0.0.0.0").knows(host) for host in ("192.168.1.5", "evil.example")]
        [True, False]
        """
        if self.token and not self.hosts:
            return True
        names = ("localhost", self.host, *self.hosts)
        return host.lower() in map(str.lower, names) or _is_address(host)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
