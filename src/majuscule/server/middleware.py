"""What stands before every route: the token, the Host, headers, errors as JSON, counts, the log.

The log holds method, route, status and time of each request; never a path as it came, a query, a
body, or the message of an unexpected error, for any of these may hold text.
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
"""What the log and the counts show where the client left before the answer."""


class Middleware:
    """The application with everything around it."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0
        # The router raises what it cannot route, instead of answering itself, where an app is.
        scope["app"] = self._app

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *SECURITY]
            # A client that takes nothing must not hold its answer for ever.
            async with asyncio.timeout(self._settings.send_time):
                await send(message)

        try:
            try:
                self._check(scope)
                await self._app(scope, receive, sending)
            except (ClientDisconnect, TimeoutError) as error:
                if status:
                    raise
                status = CLIENT_LEFT
                LOG.debug("client left: %s", type(error).__name__)
            except asyncio.CancelledError:  # Settings.drain is over
                if status:
                    raise
                problem = busy("the server was stopped before the request was finished")
                await answer(problem)(scope, receive, sending)
            except (RequestError, HTTPException) as error:
                await answer(_problem(error))(scope, receive, sending)
            except Exception as error:
                LOG.error("%s in %s", type(error).__name__, _where(error))
                if status:
                    raise
                problem = RequestError(500, "internal error; see the server's log")
                await answer(problem)(scope, receive, sending)
        except TimeoutError:
            LOG.info("a client did not read its answer in time")
            raise ConnectionAbortedError("the client did not read its answer") from None
        finally:
            seconds = time.perf_counter() - began
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
        """Tell whether the request carries the token, in a time that tells nothing of it."""
        if not self._settings.token:
            return True
        scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
        right = hmac.compare_digest(given.strip(), self._settings.token.encode("utf-8"))
        return right and scheme.lower() == b"bearer"


METHODS = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS")


def require_token(scope: Scope) -> None:
    """Raise 401 where a token is needed and the right one was not given."""
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
    said = {
        404: "there is nothing at this path; /openapi.json lists the paths",
        405: f"this path does not allow that method, only {allowed}",
    }
    return RequestError(
        error.status_code, said.get(error.status_code, error.detail), headers=error.headers
    )


def _where(error: BaseException) -> str:
    """Return the file and line where an error arose; its message may hold text and is left out."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{place.filename.rsplit('majuscule/', 1)[-1]}:{place.lineno} {place.name}"
