"""Running the server: the socket, a timeout of request heads, and a graceful stop.

After SIGTERM or Ctrl-C no connection is accepted, and requests in progress are finished within
``Settings.drain`` seconds; then the process ends.
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

from majuscule.errors import UsageError, reason_of
from majuscule.server.settings import Settings

LOG = logging.getLogger("majuscule.server")


def open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises :class:`UsageError` if it cannot be opened."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio disables Nagle's algorithm (40 ms per answer) only if the protocol is given as TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
        return listening
    except OSError as error:
        listening.close()
        raise UsageError(
            f"cannot listen on {host}, port {port}: {reason_of(error)}; choose others with --host "
            "and --port"
        ) from error


def run(
    app: ASGIApp, settings: Settings, listening: socket.socket, ready: Callable[[str], None]
) -> None:
    """Serve until a signal; ``ready`` is called with the address once requests are accepted."""
    config = uvicorn.Config(
        app,
        http=protocol(settings),
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=max(1, round(settings.drain)),
        h11_max_incomplete_event_size=16 << 10,
    )
    # Its messages name only addresses and states; the server itself logs what matters.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    server = _Server(config, ready)
    # Threads release the GIL sooner, so that short requests wait less.
    sys.setswitchinterval(0.001)
    before = {one: signal.signal(one, _ignore) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listening])
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _ignore(_signal: int, _frame: object) -> None:
    """Do nothing: uvicorn, once stopped, raises the signal again for the previous handler."""


class _Server(uvicorn.Server):
    """A uvicorn server that calls ``ready`` with its address."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            self._ready(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")


def protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return a protocol that closes connections whose request head is late."""

    class TimedHeads(H11Protocol):
        """HTTP/1.1 with a timeout of each request's head, which uvicorn lacks."""

        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._start_timer()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is h11.IDLE:
                if self._timer is None:
                    self._start_timer()
            else:
                self._stop_timer()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_timer()
            super().connection_lost(exc)

        def send_400_response(self, msg: str) -> None:
            """Answer invalid HTTP with JSON too."""
            self._stop_timer()
            self._answer(400, b"Bad Request", "this is not a valid HTTP request")

        def _start_timer(self) -> None:
            self._timer = self.loop.call_later(settings.body_time, self._time_out)

        def _stop_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _time_out(self) -> None:
            self._timer = None
            seconds = f"{settings.body_time:g}"
            self._answer(
                408,
                b"Request Timeout",
                f"the request head did not arrive within {seconds} seconds",
            )

        def _answer(self, status: int, reason: bytes, message: str) -> None:
            if self.transport is None or self.transport.is_closing():
                return
            body = b'{"error": "%s", "status": %d}' % (message.encode(), status)
            self.transport.write(
                b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
                b"connection: close\r\n\r\n%s" % (status, reason, len(body), body)
            )
            LOG.info("none none %d", status)
            self.transport.close()

    return TimedHeads
