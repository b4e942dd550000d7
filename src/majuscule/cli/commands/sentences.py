"""``majuscule sentences``: text in, a sentence a line out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from majuscule.cli.given import check_reading
from majuscule.cli.options import ANY_TEXT, FILES, JOBS, OUTPUT, model_option
from majuscule.cli.policies import MARK_POLICY
from majuscule.options import cores
from majuscule.reading.table import format_of

if TYPE_CHECKING:
    from majuscule.punctuation.policy import MarkPolicy
    from majuscule.reading import Reading


@click.command()
@FILES
@OUTPUT
@model_option("What finds the sentences", "en-speech")
@MARK_POLICY
@ANY_TEXT
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON lines: offsets in the document, and text."
)
@JOBS
def sentences(
    files: tuple[str, ...],
    output: str | None,
    model: str,
    policy: MarkPolicy,
    format_: str | None,
    reading: Reading,
    as_json: bool,
    jobs: int | None,
) -> None:
    """Find the sentences of text, with marks or without.

    Reads every format that majuscule restore reads, and prints a sentence a line, with the marks
    and capitals that it lacked.

    \b
    Examples:
      echo "hello everyone thanks for joining how are you" | majuscule sentences
      majuscule sentences --json call.ctm
    """
    names = files or ("-",)
    check_reading([format_ or format_of(name) for name in names], reading)

    from majuscule.cli.output import is_terminal, open_output
    from majuscule.cli.progress import Progress, Sizes
    from majuscule.punctuation.files import MarkOptions, punctuate_stream
    from majuscule.punctuation.punctuator import load_punctuator

    punctuator = load_punctuator(model)
    options = MarkOptions(policy, reading, jobs or cores(), analysis=as_json, sentences=True)
    with Progress(quiet=is_terminal(output)) as progress, open_output(output) as write:
        sizes = Sizes(names, "reading", progress)
        how = {"format": format_, "tell": progress.tell, "progress": sizes.read}
        for name in names:
            punctuate_stream(punctuator, name, write, options, **how)  # type: ignore[arg-type]
