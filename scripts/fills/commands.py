"""The reference of the command line, from the help of the commands."""

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

HELP = ["-h", "--help"]


def reference() -> str:
    from majuscule.cli.program import program

    return "\n".join(section(path, command) for path, command in commands(program))


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command, with the words that call it."""
    context = click.Context(group, help_option_names=HELP)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def section(path: tuple[str, ...], command: click.Command) -> str:
    name = f"majuscule {' '.join(path)}"
    context = click.Context(command, info_name=name, help_option_names=HELP)
    usage = " ".join(command.collect_usage_pieces(context))
    blocks = [f"## {name}", f"    {name} {usage}"]
    paragraphs = re.split(r"\n\s*\n", cleandoc(command.help or ""))
    for paragraph in paragraphs:
        if "\b" not in paragraph:
            blocks.append(" ".join(paragraph.split()))
            continue
        # The paragraph of examples: its first line is a heading, the rest is indented by two.
        lines = paragraph.split("\b\n")[1].split("\n")
        blocks.append(lines[0].strip())
        blocks.append("\n".join("    " + line.removeprefix("  ") for line in lines[1:]).rstrip())
    options = [one for one in command.params if isinstance(one, click.Option)]
    rows = [record for one in options if (record := one.get_help_record(context))]
    if rows:
        table = ["| option | |", "|---|---|"]
        table += [f"| {_names(names)} | {_cell(text)} |" for names, text in rows]
        blocks.append("\n".join(table))
    return "\n\n".join(blocks) + "\n"


def _names(text: str) -> str:
    # In ``-o, --output FILE`` and ``--memory / --no-memory``, each name with its metavar is code.
    parts = re.split(r"(, | / )", text)
    return "".join(part if part in (", ", " / ") else f"`{_cell(part)}`" for part in parts)


def _cell(text: str) -> str:
    # Escaped, so that brackets do not become links.
    return " ".join(text.split()).replace("|", "\\|").replace("](", "]\\(")
