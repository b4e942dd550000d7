"""``majuscule serve``: the HTTP server, and the page to correct text by clicking."""

from __future__ import annotations

import os
from pathlib import Path

import click

from majuscule.cli.options import cores, model_option

TOKEN = "MAJUSCULE_TOKEN"


@click.command()
@model_option("What restores")
@click.option(
    "--entities",
    "entity_model",
    default="entities-en",
    show_default=True,
    metavar="MODEL",
    help="What finds names for /entities; loaded when it is first asked for.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen at; the default is reached from this machine only.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port; 0 takes a free one.",
)
@click.option(
    "--corrections",
    default="corrections.db",
    show_default=True,
    metavar="FILE",
    help="Where the page keeps documents and edits; made when something is first kept.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    help=f"Ask for the bearer token in FILE. Default: the one in {TOKEN}, or none.",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A host name that the server goes by, behind a proxy; may be repeated.",
)
@click.option("--threads", type=click.IntRange(1), help="Requests at once. Default: one a core.")
@click.option(
    "--queue",
    type=click.IntRange(0),
    default=64,
    show_default=True,
    help="Requests that may wait; more are refused (503).",
)
@click.option(
    "--wait",
    type=click.FloatRange(0, min_open=True),
    default=0.25,
    show_default=True,
    help="Seconds that one may wait (503).",
)
@click.option(
    "--max-body",
    type=click.IntRange(1),
    default=4 << 20,
    show_default=True,
    help="Bytes of a request's body (413).",
)
@click.option(
    "--time",
    "time_",
    type=click.FloatRange(0, min_open=True),
    default=30.0,
    show_default=True,
    help="Seconds of work on a request (504).",
)
@click.option(
    "--body-time",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    help="Seconds in which a request must have come (408).",
)
@click.option(
    "--drain",
    type=click.FloatRange(0, min_open=True),
    default=20.0,
    show_default=True,
    help="Seconds for ending what is begun when the server is stopped.",
)
@click.option(
    "--unsure",
    type=click.FloatRange(0, 1),
    default=0.9,
    show_default=True,
    help="The page marks words of lower confidence.",
)
@click.option("--log", is_flag=True, help="Log each request on standard error, without its text.")
def serve(
    model: str,
    entity_model: str,
    host: str,
    port: int,
    corrections: str,
    token_file: str | None,
    hosts: tuple[str, ...],
    threads: int | None,
    queue: int,
    wait: float,
    max_body: int,
    time_: float,
    body_time: float,
    drain: float,
    unsure: float,
    log: bool,
) -> None:
    """Serve restoring over HTTP, and a page to correct text by clicking.

    The page is at the server's address; /openapi.json describes the rest. It is reached from this
    machine only, unless --host says otherwise; then ask for a token. SIGTERM and Ctrl-C end it
    when what was begun is answered.

    \b
    Examples:
      majuscule serve
      majuscule serve --port 9000 --corrections work/corrections.db
      curl --data-binary @story.txt -H "Content-Type: text/plain" localhost:8000/restore
    """
    from majuscule.cli.progress import Progress
    from majuscule.corrections.store import Store
    from majuscule.entities.loading import load_entities
    from majuscule.errors import UsageError
    from majuscule.restore.truecaser import load

    try:
        from majuscule.server.app import create_app
        from majuscule.server.running import open_socket, run
    except ModuleNotFoundError as error:
        package = (error.name or "").split(".")[0]
        if package not in ("starlette", "uvicorn", "h11", "anyio"):
            raise
        raise UsageError(
            f"serving needs {package}, which is not installed: pip install 'majuscule[serve]'"
        ) from error
    from majuscule.server.services import Services
    from majuscule.server.settings import LOOPBACK, Settings

    token = _token(token_file)
    names = (*LOOPBACK, *(name.lower() for name in hosts)) if host in LOOPBACK or hosts else ()
    settings = Settings(
        max_body=max_body,
        buffered=max(64 << 20, 4 * max_body),
        threads=threads or cores(),
        queue=queue,
        wait=wait,
        time=time_,
        body_time=body_time,
        drain=drain,
        token=token,
        hosts=names,
        unsure=unsure,
    )
    store = Store(corrections)
    store.check()
    services = Services(load(model), store, lambda: load_entities(entity_model), unsure)
    if log:
        _log_to_standard_error()
    listening = open_socket(host, port)
    progress = Progress()
    if host not in LOOPBACK and not token:
        progress.tell(f"whoever reaches {host} can use this server; --token-file asks for a token")
    run(
        create_app(services, settings),
        settings,
        listening,
        lambda address: progress.tell(f"serving at {address}"),
    )
    progress.tell("stopped")


def _token(file: str | None) -> str:
    """Return the token, from a file or the environment; command lines can be read by others."""
    from majuscule.errors import UsageError

    token = os.environ.get(TOKEN, "")
    if file is not None:
        try:
            token = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{file}: the token cannot be read: {error}") from error
        if not token:
            raise UsageError(f"{file}: holds no token")
    if not token.isascii() or any(letter.isspace() for letter in token):
        raise UsageError("a token is one word of ASCII characters")
    return token


def _log_to_standard_error() -> None:
    import logging

    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log = logging.getLogger("majuscule.server")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
