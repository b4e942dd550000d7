"""``majuscule completion``: the script with which a shell completes commands and options."""

from __future__ import annotations

import click

from majuscule.cli.options import COMPLETE, NAME

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that sets up completion in SHELL.

    With it, Tab completes commands, options and the names of installed models.

    \b
    Examples:
      majuscule completion bash >> ~/.bashrc
      majuscule completion zsh >> ~/.zshrc
      majuscule completion fish > ~/.config/fish/completions/majuscule.fish
    """
    from click.shell_completion import get_completion_class

    from majuscule.cli.output import show

    class_ = get_completion_class(shell)
    if class_ is None:
        raise click.UsageError(f"{shell} is not known")
    # .source() would run bash to find out its version.
    script = class_(context.find_root().command, {}, NAME, COMPLETE)
    show(script.source_template % script.source_vars())
