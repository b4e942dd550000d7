"""The program: finds commands, and turns errors into one sentence and an exit status.

Exit status: 0 for success, 1 if ``degrade`` measured nothing, 2 for an error, 130 after Ctrl-C.  A
closed pipe ends the process by SIGPIPE, as it ends other Unix tools.
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

from majuscule.cli.options import COMPLETE, NAME
from majuscule.cli.progress import in_one_line
from majuscule.errors import MajusculeError, reason_of
from majuscule.files import reported
from majuscule.kinds import resolve
from majuscule.version import __version__


@dataclass
class State:
    """The state of a run: its arguments, and whether to print tracebacks."""

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
"""Name -> command, in the order of the help; a new command needs a file, and a line here."""

WITHOUT_ALGEBRA = frozenset(("restore", "punctuate", "sentences", "detect"))
"""Commands that multiply no matrices: numpy need not start threads for that, which cost a twelfth
of the processor time of a short run."""


class Commands(click.Group):
    """A group that imports a command when it is looked up, so that starting imports only one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name in WITHOUT_ALGEBRA:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
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


GC_THRESHOLD = 100_000
"""New objects until a garbage collection: starting makes some 60,000, none of which is garbage."""


INTERRUPTED = 130
"""The exit status after Ctrl-C."""


class Ended(SystemExit):
    """Raised for a signal, so that half-written files are cleaned up."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and end the process with its exit status, or by the signal it received."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # A signal that the parent ignores, as nohup does, stays ignored.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    gc.set_threshold(GC_THRESHOLD)
    try:
        status = run(arguments)
        if status == INTERRUPTED:
            os._exit(status)  # exiting otherwise waits for threads, and thus for their batches
        gc.freeze()  # no collection at exit; with GC_THRESHOLD this saves a fifth of a short run
        sys.exit(status)
    except Ended as end:
        # The traceback keeps frames alive whose half-open files are closed when it is dropped.
        end.__traceback__ = None
        _drop_output()
        os.kill(os.getpid(), end.number)
        raise


def _end(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)  # a second signal ends the process at once
    raise Ended(number)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status; errors are printed in one sentence."""
    state = State(list(sys.argv[1:] if arguments is None else arguments))
    try:
        if complete := os.environ.get(COMPLETE):
            from click.shell_completion import shell_complete

            return shell_complete(program, {}, NAME, COMPLETE, complete)
        with program.make_context(NAME, [*state.arguments], obj=state) as context:
            program.invoke(context)
        _flush()
        return 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, click.Abort):
        _report("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return _end_by_sigpipe()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        _report(_one_sentence(error), state)
    except MajusculeError as error:
        _report(str(error), state)
    except OSError as error:
        _report(
            f"{error.filename or 'standard output: cannot be written'}: {reason_of(error)}", state
        )
    except Exception as error:
        advice = (
            "" if state.debug else f"; please report it with its traceback ({NAME} --debug ...)"
        )
        _report(f"internal error: {type(error).__name__}: {error}{advice}", state)
    _drop_output()
    return 2


def _one_sentence(error: click.ClickException) -> str:
    message = error.format_message().rstrip(".")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message += f" (see {error.ctx.command_path} --help)"
    return message[:1].lower() + message[1:]


def _report(message: str, state: State | None = None) -> None:
    """Print a sentence on standard error, after the traceback with --debug."""
    with suppress(OSError, AttributeError):  # standard error may be closed too
        if state is not None and state.debug:
            import traceback

            traceback.print_exc()
        sys.stderr.write(f"{NAME}: {in_one_line(message)}\n")
        sys.stderr.flush()


def _flush() -> None:
    """Flush standard output while errors can still be reported."""
    if sys.stdout is not None:
        with reported("standard output"):
            sys.stdout.flush()


def _drop_output() -> None:
    """Redirect standard output to nowhere, so that flushing it at exit does not fail again."""
    with suppress(OSError, AttributeError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def _end_by_sigpipe() -> int:
    """End as Unix tools do when their reader has gone: without a message, by SIGPIPE."""
    _drop_output()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    return 1
