"""Request bodies: read within limits of size and time, and decoded as text or JSON."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request

from majuscule.server.gate import Gate
from majuscule.server.problems import RequestError
from majuscule.server.settings import Settings

TEXT, JSON = "text/plain", "application/json"


async def read_body(request: Request, settings: Settings, gate: Gate) -> bytes:
    """Return the body, whose size the caller must release from the gate when it is done with it.

    Raises 413 if it is too large, 408 if it takes too long, 503 if too much is buffered.
    """
    length = request.headers.get("content-length")
    if length is not None and length.isdecimal() and int(length) > settings.max_body:
        raise _too_large(settings)
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(settings.body_time):
            async for chunk in request.stream():
                if size + len(chunk) > settings.max_body:
                    raise _too_large(settings)
                gate.hold(len(chunk))
                size += len(chunk)
                chunks.append(chunk)
    except BaseException as error:
        gate.release(size)
        if isinstance(error, TimeoutError):
            raise RequestError(
                408,
                f"the body did not arrive within {settings.body_time:g} seconds; send it faster, "
                "or send less",
                headers={"Connection": "close"},
            ) from None
        raise
    return b"".join(chunks)


def _too_large(settings: Settings) -> RequestError:
    return RequestError(
        413,
        f"the body has more than {settings.max_body} bytes; send the text in parts",
        headers={"Connection": "close"},
    )


def body_type(request: Request) -> str:
    """Return the type of a request's body, TEXT or JSON; raises 415 for others and for codings."""
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise RequestError(
            415, f"content coding {coding[:40]!r} is not supported; send the body uncompressed"
        )
    type_, *parameters = request.headers.get("content-type", "").lower().split(";")
    type_ = type_.strip()
    if type_ not in (TEXT, JSON):
        raise RequestError(
            415,
            f"content type {type_[:40]!r} is not supported; send {JSON} or {TEXT} in UTF-8 (with "
            f"curl: -H 'Content-Type: {TEXT}')",
        )
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        charset = value.strip().strip("\"'")
        if name.strip() == "charset" and charset not in ("utf-8", "utf8", "us-ascii"):
            raise RequestError(415, f"charset {charset[:40]!r} is not supported; send UTF-8")
    return type_


def read_text(body: bytes) -> str:
    """Return the text of a body; raises 400 with the offset of the first byte that is not UTF-8."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RequestError(
            400, f"the body is not UTF-8 at byte {error.start} (0x{body[error.start]:02x})"
        ) from None


def read_json(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a body; raises 400 with the place of a syntax error."""
    text = read_text(body)
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise RequestError(
            400, f"the body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from None
    except (ValueError, RecursionError):
        raise RequestError(
            400, "the JSON of the body is nested too deeply, or holds too large a number"
        ) from None
    if not isinstance(data, dict):
        raise RequestError(400, 'the body is not a JSON object such as {"text": "..."}')
    return data
