"""``majuscule compare``: train restorers on the same text and score them on the same lines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.given import read_settings
from majuscule.cli.options import (
    ENCODING,
    ERRORS,
    KEEP,
    file_option,
    recorded_command,
    resamples_option,
)
from majuscule.errors import UsageError
from majuscule.files import output_path

if TYPE_CHECKING:
    from majuscule.trials.restorers import Contender

DEFAULTS = ("unigram", "hmm", "trigram", "tagger")


@click.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPORA...")
@file_option("BASE", "Write BASE.md, BASE.json and the charts BASE-*.svg.")
@click.option(
    "--test",
    "tests",
    multiple=True,
    metavar="NAME=FILE",
    help="Text to score on; may be repeated. Niu's tables and the growth curve use the first one.",
)
@click.option(
    "--test-titles",
    multiple=True,
    metavar="NAME=FILE",
    help="The same, but score on the titles in a file of JSON lines.",
)
@click.option(
    "--restorer",
    "restorers",
    multiple=True,
    metavar="[NAME=]KIND[,OPTION=VALUE]...",
    help="What to train; may be repeated. lexicon_file=FILE gives an hmm its own lexicon; "
    "most_words=N trains on fewer words. Default: unigram, hmm, trigram and tagger.",
)
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="NAME=MODEL",
    help="A trained model to score as well; may be repeated.",
)
@click.option(
    "--words",
    type=click.IntRange(0),
    default=7_600_000,
    show_default=True,
    help="Number of words to train on; 0: all.",
)
@click.option(
    "--growth",
    default="",
    metavar="N,N,...",
    help="Numbers of words to train on for the growth curve. Default: no curve.",
)
@KEEP
@ENCODING
@ERRORS
@click.option(
    "--work",
    metavar="FOLDER",
    help="Where to keep finished parts, so that a stopped run can resume. Default: BASE.parts.",
)
@resamples_option(1, "intervals and p-values")
@click.option(
    "--reference",
    metavar="FILE",
    help="JSON file with tables to show beside the measured ones, by section: restored, nothing, "
    "agreement, f1, differences, growth, cost.",
)
def compare(
    corpora: tuple[str, ...],
    output: str,
    tests: tuple[str, ...],
    test_titles: tuple[str, ...],
    restorers: tuple[str, ...],
    models: tuple[str, ...],
    words: int,
    growth: str,
    keep: str,
    work: str | None,
    resamples: int,
    reference: str | None,
    **how: Any,
) -> None:
    """Train restorers on the same text and compare them.

    Trains restorers on CORPORA, scores them on other text, and writes a report: the tables of Niu
    et al. 2004, agreement with the original as in Lita et al. 2003, the growth curve, differences
    with p-values, speed, memory and size. If a comparison is stopped, the same command resumes it:
    the --work folder keeps finished trainings and scores.

    \b
    Example:
      majuscule compare news.jsonl -o report --words 1000000 --growth 100000,300000 \\
        --test news=dev.jsonl --test-titles headlines=dev.jsonl \\
        --restorer trigram --restorer "starts=trigram,starts=learnt" --model shipped=en
    """
    from majuscule.cli.progress import ProgressBar
    from majuscule.learn.corpora import CorpusText
    from majuscule.measure import Resampling
    from majuscule.models import model_path
    from majuscule.trials.report import read_references
    from majuscule.trials.restorer_report import report_of
    from majuscule.trials.restorers import Contender, compare_restorers
    from majuscule.trials.texts import read_gold

    if not tests:
        raise click.UsageError("there is nothing to score on: give --test NAME=FILE")
    base = output_path(output)
    contenders = [read_contender(one) for one in restorers or (() if models else DEFAULTS)]
    for name, model in map(_named, models):
        contenders.append(Contender(name, model=Path(model_path(model))))
    texts = [read_gold(*_named(one), **how) for one in tests]
    texts += [read_gold(*_named(one), titles=True, **how) for one in test_titles]
    references = read_references(reference)
    training = CorpusText(corpora, words=words, keep=keep, **how)
    with ProgressBar() as progress:
        comparison = compare_restorers(
            contenders,
            training,
            texts,
            Path(work) if work else base.with_name(base.name + ".parts"),
            sizes=_sizes(growth),
            report=progress.show,
        )
        progress.show("writing the report")
        result = report_of(comparison, recorded_command(), Resampling(resamples), references)
        written = result.write(base)
    for path in written:
        progress.tell(f"wrote {path}")


def read_contender(text: str) -> Contender:
    """Return the contender that ``[NAME=]KIND[,OPTION=VALUE]...`` describes.

    >>> one = read_contender("as printed=trigram,levels=1,first_letters=false")
    >>> one.name, one.kind, one.options
    ('as printed', 'trigram', {'levels': 1, 'first_letters': False})
    """
    from majuscule.trials.restorers import Contender

    first, *settings = text.split(",")
    name, equals, kind = first.partition("=")
    options = read_settings(settings)
    words = options.pop("most_words", 0)
    if type(words) is not int or words < 0:
        raise UsageError(f"most_words is {words!r}; it must be a whole number")
    return Contender(name, kind if equals else name, options, words=words)


def _named(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise UsageError(f"{text!r} is not of the form NAME=FILE")
    return name, value


def _sizes(text: str) -> list[int]:
    try:
        sizes = [int(one) for one in text.split(",") if one.strip()]
    except ValueError as error:
        raise UsageError(
            f"--growth {text!r} is not a list of numbers, such as 100000,300000"
        ) from error
    if any(size < 1 for size in sizes):
        raise UsageError("the numbers of --growth must be at least 1")
    return sizes
