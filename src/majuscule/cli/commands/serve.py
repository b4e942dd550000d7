"""``majuscule serve``: restoring over HTTP, and a page to correct text by clicking."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from majuscule.cli.naming import NAMING
from majuscule.cli.options import RULES, model_option, settings_options
from majuscule.errors import UsageError, reason_of
from majuscule.files import several
from majuscule.server.settings import Settings

TOKEN = "MAJUSCULE_TOKEN"


@click.command()
@model_option("Model that restores case")
@RULES
@click.option(
    "--entities",
    default="entities-en",
    show_default=True,
    metavar="MODEL",
    help="Model that finds names, for /entities; loaded on first use.",
)
@NAMING
@click.option(
    "--marks",
    metavar="MODEL",
    help="Model that punctuates, for /punctuate and the page; loaded on first use. Default: that "
    "of the language, en-speech if there is none.",
)
@click.option(
    "--corrections",
    metavar="FILE",
    help="Keep the page's documents and edits in FILE, which is created on first use. Default: "
    "keep nothing.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    help=f"Require the bearer token in FILE. Default: the one in {TOKEN}, or none.",
)
@settings_options(Settings)
@click.option("--log", is_flag=True, help="Log each request to standard error, without its text.")
def serve(
    model: str,
    rules: dict[str, Any],
    entities: str,
    naming: dict[str, Any],
    marks: str | None,
    corrections: str | None,
    token_file: str | None,
    settings: Settings,
    log: bool,
) -> None:
    """Serve restoring over HTTP, and a page for corrections.

    The page is at the address of the server; /openapi.json describes the rest. Only this machine
    can reach the server unless --host says otherwise; in that case, require a token. No text is
    kept unless --corrections names a file. On SIGTERM and Ctrl-C, the server finishes the requests
    it has begun and stops.

    \b
    Examples:
      majuscule serve
      majuscule serve --port 9000 --corrections work/corrections.db
      curl --data-binary @story.txt -H "Content-Type: text/plain" localhost:8000/restore
    """
    from majuscule.cli.progress import ProgressBar
    from majuscule.restore.languages.loading import load_any
    from majuscule.server.serving import log_requests
    from majuscule.server.serving import serve as serve_until_stopped

    if log:
        log_requests()
    serve_until_stopped(
        load_any(model).with_rules(**rules),
        replace(settings, token=_token(token_file)),
        entities=entities,
        naming=naming,
        marks=marks,
        corrections=corrections,
        tell=ProgressBar().tell,
    )
    if any(thread.name == "majuscule" for thread in threading.enumerate()):
        # Work outlasted --drain; a native library still at work would abort a normal exit.
        sys.stderr.flush()
        os._exit(0)


def _token(file: str | None) -> str:
    """Return the token, from a file or the environment: other users can read command lines."""
    if file is None:
        return os.environ.get(TOKEN, "")
    try:
        [name] = several([file])
        token = Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: the token cannot be read: {reason_of(error)}") from error
    if not token:
        raise UsageError(f"{file}: holds no token")
    return token
