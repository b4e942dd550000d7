"""Floor 9: the HTTP server and the page to correct text by clicking (extra ``serve``).

What each module does: ``serving`` starts a server; ``settings`` limits and options; ``routes`` the
one table of paths; ``fields`` what a request may hold; ``services`` what is called; ``bodies``
reading requests; ``gate`` how much is worked on at once; ``metrics``; ``middleware`` what stands
around every route; ``openapi``; ``app`` puts them together; ``running`` opens the socket and stops
gracefully.
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
