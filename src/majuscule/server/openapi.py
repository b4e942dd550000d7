"""The OpenAPI 3.1 description of the server, made from the table of routes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from majuscule.server.bodies import JSON, TEXT
from majuscule.server.fields import schema
from majuscule.server.problems import REASONS
from majuscule.server.routes import GUARDED, ROUTES, Route
from majuscule.version import __version__

ERROR = {
    "type": "object",
    "properties": {"error": {"type": "string"}, "status": {"type": "integer"}},
    "required": ["error", "status"],
}


def describe() -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "majuscule",
            "version": __version__,
            "description": "Gives text its capitals back. Offsets count code points.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": {"Error": ERROR},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    in_path = [one for one in route.takes if f"{{{one.name}}}" in route.path]
    body = [one for one in route.takes if one not in in_path]
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "security": [{"bearer": []}, {}] if route.access == GUARDED else [{}],
        "responses": _responses(route),
    }
    parameters = [
        {
            "name": one.name,
            "in": "path",
            "required": True,
            "description": one.meaning,
            "schema": {"type": one.type},
        }
        for one in in_path
    ]
    if route.method == "POST":
        content: dict[str, Any] = {JSON: {"schema": schema(body)}}
        if route.text_in:
            content[TEXT] = {"schema": {"type": "string"}}
            parameters += [
                {
                    "name": one.name,
                    "in": "query",
                    "required": False,
                    "description": f"{one.meaning} For bodies of type {TEXT}.",
                    "schema": {k: v for k, v in one.schema().items() if k != "description"},
                }
                for one in body
                if one.name != route.text_in and one.type != "array"
            ]
        operation["requestBody"] = {"required": True, "content": content}
    if parameters:
        operation["parameters"] = parameters
    return operation


def _responses(route: Route) -> Mapping[str, Any]:
    type_ = route.answers.partition(";")[0]
    content: dict[str, Any] = {type_: {"schema": route.answer_schema()}}
    if route.text_out:
        content[TEXT] = {"schema": {"type": "string"}}
    responses: dict[str, Any] = {"200": {"description": "Done.", "content": content}}
    for status in sorted(statuses(route)):
        responses[str(status)] = {
            "description": REASONS[status][:1].upper() + REASONS[status][1:] + ".",
            "content": {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}},
        }
    return responses


def statuses(route: Route) -> set[int]:
    """Return the status codes of a route's possible errors."""
    codes = {400, 500, 503, *route.limits}
    if route.access == GUARDED:
        codes.add(401)
    if route.threaded:
        codes.add(504)
    if route.method == "POST":
        codes |= {408, 413, 415}
    if "{" in route.path:
        codes.add(404)
    return codes
