"""The ASGI application: the routes of the table, the page, metrics and middleware."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as Path
from starlette.routing import Router
from starlette.types import ASGIApp

from majuscule.server import bodies
from majuscule.server.fields import read, read_query
from majuscule.server.gate import Gate
from majuscule.server.middleware import Middleware, require_token
from majuscule.server.openapi import describe
from majuscule.server.problems import RequestError
from majuscule.server.routes import GUARDED, ROUTES, Route
from majuscule.server.services import Services
from majuscule.server.settings import Settings

TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
SCRIPTS = (
    "choices", "document", "documents", "dom", "history", "marks", "names", "page", "saving",
    "taking", "view", "words",
)  # fmt: skip
PAGE = {
    "/": "index.html",
    "/page.css": "page.css",
    **{f"/{name}.js": f"{name}.js" for name in SCRIPTS},
}
"""Path -> file of the page."""

Endpoint = Callable[[Request], Awaitable[Response]]


def create_app(services: Services, settings: Settings) -> ASGIApp:
    """Return the application; ``services`` has its models and its store."""
    metrics, gate = services.metrics, Gate(settings)
    services.description = describe()
    metrics.gauge("waiting", "Requests waiting for a thread.", lambda: gate.waiting)
    metrics.gauge("working", "Requests being handled.", lambda: gate.working)
    metrics.gauge("buffered_bytes", "Bytes of request bodies held.", lambda: gate.buffered)

    endpoints: dict[str, dict[str, Endpoint]] = {}
    for one in ROUTES:
        endpoints.setdefault(one.path, {})[one.method] = _endpoint(one, services, settings, gate)
    routes = [Path(path, _by_method(own), methods=[*own]) for path, own in endpoints.items()]
    routes += [Path(path, _page(path)) for path in PAGE]
    router = Router(routes=routes, redirect_slashes=False)
    return Middleware(router, settings, metrics)


def _by_method(endpoints: Mapping[str, Endpoint]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        return await endpoints["GET" if request.method == "HEAD" else request.method](request)

    return endpoint


def _endpoint(route: Route, services: Services, settings: Settings, gate: Gate) -> Endpoint:
    def work(values: dict[str, Any]) -> Response:
        return _answer(route, route.work(services, read(route.takes, values)))

    def work_on_body(type_: str, body: bytes, request: Request) -> Response:
        # Parsing and writing JSON takes as long as restoring, so the thread does it too.
        values = _values(route, type_, body, request)
        texts = (values.get("text") or "", *(values.get("texts") or ()))
        services.metrics.worked(route.path, sum(map(len, texts)))
        result = route.work(services, values)
        if type_ == bodies.TEXT and route.text_out:
            return Response(
                result[route.text_out].encode("utf-8"),
                headers={"content-type": f"{bodies.TEXT}; charset=utf-8"},
            )
        return _answer(route, result)

    async def endpoint(request: Request) -> Response:
        request.scope["majuscule.route"] = route.path
        if route.access == GUARDED:
            require_token(request.scope)
        if route.method != "POST":
            values = dict(request.path_params)
            if not route.threaded:
                return work(values)
            return await gate.run(0, partial(_disconnected, request), work, values)
        length = request.headers.get("content-length", "")
        gate.check(int(length) if length.isdecimal() else 0)
        type_ = bodies.body_type(request)
        body = await bodies.read_body(request, settings, gate)
        try:
            disconnected = partial(_disconnected, request)
            return await gate.run(len(body), disconnected, work_on_body, type_, body, request)
        finally:
            gate.release(len(body))

    return endpoint


async def _disconnected(request: Request) -> None:
    """Wait until the client disconnects; its body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _values(route: Route, type_: str, body: bytes, request: Request) -> dict[str, Any]:
    """Return the checked fields of a request, from its path and its body."""
    if type_ == bodies.JSON:
        if request.query_params:
            raise RequestError(
                400,
                f"with a body of type {bodies.JSON}, options are fields of the body, not a query",
            )
        payload = bodies.read_json(body)
    elif route.text_in:
        if route.text_in in request.query_params:
            raise RequestError(400, f"{route.text_in} is the body; leave it out of the query")
        payload = read_query(route.takes, request.query_params)
        payload[route.text_in] = bodies.read_text(body)
    else:
        raise RequestError(415, f"this path takes only {bodies.JSON}")
    return read(route.takes, {**payload, **request.path_params})


def _answer(route: Route, result: Any) -> Response:
    if isinstance(result, str):
        return Response(result.encode("utf-8"), headers={"content-type": route.answers})
    return JSONResponse(result)


def _page(path: str) -> Endpoint:
    name = PAGE[path]
    type_ = f"{TYPES[name.rpartition('.')[2]]}; charset=utf-8"

    async def endpoint(request: Request) -> Response:
        request.scope["majuscule.route"] = path
        return Response(_file(name), headers={"content-type": type_, "cache-control": "no-cache"})

    return endpoint


@cache
def _file(name: str) -> bytes:
    return (files("majuscule.server") / "page" / name).read_bytes()
