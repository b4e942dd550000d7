"""Serve models over HTTP until a signal comes: what ``majuscule serve`` does."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from functools import partial
from os import PathLike
from typing import Any

from majuscule.corrections.store import Store
from majuscule.entities.kinds import load_entities
from majuscule.entities.rules import with_rules
from majuscule.errors import ModelError
from majuscule.extras import require
from majuscule.models import model_path, read_model
from majuscule.punctuation.punctuator import load_punctuator, speech_model
from majuscule.restore.truecaser import Truecaser, load
from majuscule.server.settings import LOOPBACK, Settings
from majuscule.words.gazetteers.own import OwnNames


def serve(
    model: str | PathLike[str] | Truecaser = "en",
    settings: Settings | None = None,
    *,
    entities: str | PathLike[str] = "entities-en",
    marks: str | PathLike[str] | None = None,
    naming: Mapping[str, Any] | None = None,
    corrections: str | PathLike[str] | None = None,
    tell: Callable[[str], None] = lambda _message: None,
) -> None:
    """Serve restoring, entities, detection and the page to correct text, until SIGTERM or Ctrl-C.

    ``entities`` and ``marks`` (by default that of the model's language) are loaded when they are
    first asked for.  Mentions are given under ``naming``, the arguments of
    :func:`~majuscule.entities.rules.with_rules`; ``corrections`` is the database of the page, made
    when something is first kept; without it, nothing is.  ``tell`` gets the address once requests
    are taken, a warning where anybody may use the server or where ``entities`` or ``marks`` is
    missing, and a word when it has stopped.

    Raises :class:`~majuscule.errors.UsageError` where a library is missing (extra ``serve``) or the
    port cannot be had, and what loading the model and the database raises.
    """
    for library in ("starlette", "uvicorn"):
        require(library, "serving", "serve")
    from majuscule.server.app import create_app
    from majuscule.server.running import open_socket, run
    from majuscule.server.services import Services

    chosen = settings or Settings()
    store = None if corrections is None else Store(corrections)
    if store is not None:
        store.check()
    truecaser = model if isinstance(model, Truecaser) else load(model)
    rules = dict(naming or {})
    if rules.get("names"):  # read now, so that an invalid list is reported at once
        lists, encoding = rules.pop("names"), rules.pop("encoding", "")
        rules["names"] = OwnNames.read(lists, encoding=encoding, tell=tell)
    for named in (entities, *([marks] if marks else [])):
        try:
            read_model(model_path(named), verify=False)
        except ModelError as error:  # only the requests that need it will fail
            tell(str(error))
    services = Services(
        truecaser,
        store,
        lambda: with_rules(load_entities(entities), **rules),
        partial(load_punctuator, marks or speech_model(truecaser.header.language)),
        chosen.unsure,
    )
    listening = open_socket(chosen.host, chosen.port)
    if chosen.host not in LOOPBACK and not chosen.token:
        tell(
            f"anyone who can reach {chosen.host} can use this server by its IP address; "
            "--token-file requires a token, --allow-host allows a host name"
        )
    app = create_app(services, chosen)
    with closing(store) if store is not None else nullcontext():
        run(app, chosen, listening, lambda address: tell(f"serving at {address}"))
    tell("stopped")


def log_requests() -> None:
    """Log each request on standard error, without its text."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log = logging.getLogger("majuscule.server")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
