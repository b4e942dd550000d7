"""The program: finds commands, turns errors into one sentence and an exit status.

Exit status: 0 done, 2 a mistake of the user's (or one of ours), 130 after Ctrl-C; a closed pipe
ends the process as it ends other Unix tools, by SIGPIPE.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import click
from click.shell_completion import shell_complete

from majuscule.cli.options import COMPLETE, NAME
from majuscule.errors import MajusculeError, reason_of
from majuscule.files import reported
from majuscule.kinds import resolve
from majuscule.version import __version__


@dataclass
class State:
    """What a run of the program knows: its arguments, and whether tracebacks are wanted."""

    arguments: list[str]
    debug: bool = False


COMMANDS = {
    "restore": "majuscule.cli.commands.restore:restore",
    "punctuate": "majuscule.cli.commands.punctuate:punctuate",
    "sentences": "majuscule.cli.commands.punctuate:sentences",
    "train": "majuscule.cli.commands.train:train",
    "evaluate": "majuscule.cli.commands.evaluate:evaluate",
    "score": "majuscule.cli.commands.score:score",
    "detect": "majuscule.cli.commands.detect:detect",
    "entities": "majuscule.cli.commands.entities:entities",
    "model": "majuscule.cli.commands.model:model",
    "lexicon": "majuscule.cli.commands.lexicon:lexicon",
    "compare": "majuscule.cli.commands.compare:compare",
    "degrade": "majuscule.cli.commands.degrade:degrade",
    "serve": "majuscule.cli.commands.serve:serve",
    "corrections": "majuscule.cli.commands.corrections:corrections",
    "completion": "majuscule.cli.commands.completion:completion",
}
"""Commands by name, in the order of the help; a new one is its file and a line here."""


class Commands(click.Group):
    """A group whose commands are imported when they are asked for: a start pays for one only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = resolve(COMMANDS[cmd_name])
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in COMMANDS or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        hint = ""
        if Path(name).is_file():
            hint = f". To restore that file: {NAME} restore {name}"
        elif near := get_close_matches(name, COMMANDS, 1):
            hint = f". Did you mean {near[0]!r}?"
        raise click.UsageError(f"No such command {name!r}{hint}", ctx)


@click.group(NAME, cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=NAME, message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Also print the traceback of an error.")
@click.pass_obj
def program(state: State, debug: bool) -> None:
    """Give text its capitals back.

    \b
    Example:
      echo "angela merkel met the un in new york" | majuscule restore

    For help on a command: majuscule COMMAND --help. docs/reference.md describes them all.
    """
    state.debug = debug


OBJECTS = 100_000
"""New objects after which garbage is looked for: a start makes some 60,000, and they all stay."""


class Ended(SystemExit):
    """The end that a signal asks for, raised so that what is half written is cleaned up."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave the process with its exit status, or by the signal that ends it."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What the parent ignores, as nohup does, stays ignored.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    gc.set_threshold(OBJECTS)
    try:
        status = run(arguments)
        gc.freeze()  # nor is it looked for at the end: with OBJECTS a fifth of a short run
        sys.exit(status)
    except Ended as end:
        # Its frames hold what a signal met half opened, which is closed as they go.
        end.__traceback__ = None
        _drop_output()
        os.kill(os.getpid(), end.number)
        raise


def _end(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)  # who asks twice does not wait
    raise Ended(number)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status; errors are printed in one sentence."""
    state = State(list(sys.argv[1:] if arguments is None else arguments))
    try:
        if complete := os.environ.get(COMPLETE):
            return shell_complete(program, {}, NAME, COMPLETE, complete)
        with program.make_context(NAME, [*state.arguments], obj=state) as context:
            program.invoke(context)
        _flush()
        return 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        return 130
    except BrokenPipeError:
        return _leave_quietly()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        _say(_one_sentence(error), state)
    except MajusculeError as error:
        _say(str(error), state)
    except OSError as error:
        _say(f"{error.filename or 'standard output'}: {reason_of(error)}", state)
    except Exception as error:
        advice = (
            "" if state.debug else f"; please report it with its traceback ({NAME} --debug ...)"
        )
        _say(f"internal error: {type(error).__name__}: {error}{advice}", state)
    _drop_output()
    return 2


def _one_sentence(error: click.ClickException) -> str:
    message = error.format_message().rstrip(".")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message += f" (see {error.ctx.command_path} --help)"
    return message[:1].lower() + message[1:]


def _say(message: str, state: State | None = None) -> None:
    """Print a sentence on standard error, and the traceback before it where that was asked for."""
    with suppress(OSError, AttributeError):  # nobody may be listening there either
        if state is not None and state.debug:
            import traceback

            traceback.print_exc()
        line = " ".join(part.strip("\t") for part in message.split("\n"))
        sys.stderr.write(f"{NAME}: {line}\n")
        sys.stderr.flush()


def _flush() -> None:
    """Write what is left, while errors can still be told."""
    if sys.stdout is not None:
        with reported("standard output"):
            sys.stdout.flush()


def _drop_output() -> None:
    """Let nothing more be written at the end of the process: it would fail once more."""
    with suppress(OSError, AttributeError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def _leave_quietly() -> int:
    """End as a Unix tool ends whose reader has gone: no message, killed by SIGPIPE."""
    _drop_output()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    return 1
