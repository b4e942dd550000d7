"""Running the server: the socket, slow heads, and a graceful stop.

SIGTERM and Ctrl-C stop taking connections; what is being worked on is answered, within the time of
``Settings.drain``; then the process ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from majuscule.errors import UsageError
from majuscule.server.settings import Settings

LOG = logging.getLogger("majuscule.server")


def open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise :class:`UsageError` where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP: asyncio turns off Nagle's delay, 40 ms an answer, only where it sees that.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
        return listening
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise UsageError(
            f"cannot listen on {host}, port {port}: {reason}; choose others with --host and --port"
        ) from error


def run(
    app: ASGIApp, settings: Settings, listening: socket.socket, ready: Callable[[str], None]
) -> None:
    """Serve until a signal comes; ``ready`` is told the address once requests are taken."""
    config = uvicorn.Config(
        app,
        http=protocol(settings),
        ws="none",
        lifespan="on",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=max(1, round(settings.drain)),
        h11_max_incomplete_event_size=16 << 10,
    )
    # Its messages name addresses and states only, and the server says what matters itself.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    server = _Server(config, ready)
    # Threads that hold the interpreter's lock give it up sooner: short requests wait less.
    sys.setswitchinterval(0.001)
    before = {one: signal.signal(one, _end_well) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listening])
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _end_well(_signal: int, _frame: object) -> None:
    """Do nothing: uvicorn has stopped by then, and raises the signal once more."""


class _Server(uvicorn.Server):
    """Tells the address when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            self._ready(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")


def protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return the protocol of a connection, which closes it where a head is slow to come."""

    class Impatient(H11Protocol):
        """HTTP/1.1 with a clock on each request's head: uvicorn has none."""

        _clock: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._start_clock()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is h11.IDLE:
                if self._clock is None:
                    self._start_clock()
            else:
                self._stop_clock()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_clock()
            super().connection_lost(exc)

        def send_400_response(self, msg: str) -> None:
            """Answer what is not HTTP in JSON too."""
            self._stop_clock()
            self._say(400, b"Bad Request", "this is not a valid HTTP request")

        def _start_clock(self) -> None:
            self._clock = self.loop.call_later(settings.body_time, self._too_late)

        def _stop_clock(self) -> None:
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None

        def _too_late(self) -> None:
            self._clock = None
            seconds = f"{settings.body_time:g}"
            self._say(
                408,
                b"Request Timeout",
                f"the request head did not arrive within {seconds} seconds",
            )

        def _say(self, status: int, reason: bytes, message: str) -> None:
            if self.transport is None or self.transport.is_closing():
                return
            body = b'{"error": "%s", "status": %d}' % (message.encode(), status)
            self.transport.write(
                b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
                b"connection: close\r\n\r\n%s" % (status, reason, len(body), body)
            )
            LOG.info("none none %d", status)
            self.transport.close()

    return Impatient
