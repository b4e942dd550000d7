"""``majuscule completion``: what a shell needs to complete commands and options."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that makes SHELL complete commands and options with Tab.

    \b
    Examples:
      majuscule completion bash >> ~/.bashrc
      majuscule completion zsh >> ~/.zshrc
      majuscule completion fish > ~/.config/fish/completions/majuscule.fish
    """
    from click.shell_completion import get_completion_class

    from majuscule.cli.program import COMPLETE, NAME, program

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"{shell} is not known")
    # Not .source(): that runs bash to learn its version.
    script = found(program, {}, NAME, COMPLETE)
    click.echo(script.source_template % script.source_vars())
