"""Common to all routes: the token, the Host, security headers, errors as JSON, metrics, the log.

The log has method, route, status and duration of each request; never the actual path, a query, a
body, or the message of an unexpected error, because any of these may contain text of users.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
import traceback
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from majuscule.server.metrics import Metrics
from majuscule.server.problems import RequestError, answer, busy
from majuscule.server.settings import Settings

LOG = logging.getLogger("majuscule.server")

SECURITY = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        b"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

CLIENT_LEFT = 499
"""The status, in log and metrics, if the client disconnected before the answer (as in nginx)."""


class Middleware:
    """The ASGI middleware around the router."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        start = time.perf_counter()
        status = 0
        # With an "app" in its scope, the router raises 404 and 405 instead of answering itself.
        scope["app"] = self._app

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *SECURITY]
            # A client that does not read must not occupy the server for ever.
            async with asyncio.timeout(self._settings.send_time):
                await send(message)

        try:
            try:
                self._check(scope)
                await self._app(scope, receive, send_with_headers)
            except (ClientDisconnect, TimeoutError) as error:
                if status:
                    raise
                status = CLIENT_LEFT
                LOG.debug("client left: %s", type(error).__name__)
            except asyncio.CancelledError:  # Settings.drain has passed
                if status:
                    raise
                problem = busy("the server was stopped before the request was finished")
                await answer(problem)(scope, receive, send_with_headers)
            except (RequestError, HTTPException) as error:
                await answer(_problem(error))(scope, receive, send_with_headers)
            except Exception as error:
                LOG.error("%s in %s", type(error).__name__, _where(error))
                if status:
                    raise
                problem = RequestError(500, "internal error; see the server's log")
                await answer(problem)(scope, receive, send_with_headers)
        except TimeoutError:
            LOG.info("a client did not read its answer in time")
            raise ConnectionAbortedError("the client did not read its answer") from None
        finally:
            seconds = time.perf_counter() - start
            route = scope.get("majuscule.route", "none")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.answered(route, method, status, seconds)
            LOG.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds)

    def _check(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        host = _host_name(headers.get(b"host", b""))
        if not self._settings.knows(host):
            raise RequestError(
                400,
                f"this server does not answer to the host name {host[:80]!r}; to allow it, start "
                f"the server with --allow-host {host[:80] or 'NAME'}",
            )
        scope["majuscule.allowed"] = self._allows(headers)

    def _allows(self, headers: Mapping[bytes, bytes]) -> bool:
        """Return whether the request has the right token, compared in constant time."""
        if not self._settings.token:
            return True
        scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
        is_right = hmac.compare_digest(token.strip(), self._settings.token.encode("utf-8"))
        return is_right and scheme.lower() == b"bearer"


METHODS = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS")


def require_token(scope: Scope) -> None:
    """Raise 401 if a token is required and the request did not have it."""
    if not scope.get("majuscule.allowed"):
        raise RequestError(
            401,
            "a bearer token is needed; send the header Authorization: Bearer TOKEN",
            headers={"WWW-Authenticate": "Bearer"},
        )


def _host_name(host: bytes) -> str:
    try:
        return (urlsplit(f"//{host.decode('latin-1')}").hostname or "").lower()
    except ValueError:
        return ""


def _problem(error: RequestError | HTTPException) -> RequestError:
    if isinstance(error, RequestError):
        return error
    allowed = ", ".join(sorted((error.headers or {}).get("Allow", "others").split(", ")))
    messages = {
        404: "there is nothing at this path; /openapi.json lists the paths",
        405: f"this path does not allow that method, only {allowed}",
    }
    return RequestError(
        error.status_code, messages.get(error.status_code, error.detail), headers=error.headers
    )


def _where(error: BaseException) -> str:
    """Return file, line and function that raised an error, without its message."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{place.filename.rsplit('majuscule/', 1)[-1]}:{place.lineno} {place.name}"
