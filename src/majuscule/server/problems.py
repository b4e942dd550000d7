"""Errors of requests: a status code and one sentence, answered as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse

REASONS = {
    400: "the request is invalid",
    401: "a bearer token is needed",
    404: "not found",
    405: "this path does not allow that method",
    408: "the client was too slow",
    409: "it conflicts with saved data",
    413: "the body is too large",
    415: "the type of the body is not supported",
    500: "internal error",
    503: "the server is busy, or lacks what was asked for",
    504: "the request took too long",
    507: "the disk or the database is full",
}
"""Status code of an error -> its description in OpenAPI."""

LONGEST = 1000
"""Most characters of a message: some quote a field of the request, which may hold megabytes."""


class RequestError(Exception):
    """A request failed; ``status``: the HTTP status code; the message is one sentence."""

    def __init__(
        self, status: int, message: str, *, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message if len(message) <= LONGEST else f"{message[:LONGEST]}...")
        self.status = status
        self.headers = dict(headers or {})


def busy(message: str) -> RequestError:
    """Return the error of an overloaded server, after which the client may retry."""
    return RequestError(503, message, headers={"Retry-After": "1"})


def answer(problem: RequestError) -> JSONResponse:
    return JSONResponse(
        {"error": str(problem), "status": problem.status},
        status_code=problem.status,
        headers=problem.headers,
    )
