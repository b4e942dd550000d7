"""``majuscule degrade``: what an engine loses without case, and what restoring wins back."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from majuscule.degrade.plan import Plan

OUTPUT = click.option(
    "-o",
    "--output",
    metavar="BASE",
    required=True,
    help="Write BASE.md, BASE.json and BASE.html.",
)
WORK = click.option(
    "--work",
    metavar="FOLDER",
    default="build/degrade",
    show_default=True,
    help="Where finished cells are kept: a run that was stopped goes on where it was.",
)
RESAMPLES = click.option(
    "--resamples",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Bootstrap resamples of documents for intervals and tests.",
)
JOBS = click.option(
    "--jobs",
    type=click.IntRange(1),
    default=None,
    help="How many engines are at work at a time. [default: one a core]",
)
REFERENCE = click.option(
    "--reference",
    metavar="FILE",
    help="JSON with tables to show beside the measured ones, by kind of task.",
)


@click.group()
def degrade() -> None:
    """Measure what an engine loses without case, and what restoring wins back.

    The engine is never changed, only what it reads is. An engine is majuscule:MODEL,
    spacy:PIPELINE (a name or a folder), or 'command:PROGRAM ARGUMENTS', which gets JSON lines
    {"text": ...} and writes {"entities": [{"start", "end", "label"}, ...]} for each;
    joined:ENGINE+ENGINE is several as one.

    A condition is steps joined by +: original, lower, upper, title, snor (as a recogniser writes
    it), first (capitals at sentence starts), rules (those and a short list of words), or the name
    or path of a model that restores: lower+en, snor+en, lower+unigram.model+first.

    \b
    Examples:
      majuscule degrade try gold.tsv --engine spacy:en_core_web_sm -o answer
      majuscule degrade run plan.toml -o results/degrade
    """


@degrade.command("run")
@click.argument("plan")
@OUTPUT
@WORK
@RESAMPLES
@JOBS
@REFERENCE
@click.option(
    "--finished",
    is_flag=True,
    help="Run nothing: report the cells that are finished, the others as holes.",
)
def run(plan: str, output: str, finished: bool, **how: Any) -> None:
    """Run the engines, conditions and tasks of PLAN, a file of TOML, and write a report.

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
      majuscule degrade run plan.toml -o results/degrade
    """
    from majuscule.degrade.plan import read_plan

    _run(read_plan(plan), output, finished=finished, **how)


@degrade.command("try")
@click.argument("file")
@click.option("--engine", "engines", multiple=True, required=True, help="May be repeated.")
@click.option("--model", default="en", show_default=True, help="The model that restores.")
@click.option(
    "--condition", "conditions", multiple=True, help="May be repeated. Default: the usual ones."
)
@click.option("--limit", default=600.0, show_default=True, help="Seconds that a cell may take.")
@click.option(
    "-o",
    "--output",
    metavar="BASE",
    help="Write BASE.md, BASE.json and BASE.html. Default: show the tables.",
)
@WORK
@RESAMPLES
@JOBS
@REFERENCE
def try_(
    file: str,
    engines: tuple[str, ...],
    model: str,
    conditions: tuple[str, ...],
    limit: float,
    output: str | None,
    **how: Any,
) -> None:
    """Try an engine on the labelled text in FILE: as it is, without case, and restored.

    FILE is of two columns, JSON lines, Rev's .nlp or SGML, as for majuscule entities score.

    \b
    Examples:
      majuscule degrade try --engine spacy:en_core_web_sm gold.tsv
      majuscule degrade try --engine spacy:en_core_web_sm gold.tsv -o answer
    """
    from majuscule.degrade.plan import trial_of

    _run(trial_of(file, engines, model, conditions, limit), output, **how)


def _run(
    plan: Plan,
    output: str | None,
    *,
    work: str,
    resamples: int,
    jobs: int | None,
    reference: str | None,
    finished: bool = False,
) -> None:
    from majuscule.cli.progress import Progress
    from majuscule.degrade.report import report_of
    from majuscule.degrade.running import run_plan
    from majuscule.measure import Resampling
    from majuscule.trials.report import read_references

    beside = read_references(reference)
    with Progress() as progress:
        filled = run_plan(
            plan,
            Path(work),
            progress.show,
            jobs or os.cpu_count() or 1,
            only_finished=finished,
        )
        progress.show("writing the report", 1.0)
    command = shlex.join(["majuscule", *sys.argv[1:]])
    made = report_of(filled, command, Resampling(resamples), beside)
    if output is None:
        click.echo(made.markdown(), nl=False)
    else:
        made.write(Path(output), page=True)
    holes = [cell for cell in filled.cells if cell.problem]
    for cell in holes:
        where = ", ".join(part for part in (cell.engine, cell.task, cell.condition) if part)
        click.echo(f"majuscule: not measured: {where}: {cell.problem}", err=True)
    done = len(filled.cells) - len(holes)
    written = f"; {output}.md, .json, .html" if output else ""
    click.echo(f"majuscule: {done} of {len(filled.cells)} cells{written}", err=True)
