"""``majuscule degrade``: what an engine loses without case, and what restoring wins back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.options import (
    ENCODING,
    ERRORS,
    file_option,
    recorded_command,
    resamples_option,
    stacked,
)
from majuscule.files import output_path
from majuscule.options import cores

if TYPE_CHECKING:
    from majuscule.degrade.plan import DegradePlan
    from majuscule.reading import Errors

HOW = stacked(
    resamples_option(1, "intervals and tests; documents are resampled"),
    click.option(
        "-j",
        "--jobs",
        type=click.IntRange(1),
        metavar="N",
        help="Number of engines to run at the same time. Default: one per core.",
    ),
    click.option(
        "--reference",
        metavar="FILE",
        help="JSON file with tables to show beside the measured ones, by kind of task.",
    ),
    ENCODING,
    ERRORS,
)


@click.group()
def degrade() -> None:
    """Measure what case is worth to an NLP engine.

    Shows what the engine loses without case, and how much of it restoring wins back. The engine
    itself is never changed, only the text that it reads.

    \b
    Engines:
      majuscule:MODEL
      spacy:PIPELINE               a name or a folder
      'command:PROGRAM ARGUMENTS'  reads JSON lines {"text": ...} and writes, for each,
                                   {"entities": [{"start", "end", "label"}, ...]}
      joined:ENGINE+ENGINE         runs several as one

    A condition is one or more steps joined by +, such as lower+en, snor+speech+figures or
    lower+unigram.model+first.

    \b
    Steps:
      original lower upper title
      snor     as a speech recogniser writes
      first    capitals at sentence starts
      rules    those, and a short list of words
      marks    capitals in placeholders such as #NAME#
      speech   the punctuation and case of the model en-speech
      figures  numbers in words become figures
      MODEL    the name or path of a model that restores case or punctuates

    \b
    Examples:
      majuscule degrade try gold.tsv --engine spacy:en_core_web_sm -o answer
      majuscule degrade run plan.toml -o answer
    """


@degrade.command("run")
@click.argument("plan")
@file_option("BASE", "Write BASE.md, BASE.json and BASE.html.")
@click.option(
    "--work",
    metavar="FOLDER",
    default="build/degrade",
    show_default=True,
    help="Where to keep finished cells, so that a stopped run can resume.",
)
@HOW
@click.option(
    "--finished",
    is_flag=True,
    help="Run nothing: report the finished cells and leave gaps for the others.",
)
def run(plan: str, output: str, finished: bool, **how: Any) -> None:
    """Run the engines, conditions and tasks of a plan.

    PLAN is a TOML file; the results are written as a report.

    \b
    Example of a plan:
      data = "../shared/data"
      [[run]]
      name = "Entities in news"
      engines = ["majuscule:entities-en"]
      tasks = ["entities:en/dev/meantime.tsv"]
      conditions = ["original", "lower", "lower+en"]

    \b
    Example:
      majuscule degrade run plan.toml -o answer
    """
    from majuscule.degrade.plan import read_plan

    _run(read_plan(plan), output, finished=finished, **how)


@degrade.command("try")
@click.argument("file")
@click.option(
    "--engine", "engines", multiple=True, required=True, help="The engine; may be repeated."
)
@click.option("--model", default="en", show_default=True, help="The model that restores.")
@click.option(
    "--condition",
    "conditions",
    multiple=True,
    help="A condition; may be repeated. Default: the usual ones.",
)
@click.option(
    "--limit", default=600.0, show_default=True, help="Time limit for a cell, in seconds."
)
@click.option(
    "-o",
    "--output",
    metavar="BASE",
    help="Write BASE.md, BASE.json and BASE.html. Default: show the tables.",
)
@click.option(
    "--work",
    metavar="FOLDER",
    help="Where to keep finished cells, so that a stopped run can resume. Default: nowhere.",
)
@HOW
def try_(
    file: str,
    engines: tuple[str, ...],
    model: str,
    conditions: tuple[str, ...],
    limit: float,
    output: str | None,
    **how: Any,
) -> None:
    """Try an engine on labelled text of your own.

    The engine reads the text in FILE as it is, without case, and restored. FILE holds two columns,
    JSON lines, Rev's .nlp or SGML, as for majuscule entities score.

    \b
    Examples:
      majuscule degrade try --engine spacy:en_core_web_sm gold.tsv
      majuscule degrade try --engine spacy:en_core_web_sm gold.tsv -o answer
    """
    from majuscule.degrade.plan import trial_of

    _run(trial_of(file, engines, model, conditions, limit), output, **how)


def _run(
    plan: DegradePlan,
    output: str | None,
    *,
    work: str | None,
    resamples: int,
    jobs: int | None,
    reference: str | None,
    encoding: str,
    errors: Errors,
    finished: bool = False,
) -> None:
    from majuscule.cli.output import show
    from majuscule.cli.progress import ProgressBar
    from majuscule.degrade.report import report_of
    from majuscule.degrade.running import run_plan
    from majuscule.measure import Resampling
    from majuscule.trials.report import read_references

    references, base = read_references(reference), output_path(output) if output else None
    with ProgressBar() as progress, TemporaryDirectory() as temporary:
        cells = Path(work or temporary)
        plan = replace(plan, encoding=encoding, errors=errors)
        filled = run_plan(plan, cells, progress.show, jobs or cores(), only_finished=finished)
        progress.show("writing the report", 1.0)
    if all(cell.problem for cell in filled.cells):
        reasons = dict.fromkeys(cell.problem for cell in filled.cells)
        why = "; ".join(reasons) or "the plan has no cells"
        click.echo(f"majuscule: nothing could be measured: {why}", err=True)
        raise click.exceptions.Exit(1)
    report = report_of(filled, recorded_command(), Resampling(resamples), references)
    if base is None:
        show(report.markdown().removesuffix("\n"))
    else:
        report.write(base, page=True)
    holes = [cell for cell in filled.cells if cell.problem]
    for cell in holes:
        where = ", ".join(part for part in (cell.engine, cell.task, cell.condition) if part)
        click.echo(f"majuscule: not measured: {where}: {cell.problem}", err=True)
    done = len(filled.cells) - len(holes)
    written = f"; {output}.md, .json, .html" if output else ""
    click.echo(f"majuscule: {done} of {len(filled.cells)} cells{written}", err=True)
