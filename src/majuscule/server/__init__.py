"""Floor 9: the HTTP server and the page to correct text by clicking (extra ``serve``).

Modules: ``serving`` is the entry point; ``settings``: limits and options; ``routes``: the table of
routes; ``fields``: the schema of requests; ``services``: the functions behind the routes;
``bodies``: reading request bodies; ``gate``: the limit of concurrent work; ``middleware``: what is
common to all routes; ``metrics``; ``openapi``; ``app`` puts them together; ``running``: the socket
and the graceful stop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from majuscule.lazy import lazy

if TYPE_CHECKING:
    from majuscule.server.serving import serve
    from majuscule.server.settings import Settings

__all__ = ["Settings", "serve"]

_HOMES = {"Settings": "majuscule.server.settings", "serve": "majuscule.server.serving"}

__getattr__, __dir__ = lazy(__name__, _HOMES)
